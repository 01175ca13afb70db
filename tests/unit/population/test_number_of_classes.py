"""Haas and Stokes's estimators against their formulas written out in fractions."""

from fractions import Fraction
from math import log

import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.population.number_of_classes import ClassCounter, estimate_number_of_classes

SIZES = [1] * 12 + [2] * 5 + [3] * 2 + [7, 40]
SAMPLING = Sampling(records=75, population_size=300)


def written_out(sizes: list[int], q: Fraction) -> dict[ClassCounter, float]:
    count = {i: sizes.count(i) for i in set(sizes)}
    d, n, f_1 = len(sizes), sum(sizes), count[1]
    duj1 = d / (1 - (1 - q) * f_1 / Fraction(n))
    spread = max(Fraction(0), duj1 / n**2 * sum(i * (i - 1) * c for i, c in count.items()) + duj1 * q / n - 1)
    ratio = Fraction(sum((1 - q) ** i * c for i, c in count.items())) / sum(
        i * q * (1 - q) ** (i - 1) * c for i, c in count.items()
    )
    third = Fraction(sum(i * q**2 * (1 - q**2) ** (i - 1) * c for i, c in count.items())) / sum(
        (1 - q) ** i * ((1 + q) ** i - 1) * c for i, c in count.items()
    )
    mean_size = float(n / q / duj1)
    grown = float(1 + q) ** mean_size
    return {
        ClassCounter.DUJ1: float(duj1),
        ClassCounter.DUJ2: (d - f_1 * float(1 - q) * log(1 - q) * float(spread) / float(q))
        / float(1 - (1 - q) * f_1 / Fraction(n)),
        ClassCounter.SH: float(d + f_1 * ratio),
        ClassCounter.SH2: float(d + f_1 * ratio) - float(f_1 * ratio) * (1 - float(q / (1 + q)) * grown / (grown - 1)),
        ClassCounter.SH3: float(d + f_1 * third * ratio**2),
    }


@pytest.mark.parametrize("counter", ClassCounter)
def test_estimators_are_their_formulas(counter):
    assert sum(SIZES) == SAMPLING.records
    estimate = estimate_number_of_classes(np.array(SIZES), SAMPLING, counter)
    assert estimate.value == pytest.approx(written_out(SIZES, Fraction(1, 4))[counter], rel=1e-12)
    assert len(SIZES) <= estimate.lower < estimate.value < estimate.upper
    assert estimate.method == counter.value


@pytest.mark.parametrize("counter", ClassCounter)
@pytest.mark.parametrize("fraction", [1e-6, 0.01, 0.9, 1 - 1e-9])
def test_classes_of_a_million_in_a_population_of_a_billion_are_no_trouble(counter, fraction):
    sizes = np.array([1_000_000] * 3 + [1_000] * 50 + [2] * 100 + [1] * 500)
    sampling = Sampling.by_fraction(int(sizes.sum()), fraction)
    with np.errstate(all="raise", under="ignore"):
        estimate = estimate_number_of_classes(sizes, sampling, counter)
    assert len(sizes) <= estimate.value <= len(sizes) + sampling.population_size - sampling.records


@pytest.mark.parametrize("counter", ClassCounter)
def test_everybody_in_the_data_means_all_classes_are_seen(counter):
    estimate = estimate_number_of_classes(np.array([1, 1, 2]), Sampling(4, 4), counter)
    assert (estimate.lower, estimate.value, estimate.upper) == (3, 3, 3)


def test_as_many_classes_as_people_is_the_most_there_can_be():
    estimate = estimate_number_of_classes(np.ones(10, dtype=np.int64), Sampling(10, 100), ClassCounter.DUJ1)
    assert estimate.value == pytest.approx(100)  # d/(1 - (1-q)) = d/q
    assert estimate.upper <= 100 + 1e-9
