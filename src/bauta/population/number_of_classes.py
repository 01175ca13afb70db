"""How many classes the population has, from how many classes of the data have which size.

Haas and Stokes (1998). With d classes seen, f_i of them i times (c_i elsewhere in bauta), n = sum i f_i records, a
population of N and q = n/N:

    Duj1 = d / (1 - (1-q) f_1/n)
    Duj2 = (d - f_1 (1-q) log(1-q) gamma^2/q) / (1 - (1-q) f_1/n)
           gamma^2 = max(0, Duj1/n^2 sum i(i-1) f_i + Duj1/N - 1), squared variation of the population's class sizes
    Sh   = d + f_1 A/B                                                            Shlosser (1981)
           A = sum (1-q)^i f_i,   B = sum i q (1-q)^(i-1) f_i
    Sh2  = d + f_1 A/B  q (1+q)^(M-1) / ((1+q)^M - 1),   M = N/Duj1
    Sh3  = d + f_1 (A/B)^2  sum i q^2 (1-q^2)^(i-1) f_i / sum (1-q)^i ((1+q)^i - 1) f_i

Duj1 suits classes of nearly one size, Duj2 mild skew, the others strong skew. Powers are taken in logarithms: with
class sizes of a million (1+q)^i overflows and (1-q)^i vanishes, while their product is an ordinary number.

All are biased where few were sampled: of 19,480 classes (gamma rates of shape 2, ten people on average) Duj1, Duj2, Sh,
Sh2 and Sh3 find 15,200, 16,800, 42,800, 15,200 and 31,300 at q = 0.1, and 17,600, 19,000, 20,900, 17,800 and 19,500 at
q = 0.3. The interval knows nothing of that.

References
----------
Haas, P. J. and Stokes, L. (1998). Estimating the number of classes in a finite population. Journal of the American
Statistical Association 93, 1475-1487.
"""

from enum import StrEnum

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.estimates import RiskEstimate
from bauta.model.sampling import Sampling
from bauta.population.frequencies import SizeFrequencies, deviation_by_delta_method, in_no_doubt, on_log_scale
from bauta.population.posterior import Reals


class ClassCounter(StrEnum):
    """The estimators of the paper, by its names for them."""

    DUJ1 = "Duj1"
    DUJ2 = "Duj2"
    SH = "Sh"
    SH2 = "Sh2"
    SH3 = "Sh3"


def estimate_number_of_classes(
    class_sizes: Integers, sampling: Sampling, counter: ClassCounter = ClassCounter.SH3
) -> RiskEstimate:
    """The number of classes in the population, with a 95 % interval by the delta method.

    It is at least the number of classes seen, and at most that and one for every person not seen: an estimate beyond
    these is replaced by them.

    Examples
    --------
    >>> estimate_number_of_classes(np.array([1, 1, 2]), Sampling(4, 8), ClassCounter.DUJ1).value
    4.0
    """
    frequencies = SizeFrequencies.of(class_sizes)
    seen = float(frequencies.n_classes)
    most = seen + sampling.population_size - sampling.records
    if sampling.records == sampling.population_size or not frequencies.n_classes_of_size(1):
        return in_no_doubt(seen, counter.value)
    weights = total_weights(frequencies.sizes, sampling.fraction)
    totals = frequencies.totals(weights)
    value = number_of_classes(totals, sampling.fraction, counter)
    covariance = frequencies.covariance(weights, max(value, seen))
    deviation = deviation_by_delta_method(
        lambda t: number_of_classes(t, sampling.fraction, counter), totals, covariance
    )
    unseen = on_log_scale(max(value - seen, 1e-9), deviation, counter.value, 0.0, most - seen)
    return RiskEstimate(seen + unseen.value, seen + unseen.lower, seen + unseen.upper, counter.value)


def total_weights(sizes: Integers, fraction: float) -> Reals:
    """g_k(i) of the totals all estimators are made of: d, f_1, n, sum i(i-1) f_i, A, B and the two sums of Sh3.

    `fraction` is q, below 1.
    """
    i = sizes.astype(np.float64)
    log_unseen = np.log1p(-fraction)
    log_unseen_twice = np.log1p(-(fraction**2))
    return np.stack(
        [
            np.ones_like(i),
            (i == 1).astype(np.float64),
            i,
            i * (i - 1),
            np.exp(i * log_unseen),
            i * fraction * np.exp((i - 1) * log_unseen),
            i * fraction**2 * np.exp((i - 1) * log_unseen_twice),
            # (1-q)^i ((1+q)^i - 1) = (1-q^2)^i (1 - (1+q)^-i)
            np.exp(i * log_unseen_twice) * -np.expm1(-i * np.log1p(fraction)),
        ]
    )


def number_of_classes(totals: Reals, fraction: float, counter: ClassCounter) -> float:
    """The estimate from the totals of `total_weights`; q is `fraction`, and N is n/q."""
    d, f_1, n, pairs, a, b, doubly_seen, seen_of_doubled = (float(total) for total in totals)
    q = fraction
    denominator = 1 - (1 - q) * f_1 / n
    duj1 = d / denominator
    if counter is ClassCounter.DUJ1:
        return duj1
    if counter is ClassCounter.DUJ2:
        squared_variation = max(0.0, duj1 / n**2 * pairs + duj1 * q / n - 1)
        return float(d - f_1 * (1 - q) * np.log1p(-q) * squared_variation / q) / denominator
    if counter is ClassCounter.SH:
        return d + f_1 * a / b
    if counter is ClassCounter.SH2:
        mean_size = n / q / duj1
        factor = q / (1 + q) / -np.expm1(-mean_size * np.log1p(q))  # q (1+q)^(M-1) / ((1+q)^M - 1)
        return float(d + f_1 * a / b * factor)
    return d + f_1 * (a / b) ** 2 * doubly_seen / seen_of_doubled
