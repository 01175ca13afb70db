"""Columns of dates of a release that move with the person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.dates.reading import AS_WRITTEN, find_order
from bauta.engines.engine import Engine
from bauta.engines.release import ReleaseColumn, RowColumn
from bauta.equivalence.classes import Integers
from bauta.equivalence.coding import canonical_texts
from bauta.errors import NotDates, listed, shown
from bauta.model.dates import DateNotation
from bauta.model.deidentification import ColumnOutcome
from bauta.model.microdata import Microdata
from bauta.model.numbers import is_missing, numbers
from bauta.transform.date_fillers import check_fillers
from bauta.transform.date_shift import (
    check_calendar,
    check_moved,
    days_of_serials,
    draw_offsets,
    read_texts,
    shift_serials,
)
from bauta.transform.draws import Draws
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.durations_of_release import Bands
from bauta.workflow.later_dates import later_dates, notes_on_later_dates

MICROSECONDS_PER_DAY = 86_400_000_000


@dataclass(frozen=True, eq=False, repr=False)
class ShiftedColumns:
    """Every date of a person moved by that person's offset."""

    columns: Mapping[str, ReleaseColumn]
    outcomes: tuple[ColumnOutcome, ...]
    offsets: Mapping[str, int]
    """Person to days; row numbers stand for people where there is no person key."""
    dates: Mapping[str, DateNotation]
    """How the dates of columns are written, where the values showed it."""
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """Whose rows have a value in a column, and how far that person's dates move."""

    people: Integers
    offsets: Integers
    bound: int
    keep_time: bool


@dataclass(frozen=True, eq=False, repr=False)
class Shifted:
    """One column."""

    told: Any
    """Arrow array of the values that are present."""
    has_clock: bool


def shift_columns(
    engine: Engine,
    data: Microdata,
    request: DeidentifyRequest,
    draws: Draws,
    known: Mapping[str, int],
    bands: Sequence[Bands] = (),
) -> ShiftedColumns:
    """All columns with `shift:`, by offsets that are drawn unless they are `known`, later dates by their `bands`."""
    import pyarrow as pa

    key = request.assessed.person_key
    names = list(request.shifted)
    rows = engine.rows_of(data, [*names, *([key] if key is not None else []), *(one.duration.name for one in bands)])
    n = rows.num_rows
    if key is None:
        people, person_of_row = [str(i) for i in range(1, n + 1)], np.arange(n)
    else:
        encoded = rows.column(len(names)).combine_chunks().dictionary_encode()
        people = canonical_texts(encoded.dictionary)
        person_of_row = numbers(encoded.indices, missing=-1).astype(np.int64)
    in_order = people if key is None else sorted(people)
    bound = request.settings.date_shift_days
    drawn = draw_offsets(in_order, days=bound, draws=draws)
    offset_of = {person: known.get(person, days) for person, days in zip(in_order, drawn.tolist(), strict=True)}
    by_person = np.array([offset_of[person] for person in people] + [0], dtype=np.int64)
    columns: dict[str, ReleaseColumn] = {}
    dates: dict[str, DateNotation] = {}
    later = later_dates(rows, bands)
    outcomes, with_clock = [], []
    for i, name in enumerate(names):
        content = rows.column(i).combine_chunks()
        is_there = ~is_missing(content)
        keep_time = request.shifted[name].keep_time
        moved = by_person[person_of_row]
        if name in later:  # a clock time would say more than days do
            keep_time = False
            is_there, moved = later[name].is_there, moved + later[name].back
            content = content.filter(pa.array(is_there))
        own = Rows(person_of_row[is_there], moved[is_there], bound, keep_time)
        notation = request.assessed.dates.get(name, AS_WRITTEN)
        shifted, dates[name] = _shift(content.drop_null(), own, name, notation)
        columns[name] = RowColumn(name, np.arange(1, n + 1)[is_there], shifted.told)
        what = _in_words(bound, keep_time=keep_time, has_clock=shifted.has_clock)
        if name in later:
            what = f"{later[name].in_words}, {what}" if later[name].is_moved else later[name].in_words
        outcomes.append(ColumnOutcome(name, what))
        if keep_time and shifted.has_clock:
            with_clock.append(name)
    warnings: tuple[str, ...] = ()
    if with_clock:
        warnings = (
            f"Clock times are kept as the study asks: {listed(with_clock)}. They do not move with the date, so whoever "
            "has two releases, or knows when something happened to the minute, can link rows by them.",
        )
    notes = notes_on_later_dates(later)
    return ShiftedColumns(columns, tuple(outcomes), {**known, **offset_of}, dates, warnings, notes)


