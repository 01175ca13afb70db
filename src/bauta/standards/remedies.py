"""What applying a standard makes of a column: left out, told more coarsely value by value, or kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from bauta.classification import kinds
from bauta.dates.reading import AS_WRITTEN
from bauta.hierarchies.postal_codes import RESTRICTED, read_zip
from bauta.hierarchies.zip3_census import tellable_prefixes
from bauta.model.dates import DateNotation
from bauta.model.roles import Role
from bauta.model.standards import Finding, Outcome
from bauta.standards import forms_in_text, geography
from bauta.standards.dates import AGES, DATES, age_unit, is_date_column, tells_old_age
from bauta.standards.facts import ColumnFacts, TableFacts
from bauta.standards.forms_in_text import InText
from bauta.standards.geography import ZipReading, read_zip_value
from bauta.standards.readings import (
    AGE_ALIKE,
    AGE_ALIKE_IN_UNITS,
    OLDEST,
    Time,
    over_89,
    read_time,
    unit_of,
)

Tell = Callable[[str], str | None]
"""What a value is told as; None for a missing value."""


@dataclass(frozen=True)
class Remedy:
    """What becomes of one column."""

    what: str
    """In words."""
    tell: Tell | None = None
    is_removed: bool = False
    is_doubtful: bool = False
    """Whether it is kept though a rule cannot tell what is in it."""


KEPT = Remedy("kept")
REMOVED = Remedy("removed", is_removed=True)


def remedy_of(column: ColumnFacts, table: TableFacts, findings: Sequence[Finding], forms: Sequence[InText]) -> Remedy:
    """What the findings on a column ask for. `forms` are those that may not stand in any text.

    A column that no rule can settle goes, unless a study declares it: then it is kept, and that is said.
    """
    own = [one for one in findings if one.column == column.name and one.outcome is not Outcome.PASS]
    if not own:
        return KEPT
    told = _told_otherwise(column, table, findings)
    if told is not None:
        return told
    broken = [one for one in own if one.outcome is Outcome.FAIL]
    if all(one.remedy == forms_in_text.BLANK for one in broken):
        is_doubtful = len(broken) < len(own)
        if is_doubtful and (not column.is_declared or column.role is Role.DIRECT_IDENTIFIER):
            return REMOVED
        words = "values with an identifier in them left out" if broken else "kept"
        return Remedy(words, _without_forms(forms) if broken else None, is_doubtful=is_doubtful)
    return REMOVED


def _told_otherwise(column: ColumnFacts, table: TableFacts, findings: Sequence[Finding]) -> Remedy | None:
    """Years, ages and ZIP codes, where the standard lets them be told so; None where they are not such."""
    asked = {one.remedy for one in findings if one.column == column.name}
    if geography.TELL_ZIP3 in asked:
        words = f"told as ZIP3, {RESTRICTED} where restricted by the census of {table.census}"
        return Remedy(words, zip3_of(column, table.census))
    if column.holds(*AGES):
        return Remedy(f"ages over {OLDEST} told as {age_label(column)!r}", age_of(column))
    if is_date_column(column):
        return Remedy("told as years", year_of_date(table.as_of, column.notation or AS_WRITTEN))
    return None


def kind_after(column: ColumnFacts) -> str:
    """What a column holds once it is told so: dates that were known by their form alone stay dates."""
    return kinds.EVENT_DATE.label if is_date_column(column) and not column.holds(*DATES) else column.kind


def year_of_date(as_of: date | None, notation: DateNotation = AS_WRITTEN) -> Tell:
    """The year of a date; years that tell an age over 89 as one; nothing where no year can be read."""

    def tell(text: str) -> str | None:
        reading = read_time(text, notation)
        if as_of is not None and tells_old_age(reading, as_of):
            last = reading.last or 0  # 1930-1939 may be somebody born in 1939, who is told as that
            return f"before {max(as_of.year - OLDEST, last + 1)}"
        if reading.time is Time.FINER:
            return None if reading.year is None else str(reading.year)
        return None if reading.time is Time.UNREADABLE else text.strip()

    return tell


def age_label(column: ColumnFacts) -> str:
    """What ages over 89 are told as: 90+ is true of whole years only."""
    is_whole = age_unit(column) == "years" and not column.units and all(v.strip().isdecimal() for v in column.values)
    return AGE_ALIKE if is_whole else AGE_ALIKE_IN_UNITS


def age_of(column: ColumnFacts) -> Tell:
    """The age; those over 89 as one. A number that is over 89 years in one unit and not in another is not told."""
    label = age_label(column)
    verdicts: dict[str, set[bool | None]] = {}
    for value, unit in zip(column.values, column.units or [None] * len(column.values), strict=True):
        stated = age_unit(column) if unit is None else unit_of(unit)
        verdicts.setdefault(value, set()).add(None if stated is None else over_89(value, stated))

    def tell(text: str) -> str | None:
        verdict = verdicts.get(text, {None})
        if verdict == {True}:
            return label
        return text.strip() if verdict == {False} else None

    return tell


def zip3_of(column: ColumnFacts, census: str) -> Tell:
    """The first three digits where they may be told, 000 where not; nothing where no ZIP code can be read."""
    is_number, are_prefixes = geography.are_numbers(column), geography.are_zip_prefixes(column)
    tellable = tellable_prefixes(census)

    def tell(text: str) -> str | None:
        text = text.strip()
        reading = read_zip_value(text, census, is_number=is_number, are_prefixes=are_prefixes)
        if reading is ZipReading.PREFIX:
            return text.zfill(3)[:3]
        if reading in (ZipReading.RESTRICTED_PREFIX, ZipReading.NOTHING):
            return RESTRICTED if text else None
        digits = read_zip(text, is_number=is_number) if reading is ZipReading.WHOLE else None
        if digits is None:
            return None
        return digits[:3] if digits[:3] in tellable else RESTRICTED

    return tell


def _without_forms(forms: Sequence[InText]) -> Tell:
    return lambda text: None if any(form.expression.search(text) for form in forms) else text
