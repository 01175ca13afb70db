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


def most_dependent(codes: Sequence[Codes], sizes: Integers) -> tuple[int, int] | None:
    """The two variables that tell most of each other; None if no two tell more than chance would.

    Half the likelihood ratio statistic G^2 of the pair is compared with the price of its parameters, log log n each.
    """
    n = float(sizes.sum())
    best, chosen = 0.0, None
    for one, other in itertools.combinations(range(len(codes)), 2):
        (left, right), pair_of = _pairs(codes[one], codes[other])
        together, first, second = (np.bincount(own, weights=sizes) for own in (pair_of, codes[one], codes[other]))
        parameters = len(together) - np.count_nonzero(first) - np.count_nonzero(second) + 1
        likelier = float(together @ np.log(together * n / (first[left] * second[right])))
        gain = likelier - parameters * math.log(max(math.log(n), 1.0))
        if gain > best:
            best, chosen = gain, (one, other)
    return chosen


def joined(codes: Sequence[Codes], pair: tuple[int, int]) -> list[Codes]:
    """The variables with these two told as one, which comes last."""
    _, pair_of = _pairs(codes[pair[0]], codes[pair[1]])
    return [*(own for v, own in enumerate(codes) if v not in pair), pair_of]


def _pairs(one: Codes, other: Codes) -> tuple[tuple[Integers, Integers], Codes]:
    """The pairs of codes that occur, by their two codes, and which of them every class has."""
    width = int(other.max()) + 1
    keys, pair_of = np.unique(one.astype(np.int64) * width + other, return_inverse=True)
    return (keys // width, keys % width), pair_of.astype(np.int32)
