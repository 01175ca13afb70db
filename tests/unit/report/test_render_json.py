import json
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bauta.model.assessment import Assessment, SpreadFacts, Unsettled
from bauta.model.columns import ColumnProfile
from bauta.model.estimates import RiskEstimate
from bauta.report.render_json import JSON_KEYS, PROFILE_JSON_KEYS, assessment_json, profile_json


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            inner_path = f"{path}.{key}" if path else key
            yield inner_path
            yield from key_paths(inner, inner_path)
    elif isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, f"{path}[]")


def test_every_key_of_an_assessment_is_explained_and_nothing_else(
    with_population: Assessment,
    verified: Callable[[Assessment], Assessment],
    estimated: Callable[[Assessment], Assessment],
) -> None:
    assert with_population.population is not None
    estimate = RiskEstimate(0.2, 0.1, 0.3, "spread")
    spread = SpreadFacts(1, 2, 3, ("age",), (), prior=1.0, journalist=estimate, marketer=estimate)
    spread_out = replace(
        with_population, population=replace(with_population.population, spread=spread, unreadable=(("age", 3),))
    )
    unsettled = Unsettled("note", "It holds free text.", "Leave it out.")
    everything = verified(estimated(spread_out)).with_unsettled(unsettled)
    assert set(key_paths(assessment_json(everything))) == set(JSON_KEYS)


def test_every_key_of_a_profile_is_explained_and_nothing_else(columns: tuple[ColumnProfile, ...]) -> None:
    assert set(key_paths(profile_json("patients.csv", 1000, columns))) == set(PROFILE_JSON_KEYS)


def test_explanations_are_sentences() -> None:
    for meaning in (*JSON_KEYS.values(), *PROFILE_JSON_KEYS.values()):
        assert meaning.endswith(".")
        assert len(meaning) > 10


def test_keys_are_the_same_with_and_without_a_population(high_risk: Assessment, with_population: Assessment) -> None:
    without, given = assessment_json(high_risk), assessment_json(with_population)
    assert list(without) == list(given)
    assert list(without["decision"]) == list(given["decision"])
    assert without["journalist"] is without["population"] is without["decision"]["journalist"] is None


def test_figures_are_the_ones_measured(with_population: Assessment) -> None:
    document = assessment_json(with_population)
    assert (document["rows"], document["records"], document["person_key"]) == (1250, 1000, "pid")
    assert document["prosecutor"]["maximum"] == 1.0
    assert document["journalist"]["records_at_risk"] == 0
    assert document["marketer"]["expected_reidentifications"] == pytest.approx(9.0)
    assert document["marketer"]["basis"] == "population"
    assert document["decision"]["thresholds"] == {
        "tau": {"probability": 0.2, "cell_size": 5},
        "alpha": 0.0,
        "lambda": {"probability": 0.2, "cell_size": 5},
    }
    assert document["decision"]["journalist"]["D_b"] == {"value": 0.125, "limit": 0.2, "verdict": "LOW"}
    assert document["decision"]["decided_by"] == "journalist D_b"
    assert document["class_sizes"][0] == {"size": 1, "classes": 40, "records": 40}


def test_without_a_population_the_marketers_basis_is_the_data(high_risk: Assessment) -> None:
    assert assessment_json(high_risk)["marketer"]["basis"] == "data"


def test_an_estimate_tells_its_doubt_and_where_it_came_from(
    high_risk: Assessment, estimated: Callable[[Assessment], Assessment]
) -> None:
    document = assessment_json(estimated(high_risk))
    assert document["marketer"]["basis"] == "estimate"
    told = {key: document["marketer"][key] for key in ("estimate", "lower", "upper", "method")}
    assert told == {"estimate": 0.04, "lower": 0.03, "upper": 0.05, "method": "poisson-gamma"}
    assert document["estimates"]["uniqueness"][1] == {
        "method": "pitman", "estimate": None, "lower": None, "upper": None, "why_not": "no class has two records",
    }  # fmt: skip
    assert document["estimates"]["sensitivity"][0]["population_size"] == 5000
    share = document["estimates"]["share_at_risk"]
    assert (share["estimate"], share["lower"], share["upper"]) == (0.03, 0.0225, 0.0375)
    assert document["estimates"]["chance_of_smaller"] == 0.97
    assert document["estimates"]["largest_expected"] == 0.6


def test_the_document_survives_strict_json(hostile: Assessment) -> None:
    document = assessment_json(hostile)
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_a_figure_that_is_no_number_is_refused_by_name(high_risk: Assessment) -> None:
    broken = replace(high_risk, prosecutor=replace(high_risk.prosecutor, average=math.nan))
    with pytest.raises(ValueError, match=r"prosecutor\.average is not a finite number"):
        assessment_json(broken)
