"""The smallest class of the population against populations that are drawn, and the classes of a release."""

import math

import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.in_release import InRelease, Joined, View, view_of
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.posterior import Posterior
from bauta.population.smallest import SmallestClass, chances_below
from bauta.population.summary import summarise
from bauta.population.unseen import Unseen

SIZES = np.array([1, 1, 2, 3, 5, 9])
SHAPES = np.array([2.0, 3.5, np.inf, 4.0, 6.0, 10.0])
MEANS = np.array([40.0, 25.0, 9.0, 30.0, 12.0, 80.0])
UNSEEN = Unseen.of_one(SHAPES, MEANS)


def posterior():
    unique = np.where(SIZES == 1, UNSEEN.below(1), 0.0)
    return Posterior(1 / (SIZES + MEANS), np.full(6, 1e-5), unique, 0.0, UNSEEN.of)


def drawn(times=400_000):
    rng = np.random.default_rng(7)
    rates = [
        np.full(times, m) if math.isinf(r) else rng.gamma(r, m / r, times) for r, m in zip(SHAPES, MEANS, strict=True)
    ]
    return SIZES[:, None] + rng.poisson(np.stack(rates))


def test_it_is_the_minimum_over_drawn_populations():
    smallest = SmallestClass(View(SIZES, SIZES, posterior()))
    least = drawn().min(axis=0)
    for k in (2, 3, 5, 8, 12, 20):
        assert smallest.any_below(k) == pytest.approx((least < k).mean(), abs=0.003)
    assert smallest.expected_reciprocal(10_000) == pytest.approx((1 / least).mean(), rel=0.005)
    for chance in (0.025, 0.5, 0.975):
        k = smallest.with_chance(chance, 10_000)
        assert smallest.any_below(k) <= chance < smallest.any_below(k + 1)


def test_large_smallest_classes_are_summed_in_steps():
    sizes = np.array([400, 500, 700])
    unseen = Unseen.of_one(np.array([5.0, 8.0, np.inf]), np.array([3000.0, 2500.0, 4000.0]))
    view = View(sizes, sizes, Posterior(np.zeros(3), np.zeros(3), np.zeros(3), 0.0, unseen.of))
    rng = np.random.default_rng(3)
    rates = [rng.gamma(5, 600, 200_000), rng.gamma(8, 312.5, 200_000), np.full(200_000, 4000.0)]
    least = (sizes[:, None] + rng.poisson(np.stack(rates))).min(axis=0)
    assert SmallestClass(view).expected_reciprocal(100_000) == pytest.approx((1 / least).mean(), rel=0.01)


def test_nobody_is_below_what_the_data_have():
    view = View(SIZES, SIZES, posterior())
    assert chances_below(view, 5)[4:].tolist() == [0, 0]
    assert SmallestClass(View(SIZES[3:], SIZES[3:], posterior())).any_below(3) == 0


def test_a_release_is_summed_over_who_is_in_it():
    sampling = Sampling(records=21, population_size=210)
    whole = estimate_by_mu_argus(SIZES, sampling)
    people = np.array([0, 1, 0, 2, 5, 9])
    risk = summarise(SIZES, whole, sampling, Threshold.parse(5), "mu-argus", InRelease(people))
    assert risk.marketer.value == pytest.approx(float(people @ whole.reciprocal) / 17)
    assert risk.largest_expected == whole.reciprocal[1]
    everybody = summarise(SIZES, whole, sampling, Threshold.parse(5), "mu-argus", InRelease(SIZES))
    alone = summarise(SIZES, whole, sampling, Threshold.parse(5), "mu-argus")
    assert everybody.marketer == alone.marketer
    assert everybody.at_risk.value == pytest.approx(alone.at_risk.value)
    assert everybody.population_uniques == risk.population_uniques  # of the sample, whoever is released


def test_rows_that_could_be_of_several_classes_have_the_sum_of_them():
    together = UNSEEN.of(np.array([3, 4])).together()
    view = view_of(SIZES, posterior(), InRelease(np.array([1, 1, 2, 1, 4, 9]), (Joined(3, 8, np.array([3, 4])),)))
    assert (view.sizes[-1], view.people[-1], view.n_people) == (8, 3, 21)
    sums = drawn()[3:5].sum(axis=0)
    assert view.posterior.reciprocal[-1] == pytest.approx((1 / sums).mean(), rel=0.01)
    assert float(together.means[0, 0]) == 42
    assert view.posterior.unseen(np.array([6, 0])).means[0].tolist() == [42, 40]


def test_nothing_is_assumed_of_rows_that_could_be_anybodys():
    view = view_of(SIZES, posterior(), InRelease(np.array([0, 0, 0, 3, 5, 9]), (Joined(4, 4, np.empty(0, int)),)))
    assert view.posterior.reciprocal[-1] == 0.25
    assert chances_below(view, 5)[-1] == 1
    assert chances_below(view, 4)[-1] == 0
