from fractions import Fraction
from math import comb

import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.population.zayatz import chance_of_exactly_one, estimate_uniques_by_zayatz


def test_chance_of_exactly_one_is_hypergeometric():
    n, population = 7, 30
    sizes = np.arange(1, 26)
    exact = [Fraction(i * comb(population - i, n - 1), comb(population, n)) for i in range(1, 26)]
    assert chance_of_exactly_one(sizes, Sampling(n, population)) == pytest.approx([float(x) for x in exact], rel=1e-12)


def test_a_billion_people_leave_all_digits():
    sampling = Sampling(100_000_000, 1_000_000_000)
    chance = chance_of_exactly_one(np.array([1, 2, 50, 1_000_000]), sampling)
    assert chance == pytest.approx([0.1, 2 * 0.1 * 0.9, 50 * 0.1 * 0.9**49, 0], rel=1e-6)
    assert chance[1] == pytest.approx(float(2 * Fraction(1, 10) * Fraction(900_000_000, 999_999_999)), rel=1e-14)


def test_by_hand():
    # c_1 = 2, c_2 = 1, n = 4 of 8: H_1 = 1/2, H_2 = 2 C(6,3)/C(8,4) = 4/7; 2^2 / (2/2 + 4/7) = 28/11
    estimate = estimate_uniques_by_zayatz(np.array([1, 1, 2]), Sampling(4, 8))
    assert estimate.value == pytest.approx(28 / 11)
    assert 0 <= estimate.lower < estimate.value < estimate.upper <= 2 + 8 - 4


def test_everybody_in_the_data_means_counting():
    estimate = estimate_uniques_by_zayatz(np.array([1, 1, 2]), Sampling(4, 4))
    assert (estimate.lower, estimate.value, estimate.upper) == (2, 2, 2)


def test_without_a_unique_in_the_data_there_may_be_three_over_the_fraction():
    estimate = estimate_uniques_by_zayatz(np.array([2] * 500), Sampling(1000, 100_000))
    assert (estimate.lower, estimate.value) == (0, 0)
    assert 0.99**estimate.upper == pytest.approx(0.05)
