"""Families of spread: each against direct sums, and told apart where they can be."""

import math

import numpy as np
import pytest
from scipy.stats import nbinom

from bauta.population.log_normal_spread import LogNormalSpread, log_normal_moments
from bauta.population.reciprocal import poisson_moments
from bauta.population.spread_families import (
    BINS,
    Counts,
    Spread,
    SpreadFamily,
    condensed,
    fit_gamma,
    fit_log_normal,
    fit_possible_cells,
    weights_of,
)


def free(log_shape):
    return 0.0


def by_direct_sums(f, mu, s, pi):
    """E[1/F], E[1/F^2] and P(F = 1), by a fine sum over the rate."""
    y = np.linspace(math.log(mu) - 14 * s - 40, max(math.log(mu), math.log(f)) + 8, 60_001)
    logs = f * y - np.exp(y) - ((y - math.log(mu) + s * s / 2) / s) ** 2 / 2
    chances = np.exp(logs - logs.max())
    kept = chances > 1e-17
    chances, y = chances[kept] / chances[kept].sum(), y[kept]
    odds = (1 - pi) / pi
    moments = poisson_moments(f, odds * np.exp(y))
    return chances @ moments.mean, chances @ moments.square, chances @ np.exp(-odds * np.exp(y)) if f == 1 else 0.0


@pytest.mark.parametrize(
    ("f", "mu", "s", "pi"),
    [(1, 0.01, 0.3, 0.1), (1, 5, 2, 0.1), (1, 50, 1, 0.01), (3, 0.2, 3, 0.5), (30, 1, 1, 0.1), (90, 200, 0.4, 0.3)],
)
def test_log_normal_moments_against_direct_sums(f, mu, s, pi):
    found = log_normal_moments(np.array([f]), np.array([math.log(mu)]), s, (1 - pi) / pi)[:, 0]
    assert found == pytest.approx(by_direct_sums(f, mu, s, pi), rel=1e-8, abs=1e-12)


@pytest.mark.parametrize(("f", "s"), [(101, 0.3), (101, 2.0), (1000, 0.5)])
def test_classes_of_over_a_hundred_are_off_by_what_is_said(f, s):
    found = log_normal_moments(np.array([f]), np.array([math.log(2 * f)]), s, 2.0)[:, 0]
    assert found[0] == pytest.approx(by_direct_sums(f, 2 * f, s, 1 / 3)[0], rel=1 / (2 * s**2 * f**2) + 1e-9)


def test_very_many_classes_are_interpolated_as_exactly():
    logs = np.linspace(-6, 3, 2000)
    found = log_normal_moments(np.ones(2000, int), logs, 1.3, 9.0)
    few = log_normal_moments(np.ones(20, int), logs[::100], 1.3, 9.0)
    assert found[:, ::100] == pytest.approx(few, rel=1e-8)


@pytest.fixture(scope="module")
def cells():
    """40,000 cells of uneven means."""
    return np.random.default_rng(1).normal(-1, 1, 40_000)


def counted(log_means, z, rng):
    """The classes of a sample in which cell j has mean mu_j z_j."""
    counts = rng.poisson(np.exp(log_means) * z)
    there = counts > 0
    return Counts(counts[there], log_means[there], log_means, np.ones(len(log_means)))


DRAWN = {
    SpreadFamily.GAMMA: lambda rng, n: rng.gamma(0.7, 1 / 0.7, n),
    SpreadFamily.LOG_NORMAL: lambda rng, n: np.exp(rng.normal(-0.72, 1.2, n)),
    SpreadFamily.POSSIBLE_CELLS: lambda rng, n: (rng.random(n) < 0.6) * rng.gamma(3, 1 / 1.8, n),
}


@pytest.mark.parametrize("family", DRAWN)
def test_the_family_that_rates_were_drawn_from_is_found_again(family, cells):
    rng = np.random.default_rng(2)
    counts = counted(cells, DRAWN[family](rng, len(cells)), rng)
    spreads = [fit_gamma(counts, free), fit_log_normal(counts, free), fit_possible_cells(counts, free)]
    weights = weights_of(spreads, float(counts.sizes.sum()), 0.5)
    best = spreads[int(np.argmax(weights))]
    assert best.family is family
    assert weights.max() > 0.6  # few impossible cells are hard to tell from none
    expected = {SpreadFamily.GAMMA: 0.7**-0.5, SpreadFamily.LOG_NORMAL: 1.2, SpreadFamily.POSSIBLE_CELLS: 3**-0.5}
    assert best.standard_deviation == pytest.approx(expected[family], rel=0.06)
    assert best.impossible == pytest.approx(0.4 if family is SpreadFamily.POSSIBLE_CELLS else 0, abs=0.03)
    assert best.expected_classes(counts) == pytest.approx(len(counts.sizes), rel=0.02)


