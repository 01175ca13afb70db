"""What an attack permits the data, and what a pair of probability and cell size becomes."""

import pytest

from bauta.model.context import DataMetric
from bauta.model.threshold import Threshold
from bauta.risk.context import acquaintance_probability, permitted_risk, with_floor


@pytest.mark.parametrize("pair", [(0.09, 11), (0.075, 15), (0.33, 3), (0.05, 20), (0.1, 10), (0.2, 5), (0.04, 25)])
def test_a_certain_attack_permits_the_threshold_itself(pair):
    assert permitted_risk(Threshold(*pair), 1.0) == Threshold(*pair)


@pytest.mark.parametrize(
    ("threshold", "probability", "permitted"),
    [
        ((0.05, 20), 0.25, (0.2, 5)),
        ((0.05, 20), 0.6, (0.08333333333333333, 12)),
        ((0.09, 11), 0.27, (0.3333333333333333, 3)),
        ((0.09, 11), 0.5, (0.18, 6)),  # half of 11 is 5.5 people
        ((0.075, 15), 0.5, (0.15, 8)),  # 1/0.15 would be 7, but half of 15 is 7.5
        ((0.05, 20), 0.05, (1.0, 1)),
        ((0.05, 20), 0.0001, (1.0, 1)),
        ((0.05, 19), 0.51, (0.0980392156862745, 11)),  # a pair that contradicts itself: the stricter of the two
    ],
)
def test_what_is_permitted_by_hand(threshold, probability, permitted):
    assert permitted_risk(Threshold(*threshold), probability) == Threshold(*permitted)


def test_no_class_below_three_however_unlikely_an_attack():
    threshold = Threshold(0.05, 20)
    permitted = permitted_risk(threshold, 0.0001)
    assert with_floor(permitted, threshold, DataMetric.STRICT_AVERAGE) == Threshold(1.0, 3)
    assert with_floor(permitted, threshold, DataMetric.MAXIMUM) == Threshold(1.0, 3)
    lax = Threshold(0.5, 2)
    assert with_floor(permitted_risk(lax, 1.0), lax, DataMetric.MAXIMUM) == lax


@pytest.mark.parametrize(("p", "m", "expected"), [(0.5, 1, 0.5), (0.5, 2, 0.75), (1, 7, 1.0), (0.1, 3, 0.271)])
def test_acquaintance_by_hand(p, m, expected):
    assert acquaintance_probability(p, m) == pytest.approx(expected, rel=1e-14)


def test_a_rare_condition_keeps_its_digits():
    assert acquaintance_probability(1e-18, 150) == pytest.approx(1.5e-16, rel=1e-12)
