"""Skinner and Shlomo's criterion against its definition, and the search by it."""

import math
from functools import partial

import numpy as np
import pytest

from bauta.equivalence.classes import Domain, EquivalenceClasses
from bauta.errors import EstimatorCannotAnswer
from bauta.model.sampling import Sampling
from bauta.population import model_choice
from bauta.population.chosen_log_linear import estimate_by_chosen_log_linear, estimate_by_log_linear_of_each_size
from bauta.population.model_choice import (
    ModelSearch,
    measure_misfit,
    of_all_sizes,
    of_population_uniques,
    of_size,
    of_sizes,
)
from bauta.population.pair_graph import all_pairs
from bauta.population.poisson_log_linear import estimate_by_log_linear
from bauta.population.reciprocal import poisson_reciprocal

MEANS = np.array([1e-4, 0.003, 0.0049, 0.0051, 0.3, 1.0, 3.0, 8.0])


def classes_of(table: np.ndarray) -> EquivalenceClasses:
    cells = np.nonzero(table)
    return EquivalenceClasses(
        variables=tuple(f"v{axis}" for axis in range(table.ndim)),
        domains=tuple(Domain(range(size), has_missing=False) for size in table.shape),
        codes=tuple(codes.astype(np.int32) for codes in cells),
        sizes=table[cells].astype(np.int64),
    )


@pytest.mark.parametrize("fraction", [0.1, 0.6])
@pytest.mark.parametrize("size", [1, 2, 7])
def test_slopes_of_a_size_are_derivatives(size, fraction):
    def risk(rate):
        return size * poisson_reciprocal(size, rate * (1 - fraction))

    rate = MEANS[4:] / fraction
    step = 1e-3 * rate
    chance = np.exp(-MEANS[4:]) * MEANS[4:] ** size / math.factorial(size)
    slopes = of_size(MEANS[4:], fraction, size)
    first = (risk(rate + step) - risk(rate - step)) / (2 * step)
    second = (risk(rate + step) - 2 * risk(rate) + risk(rate - step)) / step**2
    assert slopes.first == pytest.approx(chance * first, rel=1e-5)
    assert slopes.second == pytest.approx(chance * second, rel=1e-4)


@pytest.mark.parametrize("fraction", [0.01, 0.1, 0.6])
def test_all_sizes_are_the_sum_of_the_sizes(fraction):
    closed, summed = of_all_sizes(MEANS, fraction), of_sizes(range(1, 80))(MEANS, fraction)
    assert closed.first == pytest.approx(summed.first, rel=1e-10)
    assert closed.second == pytest.approx(summed.second, rel=1e-10)


def test_criteria_of_uniques_as_printed():
    # Skinner and Shlomo: a = lambda e^-lambda (1-pi), b = a (1-pi)/(2 pi); for tau_2, h = (1 - e^-x)/x
    f, mu, pi = np.array([2.0, 0, 1]), np.array([0.5, 1.5, 1.0]), 0.25
    rate = mu / pi
    a = rate * np.exp(-rate) * (1 - pi)
    b = a * (1 - pi) / (2 * pi)
    misfit = measure_misfit(f, mu, pi, of_population_uniques)
    assert misfit.bias == pytest.approx(float((a * (f - mu) + b * ((f - mu) ** 2 - f)).sum()))
    assert misfit.variance == pytest.approx(float((a**2 * mu + 2 * b**2 * mu**2).sum()))

    x = rate * (1 - pi)
    slope = (1 - pi) * (np.exp(-x) * (1 + x) - 1) / x**2
    curve = (1 - pi) ** 2 * (2 - np.exp(-x) * (2 + 2 * x + x**2)) / x**3
    a, b = -mu * np.exp(-mu) * slope / pi, mu * np.exp(-mu) * curve / (2 * pi**2)
    misfit = measure_misfit(f, mu, pi, partial(of_size, size=1))
    assert misfit.bias == pytest.approx(float((a * (f - mu) + b * ((f - mu) ** 2 - f)).sum()))
    assert misfit.variance == pytest.approx(float((a**2 * mu + 2 * b**2 * mu**2).sum()))


@pytest.mark.parametrize(
    "measure", [of_population_uniques, partial(of_size, size=1), partial(of_size, size=3), of_all_sizes]
)
def test_criterion_is_standard_normal_for_the_true_means(measure):
    rng = np.random.default_rng(21)
    means = rng.gamma(1.0, 1.0, size=2000)
    ratios = [measure_misfit(rng.poisson(means), means, 0.2, measure).ratio for _ in range(400)]
    assert abs(np.mean(ratios)) < 0.15
    assert np.std(ratios) == pytest.approx(1, abs=0.12)


