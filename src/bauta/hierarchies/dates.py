"""Dates told ever more coarsely: day, week, month, quarter, year, five years, decade."""

import re
from collections.abc import Callable, Sequence
from datetime import date
from itertools import pairwise
from typing import Literal

from bauta.errors import HierarchyAmbiguous, HierarchyLevelsInvalid, shown
from bauta.hierarchies.told import Telling, Told
from bauta.model.transformations import DateHierarchy, DateLevel

EXPECTED = "dates written like 2024-03-01, 31.12.2024 or 31/12/2024 (a time may follow)"
_TIME = r"(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?)?"
DATE = re.compile(rf"(\d{{4}})-(\d\d)-(\d\d){_TIME}", re.ASCII)
YEAR_LAST = re.compile(rf"(\d\d?)([./-])(\d\d?)\2(\d{{4}}){_TIME}", re.ASCII)

Order = Literal["day-first", "month-first"]
DAY_FIRST: Order = "day-first"
MONTH_FIRST: Order = "month-first"
LAST_MONTH = 12

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


def told_dates(section: DateHierarchy, variable: str, texts: Sequence[str], *, is_settled: bool = False) -> Told:
    """The levels asked for. Which of day and month comes first is found out unless other values settled it before."""
    check_order(section.levels, variable)
    order = section.order if is_settled else with_order(section, variable, texts).order
    levels = [Telling(level.value, TOLD_AS[level]) for level in section.levels]
    return Told([read_date(text, order) for text in texts], levels, EXPECTED)


def with_order(section: DateHierarchy, variable: str, texts: Sequence[str]) -> DateHierarchy:
    """The section with the order of day and month, if the values need one; raises HierarchyAmbiguous if none shows."""
    if section.order is not None or not needs_order(texts):
        return section
    order = find_order(texts)
    if order is None:
        raise HierarchyAmbiguous(
            name=shown(variable),
            why="in its dates day and month may both come first, and no day is above 12",
            remedy="hierarchy: {kind: dates, order: day-first}, or month-first",
        )
    return section.model_copy(update={"order": order})


def needs_order(texts: Sequence[str]) -> bool:
    """Whether some dates are written with the year last, and not with dots, which always have the day first."""
    return any((match := YEAR_LAST.fullmatch(text)) and match[2] != "." for text in texts)


def find_order(texts: Sequence[str]) -> Order | None:
    """Which of day and month comes first, as numbers above 12 show it; None if none does, or some show either."""
    pairs = [(int(match[1]), int(match[3])) for text in texts if (match := YEAR_LAST.fullmatch(text))]
    day_is_first = any(first > LAST_MONTH for first, _ in pairs)
    month_is_first = any(second > LAST_MONTH for _, second in pairs)
    if day_is_first == month_is_first:
        return None
    return DAY_FIRST if day_is_first else MONTH_FIRST


def read_date(text: str, order: Order | None = None) -> date | None:
    """The day a text starts with, or None if it is not a date. With the year last, dots have the day first.

    >>> read_date("2024-02-29 13:45"), read_date("29.2.2024"), read_date("2023-02-29")
    (datetime.date(2024, 2, 29), datetime.date(2024, 2, 29), None)
    >>> read_date("3/4/2024"), read_date("3/4/2024", "month-first")
    (None, datetime.date(2024, 3, 4))
    """
    try:
        if match := DATE.fullmatch(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        match = YEAR_LAST.fullmatch(text)
        if match is None or (order is None and match[2] != "."):
            return None
        day, month = (match[3], match[1]) if order == MONTH_FIRST else (match[1], match[3])
        return date(int(match[4]), int(month), int(day))
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
