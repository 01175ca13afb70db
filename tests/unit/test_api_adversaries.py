"""Policies, links, verification and estimators from Python: the same figures as the commands give."""

import json

import pyarrow as pa
import pytest

import bauta
from bauta.errors import OptionInvalid

COHORT = pa.table({"age": [34, 34, 71, 93], "sex": ["F", "M", "F", "F"], "race": ["White", "Black", "Asian", "White"]})
PEOPLE = pa.table({
    "age": [34, 34, 71, 93, 95], "sex": ["F", "M", "F", "F", "F"],
    "race": ["White", "Black", "Asian", "White", "White"], "n": [400, 60, 8, 3, 2],
})  # fmt: skip


def test_policies_are_compared(tmp_path):
    found = bauta.policies(
        COHORT, ["age", "sex", "race"], population=PEOPLE, population_count="n", overlay=["5 Year", "GenEth"]
    )
    assert found.safe_harbor.risk.total == pytest.approx((1 / 400 + 1 / 60 + 1 / 8 + 1 / 5) / 4)
    assert [one.name for one in found.alternatives][:2] == ["GenEth", "5 Year"]
    assert found.overlay is not None
    assert json.loads(json.dumps(found.to_dict()))["safe_harbor"]
    assert "Safe Harbor" in str(found)
    assert "policies no riskier than Safe Harbor" in repr(found)
    found.save_report(tmp_path / "policies.html")
    with pytest.raises(OptionInvalid, match="--population"):
        bauta.policies(COHORT, ["age"])


def test_two_releases_are_linked():
    found = bauta.link(COHORT, PEOPLE, ["age", "sex"])
    assert found.records_a == found.linkable == 4
    assert found.to_dict()["expected_matches"] == found.correct_matches == 4
    assert "<table" in found._repr_html_()


def test_a_verifier_is_measured():
    found = bauta.verification(5, 4, 0.9, threshold=0.2)
    assert {key: found.to_dict()[key] for key in ("risk", "least_class_size", "published_bound")} == {
        "risk": pytest.approx(0.85122), "least_class_size": 18, "published_bound": 19,
    }  # fmt: skip
    with pytest.raises(OptionInvalid):
        bauta.verification(5, 0, 0.9)
    with pytest.raises(OptionInvalid):
        bauta.verification(5, 4, 1.1)


def test_estimators_are_tried():
    people = pa.table({"a": [i % 7 for i in range(300)], "b": [i % 11 for i in range(300)]})
    found = bauta.evaluate_estimators(people, ["a", "b"], fractions=[0.5], samples=2, estimators=["mu-argus"])
    assert json.loads(json.dumps(found.to_dict()))
    assert "mu-argus" in str(found)
    assert repr(found).startswith("<estimators tried")
