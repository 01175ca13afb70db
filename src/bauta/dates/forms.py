"""Forms of dates: how a day is written, and which written texts have the form.

A text has a head, which says the day, and may have a clock time behind it. A head is taken apart by its layout; what a
single head leaves open (which of day and month comes first, whether May is short for anything) the habits of its column
decide.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import NamedTuple

from bauta.dates.months import ALL_NAMES, Names, like, set_of
from bauta.model.dates import DAY_FIRST, MONTH_FIRST, Order

_CLOCK = re.compile(
    r"(?<=\d)([T :] ?(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d{1,9})?)?(?: ?[AP]M)?|T[012]\d)"
    r"( ?(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?\Z",
    re.ASCII | re.IGNORECASE,
)
_SHORTEST_HEAD = 4
_NAME = r"(?P<name>[^\W\d_]{3,10})(?P<dot>\.?)"
_UNKNOWN = "UNK?"
"""What clinical data write for a day or a month that nobody knows."""
_LAYOUTS = tuple(
    re.compile(expression)
    for expression in (
        r"(?P<Y>[0-9]{4})(?P<s>[-/.])(?P<m>[0-9]{1,2})(?P=s)(?P<d>[0-9]{1,2})",
        r"(?P<Y>[0-9]{4})(?P<m>[0-9]{2})(?P<d>[0-9]{2})",
        r"(?P<first>[0-9]{1,2})(?P<s>[-/.])(?P<second>[0-9]{1,2})(?P=s)(?P<Y>[0-9]{4})",
        r"(?P<Y>[0-9]{4})(?P<s>-)(?P<m>[0-9]{2})",
        r"(?P<Y>[0-9]{4})",
        rf"(?P<d>[0-9]{{1,2}}|{_UNKNOWN})(?P<s>[-/ ]| de |\. ?|){_NAME}"
        r"(?P<t>[-/ ]| de |,? ?)(?P<Y>[0-9]{4}|[0-9]{2})",
        rf"(?P<d>{_UNKNOWN})(?P<s>[-/ ]?)(?P<u>UNK)(?P<t>[-/ ]?)(?P<Y>[0-9]{{4}})",
        rf"{_NAME}(?P<s> )(?P<d>[0-9]{{1,2}})(?P<t>, ?| )(?P<Y>[0-9]{{4}})",
        rf"{_NAME}(?P<s>[-/ ]| de |, ?|)(?P<Y>[0-9]{{4}})",
        r"(?P<m>[0-9]{1,2})(?P<s>[/.])(?P<Y>[0-9]{4})",
    )
)
_SHORT_YEAR = re.compile(r"[0-9]{1,2}([-/.])[0-9]{1,2}\1[0-9]{2}")
"""Numbers of which no more can be said than that they are a date: which is the year, and of which century?"""
_LAST_SHORT_OF_2000, _FIRST_SHORT_OF_1900 = 25, 69
"""SAS, Excel, SQL and POSIX all take 00 to 25 for 2000 to 2025 and 69 to 99 for 1969 to 1999; between, they differ."""
LONGEST = 60
"""Characters of a date with its clock time; bounded, because texts are hostile."""
_LAST_MONTH = 12
_SHORT = 2
"""Digits of a year without its century."""
_YEAR_LAST = 2
"""The place among layouts of numbers with the year last ..."""
_NAME_FIRST = 7
"""... and of names of months with a day behind."""
_NUMBERS = ("d", "m", "first", "second")


class Precision(IntEnum):
    """How much of a day is said."""

    YEAR = 1
    MONTH = 2
    DAY = 3


@dataclass(frozen=True)
class Form:
    """How a day is written: `{name}-{Y}` with the names that stand for the months."""

    template: str
    precision: Precision
    names: Names = ()
    has_short_year: bool = False

    def write(self, day: date, clock: str = "") -> str:
        """The day in this form, with a clock time behind it as it is given."""
        name = self.names[day.month - 1] if self.names else ""
        return self.template.format(Y=day.year, y=day.year % 100, m=day.month, d=day.day, name=name) + clock


class Written(NamedTuple):
    """A head taken apart, none of whose parts is judged yet."""

    layout: int
    head: re.Match[str]

    @property
    def parts(self) -> dict[str, str | None]:
        return self.head.groupdict()

    @property
    def needs_order(self) -> bool:
        """Whether day and month may both come first: the year is last, and there are no dots, which have days first."""
        return self.layout == _YEAR_LAST and self.head["s"] != "."


@dataclass(frozen=True)
class Habits:
    """How the dates of a column are written, where one of them alone does not show it."""

    order: Order | None = None
    names: Names | None = None
    """The set of names of months that has all the column uses."""
    bare: frozenset[int] = frozenset()
    """Layouts in which some number below 10 stands without a zero."""


@dataclass(frozen=True)
class Reading:
    """What a text says of a day."""

    day: date
    """Of a month its 15th day, of a year 30 June: the middle (PHUSE De-Identification Standard)."""
    form: Form

    @property
    def precision(self) -> Precision:
        return self.form.precision


def split_clock(text: str) -> tuple[str, str]:
    """The head of a date, and the clock time behind it as it is written, without its zone.

    >>> split_clock("2024-07-01T10:00:00+02:00"), split_clock("15MAR2024:13:45")
    (('2024-07-01', 'T10:00:00'), ('15MAR2024', ':13:45'))
    """
    text = text.strip()
    if len(text) > LONGEST:
        return "", ""
    clock = _CLOCK.search(text, _SHORTEST_HEAD)
    return (text, "") if clock is None else (text[: clock.start()], clock[1])


def take_apart(head: str) -> Written | None:
    """The parts of the head of a date; None for what has no layout of one."""
    for layout, expression in enumerate(_LAYOUTS):
        match = expression.fullmatch(head)
        if match is not None and match.groupdict().get("name", "may").lower() in ALL_NAMES:
            return Written(layout, match)
    return None


def is_short_of_its_century(head: str) -> bool:
    """Whether a head seems to be a date of which nobody can say of which century it is, or which number is the year."""
    written = take_apart(head)
    if written is None:
        return _SHORT_YEAR.fullmatch(head) is not None
    return _year(str(written.parts["Y"])) is None


def habits_of(all_written: Iterable[Written], order: Order | None) -> Habits:
    """What the dates of a column show together. The order is that which is given, or else the one that numbers show."""
    shown: set[Order] = set()
    names: set[str] = set()
    bare: set[int] = set()
    with_zeros: set[int] = set()
    for written in all_written:
        parts = written.parts
        if written.needs_order:
            numbers = int(str(parts["first"])), int(str(parts["second"]))
            shown |= {
                way for way, number in zip((DAY_FIRST, MONTH_FIRST), numbers, strict=True) if number > _LAST_MONTH
            }
        if parts.get("name"):
            names.add(str(parts["name"]).lower())
        numbers_written = [number for group in _NUMBERS if (number := parts.get(group))]
        bare |= {written.layout for number in numbers_written if len(number) == 1}
        with_zeros |= {written.layout for number in numbers_written if number[0] == "0"}
    if _NAME_FIRST not in with_zeros:
        bare.add(_NAME_FIRST)  # March 1, 2024: whoever writes so writes no zeros
    if order is None and len(shown) == 1:
        (order,) = shown
    return Habits(order, set_of(frozenset(names)), frozenset(bare))


def judge(written: Written, habits: Habits) -> Reading | None:
    """What a text says that was taken apart, or None: there is no such day, or it may be two different ones."""
    parts = written.parts
    year = _year(str(parts["Y"]))
    fields = {"d": "d", "m": "m"}
    if written.layout == _YEAR_LAST:
        order = habits.order if written.needs_order else DAY_FIRST
        if order is None:
            return None
        fields = {"first": "m", "second": "d"} if order == MONTH_FIRST else {"first": "d", "second": "m"}
    of = {field: parts.get(group) for group, field in fields.items()}
    names = _names(written, habits)
    month = names.index(str(parts["name"]).lower()) + 1 if names else int(of["m"]) if of["m"] else None
    day = int(of["d"]) if of["d"] is not None and of["d"].isdecimal() else None
    precision = Precision.YEAR if month is None else Precision.MONTH if day is None else Precision.DAY
    middle = 30 if month is None else 15
    try:
        if year is None:
            return None
        read = date(year, 6 if month is None else month, middle if day is None else day)
    except ValueError:
        return None
    template = _template(written, habits, {**fields, "name": "name"})
    spelled = like(names, str(parts["name"])) if names else ()
    return Reading(read, Form(template, precision, spelled, len(str(parts["Y"])) == _SHORT))


def _names(written: Written, habits: Habits) -> Names:
    name = (written.parts.get("name") or "").lower()
    if not name:
        return ()
    if habits.names is not None and name in habits.names:
        return habits.names
    return set_of(frozenset([name])) or ()


def _template(written: Written, habits: Habits, fields: Mapping[str, str]) -> str:
    """The head with a field in the place of each part that another day may change."""
    head, template, end = written.head, "", 0
    spans = sorted((head.span(group), group) for group in (*fields, "Y") if written.parts.get(group))
    for (start, stop), group in spans:
        text = head.string[start:stop]
        template += head.string[end:start] + _field(text, group, fields, written.layout, habits)
        end = stop
    return template + head.string[end : head.end()]


def _field(text: str, group: str, fields: Mapping[str, str], layout: int, habits: Habits) -> str:
    if group == "Y":
        return "{y:02d}" if len(text) == _SHORT else "{Y:04d}"
    if group == "name":
        return "{name}"
    if not text.isdecimal():
        return text  # UN, for a day that nobody knows
    has_zero = text[0] == "0" or (len(text) == _SHORT and layout not in habits.bare)
    return f"{{{fields[group]}:02d}}" if has_zero else f"{{{fields[group]}}}"


def _year(digits: str) -> int | None:
    if len(digits) > _SHORT:
        return int(digits)
    short = int(digits)
    if short <= _LAST_SHORT_OF_2000:
        return 2000 + short
    return 1900 + short if short >= _FIRST_SHORT_OF_1900 else None
