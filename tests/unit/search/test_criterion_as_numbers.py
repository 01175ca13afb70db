"""What the criterion becomes for the kernels: exact numbers, and nobody released by rounding."""

from fractions import Fraction

import pytest
from made_up import criterion

from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.search import positions


@pytest.mark.parametrize(
    ("limit", "n", "most"),
    [("0", 100, 0), ("0.05", 100, 5), ("0.05", 99, 4), ("0.29", 100, 29), ("1", 100, 99), ("1", 1, 0)],
)
def test_people_who_may_be_suppressed_are_counted_exactly_and_somebody_remains(limit, n, most):
    assert criterion(limit=limit).most_suppressed(n) == most


def test_the_maximum_is_a_floor_alone():
    rules = criterion(k=5).rules(1000, has_population=False)
    assert rules[positions.MODE] == positions.ONLY_FLOOR
    assert rules[positions.FLOOR] == rules[positions.CUT] == 5


@pytest.mark.parametrize(
    ("average", "fraction", "cut"), [("0.33", (1, 3), 3), ("0.3", (3, 10), 4), ("0.05", (1, 20), 20)]
)
def test_an_average_is_the_fraction_its_threshold_stands_for(average, fraction, cut):
    rules = criterion(CriterionKind.AVERAGE, average=average).rules(1000, has_population=False)
    assert (rules[positions.NUMERATOR], rules[positions.DENOMINATOR]) == fraction
    assert rules[positions.FLOOR] == 0
    assert rules[positions.CUT] == cut, "larger classes are below the average themselves"


def test_the_strict_average_has_a_floor_of_three():
    rules = criterion(CriterionKind.STRICT_AVERAGE, average="0.5").rules(1000, has_population=False)
    assert rules[positions.FLOOR] == rules[positions.CUT] == 3


def test_the_share_has_no_floor_but_a_size_at_risk():
    rules = criterion(CriterionKind.SHARE, k=5, alpha=0.1).rules(1000, has_population=False)
    assert rules[positions.FLOOR] == 0
    assert rules[positions.AT_RISK] == 5
    assert (rules[positions.NUMERATOR], rules[positions.DENOMINATOR]) == (1, 10)


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        (CriterionKind.MAXIMUM, 5),
        (CriterionKind.SHARE, 5),
        (CriterionKind.STRICT_AVERAGE, 3),
        (CriterionKind.AVERAGE, 1),
    ],
)
def test_suppressed_records_that_stay_must_be_enough_to_hide_among(kind, least):
    rules = criterion(kind, k=5, suppression=SuppressionKind.QUASI_IDENTIFIERS).rules(1000, has_population=False)
    assert rules[positions.STAYS] == 1
    assert rules[positions.LEAST_SUPPRESSED] == least


def test_a_limit_with_many_digits_is_never_rounded_up():
    limit = Fraction("0.123456789012345678")
    rules = criterion(CriterionKind.AVERAGE, average="0.123456789012345678").rules(10**6, has_population=False)
    told = Fraction(int(rules[positions.NUMERATOR]), int(rules[positions.DENOMINATOR]))
    assert limit - Fraction(1, 10**9) < told <= limit
    assert rules[positions.DENOMINATOR] * 10**6 <= 2**52


def test_only_sums_over_a_population_may_be_off_by_rounding():
    average = criterion(CriterionKind.AVERAGE)
    assert average.rules(1000, has_population=False)[positions.ROUNDING] == 0
    assert 0 < average.rules(1000, has_population=True)[positions.ROUNDING] < 1e-9
    assert criterion(CriterionKind.SHARE).rules(1000, has_population=True)[positions.ROUNDING] == 0
