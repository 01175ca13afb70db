"""Whom the rule suppresses at one node: company one by one, and the cheapest classes of a share."""

import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from made_up import box_search, criterion, hierarchy

from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.search import choice_kernels, positions
from bauta.search.criterion import Criterion, priced
from bauta.search.evaluate import NodeJudge
from bauta.search.solution import classes_of_node
from bauta.search.space import SearchSpace, build_space

STAY = SuppressionKind.QUASI_IDENTIFIERS
SHARE = CriterionKind.SHARE


def one_variable(sizes: list[int], loss: LossKind = LossKind.LM, *levels: list[int]) -> SearchSpace:
    """Values 0, 1, ... with so many people; themselves, the levels given, and everything."""
    values = list(range(len(sizes)))
    told = hierarchy("x", values, *levels, [0] * len(sizes))
    return build_space([told], [np.array(values, np.int32)], np.array(sizes, np.int64), loss=loss)


def gone(space: SearchSpace, wanted: Criterion, node: tuple[int, ...] = (0,)) -> list[int]:
    judge = NodeJudge(space, wanted.rules(space.n_records, has_population=bool(len(space.table.matches))))
    classes = classes_of_node(judge, node)
    by_value = np.argsort(classes.groups[0])
    assert judge(node)[positions.SUPPRESSED] == classes.suppressed_people
    return classes.gone[by_value].tolist()


def test_one_person_alone_gets_four_recruits_and_not_a_hundred() -> None:
    space, wanted = one_variable([100, 100, 1]), criterion(k=5, suppression=STAY, limit="0.05")
    assert gone(space, wanted) == [2, 2, 1]
    best = box_search(space, wanted).run().best
    assert best is not None
    assert (best.node, best.suppressed) == ((0,), 5)
    assert best.loss == pytest.approx(5 / 201)


def test_a_class_spares_no_more_than_it_can() -> None:
    assert gone(one_variable([7, 7, 1]), criterion(k=5, suppression=STAY, limit="1")) == [2, 2, 1]


def test_a_whole_class_is_company_where_the_classes_can_spare_too_few() -> None:
    assert gone(one_variable([7, 6, 1]), criterion(k=5, suppression=STAY, limit="1")) == [0, 6, 1]
    assert gone(one_variable([6, 5, 1]), criterion(k=5, suppression=STAY, limit="1")) == [0, 5, 1]
    assert gone(one_variable([6, 5, 1]), criterion(k=5, suppression=STAY, limit="0")) == [0, 5, 1]
    assert gone(one_variable([5, 1]), criterion(k=5, suppression=STAY, limit="1")) == [5, 1]  # nobody would remain


def test_a_whole_class_is_company_if_that_loses_less() -> None:
    """Nine values told as one have lost most already: five people there lose less than four who are told exactly."""
    space = one_variable([1, 1, 1, 1, 1, 0, 0, 0, 0, 100, 1], LossKind.LM, [0] * 9 + [1, 2])
    assert gone(space, criterion(k=5, suppression=STAY, limit="1"), (1,)) == [5, 0, 1]
    assert gone(space, criterion(k=5, suppression=STAY, limit="0.05"), (1,)) == [0, 4, 1]  # five are too many


def test_recruits_are_those_who_lose_least() -> None:
    space = one_variable([5, 15, 100, 1], LossKind.LM, [0, 0, 1, 2])
    assert gone(space, criterion(k=5, suppression=STAY, limit="0.1"), (1,)) == [4, 0, 1]


def test_a_recruit_brings_one_match_of_a_population() -> None:
    told = hierarchy("x", [0, 1, 2], [0, 0, 0])
    space = build_space(
        [told], [np.arange(3, dtype=np.int32)], np.array([4, 9, 1]), matches=np.array([9, 9, 2]), loss=LossKind.LM
    )
    assert gone(space, criterion(k=5, suppression=STAY, limit="1")) == [0, 3, 1]


def test_people_in_several_classes_are_not_recruited() -> None:
    wanted = criterion(k=5, suppression=STAY, limit="1")
    alone = Criterion(wanted.kind, wanted.thresholds, wanted.suppression, wanted.suppression_limit, may_recruit=False)
    assert gone(one_variable([100, 10, 1]), alone) == [0, 10, 1]


def test_a_share_suppresses_the_classes_it_must_and_not_the_smallest_first() -> None:
    space, wanted = one_variable([20, 15, 1, 4]), criterion(SHARE, k=5, alpha=0.03, limit="0.1")
    assert gone(space, wanted) == [0, 0, 0, 4]
    best = box_search(space, wanted).run().best
    assert best is not None
    assert (best.node, best.suppressed) == ((0,), 4)
    assert best.loss == pytest.approx(0.1)


