"""Date shifting: all dates of a person move by the same number of days, so that the time between them is kept.

Dates that are the same for everybody, such as the first day of a study, give an offset away to whoever knows them.
See docs/explanation/pseudonyms.md.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.errors import NotDates, shown
from bauta.transform.characters import Flags, Points, all_of, blocks, to_texts
from bauta.transform.draws import Draws, Purpose, words_below

Days = npt.NDArray[np.datetime64]

_AFTER_DAY = np.array([ord(sign) for sign in "0123456789:.,+-Z "], dtype=np.uint32)
LAST_YEAR = 9998  # 9999 stands for "no date"; shifted, it would show the offset

# Where year, month and day stand, by the length of the text; signs at the places in between must be hyphens.
_YEAR, _MONTH, _DAY = slice(0, 4), slice(5, 7), slice(8, 10)
_COMPACT_MONTH, _COMPACT_DAY = slice(4, 6), slice(6, 8)


def draw_offsets(people: Sequence[str], *, days: int, draws: Draws) -> Integers:
    """For each person how many days their dates move: evenly from -days to days, and never 0.

    The same secret gives a person the same offset in every table, and in next year's release for the same recipient.
    """
    drawn = words_below(draws.words(draws.subjects(people), Purpose.OFFSET)[:, 0], 2 * days) - days
    return drawn + (drawn >= 0)


def shift_dates(texts: Sequence[str], offsets: Integers, *, column: str | None = None) -> list[str]:
    """Each date moved by its offset, written as it was; NotDates if some are none.

    Dates are written 2024-03-15 or 20240315; the former may have a time after a T or a space, which stays as it is. A
    month (2024-03) is taken for its 15th day, a year for 30 June; the day is moved and cut off again (the PHUSE rule).

    >>> shift_dates(["2024-02-28T07:30", "2024-03", "2024"], np.array([2, -20, 200]))
    ['2024-03-01T07:30', '2024-02', '2025']
    """
    result = [""] * len(texts)
    wrong = 0
    for rows, points in blocks(texts):
        days, is_date = _read(points)
        moved = days + offsets[rows].astype("timedelta64[D]")
        year = _year(moved)
        is_date &= (year >= 1) & (year <= 9999)
        wrong += int((~is_date).sum())
        if not wrong:
            for row, text in zip(rows, to_texts(_written(points, moved)), strict=True):
                result[row] = text
    if wrong:
        raise NotDates(count=wrong, column="the column" if column is None else shown(column))
    return result


def _read(points: Points) -> tuple[Days, Flags]:
    """The day that each text of one length stands for, and which of them are dates."""
    length = points.shape[1]
    n = len(points)
    if length not in (4, 7, 8) and length < 10:
        return np.zeros(n, dtype="datetime64[D]"), np.zeros(n, dtype=bool)
    year, is_date = _number(points[:, _YEAR])
    month, day = np.full(n, 6), np.full(n, 30)
    if length != 4:
        month, is_month = _number(points[:, _COMPACT_MONTH if length == 8 else _MONTH])
        is_date &= is_month & (month >= 1) & (month <= 12)
        day = np.full(n, 15)
    if length >= 8:
        day, is_day = _number(points[:, _COMPACT_DAY if length == 8 else _DAY])
        is_date &= is_day & (day >= 1)
    hyphens = {4: [], 7: [4], 8: []}.get(length, [4, 7])
    is_date &= all_of(points[:, hyphens] == ord("-"))
    if length > 10:
        is_date &= (points[:, 10] == ord("T")) | (points[:, 10] == ord(" "))
        is_date &= all_of(np.isin(points[:, 11:], _AFTER_DAY))
    is_date &= (year >= 1) & (year <= LAST_YEAR)
    months = np.where(is_date, 12 * (year - 1970) + month - 1, 0).astype("datetime64[M]")
    days = months.astype("datetime64[D]") + np.where(is_date, day - 1, 0).astype("timedelta64[D]")
    return days, is_date & (days.astype("datetime64[M]") == months)  # 30 February is in another month


def _number(digits: Points) -> tuple[Integers, Flags]:
    """What columns of digits read, and where they are all digits."""
    values = digits.astype(np.int64) - ord("0")
    number = np.zeros(len(values), dtype=np.int64)
    for column in range(values.shape[1]):
        number = 10 * number + values[:, column]
    return number, all_of((values >= 0) & (values <= 9))


def _year(days: Days) -> Integers:
    return days.astype("datetime64[Y]").astype(np.int64) + 1970


def _written(points: Points, days: Days) -> Points:
    """The texts with other days in them, as coarse as they were."""
    length = points.shape[1]
    spelled = np.datetime_as_string(days, unit="D").astype("<U10")
    full = spelled.view("<u4").reshape(len(days), 10)
    written = points.copy()
    if length == 8:
        written[:] = full[:, [0, 1, 2, 3, 5, 6, 8, 9]]
    else:
        written[:, :10] = full[:, : min(10, length)]
    return written
