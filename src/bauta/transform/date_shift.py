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
from bauta.dates.reading import AS_WRITTEN, is_ambiguous, read_column
from bauta.dates.serials import COUNTS
from bauta.equivalence.classes import Integers
from bauta.errors import DatesAmbiguous, NotDates, shown
from bauta.model.dates import DateNotation, Serial
from bauta.transform.distinct import distinct
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
    form_of: Integers
    """For each text the form in which it is written ..."""
    forms: tuple[Form, ...]
    clock_of: Integers
    """... and the clock time behind it."""
    clocks: tuple[str, ...]

    def shift(self, texts: Integers, offsets: Integers) -> tuple[list[str], Integers]:
        """The texts of rows moved by their offsets: each different result once, and for each row which it is.

        Every result must be a day of the calendar.
        """
        moved = self.days[texts] + offsets
        first = int(moved.min()) if len(moved) else 0
        span = int(moved.max()) - first + 1 if len(moved) else 1
        heads, head_of = distinct(self.form_of[texts] * span + (moved - first), len(self.forms) * span)
        results, which = distinct(head_of * len(self.clocks) + self.clock_of[texts], len(heads) * len(self.clocks))
        spelled = [(self.forms[key // span], EPOCH + timedelta(first + key % span)) for key in heads.tolist()]
        if len(self.clocks) == 1:
            return [form.write(day, self.clocks[0]) for form, day in spelled], which
        pairs = (divmod(key, len(self.clocks)) for key in results.tolist())
        return [spelled[head][0].write(spelled[head][1], self.clocks[clock]) for head, clock in pairs], which


def read_texts(
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
    read = read_column(texts, notation)
    good = [reading for reading in read.readings if reading is not None and reading.day.year <= LAST_YEAR]
    reading_of = np.array(read.reading_of, np.int64)
    if len(good) < len(read.readings):
        is_wrong = np.array([one is None or one.day.year > LAST_YEAR for one in read.readings])
        raise NotDates(count=int(rows[is_wrong[reading_of]].sum()), column=shown(column))
    forms: dict[Form, int] = {}
    form_of = np.array([forms.setdefault(one.form, len(forms)) for one in good], np.int64)
    days = np.array([(one.day - EPOCH).days for one in good], np.int64)
    is_whole = np.array([one.precision is Precision.DAY for one in good], np.bool_)
    clocks: dict[str, int] = {} if keep_time else {"": 0}
    clock_of = np.array([clocks.setdefault(clock, len(clocks)) if keep_time else 0 for clock in read.clocks], np.int64)
    return DateTexts(
        days[reading_of],
        is_whole[reading_of],
        any(read.clocks),
        form_of[reading_of],
        tuple(forms),
        clock_of,
        tuple(clocks),
    )


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
