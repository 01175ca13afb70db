"""Bounded noise: every number moves by a random amount, evenly spread, and never further than its bound."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bauta.errors import NoiseChangesNothing, shown
from bauta.model.transformations import NoiseSection
from bauta.transform.draws import Words

Numbers = npt.NDArray[np.float64]

_LARGEST_EXACT = 2.0**52
"""Up to here, steps of one can be told apart in floating point."""
_HAIR = 1e-9
"""0.7 + 0.1 is a hair less than 0.8 in floating point; steps are compared with so much patience."""


class Noisy(NamedTuple):
    """Numbers with noise, and which of them no noise could move."""

    values: Numbers
    is_stuck: npt.NDArray[np.bool_]
    """Numbers whose bound is less than their last digit: 10 percent of 4 is less than one."""


def noise_of(words: Words) -> Numbers:
    """A number for each word, evenly from -1 up to 1."""
    return (words >> np.uint64(11)).astype(np.float64) / 2**52 - 1


def add_noise(
    values: Numbers,
    section: NoiseSection,
    noise: Numbers,
    *,
    is_whole: bool,
    decimals: int,
    column: str | None = None,
) -> Noisy:
    """The numbers, each moved by at most its bound; missing ones (NaN) stay missing. `noise` is from -1 up to 1.

    Whole numbers stay whole, others keep their decimals: the new number is drawn from all those of so many decimals
    within the bound, the old one among them. If no number is negative, none becomes so: what would fall below 0 is
    reflected. A number whose bound is less than its last digit cannot move; if none can, NoiseChangesNothing is raised.
    """
    is_number = np.isfinite(values)
    if not is_number.any():
        return Noisy(values.copy(), np.zeros(len(values), bool))
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
    return Noisy(np.where(is_number, moved, values), is_number & ~can_move)
