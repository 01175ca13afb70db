"""Sums and differences of two columns that give a third: an age is the days between a visit and a birth."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from bauta.ties.tie import Codes, Evidence

Numbers = npt.NDArray[np.float64]

LEAST_CORRELATION = 0.8
"""Of a sum or difference with the quasi-identifier, within what is released, before it is looked at closely."""
_MOST_COLUMNS = 60


def combined_evidence(columns: Mapping[str, Numbers], values: Numbers, released: Codes) -> Iterator[Evidence]:
    """Sums and differences of two columns that move with a quasi-identifier, much more than either column alone.

    The correlation of a sum follows from variances and covariances, so that all pairs cost one product of matrices.
    `values` are the numbers of the quasi-identifier; a group's mean is taken off, as whoever looks knows the group.
    """
    names = [name for name, own in columns.items() if np.isfinite(own).mean() > 0.5][:_MOST_COLUMNS]
    if len(names) < 2 or not np.isfinite(values).any():
        return
    there = np.isfinite(values) & np.all([np.isfinite(columns[name]) for name in names], axis=0)
    if there.sum() < 50:
        there = np.isfinite(values)
    matrix = np.array([_within(columns[name][there], released[there]) for name in names])
    target = _within(values[there], released[there])
    covariance, with_target, variance = np.cov(matrix), matrix @ target / max(len(target) - 1, 1), target.var(ddof=1)
    if not variance > 0:
        return
    alone = _correlation(with_target, np.diag(covariance), variance)
    for i, j in combinations(range(len(names)), 2):
        for sign, how in ((1, "their sum"), (-1, "the difference between them")):
            spread = covariance[i, i] + covariance[j, j] + 2 * sign * covariance[i, j]
            own = float(_correlation(with_target[i] + sign * with_target[j], spread, variance))
            if own >= LEAST_CORRELATION and own > max(alone[i], alone[j]) + 0.05:
                made = columns[names[i]] + sign * columns[names[j]]
                codes = np.unique(made, return_inverse=True)[1].astype(np.int64)
                yield Evidence((names[i], names[j]), how, codes, is_in_order=True)


def _within(numbers: Numbers, groups: Codes) -> Numbers:
    """The numbers less the mean of their group; missing ones are at the mean."""
    there = np.isfinite(numbers)
    counts = np.bincount(groups[there], minlength=int(groups.max()) + 1)
    sums = np.bincount(groups[there], weights=numbers[there], minlength=len(counts))
    means = sums / np.maximum(counts, 1)
    return np.where(there, numbers - means[groups], 0.0)


def _correlation(covariance: Numbers, spread: Numbers, variance: float) -> Numbers:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(np.abs(covariance) / np.sqrt(np.maximum(spread, 0) * variance))
