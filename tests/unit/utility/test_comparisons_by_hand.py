"""Distances, associations, overlaps and midpoints, worked by hand."""

import numpy as np
import pytest

from bauta.utility.association import correlation_ratio, cramers_v, is_sparse, pearsons_r
from bauta.utility.design import OTHER, Categories, Numbers, build_design, choose_levels, people_by_label
from bauta.utility.distributions import mean_and_sd, total_variation
from bauta.utility.interval_overlap import interval_overlap
from bauta.utility.midpoints import told_number


def test_total_variation_is_the_largest_change_of_any_event():
    """Shares 2/4, 1/4, 1/4 become 1/2, 0, 1/2: b lost a quarter, c won one."""
    assert total_variation({"a": 2, "b": 1, "c": 1}, {"a": 1, "c": 1}) == 0.25
    assert total_variation({"a": 1}, {"b": 5}) == 1
    assert total_variation({"a": 1}, {}) is None


def test_moments_count_numbers_as_often_as_they_occur():
    rows = [1.0, 1.0, 4.0, 6.0]
    mean, sd = mean_and_sd(np.array([1.0, 4.0, 6.0]), np.array([2, 1, 1]))
    assert mean == pytest.approx(np.mean(rows))
    assert sd == pytest.approx(np.std(rows, ddof=1))
    assert mean_and_sd(np.array([3.0]), np.array([1])) == (3.0, None)
    assert mean_and_sd(np.array([]), np.array([], dtype=np.int64)) == (None, None)


def test_cramers_v_of_a_table_worked_by_hand():
    """Rows 30, 10 and 20, 40: chi-squared is 100 (30 x 40 - 10 x 20)^2 / (40 x 60 x 50 x 50)."""
    table = np.array([[30, 10], [20, 40]])
    assert cramers_v(table) == pytest.approx(np.sqrt(100 * 1000**2 / (40 * 60 * 50 * 50) / 100))
    assert cramers_v(np.array([[30, 0, 10], [20, 0, 40], [0, 0, 0]])) == pytest.approx(cramers_v(table))
    assert cramers_v(np.array([[3, 4]])) is None
    assert (is_sparse(table), is_sparse(np.array([[2, 1], [1, 4]]))) == (False, True)


def test_pearsons_r_is_that_of_the_rows():
    x, y, n = np.array([1.0, 2.0, 5.0]), np.array([2.0, 1.0, 7.0]), np.array([2, 3, 1])
    assert pearsons_r(x, y, n) == pytest.approx(np.corrcoef(np.repeat(x, n), np.repeat(y, n))[0, 1])
    assert pearsons_r(x, np.ones(3), n) is None


def test_eta_is_the_root_of_the_variance_between_groups():
    """Group means 1 and 4 of two rows each around 2.5: 9 of a sum of squares of 9 + 2 x 0.5 = 10 lie between."""
    numbers = np.array([0.5, 1.5, 3.5, 4.5])
    assert correlation_ratio(np.array([0, 0, 1, 1]), numbers, np.ones(4, np.int64)) == pytest.approx(np.sqrt(9 / 10))
    assert correlation_ratio(np.zeros(4, np.int64), numbers, np.ones(4, np.int64)) is None


@pytest.mark.parametrize(
    ("first", "second", "overlap"),
    [
        ((0, 2), (0, 2), 1.0),
        ((0, 2), (2, 4), 0.0),
        ((0, 2), (5, 9), 0.0),
        ((0, 2), (1, 3), 0.5),
        ((0, 4), (1, 2), (1 / 4 + 1) / 2),
    ],
)
def test_overlap_is_the_mean_share_in_common(first, second, overlap):
    assert interval_overlap(first, second) == pytest.approx(overlap)
    assert interval_overlap(second, first) == pytest.approx(overlap)


@pytest.mark.parametrize(
    ("label", "number"),
    [
        ("30-39", (34.5, False)),
        ("[30, 40)", (35.0, False)),
        ("-5 to -1", (-3.0, False)),
        ("90+", (90.0, True)),
        ("<18", (18.0, True)),
        ("2.5-3.5", (3.0, False)),
        ("*", None),
        ("F", None),
    ],
)
def test_an_interval_stands_at_its_middle(label, number):
    assert told_number(label) == number


def test_small_levels_are_put_together_and_told_only_if_they_are_many():
    before = {"a": 50, "b": 40, "c": 4, "d": 3}
    chosen = choose_levels(before, {"a": 45, "b": 41, "c": 4, "d": 3}, smallest=5)
    assert chosen is not None
    assert (chosen.reference, chosen.told, chosen.has_other, chosen.is_other_told) == ("a", ("b",), True, True)
    few = choose_levels(before, {"a": 45, "b": 41, "c": 4}, smallest=5)
    assert few is not None
    assert (few.has_other, few.is_other_told) == (True, False)
    assert choose_levels({"a": 9, "b": 9}, {"a": 9}, smallest=10) is None


def test_a_level_of_few_people_has_no_coefficient_of_its_name():
    levels = choose_levels({"a": 6, "b": 5, "rare": 1}, {"a": 6, "b": 5, "rare": 1}, smallest=5)
    assert levels is not None
    term = Categories("x", ["a"] * 6 + ["b"] * 5 + ["rare"])
    matrix, columns = build_design([term, Numbers("n", np.arange(12.0))], {"x": levels}, 12, has_constant=True)
    assert matrix.shape == (12, 4)
    assert [(one.term, one.is_told) for one in columns] == [
        ("constant", True), ("x: b, not a", True), (f"x: {OTHER}, not a", False), ("n", True),
    ]  # fmt: skip


def test_people_are_counted_where_it_is_known_whose_rows_they_are():
    labels, rows, who = ["a", "a", "b"], np.array([3, 2, 9]), np.array([0, 0, 1])
    assert people_by_label(labels, rows, None) == {"a": 5, "b": 9}
    assert people_by_label(labels, rows, who) == {"a": 1, "b": 1}