def table_with_one_dependence(rng: np.random.Generator) -> np.ndarray:
    """A sample in which variables 0 and 2 depend on each other, and 1 on nothing."""
    shares = rng.dirichlet(np.full(8, 2.0), size=12)
    rates = shares[:, None, :] * np.array([0.1, 0.2, 0.3, 0.4])[None, :, None] * 300
    return rng.poisson(rates)


def test_the_search_finds_the_pair_that_interacts():
    classes = classes_of(table_with_one_dependence(np.random.default_rng(22)))
    sampling = Sampling(classes.n_records, 5 * classes.n_records)
    chosen = estimate_by_chosen_log_linear(classes, sampling)
    assert chosen.pairs == {(0, 2)}
    assert [step.pairs for step in chosen.steps] == [frozenset(), {(0, 2)}]
    assert chosen.steps[0].misfit.ratio > 10
    assert abs(chosen.misfit.ratio) <= 1.96
    same = estimate_by_log_linear(classes, sampling, [(0, 2)])
    assert chosen.posterior.reciprocal == pytest.approx(same.reciprocal)


def test_independent_variables_keep_independence():
    rng = np.random.default_rng(23)
    rates = np.einsum("i,j,k->ijk", *(rng.dirichlet(np.full(size, 3.0)) for size in (12, 8, 5))) * 2000
    classes = classes_of(rng.poisson(rates))
    chosen = estimate_by_chosen_log_linear(classes, Sampling(classes.n_records, 4 * classes.n_records))
    assert chosen.pairs == frozenset()


def test_too_rich_a_model_is_far_below_0():
    rng = np.random.default_rng(24)
    classes = classes_of(rng.poisson(0.5, size=(30, 30, 4)))
    search = ModelSearch(classes, Sampling(classes.n_records, 10 * classes.n_records))
    assert abs(search.misfit(frozenset()).ratio) < 3
    assert search.misfit(all_pairs(3)).ratio < -5


def test_a_model_for_each_size_answers_for_the_classes_of_that_size():
    classes = classes_of(table_with_one_dependence(np.random.default_rng(25)))
    sampling = Sampling(classes.n_records, 5 * classes.n_records)
    estimate = estimate_by_log_linear_of_each_size(classes, sampling)
    assert set(estimate.pairs) == set(classes.sizes.tolist())
    for size in (1, 2, 5):
        members = classes.sizes == size
        alone = estimate_by_log_linear(classes, sampling, estimate.pairs[size])
        assert estimate.posterior.reciprocal[members] == pytest.approx(alone.reciprocal[members])
        assert estimate.posterior.unique[members] == pytest.approx(alone.unique[members])
    assert estimate.posterior.parameter_deviation > 0


def test_when_everybody_is_in_the_data_nothing_needs_choosing():
    classes = classes_of(table_with_one_dependence(np.random.default_rng(26)))
    chosen = estimate_by_chosen_log_linear(classes, Sampling(classes.n_records, classes.n_records))
    assert chosen.pairs == frozenset()
    assert chosen.misfit.ratio == 0
    assert chosen.posterior.reciprocal == pytest.approx(1 / classes.sizes)


def test_pairs_the_data_cannot_bear_are_passed_over(monkeypatch):
    # 12 values go with 12 others one to one, ten people each; the third variable is too fine for any pair
    first = np.repeat(np.arange(12), 10)
    codes = (first, first, np.random.default_rng(27).permutation(np.arange(120) % 80))
    sizes = np.ones(120, dtype=np.int64)
    domains = tuple(Domain(range(size), has_missing=False) for size in (12, 12, 80))
    classes = EquivalenceClasses(("a", "b", "c"), domains, tuple(own.astype(np.int32) for own in codes), sizes)
    search = ModelSearch(classes, Sampling(120, 240))
    monkeypatch.setattr(model_choice, "HALF_WIDTH", 0)  # search as long as any pair helps
    assert all(step.pairs <= {(0, 1)} for step in search.choose())
    search.fit(frozenset({(0, 1)}))
    with pytest.raises(EstimatorCannotAnswer, match="too sparse"):
        search.fit(frozenset({(0, 2)}))
