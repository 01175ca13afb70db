"""From what an estimator says of every class to numbers for the whole data set.

With f_j records in class j, r_j of them in the release (all, where there is none), r in all, theta_j = E[1/F_j | f_j]
and pi = n/N:

    marketer, R_c = (1/r) sum_j r_j theta_j                Dankar and El Emam (2010), equation (1)
    R_b           = E[max_j 1/F_j]                         `smallest.py`
    R_a           = (1/r) sum_j r_j P(F_j < k | f_j)       El Emam (2011), appendix, Table 1, in expectation
    tau_1         = sum over f_j = 1 of P(F_j = 1 | f_j)   Skinner and Shlomo (2008)
    tau_2         = sum over f_j = 1 of theta_j
    uniques       = tau_1/pi                               every population unique is drawn with probability pi

Each is the expectation of a number that is a fact, only unknown: what the records' true probabilities are. Counting the
records with theta_j > 1/k instead is no estimate of R_a: it takes somebody whose class is below k with a chance of one
half for somebody whose class is, or is not. If classes are independent given the data, the fact varies around its
expectation with

    Var(marketer) = (1/r^2) sum_j r_j^2 Var(1/F_j | f_j) + v
    Var(R_a)      = (1/r^2) sum_j r_j^2 P(1-P)           + w
    Var(tau_1)    = sum P(1-P),   Var(tau_2) = sum over f_j = 1 of Var(1/F_j | f_j)

where v and w are the doubt about the fitted model (`doubt.py`). It is added to the others too: as the same share of the
estimate, which for tau_1 can be far too little, or for tau_1 by `uniques_deviation` where the method tells it.
"""

import math
from dataclasses import replace

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.estimates import PopulationRisk, RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.doubt import Doubt, doubt_of
from bauta.population.in_release import InRelease, View, view_of
from bauta.population.posterior import HALF_WIDTH, Posterior
from bauta.population.smallest import SmallestClass, chances_below, smallest_class


def summarise(
    class_sizes: Integers,
    posterior: Posterior,
    sampling: Sampling,
    tau: Threshold,
    method: str,
    release: InRelease | None = None,
) -> PopulationRisk:
    """All risk measures of a data set whose classes have `class_sizes`, or of a release of it, as `method` sees it.

    Examples
    --------
    >>> from bauta.population.mu_argus import estimate_by_mu_argus
    >>> sizes, sampling = np.array([1, 1, 2]), Sampling(records=4, population_size=8)
    >>> risk = summarise(sizes, estimate_by_mu_argus(sizes, sampling), sampling, Threshold.parse(2), "mu-argus")
    >>> round(risk.marketer.value, 4), risk.at_risk.value, risk.population_uniques.value
    (0.5, 0.25, 2.0)
    """
    view = view_of(class_sizes, posterior, release)
    doubt = doubt_of(class_sizes, posterior, view, tau.cell_size)
    marketer = _marketer_risk(view, doubt, sampling, method)
    relative_doubt = doubt.average / marketer.value
    most = largest_class(view, sampling)
    smallest = SmallestClass(view)
    maximum = smallest.maximum(most, method)

    alone = (view.sizes == 1) & (view.people > 0)
    n_alone = float(np.count_nonzero(alone))
    unique, matched = view.posterior.unique[alone], view.posterior.reciprocal[alone]
    tau_1, tau_2 = float(unique.sum()), float(matched.sum())
    of_sample = float(posterior.unique.sum())
    told = posterior.uniques_deviation
    uniques_doubt = told / of_sample if told is not None and of_sample > 0 else relative_doubt
    tau_1_variance = float((unique * (1 - unique)).sum()) + (tau_1 * uniques_doubt) ** 2
    tau_2_variance = float(view.posterior.reciprocal_variance[alone].sum()) + (tau_2 * relative_doubt) ** 2
    # Given U uniques in the population, tau_1 of the whole sample is binomial (U, pi).
    in_sample = posterior.unique
    uniques = of_sample / sampling.fraction
    uniques_variance = float((in_sample * (1 - in_sample)).sum()) + (of_sample * uniques_doubt) ** 2
    uniques_variance = uniques_variance / sampling.fraction**2 + uniques * (1 - sampling.fraction) / sampling.fraction
    most_uniques = float(np.count_nonzero(class_sizes == 1)) + sampling.population_size - sampling.records
    return PopulationRisk(
        marketer=marketer,
        largest_expected=float(view.posterior.reciprocal.max()),
        maximum=maximum,
        smallest_class=smallest_class(maximum.upper),
        chance_of_smaller=smallest.any_below(tau.cell_size),
        at_risk=_share_at_risk(view, doubt, tau.cell_size, method),
        population_and_sample_uniques=_normal(tau_1, tau_1_variance, 0.0, n_alone, method),
        sample_uniques_matched=_normal(tau_2, tau_2_variance, 0.0, n_alone, method),
        population_uniques=_normal(uniques, uniques_variance, 0.0, most_uniques, method),
    )


def largest_class(view: View, sampling: Sampling) -> int:
    """No class of the population has more people: those not in the data, and the largest class of the data."""
    return int(view.sizes.max()) + sampling.population_size - sampling.records


def _share_at_risk(view: View, doubt: Doubt, k: int, method: str) -> RiskEstimate:
    """R_a; nobody whose class has k people in the data is at risk."""
    people, n = view.people.astype(np.float64), float(view.n_people)
    chances = chances_below(view, k)
    value = min(float(people @ chances) / n, 1.0)
    variance = float(people**2 @ (chances * (1 - chances))) / n**2 + doubt.share**2
    most = float(people[view.sizes < k].sum()) / n
    return _normal(value, variance, 0.0, most, method)


def _marketer_risk(view: View, doubt: Doubt, sampling: Sampling, method: str) -> RiskEstimate:
    """The marketer's risk, its interval cut to what no population can be outside of.

    At most everybody is in the data: F_j = f_j. At least, as sum_j F_j <= N, Cauchy and Schwarz give
    sum_j r_j/F_j >= (sum_j sqrt(r_j))^2 / N.
    """
    people, n = view.people.astype(np.float64), float(view.n_people)
    value = float(people @ view.posterior.reciprocal) / n
    variance = float(people**2 @ view.posterior.reciprocal_variance) / n**2 + doubt.average**2
    least = float(np.sqrt(people).sum()) ** 2 / (n * sampling.population_size)
    estimate = _normal(value, variance, least, float((people / view.sizes).sum()) / n, method)
    if (view.sizes > 1).any():
        return estimate
    # No two records are alike: with a probability of 5 % that is so already among n(n-1)/6 classes of one size.
    fewest_classes = max(n, n * (n - 1) / 6)
    return replace(estimate, lower=min(estimate.lower, fewest_classes / sampling.population_size))


def _normal(value: float, variance: float, least: float, most: float, method: str) -> RiskEstimate:
    """Value and 95 % interval of a sum of many small parts; the interval is cut to [least, most], the value is not."""
    half = HALF_WIDTH * math.sqrt(variance)
    return RiskEstimate(value, min(max(value - half, least), value), max(min(value + half, most), value), method)
