"""SNB: population classes of 1 + negative binomial people (the slide negative binomial), fitted to uniques and pairs.

Chen and Keller-McNulty (1998). K classes have F_j - 1 ~ NB(alpha, beta), that is

    P(F = h) = Gamma(h-1+alpha) / (Gamma(alpha) (h-1)!) beta^alpha (1-beta)^(h-1),   h >= 1

and every person is in the data with probability pi. With d = (1-pi)(1-beta), counting the classes seen once and twice,

    E[c_1] = K pi   (beta/(1-d))^alpha (1 + alpha d/(1-d))
    E[c_2] = K pi^2 (beta/(1-d))^alpha alpha (1-beta) (2 - (1-alpha) d) / (2 (1-d)^2)

K is estimated by Haas and Stokes's Sh3; alpha and beta are those with E[c_1] and E[c_2] as observed; the population has
K beta^alpha uniques. For given beta the ratio of the two equations is one for alpha alone,

    alpha (2 - d + alpha d) / (1 - d + alpha d) = rho,   rho = 2 (c_2/c_1) (1-d) / (pi (1-beta))

whose left side rises from 0 without bound, so that it has one positive solution, that of a quadratic equation; what is
left is a search over beta alone.

The estimate stands and falls with Sh3, which is far too high below a fraction of 0.3 unless classes differ much in
size. ARX multiplies by (1-d)^(alpha+2) where E[c_2] divides by it (162 instead of 16,080 in a case where simulation
gives 16,168) and leaves out a bracket in Sh3; its estimates by this method are no guide.

References
----------
Chen, G. and Keller-McNulty, S. (1998). Estimation of identification disclosure risk in microdata. Journal of Official
Statistics 14, 79-95.
"""

import numpy as np
from scipy.optimize import brentq

from bauta.equivalence.classes import Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import RiskEstimate, UniquenessEstimator
from bauta.model.sampling import Sampling
from bauta.population.frequencies import SizeFrequencies, deviation_by_delta_method, in_no_doubt, on_log_scale
from bauta.population.number_of_classes import ClassCounter, number_of_classes, total_weights
from bauta.population.posterior import Reals

METHOD = UniquenessEstimator.SNB.value
LOGITS = np.linspace(-18.0, 18.0, 721)
"""Of beta, searched for a change of sign."""


def estimate_uniques_by_snb(class_sizes: Integers, sampling: Sampling) -> RiskEstimate:
    """The number of people who are unique in the population, with a 95 % interval by the delta method."""
    frequencies = SizeFrequencies.of(class_sizes)
    sample_uniques = frequencies.n_classes_of_size(1)
    if sampling.records == sampling.population_size:
        return in_no_doubt(sample_uniques, METHOD)
    if not sample_uniques:
        raise _cannot("no record of the data is unique")
    if not frequencies.n_classes_of_size(2):
        raise _cannot("no class of the data has two records")
    fraction = sampling.fraction
    is_pair = (frequencies.sizes == 2).astype(np.float64)
    weights = np.vstack([total_weights(frequencies.sizes, fraction), is_pair])
    totals = frequencies.totals(weights)
    classes = number_of_classes(totals[:-1], fraction, ClassCounter.SH3)
    mean_size = sampling.population_size / classes
    logit = _logit_of_beta(totals, fraction, mean_size)
    value = _uniques(totals, fraction, logit)

    def nearby(at: Reals) -> float:
        return _uniques(at, fraction, _root_near(logit, at, fraction))

    covariance = frequencies.covariance(weights, max(classes, frequencies.n_classes))
    deviation = deviation_by_delta_method(nearby, totals, covariance)
    most = sample_uniques + sampling.population_size - sampling.records
    return on_log_scale(value, deviation, METHOD, 0.0, most)


def expected_seen_once(classes: float, fraction: float, alpha: float, beta: float) -> float:
    """E[c_1]; K is `classes`, pi is `fraction`."""
    d = (1 - fraction) * (1 - beta)
    return float(classes * fraction * (beta / (1 - d)) ** alpha * (1 + alpha * d / (1 - d)))


