"""With more classes than memory, figures are the same, and a release is the best of what can be searched."""

import math
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bauta
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.sql_engine import SqlEngine
from bauta.model.verification import Verifier
from bauta.report.render_json import assessment_json
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest

examples = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
LOSSES = ["non-uniform-entropy", "lm", "precision", "dm-star", "discernibility", "average-class-size"]


@pytest.fixture
def room_for(monkeypatch):
    """Lets so many classes come up, and as many values of a single column as there are, unless told otherwise."""

    def room(classes: int, *, values: int = 10**8) -> None:
        def most_classes(self: SqlEngine, variables: int) -> int:
            return classes if variables > 1 else values

        monkeypatch.setattr(SqlEngine, "most_classes", most_classes)

    return room


@st.composite
def tables(draw):
    n = draw(st.integers(1, 40))
    texts = st.none() | st.sampled_from(["", "x", "y", "Y'", "z"])
    column = lambda values: draw(st.lists(values, min_size=n, max_size=n))  # noqa: E731
    return pa.table(
        {
            "number": pa.array(column(st.none() | st.integers(0, 5)), pa.int32()),
            "text": pa.array(column(texts), pa.string()),
            "flag": pa.array(column(st.none() | st.booleans()), pa.bool_()),
            "person": pa.array(column(st.integers(0, n))),
        }
    )


@examples
@given(table=tables(), key=st.sampled_from([None, "person"]), n=st.integers(1, 3), attempts=st.sampled_from([None, 2]))
def test_an_assessment_by_sizes_is_the_same_but_for_its_note(room_for, table, key, n, attempts):
    verifier = None if attempts is None else Verifier(attempts, 0.5)
    request = AssessmentRequest(
        data=table, quasi_identifiers=("number", "text", "flag")[:n], person_key=key, verifier=verifier
    )
    told = []
    for classes in (10**8, 0):
        room_for(classes, values=classes)
        with DuckDbEngine() as engine:
            told.append(assessment_json(assess(engine, request)))
    usual, by_sizes = told
    notes = by_sizes.pop("notes")
    assert "than fit into memory, so they were counted by size" in notes[-1]
    assert notes[:-1] == usual.pop("notes")
    assert by_sizes == usual


def people(n: int = 1200) -> pa.Table:
    """Everybody has one row; ages and towns come in skewed numbers."""
    rng = np.random.default_rng(5)
    return pa.table(
        {
            "age": np.minimum(rng.poisson(12, n), 39),
            "town": [f"t{x:02d}" for x in (24 * rng.random(n) ** 2).astype(int)],
            "sex": [["F", "M", None][x] for x in rng.integers(0, 3, n)],
            "person": rng.permutation(n),
        }
    )


QUASI_IDENTIFIERS = ["age", "town", "sex"]


def released(table: pa.Table, **options: object) -> dict[str, Any]:
    told = bauta.deidentify(table, QUASI_IDENTIFIERS, k=4, suppression_limit=0.1, test_seed=1, **options)
    return dict(told.to_dict())


def nodes(table: pa.Table, loss: str) -> list[dict[str, Any]]:
    told = bauta.explore(table, QUASI_IDENTIFIERS, k=4, suppression_limit=0.1, loss=loss).to_dict()
    return list(told["nodes"])


def is_coarser(levels: dict[str, int], others: dict[str, int]) -> bool:
    return all(levels[name] >= others[name] for name in levels)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("classes", [400, 150, 30])
def test_a_release_is_the_best_from_the_levels_on_at_which_classes_fit(room_for, loss, classes):
    table = people()
    every = nodes(table, loss)
    room_for(classes)
    told, searched = released(table, loss=loss), nodes(table, loss)
    began = {name: min(node["levels"][name] for node in searched) for name in QUASI_IDENTIFIERS}
    could_be = [node for node in every if is_coarser(node["levels"], began)]
    assert 0 < len(could_be) < len(every)
    known = {tuple(node["levels"].values()): node for node in could_be}
    for node in searched:
        same = known.pop(tuple(node["levels"].values()))
        assert math.isclose(node["loss"], same["loss"], rel_tol=1e-9)
        assert node["suppressed_records"] == same["suppressed_records"]
        assert node["maximum_risk"] == same["maximum_risk"]
    assert not known
    least = min(node["loss"] for node in could_be if node["is_within_limit"])
    assert math.isclose(told["solution"]["loss"][loss], least, rel_tol=1e-9)
    assert told["search"]["finer_levels_untried"]
    assert told["search"]["lattice_nodes"] == len(every)
    assert not told["search"]["optimal"]
    assert any("the search began at coarser ones" in note for note in told["notes"])


