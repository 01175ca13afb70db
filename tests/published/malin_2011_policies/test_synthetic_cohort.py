"""Safe Harbor and the five alternatives on six patients, every number worked out by hand (T = 2, a = 1).

patient          Safe Harbor  GenEth  5 Year  5 Year-GenEth  10 Year  10 Year-GenEth     people told alike
62 White F            4          4      10         10          10          10
63 White F            6          6      10         10          10          10
62 Black M            2          2       2          2          10          10
91 White F            6 (90+)    1       4          4           6           6
94 White F            6 (90+)    3       4          4           6           6
62 Asian F            1          2       5          6           5           6
"""

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.policies import PolicyComparison, PolicyRisk
from bauta.model.source import DataSource
from bauta.workflow.deidentify_request import build_deidentify_request
from bauta.workflow.policies import PoliciesRequest, compare_policies
from published.malin_2011_policies.cohort import COHORT, POPULATION, write_cohort

GROUPS = {
    "Safe Harbor": (4, 6, 2, 6, 6, 1),
    "GenEth": (4, 6, 2, 1, 3, 2),
    "5 Year": (10, 10, 2, 4, 4, 5),
    "5 Year-GenEth": (10, 10, 2, 4, 4, 6),
    "10 Year": (10, 10, 10, 6, 6, 5),
    "10 Year-GenEth": (10, 10, 10, 6, 6, 6),
}
T = 2


def by_hand(groups: tuple[int, ...]) -> tuple[Fraction, Fraction, Fraction]:
    """Total, graduated and non-graduated risk."""
    n = len(groups)
    return (
        sum((Fraction(1, g) for g in groups), Fraction(0)) / n,
        sum((Fraction(1, g) for g in groups if g <= T), Fraction(0)) / n,
        Fraction(sum(g <= T for g in groups), n),
    )


def shares(risk: PolicyRisk) -> tuple[float, float, float]:
    return risk.total, risk.graduated, risk.non_graduated


@pytest.fixture
def compared(engine: DuckDbEngine, tmp_path: Path):
    def compare(**asked) -> PolicyComparison:
        release = build_deidentify_request(DataSource(str(write_cohort(tmp_path))))
        return compare_policies(engine, PoliciesRequest(release, threshold=T, **asked))

    return compare


def test_every_policy_has_the_risk_counted_by_hand(compared):
    result = compared()
    outcomes = {outcome.name: outcome for outcome in (result.safe_harbor, *result.alternatives)}
    assert list(outcomes) == list(GROUPS)
    for name, groups in GROUPS.items():
        assert shares(outcomes[name].risk) == pytest.approx([float(share) for share in by_hand(groups)])
    assert result.safe_harbor.risk.total == pytest.approx(2.25 / 6)
    assert (result.records, result.population.people) == (6, 32)


def test_thumbs_are_down_for_any_year_of_age_and_up_for_ranges(compared):
    result = compared()
    thumbs = {outcome.name: list(outcome.acceptable.values()) for outcome in result.alternatives}
    assert thumbs["GenEth"] == [False, False, False]
    assert all(thumbs[name] == [True, True, True] for name in GROUPS if "Year" in name)
    assert list(result.safe_harbor.acceptable.values()) == [True, True, True]


def test_a_scaling_factor_of_two_squares_the_group_sizes(compared):
    result = compared(scaling=2.0)
    assert result.safe_harbor.risk.total == pytest.approx(sum(1 / g**2 for g in GROUPS["Safe Harbor"]) / 6)
    assert result.safe_harbor.risk.non_graduated == pytest.approx(2 / 6)


def told(row: tuple[str, ...], levels: tuple[int, ...]) -> tuple[str, ...]:
    age, race, sex = row[:3]
    group = {"Black": "AA", "White": "WH"}.get(race, "OT")
    by_age = (age, str(int(age) // 5), str(int(age) // 10), "*")
    return by_age[levels[0]], (race, group, "*")[levels[1]], (sex, "*")[levels[2]]


def test_the_frontier_is_every_finest_combination_that_is_no_riskier(compared):
    cohort = [tuple(line.split(",")) for line in COHORT.split()[1:]]
    state = [tuple(line.split(",")) for line in POPULATION.split()[1:]]
    limits = by_hand(GROUPS["Safe Harbor"])
    good = []
    for levels in itertools.product(range(4), range(3), range(2)):
        people: Counter[tuple[str, ...]] = Counter()
        for *values, number in state:
            people[told(tuple(values), levels)] += int(number)
        risk = by_hand(tuple(people[told(row, levels)] for row in cohort))
        if all(own <= limit for own, limit in zip(risk, limits, strict=True)):
            good.append(levels)
    finest = {
        node for node in good
        if not any(other != node and all(a <= b for a, b in zip(other, node, strict=True)) for other in good)
    }  # fmt: skip
    result = compared()
    assert {node.levels for node in result.frontier} == finest
    kept = [node.information_kept for node in result.frontier]
    assert kept == sorted(kept, reverse=True)
    assert result.lattice_nodes == 24
    assert 0 < result.nodes_judged <= 24


def test_two_releases_laid_over_each_other_tell_age_and_ethnicity_as_they_were(compared):
    overlay = compared(overlay=("geneth", "5 Year")).overlay
    assert overlay.is_finer
    assert shares(overlay.risk) == pytest.approx([float(share) for share in by_hand((4, 6, 2, 1, 3, 1))])
    assert not overlay.is_acceptable


def test_a_release_that_is_coarser_than_another_adds_nothing(compared):
    overlay = compared(overlay=("5 Year", "10 Year")).overlay
    assert not overlay.is_finer
    assert overlay.risk == next(o.risk for o in compared().alternatives if o.name == "5 Year")


def test_levels_are_releases_too_and_their_overlay_is_the_meet_of_the_nodes(compared):
    overlay = compared(overlay=("age=0,race=2", "age=2")).overlay
    assert overlay.is_finer
    assert shares(overlay.risk) == pytest.approx([float(share) for share in by_hand((4, 6, 2, 1, 3, 1))])
