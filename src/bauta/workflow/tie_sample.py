"""The rows in which ties are looked for, and what a recipient can read off each column of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np

from bauta.dates.reading import AS_WRITTEN, read_dates
from bauta.dates.serials import COUNTS
from bauta.engines.engine import Engine
from bauta.engines.release import DatedColumn, ReleaseColumn, RowColumn
from bauta.equivalence.coding import canonical_texts
from bauta.model.dates import DateNotation
from bauta.model.microdata import Microdata
from bauta.model.numbers import numbers
from bauta.ties.evidence import evidence_of_clock, evidence_of_numbers, evidence_of_spelling, evidence_of_texts
from bauta.ties.find import Numbers
from bauta.ties.tie import Codes, Evidence

MOST_ROWS = 1_000_000
"""A larger table is looked at in so many of its rows, spread evenly over it."""
_CELLS_AT_A_TIME = 40_000_000
_MOST_PASSES = 4
_MOSTLY = 0.95
"""The share of different texts that must be numbers, or dates, for a column to be read as such."""
_EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, eq=False, repr=False)
class Sample:
    """Some rows of a table."""

    engine: Engine
    data: Microdata
    row_numbers: Codes
    """Which rows of the whole table they are, from 1."""
    is_whole: bool

    def tables(self, names: Sequence[str]) -> Iterator[Any]:
        """These columns of the rows as Arrow tables, some columns at a time, in few passes."""
        passes = min(_MOST_PASSES, max(1, -(-len(self.row_numbers) * len(names) // _CELLS_AT_A_TIME)))
        width = max(1, -(-len(names) // passes))
        for start in range(0, len(names), width):
            yield self.engine.rows_of(self.data, names[start : start + width])


def draw_sample(engine: Engine, data: Microdata) -> Sample:
    """All rows of a table, or a million spread over it: the same ones each time."""
    rows = engine.count_rows(data)
    if rows <= MOST_ROWS:
        return Sample(engine, data, np.arange(1, rows + 1), is_whole=True)
    chosen = 1 + np.arange(MOST_ROWS, dtype=np.int64) * rows // MOST_ROWS
    return Sample(engine, engine.keep_rows(data, chosen), chosen, is_whole=False)


def as_released(column: ReleaseColumn, own: Any, row_numbers: Codes) -> Any:
    """What the release shows of a column in these rows, where `own` is what the source has."""
    import pyarrow as pa

    if not isinstance(column, RowColumn | DatedColumn) or not len(column.row_numbers):
        return own
    at = np.minimum(np.searchsorted(column.row_numbers, row_numbers), len(column.row_numbers) - 1)
    is_there = np.asarray(column.row_numbers)[at] == row_numbers
    told = column.told.combine_chunks() if isinstance(column.told, pa.ChunkedArray) else column.told
    return told.take(pa.array(at, pa.int64(), mask=~is_there))


@dataclass(frozen=True, eq=False, repr=False)
class Shown:
    """What can be read off a column."""

    evidence: tuple[Evidence, ...]
    numbers: Numbers | None
    """Its numbers, or its dates as days, with NaN where there are none; None for texts."""


def read_off(name: str, values: Any, notation: DateNotation | None) -> Shown:
    """What an Arrow array of values shows, read as numbers or dates where it holds such."""
    import pyarrow as pa

    column = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    if isinstance(column, pa.ChunkedArray):
        column = pa.concat_arrays(column.chunks)
    encoded = column.dictionary_encode()
    codes = numbers(encoded.indices, missing=len(encoded.dictionary)).astype(np.int64)
    known = numbers_of(encoded.dictionary, notation)
    if known is None:
        texts = [str(text) for text in canonical_texts(encoded.dictionary)]
        return Shown(tuple(evidence_of_texts(name, texts, codes)), None)
    of_rows = np.r_[known, np.nan][codes]
    evidence = [*evidence_of_numbers(name, of_rows)]
    if pa.types.is_string(encoded.dictionary.type) or pa.types.is_large_string(encoded.dictionary.type):
        evidence += evidence_of_spelling(name, encoded.dictionary.to_pylist(), known, codes)
    elif pa.types.is_timestamp(encoded.dictionary.type):
        evidence += evidence_of_clock(name, of_rows)
    elif np.isnan(known).any():  # what is no number among numbers
        evidence.append(Evidence((name,), "its values", codes))
    return Shown(tuple(evidence), of_rows)


def numbers_of(values: Any, notation: DateNotation | None) -> Numbers | None:
    """The different values of a column as numbers, or as days; None where they are neither."""
    import pyarrow as pa

    kind = values.type
    if pa.types.is_boolean(kind):
        return None
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return numbers(values.cast(pa.timestamp("us"), safe=False).cast(pa.int64()), missing=0) / 86_400e6
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        own = np.array([np.nan if value is None else float(value) for value in values.to_pylist()])
        own[~np.isfinite(own)] = np.nan
        serial = None if notation is None else notation.serial
        return own / COUNTS[serial].per_day if serial is not None else own
    return _numbers_of_texts([str(text) for text in values.to_pylist() if text is not None], notation)


def _numbers_of_texts(texts: Sequence[str], notation: DateNotation | None) -> Numbers | None:
    if notation is None:
        own = np.array([_number(text) for text in texts], dtype=np.float64)
        if len(own) and np.isfinite(own).mean() >= _MOSTLY:
            return own
    some = list(texts[:200])
    if notation is None and sum(one is not None for one in read_dates(some)) < _MOSTLY * len(some):
        return None
    readings = read_dates(texts, notation or AS_WRITTEN)
    days = np.array([np.nan if one is None else (one.day - _EPOCH).days for one in readings], dtype=np.float64)
    return days if len(days) and np.isfinite(days).mean() >= _MOSTLY else None


def _number(text: str) -> float:
    try:
        number = float(text.replace(",", ".", 1) if "." not in text else text)
    except ValueError:
        return np.nan
    return number if np.isfinite(number) and "_" not in text else np.nan
