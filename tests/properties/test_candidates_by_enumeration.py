"""Who is left to somebody that knows a person's true values: counted against every value a missing one may have."""

from itertools import product

import naive_oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Row, Rows, classes_of, law, tables, values

from bauta.equivalence.matching import fewest_candidates, match_sizes
from bauta.model.transformations import CellReading
from bauta.transform.cell_suppression import CellSuppression, candidates_left, suppress_cells

ELSEWHERE = "z"
"""A value that no row has."""


def fits(true: Row, released: Row) -> bool:
    """Whether a row could be of somebody with these values."""
    return all(theirs is None or own == theirs for own, theirs in zip(true, released, strict=True))


def could_be(row: Row) -> list[Row]:
    """Every row of true values that a row with missing ones may stand for."""
    return list(product(*(["a", "b", "c", ELSEWHERE] if value is None else [value] for value in row)))


@law
@given(rows=tables(most_columns=3))
def test_the_fewest_rows_left_over_all_that_a_missing_value_may_be(rows: Rows) -> None:
    classes, class_of_row = classes_of(rows)
    ours = fewest_candidates(classes)[class_of_row].tolist()
    assert ours == [min(sum(fits(true, other) for other in rows) for true in could_be(row)) for row in rows]


@law
@given(rows=tables())
def test_they_lie_between_the_class_and_the_wildcard_matches(rows: Rows) -> None:
    """So classes as large as the cell size leave nobody with fewer, and wildcard matches promise nothing."""
    classes, _ = classes_of(rows)
    left = fewest_candidates(classes)
    assert (classes.sizes <= left).all()
    assert (left <= match_sizes(classes)).all()


@pytest.mark.parametrize("reading", list(CellReading), ids=str)
@law
@given(rows=tables(values), cell_size=st.integers(2, 4))
def test_whoever_is_left_by_suppressed_cells(reading: CellReading, rows: Rows, cell_size: int) -> None:
    if len(rows) < cell_size:
        return
    classes, class_of_row = classes_of(rows)
    none = [None] * len(classes.variables)
    found = suppress_cells(
        classes.codes, classes.radices(), classes.sizes, cell_size, reading=reading, missing_codes=none
    )
    after = released(rows, class_of_row, found)
    ours = candidates_left(classes.codes, classes.radices(), classes.sizes, found, none)[class_of_row].tolist()
    assert ours == [sum(fits(row, other) for other in after) for row in rows]
    if reading is CellReading.STRICT:
        assert min(ours) >= cell_size


def released(rows: Rows, class_of_row: list[int], found: CellSuppression) -> Rows:
    """The rows with their suppressed cells missing, one at a time."""
    waiting: dict[int, list[Row]] = {}
    for number, pattern, records in zip(found.class_number, found.pattern, found.records, strict=True):
        waiting.setdefault(int(number), []).extend([tuple(pattern)] * int(records))
    after = []
    for row, number in zip(rows, class_of_row, strict=True):
        pattern = waiting[number].pop() if waiting.get(number) else (False,) * len(row)
        after.append(tuple(None if lost else value for value, lost in zip(row, pattern, strict=True)))
    return after


def test_the_seven_patients_of_the_documentation() -> None:
    """Every one matches three as wildcards. The women of the 1940s and 1950s are left with two rows, and the woman of
    the 1980s, who was not touched, is alone with her row."""
    decades = [*["1960s"] * 3, *["1970s"] * 2, "1940s", "1950s", "1960s", "1970s", "1980s"]
    rows: Rows = list(zip(["M"] * 5 + ["F"] * 5, decades, strict=True))
    classes, class_of_row = classes_of(rows)
    found = suppress_cells(
        classes.codes, classes.radices(), classes.sizes, 3, reading=CellReading.WILDCARD, missing_codes=[None, None]
    )
    after = released(rows, class_of_row, found)
    assert min(sum(naive_oracle.compatible(row, other) for other in after) for row in after) == 3
    left = candidates_left(classes.codes, classes.radices(), classes.sizes, found, [None, None])[class_of_row]
    assert left.tolist() == [3, 3, 3, 3, 3, 2, 2, 3, 3, 3]
    assert sum(after.count(row) == 1 and None not in row for row in after) == 2
