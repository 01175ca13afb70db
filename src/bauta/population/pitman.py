"""Pitman: people arrive one by one and join a class or found a new one; uniques of the population follow.

Hoshino (2001). After k people in u classes, the next founds a class with probability (theta + u alpha)/(theta + k) and
joins a class of i people with probability (i - alpha)/(theta + k), 0 <= alpha < 1, theta > -alpha. A sample is the
first n of N, and its likelihood, c_j of its u classes having size j, is that of Pitman's sampling formula:

    log L =   sum_{i=1}^{u-1} log(theta + i alpha) - sum_{i=1}^{n-1} log(theta + i)
            + sum_j c_j sum_{i=1}^{j-1} log(i - alpha)

Given the sample, the expected number of uniques among all N people is

    E[S_1] = c_1 R(n) + (N-n) (theta + u alpha)/(theta + n) R(n+1)
    R(k)   = product_{i=k}^{N-1} (theta + alpha + i - 1)/(theta + i)     nobody joins, from person k+1 to person N
           = Gamma(theta+alpha+N-1) Gamma(theta+k) / (Gamma(theta+alpha+k-1) Gamma(theta+N))

sample uniques that stay alone, and unseen people, each as likely as the first of them to found a class and stay alone
in it. Hoshino takes the expectation before anything was seen, n = 0, in its limit for large N:
N^alpha Gamma(theta+1)/Gamma(theta+alpha). With fitted parameters the two hardly differ where few were sampled; where
many were, what was seen is known and need not be expected, and the limit is off where theta is not small against N.

References
----------
Hoshino, N. (2001). Applying Pitman's sampling formula to microdata disclosure risk assessment. Journal of Official
Statistics 17, 499-520.
"""

import numpy as np
from scipy.special import digamma, gammaln, polygamma

from bauta.equivalence.classes import Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import RiskEstimate, UniquenessEstimator
from bauta.model.sampling import Sampling
from bauta.population.frequencies import SizeFrequencies, in_no_doubt, on_log_scale
from bauta.population.posterior import Reals

METHOD = UniquenessEstimator.PITMAN.value
SUMMED_ONE_BY_ONE = 1000
"""Terms of the long sums of the likelihood; later ones are integrated, which moves the fit by 4e-7 standard errors."""
LARGEST_ALPHA = 1 - 1e-6
MOST_STEPS = 100
MOST_HALVINGS = 40
DIFFERENCE = 1e-5
"""Step of the differences that give the slope of the estimate."""


def estimate_uniques_by_pitman(class_sizes: Integers, sampling: Sampling) -> RiskEstimate:
    """The number of people who are unique in the population, by maximum likelihood.

    The 95 % interval holds the doubt about theta and alpha (inverse of the observed information, delta method) and the
    chance with which the unseen people arrive.
    """
    frequencies = SizeFrequencies.of(class_sizes)
    sample_uniques = frequencies.n_classes_of_size(1)
    if sampling.records == sampling.population_size:
        return in_no_doubt(sample_uniques, METHOD)
    likelihood = Likelihood(frequencies)
    fitted = fit(likelihood)
    staying, new = expected_uniques(fitted, frequencies, sampling.population_size)
    slope = _gradient(fitted, frequencies, sampling.population_size)
    doubt = float(slope @ likelihood.covariance(fitted) @ slope)
    arriving = staying * (1 - staying / sample_uniques) + new
    most = sample_uniques + sampling.population_size - sampling.records
    return on_log_scale(staying + new, float(np.sqrt(doubt + arriving)), METHOD, 0.0, most)


class Likelihood:
    """log L as a function of (log(theta + alpha), alpha), which may take any value in the plane and in [0, 1)."""

    def __init__(self, frequencies: SizeFrequencies) -> None:
        self.frequencies = frequencies
        self.founders = _places_and_weights(frequencies.n_classes - 1)
        self.arrivals = _places_and_weights(frequencies.n_records - 1)

    def derivatives(self, parameters: Reals) -> tuple[float, Reals, Reals]:
        """Log L, its gradient and its matrix of second derivatives."""
        t, alpha = float(np.exp(parameters[0])), float(parameters[1])
        theta = t - alpha
        classes, class_weights = self.founders
        people, people_weights = self.arrivals
        sizes, counts = self.frequencies.sizes, self.frequencies.counts
        founding, arriving = theta + classes * alpha, theta + people
        joining = float((gammaln(sizes - alpha) - gammaln(1 - alpha)) @ counts)
        value = float(class_weights @ np.log(founding) - people_weights @ np.log(arriving)) + joining

        share, arriving_share = class_weights / founding, people_weights / arriving
        by_theta = share.sum() - arriving_share.sum()
        by_alpha = share @ classes - (digamma(sizes - alpha) - digamma(1 - alpha)) @ counts
        twice_theta = (arriving_share / arriving).sum() - (share / founding).sum()
        theta_alpha = -(share / founding) @ classes
        trigammas = polygamma(1, sizes - alpha) - polygamma(1, 1 - alpha)
        twice_alpha = trigammas @ counts - (share / founding) @ classes**2

        # theta = t - alpha with t = exp(first parameter)
        gradient = np.array([t * by_theta, by_alpha - by_theta])
        mixed = t * (theta_alpha - twice_theta)
        second = [[t * t * twice_theta + t * by_theta, mixed], [mixed, twice_alpha - 2 * theta_alpha + twice_theta]]
        return value, gradient, np.array(second)

    def covariance(self, parameters: Reals) -> Reals:
        """Of the fitted parameters: the inverse of the observed information; alpha is known where it is 0."""
        _, _, second = self.derivatives(parameters)
        (a, b), (_, c) = -second
        determinant = a * c - b * b
        on_edge = parameters[1] == 0
        if a <= 0 or (determinant <= 0 and not on_edge):
            raise _cannot("its likelihood is flat at the maximum")
        return np.diag([1 / a, 0.0]) if on_edge else np.array([[c, -b], [-b, a]]) / determinant


