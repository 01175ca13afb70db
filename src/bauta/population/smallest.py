"""The smallest class: how few people of the population anybody of a release matches.

The maximum risk is a fact about the population, 1/min F_j, and the record at whom the minimum is reached is not known.
E[1/F] where it is largest is a chance of one record only, and is no more than the expected maximum: an adversary who
has a list of the population picks the record whose class is smallest there. Given the model the classes are
independent, so that

    P(some F_j < k) = 1 - product over j of (1 - P(F_j < k | f_j))
    E[max 1/F_j]    = sum over h of (1/h - 1/(h+1)) P(some F_j < h+1)

docs/decisions/0052-the-maximum-goes-by-its-upper-end.md says which of them decides.
"""

from functools import cache

import numpy as np

from bauta.model.estimates import SMALL_CHANCE, RiskEstimate
from bauta.population.in_release import View
from bauta.population.posterior import Reals

AT_A_TIME = 20_000
"""Classes whose distribution is looked at together; a mixture has some forty numbers for each."""
ONE_BY_ONE = 20
"""Up to this size E[max 1/F] is summed size by size; beyond, over steps of 5 %."""
ALONE = 2
"""P(F < 2) of a class of one is P(F = 1), which every estimator tells."""
CERTAIN = 1 - 1e-9
NEGLIGIBLE = 1e-7


def chances_below(view: View, k: int) -> Reals:
    """P(F_j < k | f_j) of every class of the view."""
    chances = np.zeros(len(view.sizes))
    if k == ALONE:
        return np.where(view.sizes == 1, view.posterior.unique, 0.0)
    small = np.flatnonzero(view.sizes < k)
    for start in range(0, len(small), AT_A_TIME):
        own = small[start : start + AT_A_TIME]
        chances[own] = view.posterior.unseen(own).below(k - view.sizes[own])
    return chances


def log_none(chances: Reals) -> Reals:
    """Log (1 - P) of every class: their sum is the logarithm of the chance that no class is smaller."""
    with np.errstate(divide="ignore"):
        logs: Reals = np.log1p(-np.minimum(chances, 1.0))
    return logs


class SmallestClass:
    """The distribution of min F_j over the classes of a view."""

    def __init__(self, view: View) -> None:
        self._view = view
        self.least = int(view.sizes.min())
        """Nobody matches fewer: F_j is no smaller than f_j."""
        self.any_below = cache(self._any_below)

    def _any_below(self, k: int) -> float:
        """P(some F_j < k)."""
        if k <= self.least:
            return 0.0
        return float(-np.expm1(log_none(chances_below(self._view, k)).sum()))

    def with_chance(self, chance: float, most: int) -> int:
        """The largest k, up to `most`, for which P(some F_j < k) is at most this: a quantile of the smallest class."""
        low, step = self.least, 1
        while low + step <= most and self.any_below(low + step) <= chance:
            low, step = low + step, 2 * step
        high = min(low + step, most + 1)
        while high - low > 1:
            middle = (low + high) // 2
            if self.any_below(middle) <= chance:
                low = middle
            else:
                high = middle
        return low

    def expected_reciprocal(self, most: int) -> float:
        """E[1/min F_j]; no class has more people than `most`."""
        h = self.with_chance(NEGLIGIBLE, most)  # the smallest class is no smaller, as good as certainly
        total = 0.0
        while h < most:
            chance = self.any_below(h + 1)
            if chance > CERTAIN:
                return total + 1 / h
            beyond = min(h + max(1, h // ONE_BY_ONE), most)
            # Between h and beyond the chance lies between those at both ends.
            if beyond > h + 1:
                chance = (chance + self.any_below(beyond)) / 2
            total += (1 / h - 1 / beyond) * chance
            h = beyond
        return total + 1 / most

    def maximum(self, most: int, method: str) -> RiskEstimate:
        """E[max 1/F], and the interval of max 1/F."""
        upper = 1 / self.with_chance(SMALL_CHANCE, most)
        lower = 1 / self.with_chance(1 - SMALL_CHANCE, most)
        value = min(max(self.expected_reciprocal(most), lower), upper)
        return RiskEstimate(value, lower, upper, method)


def smallest_class(upper_end: float) -> int:
    """The class that the upper end of the maximum stands for."""
    return max(1, round(1 / upper_end))
