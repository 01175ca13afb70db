"""Dates generalized ever more coarsely: day, week, month, quarter, year, five years, decade."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from itertools import pairwise

from bauta.dates.forms import Precision, Reading
from bauta.dates.reading import EXPECTED, find_order, is_ambiguous, read_dates
from bauta.dates.serials import COUNTS
from bauta.errors import HierarchyAmbiguous, HierarchyLevelsInvalid, shown
from bauta.hierarchies.told import Telling, Told
from bauta.model.dates import DateNotation
from bauta.model.transformations import DateHierarchy, DateLevel

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
TOO_FINE: dict[Precision, tuple[DateLevel, ...]] = {
    Precision.DAY: (),
    Precision.MONTH: (DateLevel.DAY, DateLevel.WEEK),
    Precision.YEAR: (DateLevel.DAY, DateLevel.WEEK, DateLevel.MONTH, DateLevel.QUARTER),
}
"""Levels that say more than a month or a year does by itself: there it stays what it is."""
OWN_LEVEL = {Precision.MONTH: DateLevel.MONTH, Precision.YEAR: DateLevel.YEAR}


def told_dates(section: DateHierarchy, variable: str, texts: Sequence[str], *, is_settled: bool = False) -> Told:
    """The levels asked for. Which of day and month comes first is found out unless other values settled it before."""
    check_order(section.levels, variable)
    settled = section if is_settled else with_order(section, variable, texts)
    levels = [Telling(level.value, partial(_label, level)) for level in section.levels]
    expected = EXPECTED if section.serial is None else f"numbers that count {COUNTS[section.serial].words}"
    return Told(read_dates(texts, notation_of(settled)), levels, expected)


def notation_of(section: DateHierarchy) -> DateNotation:
    """How the section says that dates are written."""
    return DateNotation(section.order, section.serial)


def _label(level: DateLevel, reading: Reading) -> str:
    is_too_fine = level in TOO_FINE[reading.precision]
    return TOLD_AS[OWN_LEVEL[reading.precision] if is_too_fine else level](reading.day)


def with_order(section: DateHierarchy, variable: str, texts: Sequence[str]) -> DateHierarchy:
    """The section with the order of day and month, if the values need one; raises HierarchyAmbiguous if none shows."""
    if is_ambiguous(texts, notation_of(section)):
        raise HierarchyAmbiguous(
            name=shown(variable),
            why="in its dates day and month may both come first, and no day is above 12",
            remedy="order: day-first, or month-first",
        )
    if section.order is not None or section.serial is not None:
        return section
    return section.model_copy(update={"order": find_order(texts)[0]})


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
