"""Dankar et al.'s rule: which estimator of population uniques to believe at which sampling fraction.

Dankar, El Emam, Neisa and Roffey (2012) compared estimators on six health data sets. Their rule, as ARX applies it:

    pi <= 0.1   Pitman; Zayatz where Pitman has no answer
    pi >  0.1   the smaller of Zayatz and SNB; Zayatz where SNB has no answer

No unique in the data: none is expected in the population.

References
----------
Dankar, F. K., El Emam, K., Neisa, A. and Roffey, T. (2012). Estimating the re-identification risk of clinical data
sets. BMC Medical Informatics and Decision Making 12, 66. doi:10.1186/1472-6947-12-66
"""

from dataclasses import replace

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import RiskEstimate, UniquenessEstimator
from bauta.model.sampling import Sampling
from bauta.population.pitman import estimate_uniques_by_pitman
from bauta.population.snb import estimate_uniques_by_snb
from bauta.population.zayatz import estimate_uniques_by_zayatz, none_seen

METHOD = UniquenessEstimator.DANKAR.value
LARGEST_FRACTION_FOR_PITMAN = 0.1


def estimate_uniques_by_dankar(class_sizes: Integers, sampling: Sampling) -> RiskEstimate:
    """The number of people who are unique in the population, by the estimator the rule chooses.

    The method of the estimate names both, as in "dankar: pitman"; the interval is that of the chosen estimator.
    """
    if sampling.records < sampling.population_size and not np.any(np.asarray(class_sizes) == 1):
        return none_seen(sampling, METHOD)
    chosen = _chosen(class_sizes, sampling)
    return replace(chosen, method=f"{METHOD}: {chosen.method}")


def _chosen(class_sizes: Integers, sampling: Sampling) -> RiskEstimate:
    if sampling.fraction <= LARGEST_FRACTION_FOR_PITMAN:
        try:
            return estimate_uniques_by_pitman(class_sizes, sampling)
        except EstimatorCannotAnswer:
            return estimate_uniques_by_zayatz(class_sizes, sampling)
    zayatz = estimate_uniques_by_zayatz(class_sizes, sampling)
    try:
        snb = estimate_uniques_by_snb(class_sizes, sampling)
    except EstimatorCannotAnswer:
        return zayatz
    return min(zayatz, snb, key=lambda estimate: estimate.value)
