import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from bauta.transform.shuffle import draw_order
from bauta.transform.subsample import draw_subsample, expected_risk_if_drawing_is_unknown, sample_size


@pytest.mark.parametrize(
    ("people", "fraction", "drawn"),
    [(10, 0.25, 3), (10, 0.24, 2), (10, 0.01, 1), (10, 1.0, 10), (1, 0.5, 1), (0, 0.5, 0)],
)
def test_exactly_the_fraction_is_drawn_and_at_least_one(people: int, fraction: float, drawn: int) -> None:
    assert sample_size(people, fraction) == drawn
    sample = draw_subsample(people, fraction, np.random.default_rng(0))
    assert len(sample) == drawn
    assert sorted(set(sample.tolist())) == sample.tolist()
    assert all(0 <= person < people for person in sample.tolist())


def test_every_subsample_is_equally_likely() -> None:
    rng = np.random.default_rng(0)
    counts = dict.fromkeys(itertools.combinations(range(5), 2), 0)
    for _ in range(10_000):
        counts[tuple(draw_subsample(5, 0.4, rng).tolist())] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 27.9  # 9 degrees, once in a thousand


def test_every_order_is_equally_likely() -> None:
    rng = np.random.default_rng(0)
    counts = dict.fromkeys(itertools.permutations(range(3)), 0)
    for _ in range(6_000):
        counts[tuple(draw_order(3, rng).tolist())] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 20.5  # 5 degrees, once in a thousand


def test_the_order_of_many_rows_is_a_permutation() -> None:
    assert sorted(draw_order(10_000, np.random.default_rng(1)).tolist()) == list(range(10_000))


def found_by_enumeration(class_size: int, people: int, drawn: int) -> Fraction:
    """Over all samples: person 0 is drawn, and is the one picked among those drawn of the class 0 to size - 1."""
    found = Fraction(0)
    for sample in itertools.combinations(range(people), drawn):
        if 0 in sample:
            found += Fraction(1, sum(person < class_size for person in sample))
    return found / comb(people, drawn)


def test_the_risk_of_somebody_who_may_not_have_been_drawn_agrees_with_trying_every_sample() -> None:
    for people, drawn in ((6, 1), (6, 3), (7, 5), (5, 5)):
        sizes = np.arange(1, people + 1)
        expected = [float(found_by_enumeration(size, people, drawn)) for size in sizes.tolist()]
        assert expected_risk_if_drawing_is_unknown(sizes, n_people=people, n_drawn=drawn) == pytest.approx(expected)
    assert len(expected_risk_if_drawing_is_unknown(np.array([], dtype=np.int64), n_people=3, n_drawn=1)) == 0


def test_a_unique_person_is_found_as_often_as_drawn() -> None:
    assert expected_risk_if_drawing_is_unknown(np.array([1]), n_people=1_000, n_drawn=100)[0] == pytest.approx(0.1)
