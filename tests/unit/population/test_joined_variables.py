"""Variables that all but determine each other are told as one."""

import numpy as np
import pytest
from samples import classes_of, marketer_and_truth, mean_error

from bauta.population.joined_variables import joined, most_dependent


def test_a_variable_that_follows_from_another_is_joined_with_it():
    place = np.repeat(np.arange(40, dtype=np.int32), 25)
    state, sex = place // 10, np.tile(np.arange(2, dtype=np.int32), 500)
    codes = [place, sex, state]
    assert most_dependent(codes, np.ones(1000, np.int64)) == (0, 2)
    as_one = joined(codes, (0, 2))
    assert len(as_one) == 2
    assert len(np.unique(as_one[-1])) == 40


def test_independent_variables_stay_apart():
    rng = np.random.default_rng(5)
    codes = [rng.integers(k, size=2000).astype(np.int32) for k in (20, 10, 2)]
    assert most_dependent(codes, np.ones(2000, np.int64)) is None


def with_state(rng, n):
    place = np.minimum(rng.zipf(1.4, n), 300) - 1
    return classes_of(place, np.clip(rng.normal(45, 20, n), 0, 95).astype(int), rng.integers(2, size=n), place // 20)


def graduated(rng, n):
    born = rng.integers(70, size=n)
    return classes_of(born, born + rng.integers(7, size=n), np.minimum(rng.zipf(1.6, n), 60), rng.integers(2, size=n))


def band(rng, n):
    first = rng.integers(500, size=n)
    return classes_of(first, first + rng.integers(7, size=n), rng.integers(2, size=n))


@pytest.mark.parametrize("population", [with_state, graduated, band])
@pytest.mark.parametrize(("fraction", "goal"), [(0.1, 0.04), (0.3, 0.02)])
def test_the_default_sees_that_variables_determine_each_other(population, fraction, goal):
    """Without joining it is off by +0.11, +0.17 and +0.26 at a tenth."""
    rng = np.random.default_rng(6)
    everybody = population(rng, 15_000)
    assert abs(mean_error([marketer_and_truth(everybody, fraction, rng) for _ in range(6)])) < goal
