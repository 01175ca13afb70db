"""E[1/F | f] and E[1/F^2 | f] against ways to compute them that share nothing with the quadrature."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import gammaln, xlogy

from bauta.population import reciprocal
from bauta.population.reciprocal import (
    negative_binomial_moments,
    negative_binomial_moments_of_means,
    negative_binomial_reciprocal,
    negative_binomial_reciprocal_square,
    poisson_moments,
    poisson_reciprocal,
    poisson_reciprocal_square,
)


def summed_negative_binomial(size: float, shape: float, probability: float, power: int = 1) -> float:
    """The definition, term by term."""
    mean = shape * (1 - probability) / probability
    deviation = math.sqrt(mean / probability)
    x = np.arange(max(0, int(mean - 12 * deviation)), int(mean + 14 * deviation + 60 / probability))
    log_ratios = np.log((shape + x[1:] - 1) / x[1:] * (1 - probability))  # log-gamma of 1e7 would lose six digits
    log_terms = np.concatenate([[0.0], np.cumsum(log_ratios)])
    terms = np.exp(log_terms - log_terms.max())
    return float((terms / (size + x) ** power).sum() / terms.sum())


def summed_poisson(size: float, mean: float, power: int = 1) -> float:
    deviation = math.sqrt(mean)
    x = np.arange(max(0, int(mean - 12 * deviation)), int(mean + 12 * deviation + 60))
    terms = np.exp(xlogy(x, mean) - mean - gammaln(x + 1))
    return float((terms / (size + x) ** power).sum() / terms.sum())


@pytest.mark.parametrize("probability", [1e-9, 1e-4, 0.02, 0.3])
def test_mu_argus_has_closed_forms_for_sizes_1_to_3(probability):
    p, q, log_p = probability, 1 - probability, math.log(probability)
    closed = [
        p / q * -log_p,
        p / q**2 * (p * log_p + q),
        p / (2 * q**3) * (q * (3 * q - 2) - 2 * p**2 * log_p),
    ]
    assert negative_binomial_reciprocal([1, 2, 3], [1, 2, 3], p) == pytest.approx(closed, rel=1e-12)


def test_a_negative_binomial_of_shape_2_in_fractions():
    # P(X = x) = (x+1)/2^(x+2) for p = 1/2; 120 terms leave out less than 2^-118
    partial = sum(Fraction(x + 1, (x + 2) * 4 * 2**x) for x in range(120))
    assert float(negative_binomial_reciprocal(2, 2, 0.5)) == pytest.approx(float(partial), rel=1e-13)


@pytest.mark.parametrize("size", [1, 2, 7, 100])
@pytest.mark.parametrize("extra", [0.0, 0.37, 12.0])
@pytest.mark.parametrize("probability", [0.003, 0.1, 0.5, 0.9, 0.999999])
def test_negative_binomial_is_the_sum_of_its_terms(size, extra, probability):
    shape = size + extra
    first = summed_negative_binomial(size, shape, probability)
    second = summed_negative_binomial(size, shape, probability, power=2)
    assert float(negative_binomial_reciprocal(size, shape, probability)) == pytest.approx(first, rel=1e-10)
    assert float(negative_binomial_reciprocal_square(size, shape, probability)) == pytest.approx(second, rel=1e-10)


@pytest.mark.parametrize(
    ("size", "shape", "probability"),
    [
        (1, 1e-6, 0.2),
        (3, 1e-3, 0.01),
        (1, 1e5, 0.9),
        (1_000_000, 1e6, 0.9),
        (10_000, 10_000.5, 0.3),
        (1, 1e7, 0.999999),
    ],
)
def test_extreme_shapes_are_the_sum_of_their_terms(size, shape, probability):
    expected = summed_negative_binomial(size, shape, probability)
    assert float(negative_binomial_reciprocal(size, shape, probability)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("probability", [1e-9, 0.4, 1 - 1e-9])
def test_a_million_people_hardly_spread(probability):
    # By Taylor: E[1/F] = 1/EF (1 + Var F/EF^2 + O(1/EF^2)), with EF = f/p and Var F = f(1-p)/p^2.
    f = 1_000_000
    by_taylor = probability / f * (1 + (1 - probability) / f)
    assert float(negative_binomial_reciprocal(f, f, probability)) == pytest.approx(by_taylor, rel=1e-11)


@pytest.mark.parametrize("size", [1, 2, 9, 1000])
@pytest.mark.parametrize("mean", [0.0, 1e-9, 0.1, 3.0, 50.0, 40_000.0])
def test_poisson_is_the_sum_of_its_terms(size, mean):
    assert float(poisson_reciprocal(size, mean)) == pytest.approx(summed_poisson(size, mean), rel=1e-10)
    squares = summed_poisson(size, mean, power=2)
    assert float(poisson_reciprocal_square(size, mean)) == pytest.approx(squares, rel=1e-10)


@pytest.mark.parametrize("mean", [1e-9, 1.0, 1e4, 1e9])
def test_poisson_has_a_closed_form_for_sample_uniques(mean):
    assert float(poisson_reciprocal(1, mean)) == pytest.approx(-math.expm1(-mean) / mean, rel=1e-12)


def test_nobody_unseen_means_exactly_one_over_the_size():
    sizes = np.array([1, 2, 3, 7, 1_000_000])
    assert (negative_binomial_reciprocal(sizes, sizes, 1.0) == 1 / sizes).all()
    assert (poisson_reciprocal(sizes, 0.0) == 1 / sizes).all()
    assert (negative_binomial_moments(sizes, sizes, 1.0).variance == 0).all()


def test_a_negative_binomial_of_large_shape_is_poisson():
    near, limit = negative_binomial_moments_of_means([1, 5], [[1e12], [np.inf]], 4.0).mean
    assert near == pytest.approx(limit, rel=1e-11)
    assert limit == pytest.approx(poisson_reciprocal([1, 5], 4.0), rel=1e-15)


def test_a_negative_binomial_may_be_given_by_its_mean():
    by_mean = negative_binomial_moments_of_means([1, 2], [0.7, 3.0], [6.3, 1.0])
    np.testing.assert_allclose(by_mean, negative_binomial_moments([1, 2], [0.7, 3.0], [0.1, 0.75]), rtol=1e-13)


def test_very_many_entries_give_what_a_few_give(monkeypatch):
    rng = np.random.default_rng(4)
    sizes = rng.integers(1, 4, 20_000)
    probability = 1 / (1 + np.exp(rng.normal(0, 1.5, 20_000)))
    probability[:3] = 1.0, 0.5, 1e-9
    many = negative_binomial_moments(sizes, sizes + 0.3, probability)
    many_poisson = poisson_moments(sizes, 1 / probability - 1)
    monkeypatch.setattr(reciprocal, "ROWS_AT_ONCE", 20_000)
    few = negative_binomial_moments(sizes, sizes + 0.3, probability)
    few_poisson = poisson_moments(sizes, 1 / probability - 1)
    np.testing.assert_allclose(many, few, rtol=1e-12)
    np.testing.assert_allclose(many_poisson, few_poisson, rtol=1e-12)


def test_parameters_are_broadcast_and_nothing_may_be_nothing():
    assert negative_binomial_reciprocal(np.ones((3, 1)), 1.0, np.full(4, 0.5)).shape == (3, 4)
    assert poisson_reciprocal([], 1.0).shape == (0,)
    assert poisson_reciprocal(1, 1.0).shape == ()
