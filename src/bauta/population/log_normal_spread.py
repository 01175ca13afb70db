"""Rates of cells that are log-normal around their means: likelihood, and E[1/F | f].

The rate of a cell with mean mu in the data is mu z, and log z is normal with standard deviation s and mean -s^2/2, so
that E[z] = 1 (Skinner and Holmes 1998 spread rates so). With y the logarithm of the rate,

    P(f | mu)      = integral of  Poisson(f; e^y)  g(y - log mu) dy
    E[h(F) | f]    = integral of  Poisson(f; e^y)  g(y - log mu)  E[h(f + X) | y] dy  /  P(f | mu)

where g is the normal density and X, the people not in the data, is Poisson with mean (1-pi)/pi e^y. Integrands are
smooth and fall off fast on both sides, so the trapezoidal rule is exact to many digits (as in `reciprocal.py`).

P(f | mu) depends on y - log mu alone: for all sizes and all means it is one product of two small matrices. Classes of
more than `LARGEST_TABLED` records tell their own rate so well that three points suffice for the likelihood. In those of
more than `LARGEST_SUMMED` the rate given f is taken for a gamma variable whose log density has the same mode and the
same curvature, which is off by 1/(2 s^2 f^2) of E[1/F | f].

References
----------
Skinner, C. J. and Holmes, D. J. (1998). Estimating the re-identification risk per record in microdata. Journal of
Official Statistics 14, 361-372.
"""

import math

import numpy as np
from scipy.special import digamma, gammaln, ndtr

from bauta.equivalence.classes import Integers
from bauta.population.posterior import Reals
from bauta.population.reciprocal import interpolated, negative_binomial_moments_of_means, panels_for, poisson_moments
from bauta.population.unseen import Unseen

STEP = 0.2
"""Of y and of log mu, in the likelihood."""
AROUND = (-2, -1, 0, 1, 2, 3)
"""Places that a mean is shared out over, counted from the one below it."""
LARGEST_TABLED = 30
LARGEST_SUMMED = 100
LOWEST_RATE = -20.0
"""Of y. Lower rates do not make classes."""
REACH = 9.0
"""Standard deviations either side beyond which nothing counts."""
SMALLEST = 1e-300
RATES = 21
"""For the distribution of a class's rate given its size, where the whole distribution of F is wanted."""


class LogNormalSpread:
    """Classes and cells, condensed for the likelihood of s."""

    def __init__(self, sizes: Integers, log_means: Reals, log_cell_means: Reals, cells: Reals) -> None:
        low = math.floor(min(float(log_means.min()), float(log_cell_means.min())) / STEP)
        high = math.ceil(max(float(log_means.max()), float(log_cell_means.max())) / STEP)
        self.places = np.arange(low + AROUND[0], high + AROUND[-1] + 1) * STEP
        ones = np.ones(len(sizes))
        self.cells = self._shared_out(log_cell_means, cells)
        self.empty = self.cells - self._shared_out(log_means, ones)
        tabled = sizes <= LARGEST_TABLED
        width = len(self.places)
        self.classes = np.zeros((LARGEST_TABLED, width))
        for row, size in enumerate(range(1, LARGEST_TABLED + 1)):
            own = sizes == size
            if own.any():
                self.classes[row] = self._shared_out(log_means[own], ones[own])
        self.large, self.log_means_of_large = sizes[~tabled].astype(np.float64), log_means[~tabled]
        top = math.log(LARGEST_TABLED) + 1.6
        self.rates = np.arange(math.floor(LOWEST_RATE / STEP), math.ceil(top / STEP) + 1) * STEP
        f = np.arange(1, LARGEST_TABLED + 1)[:, None]
        self.chances = STEP * np.exp(f * self.rates - np.exp(self.rates) - gammaln(f + 1))
        self.chance_of_any = -STEP * np.expm1(-np.exp(self.rates))

    def _shared_out(self, logs: Reals, weights: Reals) -> Reals:
        """Weights given to the six places around each mean, as Lagrange's interpolation does.

        A function of log mu then sums to the same up to the sixth power of the step; with two places, the curvature of
        log P would be lost, which is as much as a family is better than another.
        """
        position = (logs - self.places[0]) / STEP
        left = position.astype(np.int64)
        right = position - left
        shared = np.zeros(len(self.places))
        for own in AROUND:
            factor = weights.copy()
            for other in AROUND:
                if other != own:
                    factor *= (right - other) / (own - other)
            shared += np.bincount(left + own, factor, len(shared))
        return shared

    def log_likelihood(self, deviation: float) -> float:
        """Of all cells, s being `deviation`, less the sum of log f! over classes, which says nothing of s."""
        density = _density(self.rates[:, None] - self.places, deviation)
        of_classes = float((self.classes * np.log(np.maximum(self.chances @ density, SMALLEST))).sum())
        of_empty = float(self.empty @ np.log1p(-self._occupied(density, deviation)))
        x = digamma(self.large) - self.log_means_of_large
        aside = np.sqrt(3 / self.large)
        around = (4 * _density(x, deviation) + _density(x - aside, deviation) + _density(x + aside, deviation)) / 6
        of_large = float(np.log(np.maximum(around / self.large, SMALLEST)).sum())
        return of_classes + of_empty + of_large

    def expected_classes(self, deviation: float) -> float:
        """How many cells somebody of the data is expected in."""
        density = _density(self.rates[:, None] - self.places, deviation)
        return float(self.cells @ self._occupied(density, deviation))

    def _occupied(self, density: Reals, deviation: float) -> Reals:
        """1 - P(0 | mu); beyond the highest rate of the table everybody is met."""
        beyond = ndtr((self.places - self.rates[-1] - STEP / 2 - deviation**2 / 2) / deviation)
        occupied: Reals = np.clip(self.chance_of_any @ density + beyond, SMALLEST, 1 - 1e-12)
        return occupied


