"""How many classes have which size: all that the estimators without a model of the variables look at.

Their doubt is computed here too. Such an estimator is a smooth function of a few totals T_k = sum_i g_k(i) c_i, where
c_i classes of the data have size i. If the D classes of the population are independent and alike, the c_i are
multinomial over D (the unseen classes are the category i = 0), so

    Cov(T_k, T_l) = sum_i g_k(i) g_l(i) c_i - T_k T_l / D

and the delta method turns that into the variance of the estimate. It covers what chance did when the data were drawn,
not how far the idea behind an estimator is from the population at hand.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.estimates import RiskEstimate
from bauta.population.posterior import HALF_WIDTH, Reals

RELATIVE_STEP = 1e-4
"""Of central differences: a compromise between rounding and curvature."""


@dataclass(frozen=True, eq=False, repr=False)
class SizeFrequencies:
    """`counts[k]` classes have `sizes[k]` records; sizes are distinct and ascending."""

    sizes: Integers
    counts: Integers

    @classmethod
    def of(cls, class_sizes: Integers) -> "SizeFrequencies":
        """Counted from the sizes of all classes; classes without a record are left out."""
        sizes, counts = np.unique(class_sizes[class_sizes > 0], return_counts=True)
        return cls(sizes.astype(np.int64), counts.astype(np.int64))

    @cached_property
    def n_classes(self) -> int:
        """U in the papers."""
        return int(self.counts.sum())

    @cached_property
    def n_records(self) -> int:
        """N in the papers."""
        return int(self.sizes @ self.counts)

    def n_classes_of_size(self, size: int) -> int:
        """c_i in the papers, `size` being i."""
        return int(self.counts[self.sizes == size].sum())

    def totals(self, weights: Reals) -> Reals:
        """T_k = sum_i g_k(i) c_i, with g_k(i) in row k of `weights`."""
        total: Reals = weights @ self.counts.astype(np.float64)
        return total

    def covariance(self, weights: Reals, population_classes: float) -> Reals:
        """Of these totals, as at the top of this file; D is `population_classes`."""
        total = self.totals(weights)
        return (weights * self.counts) @ weights.T - np.outer(total, total) / population_classes


def deviation_by_delta_method(function: Callable[[Reals], float], at: Reals, covariance: Reals) -> float:
    """Standard deviation of `function` of the random vector `at`, its gradient taken by central differences."""
    steps = RELATIVE_STEP * np.abs(at)
    gradient = np.zeros_like(at)
    for k in np.flatnonzero(steps):
        change = np.zeros_like(at)
        change[k] = steps[k]
        gradient[k] = (function(at + change) - function(at - change)) / (2 * steps[k])
    return float(np.sqrt(max(float(gradient @ covariance @ gradient), 0.0)))


def on_log_scale(value: float, deviation: float, method: str, least: float, most: float) -> RiskEstimate:
    """A positive number with a 95 % interval, log-normal and so symmetric by factors, cut to what is possible.

    Where the deviation is more than ten times the number there is no telling a factor: the interval is then a normal
    one, open below.
    """
    if deviation > 10 * value:
        lower, upper = least, value + HALF_WIDTH * deviation
    else:
        factor = float(np.exp(HALF_WIDTH * np.sqrt(np.log1p((deviation / value) ** 2)))) if deviation else 1.0
        lower, upper = value / factor, value * factor
    possible = float(min(max(value, least), most))
    return RiskEstimate(possible, min(max(lower, least), possible), max(min(upper, most), possible), method)


def in_no_doubt(value: float, method: str) -> RiskEstimate:
    """A number that was counted: everybody is in the data."""
    return RiskEstimate(float(value), float(value), float(value), method)
