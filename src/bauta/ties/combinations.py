"""Sums and differences of two columns that give a third: an age is the days between a visit and a birth."""

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from bauta.ties.tie import Codes, Evidence, Flags

Numbers = npt.NDArray[np.float64]

LEAST_EXPLAINED = 0.7
"""Of the variance of the quasi-identifier, within what is released, before a sum is looked at closely."""
_LESS_LEFT = 0.5
"""Two columns leave at most this share of what the better of them leaves unexplained."""
MOST_COLUMNS = 60
_UNITS = (1.0, 7.0, 12.0, 30.4375, 365.25, 24.0)
"""How many of one unit of time are in another: a birth is a visit less an age, 365.25 days for each year of it."""
_NEAR_UNIT = 0.02
_FAR = 10
"""Times the middle half of a column's numbers: what is further from the middle stands for something else."""


def combined_evidence(columns: Mapping[str, Numbers], values: Numbers, released: Codes) -> Iterator[Evidence]:
    """Sums and differences of two columns that move with a quasi-identifier, much more than either column alone.

    How much of it they explain follows from variances and covariances, so that all pairs cost one product of matrices.
    `values` are the numbers of the quasi-identifier; a group's mean is taken off, as whoever looks knows the group.
    """
    names = [name for name, own in columns.items() if np.isfinite(own).mean() > 0.5][:MOST_COLUMNS]
    if len(names) < 2 or not np.isfinite(values).any():
        return
    there = np.isfinite(values) & np.all([np.isfinite(columns[name]) for name in names], axis=0)
    if there.sum() < 50:
        there = np.isfinite(values)
    near = there & ~np.any([_is_placeholder(columns[name]) for name in names], axis=0)
    if near.sum() >= max(50, there.sum() / 2):
        there = near
    matrix = np.array([_within(columns[name][there], released[there]) for name in names])
    target = _within(values[there], released[there])
    variance = float(target @ target)
    if not variance > 0:
        return
    products, with_target = matrix @ matrix.T, matrix @ target
    own = np.diag(products)
    alone = np.divide(with_target**2, own * variance, out=np.zeros(len(names)), where=own > 0)
    for i in range(len(names)):
        determinants = own[i] * own - products[i] ** 2
        for j in range(i + 1, len(names)):
            if determinants[j] <= 1e-9 * own[i] * own[j]:  # they say the same
                continue
            a = (own[j] * with_target[i] - products[i, j] * with_target[j]) / determinants[j]
            b = (own[i] * with_target[j] - products[i, j] * with_target[i]) / determinants[j]
            explained = (a * with_target[i] + b * with_target[j]) / variance
            left = _LESS_LEFT * (1 - max(alone[i], alone[j]))
            if explained < LEAST_EXPLAINED or 1 - explained > left or not a or not b:
                continue
            how = "their sum" if a * b > 0 else "the difference between them"
            made = columns[names[i]] + _as_unit(b / a) * columns[names[j]]
            yield Evidence((names[i], names[j]), how, _codes(made), is_in_order=True)


def _as_unit(ratio: float) -> float:
    """The ratio of two units that is near, or the ratio itself."""
    for unit in (*_UNITS, *(1 / unit for unit in _UNITS)):
        if abs(abs(ratio) / unit - 1) < _NEAR_UNIT:
            return float(np.copysign(unit, ratio))
    return ratio


def _codes(numbers: Numbers) -> Codes:
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64)


def _is_placeholder(numbers: Numbers) -> Flags:
    """Numbers far beyond all others, such as 9999 for unknown, in which any variance would drown."""
    low, middle, high = np.nanquantile(numbers, (0.25, 0.5, 0.75))
    return np.abs(numbers - middle) > _FAR * (high - low) if high > low else np.zeros(len(numbers), np.bool_)


def _within(numbers: Numbers, groups: Codes) -> Numbers:
    """The numbers less the mean of their group; missing ones are at the mean."""
    there = np.isfinite(numbers)
    counts = np.bincount(groups[there], minlength=int(groups.max()) + 1)
    sums = np.bincount(groups[there], weights=numbers[there], minlength=len(counts))
    means = sums / np.maximum(counts, 1)
    return np.where(there, numbers - means[groups], 0.0)
