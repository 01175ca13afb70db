"""Reading dates: one text, or all the different texts of a column together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bauta.dates.forms import (
    Habits,
    Precision,
    Reading,
    habits_of,
    is_short_of_its_century,
    judge,
    split_clock,
    take_apart,
)
from bauta.dates.serials import read_serial, split_serial
from bauta.model.dates import DAY_FIRST, MONTH_FIRST, DateNotation, Order

EXPECTED = (
    "dates of the years 1 to 9999 written as 2024-03-15, 20240315, 15.03.2024, 15-MAR-2024, March 15, 2024, 2024-03 or "
    "2024, perhaps with a time (years of two digits only from 00 to 25 and from 69 to 99, behind the name of a month)"
)
AS_WRITTEN = DateNotation()
_FIRST_YEAR, _LAST_YEAR = 1800, 2199
"""Eight digits, or a year alone, are taken for a date by themselves only within these."""


@dataclass(frozen=True, eq=False, repr=False)
class ColumnReading:
    """What the different texts of a column say. Texts of one day with different clock times share one reading."""

    readings: list[Reading | None]
    """For each different text without its clock time what it says; None where it says no day, or may say two."""
    reading_of: list[int]
    """For each text the number of its reading ..."""
    clocks: list[str]
    """... and its clock time, as it is written behind the day, without its zone."""


def read_column(texts: Sequence[str], notation: DateNotation = AS_WRITTEN) -> ColumnReading:
    """What each of the different texts of a column says; what one of them leaves open, the others may show."""
    number: dict[str, int] = {}
    reading_of, clocks = [], []
    serial = notation.serial
    for text in texts:
        head, clock = split_clock(text) if serial is None else split_serial(text, serial)
        reading_of.append(number.setdefault(head, len(number)))
        clocks.append(clock)
    if serial is not None:
        return ColumnReading([read_serial(head, serial) for head in number], reading_of, clocks)
    all_written = [take_apart(head) for head in number]
    habits = habits_of((written for written in all_written if written is not None), notation.order)
    readings = [None if written is None else judge(written, habits) for written in all_written]
    return ColumnReading(readings, reading_of, clocks)


def read_dates(texts: Sequence[str], notation: DateNotation = AS_WRITTEN) -> list[Reading | None]:
    """The same without clock times.

    >>> [reading.day.month for reading in read_dates(["3/4/2024", "3/14/2024"])]
    [3, 3]
    """
    column = read_column(texts, notation)
    return [column.readings[number] for number in column.reading_of]


def read_date(text: str, order: Order | None = None) -> Reading | None:
    """What a single text says of a day; None where it says none, or may say two.

    >>> read_date("2024-02-29T13:45Z").day, read_date("15MAR2024").day, read_date("2023-02-29")
    (datetime.date(2024, 2, 29), datetime.date(2024, 3, 15), None)
    >>> read_date("3/4/2024"), read_date("3/4/2024", "month-first").day
    (None, datetime.date(2024, 3, 4))
    """
    return read_dates([text], DateNotation(order))[0]


def find_order(texts: Sequence[str], given: Order | None = None) -> tuple[Order | None, bool]:
    """Which of day and month comes first, and whether that must be known to read all of the texts."""
    heads = dict.fromkeys(split_clock(text)[0] for text in texts)
    all_written = [written for head in heads if (written := take_apart(head)) is not None]
    needed = any(written.needs_order for written in all_written)
    return habits_of(all_written, given).order if needed else given, needed


def is_ambiguous(texts: Sequence[str], notation: DateNotation = AS_WRITTEN) -> bool:
    """Whether day and month may both come first, and neither the values nor the study say which."""
    if notation.serial is not None:
        return False
    order, needed = find_order(texts, notation.order)
    return needed and order is None


def looks_like_date(text: str) -> bool:
    """Whether a text that nobody explained is a day, or a year and month, also where its century stays open.

    >>> looks_like_date("20240131"), looks_like_date("12345678"), looks_like_date("3/4/24"), looks_like_date("2024")
    (True, False, True, False)
    """
    head, _ = split_clock(text)
    written = take_apart(head)
    reading = None
    if written is not None:
        reading = judge(written, Habits(DAY_FIRST)) or judge(written, Habits(MONTH_FIRST))
    if written is None or reading is None:
        return is_short_of_its_century(head)
    is_month = reading.precision is Precision.MONTH and written.parts.get("s") == "-"
    return (reading.precision is Precision.DAY or is_month) and _is_usual(reading)


def looks_like_date_or_year(text: str) -> bool:
    """The same, and years alone."""
    if looks_like_date(text):
        return True
    reading = read_date(text)
    return reading is not None and reading.precision is Precision.YEAR and _is_usual(reading)


def has_clock(text: str) -> bool:
    """Whether a clock time stands behind the day."""
    head, clock = split_clock(text)
    return bool(clock) and take_apart(head) is not None


def all_dates(texts: Sequence[str], notation: DateNotation = AS_WRITTEN) -> bool:
    """Whether the texts of a column that nobody explained are all dates, at least one of them a whole one."""
    readings = read_dates(texts, notation)
    for text, reading in zip(texts, readings, strict=True):
        if reading is None or (text.isdecimal() and not _is_usual(reading)):
            return False
    return any(reading is not None and reading.precision is Precision.DAY for reading in readings)


def day_of(text: str) -> date | None:
    """The day a text says, by whichever order of day and month gives one: for whom the year alone matters."""
    reading = read_date(text, DAY_FIRST) or read_date(text, MONTH_FIRST)
    return None if reading is None else reading.day


def _is_usual(reading: Reading) -> bool:
    return _FIRST_YEAR <= reading.day.year <= _LAST_YEAR
