"""SNB's two equations by enumeration, and its refusals."""

import numpy as np
import pytest
from scipy.stats import binom, nbinom

from bauta.errors import EstimatorCannotAnswer
from bauta.model.sampling import Sampling
from bauta.population.number_of_classes import ClassCounter, estimate_number_of_classes
from bauta.population.snb import estimate_uniques_by_snb, expected_seen_once, expected_seen_twice


@pytest.mark.parametrize(("alpha", "beta"), [(0.3, 0.05), (1.0, 0.4), (4.0, 0.7)])
@pytest.mark.parametrize("fraction", [0.05, 0.5, 0.95])
def test_expectations_by_enumeration(alpha, beta, fraction):
    h = np.arange(1, 4000)
    classes = nbinom.pmf(h - 1, alpha, beta)
    once, twice = ((classes * binom.pmf(k, h, fraction)).sum() for k in (1, 2))
    assert expected_seen_once(1000, fraction, alpha, beta) == pytest.approx(1000 * once, rel=1e-9)
    assert expected_seen_twice(1000, fraction, alpha, beta) == pytest.approx(1000 * twice, rel=1e-9)


def test_data_just_as_expected_give_the_uniques_expected_of_as_many_classes():
    alpha, beta, fraction, classes = 0.8, 0.15, 0.5, 1_000_000
    h = np.arange(1, 1000)
    population = nbinom.pmf(h - 1, alpha, beta)
    counts = [round(classes * float((population * binom.pmf(k, h, fraction)).sum())) for k in range(1, 80)]
    sizes = np.repeat(np.arange(1, 80), counts)
    sampling = Sampling.by_fraction(int(sizes.sum()), fraction)
    estimate = estimate_uniques_by_snb(sizes, sampling)
    counted = estimate_number_of_classes(sizes, sampling, ClassCounter.SH3).value
    assert counted == pytest.approx(classes, rel=0.01)
    assert estimate.value == pytest.approx(classes * beta**alpha, rel=0.02)


def test_everybody_in_the_data_means_counting():
    assert estimate_uniques_by_snb(np.array([1, 1, 2]), Sampling(4, 4)).value == 2


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ([2, 2, 3], "no record of the data is unique"),
        ([1, 1, 3], "no class of the data has two records"),
    ],
)
def test_refuses_with_a_reason(sizes, why):
    with pytest.raises(EstimatorCannotAnswer, match=why):
        estimate_uniques_by_snb(np.array(sizes), Sampling(sum(sizes), 100))
