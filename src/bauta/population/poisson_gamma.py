"""Poisson-gamma around latent groups: bauta's own estimator, and its default.

**The model.** Cell j of the grid of all combinations has mean m_j in the population, from a model of the variables
(`latent_groups.py`; with one group, independence). No such model is right, and what it misses shows as spread around
it. So the rate of the cell is m_j times a gamma variable of mean 1 and shape a, the same for all cells; people are
Poisson given the rate, and each is in the data with probability pi:

    f_j      ~ negative binomial, mean mu_j = pi m_j, variance mu_j + mu_j^2/a
    F_j - f_j | f_j  ~ negative binomial, shape a + f_j, mean (a + f_j) (1-pi)/pi  mu_j/(a + mu_j)

The second line is Bayes' rule: the rate given f_j is gamma with shape a + f_j and rate a/m_j + pi, and the people not
drawn are Poisson with 1-pi of it. E[1/F | f] follows exactly (`reciprocal.py`). a = infinity is the Poisson
log-linear model, and m_j all equal is Bethlehem's; here the data say where between them they are.

**The shape** a maximises the likelihood of all cells, empty ones included,

    l(a) = sum over classes of log Gamma(a+f)/Gamma(a) + f log(mu/(a+mu))  -  sum over all cells of a log(1 + mu/a)

less half the logarithm of the information on the mean of every value (Cox and Reid 1987). Without this the fitted
means, which have absorbed some of the spread, make the rest look smaller than it is: in samples of a thousand records
a comes out twice too large, and risk 4 % too high.

**The number of groups** maximises l - (number of parameters) log log n (Hannan and Quinn 1979), over 1, 2, 3, 5, 8, ...
Akaike's price of 1 buys groups that fit chance, which understates risk; Schwarz's (log n)/2 buys too few.

**Variables that all but determine each other** (postal code and state) are joined (`joined_variables.py`) where that
saves half a unit per record in the same criterion.

**Doubt** has five parts, added as variances: F_j given the model; the shape, by the curvature of l; the sample, which
another draw would replace by one whose mean of 1/F differs by (1-pi) S^2/n; the number of groups: the difference to the
estimate with one step more or fewer, whichever is larger; and the fit: 1-pi times the relative difference between the
number of classes that the model expects in the data and the number there is. The last two are not standard deviations
but confessions: the estimate rests on that choice, and on that model.

The evidence is in docs/explanation/population-estimates.md.

References
----------
Cox, D. R. and Reid, N. (1987). Parameter orthogonality and approximate conditional inference. Journal of the Royal
Statistical Society B 49, 1-39.
Hannan, E. J. and Quinn, B. G. (1979). The determination of the order of an autoregression. Journal of the Royal
Statistical Society B 41, 190-195.
Skinner, C. J. and Shlomo, N. (2008). Assessing identification risk in survey microdata using log-linear models. Journal
of the American Statistical Association 103, 989-1001.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_array
from scipy.special import gammaln

from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator
from bauta.model.sampling import Sampling
from bauta.population.joined_variables import joined, most_dependent
from bauta.population.latent_groups import LatentGroups, fit_latent_groups
from bauta.population.margins import Margin, estimate_margin
from bauta.population.posterior import Posterior, Reals, everybody_is_in_the_data
from bauta.population.reciprocal import ReciprocalMoments, negative_binomial_moments_of_means
from bauta.population.unseen import Unseen

LADDER = (1, 2, 3, 5, 8, 13, 21)
"""Numbers of groups that are tried, until two in a row are worse."""
LOG_SHAPE = (-8.0, 12.0)
"""The range of log a: from cells that are nearly all empty to no spread at all."""
LARGEST_DEVIATION = 2.0
"""Of log a. Where the likelihood is flat a may be anything; so much either way covers what is left of its effect."""
TINY = 1e-12
"""In place of the information on a value that is not in the part that was fitted to."""
BINS = 1024
"""Over which the means of classes, and of cells, are condensed for the likelihood."""
WORTH_JOINING = 0.5
"""What joining two variables must save per record, by the criterion; others stay apart."""
MOST_CLASSES_TO_FIT = 20_000
"""Groups are fitted to a part of the records, drawn by chance, if there are more classes than this."""


@dataclass(frozen=True, eq=False, repr=False)
class PoissonGamma:
    """The fitted model and what it says of every class."""

    posterior: Posterior
    n_groups: int
    shape: float


@dataclass(frozen=True, eq=False, repr=False)
class _Sample:
    """Classes by their codes, and the share of the population that is in them."""

    codes: Sequence[Codes]
    sizes: Integers
    fraction: float

    @cached_property
    def n(self) -> float:
        return float(self.sizes.sum())

    @cached_property
    def records(self) -> Reals:
        """The sizes once more, as what a sum over records is weighted with."""
        return self.sizes.astype(np.float64)

    @cached_property
    def values(self) -> csr_array:
        """Which classes have which value: [values of all variables x classes], times records."""
        n_values = [int(codes.max()) + 1 for codes in self.codes]
        rows = np.concatenate([codes + sum(n_values[:v]) for v, codes in enumerate(self.codes)])
        columns = np.tile(np.arange(len(self.sizes)), len(self.codes))
        return csr_array((np.tile(self.records, len(self.codes)), (rows, columns)))


@dataclass(frozen=True, eq=False, repr=False)
class _Shape:
    """The logarithm of a, its standard deviation, and the log likelihood there."""

    log: float
    deviation: float
    log_likelihood: float


@dataclass(frozen=True, eq=False, repr=False)
class _Candidate:
    """One number of groups: how well they do, and what risk they lead to."""

    groups: LatentGroups
    criterion: float
    marketer: float


def estimate_by_poisson_gamma(classes: EquivalenceClasses, sampling: Sampling) -> PoissonGamma:
    """What the model says of every class; raises EstimatorCannotAnswer where there is only one variable.

    Where everybody is in the data, F = f, and nothing is estimated.
    """
    sizes = classes.sizes
    if sampling.records == sampling.population_size:
        return PoissonGamma(everybody_is_in_the_data(sizes), 1, math.inf)
    varying = [v for v, domain in enumerate(classes.domains) if domain.size > 1]
    if len(varying) < 2:
        raise EstimatorCannotAnswer(
            method=Estimator.POISSON_GAMMA.value,
            why="it learns of a combination of values from each value by itself, and there is only one variable",
            others=f"{Estimator.NEGATIVE_BINOMIAL.value}, {Estimator.MU_ARGUS.value}",
        )
    sample, margins, candidates = _described(_Sample([classes.codes[v] for v in varying], sizes, sampling.fraction))
    part = _part_to_fit(sample)
    best = _best(candidates)
    groups, risk = candidates[best].groups, candidates[best].marketer
    others = [candidates[i].marketer for i in (best - 1, best + 1) if 0 <= i < len(candidates)]
    means = _means(groups, sample)
    shape = _fit_shape(groups, sample, means, part, margins)
    moments = _moments(sample, means, shape.log)
    marketer = _marketer(sample, moments)
    by_shape = marketer * _relative_change(sample, means, moments, shape)
    spread = _total(sample.records, moments.square) / sample.n - marketer**2
    deviations = (
        by_shape / 2,
        math.sqrt(max(spread, 0.0) * (1 - sample.fraction) / sample.n),
        marketer * max(abs(other / risk - 1) for other in others),
        marketer * abs(_expected_classes(groups, sample, shape.log) / len(sizes) - 1) * (1 - sample.fraction),
    )
    unique = _uniques(sample, means, shape.log)
    uniques_by_shape = (
        _uniques(sample, means, shape.log - shape.deviation) - _uniques(sample, means, shape.log + shape.deviation)
    ).sum() / 2
    relative = math.hypot(*deviations[1:]) / marketer
    posterior = Posterior(
        reciprocal=moments.mean,
        reciprocal_variance=moments.variance,
        unique=unique,
        parameter_deviation=math.hypot(*deviations),
        uniques_deviation=math.hypot(float(uniques_by_shape), relative * float(unique.sum())),
        unseen=Unseen(*_unseen_means(sample, means, shape.log)),
    )
    return PoissonGamma(posterior, len(groups.shares), math.exp(shape.log))


def _described(sample: _Sample) -> tuple[_Sample, list[Margin], list[_Candidate]]:
    """The sample with its margins and candidates; variables that all but determine each other are joined first."""
    margins = [estimate_margin(codes, sample.sizes, int(codes.max()) + 1) for codes in sample.codes]
    part = _part_to_fit(sample)
    candidates = _candidates(part, margins)
    while len(sample.codes) > 2:
        pair = most_dependent(part.codes, part.sizes)
        if pair is None:
            break
        other = _Sample(joined(sample.codes, pair), sample.sizes, sample.fraction)
        other_margins = [estimate_margin(codes, other.sizes, int(codes.max()) + 1) for codes in other.codes]
        part = _part_to_fit(other)
        other_candidates = _candidates(part, other_margins)
        saved = other_candidates[_best(other_candidates)].criterion - candidates[_best(candidates)].criterion
        if saved < WORTH_JOINING * part.n:
            break
        sample, margins, candidates = other, other_margins, other_candidates
    return sample, margins, candidates


def _best(candidates: Sequence[_Candidate]) -> int:
    return max(range(len(candidates)), key=lambda i: candidates[i].criterion)


def _candidates(part: _Sample, margins: Sequence[Margin]) -> list[_Candidate]:
    """Ever more groups, until two in a row did worse than the best before them."""
    candidates: list[_Candidate] = []
    for n_groups in LADDER:
        groups = fit_latent_groups(part.codes, part.sizes, margins, n_groups)
        means = _means(groups, part)
        shape = _fit_shape(groups, part, means, part, margins)
        price = groups.n_parameters * math.log(max(math.log(part.n), 1.0))
        risk = _marketer_if(part, means, shape.log)
        candidates.append(_Candidate(groups, shape.log_likelihood - price, risk))
        if len(candidates) > 2 and max(one.criterion for one in candidates[-2:]) < candidates[-3].criterion:
            break
    return candidates


def _part_to_fit(sample: _Sample) -> _Sample:
    """The sample itself, or records drawn from it so that they are in about as many classes as can be fitted to."""
    if len(sample.sizes) <= MOST_CLASSES_TO_FIT:
        return sample
    share = MOST_CLASSES_TO_FIT / len(sample.sizes)
    drawn = np.random.default_rng(0).binomial(sample.sizes, share)
    kept = drawn > 0
    return _Sample([codes[kept] for codes in sample.codes], drawn[kept], sample.fraction * share)


def _means(groups: LatentGroups, sample: _Sample) -> Reals:
    """mu_j of every class."""
    means: Reals = sample.n * np.exp(groups.log_probabilities(sample.codes))
    return means


def _fit_shape(groups: LatentGroups, sample: _Sample, means: Reals, part: _Sample, margins: Sequence[Margin]) -> _Shape:
    """The shape of greatest adjusted likelihood. The adjustment is computed from `part`, which changes it little."""
    probabilities, multiplicities = groups.cells()
    cell_means, cells = _condensed(np.log(sample.n * probabilities), multiplicities)
    log_means = np.log(means)
    of_records, records = _condensed(log_means, sample.records)
    sum_of_logs = _total(sample.records, log_means)
    sizes, counts = np.unique(sample.sizes, return_counts=True)
    means_of_part = means if part is sample else sample.n * np.exp(groups.log_probabilities(part.codes))

    freedom = np.concatenate(
        [margin.freedom[: codes.max() + 1] for margin, codes in zip(margins, part.codes, strict=True)]
    )

    def log_likelihood(log_shape: float) -> float:
        a = math.exp(log_shape)
        of_sizes = float(counts @ (gammaln(a + sizes) - gammaln(a)))
        of_means = sum_of_logs - float(records @ np.log(a + of_records))
        return of_sizes + of_means - a * float(cells @ np.log1p(cell_means / a))

    def loss(log_shape: float) -> float:
        a = math.exp(log_shape)
        information = part.values @ (a / (a + means_of_part))
        return float(freedom @ np.log(np.maximum(information, TINY))) / 2 - log_likelihood(log_shape)

    found = minimize_scalar(loss, bounds=LOG_SHAPE, method="bounded", options={"xatol": 1e-3})
    at, step = float(found.x), 0.1
    curvature = (loss(at + step) - 2 * float(found.fun) + loss(at - step)) / step**2
    deviation = LARGEST_DEVIATION if curvature <= LARGEST_DEVIATION**-2 else curvature**-0.5
    return _Shape(at, deviation, log_likelihood(at))


def _unseen_means(sample: _Sample, means: Reals, log_shape: float) -> tuple[Reals, Reals]:
    """Shape a + f and mean (a + f) (1-pi)/pi mu/(a + mu) of F - f."""
    a = math.exp(log_shape)
    shape: Reals = a + sample.sizes.astype(np.float64)
    return shape, shape * ((1 - sample.fraction) / sample.fraction) * (means / (a + means))


def _expected_classes(groups: LatentGroups, sample: _Sample, log_shape: float) -> float:
    """How many cells the model expects somebody of the data in."""
    probabilities, multiplicities = groups.cells()
    a = math.exp(log_shape)
    return -_total(multiplicities, np.expm1(-a * np.log1p(sample.n * probabilities / a)))


def _moments(sample: _Sample, means: Reals, log_shape: float) -> ReciprocalMoments:
    return negative_binomial_moments_of_means(sample.sizes, *_unseen_means(sample, means, log_shape))


def _marketer(sample: _Sample, moments: ReciprocalMoments) -> float:
    return _total(sample.records, moments.mean) / sample.n


def _marketer_if(sample: _Sample, means: Reals, log_shape: float) -> float:
    return _marketer(sample, _moments(sample, means, log_shape))


def _relative_change(sample: _Sample, means: Reals, moments: ReciprocalMoments, shape: _Shape) -> float:
    """Of the marketer's risk from a deviation below the shape to one above, by classes evenly spread over all."""
    few = slice(None, None, -(-len(sample.sizes) // MOST_CLASSES_TO_FIT))
    some = _Sample([codes[few] for codes in sample.codes], sample.sizes[few], sample.fraction)
    low, high = (_marketer_if(some, means[few], shape.log + step) for step in (-shape.deviation, shape.deviation))
    return (low - high) * some.n / _total(some.records, moments.mean[few])


def _total(weights: Reals, values: Reals) -> float:
    """Their sum of products. By NumPy rather than by BLAS, whose threads would cost more than they gain."""
    return float((weights * values).sum())


def _condensed(log_means: Reals, weights: Reals) -> tuple[Reals, Reals]:
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


def _uniques(sample: _Sample, means: Reals, log_shape: float) -> Reals:
    """P(F = 1 | f) of every class: nobody unseen, for a class of one."""
    shape, unseen = _unseen_means(sample, means, log_shape)
    return np.where(sample.sizes == 1, np.exp(-shape * np.log1p(unseen / shape)), 0.0)
