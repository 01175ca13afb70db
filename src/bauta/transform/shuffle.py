"""The order of released rows: drawn, so that it carries nothing of the order in the source."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.transform.draws import Draws, Purpose, words_of

ROWS_OF_A_STRETCH = 1 << 20
"""So many numbers are worked out at once, which keeps them near the processor."""


@dataclass(frozen=True, repr=False)
class OrderKeys:
    """A number for every row, no two alike: sorted by them, the rows stand in a random order.

    An engine sorts them with the rows they belong to, so that nobody sorts twice. They are worked out as they are
    needed, stretch by stretch: a billion of them would fill 8 GB. The upper bits are drawn. The lower ones, as many as
    it takes to number the rows, hold the row's number times a secret odd number: that makes keys differ, and those few
    whose upper bits are alike (36,000 pairs of a hundred million rows) do not stand in the order of the source either.
    """

    n_rows: int
    secret: bytes

    def stretches(self) -> Iterator[Integers]:
        """The keys of all rows in the order of the data, some at a time; the same each time."""
        factor, start = (int(word) for word in words_of(self.secret, 0, 2))
        numbering = np.uint64((1 << max(1, self.n_rows - 1).bit_length()) - 1)
        for first in range(0, self.n_rows, ROWS_OF_A_STRETCH):
            rows = np.arange(first, min(self.n_rows, first + ROWS_OF_A_STRETCH), dtype=np.uint64)
            keys = words_of(self.secret, 1 + first // ROWS_OF_A_STRETCH, len(rows)) & ~numbering
            keys |= (rows * np.uint64(factor | 1) + np.uint64(start)) & numbering
            yield keys.view(np.int64)


def draw_order_keys(n_rows: int, draws: Draws) -> OrderKeys:
    """What a release of so many rows is sorted by.

    It is bound to the release: the same rows in the same order twice would link two releases of the same people.
    """
    return OrderKeys(n_rows, draws.key_of_release(Purpose.ORDER))


def draw_lots(n: int, draws: Draws) -> Integers:
    """A random order of so many people or rows, by which it is decided who of a class loses cells."""
    return np.argsort(draws.stream(Purpose.LOTS, count=n)).astype(np.int64, copy=False)