def _in_words(bound: int, *, keep_time: bool, has_clock: bool) -> str:
    """What was done. What follows the semicolon is for the custodian: who knows the period and the bound knows more."""
    clock = "" if not has_clock else ", clock times kept" if keep_time else ", clock times cut off"
    return f"moved by one offset per person{clock}; up to {bound} days either way"


def _shift(values: Any, rows: Rows, name: str, notation: DateNotation) -> tuple[Shifted, DateNotation]:
    import pyarrow as pa

    kind = values.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return _texts(values, rows, name, notation)
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        return _timestamps(values, rows, name), notation
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    if notation.serial is None or not is_number:
        raise NotDates(count=len(values), column=shown(name))
    return _serials(values, rows, name, notation), notation


def _texts(values: Any, rows: Rows, name: str, notation: DateNotation) -> tuple[Shifted, DateNotation]:
    import pyarrow as pa

    encoded = values.dictionary_encode()
    texts, codes = encoded.dictionary.to_pylist(), numbers(encoded.indices).astype(np.int64)
    counts = np.bincount(codes, minlength=len(texts))
    read = read_texts(texts, counts, name, notation=notation, keep_time=rows.keep_time)
    days, is_whole = read.days[codes], read.is_whole[codes]
    check_fillers(days[is_whole], rows.people[is_whole], rows.bound, name)
    check_moved(days + rows.offsets, name)
    written, which = read.shift(codes, rows.offsets)
    told = pa.array(written, pa.string()).take(pa.array(which, pa.int64()))
    order = notation.order if notation.serial is not None else find_order(texts, notation.order)[0]
    return Shifted(told, read.has_clock), DateNotation(order, notation.serial)


def _timestamps(values: Any, rows: Rows, name: str) -> Shifted:
    """Dates stay dates. Timestamps become dates, or with their clock times timestamps of no zone, in UTC."""
    import pyarrow as pa

    if pa.types.is_date32(values.type):
        days = numbers(values.cast(pa.int32())).astype(np.int64)
        clock = np.zeros(0, np.int64)
    else:
        micro = numbers(values.cast(pa.timestamp("us"), safe=False).cast(pa.int64()))
        days, clock = np.divmod(micro, MICROSECONDS_PER_DAY)
    check_calendar(days, name)
    check_fillers(days, rows.people, rows.bound, name)
    moved = days + rows.offsets
    check_moved(moved, name)
    if rows.keep_time and clock.any():
        return Shifted(pa.array(moved * MICROSECONDS_PER_DAY + clock, pa.int64()).cast(pa.timestamp("us")), True)
    return Shifted(pa.array(moved.astype(np.int32), pa.int32()).cast(pa.date32()), bool(clock.any()))


def _serials(values: Any, rows: Rows, name: str, notation: DateNotation) -> Shifted:
    import pyarrow as pa

    assert notation.serial is not None
    is_whole = pa.types.is_integer(values.type)
    kind = pa.int64() if is_whole else pa.float64()
    given = numbers(values.cast(kind))
    days = days_of_serials(given, notation.serial, name)
    check_fillers(days, rows.people, rows.bound, name)
    check_moved(days + rows.offsets, name)
    cut = shift_serials(given, rows.offsets, notation.serial, keep_time=False)
    with_clock = shift_serials(given, rows.offsets, notation.serial, keep_time=True)
    has_clock = bool((cut != with_clock).any())
    return Shifted(pa.array(with_clock if rows.keep_time else cut, kind), has_clock)
