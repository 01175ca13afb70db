"""Two small ways of drawing that the region and the hospital share."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa


def draw_column(rng: np.random.Generator, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """One column index for each row of `weights`, drawn in proportion to that row's weights.

    For draws whose chances differ from row to row (a diagnosis given age and sex), which `Generator.choice`
    can only do one row at a time.
    """
    cumulative = np.cumsum(weights, axis=1)
    thresholds = rng.random(len(weights)) * cumulative[:, -1]
    # The count of columns wholly below the threshold. A column of weight 0 adds nothing to the running
    # total, so it is never the one a threshold falls in.
    column: npt.NDArray[np.intp] = np.count_nonzero(cumulative <= thresholds[:, None], axis=1)
    return column


def draw_words(rng: np.random.Generator, words: Sequence[str], count: int) -> pa.Array:
    """`count` words, those early in the list more often: a long tail, as names and places have."""
    frequencies = 1 / (np.arange(len(words)) + 5.0)
    chosen = rng.choice(len(words), size=count, p=frequencies / frequencies.sum())
    return pa.array(words, pa.string()).take(pa.array(chosen))
