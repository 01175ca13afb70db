"""Numbers as a paper prints them, and whether ours would be printed the same."""

import csv
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pyarrow as pa

from bauta.engines.duckdb import DuckDbEngine

Row = dict[str, str]


def read_table(test_file: str, name: str) -> list[Row]:
    """The rows of a printed table kept beside the test that checks it, all as text."""
    with (Path(test_file).parent / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def would_print_as(number: float | Fraction, printed: str) -> bool:
    """Whether `number` lies within half a unit of the last printed digit.

    A probability printed without decimals beside others that have them (1 beside 0.33) stands for itself: half a unit
    of it would let 0.5 pass for 1.
    """
    written = Fraction(printed)
    exponent = Decimal(printed).as_tuple().exponent
    assert isinstance(exponent, int)
    tolerance = Fraction(10) ** exponent / 2 if exponent < 0 else Fraction(0)
    return abs(Fraction(number) - written) <= tolerance


def arrow(rows: Sequence[Row]) -> pa.Table:
    return pa.Table.from_pylist(list(rows))


def class_sizes(engine: DuckDbEngine, rows: Sequence[Row], quasi_identifiers: Sequence[str]) -> list[int]:
    """For each row, the size of its equivalence class as bauta counts it."""
    counted = engine.count_groups(engine.open(arrow(rows)), quasi_identifiers)
    combinations = zip(*(counted.values.column(i).to_pylist() for i in range(len(quasi_identifiers))), strict=True)
    size_of = dict(zip(combinations, counted.sizes.tolist(), strict=True))
    return [size_of[tuple(row[name] for name in quasi_identifiers)] for row in rows]
