"""Bethlehem's model, its posterior by enumeration of the joint distribution, and its fit."""

import math

import numpy as np
import pytest
from scipy.stats import binom, nbinom

from bauta.errors import EstimatorCannotAnswer
from bauta.model.sampling import Sampling
from bauta.population.negative_binomial import cells_by_the_model, estimate_by_negative_binomial, gamma_shape
from bauta.population.number_of_classes import ClassCounter, estimate_number_of_classes

SIZES = np.array([1] * 30 + [2] * 12 + [3] * 6 + [5] * 3 + [8, 13])
SAMPLING = Sampling(records=108, population_size=540)
CELLS = 120


def test_posterior_is_bayes_rule_over_all_population_sizes():
    alpha = gamma_shape(108, int((SIZES * (SIZES - 1)).sum()), CELLS)
    h = np.arange(0, 3000)
    mean = SAMPLING.population_size / CELLS
    prior = nbinom.pmf(h, alpha, alpha / (alpha + mean))  # a Poisson count with a gamma rate
    posterior = estimate_by_negative_binomial(SIZES, SAMPLING, cells=CELLS)
    for size in (1, 2, 13):
        joint = prior * binom.pmf(size, h, SAMPLING.fraction)
        joint[h < size] = 0
        expected = (joint[1:] / h[1:]).sum() / joint.sum()
        squares = (joint[1:] / h[1:] ** 2).sum() / joint.sum()
        j = int(np.flatnonzero(size == SIZES)[0])
        assert posterior.reciprocal[j] == pytest.approx(expected, rel=1e-9)
        assert posterior.reciprocal_variance[j] == pytest.approx(squares - expected**2, rel=1e-6)
        if size == 1:
            assert posterior.unique[j] == pytest.approx(joint[1] / joint.sum(), rel=1e-9)


def test_shape_is_read_from_mean_and_variance_with_empty_cells():
    cells = np.concatenate([SIZES, np.zeros(CELLS - len(SIZES))])
    mean, variance = cells.mean(), cells.var(ddof=1)
    assert gamma_shape(108, int((SIZES * (SIZES - 1)).sum()), CELLS) == pytest.approx(mean**2 / (variance - mean))


def test_cells_less_spread_than_poisson_have_equal_rates():
    sizes = np.full(50, 4)
    posterior = estimate_by_negative_binomial(sizes, Sampling(200, 400), cells=50)
    h = np.arange(200)
    poisson = np.exp(-4 + h * math.log(4) - [math.lgamma(x + 1) for x in h])
    assert posterior.reciprocal == pytest.approx(np.full(50, (poisson / (4 + h)).sum()))


def test_the_model_expects_as_many_classes_as_were_seen():
    cells = cells_by_the_model(classes=50, records=108, pairs=300)
    alpha = gamma_shape(108, 300, cells)
    assert cells * (1 - (1 + 108 / (alpha * cells)) ** -alpha) == pytest.approx(50)
    assert 50 < cells < 300


def test_more_classes_than_any_gamma_rates_leave_are_a_log_series():
    # As J grows with alpha J fixed, d tends to n^2/pairs log(1 + pairs/n) = 15.1 for n = 60 and 500 pairs.
    cells = cells_by_the_model(classes=30, records=60, pairs=500)
    assert cells == 30e6
    assert cells * gamma_shape(60, 500, cells) == pytest.approx(60**2 / 500, rel=1e-4)


def test_cells_may_be_counted_as_published():
    counted = estimate_number_of_classes(SIZES, SAMPLING, ClassCounter.DUJ2).value
    as_published = estimate_by_negative_binomial(SIZES, SAMPLING, cells=ClassCounter.DUJ2)
    assert as_published.reciprocal == pytest.approx(estimate_by_negative_binomial(SIZES, SAMPLING, counted).reciprocal)
    assert as_published.parameter_deviation > 0


def test_everybody_in_the_data_is_no_estimate():
    posterior = estimate_by_negative_binomial(np.array([1, 3]), Sampling(4, 4))
    assert posterior.reciprocal.tolist() == [1, 1 / 3]
    assert posterior.unique.tolist() == [1, 0]
    assert posterior.parameter_deviation == 0


def test_data_without_two_alike_say_nothing_of_the_number_of_cells():
    with pytest.raises(EstimatorCannotAnswer, match="no two records are alike"):
        estimate_by_negative_binomial(np.ones(20, dtype=np.int64), Sampling(20, 200))
