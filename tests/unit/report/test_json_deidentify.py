import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from bauta.model.assessment import Assessment, Unsettled
from bauta.model.deidentification import BesideEarlier, Deidentification, Exploration, Subsample
from bauta.model.durations import Duration, DurationFacts
from bauta.model.missing import WildcardFigures
from bauta.model.ties import AssociationFact, RiskWithTies, TieFact, TiesOfRelease, TieTreatment
from bauta.model.transformations import CriterionKind
from bauta.model.verification import Verifier
from bauta.report.json_deidentify import deidentification_json
from bauta.report.json_explore import exploration_json
from bauta.report.json_keys import DEIDENTIFY_JSON_KEYS, EXPLORE_JSON_KEYS

TIE = TieFact("race", ("racen",), "its values", "original", 900, 1.0, 0.5, TieTreatment.IGNORED, "a reason")


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    """Every key with the keys above it; under `levels` the keys are variables."""
    if isinstance(value, dict):
        for key, inner in value.items():
            known = "VARIABLE" if re.search(r"(^|\.)levels$", path) else key
            inner_path = f"{path}.{known}" if path else known
            yield inner_path
            yield from key_paths(inner, inner_path)
    elif isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, f"{path}[]")


GOES_WITH = AssociationFact("sex", ("diagnosis",), "original", 0.6, 0.5)
WILDCARD = WildcardFigures(0.2, 0.05, 5, 0, 0, None, None, 3, 12, 1)


def test_every_key_of_a_release_is_explained_and_nothing_else(
    released_by_population: Deidentification, verified: Callable[[Assessment], Assessment], verifier: Verifier
) -> None:
    release = released_by_population
    result = replace(
        release,
        goal=replace(release.goal, verifier=verifier),
        before=replace(verified(release.before), wildcard=WILDCARD),
        after=replace(verified(release.after), wildcard=WILDCARD).with_unsettled(
            Unsettled("note", "It holds free text.", "Leave it out.")
        ),
        ties=TiesOfRelease(3, 1000, True, (TIE,), RiskWithTies(1000, 2, 0.5, 0.1), (GOES_WITH,)),
        durations=DurationFacts((Duration("days from seen to left", "seen", "left"),), 5000, 12),
        beside=BesideEarlier(is_judged=True, reason="They agreed.", least=5),
        subsample=Subsample(0.2, 5000, 1000, 0.031, 0.2, 0.0123, 0.0625),
    )
    assert set(key_paths(deidentification_json(result))) == set(DEIDENTIFY_JSON_KEYS)


def test_every_key_of_a_solution_space_is_explained_and_nothing_else(explored: Exploration, verifier: Verifier) -> None:
    result = replace(explored, goal=replace(explored.goal, verifier=verifier))
    assert set(key_paths(exploration_json(result))) == set(EXPLORE_JSON_KEYS)


def test_explanations_are_sentences() -> None:
    for meaning in (*DEIDENTIFY_JSON_KEYS.values(), *EXPLORE_JSON_KEYS.values()):
        assert meaning.endswith(".")
        assert len(meaning) > 10


def test_the_solution_is_levels_suppression_and_loss(released: Deidentification) -> None:
    solution = deidentification_json(released)["solution"]
    assert solution["levels"] == {"birth_date": 3, "zip": 1, "sex": 0}
    assert (solution["suppressed_records"], solution["suppressed_cells"]) == (38, 0)
    assert solution["loss"]["lm"] == 0.2171
    assert solution["loss"]["non-uniform-entropy"] == 3311.25
    assert solution["variables"][0]["level_name"] == "year"
    assert solution["was_chosen"] is False


def test_the_search_says_how_much_it_looked_at(released: Deidentification) -> None:
    assert deidentification_json(released)["search"] == {
        "lattice_nodes": 48,
        "nodes_evaluated": 19,
        "optimal": True,
        "gap": 0.0,
        "finer_levels_untried": False,
        "cpu_seconds": 0.0342,
        "adversary": "prosecutor",
        "basis": "data",
    }


def test_risk_before_and_after_have_the_shape_of_an_assessment(released: Deidentification) -> None:
    document = deidentification_json(released)
    before, after = document["risk_before"], document["risk_after"]
    assert list(before) == list(after)
    assert (before["records"], before["classes"], before["smallest_class"], before["sample_uniques"]) == (
        1000, 180, 1, 40,
    )  # fmt: skip
    assert (after["records"], after["classes"], after["smallest_class"], after["sample_uniques"]) == (962, 60, 6, 0)
    assert before["prosecutor"]["maximum"] == 1.0
    assert after["prosecutor"]["records_at_risk"] == 0
    assert after["journalist"] is None
    assert after["marketer"]["expected_reidentifications"] == pytest.approx(60.0)


def test_the_decision_is_about_the_release_and_by_the_rule_it_had_to_meet(
    released: Deidentification, released_by_population: Deidentification
) -> None:
    decision = deidentification_json(released)["decision"]
    assert (decision["verdict"], decision["decided_by"], decision["released"]) == ("LOW", "prosecutor D_b", True)
    assert decision["prosecutor"]["D_b"] == {"value": 1 / 6, "limit": 0.2, "verdict": "LOW"}
    by_average = replace(released, goal=replace(released.goal, criterion=CriterionKind.AVERAGE))
    assert deidentification_json(by_average)["decision"]["decided_by"] == "prosecutor D_c"
    by_population = deidentification_json(released_by_population)
    assert by_population["decision"]["decided_by"] == "journalist D_b"
    assert by_population["goal"]["adversary"] == "journalist"


def test_the_goal_is_told_as_the_command_line_spells_it(released: Deidentification) -> None:
    assert deidentification_json(released)["goal"] == {
        "criterion": "maximum",
        "adversary": "prosecutor",
        "basis": "data",
        "population_size": None,
        "was_met": False,
        "thresholds": {
            "tau": {"probability": 0.2, "cell_size": 5},
            "alpha": 0.0,
            "lambda": {"probability": 0.2, "cell_size": 5},
        },
        "suppression": "records",
        "suppression_limit": 0.05,
        "reading": "strict",
        "loss": "lm",
        "verifier": None,
    }


def test_columns_rows_and_place_are_told(released: Deidentification) -> None:
    document = deidentification_json(released)
    assert document["columns"][0] == {"column": "mrn", "what": "random pseudonyms"}
    assert (document["rows_before"], document["rows_after"], document["folder"]) == (1000, 962, "out")
    assert document["subsample"] is None


def test_nodes_are_told_with_their_levels(explored: Exploration) -> None:
    document = exploration_json(explored)
    assert document["variables"][0]["level_names"][3] == "year"
    assert document["best"] == document["nodes"][2]
    assert document["best"]["levels"] == {"birth_date": 3, "zip": 1, "sex": 0}
    assert [node["is_on_frontier"] for node in document["nodes"]] == [True, True, True, False, True]
    assert exploration_json(replace(explored, best=None))["best"] is None


def test_the_documents_survive_strict_json(hostile_release: Deidentification, hostile_space: Exploration) -> None:
    for document in (deidentification_json(hostile_release), exploration_json(hostile_space)):
        assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_a_figure_that_is_no_number_is_refused_by_name(released: Deidentification, explored: Exploration) -> None:
    with pytest.raises(ValueError, match=r"search\.gap is not a finite number"):
        deidentification_json(replace(released, search=replace(released.search, gap=math.inf)))
    with pytest.raises(ValueError, match=r"nodes\[\]\.loss is not a finite number"):
        exploration_json(replace(explored, nodes=(replace(explored.nodes[0], loss=math.nan),)))
