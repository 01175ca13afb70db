"""Values of one variable: by hand, and where many were not met."""

import numpy as np
import pytest

from bauta.population.margins import estimate_margin
from bauta.population.negative_binomial import gamma_shape


def margin_of(counts):
    return estimate_margin(np.arange(len(counts)), np.asarray(counts), len(counts))


def test_common_values_keep_their_shares():
    margin = margin_of([600, 300, 100])
    assert margin.probabilities == pytest.approx([0.6, 0.3, 0.1], rel=0.02)
    assert margin.n_unseen == pytest.approx(0, abs=1e-3)
    assert margin.unseen_probability == pytest.approx(0, abs=1e-3)
    assert margin.freedom == pytest.approx([1, 1, 1], abs=0.03)


def test_by_hand_with_the_shape_and_number_of_the_gamma_model():
    counts = np.array([3, 1, 1, 1, 1, 1])
    margin = margin_of(counts)
    j = 6 + margin.n_unseen
    alpha = gamma_shape(8, 6, j)
    assert margin.probabilities == pytest.approx((counts + alpha) / (8 + alpha * j))
    assert margin.freedom == pytest.approx(counts / (counts + alpha))
    # A value that was not seen is as likely as alpha records would make it.
    assert margin.unseen_probability / margin.n_unseen == pytest.approx(alpha / (8 + alpha * j))


def test_seen_and_unseen_values_are_all_there_are():
    for counts in ([600, 400], [3, 1, 1, 1, 1, 1], [1] * 50, [1] * 30 + [2] * 5, [1]):
        margin = margin_of(counts)
        assert margin.shares.sum() == pytest.approx(1)
        assert margin.probabilities.sum() + margin.unseen_probability == pytest.approx(1)
        assert (margin.probabilities > 0).all()


@pytest.mark.parametrize("people", [2000, 10_000, 50_000])
def test_birth_dates_that_were_not_met_are_counted(people):
    """30 years of days, each as likely: a sample has only some of them, and says how many there are."""
    days = np.random.default_rng(1).integers(10_950, size=people)
    seen, counts = np.unique(days, return_counts=True)
    margin = margin_of(counts)
    assert len(seen) + margin.n_unseen == pytest.approx(10_950, rel=0.1)
    assert margin.probabilities.mean() == pytest.approx(1 / 10_950, rel=0.1)
    assert margin.unseen_probability == pytest.approx(1 - len(seen) / 10_950, abs=0.05)


def test_codes_of_several_classes_add_up():
    together = estimate_margin(np.array([0, 0, 1, 1]), np.array([5, 7, 2, 6]), 2)
    assert together.shares.tolist() == [12 / 20, 8 / 20]


def test_a_variable_whose_values_are_more_alike_than_chance_has_equal_ones():
    margin = margin_of([10, 10, 10, 10])
    assert margin.probabilities == pytest.approx(np.full(4, 0.25), rel=1e-4)
    assert (margin.freedom == 0).all()
