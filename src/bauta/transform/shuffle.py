"""The order of released rows: drawn, so that it carries nothing of the order in the source."""

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.transform.draws import draw_words


def draw_order(n_rows: int, rng: np.random.Generator) -> Integers:
    """A random order: which row of the source comes first, second, and so on."""
    return np.argsort(draw_words(rng, n_rows)).astype(np.int64, copy=False)
