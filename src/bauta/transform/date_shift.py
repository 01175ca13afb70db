"""Date shifting: all dates of a person move by the same number of days, so that the time between them is kept.

Each different text is read once, and each different result is written once: ten million rows have a few ten thousand
dates. Dates that are the same for everybody give offsets away to whoever knows them: see `date_fillers.py` and
docs/explanation/pseudonyms.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
import numpy.typing as npt

from bauta.dates.forms import Form, Precision
from bauta.dates.reading import AS_WRITTEN, is_ambiguous, read_dates
from bauta.dates.serials import COUNTS
from bauta.equivalence.classes import Integers
from bauta.errors import DatesAmbiguous, NotDates, shown
from bauta.model.dates import DateNotation, Serial
from bauta.transform.draws import Draws, Purpose, words_below

Flags = npt.NDArray[np.bool_]
LAST_YEAR = 9998  # 9999 stands for "no date"; shifted, it would show the offset
EPOCH = date(1970, 1, 1)
FIRST_DAY, LAST_DAY = (date(1, 1, 1) - EPOCH).days, (date(LAST_YEAR, 12, 31) - EPOCH).days
LAST_SHIFTED_DAY = (date.max - EPOCH).days


def draw_offsets(people: Sequence[str], *, days: int, draws: Draws) -> Integers:
    """For each person how many days their dates move: evenly from -days to days, and never 0.

    The same secret gives a person the same offset in every table, and in next year's release for the same recipient.
    """
    drawn = words_below(draws.words(draws.subjects(people), Purpose.OFFSET)[:, 0], 2 * days) - days
    return drawn + (drawn >= 0)


@dataclass(frozen=True, eq=False, repr=False)
class DateTexts:
    """The different texts of a column of dates, read."""

    days: Integers
    """Since 1970, for each text."""
    is_whole: Flags
    """Whether it is a day rather than a month or a year."""
    has_clock: bool
    """Whether any has a clock time that could be kept."""
    kind_of: Integers
    """For each text the form, and clock time, in which it is written."""
    kinds: tuple[tuple[Form, str], ...]

    def shift(self, texts: Integers, offsets: Integers) -> tuple[list[str], Integers]:
        """The texts of rows moved by their offsets: each different result once, and for each row which it is.

        Every result must be a day of the calendar.
        """
        moved = self.days[texts] + offsets
        first = int(moved.min()) if len(moved) else 0
        span = int(moved.max()) - first + 1 if len(moved) else 1
        different, which = np.unique(self.kind_of[texts] * span + (moved - first), return_inverse=True)
        written = []
        for key in different.tolist():
            form, clock = self.kinds[key // span]
            written.append(form.write(EPOCH + timedelta(first + key % span), clock))
        return written, which


def read_column(
    texts: Sequence[str],
    rows: Integers,
    column: str,
    *,
    notation: DateNotation = AS_WRITTEN,
    keep_time: bool = False,
) -> DateTexts:
    """The different texts of a column, of which each stands in so many `rows`; NotDates if some are no dates.

    Without `keep_time` clock times are cut off. With it the local clock time is kept and the zone is dropped: +02:00
    behind a date in winter would show that it was moved there from the summer.
    """
    if is_ambiguous(texts, notation):
        raise DatesAmbiguous(column=shown(column))
    readings = read_dates(texts, notation)
    is_wrong = [reading is None or reading.day.year > LAST_YEAR for reading in readings]
    if any(is_wrong):
        raise NotDates(count=int(rows[is_wrong].sum()), column=shown(column))
    number: dict[tuple[Form, str], int] = {}
    kind_of = np.empty(len(texts), np.int64)
    days = np.empty(len(texts), np.int64)
    is_whole = np.empty(len(texts), np.bool_)
    has_clock = False
    for i, reading in enumerate(readings):
        assert reading is not None
        has_clock |= bool(reading.clock)
        kind_of[i] = number.setdefault((reading.form, reading.clock if keep_time else ""), len(number))
        days[i] = (reading.day - EPOCH).days
        is_whole[i] = reading.precision is Precision.DAY
    return DateTexts(days, is_whole, has_clock, kind_of, tuple(number))


def days_of_serials(values: npt.NDArray[np.float64] | Integers, serial: Serial, column: str) -> Integers:
    """The days since 1970 that numbers stand for; NotDates if some are outside of the calendar."""
    count = COUNTS[serial]
    days = values // count.per_day + (count.origin - EPOCH).days
    is_wrong = ~((days >= FIRST_DAY) & (days <= LAST_DAY))
    if is_wrong.any():
        raise NotDates(count=int(is_wrong.sum()), column=shown(column))
    return np.asarray(days, dtype=np.int64)


def shift_serials(
    values: npt.NDArray[np.float64] | Integers, offsets: Integers, serial: Serial, *, keep_time: bool
) -> npt.NDArray[np.float64] | Integers:
    """Numbers that stand for dates, moved by days; the part of the day that had passed is cut off or kept."""
    per_day = COUNTS[serial].per_day
    kept = values if keep_time else values // per_day * per_day
    return kept + offsets * per_day


def check_calendar(days: Integers, column: str) -> None:
    """Refuse dates of the year 9999 and beyond, which stand for none."""
    wrong = int(((days < FIRST_DAY) | (days > LAST_DAY)).sum())
    if wrong:
        raise NotDates(count=wrong, column=shown(column))


def check_moved(days: Integers, column: str) -> None:
    """Refuse dates that were moved out of the calendar."""
    wrong = int(((days < FIRST_DAY) | (days > LAST_SHIFTED_DAY)).sum())
    if wrong:
        raise NotDates(count=wrong, column=shown(column))
