"""From what an estimator says of every class to numbers for the whole data set.

With f_j records in class j, n in all, theta_j = E[1/F_j | f_j] and pi = n/N:

    marketer, R_c = (1/n) sum_j f_j theta_j               Dankar and El Emam (2010), equation (1)
    R_b           = max_j theta_j                         El Emam (2011), appendix, Table 1
    R_a           = (1/n) sum_j f_j I(theta_j > tau)
    tau_1         = sum over f_j = 1 of P(F_j = 1 | f_j)  Skinner and Shlomo (2008)
    tau_2         = sum over f_j = 1 of theta_j
    uniques       = tau_1/pi                              every population unique is drawn with probability pi

Each is the expectation of a number that is a fact, only unknown: what the records' true probabilities are. If classes
are independent given the data, that fact varies around the expectation with

    Var(marketer) = (1/n^2) sum_j f_j^2 Var(1/F_j | f_j) + v
    Var(tau_1)    = sum P(1-P),   Var(tau_2) = sum over f_j = 1 of Var(1/F_j | f_j)

where v, the square of `parameter_deviation`, is the doubt about the fitted model. It is added to the others too: as the
same share of the estimate, which for tau_1 can be far too little, or for tau_1 by `uniques_deviation` where the method
tells it.
"""

import math
from dataclasses import replace

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.estimates import PopulationRisk, RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.posterior import HALF_WIDTH, Posterior

ROUNDING = 1e-9
"""How far, relatively, a theta may be above 1/k and still count as 1/k."""


def summarise(
    class_sizes: Integers, posterior: Posterior, sampling: Sampling, tau: Threshold, method: str
) -> PopulationRisk:
    """All risk measures of a data set whose classes have `class_sizes`, as `method` sees it.

    Examples
    --------
    >>> from bauta.population.mu_argus import estimate_by_mu_argus
    >>> sizes, sampling = np.array([1, 1, 2]), Sampling(records=4, population_size=8)
    >>> risk = summarise(sizes, estimate_by_mu_argus(sizes, sampling), sampling, Threshold.parse(2), "mu-argus")
    >>> round(risk.marketer.value, 4), risk.records_at_risk, risk.population_uniques.value
    (0.5, 2, 2.0)
    """
    f = class_sizes.astype(np.float64)
    n = float(f.sum())
    theta = posterior.reciprocal
    at_risk = int(class_sizes[theta * tau.cell_size > 1 + ROUNDING].sum())
    marketer = _marketer_risk(class_sizes, posterior, sampling, method)
    relative_doubt = posterior.parameter_deviation / marketer.value

    alone = class_sizes == 1
    n_alone = float(np.count_nonzero(alone))
    unique, matched = posterior.unique[alone], theta[alone]
    tau_1, tau_2 = float(unique.sum()), float(matched.sum())
    told = posterior.uniques_deviation
    tau_1_doubt = told if told is not None else tau_1 * relative_doubt
    tau_1_variance = float((unique * (1 - unique)).sum()) + tau_1_doubt**2
    tau_2_variance = float(posterior.reciprocal_variance[alone].sum()) + (tau_2 * relative_doubt) ** 2
    # Given U uniques in the population, tau_1 is binomial (U, pi).
    uniques = tau_1 / sampling.fraction
    uniques_variance = tau_1_variance / sampling.fraction**2 + uniques * (1 - sampling.fraction) / sampling.fraction
    most_uniques = n_alone + sampling.population_size - sampling.records
    return PopulationRisk(
        marketer=marketer,
        maximum=float(theta.max()),
        records_at_risk=at_risk,
        share_at_risk=at_risk / n,
        population_and_sample_uniques=_normal(tau_1, tau_1_variance, 0.0, n_alone, method),
        sample_uniques_matched=_normal(tau_2, tau_2_variance, 0.0, n_alone, method),
        population_uniques=_normal(uniques, uniques_variance, 0.0, most_uniques, method),
    )


def _marketer_risk(class_sizes: Integers, posterior: Posterior, sampling: Sampling, method: str) -> RiskEstimate:
    """The marketer's risk, its interval cut to what no population can be outside of.

    At most everybody is in the data: F_j = f_j. At least, as sum_j F_j <= N, Cauchy and Schwarz give
    sum_j f_j/F_j >= (sum_j sqrt(f_j))^2 / N.
    """
    f = class_sizes.astype(np.float64)
    n = float(f.sum())
    value = float(f @ posterior.reciprocal) / n
    variance = float(f**2 @ posterior.reciprocal_variance) / n**2 + posterior.parameter_deviation**2
    least = float(np.sqrt(f).sum()) ** 2 / (n * sampling.population_size)
    estimate = _normal(value, variance, least, len(class_sizes) / n, method)
    if len(class_sizes) < n:
        return estimate
    # No two records are alike: with a probability of 5 % that is so already among n(n-1)/6 classes of one size.
    fewest_classes = max(n, n * (n - 1) / 6)
    return replace(estimate, lower=min(estimate.lower, fewest_classes / sampling.population_size))


def _normal(value: float, variance: float, least: float, most: float, method: str) -> RiskEstimate:
    """Value and 95 % interval of a sum of many small parts; the interval is cut to [least, most], the value is not."""
    half = HALF_WIDTH * math.sqrt(variance)
    return RiskEstimate(value, min(max(value - half, least), value), max(min(value + half, most), value), method)
