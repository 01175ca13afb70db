"""The order of released rows: drawn, so that it carries nothing of the order in the source."""

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.transform.draws import draw_words

_ROWS_AT_A_TIME = 1 << 20
"""So many numbers are worked out at once, which keeps them near the processor."""


def draw_order_keys(n_rows: int, rng: np.random.Generator) -> Integers:
    """A number for every row, no two alike: sorted by them, the rows stand in a random order.

    An engine sorts them with the rows they belong to, so that nobody sorts twice. The upper bits are drawn. The lower
    ones, as many as it takes to number the rows, hold the row's number times a secret odd number: that makes keys
    differ, and those few whose upper bits are alike (36,000 pairs of a hundred million rows) do not stand in the order
    of the source either.
    """
    keys = draw_words(rng, n_rows).copy()
    factor, start = (int(word) for word in draw_words(rng, 2))
    numbering = np.uint64((1 << max(1, n_rows - 1).bit_length()) - 1)
    keys &= ~numbering
    for first in range(0, n_rows, _ROWS_AT_A_TIME):
        rows = np.arange(first, min(n_rows, first + _ROWS_AT_A_TIME), dtype=np.uint64)
        keys[first : first + len(rows)] |= (rows * np.uint64(factor | 1) + np.uint64(start)) & numbering
    return keys.view(np.int64)


def draw_order(n_rows: int, rng: np.random.Generator) -> Integers:
    """A random order: which row of the source comes first, second, and so on."""
    return np.argsort(draw_words(rng, n_rows)).astype(np.int64, copy=False)
