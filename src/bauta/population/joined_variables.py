"""Variables that all but determine each other, told as one.

A state follows from a postal code, and a year of graduation from a year of birth but for a few years. No few groups
describe that, and cells that cannot be would be taken for cells that happen to be empty. Two such variables are joined:
their pairs that occur become the values of one, and `margins.py` says how many more pairs the population may have.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.population.posterior import Reals

MOST_CELLS = 1 << 18
"""A table of at most so many pairs is counted in an array; larger ones by sorting."""


def most_dependent(codes: Sequence[Codes], sizes: Integers) -> tuple[int, int] | None:
    """The two variables that tell most of each other; None if no two tell more than chance would.

    Half the likelihood ratio statistic G^2 of the pair is compared with the price of its parameters, log log n each.
    """
    n = float(sizes.sum())
    best, chosen = 0.0, None
    for one, other in itertools.combinations(range(len(codes)), 2):
        first, second = (np.bincount(codes[v], weights=sizes) for v in (one, other))
        left, right, together = _records_of_pairs(codes[one], codes[other], sizes)
        parameters = len(together) - np.count_nonzero(first) - np.count_nonzero(second) + 1
        likelier = float(together @ np.log(together * n / (first[left] * second[right])))
        gain = likelier - parameters * math.log(max(math.log(n), 1.0))
        if gain > best:
            best, chosen = gain, (one, other)
    return chosen


def joined(codes: Sequence[Codes], pair: tuple[int, int]) -> list[Codes]:
    """The variables with these two told as one, which comes last."""
    one, other = (codes[v] for v in pair)
    _, pair_of = np.unique(_keys(one, other), return_inverse=True)
    return [*(own for v, own in enumerate(codes) if v not in pair), pair_of.astype(np.int32)]


def _records_of_pairs(one: Codes, other: Codes, sizes: Integers) -> tuple[Integers, Integers, Reals]:
    """The pairs of codes that occur, by their two codes, and the records that have each."""
    width, keys = int(other.max()) + 1, _keys(one, other)
    if width * (int(one.max()) + 1) <= MOST_CELLS:
        in_cells: Reals = np.bincount(keys, weights=sizes).astype(np.float64)
        occurring = np.flatnonzero(in_cells).astype(np.int64)
        records = in_cells[occurring]
    else:
        occurring, pair_of = np.unique(keys, return_inverse=True)
        records = np.bincount(pair_of, weights=sizes).astype(np.float64)
    return occurring // width, occurring % width, records


def _keys(one: Codes, other: Codes) -> Integers:
    """One number for each pair of codes."""
    keys: Integers = one.astype(np.int64) * (int(other.max()) + 1) + other
    return keys
