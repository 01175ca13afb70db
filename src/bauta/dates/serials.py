"""Dates that are numbers: days, seconds or milliseconds since a day that a program chose."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from bauta.dates.forms import Form, Precision, Reading
from bauta.model.dates import Serial

_WHOLE = re.compile(r"-?[0-9]+")
LONGEST = 30
"""Digits of such a number."""


@dataclass(frozen=True)
class Count:
    """What a serial number counts."""

    origin: date
    per_day: int
    words: str


COUNTS: dict[Serial, Count] = {
    Serial.EXCEL: Count(date(1899, 12, 30), 1, "days as Excel does"),
    Serial.SAS: Count(date(1960, 1, 1), 1, "days as SAS and Stata do"),
    Serial.SAS_DATETIME: Count(date(1960, 1, 1), 86_400, "seconds as SAS does"),
    Serial.UNIX: Count(date(1970, 1, 1), 86_400, "seconds as Unix does"),
    Serial.UNIX_MS: Count(date(1970, 1, 1), 86_400_000, "milliseconds as Unix does"),
}


@dataclass(frozen=True)
class SerialForm(Form):
    """A day written as the number of its beginning, to which the part of the day that has passed is added."""

    count: Count = COUNTS[Serial.EXCEL]

    def write(self, day: date, clock: str = "") -> str:
        number = (day - self.count.origin).days * self.count.per_day
        return str(number) if not clock else str(number + Decimal(clock))


_FORMS = {serial: SerialForm("", Precision.DAY, count=count) for serial, count in COUNTS.items()}


def could_be_dates(serials: Sequence[Serial]) -> str:
    """What is to be asked of numbers that lie where dates would.

    >>> could_be_dates([Serial.UNIX, Serial.SAS_DATETIME])
    'These numbers could be dates, counted in seconds as Unix does or in seconds as SAS does.'
    """
    ways = " or ".join(f"in {COUNTS[serial].words}" for serial in serials)
    return f"These numbers could be dates, counted {ways}."


def split_serial(text: str, serial: Serial) -> tuple[str, str]:
    """The number at which the day began, and what had passed of it since, each as text.

    >>> split_serial("45366.25", Serial.EXCEL), split_serial("n/a", Serial.EXCEL)
    (('45366', '0.25'), ('n/a', ''))
    """
    text = text.strip()
    per_day = COUNTS[serial].per_day
    try:
        number = Decimal(text) if len(text) <= LONGEST and "_" not in text else None
        if number is None or not number.is_finite():
            return text, ""
        passed = number % per_day
        passed += per_day if passed < 0 else 0
        return str(int(number - passed)), "" if passed == 0 else str(passed)
    except InvalidOperation:
        return text, ""


def read_serial(text: str, serial: Serial) -> Reading | None:
    """The day that a number stands for.

    >>> read_serial("45366.25", Serial.EXCEL).day
    datetime.date(2024, 3, 15)
    """
    begin, _ = split_serial(text, serial)
    count = COUNTS[serial]
    if not _WHOLE.fullmatch(begin):
        return None
    try:
        return Reading(count.origin + timedelta(int(begin) // count.per_day), _FORMS[serial])
    except (OverflowError, ValueError):
        return None
