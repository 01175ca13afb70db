"""Local cell suppression, judged record by record from the definitions and against every possible choice of cells."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import Row, Rows, classes_of, law, tables
from naive_oracle import compatible

from bauta.model.transformations import CellReading
from bauta.transform.cell_suppression import (
    CellSuppression,
    apply_cell_suppression,
    measure_suppressed,
    suppress_cells,
)

SUPPRESSED = "suppressed"
cell_sizes = st.integers(2, 4)
readings = pytest.mark.parametrize("reading", list(CellReading), ids=str)


def suppress(rows: Rows, cell_size: int, reading: CellReading, **more: Any) -> CellSuppression:
    classes, _ = classes_of(rows)
    missing = [domain.missing_code for domain in classes.domains]
    return suppress_cells(
        classes.codes, classes.radices(), classes.sizes, cell_size, reading=reading, missing_codes=missing, **more
    )


def carried_out(rows: Rows, suppression: CellSuppression) -> Rows:
    """Every row as it looks afterwards, one record at a time."""
    _, class_of_row = classes_of(rows)
    patterns: dict[int, list[Sequence[bool]]] = {}
    for class_number, pattern, records in zip(
        suppression.class_number, suppression.pattern, suppression.records, strict=True
    ):
        patterns.setdefault(int(class_number), []).extend([pattern] * int(records))
    after = []
    for row, class_number in zip(rows, class_of_row, strict=True):
        waiting = patterns.get(class_number)
        after.append(without(row, waiting.pop()) if waiting else row)
    assert not any(patterns.values()), "more records are suppressed than the class has"
    return after


def without(row: Row, pattern: Sequence[bool]) -> Row:
    return tuple(SUPPRESSED if lost else value for value, lost in zip(row, pattern, strict=True))


def smallest(rows: Rows, reading: CellReading) -> int:
    """The fewest records any record could be taken for."""
    if reading is CellReading.STRICT:
        return min(Counter(rows).values())
    unknown = [tuple(None if value == SUPPRESSED else value for value in row) for row in rows]
    return min(sum(compatible(row, other) for other in unknown) for row in unknown)


def at_risk(rows: Rows, cell_size: int, reading: CellReading) -> list[bool]:
    same = compatible if reading is CellReading.WILDCARD else (lambda row, other: row == other)
    return [sum(same(row, other) for other in rows) < cell_size for row in rows]


def least_patterns(rows: Rows, row: Row, cell_size: int) -> list[tuple[bool, ...]]:
    """Patterns that would make a record safe if it were the only one suppressed, none containing another."""

    def safe(pattern: Sequence[bool]) -> bool:
        gone = tuple(None if lost else value for value, lost in zip(row, pattern, strict=True))
        return sum(compatible(gone, other) for other in rows) >= cell_size

    every = [pattern for pattern in product((False, True), repeat=len(row)) if safe(pattern)]
    return [p for p in every if not any(q != p and all(b or not a for a, b in zip(q, p, strict=True)) for q in every)]


@readings
@law
@given(rows=tables(), cell_size=cell_sizes)
def test_every_record_is_one_of_k_afterwards(reading: CellReading, rows: Rows, cell_size: int) -> None:
    if len(rows) < cell_size:
        return
    after = carried_out(rows, suppress(rows, cell_size, reading))
    assert smallest(after, reading) >= cell_size


@readings
@law
@given(rows=tables(), cell_size=cell_sizes)
def test_the_table_made_for_checking_is_the_one_carried_out(reading: CellReading, rows: Rows, cell_size: int) -> None:
    if len(rows) < cell_size:
        return
    classes, _ = classes_of(rows)
    suppression = suppress(rows, cell_size, reading)
    table = apply_cell_suppression(classes.codes, classes.radices(), classes.sizes, suppression)
    after = carried_out(rows, suppression)
    assert sorted(table.sizes.tolist()) == sorted(Counter(after).values())
    missing = [domain.missing_code for domain in classes.domains]
    assert measure_suppressed(table, reading, missing).min() == smallest(after, reading)


@readings
@law
@given(rows=tables(), cell_size=cell_sizes)
def test_cells_are_never_more_than_all_cells_of_the_records_at_risk(
    reading: CellReading, rows: Rows, cell_size: int
) -> None:
    endangered = sum(at_risk(rows, cell_size, reading))
    if endangered < cell_size:  # too few to form a class of their own
        return
    assert suppress(rows, cell_size, reading).n_cells <= endangered * len(rows[0])


@readings
@law
@given(rows=tables(), cell_size=cell_sizes)
def test_the_same_table_gives_the_same_cells(reading: CellReading, rows: Rows, cell_size: int) -> None:
    if len(rows) < cell_size:
        return
    first, second = (suppress(rows, cell_size, reading) for _ in range(2))
    assert first.class_number.tolist() == second.class_number.tolist()
    assert first.pattern.tolist() == second.pattern.tolist()
    assert first.records.tolist() == second.records.tolist()


@law
@given(rows=tables(), cell_size=cell_sizes)
def test_under_wildcard_only_records_at_risk_lose_cells_and_none_more_than_it_needs_for_itself(
    rows: Rows, cell_size: int
) -> None:
    if len(rows) < cell_size:
        return
    endangered = at_risk(rows, cell_size, CellReading.WILDCARD)
    after = carried_out(rows, suppress(rows, cell_size, CellReading.WILDCARD))
    for row, now, was_at_risk in zip(rows, after, endangered, strict=True):
        lost = tuple(value == SUPPRESSED for value in now)
        if any(lost):
            assert was_at_risk
            assert all(value is not None for value, gone in zip(row, lost, strict=True) if gone)
            if None not in sum(rows, ()):
                assert lost in least_patterns(rows, row, cell_size)


@readings
@law
@given(rows=tables(), cell_size=cell_sizes)
def test_a_table_without_records_at_risk_is_left_alone(reading: CellReading, rows: Rows, cell_size: int) -> None:
    repeated = rows * cell_size
    assert suppress(repeated, cell_size, reading).n_cells == 0


def choices(rows: Rows, cell_size: int, reading: CellReading) -> Iterator[tuple[tuple[bool, ...], ...]]:
    """Every way to suppress cells: any, or under wildcard those that bauta allows itself."""
    every = list(product((False, True), repeat=len(rows[0])))
    if reading is CellReading.STRICT:
        yield from product(every, repeat=len(rows))
        return
    endangered = at_risk(rows, cell_size, reading)
    nothing = every[0]
    yield from product(
        *(
            [nothing, *least_patterns(rows, row, cell_size)] if in_danger else [nothing]
            for row, in_danger in zip(rows, endangered, strict=True)
        )
    )


def fewest_cells(rows: Rows, cell_size: int, reading: CellReading) -> int:
    best = len(rows) * len(rows[0])
    for choice in choices(rows, cell_size, reading):
        cells = sum(map(sum, choice))
        if cells < best:
            after = [without(row, pattern) for row, pattern in zip(rows, choice, strict=True)]
            if smallest(after, reading) >= cell_size:
                best = cells
    return best


two_columns = st.lists(st.tuples(*[st.sampled_from("abc")] * 2), min_size=3, max_size=6)
three_columns = st.lists(st.tuples(*[st.sampled_from("ab")] * 3), min_size=3, max_size=4)


@readings
@law
@given(rows=st.one_of(two_columns, three_columns), cell_size=st.integers(2, 3))
def test_on_tiny_tables_the_fewest_possible_cells_are_nearly_met(
    reading: CellReading, rows: Rows, cell_size: int
) -> None:
    """Found over all 3 to 6 records: at most half as many cells again, one cell more where there are very few."""
    fewest = fewest_cells(rows, cell_size, reading)
    found = suppress(rows, cell_size, reading).n_cells
    assert fewest <= found <= max(fewest + 1, 1.5 * fewest)
