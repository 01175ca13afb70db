"""Bounded noise: every number moves by a random amount, evenly spread, and never further than its bound."""

import numpy as np
import numpy.typing as npt

from bauta.errors import NoiseChangesNothing, shown
from bauta.model.transformations import NoiseSection
from bauta.transform.draws import draw_words

Numbers = npt.NDArray[np.float64]

_LARGEST_EXACT = 2.0**52
"""Up to here, steps of one can be told apart in floating point."""
_HAIR = 1e-9
"""0.7 + 0.1 is a hair less than 0.8 in floating point; steps are compared with so much patience."""


def draw_noise(n: int, *, rng: np.random.Generator) -> Numbers:
    """`n` numbers, evenly from -1 up to 1."""
    return (draw_words(rng, n) >> np.uint64(11)).astype(np.float64) / 2**52 - 1


def add_noise(
    values: Numbers,
    section: NoiseSection,
    rng: np.random.Generator,
    is_whole: bool,
    decimals: int,
    column: str | None = None,
) -> Numbers:
    """The numbers, each moved by at most its bound; missing ones (NaN) stay missing.

    Whole numbers stay whole, others keep their decimals: the new number is drawn from all those of so many decimals
    within the bound, the old one among them. If no number is negative, none becomes so: what would fall below 0 is
    reflected. A number whose bound is less than its last digit cannot move; if none can, NoiseChangesNothing is raised.
    """
    noise = draw_noise(len(values), rng=rng)
    is_number = np.isfinite(values)
    if not is_number.any():
        return values.copy()
    given = np.where(is_number, values, 0.0)
    bounds = np.full(len(values), section.bound or 0.0)
    if section.percent is not None:
        bounds = np.abs(given) * section.percent / 100
    steps = 1.0 if is_whole else 10.0**decimals
    if (np.abs(given).max() + bounds.max()) * steps < _LARGEST_EXACT:
        lowest = np.ceil((given - bounds) * steps - _HAIR)
        choices = np.maximum(np.floor((given + bounds) * steps + _HAIR) - lowest + 1, 0)
        can_move = choices > 1
        drawn = lowest + np.minimum(np.floor((noise + 1) / 2 * choices), choices - 1)
        moved = np.where(can_move, drawn / steps, given)
    else:  # the last decimal is finer than floating point can tell
        can_move = given + bounds > given
        moved = np.clip(given + noise * bounds, given - bounds, given + bounds)
        moved = np.rint(moved) if is_whole else moved
    if not can_move[is_number].any():
        raise NoiseChangesNothing(column="the column" if column is None else shown(column))
    if (given[is_number] >= 0).all():
        moved = np.abs(moved)
    return np.where(is_number, moved, values)
