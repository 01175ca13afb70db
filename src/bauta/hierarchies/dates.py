"""Dates told ever more coarsely: day, week, month, quarter, year, five years, decade."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise

from bauta.errors import HierarchyLevelsInvalid, shown
from bauta.hierarchies.told import Telling, Told
from bauta.model.transformations import DateHierarchy, DateLevel

EXPECTED = "dates written like 2024-03-01 (a time may follow)"
DATE = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?)?", re.ASCII
)

FINEST_FIRST = tuple(DateLevel)


def _week(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year:04d}-W{week:02d}"


def _five_years(day: date) -> str:
    first = day.year - day.year % 5
    return f"{first:04d}-{first + 4:04d}"


TOLD_AS: dict[DateLevel, Callable[[date], str]] = {
    DateLevel.DAY: date.isoformat,
    DateLevel.WEEK: _week,
    DateLevel.MONTH: lambda day: f"{day.year:04d}-{day.month:02d}",
    DateLevel.QUARTER: lambda day: f"{day.year:04d}-Q{(day.month + 2) // 3}",
    DateLevel.YEAR: lambda day: f"{day.year:04d}",
    DateLevel.FIVE_YEARS: _five_years,
    DateLevel.DECADE: lambda day: f"{day.year - day.year % 10:04d}s",
}


def told_dates(section: DateHierarchy, variable: str, texts: Sequence[str]) -> Told:
    """The levels asked for."""
    check_order(section.levels, variable)
    levels = [Telling(level.value, TOLD_AS[level]) for level in section.levels]
    return Told([read_date(text) for text in texts], levels, EXPECTED)


def read_date(text: str) -> date | None:
    """The day a text starts with, or None if it is not a date: other orders of day and month are not guessed.

    >>> read_date("2024-02-29 13:45"), read_date("29.02.2024"), read_date("2023-02-29")
    (datetime.date(2024, 2, 29), None, None)
    """
    match = DATE.fullmatch(text)
    if match is None:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def check_order(levels: Sequence[DateLevel], variable: str) -> None:
    """Refuse levels of which one does not contain the one before: a week may lie in two months and in two years."""
    for finer, coarser in pairwise(levels):
        if finer is DateLevel.WEEK:
            raise HierarchyLevelsInvalid(
                name=shown(variable),
                why=f"a week may lie in two of what comes after it ({coarser.value})",
                remedy="Put week last, or leave it out; a day, month, quarter, year, 5 years and decade each lie in "
                "the next.",
            )
        if FINEST_FIRST.index(coarser) <= FINEST_FIRST.index(finer):
            raise HierarchyLevelsInvalid(
                name=shown(variable),
                why=f"{coarser.value} does not contain {finer.value}",
                remedy="Give them finest first: day, month, quarter, year, 5 years, decade; or day, week.",
            )
