"""Reading dates: one text, or all the different texts of a column together."""

from collections.abc import Sequence
from datetime import date

from bauta.dates.forms import Habits, Precision, Reading, habits_of, is_short_of_its_century, judge, take_apart
from bauta.dates.serials import read_serial
from bauta.model.dates import DateNotation, Order

EXPECTED = (
    "dates of the years 1 to 9999 written as 2024-03-15, 20240315, 15.03.2024, 15-MAR-2024, March 15, 2024, 2024-03 or "
    "2024, perhaps with a time (years of two digits only from 00 to 25 and from 69 to 99, behind the name of a month)"
)
AS_WRITTEN = DateNotation()
_FIRST_YEAR, _LAST_YEAR = 1800, 2199
"""Eight digits, or a year alone, are taken for a date by themselves only within these."""


def read_date(text: str, order: Order | None = None) -> Reading | None:
    """What a single text says of a day; None where it says none, or may say two.

    >>> read_date("2024-02-29T13:45Z").day, read_date("15MAR2024").day, read_date("2023-02-29")
    (datetime.date(2024, 2, 29), datetime.date(2024, 3, 15), None)
    >>> read_date("3/4/2024"), read_date("3/4/2024", "month-first").day
    (None, datetime.date(2024, 3, 4))
    """
    written = take_apart(text.strip())
    return None if written is None else judge(written, habits_of([written], order))


def read_dates(texts: Sequence[str], notation: DateNotation = AS_WRITTEN) -> list[Reading | None]:
    """What each of the different texts of a column says; what one of them leaves open, the others may show.

    >>> [reading.day.month for reading in read_dates(["3/4/2024", "3/14/2024"])]
    [3, 3]
    """
    if notation.serial is not None:
        return [read_serial(text.strip(), notation.serial) for text in texts]
    all_written = [take_apart(text.strip()) for text in texts]
    habits = habits_of((written for written in all_written if written is not None), notation.order)
    return [None if written is None else judge(written, habits) for written in all_written]


def find_order(texts: Sequence[str], given: Order | None = None) -> tuple[Order | None, bool]:
    """Which of day and month comes first, and whether that must be known to read all of the texts."""
    all_written = [written for text in texts if (written := take_apart(text.strip())) is not None]
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
    text = text.strip()
    written = take_apart(text)
    if written is None:
        return is_short_of_its_century(text)
    readings = [judge(written, Habits(order)) for order in ("day-first", "month-first")]
    reading = readings[0] or readings[1]
    if reading is None:
        return is_short_of_its_century(text)
    is_fine_enough = reading.precision is Precision.DAY or written.parts.get("s") == "-"
    return is_fine_enough and reading.precision > Precision.YEAR and _is_usual(reading)


def looks_like_date_or_year(text: str) -> bool:
    """The same, and years alone."""
    if looks_like_date(text):
        return True
    reading = read_date(text)
    return reading is not None and reading.precision is Precision.YEAR and _is_usual(reading)


def has_clock(text: str) -> bool:
    """Whether a clock time stands behind the day."""
    written = take_apart(text.strip())
    return written is not None and bool(written.clock)


def all_dates(texts: Sequence[str], notation: DateNotation = AS_WRITTEN) -> bool:
    """Whether the texts of a column that nobody explained are all dates, at least one of them a whole one."""
    readings = read_dates(texts, notation)
    if not all(
        reading is not None and (not text.isdecimal() or _is_usual(reading))
        for text, reading in zip(texts, readings, strict=True)
    ):
        return False
    return any(reading is not None and reading.precision is Precision.DAY for reading in readings)


def _is_usual(reading: Reading) -> bool:
    return _FIRST_YEAR <= reading.day.year <= _LAST_YEAR


def day_of(text: str) -> date | None:
    """The day a text says, by whichever order of day and month gives one: for whom the year alone matters."""
    reading = read_date(text, "day-first") or read_date(text, "month-first")
    return None if reading is None else reading.day
