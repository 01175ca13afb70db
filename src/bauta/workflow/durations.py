"""Days between the shifted dates of a row, as columns that the engine works out and the search generalizes.

All dates of a person move by one offset, so the days between them are in the release as they were. Whoever knows how
long somebody stayed knows such a number. So it is a quasi-identifier, unless the study says why nobody knows it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.dates.reading import AS_WRITTEN
from bauta.engines.counts import Recoding
from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.errors import DurationNotShifted, NotDates, shown
from bauta.hierarchies.bands import chosen_bands, suggested_bands
from bauta.model.dates import DateNotation
from bauta.model.durations import Duration
from bauta.model.microdata import Microdata
from bauta.model.numbers import is_missing, numbers
from bauta.model.transformations import BandHierarchy
from bauta.transform.date_shift import days_of_serials, read_texts
from bauta.transform.durations import ColumnOfDays, earliest
from bauta.workflow.requests import AssessmentRequest

DAYS_SHOW_WHO_IS_THERE = (
    "The population has no days between dates. Whoever knows such days of somebody knows that they are in the data, so "
    "the journalist's figures are those of the prosecutor."
)
MICROSECONDS_PER_DAY = 86_400_000_000


@dataclass(frozen=True, eq=False, repr=False)
class DaysOfValues:
    """What the different values of a column of dates say."""

    values: Any
    """Arrow array, without a missing one."""
    days: Integers
    is_whole: Any
    """Whether each says a day, not only a month or a year."""
    rows: Integers


def add_durations(engine: Engine, data: Microdata, request: AssessmentRequest) -> Microdata:
    """The table with a column for each duration of the request; the same one each time."""
    wanted = [one for one in request.durations if one.name not in data.names]
    if not wanted:
        return data
    notations = {name: request.dates.get(name, AS_WRITTEN) for one in wanted for name in (one.first, one.later)}

    def number(name: str) -> Recoding:
        read = read_days(engine, data, name, notations[name])
        kept = np.flatnonzero(read.is_whole)
        return Recoding(_taken(read.values, kept), read.days[kept])

    pairs = {one.name: (one.later, one.first) for one in wanted}
    return engine.with_differences(data, pairs, number, rule=tuple(notations.items()))


def find_durations(
    engine: Engine, data: Microdata, dates: Mapping[str, DateNotation], shifted: Sequence[str], first: str | None
) -> tuple[Duration, ...]:
    """The days from the first of the shifted dates of a row to each other one; all further differences follow."""
    if first is not None and first not in shifted:
        raise DurationNotShifted(column=shown(first))
    if len(shifted) < 2:
        return ()
    if first is None:
        columns = []
        for name in shifted:
            read = read_days(engine, data, name, dates.get(name, AS_WRITTEN))
            columns.append(ColumnOfDays(name, read.days[read.is_whole], read.rows[read.is_whole]))
        first = earliest(columns)
    taken = {name.lower() for name in data.names}
    found = []
    for later in shifted:
        if later == first:
            continue
        name = f"days from {first} to {later}"
        while name.lower() in taken:
            name += "_"
        taken.add(name.lower())
        found.append(Duration(name, first, later))
    return tuple(found)


def read_days(engine: Engine, data: Microdata, name: str, notation: DateNotation) -> DaysOfValues:
    """The days of the different values of a column, each read once."""
    import pyarrow as pa

    groups = engine.count_groups(data, [name])
    content = groups.values.column(0).combine_chunks()
    is_there = ~is_missing(content)
    values, rows = content.drop_null(), groups.sizes[is_there]
    kind = values.type
    is_whole = np.ones(len(values), np.bool_)
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        texts = read_texts(values.to_pylist(), rows, name, notation=notation)
        return DaysOfValues(values, texts.days, texts.is_whole, rows)
    if pa.types.is_date32(kind):
        return DaysOfValues(values, numbers(values.cast(pa.int32())).astype(np.int64), is_whole, rows)
    if pa.types.is_date(kind) or pa.types.is_timestamp(kind):
        micro = numbers(values.cast(pa.timestamp("us"), safe=False).cast(pa.int64()))
        return DaysOfValues(values, micro // MICROSECONDS_PER_DAY, is_whole, rows)
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    if notation.serial is None or not is_number:
        raise NotDates(count=int(rows.sum()), column=shown(name))
    given = numbers(values.cast(pa.int64() if pa.types.is_integer(kind) else pa.float64()))
    return DaysOfValues(values, days_of_serials(given, notation.serial, name), is_whole, rows)


def bands_of(engine: Engine, data: Microdata, duration: Duration, bands: Sequence[int]) -> BandHierarchy:
    """The bands that the study asks for, or those that fit the days in the data."""
    if bands:
        return chosen_bands(bands)
    groups = engine.count_groups(data, [duration.name])
    content = groups.values.column(0).combine_chunks()
    is_there = ~is_missing(content)
    return suggested_bands(numbers(content.drop_null()).astype(np.int64), groups.sizes[is_there])


def _taken(values: Any, which: Integers) -> Any:
    import pyarrow as pa

    return values.take(pa.array(which, pa.int64()))


def says_days(classes: EquivalenceClasses, request: AssessmentRequest, *, without: Sequence[str]) -> bool:
    """Whether some class of a measured table has a number of days that the variables of the population are `without`.

    Who knows somebody's days knows that they are in the data, so no people of the population beside them are counted.
    """
    names = {one.name for one in request.durations if one.name not in without}
    pairs = zip(classes.variables, classes.domains, strict=True)
    return any(name in names and len(domain.values) > 0 for name, domain in pairs)
