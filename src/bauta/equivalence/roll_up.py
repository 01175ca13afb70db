"""What remains of the classes when some variables are left out: keys are packed, equal keys are merged."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers

LARGEST_KEY = 2**62
MOST_DENSE_CELLS = 16_000_000
MOST_AXES = 64
"""NumPy's own limit."""
DENSE_CELLS_PER_CLASS = 32
"""A table of every possible combination is used while it is not much larger than the classes that occur."""


def pack(codes: Sequence[Codes], radices: Sequence[int]) -> tuple[Integers, int]:
    """One integer per class, equal for equal codes, and how many such integers are possible.

    The digits of a mixed-radix number; where the number would outgrow 64 bits, what is packed so far is renumbered.
    """
    keys = np.zeros(len(codes[0]) if codes else 0, dtype=np.int64)
    cells = 1
    for digit, radix in zip(codes, radices, strict=True):
        if cells * radix > LARGEST_KEY:
            distinct, keys = np.unique(keys, return_inverse=True)
            cells = len(distinct)
        keys = keys * radix + digit
        cells *= radix
    return keys, cells


def dense_sizes(classes: EquivalenceClasses) -> Any | None:
    """The size of every possible combination, an array with an axis per variable; None where that is too large."""
    radices = classes.radices()
    cells = math.prod(radices)
    if (
        len(radices) > MOST_AXES
        or not len(classes)
        or cells > min(MOST_DENSE_CELLS, DENSE_CELLS_PER_CLASS * max(len(classes), 1000))
    ):
        return None
    counter = np.int32 if classes.n_records < 2**31 else np.int64
    keys, _ = pack(classes.codes, radices)
    cube = np.zeros(cells, dtype=counter)
    cube[keys] = classes.sizes
    return cube.reshape(radices)


def sizes_without_each(classes: EquivalenceClasses, dense: Any | None) -> Iterator[Integers]:
    """For each variable in turn, the class sizes that remain when it is left out; `dense` is `dense_sizes(classes)`."""
    radices = classes.radices()
    for left_out in range(len(radices)):
        kept = [v for v in range(len(radices)) if v != left_out]
        if not kept:
            yield np.array([classes.n_records], dtype=np.int64)
        elif dense is not None:  # leaving a variable out is a sum along its axis
            remaining = _sum_along(dense, left_out).ravel()
            yield remaining[remaining > 0].astype(np.int64)
        else:
            keys, cells = pack([classes.codes[v] for v in kept], [radices[v] for v in kept])
            yield merged_sizes(keys, cells, classes.sizes)


def _sum_along(cube: Any, axis: int) -> Any:
    """cube.sum(axis), slice by slice: NumPy's own loop is slow along a short last axis."""
    total = np.take(cube, 0, axis=axis)
    for i in range(1, cube.shape[axis]):
        total += cube[(slice(None),) * axis + (i,)]
    return total


def merged_sizes(keys: Integers, cells: int, sizes: Integers) -> Integers:
    """Sums of `sizes` over equal `keys`, in the order of the keys.

    When key and size fit into one integer together, that integer is sorted: several times faster than sorting the
    keys and carrying the sizes along.
    """
    size_bits = int(sizes.max()).bit_length()
    if cells.bit_length() + size_bits <= 62:
        both = np.sort((keys << size_bits) | sizes)
        keys, sizes = both >> size_bits, both & ((1 << size_bits) - 1)
    else:
        order = np.argsort(keys, kind="stable")
        keys, sizes = keys[order], sizes[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return np.add.reduceat(sizes, starts)