def expected_seen_twice(classes: float, fraction: float, alpha: float, beta: float) -> float:
    """E[c_2]; K is `classes`, pi is `fraction`."""
    d = (1 - fraction) * (1 - beta)
    pairs = alpha * (1 - beta) * (2 - (1 - alpha) * d) / (2 * (1 - d) ** 2)
    return float(classes * fraction**2 * (beta / (1 - d)) ** alpha * pairs)


def _alpha(logits: Reals, totals: Reals, fraction: float) -> Reals:
    """Alpha for each beta, so that the expected pairs and uniques are in the proportion observed."""
    not_beta = 1 / (1 + np.exp(logits))
    d = (1 - fraction) * not_beta
    rho = 2 * totals[-1] / totals[1] * (1 - d) / (fraction * not_beta)
    half = (2 - d - rho * d) / 2
    root = np.sqrt(half**2 + d * rho * (1 - d))
    # Two ways to write the solution, so that no difference of like numbers is taken.
    return np.asarray(np.where(half > 0, rho * (1 - d) / (half + root), (root - half) / d), dtype=np.float64)


def _surplus_of_uniques(logits: Reals, totals: Reals, fraction: float) -> Reals:
    """Log E[c_1]/c_1 at each beta and the alpha that goes with it."""
    classes = number_of_classes(totals[:-1], fraction, ClassCounter.SH3)
    alpha, not_beta = _alpha(logits, totals, fraction), 1 / (1 + np.exp(logits))
    d = (1 - fraction) * not_beta
    log_ratio = -np.log1p(fraction * np.exp(-logits))  # beta/(1-d) = 1/(1 + pi (1-beta)/beta)
    level = np.log(classes * fraction / totals[1])
    return np.asarray(level + alpha * log_ratio + np.log1p(alpha * d / (1 - d)))


def _logit_of_beta(totals: Reals, fraction: float, mean_size: float) -> float:
    """Where both equations hold; of several such places, the one whose mean class size is nearest to N/K."""
    surplus = _surplus_of_uniques(LOGITS, totals, fraction)
    changes = np.flatnonzero(surplus[1:] * surplus[:-1] < 0)
    if not len(changes):
        raise _cannot("no shape of its distribution gives as many uniques and pairs as the data have")
    roots = np.array([_root_between(LOGITS[k], LOGITS[k + 1], totals, fraction) for k in changes])
    mean_sizes = 1 + _alpha(roots, totals, fraction) * np.exp(-roots)  # 1 + alpha (1-beta)/beta
    return float(roots[np.argmin(np.abs(np.log(mean_sizes / mean_size)))])


def _root_between(low: float, high: float, totals: Reals, fraction: float) -> float:
    def surplus(logit: float) -> float:
        return float(_surplus_of_uniques(np.array(logit), totals, fraction))

    return float(brentq(surplus, low, high, xtol=1e-13))


def _root_near(logit: float, totals: Reals, fraction: float) -> float:
    """The solution for slightly other totals, by the secant rule."""
    before, here = np.array(logit - 1e-4), np.array(logit)
    at_before, at_here = (_surplus_of_uniques(x, totals, fraction) for x in (before, here))
    for _ in range(20):
        if abs(here - before) < 1e-12 or at_here == at_before:
            break
        before, here = here, here - at_here * (here - before) / (at_here - at_before)
        at_before, at_here = at_here, _surplus_of_uniques(here, totals, fraction)
    return float(here)


def _uniques(totals: Reals, fraction: float, logit: float) -> float:
    """K beta^alpha."""
    classes = number_of_classes(totals[:-1], fraction, ClassCounter.SH3)
    alpha = float(_alpha(np.array(logit), totals, fraction))
    return float(classes * np.exp(-alpha * np.log1p(np.exp(-logit))))


def _cannot(why: str) -> EstimatorCannotAnswer:
    return EstimatorCannotAnswer(method=METHOD, why=why, instead="")
