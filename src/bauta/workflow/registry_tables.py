"""Reading what a registry is simulated from: two tables of counts, and the reports to be matched."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.dates.forms import Precision
from bauta.dates.reading import read_dates
from bauta.engines.engine import Engine
from bauta.equivalence.classes import Integers
from bauta.errors import PopulationCountInvalid, RegistryTableInvalid, shown
from bauta.model.microdata import Microdata
from bauta.model.registry_simulation import LeftOut
from bauta.model.source import DataSource
from bauta.risk.registry_simulation import RegistryMargins, Reports

YEAR, MONTH, AGE, COUNT, DATE = "year", "month", "age", "count", "date"
WHOLE_NUMBER = re.compile(r"\d{1,9}(\.0+)?")
OPEN_AGE = re.compile(r"\d{1,3}\+")
EARLIEST, LATEST = 1000, 3000
OLDEST = 150
NOT_A_NUMBER = -1
NO_DATE = -(2**62)
MOST_CELLS = 200_000_000
MOST_PEOPLE = 100_000_000
"""What fits in a few gigabytes of memory."""

Values = tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class RegistryTables:
    """What was read, and in which words it is told."""

    margins: RegistryMargins
    reports: Reports
    source: str
    left_out: LeftOut
    assigned: tuple[str, ...]
    told: tuple[str, ...]
    notes: tuple[str, ...]


def read_registry_tables(
    engine: Engine, by_age: DataSource, by_month: DataSource, reports: DataSource
) -> RegistryTables:
    """The margins as arrays, and the reports that can be matched, one by one."""
    ages, months, reported = (engine.open(source) for source in (by_age, by_month, reports))
    variables = _others(ages, (YEAR, AGE, COUNT))
    shared = _others(months, (YEAR, MONTH, COUNT))
    for name in shared:
        if name not in variables:
            raise RegistryTableInvalid(path=months.shown, why=f"its column {shown(name)} is not in {ages.shown}")
    known = tuple(name for name in variables if name in reported.names)
    assigned = tuple(name for name in variables if name not in known)
    for name in (DATE, AGE):
        _check_has(reported, name)

    cells, people = _counted(engine, ages, (YEAR, AGE, *variables))
    year = _whole(ages, cells[0], YEAR, EARLIEST, LATEST)
    age, top = _ages(ages, cells[1])
    value_of = dict(zip(variables, cells[2:], strict=True))
    other_number, other_of = _numbered(_joined(value_of, known, len(people)))
    assigned_number, _ = _numbered(_joined(value_of, assigned, len(people)))
    month_number, month_shares, missing_months = _month_shares(
        engine,
        months,
        shared,
        [(str(y), *names) for y, names in zip(year, _joined(value_of, shared, len(people)), strict=True)],
    )
    margins = RegistryMargins(
        first_year=int(year.min()),
        n_years=int(year.max() - year.min()) + 1,
        lowest_age=int(age.min()),
        assigned=assigned_number,
        other=other_number,
        age=age - age.min(),
        year=year - year.min(),
        people=people,
        months=month_number,
        month_shares=month_shares,
    )
    n_cells = (assigned_number.max() + 1) * len(other_of) * (age.max() - age.min() + 1) * margins.n_days
    if n_cells > MOST_CELLS or people.sum() > MOST_PEOPLE:
        why = f"{people.sum():,} people in {n_cells:,} cells by day are too many; leave variables or years out"
        raise RegistryTableInvalid(path=ages.shown, why=why)
    matched, left_out = _reports(engine, reported, known, other_of, margins, highest=int(age.max()), top=top)
    notes = (
        *ages.notes, *months.notes, *reported.notes,
        *_repeated(engine, ages, (YEAR, AGE, *variables)), *_repeated(engine, months, (YEAR, MONTH, *shared)),
        *missing_months,
    )  # fmt: skip
    return RegistryTables(margins, matched, reported.shown, left_out, assigned, known, notes)


def _repeated(engine: Engine, data: Microdata, variables: Sequence[str]) -> tuple[str, ...]:
    """That lines say the same combination more than once: a mistake, or a table finer than its columns tell."""
    lines = engine.count_groups(data, variables).sizes
    again = int(np.count_nonzero(lines > 1))
    if not again:
        return ()
    combinations = "1 combination" if again == 1 else f"{again:,} combinations"
    verb = "occurs" if again == 1 else "occur"
    listed = ", ".join(shown(name) for name in variables)
    return (f"In {data.shown} {combinations} of {listed} {verb} in more than one line; the counts were added.",)


def _others(data: Microdata, needed: Sequence[str]) -> tuple[str, ...]:
    for name in needed:
        _check_has(data, name)
    return tuple(name for name in data.names if name not in needed)


def _check_has(data: Microdata, name: str) -> None:
    if name not in data.names:
        raise RegistryTableInvalid(path=data.shown, why=f"it has no column {name}")


def _counted(engine: Engine, data: Microdata, variables: Sequence[str]) -> tuple[list[list[str | None]], Integers]:
    """The values of each variable and the people, for every combination that has any."""
    try:
        groups = engine.sum_groups(data, variables, COUNT)
    except PopulationCountInvalid as error:
        why = f"some of its counts are not whole numbers of people ({error.facts['rows']})"
        raise RegistryTableInvalid(path=data.shown, why=why) from None
    there = np.flatnonzero(groups.sizes > 0)
    if not len(there):
        raise RegistryTableInvalid(path=data.shown, why="it counts nobody")
    columns = [_texts(groups.values.column(i).to_pylist(), there) for i in range(len(variables))]
    for name, column in zip(variables, columns, strict=True):
        empty = sum(value is None for value in column)
        if empty:
            raise RegistryTableInvalid(path=data.shown, why=f"lines without {shown(name)}: {empty:,}")
    return columns, groups.sizes[there].astype(np.int64)


def _texts(values: Sequence[Any], places: Integers) -> list[str | None]:
    return [None if values[place] is None else str(values[place]).strip() for place in places]


def _number(text: str | None) -> int:
    return int(float(text)) if text is not None and WHOLE_NUMBER.fullmatch(text) else NOT_A_NUMBER


def _whole(data: Microdata, texts: Sequence[str | None], name: str, lowest: int, highest: int) -> Integers:
    numbers = np.array([_number(text) for text in texts], dtype=np.int64)
    wrong = int(np.count_nonzero((numbers < lowest) | (numbers > highest)))
    if wrong:
        why = f"in {wrong} of its combinations the {name} is not a whole number from {lowest} to {highest}"
        raise RegistryTableInvalid(path=data.shown, why=why)
    return numbers


def _ages(data: Microdata, texts: Sequence[str | None]) -> tuple[Integers, bool]:
    """Ages, and whether the highest is open: 100+ has everybody of 100 and more."""
    is_open = [text is not None and bool(OPEN_AGE.fullmatch(text)) for text in texts]
    closed = [
        text.rstrip("+") if text is not None and flag else text for text, flag in zip(texts, is_open, strict=True)
    ]
    numbers = _whole(data, closed, AGE, 0, OLDEST)
    if any(is_open) and numbers[is_open].min() < numbers.max():
        raise RegistryTableInvalid(path=data.shown, why="an age with a + is not the highest")
    return numbers, any(is_open)


def _joined(value_of: dict[str, list[str | None]], names: Sequence[str], length: int) -> list[Values]:
    columns = [value_of[name] for name in names]
    return list(zip(*columns, strict=True)) if columns else [()] * length


def _numbered(values: Sequence[Values]) -> tuple[Integers, dict[Values, int]]:
    number_of = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([number_of[value] for value in values], dtype=np.int64), number_of


def _month_shares(
    engine: Engine, months: Microdata, shared: Sequence[str], wanted: Sequence[Values]
) -> tuple[Integers, Any, tuple[str, ...]]:
    """The row of shares for each cell, the rows, and a note on months that are missing.

    A row is twelve shares, for each year and group of the second table.
    """
    columns, people = _counted(engine, months, (YEAR, MONTH, *shared))
    years = _whole(months, columns[0], YEAR, EARLIEST, LATEST)
    number = _whole(months, columns[1], MONTH, 1, 12)
    groups = [(str(y), *names) for y, *names in zip(years, *columns[2:], strict=True)]
    row_of_group, rows = _numbered(groups)
    counts = np.zeros((len(rows), 12))
    np.add.at(counts, (row_of_group, number - 1), people)
    unknown = {group for group in wanted if group not in rows}
    if unknown:
        why = f"it has no months for some {', '.join((YEAR, *shared))} of the other table ({len(unknown):,})"
        raise RegistryTableInvalid(path=months.shown, why=why)
    used = np.array([rows[group] for group in wanted], dtype=np.int64)
    lacking = int(np.count_nonzero((counts[np.unique(used)] == 0).any(axis=1)))
    note: tuple[str, ...] = ()
    if lacking:
        combinations = "1 combination" if lacking == 1 else f"{lacking:,} combinations"
        note = (
            f"In {months.shown} some month is missing or has nobody for {combinations} of "
            f"{', '.join((YEAR, *map(shown, shared)))}; nobody was simulated there.",
        )
    return used, counts / counts.sum(axis=1, keepdims=True), note


def _reports(
    engine: Engine,
    data: Microdata,
    known: Sequence[str],
    other_of: dict[Values, int],
    margins: RegistryMargins,
    *,
    highest: int,
    top: bool,
) -> tuple[Reports, LeftOut]:
    """The reports one by one; those that the registry cannot have are left out and counted."""
    groups = engine.count_groups(data, (DATE, AGE, *known))
    everyone = np.arange(len(groups.sizes))
    dates, ages, *values = (_texts(groups.values.column(i).to_pylist(), everyone) for i in range(2 + len(known)))
    other = np.array([other_of.get(value, -1) for value in (zip(*values, strict=True) if values else [()] * len(ages))])
    age = np.array([_number(None if text is None else text.rstrip("+")) for text in ages])
    if top:
        age = np.minimum(age, highest)
    day = _days(dates, margins.first_year)
    fits = (other >= 0) & (age >= margins.lowest_age) & (age <= highest) & (day >= 0) & (day < margins.n_days)
    left_out = _left_out(groups.sizes, fits, dates, day, age)
    if not fits.any():
        why = "none of its reports has a date (as 2004-11-25), an age and other values that the registry has too"
        raise RegistryTableInvalid(path=data.shown, why=why)
    times = groups.sizes[fits]
    one_by_one = (np.repeat(column[fits], times) for column in (other, age - margins.lowest_age, day))
    in_order = np.lexsort(tuple(np.repeat(column[fits], times) for column in (other, age, day)))
    return Reports(*(column[in_order] for column in one_by_one)), left_out


def _left_out(
    sizes: Integers, fits: npt.NDArray[np.bool_], dates: Sequence[str | None], day: Integers, age: Integers
) -> LeftOut:
    """Why reports cannot be matched, the first reason of each."""
    reasons = np.select(
        [fits, np.array([text is None for text in dates]), day == NO_DATE, age == NOT_A_NUMBER], [0, 1, 2, 3], 4
    )
    totals = np.bincount(reasons, weights=sizes, minlength=5).astype(np.int64).tolist()
    return LeftOut(*totals[1:])


def _days(texts: Sequence[str | None], first_year: int) -> Integers:
    """The days' numbers, counted from the first of January of the first year; NO_DATE for what is none."""
    start = date(first_year, 1, 1)
    readings = read_dates([text or "" for text in texts])
    return np.array(
        [
            (reading.day - start).days if reading is not None and reading.precision is Precision.DAY else NO_DATE
            for reading in readings
        ],
        dtype=np.int64,
    )
