"""Three ways in which the rates of cells may be spread around their means, and how far the data bear out each.

The rate of a cell is its mean times z, with E[z] = 1:

    gamma           z gamma of shape a
    log-normal      log z normal, with standard deviation s (`log_normal_spread.py`)
    possible cells  z = 0 in a share of the cells, which nobody can be in; gamma in the others, with mean 1/(1 - share)

The three say the same where the spread is small, and differ where it is large: a gamma distribution has more cells that
are next to empty, a log-normal one has more giants. With 1/s^2 in place of a, both have the same information on the
mean of a cell, mu a/(a + mu) where mu is small or large, so one adjustment serves both (see `poisson_gamma.py`).

No family is chosen. Each has the weight that its likelihood gives it, less log log n for the share of impossible cells,
and the risk is the weighted mean (Hoeting et al. 1999). How far the families differ is part of the doubt.

References
----------
Hoeting, J. A., Madigan, D., Raftery, A. E. and Volinsky, C. T. (1999). Bayesian model averaging: a tutorial.
Statistical Science 14, 382-417.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import gammaln

from bauta.equivalence.classes import Integers
from bauta.population.log_normal_spread import LogNormalSpread, log_normal_moments, log_normal_unseen
from bauta.population.posterior import HALF_WIDTH, Reals
from bauta.population.reciprocal import negative_binomial_moments_of_means
from bauta.population.unseen import Unseen

LOG_SHAPE = (-8.0, 12.0)
"""The range of log a: from cells that are nearly all empty to no spread at all."""
LARGEST_DEVIATION = 2.0
"""Of log a. Where the likelihood is flat a may be anything; so much either way covers what is left of its effect."""
LOG_SHAPE_OF_LOG_NORMAL = (-4.0, 4.0)
"""The range of -2 log s."""
SHARES = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
"""Of impossible cells, that are tried."""
MOST_IMPOSSIBLE = 0.99
LEAST_WEIGHT = 1e-3
"""A family that is less likely than this is left out."""
BINS = 1024
"""Over which the means of classes, and of cells, are condensed for the likelihood."""


class SpreadFamily(StrEnum):
    """The three, by the words that say which."""

    GAMMA = "gamma"
    LOG_NORMAL = "log-normal"
    POSSIBLE_CELLS = "gamma, some combinations being impossible"


@dataclass(frozen=True, eq=False, repr=False)
class Counts:
    """What a likelihood is computed from: sizes and log means of the classes, and all cells of the grid."""

    sizes: Integers
    log_means: Reals
    log_cell_means: Reals
    multiplicities: Reals
    """How many cells each entry of `log_cell_means` stands for."""


@dataclass(frozen=True, eq=False, repr=False)
class Spread:
    """One family, fitted."""

    family: SpreadFamily
    log_shape: float
    """Log a; for the log-normal family -2 log s."""
    deviation: float
    """Of log a."""
    log_likelihood: float
    impossible: float = 0.0
    """The share of cells that nobody can be in."""
    impossible_deviation: float = 0.0

    def shifted(self, step: float) -> "Spread":
        """The same with another shape, by so many standard deviations."""
        return replace(self, log_shape=self.log_shape + step * self.deviation)

    def with_more_impossible(self, step: float) -> "Spread":
        """The same with another share of impossible cells, by so many standard deviations."""
        share = self.impossible + step * self.impossible_deviation
        return replace(self, impossible=min(max(share, 0.0), MOST_IMPOSSIBLE))

    @property
    def standard_deviation(self) -> float:
        """Of z, for gamma; of log z, for log-normal."""
        return math.exp(-self.log_shape / 2)

    def moments(self, sizes: Integers, log_means: Reals, fraction: float) -> Reals:
        """Rows: E[1/F], E[1/F^2] and P(F = 1) of every class."""
        odds = (1 - fraction) / fraction
        if self.family is SpreadFamily.LOG_NORMAL:
            return log_normal_moments(sizes, log_means, self.standard_deviation, odds)
        shape, unseen = self._shape_and_mean(sizes, log_means, odds)
        moments = negative_binomial_moments_of_means(sizes, shape, unseen)
        alone = np.where(sizes == 1, np.exp(-shape * np.log1p(unseen / shape)), 0.0)
        return np.stack([moments.mean, moments.square, alone])

    def unseen(self, sizes: Integers, log_means: Reals, fraction: float) -> Unseen:
        """F - f of every class, as a whole distribution."""
        odds = (1 - fraction) / fraction
        if self.family is SpreadFamily.LOG_NORMAL:
            return log_normal_unseen(sizes, log_means, self.standard_deviation, odds)
        return Unseen.of_one(*self._shape_and_mean(sizes, log_means, odds))

    def _shape_and_mean(self, sizes: Integers, log_means: Reals, odds: float) -> tuple[Reals, Reals]:
        """Of F - f, which is negative binomial around gamma rates: a + f and (a + f) (1-pi)/pi mu/(a + mu)."""
        a, means = math.exp(self.log_shape), np.exp(log_means) / (1 - self.impossible)
        shape: Reals = a + sizes.astype(np.float64)
        return shape, shape * odds * (means / (a + means))

    def expected_classes(self, counts: Counts) -> float:
        """How many cells the model expects somebody of the data in."""
        if self.family is SpreadFamily.LOG_NORMAL:
            return _log_normal(counts).expected_classes(self.standard_deviation)
        a, possible = math.exp(self.log_shape), 1 - self.impossible
        none = np.exp(-a * np.log1p(np.exp(counts.log_cell_means) / (a * possible)))
        return possible * float((counts.multiplicities * (1 - none)).sum())


Price = Callable[[float], float]
"""What a value of log a costs, beside the likelihood: half the log information on the means."""


def fit_gamma(counts: Counts, price: Price) -> Spread:
    """The gamma distribution of greatest adjusted likelihood.

    l(a) = sum over classes of log Gamma(a+f)/Gamma(a) + f log(mu/(a+mu))  -  sum over all cells of a log(1 + mu/a)
    """
    cell_means, cells = condensed(counts.log_cell_means, counts.multiplicities)
    weights = counts.sizes.astype(np.float64)
    of_records, records = condensed(counts.log_means, weights)
    sum_of_logs = float((weights * counts.log_means).sum())
    sizes, numbers = np.unique(counts.sizes, return_counts=True)

    def log_likelihood(log_shape: float) -> float:
        a = math.exp(log_shape)
        of_sizes = float(numbers @ (gammaln(a + sizes) - gammaln(a)))
        of_means = sum_of_logs - float(records @ np.log(a + of_records))
        return of_sizes + of_means - a * float(cells @ np.log1p(cell_means / a))

    return Spread(SpreadFamily.GAMMA, *_maximised(log_likelihood, price, LOG_SHAPE))


def fit_log_normal(counts: Counts, price: Price) -> Spread:
    """The log-normal distribution of greatest adjusted likelihood, which is told as that of `fit_gamma` is."""
    spread = _log_normal(counts)
    factorials = float(gammaln(counts.sizes + 1.0).sum())

    def log_likelihood(log_shape: float) -> float:
        return spread.log_likelihood(math.exp(-log_shape / 2)) + factorials

    return Spread(SpreadFamily.LOG_NORMAL, *_maximised(log_likelihood, price, LOG_SHAPE_OF_LOG_NORMAL))


def fit_possible_cells(counts: Counts, price: Price, at_least: float = -math.inf) -> Spread:
    """A gamma distribution over the cells that somebody can be in, and the share of those nobody can be in.

    The share is told to the tenth only where the likelihood is below `at_least`, so that it will not count.
    """
    cell_means, cells = condensed(counts.log_cell_means, counts.multiplicities)
    weights = counts.sizes.astype(np.float64)
    of_records, records = condensed(counts.log_means, weights)
    of_classes, classes = condensed(counts.log_means, np.ones(len(weights)))
    sum_of_logs = float((weights * counts.log_means).sum())
    sizes, numbers = np.unique(counts.sizes, return_counts=True)
    n = float(weights.sum())

    def given(share: float) -> Callable[[float], float]:
        possible = 1 - share

        def log_likelihood(log_shape: float) -> float:
            a = math.exp(log_shape)
            of_sizes = float(numbers @ (gammaln(a + sizes) - gammaln(a)))
            of_means = sum_of_logs - n * math.log(possible) - float(records @ np.log(a + of_records / possible))
            nobody = -a * np.log1p(of_classes / (a * possible))
            nobody_in_cells = share + possible * np.exp(-a * np.log1p(cell_means / (a * possible)))
            nobody_in_classes = share + possible * np.exp(nobody)
            return (
                of_sizes
                + of_means
                + float(classes @ (math.log(possible) + nobody - np.log(nobody_in_classes)))
                + float(cells @ np.log(nobody_in_cells))
            )

        return log_likelihood

    def fitted(share: float) -> Spread:
        return Spread(SpreadFamily.POSSIBLE_CELLS, *_maximised(given(share), price, LOG_SHAPE), impossible=share)

    best = max((fitted(share) for share in SHARES), key=lambda fit: fit.log_likelihood)
    if best.log_likelihood < at_least:
        return best
    near = (max(best.impossible - 0.1, 0.01), min(best.impossible + 0.1, MOST_IMPOSSIBLE))
    found = minimize_scalar(
        lambda share: -fitted(share).log_likelihood, bounds=near, method="bounded", options={"xatol": 5e-3}
    )
    best = max(best, fitted(float(found.x)), key=lambda fit: fit.log_likelihood)
    step = min(0.02, best.impossible / 2, (1 - best.impossible) / 2)
    beside = fitted(best.impossible - step).log_likelihood + fitted(best.impossible + step).log_likelihood
    curvature = (2 * best.log_likelihood - beside) / step**2
    largest = best.impossible / HALF_WIDTH
    return replace(best, impossible_deviation=min(curvature**-0.5, largest) if curvature > 0 else largest)


def weights_of(spreads: Sequence[Spread], n: float, tempered: float) -> Reals:
    """Of families, by their likelihood; `tempered` below 1 brings them nearer to each other."""
    prices = [math.log(max(math.log(n), 1.0)) if spread.impossible else 0.0 for spread in spreads]
    criteria = np.array([spread.log_likelihood for spread in spreads]) - prices
    weights = np.exp(tempered * (criteria - criteria.max()))
    weights[weights < LEAST_WEIGHT * weights.sum()] = 0.0
    shares: Reals = weights / weights.sum()
    return shares


def _log_normal(counts: Counts) -> LogNormalSpread:
    return LogNormalSpread(counts.sizes, counts.log_means, counts.log_cell_means, counts.multiplicities)


def _maximised(
    log_likelihood: Callable[[float], float], price: Price, bounds: tuple[float, float]
) -> tuple[float, float, float]:
    """Log a of greatest likelihood less price, its standard deviation by the curvature, and the likelihood there."""

    def loss(log_shape: float) -> float:
        return price(log_shape) - log_likelihood(log_shape)

    found = minimize_scalar(loss, bounds=bounds, method="bounded", options={"xatol": 1e-3})
    at, step = float(found.x), 0.1
    curvature = (loss(at + step) - 2 * float(found.fun) + loss(at - step)) / step**2
    deviation = LARGEST_DEVIATION if curvature <= LARGEST_DEVIATION**-2 else curvature**-0.5
    return at, deviation, log_likelihood(at)


def condensed(log_means: Reals, weights: Reals) -> tuple[Reals, Reals]:
    """Few means and weights over which smooth functions sum to the same: two points for each of many narrow bins.

    The two points of a bin have its weight, its mean and its variance, so that the sum is off by the third power of the
    width alone: with a million records and bins of 0.02, by less than a hundredth in the log likelihood.
    """
    if len(log_means) <= 2 * BINS:
        return np.exp(log_means), weights
    low = float(log_means.min())
    width = max((float(log_means.max()) - low) / BINS, np.finfo(float).tiny)
    place = (log_means - low) / width
    bins = np.minimum(place, BINS - 1).astype(np.int64)
    place -= bins
    sums = [np.bincount(bins, weights * place**power, BINS).astype(np.float64) for power in range(3)]
    kept = sums[0] > 0
    total = sums[0][kept]
    mean, square = sums[1][kept] / total, sums[2][kept] / total
    middle, half = np.flatnonzero(kept) + mean, np.sqrt(np.maximum(square - mean**2, 0))
    places = np.concatenate([middle - half, middle + half])
    return np.exp(low + width * places), np.concatenate([total, total]) / 2