@pytest.mark.parametrize("suppression", ["records", "quasi-identifiers", "cells"])
@pytest.mark.parametrize("person_key", [None, "person"])
def test_levels_that_a_study_forbids_are_gone_up_before_and_nothing_else_changes(room_for, suppression, person_key):
    """With levels given, the classes of those levels are all that is needed."""
    options = {"suppression": suppression, "person_key": person_key, "levels": {"age": 2, "town": 0, "sex": 0}}
    usual = released(people(), **options)
    room_for(250)  # there are 606 classes of the finest values
    told = released(people(), **options)
    for one in (usual, told):
        del one["seconds"], one["search"]["cpu_seconds"]
    assert told == usual


def test_a_release_where_people_have_rows_that_differ(room_for):
    table = people()
    twice = pa.concat_tables([table, table.slice(0, 200).set_column(2, "sex", pa.array(["F"] * 200))])
    options = {"person_key": "person", "levels": {"age": 2, "town": 1, "sex": 0}}
    usual = released(twice, **options)
    room_for(140)
    told = released(twice, **options)
    assert told["solution"]["rows_left_out"] == usual["solution"]["rows_left_out"]
    assert told["risk_after"] == usual["risk_after"]
    for loss in LOSSES:
        assert told["solution"]["loss"][loss] == pytest.approx(usual["solution"]["loss"][loss], rel=0.02)


@examples
@given(table=tables(), key=st.sampled_from([None, "person"]), sensitive=st.sampled_from(["number", "text", "flag"]))
def test_what_classes_tell_of_sensitive_values_is_the_same_in_parts(room_for, table, key, sensitive):
    """There is room for every class, or for the classes and not with sensitive values, or for parts of them."""
    others = [name for name in ("number", "text", "flag") if name != sensitive]
    request = AssessmentRequest(data=table, quasi_identifiers=tuple(others), sensitive=(sensitive,), person_key=key)
    classes = len(set(zip(*(table.column(name).to_pylist() for name in others), strict=True)))
    told = []
    for room in (10**8, classes, max(1, classes - 1)):
        room_for(room)
        with DuckDbEngine() as engine:
            told.append(assess(engine, request).attribute_disclosure)
    assert told[0] == told[1] == told[2] or len(told[2]) == 0  # one class may be too large for a part


def test_values_that_do_not_fit_are_said(room_for):
    room_for(100, values=100)
    told = bauta.assess(people(), ["sex"], sensitive=["person"]).to_dict()
    assert told["attribute_disclosure"] == []
    assert "What the classes tell about 'person' was not measured: its values do not fit into memory." in told["notes"]


@pytest.mark.parametrize("options", [{"population": people()}, {"sampling_fraction": 0.1}, {"missing": "wildcard"}])
def test_what_takes_the_classes_themselves_is_refused(room_for, options):
    room_for(100)
    with pytest.raises(bauta.errors.TooManyClasses, match="more than 100 different values of 'age', 'town', 'sex' tog"):
        bauta.assess(people(), QUASI_IDENTIFIERS, **options)


def test_a_search_is_refused_where_not_even_the_highest_levels_fit(room_for):
    room_for(0)
    with pytest.raises(bauta.errors.TooManyClasses):
        bauta.deidentify(people(), QUASI_IDENTIFIERS, k=4)


def test_a_subsample_of_more_classes_than_fit_is_refused(room_for):
    room_for(100)
    with pytest.raises(bauta.errors.TooManyClasses, match="'age', 'town', 'sex' together"):
        released(people(), subsample=0.5)
