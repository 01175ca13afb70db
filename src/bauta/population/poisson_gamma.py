"""Gamma or log-normal rates around latent groups: bauta's own estimator, and its default.

**The model.** Cell j of the grid of all combinations has mean m_j in the population, from a model of the variables
(`latent_groups.py`; with one group, independence). No such model is right, and what it misses shows as spread around
it. So the rate of the cell is m_j times a gamma variable of mean 1 and shape a, the same for all cells; people are
Poisson given the rate, and each is in the data with probability pi:

    f_j      ~ negative binomial, mean mu_j = pi m_j, variance mu_j + mu_j^2/a
    F_j - f_j | f_j  ~ negative binomial, shape a + f_j, mean (a + f_j) (1-pi)/pi  mu_j/(a + mu_j)

The second line is Bayes' rule: the rate given f_j is gamma with shape a + f_j and rate a/m_j + pi, and the people not
drawn are Poisson with 1-pi of it. E[1/F | f] follows exactly (`reciprocal.py`). a = infinity is the Poisson
log-linear model, and m_j all equal is Bethlehem's; here the data say where between them they are.

**Gamma is one family of three.** Where the spread is wide, log-normal rates, or gamma rates with some cells impossible,
are another story. Each family has a weight by its likelihood, to the power of 0.3 because the means are not as right as
a likelihood supposes, and what is said of a class is the weighted mean (`spread_families.py`).

**The shape** a maximises the likelihood of all cells, empty ones included, less half the logarithm of the information
on the mean of every value (Cox and Reid 1987). Without this the fitted means, which have absorbed some of the spread,
make the rest look smaller than it is: in samples of a thousand records a comes out twice too large, and risk 4 % too
high.

**The number of groups** maximises l - (number of parameters) log log n (Hannan and Quinn 1979), over 1, 2, 3, 5, 8, ...
Akaike's price of 1 buys groups that fit chance, which understates risk; Schwarz's (log n)/2 buys too few.

**Variables that all but determine each other** (postal code and state) are joined (`joined_variables.py`) where that
saves half a unit per record in the same criterion.

**Doubt** has seven parts, added as variances: F_j given the model; the shape, by the curvature of l; how far the
families differ, as their weighted standard deviation; the sample, which
another draw would replace by one whose mean of 1/F differs by (1-pi) S^2/n; rare values: by how much the risk is higher
if no value is commoner than it is in the data; the number of groups: the difference to the
estimate with one step more or fewer, whichever is larger; and the fit: 1-pi times the relative difference between the
number of classes that the model expects in the data and the number there is. The last three are not standard deviations
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
from functools import cached_property, partial

import numpy as np
from scipy.sparse import csr_array

from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator
from bauta.model.sampling import Sampling
from bauta.population.joined_variables import joined, most_dependent
from bauta.population.latent_groups import LatentGroups, fit_latent_groups
from bauta.population.margins import Margin, estimate_margin
from bauta.population.posterior import Posterior, Reals, everybody_is_in_the_data
from bauta.population.spread_families import (
    Counts,
    Price,
    Spread,
    fit_gamma,
    fit_log_normal,
    fit_possible_cells,
    weights_of,
)
from bauta.population.unseen import Places, Unseen

LADDER = (1, 2, 3, 5, 8, 13, 21)
"""Numbers of groups that are tried, until two in a row are worse."""
TINY = 1e-12
"""In place of the information on a value that is not in the part that was fitted to."""
ALIKE = 0.25
"""With a spread below this all families say the same."""
TEMPERED = 0.3
"""The power of its likelihood that is the weight of a family, as means are less right than a likelihood supposes."""
NOT_COUNTING = 25.0
"""A family that is so many units of log likelihood below another has no weight."""
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
    spread: Spread | None = None
    """The likeliest family; None where everybody is in the data."""
    weight: float = 1.0
    """How likely that family is, given the others that were tried."""


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
            instead="",
        )
    sample, margins, candidates = _described(_Sample([classes.codes[v] for v in varying], sizes, sampling.fraction))
    part = _part_to_fit(sample)
    best = _best(candidates)
    groups, risk = candidates[best].groups, candidates[best].marketer
    others = [candidates[i].marketer for i in (best - 1, best + 1) if 0 <= i < len(candidates)]
    counts, price = _counted(groups, sample), _price(groups, sample, part, margins)
    spreads, weights = _spreads(counts, price, sample.n)
    rows = [spread.moments(sample.sizes, counts.log_means, sample.fraction) for spread in spreads]
    mean, square, unique = sum(weight * own for weight, own in zip(weights, rows, strict=True))
    marketer, uniques = _total(sample.records, mean) / sample.n, float(unique.sum())
    likeliest = spreads[int(np.argmax(weights))]
    by_shape, uniques_by_shape = _changes(likeliest, sample, counts)
    by_family = _deviation([_total(sample.records, own[0]) / sample.n for own in rows], weights, marketer)
    uniques_by_family = _deviation([float(own[2].sum()) for own in rows], weights, uniques)
    expected = sum(w * spread.expected_classes(counts) for w, spread in zip(weights, spreads, strict=True))
    others_differ = max(abs(other / risk - 1) for other in others)
    spread_of_risk = _total(sample.records, square) / sample.n - marketer**2
    deviations = (
        math.sqrt(max(spread_of_risk, 0.0) * (1 - sample.fraction) / sample.n),
        marketer * _as_rare_as_they_look(likeliest, sample, counts, margins),
        marketer * others_differ,
        marketer * abs(expected / len(sizes) - 1) * (1 - sample.fraction),
    )
    relative = math.hypot(*deviations) / marketer
    posterior = Posterior(
        reciprocal=mean,
        reciprocal_variance=np.maximum(square - mean**2, 0),
        unique=unique,
        parameter_deviation=math.hypot(marketer * by_shape, by_family, *deviations),
        uniques_deviation=math.hypot(uniques * uniques_by_shape, uniques_by_family, relative * uniques),
        unseen=partial(_unseen, spreads, weights, sample, counts),
    )
    return PoissonGamma(posterior, len(groups.shares), math.exp(likeliest.log_shape), likeliest, float(weights.max()))


def _spreads(counts: Counts, price: Price, n: float) -> tuple[list[Spread], Reals]:
    """The families that are likely enough to count, and their weights; only one where there is hardly any spread."""
    gamma = fit_gamma(counts, price)
    if gamma.standard_deviation < ALIKE:
        return [gamma], np.ones(1)
    log_normal = fit_log_normal(counts, price)
    likely = max(gamma.log_likelihood, log_normal.log_likelihood) - NOT_COUNTING
    spreads = [gamma, log_normal, fit_possible_cells(counts, price, at_least=likely)]
    weights = weights_of(spreads, n, TEMPERED)
    kept = weights > 0
    return [spread for spread, keep in zip(spreads, kept, strict=True) if keep], weights[kept]


def _unseen(spreads: Sequence[Spread], weights: Reals, sample: _Sample, counts: Counts, classes: Places) -> Unseen:
    """F - f of these classes, over all families."""
    sizes, log_means = sample.sizes[classes], counts.log_means[classes]
    return Unseen.mixed([spread.unseen(sizes, log_means, sample.fraction) for spread in spreads], weights)


def _changes(spread: Spread, sample: _Sample, counts: Counts) -> tuple[float, float]:
    """Of risk and of tau_1, relatively, for one standard deviation of each parameter; by classes spread over all."""
    few = slice(None, None, -(-len(sample.sizes) // MOST_CLASSES_TO_FIT))
    log_means, sizes, records = counts.log_means[few], sample.sizes[few], sample.records[few]

    def told(one: Spread) -> Reals:
        mean, _, alone = one.moments(sizes, log_means, sample.fraction)
        return np.array([_total(records, mean), alone.sum()])

    changes = [told(spread.shifted(1)) - told(spread.shifted(-1))]
    if spread.impossible_deviation:  # of the tempered likelihood
        more, less = (spread.with_more_impossible(sign / math.sqrt(TEMPERED)) for sign in (1, -1))
        changes.append(told(more) - told(less))
    at = np.maximum(told(spread), TINY)
    risk, uniques = np.sqrt(np.square(changes).sum(axis=0)) / (2 * at)
    return float(risk), float(uniques)


def _as_rare_as_they_look(spread: Spread, sample: _Sample, counts: Counts, margins: Sequence[Margin]) -> float:
    """By how much, relatively, the risk is higher if no value is commoner than it is in the data; 0 if it is lower.

    Rates of values are taken to come from one gamma distribution, which has few rare ones. The oldest ages of a
    population are rarer than that: two variables with such values can have their risk understated by a tenth.
    """
    few = slice(None, None, -(-len(sample.sizes) // MOST_CLASSES_TO_FIT))
    lifted = np.zeros(len(sample.sizes[few]))
    for codes, margin in zip(sample.codes, margins, strict=True):
        lifted += np.log(np.maximum(margin.probabilities / margin.shares, TINY))[codes[few]]
    sizes, records, log_means = sample.sizes[few], sample.records[few], counts.log_means[few]
    risk, as_they_look = (
        _total(records, spread.moments(sizes, logs, sample.fraction)[0]) for logs in (log_means, log_means - lifted)
    )
    return max(0.0, as_they_look / risk - 1)


def _deviation(values: Sequence[float], weights: Reals, around: float) -> float:
    return math.sqrt(float(weights @ (np.array(values) - around) ** 2))


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
        counts = _counted(groups, part)
        spread = fit_gamma(counts, _price(groups, part, part, margins))
        price = groups.n_parameters * math.log(max(math.log(part.n), 1.0))
        risk = _total(part.records, spread.moments(part.sizes, counts.log_means, part.fraction)[0]) / part.n
        candidates.append(_Candidate(groups, spread.log_likelihood - price, risk))
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


def _counted(groups: LatentGroups, sample: _Sample) -> Counts:
    """Classes and cells with the means that the groups say."""
    probabilities, multiplicities = groups.cells()
    log_n = math.log(sample.n)
    log_means = log_n + groups.log_probabilities(sample.codes)
    return Counts(sample.sizes, log_means, log_n + np.log(probabilities), multiplicities)


def _price(groups: LatentGroups, sample: _Sample, part: _Sample, margins: Sequence[Margin]) -> Price:
    """Half the log information on the mean of every value. It is computed from `part`, which changes it little."""
    means = sample.n * np.exp(groups.log_probabilities(part.codes))
    freedom = np.concatenate(
        [margin.freedom[: codes.max() + 1] for margin, codes in zip(margins, part.codes, strict=True)]
    )

    def price(log_shape: float) -> float:
        a = math.exp(log_shape)
        information = part.values @ (a / (a + means))
        return float(freedom @ np.log(np.maximum(information, TINY))) / 2

    return price


def _total(weights: Reals, values: Reals) -> float:
    """Their sum of products. By NumPy rather than by BLAS, whose threads would cost more than they gain."""
    return float((weights * values).sum())
