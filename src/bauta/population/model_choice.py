"""Which log-linear model: Skinner and Shlomo's measure of misfit, for any class size, and a forward search by it.

How far is the risk estimated by fitted means lambda_hat from that of the true ones? Over ALL cells, empty ones too,

    B = sum_j P(f_j = k) (h(lambda_hat_j) - h(lambda_j))

where h(lambda) is the risk of a class of k records. Skinner and Shlomo (2008) expand h and put the estimates
(f - mu)/pi for lambda - lambda_hat and ((f - mu)^2 - f)/pi^2 for its square:

    B = sum_j a_j (f_j - mu_j) + b_j ((f_j - mu_j)^2 - f_j),     v = sum_j a_j^2 mu_j + 2 b_j^2 mu_j^2
    a = -p h'/pi,   b = p h''/(2 pi^2),   p = e^-mu mu^k/k!,     mu = pi lambda_hat

If the model fits, B/sqrt(v) is about standard normal. Far above 0, variables depend on each other in ways the model
does not know, and risk is overstated; far below, the model follows chance and understates it. With x = (1-pi) lambda
and X ~ Poisson(x), h is

    tau_1    h = e^-x                     sample uniques who are unique in the population
    size k   h = k E[1/(k+X)]             records matched correctly: the paper's B_k; for k = 1 it is tau_2

and as d/dx E[1/(k+X)] = E[1/(k+1+X)] - E[1/(k+X)], derivatives of h are differences. Summed over all k they close:
sum_k P(f=k) k E[1/(k+c+X)] = E[f/(F+c)] = pi E[F/(F+c)] with F ~ Poisson(lambda), hence

    all sizes   sum_k p h'  = pi (1-pi)   (e^-L - u),           u = (1 - e^-L)/L,   L = lambda
                sum_k p h'' = pi (1-pi)^2 (2u - 2(1-u)/L - e^-L)

References
----------
Skinner, C. and Shlomo, N. (2008). Assessing identification risk in survey microdata using log-linear models. Journal
of the American Statistical Association 103, 989-1001. doi:10.1198/016214507000001328
Dankar, F. K. and El Emam, K. (2010). A method for evaluating marketer re-identification risk. EDBT/ICDT Workshops,
section 2.4.2. doi:10.1145/1754239.1754271
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy.special import gammaln, xlogy

from bauta.equivalence.classes import EquivalenceClasses
from bauta.errors import EstimatorCannotAnswer
from bauta.model.sampling import Sampling
from bauta.population.log_linear import LogLinearFit, fit_log_linear, sample_over_grid
from bauta.population.pair_graph import Pairs, all_pairs
from bauta.population.posterior import HALF_WIDTH, Reals
from bauta.population.reciprocal import poisson_reciprocal

SMALL_MEAN = 0.05
"""Below it the closed forms lose digits and six terms of their series are exact."""
NEVER = 1e-25
"""Cells with a smaller chance of holding k people do not count for size k."""


class Misfit(NamedTuple):
    """B and v."""

    bias: float
    """By how many expected matches (or uniques, for tau_1) the model overstates risk."""
    variance: float

    @property
    def ratio(self) -> float:
        """B/sqrt(v), standard normal where the model fits; 0 where everybody is in the data."""
        return self.bias / float(np.sqrt(self.variance)) if self.variance > 0 else 0.0


class Slopes(NamedTuple):
    """The sums over class sizes of p h' and p h'', cell by cell."""

    first: Reals
    second: Reals


Measure = Callable[[Reals, float], Slopes]
"""From the sample means mu of cells and the sampling fraction pi to p h' and p h''."""


def of_population_uniques(means: Reals, fraction: float) -> Slopes:
    """The measure for tau_1: sample uniques who are unique in the population."""
    p_h = means * np.exp(-means / fraction)
    return Slopes(-(1 - fraction) * p_h, (1 - fraction) ** 2 * p_h)


def of_size(means: Reals, fraction: float, size: int) -> Slopes:
    """The measure for classes of `size` records, k: h = k E[1/(k+X)]. For 1 it is that of tau_2."""
    chance = np.exp(xlogy(size, means) - means - gammaln(size + 1))
    possible = chance > NEVER
    x = means[possible] * (1 - fraction) / fraction
    theta = [poisson_reciprocal(size + shift, x) for shift in range(3)]
    slopes = np.zeros((2, *means.shape))
    weight = chance[possible] * size
    slopes[0][possible] = weight * (1 - fraction) * (theta[1] - theta[0])
    slopes[1][possible] = weight * (1 - fraction) ** 2 * (theta[2] - 2 * theta[1] + theta[0])
    return Slopes(slopes[0], slopes[1])


