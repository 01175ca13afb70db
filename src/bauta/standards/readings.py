"""What one value says of time: nothing, a year, something finer than a year, or that many are told alike."""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from bauta.classification import wordlists
from bauta.dates import reading as dates
from bauta.dates.forms import Precision
from bauta.dates.months import ALL_NAMES
from bauta.dates.serials import read_serial
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.hierarchies.numbers import read_number
from bauta.model.dates import DAY_FIRST, MONTH_FIRST, DateNotation

OLDEST = 89
"""Years. Ages over this are told as one: 45 CFR 164.514(b)(2)(i)(C)."""
LARGEST_AGE = {"years": 89, "months": 1068, "weeks": 4641, "days": 32_485, "hours": 779_640}
"""The age of 89 years in each unit: the limits of the LEO implementation of the PHUSE standard (PhUSE 2016, DH02)."""
AGE_ALIKE, AGE_ALIKE_IN_UNITS = f"{OLDEST + 1}+", f"over {OLDEST} years"
"""What ages over 89 are told as; the second where ages are not whole years, and 89.5 is not 90."""

_YEAR = re.compile(r"(1[89]\d\d|20\d\d|21\d\d)(?:\.0+)?")
_BEFORE = re.compile(r"(?:before|<) ?(\d{4})", re.IGNORECASE)
_UNTIL = re.compile(r"(?:until|up to|on or before|<=|≤) ?(\d{4})|(\d{4}) ?(?:or|and) (?:before|earlier)", re.IGNORECASE)
_YEAR_RANGE = re.compile(r"(\d{4}) ?(?:-|–|to) ?(\d{4})|(\d{4})s")
_ANY_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d|21\d\d)(?!\d)")
_MONTH_WORD = re.compile(r"[^\W\d]{3,12}\.?")
_MONTH_STARTS = frozenset(name[:3] for name in ALL_NAMES)
_FRAGMENT = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[-/]\d{4}|\d{4}-?[QW]\d{1,2}"
    r"|\d{1,2}[- ]?[^\W\d]{3,9}\.?[-, ]{0,2}\d{2,4}|[^\W\d]{3,9}\.? \d{1,2},? \d{2,4}"
    r"|[^\W\d]{3,9}\.?[-/ .']{1,2}\d{2,4})"
    r"(?:[T ].{1,25})?",
    re.IGNORECASE,
)
"""What says something of a date though no day can be read from it: quarters, weeks, 30 February."""
_TIME_OF_DAY = re.compile(r"\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]M)?", re.IGNORECASE)
_WEEKDAYS = frozenset(
    [
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ]
)
_AGE = re.compile(r"(\d{1,7}(?:[.,]\d{1,6})?) ?([a-z]*)\.?", re.IGNORECASE)
_AGE_RANGE = re.compile(r"(?:[\[(] ?)?(\d{1,7}) ?(?:-|–|to|, ?) ?(\d{1,7})(?: ?[\])])?(?: ?[a-z]+)?", re.IGNORECASE)
_AGE_BELOW = re.compile(r"(?:<=?|≤|under|below|up to) ?(\d{1,3})(?: ?[a-z]+)?", re.IGNORECASE)
_AGE_ABOVE = re.compile(
    r"(?:(>=?|≥|over|above) ?(\d{1,3})(?: ?[a-z]+)?|(\d{1,3}) ?(?:\+|(?:and|or) (?:over|older|above|more)))",
    re.IGNORECASE,
)
_UNITS = {
    **dict.fromkeys(("", "y", "yr", "yrs", "year", "years", "yo"), "years"),
    **dict.fromkeys(("m", "mo", "mon", "month", "months", "mths"), "months"),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), "weeks"),
    **dict.fromkeys(("d", "dy", "day", "days"), "days"),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), "hours"),
}


class Time(StrEnum):
    """How finely a value tells a date."""

    NONE = "not told"
    YEAR = "a year, or years told alike"
    FINER = "finer than a year"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class DateReading:
    """What a value of a date column says."""

    time: Time
    year: int | None = None
    """The year it says; of a range the first."""
    last: int | None = None
    """Of a range the last."""
    until: int | None = None
    """For years told alike: the last of them."""


def unit_of(word: str) -> str | None:
    """The unit of age that a word means, or None.

    >>> unit_of("YEARS"), unit_of("mo"), unit_of("furlongs")
    ('years', 'months', None)
    """
    return _UNITS.get(word.strip().lower())


