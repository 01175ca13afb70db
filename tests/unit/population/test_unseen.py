"""The whole distribution of the people who are not in the data, against the moments that were computed otherwise."""

import numpy as np
import pytest

from bauta.population.log_normal_spread import log_normal_moments, log_normal_unseen
from bauta.population.reciprocal import negative_binomial_moments_of_means, poisson_moments
from bauta.population.unseen import Unseen

SIZES = np.array([1, 1, 1, 2, 3, 8, 40])
LOG_MEANS = np.log(np.array([0.001, 0.3, 4.0, 0.5, 3.0, 9.0, 30.0]))


@pytest.mark.parametrize("deviation", [0.3, 1.0, 2.0])
@pytest.mark.parametrize("odds", [0.1, 1.0, 9.0, 99.0])
def test_rates_drawn_log_normally_give_the_same_expectations(deviation: float, odds: float) -> None:
    unseen = log_normal_unseen(SIZES, LOG_MEANS, deviation, odds)
    mean, _, alone = log_normal_moments(SIZES, LOG_MEANS, deviation, odds)
    reciprocals = [
        float(weights @ poisson_moments(int(size), means).mean)
        for size, means, weights in zip(SIZES, unseen.means.T, unseen.weights.T, strict=True)
    ]
    assert reciprocals == pytest.approx(mean, rel=2e-4)
    nobody_else = (unseen.weights * np.exp(unseen.log_none())).sum(axis=0)
    assert nobody_else[SIZES == 1] == pytest.approx(alone[SIZES == 1], rel=2e-3, abs=1e-9)


def test_parts_of_a_mixture_add_up_to_one_distribution() -> None:
    one = Unseen.of_one(np.array([2.5]), np.array([4.0]))
    other = Unseen.of_one(np.array([np.inf]), np.array([1.0]))
    mixed = Unseen.mixed([one, other], np.array([0.25, 0.75]))
    logs, total, mean = mixed.log_none(), 0.0, 0.0
    for x in range(400):
        chance = float((mixed.weights * np.exp(logs)).sum())
        total, mean = total + chance, mean + x * chance
        logs = logs + mixed.log_step(x)
    assert total == pytest.approx(1)
    assert mean == pytest.approx(0.25 * 4 + 0.75 * 1)


def test_a_negative_binomial_of_one_part_has_the_reciprocal_computed_elsewhere() -> None:
    unseen = Unseen.of_one(np.array([3.0]), np.array([5.0]))
    logs, expected = unseen.log_none(), 0.0
    for x in range(2000):
        expected += float(np.exp(logs[0, 0])) / (3 + x)
        logs = logs + unseen.log_step(x)
    known = negative_binomial_moments_of_means(np.array([3]), np.array([3.0]), np.array([5.0])).mean[0]
    assert expected == pytest.approx(known, rel=1e-10)