def of_sizes(sizes: Sequence[int]) -> Measure:
    """The measure for the classes of any of these sizes together."""

    def measure(means: Reals, fraction: float) -> Slopes:
        each = [of_size(means, fraction, size) for size in sizes]
        return Slopes(sum(s.first for s in each) + 0 * means, sum(s.second for s in each) + 0 * means)

    return measure


def of_all_sizes(means: Reals, fraction: float) -> Slopes:
    """The measure for classes of every size: what the marketer's risk is made of, in closed form."""
    rate = means / fraction
    small = rate < SMALL_MEAN
    safe = np.where(small, 1, rate)
    empty = np.exp(-safe)
    u = -np.expm1(-safe) / safe
    # e^-L - u = sum (-L)^m m/(m+1)!,   2u - 2(1-u)/L - e^-L = -sum (-L)^m m(m+1)/(m+2)!
    low = np.where(small, rate, 0)
    first_series = low * (-1 / 2 + low * (1 / 3 - low * (1 / 8 - low * (1 / 30 - low * (1 / 144 - low / 840)))))
    second_series = low * (1 / 3 - low * (1 / 4 - low * (1 / 10 - low * (1 / 36 - low * (1 / 168 - low / 960)))))
    first = np.where(small, first_series, empty - u)
    second = np.where(small, second_series, 2 * u - 2 * (1 - u) / safe - empty)
    return Slopes(fraction * (1 - fraction) * first, fraction * (1 - fraction) ** 2 * second)


def measure_misfit(counts: Reals, means: Reals, fraction: float, measure: Measure = of_all_sizes) -> Misfit:
    """B and v of a model with these sample means, over all cells of the grid, empty ones included.

    f is `counts`, mu is `means`, pi is `fraction`; `measure` says whose risk is looked at.

    Examples
    --------
    Ten values of one variable go with ten of another, three people each; independence does not know it.

    >>> misfit = measure_misfit(3 * np.eye(10), np.full((10, 10), 0.3), fraction=0.5)
    >>> round(misfit.ratio, 2)
    2.86
    """
    slopes = measure(means, fraction)
    a, b = -slopes.first / fraction, slopes.second / (2 * fraction**2)
    gap = counts - means
    bias = float((a * gap + b * (gap**2 - counts)).sum())
    return Misfit(bias, float((a**2 * means + 2 * b**2 * means**2).sum()))


@dataclass(frozen=True)
class ModelStep:
    """A model the search went through, and how well it fits."""

    pairs: Pairs
    misfit: Misfit


class ModelSearch:
    """Fits every model at most once, whatever it is judged by."""

    def __init__(self, classes: EquivalenceClasses, sampling: Sampling) -> None:
        self._classes = classes
        self._fraction = sampling.fraction
        self._counts = sample_over_grid(classes)
        self._fits: dict[Pairs, tuple[LogLinearFit, Reals]] = {}

    def fit(self, pairs: Pairs) -> LogLinearFit:
        return self._fitted(pairs)[0]

    def misfit(self, pairs: Pairs, measure: Measure = of_all_sizes) -> Misfit:
        return measure_misfit(self._counts, self._fitted(pairs)[1], self._fraction, measure)

    def choose(self, measure: Measure = of_all_sizes) -> list[ModelStep]:
        """Forward from independence, each time by the pair that brings B/sqrt(v) nearest to 0; the last is chosen.

        It ends within 1.96 of 0, or where no pair that the data can bear brings it nearer.
        """
        candidates = all_pairs(len(self._classes.variables))
        steps = [self._step(frozenset(), measure)]
        while abs(steps[-1].misfit.ratio) > HALF_WIDTH:
            richer = []
            for pair in sorted(candidates - steps[-1].pairs):
                with suppress(EstimatorCannotAnswer):  # too sparse for this pair
                    richer.append(self._step(steps[-1].pairs | {pair}, measure))
            best = min(richer, key=lambda step: abs(step.misfit.ratio), default=steps[-1])
            if abs(best.misfit.ratio) >= abs(steps[-1].misfit.ratio):
                break
            steps.append(best)
        return steps

    def choose_for_size(self, size: int) -> list[ModelStep]:
        """The same for the classes of one size, as Dankar and El Emam do."""
        return self.choose(partial(of_size, size=size))

    def _step(self, pairs: Pairs, measure: Measure) -> ModelStep:
        return ModelStep(pairs, self.misfit(pairs, measure))

    def _fitted(self, pairs: Pairs) -> tuple[LogLinearFit, Reals]:
        if pairs not in self._fits:
            fit = fit_log_linear(self._classes, pairs)
            self._fits[pairs] = fit, fit.over_grid()
        return self._fits[pairs]