def test_the_likelihood_of_a_log_normal_spread_is_that_of_all_cells():
    rng = np.random.default_rng(3)
    logs = rng.normal(0, 1.5, 300)
    z = np.exp(rng.normal(-0.5, 1, 300))
    logs[:4], z[:4] = 3.5 + np.arange(4) / 8, 1.5  # some classes of more than are tabled
    counts = counted(logs, z, rng)
    direct = 0.0
    full = np.zeros(300, int)
    full[np.searchsorted(np.sort(logs), counts.log_means)] = counts.sizes
    for mu, f in zip(np.sort(logs), full, strict=True):
        y = np.linspace(mu - 12, mu + 10, 8001)
        log_terms = f * y - np.exp(y) - math.lgamma(f + 1) - (y - mu + 0.5) ** 2 / 2
        direct += math.log(np.exp(log_terms).sum() * (y[1] - y[0]) / math.sqrt(2 * math.pi))
    found = LogNormalSpread(counts.sizes, counts.log_means, logs, np.ones(300)).log_likelihood(1.0)
    assert found == pytest.approx(direct, abs=0.01)


def test_gamma_with_impossible_cells_against_direct_sums():
    spread = Spread(SpreadFamily.POSSIBLE_CELLS, math.log(1.5), 0.1, 0.0, impossible=0.4)
    f, mu, pi = 2, 0.8, 0.2
    mean, square, alone = spread.moments(np.array([f]), np.array([math.log(mu)]), pi)[:, 0]
    rate = mu / 0.6
    x = np.arange(3000)
    success = 1 / (1 + (1 - pi) / pi * rate / (1.5 + rate))
    chances = nbinom.pmf(x, 1.5 + f, success)
    assert mean == pytest.approx(chances @ (1 / (f + x)), rel=1e-9)
    assert square == pytest.approx(chances @ (1 / (f + x) ** 2.0), rel=1e-9)
    assert alone == 0


def test_families_agree_where_the_spread_is_small():
    logs, sizes = np.linspace(-3, 3, 30), np.tile([1, 2, 5], 10)
    gamma, log_normal = (
        Spread(family, -2 * math.log(0.1), 0.1, 0.0).moments(sizes, logs, 0.2)[0]
        for family in (SpreadFamily.GAMMA, SpreadFamily.LOG_NORMAL)
    )
    assert log_normal == pytest.approx(gamma, rel=0.01)


def test_weights_follow_the_likelihood_and_pay_for_the_share():
    spreads = [
        Spread(SpreadFamily.GAMMA, 0.0, 0.1, -100.0),
        Spread(SpreadFamily.LOG_NORMAL, 0.0, 0.1, -98.0),
        Spread(SpreadFamily.POSSIBLE_CELLS, 0.0, 0.1, -98.0, impossible=0.1),
    ]
    n = 5000.0
    weights = weights_of(spreads, n, 0.5)
    assert weights.sum() == pytest.approx(1)
    assert weights[1] / weights[0] == pytest.approx(math.e)
    assert weights[1] / weights[2] == pytest.approx(math.log(n) ** 0.5)
    assert (weights_of([spreads[0], Spread(SpreadFamily.LOG_NORMAL, 0.0, 0.1, -200.0)], n, 0.5) == [1, 0]).all()


def test_the_highest_rate_of_the_table_is_no_end():
    """Cells of large means are surely met, whatever the table holds."""
    spread = LogNormalSpread(np.array([1]), np.array([0.0]), np.array([0.0, 9.0]), np.array([1.0, 1.0]))
    assert 1 < spread.expected_classes(0.5) < 2
    assert spread.expected_classes(0.5) == pytest.approx(1 + 0.6, abs=0.1)


def test_condensed_means_sum_to_the_same():
    rng = np.random.default_rng(24)
    logs, weights = rng.normal(-1, 2, 50_000), rng.poisson(3, 50_000).astype(float)
    means, few = condensed(logs, weights)
    assert len(means) <= 2 * BINS
    for a in (1e-3, 0.3, 5.0, 1e4):
        exact = weights @ np.log(a + np.exp(logs))
        assert few @ np.log(a + means) == pytest.approx(exact, abs=1e-6 * weights.sum())
