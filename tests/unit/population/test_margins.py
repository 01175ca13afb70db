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
    counts = np.array([9, 7, 5, 4, 3, 2, 2, 1, 1])
    margin = margin_of(counts)
    j = 9 + margin.n_unseen
    alpha = gamma_shape(34, float(counts @ (counts - 1)), j)
    assert margin.probabilities == pytest.approx((counts + alpha) / (34 + alpha * j))
    assert margin.freedom == pytest.approx(counts / (counts + alpha))
    # A value that was not seen is as likely as alpha records would make it.
    assert margin.unseen_probability / margin.n_unseen == pytest.approx(alpha / (34 + alpha * j))


def test_a_power_law_takes_from_what_was_seen_and_gives_to_what_was_not():
    """Names by Zipf's law: the share of people whose name is not in the data is told."""
    rng = np.random.default_rng(5)
    names = np.minimum(rng.zipf(1.4, 60_000), 10**6)
    seen, counts = np.unique(names[:6_000], return_counts=True)
    margin = margin_of(counts)
    new = 1 - np.isin(names[6_000:], seen).mean()
    assert margin.unseen_probability == pytest.approx(new, rel=0.1)
    discount = counts.min() - margin.probabilities.min() / margin.probabilities.max() * counts.max()
    assert 0.5 < discount < 1
    # A name met once has fewer people than 1/n of all would be.
    alone = np.isin(names[6_000:], seen[counts == 1]).mean()
    assert margin.probabilities[counts == 1].sum() == pytest.approx(alone, rel=0.1)
    assert margin.shares[counts == 1].sum() > 1.5 * alone


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
