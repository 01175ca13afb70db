import numpy as np
import pytest

from bauta.errors import NoiseChangesNothing
from bauta.model.transformations import NoiseSection
from bauta.transform.draws import Purpose
from bauta.transform.noise import add_noise, noise_of
from drawing import draws_of


def noisy(values, seed: int = 0, *, is_whole: bool = False, decimals: int = 2, **section: float):
    noise = noise_of(draws_of(seed).stream(Purpose.NOISE, count=len(values)))
    numbers = np.array(values, dtype=float)
    return add_noise(
        numbers, NoiseSection(**section), noise, is_whole=is_whole, decimals=decimals, column="weight"
    ).values


def test_whole_numbers_take_every_whole_number_within_the_bound_equally_often() -> None:
    values, counts = np.unique(noisy([50] * 70_000, bound=3.9, is_whole=True), return_counts=True)
    assert values.tolist() == [47, 48, 49, 50, 51, 52, 53]
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 22.5  # 6 degrees of freedom, once in a thousand


def test_decimals_are_kept_and_both_ends_of_the_bound_are_reached() -> None:
    values = noisy([0.7] * 5_000, bound=0.1, decimals=1)
    assert np.unique(values).tolist() == [0.6, 0.7, 0.8]
    values = noisy([72.35] * 5_000, bound=0.05)
    assert np.unique(values).round(10).tolist() == [
        72.3,
        72.31,
        72.32,
        72.33,
        72.34,
        72.35,
        72.36,
        72.37,
        72.38,
        72.39,
        72.4,
    ]


def test_a_percentage_is_of_the_number_itself() -> None:
    values = noisy([10.0, 1000.0] * 2_000, percent=10)
    small, large = values[::2], values[1::2]
    assert (small.min(), small.max()) == (9.0, 11.0)
    assert large.min() < 901
    assert large.max() > 1099
    assert (np.abs(large - 1000) <= 100).all()


def test_numbers_that_are_never_negative_stay_so() -> None:
    assert noisy([0, 1, 2] * 1_000, bound=5, is_whole=True).min() == 0
    assert noisy([-1, 1, 2] * 1_000, bound=5, is_whole=True).min() < 0


def test_missing_and_infinite_numbers_stay_as_they_are() -> None:
    values = noisy([np.nan, 5, np.inf, -np.inf], bound=1)
    assert np.isnan(values[0])
    assert (values[2], values[3]) == (np.inf, -np.inf)
    assert np.isnan(noisy([np.nan, np.nan], bound=1)).all()


def test_noise_that_would_change_nothing_is_refused() -> None:
    for section, is_whole in (({"bound": 0.9}, True), ({"percent": 1.0}, True), ({"bound": 0.004}, False)):
        with pytest.raises(NoiseChangesNothing, match="'weight'"):
            noisy([3, 50, 0], is_whole=is_whole, **section)
    assert len(noisy([3, 50, 0, 100], is_whole=True, percent=1)) == 4


def test_numbers_too_large_for_their_decimals_still_move_within_the_bound() -> None:
    values = noisy([1e17] * 100, bound=1e3, decimals=2)
    assert (np.abs(values - 1e17) <= 1e3).all()
    assert len(np.unique(values)) > 50


def test_noise_is_spread_over_the_whole_interval() -> None:
    noise = noise_of(draws_of(0).stream(Purpose.NOISE, count=100_000))
    assert noise.min() >= -1
    assert noise.max() <= 1
    assert np.abs(np.histogram(noise, bins=10, range=(-1, 1))[0] - 10_000).max() < 400


def test_numbers_that_no_noise_can_move_are_counted() -> None:
    values = np.array([1.0, 4, 9, 10, 200, np.nan])
    moved = add_noise(values, NoiseSection(percent=10), np.full(6, 0.99), is_whole=True, decimals=0)
    assert moved.is_stuck.tolist() == [True, True, True, False, False, False]
    assert moved.values[:3].tolist() == [1, 4, 9]
    assert moved.values[3] != 10
