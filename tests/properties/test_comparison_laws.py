"""Laws of comparing: the same is the same, nothing leaves its bounds, and order does not matter."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bauta.model.assessment import Adversary
from bauta.model.context import DataMetric
from bauta.model.threat import Attack, AttackKind
from bauta.model.threshold import Threshold
from bauta.risk.context import permitted_risk, with_floor
from bauta.utility.association import correlation_ratio, cramers_v, pearsons_r
from bauta.utility.design import choose_levels
from bauta.utility.distributions import total_variation
from bauta.utility.interval_overlap import interval_overlap
from bauta.workflow.judge_release import with_probability
from bauta.workflow.tipping_points import prevalence_for

tallies = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 50), min_size=1)
tables = st.lists(st.lists(st.integers(0, 30), min_size=3, max_size=3), min_size=2, max_size=5).map(np.array)
ends = st.floats(-1e3, 1e3)
intervals = st.tuples(ends, st.floats(1e-3, 1e3)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(tallies, tallies, tallies)
def test_total_variation_is_a_distance(a, b, c):
    assert total_variation(a, a) == 0
    assert total_variation(a, {value: 3 * n for value, n in a.items()}) == 0
    assert 0 <= total_variation(a, b) <= 1
    assert total_variation(a, b) == total_variation(b, a)
    assert total_variation(a, c) <= total_variation(a, b) + total_variation(b, c) + 1e-12


@given(tallies, tallies, st.sampled_from("abcdef"), st.sampled_from("abcdef"))
def test_telling_two_values_alike_never_moves_distributions_apart(a, b, one, other):
    def merged(tally):
        result: dict[str, int] = {}
        for value, n in tally.items():
            result[one if value == other else value] = result.get(one if value == other else value, 0) + n
        return result

    assert total_variation(merged(a), merged(b)) <= total_variation(a, b) + 1e-12


@given(intervals, intervals)
def test_overlap_is_even_handed_and_within_bounds(first, second):
    assert interval_overlap(first, first) == pytest.approx(1)
    assert 0 <= interval_overlap(first, second) <= 1 + 1e-9
    assert interval_overlap(first, second) == pytest.approx(interval_overlap(second, first))


@given(tables, st.randoms())
def test_associations_do_not_depend_on_the_order_of_values(table, random):
    v = cramers_v(table)
    assume(v is not None)
    order = list(range(len(table)))
    random.shuffle(order)
    assert cramers_v(table[order]) == pytest.approx(v)
    assert cramers_v(table.T) == pytest.approx(v)
    assert 0 <= v <= 1


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 1), st.integers(1, 9)), min_size=2, max_size=30))
def test_for_two_groups_eta_is_the_size_of_r(rows):
    x, group, n = (np.array(column) for column in zip(*rows, strict=True))
    eta, r = correlation_ratio(group, x.astype(float), n), pearsons_r(x.astype(float), group.astype(float), n)
    assert (eta is None) == (r is None)
    if eta is not None:
        assert eta == pytest.approx(abs(r), abs=1e-7)


@given(tallies, tallies, st.integers(1, 20))
def test_no_level_of_few_people_is_told(before, after, smallest):
    chosen = choose_levels(before, after, smallest=smallest)
    if chosen is not None:
        for label in (chosen.reference, *chosen.told):
            assert min(before.get(label, 0), after.get(label, 0)) >= smallest


probabilities = st.floats(0.001, 1)
thresholds = st.sampled_from([Threshold(0.09, 11), Threshold(0.2, 5), Threshold(0.075, 15), Threshold(0.33, 3)])


@given(probabilities, thresholds, st.sampled_from(list(DataMetric)), probabilities)
def test_an_attack_at_its_own_probability_is_the_same_and_a_likelier_one_permits_no_more(p, threshold, metric, q):
    attack = Attack(
        AttackKind.BREACH, "", None, p, "", metric, Adversary.PROSECUTOR,
        with_floor(permitted_risk(threshold, p), threshold, metric),
    )  # fmt: skip
    assert with_probability(attack, p, threshold) == attack
    less, more = (with_probability(attack, value, threshold).permitted for value in sorted((p, q)))
    assert less.probability >= more.probability
    assert less.cell_size <= more.cell_size


@given(st.floats(1e-6, 0.999), st.integers(1, 200))
def test_the_prevalence_of_a_probability_gives_that_probability(probability, acquaintances):
    prevalence = prevalence_for(probability, acquaintances)
    assert -math.expm1(acquaintances * math.log1p(-prevalence)) == pytest.approx(probability)
