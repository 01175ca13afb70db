"""Dates that give offsets away when they are shifted: codes for "no date", and days that many people have in common.

Whoever knows that a shifted 1900-01-01 was 1900-01-01 knows the offset of that person, and with it all other dates.
Three signs are looked for in a column, of which each is enough:

- a date that programs write for "no date" is further from all other dates than shifting can bridge, or many have it;
- a date is as far from all others, and several people have it;
- many people have a date, far more than have any other, or a large share of all.
"""

from datetime import date

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.errors import DateSharedByMany, DateStandsForNone, shown
from bauta.transform.distinct import distinct_values

EPOCH = date(1970, 1, 1)
KNOWN = tuple(
    date(*day)
    for day in (
        (1, 1, 1), (1111, 11, 11), (1582, 10, 14), (1582, 10, 15), (1700, 1, 1), (1753, 1, 1), (1799, 12, 31),
        (1800, 1, 1), (1840, 12, 31), (1841, 1, 1), (1850, 1, 1), (1858, 11, 17), (1899, 12, 30), (1899, 12, 31),
        (1900, 1, 1), (1900, 1, 2), (1901, 1, 1), (1904, 1, 1), (1910, 1, 1), (1911, 11, 11), (1920, 1, 1),
        (1950, 1, 1), (1960, 1, 1), (1969, 12, 31), (1970, 1, 1), (1980, 1, 1), (2050, 12, 31), (2078, 12, 31),
        (2079, 6, 6), (2099, 1, 1), (2099, 12, 31), (2100, 1, 1), (2100, 12, 31), (2199, 12, 31), (2200, 1, 1),
        (2222, 2, 2), (2299, 12, 31), (2500, 1, 1), (2999, 12, 31), (3000, 1, 1), (3000, 12, 31), (4000, 1, 1),
        (4712, 1, 1), (8888, 8, 8), (9000, 1, 1),
    )
)  # fmt: skip
"""What programs and people write for "no date". It is no person's value, so it may be named."""
_KNOWN_DAYS = np.array([(day - EPOCH).days for day in KNOWN])
SEVERAL = 3
"""People of whom not by chance all have one date, and no one else has another within years of it."""
FEWEST = 5
"""People who have a date in common before that is remarkable."""
SHARE = 0.05
LARGE_SHARE = 0.5
TIMES_THE_USUAL = 5
"""A date is out of the ordinary if so many times as many people have it as have the others on average."""


def check_fillers(days: Integers, people: Integers, bound: int, column: str) -> None:
    """Refuse a column in which one date would show offsets of at most `bound` days.

    `days` and `people` say for each row that has a whole date which it is and whose; months and years say no day.
    """
    if not len(days):
        return
    first, n_people = int(days.min()), int(people.max()) + 1
    size = (int(days.max()) - first + 1) * n_people
    pairs = distinct_values((days - first) * n_people + people, size)
    different, counts = np.unique(pairs // n_people, return_counts=True)
    different += first
    everybody = len(distinct_values(people, n_people))
    is_known = np.isin(different, _KNOWN_DAYS)
    is_far = _distance_to_others(different, is_known) > 2 * bound
    others = counts.sum() - counts
    usual = others / max(len(counts) - 1, 1)
    is_unusual = (counts >= FEWEST) & (counts >= TIMES_THE_USUAL * usual)
    shows = is_known & (is_far | is_unusual)
    if shows.any():
        worst = int(np.flatnonzero(shows)[np.argmax(counts[shows])])
        day = date.fromordinal(int(different[worst]) + EPOCH.toordinal())
        raise DateStandsForNone(column=shown(column), date=day.isoformat(), people=int(counts[worst]))
    is_alone = _distance_to_others(different, np.zeros(len(different), np.bool_)) > 2 * bound
    share = counts / everybody
    is_large = (counts >= FEWEST) & (share >= LARGE_SHARE)
    shows = ((counts >= SEVERAL) & is_alone) | (is_unusual & (share >= SHARE)) | is_large
    if shows.any():
        raise DateSharedByMany(column=shown(column), people=int(counts[shows].max()), total=everybody)


def _distance_to_others(days: Integers, is_left_out: np.ndarray) -> Integers:
    """For each of the sorted days how far the nearest other is, of those that are not left out."""
    others = days[~is_left_out]
    if not len(others):
        return np.zeros(len(days), np.int64)
    far = np.iinfo(np.int64).max // 4
    place = np.searchsorted(others, days)
    is_itself = (place < len(others)) & (others[np.minimum(place, len(others) - 1)] == days)
    before = np.where(place > 0, days - others[np.maximum(place - 1, 0)], far)
    after_place = place + is_itself
    after = np.where(after_place < len(others), others[np.minimum(after_place, len(others) - 1)] - days, far)
    distance = np.minimum(before, after)
    return np.where(distance == far, 0, distance)
