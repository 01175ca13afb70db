"""Whole numbers, mostly days, in bands of unequal width: narrow where many are, wide where few are."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.hierarchies.numbers import read_number
from bauta.hierarchies.told import Telling, Told
from bauta.model.transformations import BandHierarchy

EXPECTED = "whole numbers"
BELOW_ZERO = -1
"""Stands for the band of all numbers below 0."""
LADDER: tuple[tuple[int, ...], ...] = (
    (1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 56, 84, 182, 364, 728, 1092, 1820, 3640),
    (1, 3, 7, 14, 28, 84, 364, 1092, 3640),
    (1, 7, 28, 364, 3640),
    (7, 364),
    (7,),
)
"""Where bands of days start: single days and weeks, then few days and months, weeks and years. Multiples of a week
keep the day of the week."""
LEAST_SHARE = 0.02
"""The last band holds at least this share of all numbers: a band that few are in helps nobody."""


def told_bands(section: BandHierarchy, texts: Sequence[str]) -> Told:
    """A level for every list of starts; the last band has no end, and numbers below 0 are a band of their own."""
    levels = [Telling(band_name(starts), partial(_label, starts)) for starts in section.starts]
    return Told([_whole(text) for text in texts], levels, EXPECTED)


def band_name(starts: Sequence[int]) -> str:
    """What a level of bands is called.

    >>> band_name((1, 7, 28))
    'bands 0/1/7/28'
    """
    return f"bands {'/'.join(map(str, (0, *starts)))}"


def band_starts(starts: Sequence[int], numbers: Integers) -> Integers:
    """For each number where its band starts; BELOW_ZERO for all below 0.

    >>> band_starts((7, 28), np.array([0, 6, 7, 400, -3])).tolist()
    [0, 0, 7, 28, -1]
    """
    bounds = np.array([BELOW_ZERO, 0, *starts], np.int64)
    return bounds[np.maximum(np.searchsorted(bounds, numbers, side="right") - 1, 0)]


def chosen_bands(bands: Sequence[int]) -> BandHierarchy:
    """The bands that a study asks for; coarser levels leave out every second start, the first one of them first.

    >>> chosen_bands([7, 30, 90, 365]).starts
    ((7, 30, 90, 365), (30, 365), (365,))
    """
    levels = [tuple(bands)]
    while len(levels[-1]) > 1:
        levels.append(levels[-1][1::2])
    return BandHierarchy(starts=tuple(levels))


def suggested_bands(numbers: Integers, rows: Integers) -> BandHierarchy:
    """Bands for numbers that so many rows have: the ladder, as far as the last band holds a share of them."""
    order = np.argsort(numbers)
    values, counts = numbers[order], rows[order]
    from_here = np.cumsum(counts[::-1])[::-1]
    enough = values[from_here >= LEAST_SHARE * counts.sum()] if len(values) else values
    highest = int(enough.max()) if len(enough) else 0
    levels: list[tuple[int, ...]] = []
    for starts in LADDER:
        kept = tuple(start for start in starts if start <= highest)
        if kept and (not levels or len(kept) < len(levels[-1])):
            levels.append(kept)
    return BandHierarchy(starts=tuple(levels))


def _whole(text: str) -> int | None:
    number = read_number(text)
    return number[0] if number is not None and number[1] == 0 else None


def _label(starts: Sequence[int], number: int) -> str:
    if number < 0:
        return "<0"
    bounds = (0, *starts)
    at = bisect_right(bounds, number) - 1
    if at == len(starts):
        return f"{bounds[at]}+"
    last = bounds[at + 1] - 1
    return str(last) if last == bounds[at] else f"{bounds[at]}-{last}"