def log_normal_moments(sizes: Integers, log_means: Reals, deviation: float, odds: float) -> Reals:
    """Rows: E[1/F], E[1/F^2] and P(F = 1) of every class; `odds` is (1-pi)/pi."""
    result = np.zeros((3, len(sizes)))
    summed = np.flatnonzero(sizes <= LARGEST_SUMMED)
    order = summed[np.argsort(sizes[summed], kind="stable")]
    for members in np.split(order, np.flatnonzero(np.diff(sizes[order])) + 1):
        if not len(members):
            continue
        size, logs = int(sizes[members[0]]), log_means[members]
        rates, weights, rows = _nodes(size, deviation, odds, float(logs.min()), float(logs.max()))

        def summed_at(places: Reals, rates: Reals = rates, weights: Reals = weights, rows: Reals = rows) -> Reals:
            scores = (rates[:, None] - places + deviation**2 / 2) / deviation
            chances = weights[:, None] - scores**2 / 2
            chances = np.exp(chances - chances.max(axis=0))
            found: Reals = rows @ (chances / chances.sum(axis=0))
            return found

        low, panels = panels_for(logs)
        if panels:
            result[:, members] = interpolated(summed_at, logs, low, panels)
        else:
            for start in range(0, len(members), 1024):
                result[:, members[start : start + 1024]] = summed_at(logs[start : start + 1024])
    large = np.flatnonzero(sizes > LARGEST_SUMMED)
    if len(large):
        f = sizes[large].astype(np.float64)
        rate = _likeliest_rate(f, log_means[large] - deviation**2 / 2, deviation)
        moments = negative_binomial_moments_of_means(f, rate + deviation**-2, odds * rate)
        result[0, large], result[1, large] = moments.mean, moments.square
    return result


def log_normal_unseen(sizes: Integers, log_means: Reals, deviation: float, odds: float) -> Unseen:
    """F - f of every class: Poisson, given the rate, and some rates for the distribution of the rate given f.

    Its log density f y - e^y - (y - centre)^2/(2 s^2) is concave, so the Gauss-Hermite rule around its mode serves.
    """
    f, centres = sizes.astype(np.float64), log_means - deviation**2 / 2
    mode = np.log(_likeliest_rate(f, centres, deviation))
    width = (np.exp(mode) + deviation**-2) ** -0.5
    nodes, chances = np.polynomial.hermite_e.hermegauss(RATES)
    y = mode + width * nodes[:, None]
    logs = f * y - np.exp(y) - ((y - centres) / deviation) ** 2 / 2 + nodes[:, None] ** 2 / 2
    weights = chances[:, None] * np.exp(logs - logs.max(axis=0))
    means = odds * np.exp(y)
    return Unseen(np.full_like(means, np.inf), means, weights / weights.sum(axis=0))


def _nodes(size: int, deviation: float, odds: float, low: float, high: float) -> tuple[Reals, Reals, Reals]:
    """Values of y for classes of one size and means from e^low to e^high: log Poisson, and what F is at each."""
    width = 1 / math.sqrt(size)
    step = min(0.25, 0.9 * width, 0.9 * deviation) / 1.2
    # The rate given f is between what the class says and what the mean says; a class of one says little of low rates.
    middle = math.log(size)
    first = max(middle - REACH * width - 20 / size, min(middle, low - deviation**2 / 2) - REACH * deviation)
    last = min(middle + min(REACH * width, 4.0), max(middle, high + deviation**2) + REACH * deviation)
    rates = np.arange(first, last + step, step)
    rate = np.exp(rates)
    moments = poisson_moments(size, odds * rate)
    alone = np.exp(-odds * rate) if size == 1 else np.zeros(len(rates))
    return rates, size * rates - rate, np.stack([moments.mean, moments.square, alone])


def _likeliest_rate(sizes: Reals, centres: Reals, deviation: float) -> Reals:
    """e^y at the root of f - e^y - (y - centre)/s^2, by Newton's method from above, where it cannot overshoot."""
    y = np.maximum(np.log(sizes), centres)
    for _ in range(30):
        rate = np.exp(y)
        y = y + (sizes - rate - (y - centres) / deviation**2) / (rate + deviation**-2)
    rate = np.exp(y)
    return rate


def _density(x: Reals, deviation: float) -> Reals:
    """Of log z at x."""
    scores = (x + deviation**2 / 2) / deviation
    density: Reals = np.exp(-(scores**2) / 2) / (deviation * math.sqrt(2 * math.pi))
    return density
