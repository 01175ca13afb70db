import math

import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.population.mu_argus import estimate_by_mu_argus

HALF = Sampling(records=10, population_size=20)


def test_every_class_depends_on_its_own_size_only():
    posterior = estimate_by_mu_argus(np.array([1, 3, 1, 2]), HALF)
    log_2 = math.log(2)
    assert posterior.reciprocal == pytest.approx([log_2, 2 * (0.5 * log_2 - 0.25), log_2, 2 * (0.5 - 0.5 * log_2)])


def test_a_sample_unique_is_unique_with_the_sampling_fraction():
    # P(F = 1 | f = 1) = C(0, 0) p = p
    assert estimate_by_mu_argus(np.array([1, 2]), HALF).unique.tolist() == [0.5, 0.0]


def test_variance_is_that_of_the_sum_of_its_terms():
    h = np.arange(1, 200)
    chance = 0.5**h
    expected = (chance / h**2).sum() - (chance / h).sum() ** 2
    assert estimate_by_mu_argus(np.array([1]), HALF).reciprocal_variance[0] == pytest.approx(expected)


def test_everybody_in_the_data_is_no_estimate():
    posterior = estimate_by_mu_argus(np.array([1, 3, 6]), Sampling(10, 10))
    assert posterior.reciprocal.tolist() == [1, 1 / 3, 1 / 6]
    assert posterior.reciprocal_variance.tolist() == [0, 0, 0]
    assert posterior.unique.tolist() == [1, 0, 0]


def test_a_population_size_in_doubt_puts_the_risk_in_doubt():
    sizes = np.array([1] * 8 + [2])
    assert estimate_by_mu_argus(sizes, HALF).parameter_deviation == 0
    in_doubt = estimate_by_mu_argus(sizes, HALF, population_deviation=1).parameter_deviation
    risks = [estimate_by_mu_argus(sizes, Sampling(10, size)).reciprocal @ sizes / 10 for size in (19, 21)]
    assert in_doubt == pytest.approx((risks[0] - risks[1]) / 2)