def test_a_share_keeps_within_the_limit_even_if_that_loses_more() -> None:
    """Four people told as one of nine values lose little, three told exactly lose more; only three may go."""
    space = one_variable([1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 93], LossKind.LM, [0] * 9 + [1, 2, 3, 4])
    assert gone(space, criterion(SHARE, k=5, alpha=0.05, limit="0.05"), (1,)) == [4, 0, 0, 0, 0]
    assert gone(space, criterion(SHARE, k=5, alpha=0.05, limit="0.02"), (1,))[0] == 0


def test_those_at_risk_who_stay_have_company_too() -> None:
    """One person at risk too many: the one who is alone, with four others; or four, and one other. Both are five."""
    asked = {"k": 5, "suppression": STAY, "limit": "0.05"}
    assert gone(one_variable([48, 47, 1, 4]), criterion(SHARE, alpha=0.04, **asked)) == [3, 1, 1, 0]
    assert gone(one_variable([48, 47, 1, 4]), criterion(SHARE, alpha=0.03, **asked)) == [1, 0, 0, 4]
    assert gone(one_variable([48, 47, 1, 4]), criterion(SHARE, alpha=0.0, **asked)) == [0, 0, 1, 4]


def cheapest(sizes: list[int], prices: list[int], least: int, limit: int) -> tuple[int, int]:
    """The knapsack the plain way: cost and people."""
    best: dict[int, int] = {0: 0}
    for size, price in zip(sizes, prices, strict=True):
        for people, cost in list(best.items()):
            best[people + size] = min(best.get(people + size, 10**12), cost + price)
    within = {people: cost for people, cost in best.items() if least <= people <= limit}
    if not within:
        fewest = min(people for people in best if people >= least)
        return best[fewest], fewest
    return min((cost, people) for people, cost in within.items())


@pytest.mark.parametrize("seed", range(60))
def test_the_classes_of_a_share_are_the_cheapest_of_all(seed: int) -> None:
    """Hundreds of classes at risk, of which only a few can be chosen otherwise than the cheapest per person."""
    drawn = random.Random(seed)
    largest = drawn.choice([1, 2, 3, 4, 6, 9])
    sizes = [drawn.randint(1, largest) for _ in range(drawn.choice([5, 40, 400]))]
    deltas = [drawn.choice([1, 2, 3, 5, 8, drawn.randint(1, 999)]) for _ in sizes]
    safe = drawn.randint(0, 3 * sum(sizes)) + largest + 1
    n = sum(sizes) + safe
    alpha = Fraction(drawn.randint(0, 30), 100)
    limit = drawn.choice([n - 1, n - 1, sum(sizes) // 2])
    wanted = criterion(SHARE, k=largest + 1, alpha=float(alpha), limit=str(Fraction(limit, n)))
    rules = priced(wanted.rules(n, has_population=False), LossKind.LM)
    people = np.array([*sizes, safe], np.int64)
    out: Any = np.zeros(len(people), np.int64)
    delta = np.array([*deltas, 1.0])
    needed, least_penalty, outcome = choice_kernels.choose(people, people, delta, 0.0, rules, n, out)
    least = next(s for s in range(n) if sum(sizes) - s <= alpha * (n - s))
    prices = [size * each for size, each in zip(sizes, deltas, strict=True)]
    cost, suppressed = cheapest(sizes, prices, least, wanted.most_suppressed(n))
    assert (float(out @ delta), int(out.sum())) == (cost, suppressed)
    assert outcome == choice_kernels.PROVEN
    assert needed <= suppressed
    assert least_penalty <= cost + 1e-9


def test_a_knapsack_too_large_to_try_is_told() -> None:
    """The work that is allowed is compiled in; so classes of many sizes, hundreds each, are made."""
    sizes = np.repeat(np.arange(1, 120), 60)
    rules = priced(criterion(SHARE, k=120, alpha=0.1, limit="1").rules(10**6, has_population=False), LossKind.LM)
    out: Any = np.zeros(len(sizes), np.int64)
    delta = np.random.default_rng(1).random(len(sizes))
    _, least_penalty, outcome = choice_kernels.choose(sizes, sizes, delta, 0.0, rules, 10**6, out)
    assert outcome == choice_kernels.FOUND
    at_risk = int(sizes.sum())
    assert at_risk - int(out.sum()) <= 0.1 * (10**6 - int(out.sum()))
    assert least_penalty <= float(out @ delta) <= least_penalty * 1.001
