"""Dates finer than a year, ages over 89, and years that give such an age away."""

from collections.abc import Sequence
from datetime import date

from bauta.classification import kinds
from bauta.classification.tokens import tokenise
from bauta.dates.reading import AS_WRITTEN
from bauta.dates.serials import could_be_dates
from bauta.model.dates import Serial
from bauta.model.roles import VariableType
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards import forms_in_text
from bauta.standards.facts import ColumnFacts, TableFacts, finding, in_rows
from bauta.standards.readings import OLDEST, DateReading, Time, over_89, read_time, unit_of

BIRTHS = (kinds.BIRTH_DATE, kinds.BIRTH_YEAR)
DATES = (*BIRTHS, kinds.EVENT_DATE, kinds.DEATH_DATE, kinds.LOAD_DATE)
AGES = (kinds.AGE,)
TELL_YEAR = "Told as years."
TELL_OLDEST = f"Ages over {OLDEST}, and years that reveal them, are told alike."
_DATE_TYPES = (VariableType.DATE, VariableType.DATETIME)
_PARTS_OF_DATES = frozenset(["month", "quarter", "week", "weekday", "day", "hour", "time", "mon", "dow", "doy"])
_SHARE_OF_DATES = 0.5
"""A column whose name says nothing is one of dates if so many of its rows hold dates."""


def dates_and_ages(rule: Rule, table: TableFacts) -> list[Finding]:
    """What every column says of when something happened and how old people are."""
    found: list[Finding] = []
    for column in table.columns:
        if not column.present or column.is_random_code:
            continue
        if column.holds(*AGES):
            found += _ages(rule, column)
        elif is_date_column(column):
            found += _dates(rule, column, table.as_of)
    found += forms_in_text.found_in_text(rule, _without_dates(table), forms_in_text.DATE, without=(*DATES, *AGES))
    return found or [finding(rule, None, Outcome.PASS, "No column holds dates or ages.")]


def is_date_column(column: ColumnFacts) -> bool:
    """Whether a column holds dates: as its source stores it, as a study or its name says, or as its values show."""
    if (
        column.notation is not None
        or column.holds(*DATES)
        or column.type in _DATE_TYPES
        or column.summary.storage in _DATE_TYPES
    ):
        return True
    if column.kind not in UNCERTAIN_KINDS:
        return False
    return column.rows_with_dates > 0 and column.rows_with_dates >= _SHARE_OF_DATES * column.present


UNCERTAIN_KINDS = frozenset(
    {"unknown", "category", "whole number", "short text", "constant", "identifier of unknown meaning", "measurement"}
)
"""What the classification calls columns whose name and values it does not know."""


def _without_dates(table: TableFacts) -> TableFacts:
    rest = tuple(column for column in table.columns if not is_date_column(column))
    return TableFacts(table.rows, rest, table.census, table.as_of)


def age_unit(column: ColumnFacts) -> str:
    """The unit that the name of an age column says; years where it says none."""
    return next((unit for word in tokenise(column.name) if (unit := unit_of(word))), "years")


def tells_part_of_date(column: ColumnFacts) -> bool:
    """Whether the name says that numbers in the column are months, days or hours."""
    return bool(_PARTS_OF_DATES & set(tokenise(column.name)))


def reveals_old_age(year: int, as_of: date) -> bool:
    """Whether somebody who lived in this year may be over 89 on that day: born 1920, seen in 2010."""
    return as_of.year - year > OLDEST


def tells_old_age(reading: DateReading, as_of: date) -> bool:
    """Whether a value gives an age over 89 away; years told alike do if they leave some of those ages out."""
    if reading.until is not None:
        return as_of.year - reading.until > OLDEST + 1
    return reading.year is not None and reveals_old_age(reading.year, as_of)


def _dates(rule: Rule, column: ColumnFacts, as_of: date | None) -> list[Finding]:
    finer = old = unreadable = 0
    are_parts = tells_part_of_date(column)
    has_years = False
    for value, count in zip(column.values, column.counts, strict=True):
        reading = read_time(value, column.notation or AS_WRITTEN)
        if reading.time is Time.FINER or (are_parts and reading.time is Time.UNREADABLE):
            finer += count
        elif reading.time is Time.UNREADABLE:
            unreadable += count
        if reading.year is not None or reading.until is not None:
            has_years = True
            old += count * (as_of is not None and tells_old_age(reading, as_of))
    found = []
    if finer:
        about = " These may be dates of processing; whether they are about a person, a person must say."
        is_load = column.holds(kinds.LOAD_DATE)
        why = f"{in_rows(finer).capitalize()} tell more of a date than its year.{about if is_load else ''}"
        outcome = Outcome.CANNOT_TELL if is_load else Outcome.FAIL
        found.append(finding(rule, column, outcome, why, rows=finer, remedy=TELL_YEAR))
    if old:
        why = f"{in_rows(old).capitalize()} tell a year by which somebody is over {OLDEST} on {as_of}."
        found.append(finding(rule, column, Outcome.FAIL, why, rows=old, remedy=TELL_OLDEST))
    if unreadable:
        why = f"{in_rows(unreadable).capitalize()} could not be read as dates.{ask_of_serials(column.serials)}"
        found.append(finding(rule, column, Outcome.CANNOT_TELL, why, rows=unreadable, remedy=TELL_YEAR))
    if as_of is None and has_years:
        why = f"Whether a year tells an age over {OLDEST} depends on the day ages are counted on; give --as-of."
        found.append(finding(rule, column, Outcome.CANNOT_TELL, why, remedy=TELL_OLDEST))
    return found or [finding(rule, column, Outcome.PASS, f"Only years, none of which tells an age over {OLDEST}.")]


def ask_of_serials(serials: Sequence[Serial]) -> str:
    """That numbers could be dates, and how a study says so; nothing where they could not."""
    return f" {could_be_dates(serials)} A study can say so: type: date, serial: {serials[0]}." if serials else ""


def _ages(rule: Rule, column: ColumnFacts) -> list[Finding]:
    old = unreadable = 0
    unit = age_unit(column)
    units = column.units or [None] * len(column.values)
    for value, count, own in zip(column.values, column.counts, units, strict=True):
        stated = unit if own is None else unit_of(own)
        is_over = None if stated is None else over_89(value, stated)
        old += count * bool(is_over)
        unreadable += count * (is_over is None)
    found = []
    if old:
        why = f"{in_rows(old).capitalize()} tell an age over {OLDEST} years{'' if unit == 'years' else f', in {unit}'}."
        found.append(finding(rule, column, Outcome.FAIL, why, rows=old, remedy=TELL_OLDEST))
    if unreadable:
        why = f"{in_rows(unreadable).capitalize()} could not be read as ages."
        found.append(finding(rule, column, Outcome.CANNOT_TELL, why, rows=unreadable, remedy=TELL_OLDEST))
    why = f"No age over {OLDEST} years is told by itself."
    return found or [finding(rule, column, Outcome.PASS, why)]
