import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from bauta.equivalence.classes import Integers
from bauta.errors import TooFewRecords
from bauta.model.transformations import CellReading
from bauta.transform import cell_neighbourhoods
from bauta.transform.cell_suppression import (
    CellSuppression,
    apply_cell_suppression,
    measure_suppressed,
    suppress_cells,
)

STRICT, WILDCARD = CellReading.STRICT, CellReading.WILDCARD
both_readings = pytest.mark.parametrize("reading", list(CellReading), ids=str)

TEN_PATIENTS = (
    [("M", "60s")] * 3 + [("M", "70s")] * 2 + [("F", decade) for decade in ("40s", "50s", "60s", "70s", "80s")]
)


class Table:
    """Rows of texts as codes; None is missing."""

    def __init__(self, rows: Sequence[tuple[Any, ...]]) -> None:
        self.distinct = list(dict.fromkeys(rows))
        self.sizes: Integers = np.array([rows.count(row) for row in self.distinct], dtype=np.int64)
        columns = [list(column) for column in zip(*self.distinct, strict=True)]
        values = [sorted({v for v in column if v is not None}) for column in columns]
        self.codes = [
            np.array([len(known) if v is None else known.index(v) for v in column], dtype=np.int32)
            for column, known in zip(columns, values, strict=True)
        ]
        self.missing = [len(known) if None in column else None for column, known in zip(columns, values, strict=True)]
        self.radices = [len(set(column)) for column in columns]

    def suppress(self, cell_size: int, reading: CellReading, **more: Any) -> CellSuppression:
        return suppress_cells(
            self.codes, self.radices, self.sizes, cell_size, reading=reading, missing_codes=self.missing, **more
        )

    def shown(self, found: CellSuppression) -> list[tuple[Any, ...]]:
        """The suppressed records as they look afterwards."""
        return sorted(
            tuple("*" if lost else value for value, lost in zip(self.distinct[j], pattern, strict=True))
            for j, pattern, records in zip(found.class_number, found.pattern, found.records, strict=True)
            for _ in range(records)
        )

    def smallest(self, found: CellSuppression, reading: CellReading) -> int:
        after = apply_cell_suppression(self.codes, self.radices, self.sizes, found)
        return int(measure_suppressed(after, reading, self.missing).min())


def test_strict_puts_ten_patients_into_classes_of_three() -> None:
    table = Table(TEN_PATIENTS)
    found = table.suppress(3, STRICT)
    assert table.shown(found) == [("*", "70s")] * 3 + [("F", "*")] * 4
    assert (found.n_cells, found.n_records) == (7, 7)


def test_wildcard_covers_seven_patients_at_risk_with_three_cells() -> None:
    table = Table(TEN_PATIENTS)
    found = table.suppress(3, WILDCARD)
    assert table.shown(found) == [("*", "70s"), ("F", "*"), ("F", "*")]
    assert table.smallest(found, WILDCARD) == 3


def test_the_table_afterwards_has_a_code_of_its_own_for_suppressed_cells() -> None:
    table = Table(TEN_PATIENTS)
    after = apply_cell_suppression(table.codes, table.radices, table.sizes, table.suppress(3, STRICT))
    assert after.suppressed_codes == (2, 5)
    rows = sorted(zip(*(digits.tolist() for digits in after.codes), after.sizes.tolist(), strict=True))
    assert rows == [(0, 5, 4), (1, 2, 3), (2, 3, 3)]  # (F, *) 4, (M, 60s) 3, (*, 70s) 3


def test_records_of_a_safe_class_are_recruited_where_that_is_cheapest() -> None:
    """(M, 60s) can spare two of its five, so that the one man of 70 is not alone."""
    table = Table([("M", "60s")] * 5 + [("M", "70s")] + [("F", "50s")] * 3)
    found = table.suppress(3, STRICT)
    assert table.shown(found) == [("M", "*")] * 3


def test_a_safe_class_that_can_spare_nobody_is_recruited_whole() -> None:
    table = Table([("M", "60s")] * 3 + [("M", "70s")])
    assert table.shown(table.suppress(3, STRICT)) == [("M", "*")] * 4


def test_records_nobody_is_like_lose_every_cell_together() -> None:
    table = Table([("a", "1"), ("b", "2"), ("c", "3")])
    assert table.shown(table.suppress(3, STRICT)) == [("*", "*")] * 3


def test_a_single_record_unlike_all_others_takes_company_into_the_class_of_blank_records() -> None:
    table = Table([("a", "1")] * 5 + [("b", "2")])
    assert table.shown(table.suppress(3, STRICT)) == [("*", "*")] * 3


def test_under_strict_a_missing_value_is_not_a_suppressed_one() -> None:
    table = Table([("a", None)] * 2 + [("a", "1")])
    assert table.shown(table.suppress(3, STRICT)) == [("a", "*")] * 3


def test_under_wildcard_a_missing_value_matches_already() -> None:
    table = Table([("a", None)] * 2 + [("a", "1")])
    assert table.suppress(3, WILDCARD).n_cells == 0


def test_under_wildcard_no_blank_record_stands_for_everybody() -> None:
    """Two blank records would match all: four cells. Instead nobody loses more than it needs for itself."""
    table = Table([(letter, number) for letter in "abcdef" for number in "123456"])
    found = table.suppress(3, WILDCARD)
    assert set(found.pattern.sum(axis=1).tolist()) == {1}
    assert table.smallest(found, WILDCARD) >= 3


def test_a_heavy_variable_is_spared() -> None:
    table = Table([("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")])
    assert [row[0] for row in table.shown(table.suppress(2, STRICT, weights=[5.0, 1.0]))] == ["a", "a", "b", "b"]
    assert [row[1] for row in table.shown(table.suppress(2, STRICT, weights=[1.0, 5.0]))] == ["1", "1", "2", "2"]


@both_readings
def test_nothing_is_suppressed_where_nobody_is_at_risk(reading: CellReading) -> None:
    found = Table([("a", "1")] * 3).suppress(3, reading)
    assert (found.n_cells, found.n_records, found.pattern.shape) == (0, 0, (0, 2))


@both_readings
def test_fewer_records_than_the_cell_size_are_refused(reading: CellReading) -> None:
    with pytest.raises(TooFewRecords, match="2 records, fewer than the cell size 3"):
        Table([("a", "1"), ("b", "1")]).suppress(3, reading)


@both_readings
def test_keys_wider_than_an_integer_are_packed(reading: CellReading) -> None:
    rng = np.random.default_rng(1)
    codes = [rng.integers(0, 3, 60).astype(np.int32) for _ in range(12)]
    radices, sizes = [100_000] * 12, rng.integers(1, 5, 60)
    missing = [None] * 12
    found = suppress_cells(codes, radices, sizes, 3, reading=reading, missing_codes=missing)
    after = apply_cell_suppression(codes, radices, sizes, found)
    assert measure_suppressed(after, reading, missing).min() >= 3


@both_readings
def test_with_too_many_patterns_to_try_a_chain_of_them_still_protects_everybody(
    reading: CellReading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cell_neighbourhoods, "MOST_MEMBERSHIPS", 1_000)
    rng = np.random.default_rng(2)
    table = Table([tuple(rng.choice(list("abcd"), 10)) for _ in range(90)])
    found = table.suppress(4, reading)
    assert found.n_cells < 90 * 10
    assert table.smallest(found, reading) >= 4


def test_the_compiler_is_not_loaded_before_it_is_needed() -> None:
    program = "import sys, bauta.transform.cell_suppression; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
