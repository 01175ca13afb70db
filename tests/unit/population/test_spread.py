"""Spreading a group of a population over the classes of the data: against sums over all that can be, and by hand."""

from fractions import Fraction

import numpy as np
import pytest

from bauta.population.spread import SpreadGroups, expected_reciprocal, likeliest_alpha


def one_group(counted: list[int], people: int, n_classes: int, alpha: float = 1.0) -> SpreadGroups:
    return SpreadGroups(
        np.zeros(len(counted), np.int64), np.array(counted), np.array([people]), np.array([n_classes]), alpha
    )


def posterior(f: int, n: int, people: int, n_classes: int, alpha: int = 1) -> dict[int, Fraction]:
    """P(F = k) by counting: of the ways to add N - n people one by one, each next to one of those already there
    (pseudo-people included), how many put k - f of them into the class. That is Polya's urn."""
    chances = {0: Fraction(1)}
    ours, all_ = f + alpha, n + alpha * n_classes
    for added in range(people - n):
        after: dict[int, Fraction] = {}
        for x, chance in chances.items():
            joins = Fraction(ours + x, all_ + added)
            after[x + 1] = after.get(x + 1, Fraction(0)) + chance * joins
            after[x] = after.get(x, Fraction(0)) + chance * (1 - joins)
        chances = after
    return {f + x: chance for x, chance in chances.items()}


@pytest.mark.parametrize(("counted", "people", "n_classes"), [
    ([1], 9, 3), ([2, 1], 12, 4), ([3, 1, 1], 5, 3), ([1, 1], 20, 2), ([4], 7, 5), ([1], 30, 25),
])  # fmt: skip
@pytest.mark.parametrize("alpha", [1, 2, 30])
def test_expected_sizes_and_reciprocals_are_the_sums_over_all_that_can_be(counted, people, n_classes, alpha):
    groups = one_group(counted, people, n_classes, alpha)
    for i, f in enumerate(counted):
        chances = posterior(f, sum(counted), people, n_classes, alpha)
        assert sum(chances.values()) == 1
        assert groups.expected_sizes()[i] == pytest.approx(float(sum(k * p for k, p in chances.items())), abs=1e-12)
        mean = float(sum(p / k for k, p in chances.items()))
        assert groups.expected_reciprocals()[i] == pytest.approx(mean, abs=1e-11)


def test_by_hand_two_classes_of_three_people():
    """One of three people is in the data; the two others join class c with 2/3, then 3/4 or 2/4."""
    chances = posterior(1, 1, 3, 2)
    assert chances == {3: Fraction(2, 3) * Fraction(3, 4), 2: Fraction(1, 3), 1: Fraction(1, 3) * Fraction(2, 4)}
    groups = one_group([1], 3, 2)
    assert groups.expected_reciprocals()[0] == pytest.approx(1 / 2 * 1 / 3 + 1 / 3 * 1 / 2 + 1 / 6)
    assert groups.expected_reciprocals()[0] == pytest.approx((1 + 2 - 1) / (1 * (3 + 2 - 1)))


def test_a_group_of_one_class_is_not_spread_and_a_group_all_in_the_data_is_known():
    assert one_group([2], 8, 1).expected_reciprocals().tolist() == [1 / 8]
    assert one_group([2, 3], 5, 4).expected_reciprocals().tolist() == pytest.approx([1 / 2, 1 / 3])


def test_draws_have_the_expected_mean_and_add_up():
    groups = SpreadGroups(
        np.array([0, 0, 1, 2, 2, 2]),
        np.array([1, 2, 4, 1, 0, 0]),
        np.array([40, 6, 30]),
        np.array([5, 1, 3]),
        alpha=1.0,
    )
    drawn = np.array(list(groups.draws(np.random.default_rng(5), 40_000)))
    assert drawn.mean(axis=0) == pytest.approx(groups.expected_sizes(), rel=0.02)
    reciprocals = groups.expected_reciprocals()
    has = reciprocals > 0
    assert (1 / drawn[:, has]).mean(axis=0) == pytest.approx(reciprocals[has], rel=0.03)
    assert (drawn[:, 2] == 6).all()
    assert (drawn[:, 3:].sum(axis=1) == 30).all()  # all classes of that group are listed
    assert (drawn >= groups.counted).all()


def test_rounded_sizes_add_up_to_the_group_and_never_fall_below_the_data():
    rng = np.random.default_rng(3)
    for _ in range(200):
        counted = rng.integers(0, 4, 7)
        people = int(counted.sum() + rng.integers(0, 50))
        split = SpreadGroups(
            np.repeat([0, 1], [4, 3]), counted,
            np.array([counted[:4].sum() + people, counted[4:].sum() + 3]), np.array([4, 3]),
        )  # fmt: skip
        rounded = split.rounded_sizes()
        assert (rounded >= counted).all()
        assert (np.abs(rounded - split.expected_sizes()) <= 1 + 1e-6).all()
        assert [rounded[:4].sum(), rounded[4:].sum()] == split.people.tolist()


def test_a_uniform_spread_is_the_limit_of_little_knowledge():
    """The larger alpha, the nearer the published way: (N - n)/C others for every class."""
    sizes = one_group([1, 0], 10_001, 100, alpha=1e6).expected_sizes()
    assert sizes == pytest.approx([101, 100], rel=1e-3)


@pytest.mark.parametrize(("f", "n", "people", "n_classes", "alpha"), [
    (1, 3, 5_000, 5, 1.0001), (2, 90, 400_000, 25, 0.9999), (1, 1, 2_000, 2, 1.0001), (7, 40, 900, 12, 0.9999),
])  # fmt: skip
def test_sums_over_large_groups_agree_with_the_closed_form_next_to_it(f, n, people, n_classes, alpha):
    numbers = [np.array([float(one)]) for one in (f, n, people, n_classes)]
    assert expected_reciprocal(*numbers, alpha) == pytest.approx(expected_reciprocal(*numbers, 1.0), rel=1e-3)


def test_shares_that_are_even_want_a_large_alpha_and_uneven_ones_a_small_one():
    rng = np.random.default_rng(2)
    group, n_groups = np.repeat(np.arange(60), 5), 60
    for shares, low, high in ((np.full(5, 0.2), 30, 5_000), (np.array([0.9, 0.05, 0.03, 0.01, 0.01]), 0.2, 1.5)):
        counted = np.concatenate([rng.multinomial(40, shares) for _ in range(n_groups)])
        groups = SpreadGroups(group, counted, np.full(n_groups, 4_000), np.full(n_groups, 5))
        assert low < likeliest_alpha(groups) < high


def test_data_that_say_nothing_about_it_leave_alpha_at_one():
    assert one_group([1], 50, 10, alpha=None).prior == pytest.approx(1, rel=0.3)