def read_time(text: str, notation: DateNotation = dates.AS_WRITTEN) -> DateReading:
    """What a value says in a column of dates.

    >>> read_time("1950").year, str(read_time("2024-03").time), read_time("before 1936").until
    (1950, 'finer than a year', 1935)
    """
    text = text.strip()
    if text in ("", SUPPRESSED):
        return DateReading(Time.NONE)
    if notation.serial is not None:
        serial = read_serial(text, notation.serial)
        return DateReading(Time.UNREADABLE) if serial is None else DateReading(Time.FINER, serial.day.year)
    if match := _YEAR.fullmatch(text):
        return DateReading(Time.YEAR, int(match[1]))
    if match := _BEFORE.fullmatch(text):
        return DateReading(Time.YEAR, until=int(match[1]) - 1)
    if match := _UNTIL.fullmatch(text):
        return DateReading(Time.YEAR, until=int(match[1] or match[2]))
    if text == AGE_ALIKE:
        return DateReading(Time.YEAR)
    if match := _YEAR_RANGE.fullmatch(text):
        first = int(match[1] or match[3])
        last = first + 9 if match[3] else int(match[2])
        if last >= first:
            return DateReading(Time.YEAR, first, last)
        return DateReading(Time.UNREADABLE)
    if is_date_element(text):
        return DateReading(Time.FINER, year_of(text))
    return DateReading(Time.UNREADABLE)


def is_date_element(text: str) -> bool:
    """Whether a value is a date, a month, a quarter, a weekday or a time of day, in any common writing."""
    text = text.strip()
    if _TIME_OF_DAY.fullmatch(text) or text.lower().rstrip(".") in _WEEKDAYS | wordlists.MONTHS:
        return True
    if dates.looks_like_date(text):
        return True
    if not _FRAGMENT.fullmatch(text):
        return False
    words = [word.rstrip(".").lower()[:3] for word in _MONTH_WORD.findall(text)]
    return not words or any(word in _MONTH_STARTS for word in words)


def year_of(text: str) -> int | None:
    """The year of a date, where it is written with four digits."""
    reading = dates.read_date(text, DAY_FIRST) or dates.read_date(text, MONTH_FIRST)
    if reading is not None:
        return None if reading.form.has_short_year else reading.day.year
    found = _ANY_YEAR.search(text)
    return int(found[1]) if found else None


def day_of(text: str, notation: DateNotation = dates.AS_WRITTEN) -> date | None:
    """The day a value says, if it says one; a year stands for its last day, and so does a month or a quarter of it."""
    text = text.strip()
    readings = dates.read_dates([text], notation) if notation.serial is not None else [
        dates.read_date(text, order) for order in (notation.order, DAY_FIRST, MONTH_FIRST)
    ]  # fmt: skip
    for reading in readings:
        if reading is not None and reading.precision is Precision.DAY:
            return reading.day
    year = read_time(text, notation).year
    return None if year is None else date(year, 12, 31)


def over_89(text: str, unit: str) -> bool | None:
    """Whether a value of an age column tells an age over 89 that is not told as one with all others; None: unreadable.

    >>> over_89("91", "years"), over_89("90+", "years"), over_89("1069", "months"), over_89("85-94", "years")
    (True, False, True, True)
    """
    text = text.strip()
    if text in ("", SUPPRESSED, AGE_ALIKE_IN_UNITS):
        return False
    if match := _AGE_ABOVE.fullmatch(text):
        least = int(match[2] or match[3])
        # "85+" tells many alike; "95+" tells those of 90 to 94 from them.
        return least > OLDEST + 1 or (least == OLDEST + 1 and match[1] in (">", "over", "above"))
    if match := _AGE_BELOW.fullmatch(text):
        return int(match[1]) > OLDEST + 1
    limit = LARGEST_AGE[unit]
    if match := _AGE_RANGE.fullmatch(text):
        is_open = text.endswith(")") and (text.startswith("[") or "," in text)  # [85, 90) ends before 90, (85-90) not
        return int(match[2]) > limit + is_open
    if match := _AGE.fullmatch(text):
        own = unit_of(match[2]) if match[2] else unit
        return None if own is None else _number(match[1]) > LARGEST_AGE[own]
    number = read_number(text)
    return None if number is None else Fraction(number[0], 10 ** number[1]) > limit


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))