def fit(likelihood: Likelihood) -> Reals:
    """log(theta + alpha) and alpha where log L is largest."""
    frequencies = likelihood.frequencies
    if not frequencies.n_classes_of_size(1):
        raise _cannot("no record of the data is unique")
    if frequencies.n_classes == frequencies.n_records:
        raise _cannot("every record of the data is unique")
    starts = [np.array([np.log(theta), alpha]) for theta, alpha in ((1.0, 0.5), (float(frequencies.n_classes), 0.1))]
    best = max((_climb(likelihood, start) for start in starts), key=lambda end: likelihood.derivatives(end)[0])
    _, gradient, _ = likelihood.derivatives(best)
    flat = 1e-6 * frequencies.n_records
    if abs(gradient[0]) > flat or (abs(gradient[1]) > flat and best[1] > 0) or best[1] >= LARGEST_ALPHA:
        raise _cannot("its likelihood has no maximum for these class sizes")
    return best


def _climb(likelihood: Likelihood, start: Reals) -> Reals:
    """Newton's steps uphill, halved where they do not lead up; along the edge alpha = 0 where log L falls from it."""
    here = start
    value, gradient, second = likelihood.derivatives(here)
    for _ in range(MOST_STEPS):
        step = _uphill(gradient, second, on_edge=here[1] == 0 and gradient[1] < 0)
        for _ in range(MOST_HALVINGS):
            there = here + np.clip(step, -2, 2)
            there[1] = min(max(there[1], 0.0), LARGEST_ALPHA)
            value_there, gradient_there, second_there = likelihood.derivatives(there)
            if value_there >= value:
                break
            step = step / 2
        else:
            break
        moved = float(np.abs(there - here).max())
        here, value, gradient, second = there, value_there, gradient_there, second_there
        if moved < 1e-11:
            break
    return here


def _uphill(gradient: Reals, second: Reals, on_edge: bool) -> Reals:
    """Newton's step, the matrix being made negative definite where it is not."""
    a, b, c = -second[0, 0], -second[0, 1], -second[1, 1]
    if on_edge:
        return np.array([gradient[0] / max(a, 1e-3 * abs(a) + 1e-9), 0.0])
    smallest = (a + c) / 2 - float(np.hypot((a - c) / 2, b))
    if smallest <= 0:
        ridge = 1e-3 * (abs(a) + abs(c)) - smallest
        a, c = a + ridge, c + ridge
    determinant = a * c - b * b
    step: Reals = np.array([c * gradient[0] - b * gradient[1], a * gradient[1] - b * gradient[0]]) / determinant
    return step


def expected_uniques(parameters: Reals, frequencies: SizeFrequencies, population_size: int) -> tuple[float, float]:
    """E[S_1] as sample uniques that stay alone and new ones, from log(theta + alpha) and alpha."""
    alpha = float(parameters[1])
    theta = float(np.exp(parameters[0])) - alpha
    n, u = frequencies.n_records, frequencies.n_classes
    stays = [
        float(np.exp(_log_gamma_ratio(theta + population_size, alpha - 1) - _log_gamma_ratio(theta + k, alpha - 1)))
        for k in (n, n + 1)
    ]
    founding = (theta + u * alpha) / (theta + n)
    return frequencies.n_classes_of_size(1) * stays[0], (population_size - n) * founding * stays[1]


def _gradient(parameters: Reals, frequencies: SizeFrequencies, population_size: int) -> Reals:
    """Of E[S_1], by differences."""
    gradient = np.empty(2)
    for k, step in enumerate((np.array([DIFFERENCE, 0]), np.array([0, DIFFERENCE]))):
        ahead = sum(expected_uniques(parameters + step, frequencies, population_size))
        behind = sum(expected_uniques(parameters - step, frequencies, population_size))
        gradient[k] = (ahead - behind) / (2 * DIFFERENCE)
    return gradient


def _log_gamma_ratio(z: float, change: float) -> float:
    """Log Gamma(z + change)/Gamma(z), |change| <= 1; by Stirling's series where the two logarithms are too large."""
    if z < 1e4:
        return float(gammaln(z + change) - gammaln(z))
    second = change * (change - 1) / (2 * z)
    third = change * (change - 1) * (2 * change - 1) / (12 * z**2)
    return float(change * np.log(z) + second - third)


def _places_and_weights(last: int) -> tuple[Reals, Reals]:
    """Places and weights that sum a smooth function over 1, 2, ..., last: the first terms, then Gauss-Legendre."""
    near = np.arange(1, min(last, SUMMED_ONE_BY_ONE) + 1, dtype=np.float64)
    if last <= SUMMED_ONE_BY_ONE:
        return near, np.ones_like(near)
    low, high = np.log(SUMMED_ONE_BY_ONE + 0.5), np.log(last + 0.5)
    nodes, weights = np.polynomial.legendre.leggauss(60)
    far = np.exp((low + high) / 2 + (high - low) / 2 * nodes)
    return np.concatenate([near, far]), np.concatenate([np.ones_like(near), weights * (high - low) / 2 * far])


def _cannot(why: str) -> EstimatorCannotAnswer:
    return EstimatorCannotAnswer(method=METHOD, why=why, instead="")
