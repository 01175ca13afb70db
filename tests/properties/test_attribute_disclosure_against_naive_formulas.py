from typing import Any

import naive_oracle
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Row, Rows, arrow, law, law_with_engine, names, tables

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.coding import encode_classes
from bauta.model.assessment import AttributeDisclosure
from bauta.risk.attribute_disclosure import measure_attribute_disclosure, sensitive_values
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest

diagnoses = st.one_of(st.none(), st.sampled_from(["flu", "cold", "gout", "angina"]))
results = st.sampled_from([-3, 0, 1, 2, 10, 900])


@st.composite
def tables_with(draw: st.DrawFn, sensitive: st.SearchStrategy[Any]) -> tuple[Rows, list[Any]]:
    rows = draw(tables(most_columns=3))
    return rows, draw(st.lists(sensitive, min_size=len(rows), max_size=len(rows)))


def measure(rows: Rows, sensitive: list[Any], kind: pa.DataType, *, is_ordered: bool) -> AttributeDisclosure:
    detailed: list[Row] = [(*row, value) for row, value in zip(rows, sensitive, strict=True)]
    distinct = list(dict.fromkeys(detailed))
    columns = {f"v{i}": pa.array([row[i] for row in distinct], pa.string()) for i in range(len(rows[0]))}
    table = pa.table({**columns, "sensitive": pa.array([row[-1] for row in distinct], kind)})
    sizes = np.array([detailed.count(row) for row in distinct], dtype=np.int64)
    class_sizes = np.array([rows.count(row[:-1]) for row in distinct], dtype=np.int64)
    classes = encode_classes(table, sizes)
    counts = np.bincount(classes.codes[-1], weights=sizes, minlength=classes.domains[-1].size).astype(np.int64)
    values = sensitive_values(classes.domains[-1], counts, may_be_ordered=is_ordered)
    return measure_attribute_disclosure(classes, class_sizes, None, values)


def check(ours: AttributeDisclosure, naive: naive_oracle.NaiveDisclosure) -> None:
    assert ours.smallest_diversity == naive.smallest_diversity
    assert ours.homogeneous_classes == naive.homogeneous_classes
    assert ours.homogeneous_records == naive.homogeneous_records
    assert ours.homogeneous_records_not_unique == naive.homogeneous_records_not_unique
    assert ours.largest_distance == pytest.approx(float(naive.largest_distance), abs=1e-12)


@law
@given(table=tables_with(diagnoses))
def test_unordered_values_are_all_equally_far_apart(table: tuple[Rows, list[Any]]) -> None:
    ours = measure(*table, pa.string(), is_ordered=False)
    assert ours.distance == "equal"
    check(ours, naive_oracle.attribute_disclosure(*table, ordered=False))


@law
@given(table=tables_with(results))
def test_numbers_are_as_far_apart_as_their_ranks(table: tuple[Rows, list[Any]]) -> None:
    ours = measure(*table, pa.int64(), is_ordered=True)
    assert ours.distance == "ordered"
    check(ours, naive_oracle.attribute_disclosure(*table, ordered=True))


@law
@given(table=tables_with(results))
def test_numbers_written_as_text_have_the_same_ranks(table: tuple[Rows, list[Any]]) -> None:
    rows, sensitive = table
    ours = measure(rows, [str(value) for value in sensitive], pa.string(), is_ordered=True)
    check(ours, naive_oracle.attribute_disclosure(rows, sensitive, ordered=True))


@law
@given(table=tables_with(st.one_of(st.none(), results)))
def test_missing_numbers_are_left_out(table: tuple[Rows, list[Any]]) -> None:
    ours = measure(*table, pa.int64(), is_ordered=True)
    check(ours, naive_oracle.attribute_disclosure(*table, ordered=True))


@law
@given(table=tables_with(results))
def test_distances_lie_between_0_and_1(table: tuple[Rows, list[Any]]) -> None:
    for is_ordered in (False, True):
        assert 0 <= measure(*table, pa.int64(), is_ordered=is_ordered).largest_distance <= 1 + 1e-12


@law_with_engine
@given(table=tables_with(results))
def test_an_assessment_says_the_same(table: tuple[Rows, list[Any]], shared_engine: DuckDbEngine) -> None:
    rows, sensitive = table
    request = AssessmentRequest(arrow(rows, dx=sensitive), names(rows), sensitive=["dx"])
    (ours,) = assess(shared_engine, request).attribute_disclosure
    check(ours, naive_oracle.attribute_disclosure(rows, sensitive, ordered=True))
