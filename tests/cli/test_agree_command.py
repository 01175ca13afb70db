"""`bauta agree`: two analysts compared."""

import json

import pytest
import yaml

from bauta.report.content_agreement import AGREEMENT_JSON_KEYS

DIRECT, QUASI, OTHER = ({"role": role} for role in ("direct_identifier", "quasi_identifier", "other"))


@pytest.fixture
def analysts(tmp_path):
    def write(*studies):
        paths = []
        for name, variables in zip(("a.yaml", "b.yaml"), studies, strict=True):
            path = tmp_path / name
            path.write_text(
                yaml.safe_dump(
                    {"data": {"path": "data.csv"}, "variables": {key: dict(value) for key, value in variables.items()}}
                )
            )
            paths.append(path)
        return paths

    return write


def test_kappa_and_disagreements_with_both_reasons(bauta, analysts):
    """Nine of ten alike; the first has 1 direct, 5 quasi, 4 other, the second 1, 4, 5: kappa is (0.9 - 0.41)/0.59."""
    first = {"name": DIRECT, **{f"q{i}": QUASI for i in range(5)}, **{f"o{i}": OTHER for i in range(4)}}
    second = {**first, "q0": {"role": "other", "note": "nobody knows it"}, "extra": OTHER}
    first = {**first, "q0": {"role": "quasi_identifier", "identifier": {"by": "Ann", "note": "neighbours know it"}}}
    ended = bauta("agree", *analysts(first, second), "--json")
    told = json.loads(ended.out)
    assert told["kappa"] == pytest.approx((0.9 - 0.41) / 0.59)
    assert told["is_consensus"]
    assert told["disagreements"] == [
        {
            "variable": "q0",
            "first": {"role": "quasi_identifier", "by": "Ann", "reason": "neighbours know it"},
            "second": {"role": "other", "by": None, "reason": "nobody knows it"},
        }
    ]
    assert told["only_second"] == ["extra"]
    page = " ".join(bauta("agree", *analysts(first, second)).out.split())
    assert "Above 0.8: the two meet" in page
    assert "neighbours know it (Ann)" in page
    assert "Only in the second: extra" in page


def test_little_agreement_asks_for_a_group(bauta, analysts):
    ended = bauta("agree", *analysts({"a": QUASI, "b": OTHER}, {"a": OTHER, "b": QUASI}))
    assert ended.code == 0
    assert "Not above 0.8: a group reviews all variables" in " ".join(ended.out.split())


def test_one_role_alone_has_no_kappa(bauta, analysts):
    paths = analysts({"a": QUASI, "b": QUASI}, {"a": QUASI, "b": QUASI})
    assert json.loads(bauta("agree", *paths, "--json").out)["kappa"] is None
    assert "kappa is not defined" in " ".join(bauta("agree", *paths).out.split())


def test_contradictions_are_told_and_every_key_is_documented(bauta, analysts):
    unstable = {"role": "quasi_identifier", "identifier": {"replicable": False}}
    told = json.loads(bauta("agree", *analysts({"a": unstable, "b": OTHER}, {"a": OTHER, "b": QUASI}), "--json").out)
    assert told["contradictions"][0]["study"] == "first"

    def paths(value, prefix=""):
        if isinstance(value, dict):
            for key, inner in value.items():
                yield f"{prefix}{key}"
                yield from paths(inner, f"{prefix}{key}.")
        if isinstance(value, list):
            for inner in value:
                yield from paths(inner, f"{prefix[:-1]}[].")

    assert set(paths(told)) == set(AGREEMENT_JSON_KEYS)
