"""Pitman's model against following every way in which people may arrive."""

from itertools import product
from math import log

import numpy as np
import pytest

from bauta.errors import EstimatorCannotAnswer
from bauta.model.sampling import Sampling
from bauta.population.frequencies import SizeFrequencies
from bauta.population.pitman import Likelihood, estimate_uniques_by_pitman, expected_uniques

THETA, ALPHA = 1.3, 0.4
PARAMETERS = np.array([log(THETA + ALPHA), ALPHA])


def arrivals(sizes: list[int], people: int) -> list[tuple[float, list[int]]]:
    """Every way in which `people` more arrive, with its probability."""
    if not people:
        return [(1.0, sizes)]
    k = sum(sizes)
    ways = []
    for place in range(len(sizes) + 1):
        new = place == len(sizes)
        weight = THETA + len(sizes) * ALPHA if new else sizes[place] - ALPHA
        after = [*sizes, 1] if new else [*sizes[:place], sizes[place] + 1, *sizes[place + 1 :]]
        ways += [(weight / (THETA + k) * chance, end) for chance, end in arrivals(after, people - 1)]
    return ways


@pytest.mark.parametrize(("seen", "people"), list(product([[1], [1, 1, 2], [3], [2, 1]], [1, 4])))
def test_expected_uniques_by_following_every_arrival(seen, people):
    ways = arrivals(seen, people)
    expected = sum(chance * end.count(1) for chance, end in ways)
    frequencies = SizeFrequencies.of(np.array(seen))
    assert sum(chance for chance, _ in ways) == pytest.approx(1)
    assert sum(expected_uniques(PARAMETERS, frequencies, sum(seen) + people)) == pytest.approx(expected)


def test_likelihood_is_the_product_of_the_arrivals():
    # One order of arrival of classes 2, 1: first, joins, founds. log L leaves out what does not depend on parameters.
    value, _, _ = Likelihood(SizeFrequencies.of(np.array([2, 1]))).derivatives(PARAMETERS)
    assert value == pytest.approx(log((1 - ALPHA) / (THETA + 1)) + log((THETA + ALPHA) / (THETA + 2)))


@pytest.mark.parametrize("sizes", [[1, 1, 2, 5], [1] * 3000 + [2] * 500 + [9] * 40])
def test_derivatives_are_those_of_the_likelihood(sizes):
    likelihood = Likelihood(SizeFrequencies.of(np.array(sizes)))
    _, gradient, second = likelihood.derivatives(PARAMETERS)
    for k in range(2):
        step = np.zeros(2)
        step[k] = 1e-5
        ahead, behind = (likelihood.derivatives(PARAMETERS + sign * step) for sign in (1, -1))
        assert gradient[k] == pytest.approx((ahead[0] - behind[0]) / 2e-5, rel=1e-5)
        assert second[k] == pytest.approx((ahead[1] - behind[1]) / 2e-5, rel=1e-5)


def test_long_sums_may_be_integrated():
    likelihood = Likelihood(SizeFrequencies.of(np.array([1] * 30_000 + [2] * 10_000)))
    people, weights = likelihood.arrivals
    assert len(people) < 1100
    assert weights @ np.log(THETA + people) == pytest.approx(np.log(THETA + np.arange(1, 50_000)).sum(), rel=1e-9)


def test_everybody_in_the_data_means_counting():
    assert estimate_uniques_by_pitman(np.array([1, 1, 2]), Sampling(4, 4)).value == 2


@pytest.mark.parametrize(
    ("sizes", "why"),
    [
        ([2, 2, 3], "no record of the data is unique"),
        ([1, 1, 1], "every record of the data is unique"),
    ],
)
def test_refuses_with_a_reason(sizes, why):
    with pytest.raises(EstimatorCannotAnswer, match=why):
        estimate_uniques_by_pitman(np.array(sizes), Sampling(sum(sizes), 100))


def test_all_classes_of_one_size_have_no_maximum_or_an_estimate_in_range():
    sizes = np.array([1] * 2 + [40] * 300)
    sampling = Sampling(int(sizes.sum()), 100_000)
    try:
        estimate = estimate_uniques_by_pitman(sizes, sampling)
    except EstimatorCannotAnswer:
        return
    assert 0 <= estimate.lower <= estimate.value <= estimate.upper <= 2 + 100_000 - sampling.records
