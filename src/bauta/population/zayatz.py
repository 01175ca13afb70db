"""Zayatz: how many people are unique in the population, if its classes were like those of the data.

Zayatz (1991). Let c_i of the u classes of the data have size i, and suppose the classes of the population have sizes in
the same proportions. A class of i people has exactly one of them among the n drawn of N with probability

    H_i = i C(N-i, n-1) / C(N, n) = i (n/N) (N-n)(N-n-1)...(N-n-i+2) / ((N-1)(N-2)...(N-i+1))

so that, by Bayes' rule, a sample unique is a population unique with probability

    P(F = 1 | f = 1) = c_1 H_1 / sum_i c_i H_i

and the population has c_1 P/pi uniques. As H_1 = pi = n/N that is c_1^2 / sum_i c_i H_i. The classes of a sample are
smaller than those of the population, so the estimate is too high where the fraction is low (Dankar et al. 2012).

References
----------
Zayatz, L. (1991). Estimation of the percent of unique population elements on a microdata file using the sample.
Statistical Research Division Report RR-91/08, US Bureau of the Census.
"""

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.estimates import RiskEstimate, UniquenessEstimator
from bauta.model.sampling import Sampling
from bauta.population.frequencies import SizeFrequencies, deviation_by_delta_method, in_no_doubt, on_log_scale
from bauta.population.posterior import Reals

METHOD = UniquenessEstimator.ZAYATZ.value


def estimate_uniques_by_zayatz(class_sizes: Integers, sampling: Sampling) -> RiskEstimate:
    """The number of people who are unique in the population, with a 95 % interval by the delta method.

    Without a unique in the data the estimate is 0 and the interval that of `none_seen`.
    """
    frequencies = SizeFrequencies.of(class_sizes)
    sample_uniques = frequencies.n_classes_of_size(1)
    if sampling.records == sampling.population_size:
        return in_no_doubt(sample_uniques, METHOD)
    if not sample_uniques:
        return none_seen(sampling, METHOD)
    is_unique = (frequencies.sizes == 1).astype(np.float64)
    weights = np.stack([is_unique, chance_of_exactly_one(frequencies.sizes, sampling)])
    totals = frequencies.totals(weights)
    value = totals[0] ** 2 / totals[1]
    covariance = frequencies.covariance(weights, frequencies.n_classes / sampling.fraction)
    deviation = deviation_by_delta_method(lambda t: float(t[0] ** 2 / t[1]), totals, covariance)
    most = sample_uniques + sampling.population_size - sampling.records
    return on_log_scale(float(value), deviation, METHOD, 0.0, most)


def chance_of_exactly_one(sizes: Integers, sampling: Sampling) -> Reals:
    """H_i, the probability that exactly one of the i people of a class is drawn; `sizes` ascend.

    Binomial coefficients of a billion leave no digits, so the factors are multiplied one by one, in logarithms. Those
    that cannot count, (1-pi)^i being 0 in a double, are left out.
    """
    n, population = sampling.records, sampling.population_size
    vanishing = 2 + int(750 / sampling.fraction)
    longest = min(int(sizes[-1]), population - n + 1, vanishing)
    k = np.arange(longest - 1, dtype=np.float64)
    log_products = np.concatenate([[0.0], np.cumsum(np.log(population - n - k) - np.log(population - 1 - k))])
    chance = np.zeros(len(sizes))
    possible = sizes <= longest
    i = sizes[possible]
    chance[possible] = i * sampling.fraction * np.exp(log_products[i - 1])
    return chance


def none_seen(sampling: Sampling, method: str) -> RiskEstimate:
    """No unique in the data: none is the estimate, and more than 3/pi would have shown one with probability 0.95.

    U uniques of the population are all missed with probability (1-pi)^U, which is 0.05 for the upper end.
    """
    upper = np.log(0.05) / np.log1p(-sampling.fraction)
    return RiskEstimate(0.0, 0.0, float(min(upper, sampling.population_size - sampling.records)), method)
