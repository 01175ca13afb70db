"""The search, and the walk of the whole lattice, against a brute force written from the definitions."""

import math
import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lattice_oracle import Outcome, Problem, Rule
from lattice_problems import (
    LIMITS,
    any_loss,
    any_rule,
    criterion_of,
    going,
    is_finer,
    numbers_of,
    problems,
    rules,
    space_of,
    ways,
)
from laws import law

from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CellReading, CriterionKind, LossKind, SuppressionKind
from bauta.search import positions
from bauta.search.cell_bound import LeastWithCells
from bauta.search.evaluate import NodeJudge
from bauta.search.explore import walk_lattice
from bauta.search.optimize import BoxSearch, LossOfNode, SearchResult
from bauta.search.solution import classes_of_node, losses_of
from bauta.search.space import SearchSpace
from bauta.transform.cell_suppression import apply_cell_suppression, suppress_cells

MAXIMUM = CriterionKind.MAXIMUM
few = settings(law, max_examples=25)
criteria = pytest.mark.parametrize("kind", list(CriterionKind), ids=str)
suppressions = pytest.mark.parametrize(
    "suppression", [SuppressionKind.RECORDS, SuppressionKind.QUASI_IDENTIFIERS], ids=str
)
readings = st.sampled_from(list(CellReading))
losses = pytest.mark.parametrize("loss", list(LossKind), ids=str)


def search(space: SearchSpace, problem: Problem, rule: Rule, limit: Fraction, **options: Any) -> SearchResult:
    criterion = criterion_of(rule, limit)
    judge = NodeJudge(space, numbers_of(rule, problem, limit))
    return BoxSearch(judge, criterion.most_suppressed(problem.n)).run(**options)


def all_outcomes(problem: Problem, rule: Rule, loss: LossKind, limit: Fraction = Fraction(1)) -> list[Outcome]:
    return [problem.outcome(node, rule, loss, limit) for node in problem.nodes()]


def close(one: float, other: float | Fraction) -> bool:
    return math.isclose(one, float(other), rel_tol=1e-9, abs_tol=1e-9)


def assert_found(result: SearchResult, expected: Outcome | None) -> None:
    found = result.best
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert (found.node, found.suppressed) == (expected.node, expected.suppressed)
        assert close(found.loss, expected.loss)
    assert result.is_optimal


@criteria
@suppressions
@losses
@few
@given(data=st.data(), problem=problems(), way=ways)
def test_the_search_finds_the_optimum_for_every_limit(
    kind: CriterionKind, suppression: SuppressionKind, loss: LossKind, data: Any, problem: Problem, way: Any
) -> None:
    rule = data.draw(rules(kind, suppression))
    with going(way):
        space = space_of(problem, loss)
        for limit in LIMITS:
            outcomes = all_outcomes(problem, rule, loss, limit)
            result = search(space, problem, rule, limit)
            assert_found(result, problem.best(outcomes, limit))
            assert result.nodes == len(outcomes) >= result.nodes_judged


@criteria
@suppressions
@losses
@few
@given(data=st.data(), problem=problems(), way=ways)
def test_every_node_is_judged_as_by_hand(
    kind: CriterionKind, suppression: SuppressionKind, loss: LossKind, data: Any, problem: Problem, way: Any
) -> None:
    rule = data.draw(rules(kind, suppression))
    with going(way):
        space = space_of(problem, loss)
        numbers = numbers_of(rule, problem)
        lattice = walk_lattice(space, numbers)
        judge = NodeJudge(space, numbers, memory=way["memory"])
        loss_of = LossOfNode(judge)
        for row, expected in enumerate(all_outcomes(problem, rule, loss)):
            node = expected.node
            assert lattice.node(row) == node
            for measures, its_loss in (
                (lattice.measures[row], lattice.losses[row]),
                (judge(node), loss_of.at(node)),
            ):
                assert measures[positions.SUPPRESSED] == expected.suppressed
                assert measures[positions.CLASSES] == expected.classes
                assert measures[positions.KEPT_CLASSES] == expected.kept_classes
                assert close(its_loss, expected.loss)
            assert sorted(judge.classes_at(node).people.tolist(), reverse=True)[: expected.classes] == sorted(
                (c.people for c in problem.classes(node)), reverse=True
            )


@criteria
@suppressions
@few
@given(data=st.data(), problem=problems(), loss=any_loss)
def test_a_node_carried_out_suppresses_and_loses_what_the_search_said(
    kind: CriterionKind, suppression: SuppressionKind, data: Any, problem: Problem, loss: LossKind
) -> None:
    rule = data.draw(rules(kind, suppression))
    space = space_of(problem, loss)
    judge = NodeJudge(space, numbers_of(rule, problem))
    for node in problem.nodes():
        expected = problem.outcome(node, rule, loss)
        carried_out = classes_of_node(judge, node)
        is_kept = (carried_out.people > 0) & ~carried_out.suppressed
        assert carried_out.suppressed_people == expected.suppressed
        assert is_kept.sum() == expected.kept_classes
        losses_there = losses_of(space, carried_out, [float(weight) for weight in problem.weights])
        assert close(losses_there[loss], expected.loss)


@criteria
@suppressions
@few
@given(data=st.data(), problem=problems(), loss=any_loss)
def test_the_risk_of_every_node_is_that_of_the_node_carried_out(
    kind: CriterionKind, suppression: SuppressionKind, data: Any, problem: Problem, loss: LossKind
) -> None:
    """A recruit leaves the matches of their class, and is one of those the suppressed could be."""
    rule = data.draw(rules(kind, suppression))
    space, numbers = space_of(problem, loss), numbers_of(rule, problem)
    judge = NodeJudge(space, numbers)
    lattice = walk_lattice(space, numbers, with_risk=True)
    for row, measures in enumerate(lattice.measures):
        if measures[positions.SUPPRESSED] >= problem.n:
            continue
        node = classes_of_node(judge, lattice.node(row))
        fates = zip(node.people.tolist(), node.matches.tolist(), node.gone.tolist(), strict=True)
        released, blank, gone = [], 0, 0
        for people, matches, leaving in fates:
            if people > leaving:
                released.append((people - leaving, matches - leaving))
            blank += leaving if people > leaving else matches if people else 0
            gone += leaving
        if suppression is SuppressionKind.QUASI_IDENTIFIERS and gone:
            released.append((gone, blank))
        assert measures[positions.LEAST_MATCHES] == min(matches for _, matches in released)
        assert close(measures[positions.RISK], sum(Fraction(*one) for one in released))


@few
@given(problem=problems(), rule=any_rule, loss=any_loss)
def test_what_a_coarse_node_needs_no_finer_node_can_avoid(problem: Problem, rule: Rule, loss: LossKind) -> None:
    lattice = walk_lattice(space_of(problem, loss), numbers_of(rule, problem))
    nodes = [lattice.node(row) for row in range(len(lattice.levels))]
    for coarser, bounds in zip(nodes, lattice.measures, strict=True):
        for finer, told in zip(nodes, lattice.measures, strict=True):
            if is_finer(finer, coarser):
                assert bounds[positions.NEEDED] <= told[positions.NEEDED] + 1e-9 <= told[positions.SUPPRESSED] + 2e-9
                assert bounds[positions.LEAST_PENALTY] <= told[positions.LEAST_PENALTY] + 1e-9
                assert told[positions.LEAST_PENALTY] <= told[positions.PENALTY] + 1e-9


@few
@given(problem=problems(), rule=any_rule, loss=any_loss, data=st.data())
def test_no_node_of_a_box_is_below_its_bound(problem: Problem, rule: Rule, loss: LossKind, data: Any) -> None:
    space = space_of(problem, loss)
    bounds = LossOfNode(NodeJudge(space, numbers_of(rule, problem)))
    outcomes = all_outcomes(problem, rule, loss)
    finest = data.draw(st.sampled_from(outcomes)).node
    coarsest = data.draw(st.sampled_from([o for o in outcomes if is_finer(finest, o.node)])).node
    bound = bounds.bound(finest, coarsest)
    for outcome in outcomes:
        if is_finer(finest, outcome.node) and is_finer(outcome.node, coarsest):
            assert max(bound, bounds.before_judging(finest)) <= float(outcome.loss) * (1 + 1e-9) + 1e-9


@few
@given(
    problem=problems(with_population=False),
    loss=any_loss,
    cell_size=st.integers(1, 6),
    reading=readings,
    data=st.data(),
)
def test_no_choice_of_cells_is_below_the_bound_of_its_box(
    problem: Problem, loss: LossKind, cell_size: int, reading: CellReading, data: Any
) -> None:
    assume(problem.n >= cell_size)
    rule = Rule(MAXIMUM, Thresholds(tau=Threshold.parse(cell_size)), SuppressionKind.CELLS)
    space = space_of(problem, loss)
    judge = NodeJudge(space, numbers_of(rule, problem))
    bounds = LeastWithCells(judge, cell_size=cell_size, is_strict=reading is CellReading.STRICT)
    nodes = list(problem.nodes())
    node = data.draw(st.sampled_from(nodes))
    finest = data.draw(st.sampled_from([other for other in nodes if is_finer(other, node)]))
    coarsest = data.draw(st.sampled_from([other for other in nodes if is_finer(node, other)]))
    classes = classes_of_node(judge, node)
    radices = [hierarchy.levels[level].n_groups for hierarchy, level in zip(space.hierarchies, node, strict=True)]
    cells = suppress_cells(
        classes.groups, radices, classes.people, cell_size, reading=reading, missing_codes=[None] * len(node)
    )
    told = losses_of(
        space, classes, [float(weight) for weight in problem.weights],
        cells=(cells.class_number, cells.pattern, cells.records),
        sizes=apply_cell_suppression(classes.groups, radices, classes.people, cells).sizes,
    )  # fmt: skip
    assert bounds.bound(finest, coarsest) <= bounds.at(node) + 1e-9
    assert bounds.at(node) <= told[loss] * (1 + 1e-9) + 1e-9


@few
@given(problem=problems(), rule=any_rule, loss=any_loss, limit=st.sampled_from(LIMITS), steps=st.integers(0, 12))
def test_a_search_stopped_early_tells_how_far_off_it_can_be(
    problem: Problem, rule: Rule, loss: LossKind, limit: Fraction, steps: int
) -> None:
    left = iter(range(steps))
    result = search(space_of(problem, loss), problem, rule, limit, stop=lambda: next(left, None) is None)
    outcomes = all_outcomes(problem, rule, loss, limit)
    optimum = problem.best(outcomes, limit)
    assert (result.best is None) == (optimum is None) or result.was_stopped
    if result.best is not None and optimum is not None:
        found = next(o for o in outcomes if o.node == result.best.node)
        assert found.suppressed == result.best.suppressed <= limit * problem.n
        assert close(result.best.loss, found.loss)
        assert result.lower_bound <= float(optimum.loss) * (1 + 1e-9)
        assert result.best.loss * (1 - result.gap) <= float(optimum.loss) * (1 + 1e-9)
        assert 0 <= result.gap <= 1


@few
@given(problem=problems(), rule=any_rule, loss=any_loss, limit=st.sampled_from(LIMITS), seed=st.integers(0, 99))
def test_neither_the_order_of_classes_nor_that_of_values_matters(
    problem: Problem, rule: Rule, loss: LossKind, limit: Fraction, seed: int
) -> None:
    everybody = problem.population or problem.records
    rows = list(dict.fromkeys(everybody))
    values = [list(dict.fromkeys(row[v] for row in everybody)) for v in range(len(problem.trees))]
    once = search(space_of(problem, loss), problem, rule, limit)
    again = search(space_of(problem, loss), problem, rule, limit)
    assert once == again
    shuffle = random.Random(seed)
    for one in (rows, *values):
        shuffle.shuffle(one)
    shuffled = search(space_of(problem, loss, rows=rows, values=values), problem, rule, limit)
    assert (once.best is None) == (shuffled.best is None)
    if once.best is not None and shuffled.best is not None:
        assert (once.best.node, once.best.suppressed) == (shuffled.best.node, shuffled.best.suppressed)
        assert close(once.best.loss, shuffled.best.loss)


@few
@given(problem=problems(), rule=any_rule, loss=any_loss, limit=st.sampled_from(LIMITS), first=st.integers(0, 8))
def test_wide_keys_give_what_narrow_ones_give(
    problem: Problem, rule: Rule, loss: LossKind, limit: Fraction, first: int
) -> None:
    """Eight more variables, on which everybody is alike, need 72 bits if their domains have values nobody has."""
    tree = {f"{i}": (f"{i}",) for i in range(300)}
    last = 8 - first
    wide = Problem(
        (tree,) * first + problem.trees + (tree,) * last,
        tuple(("0",) * first + row + ("0",) * last for row in problem.records),
        problem.population and tuple(("0",) * first + row + ("0",) * last for row in problem.population),
        (Fraction(1),) * first + problem.weights + (Fraction(1),) * last,
        (0,) * first + problem.bottom + (0,) * last,
        (0,) * first + problem.top + (0,) * last,
    )
    narrow_space = space_of(wide, loss)
    wide_space = space_of(wide, loss, values=[list(tree) for tree in wide.trees])
    assert narrow_space.table.keys.shape[1] == 1 < wide_space.table.keys.shape[1]
    found, expected = search(wide_space, wide, rule, limit).best, search(narrow_space, wide, rule, limit).best
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert (found.node, found.suppressed) == (expected.node, expected.suppressed)
        assert found.loss == pytest.approx(expected.loss)  # sums of other lengths round otherwise
    numbers = numbers_of(rule, wide)
    assert walk_lattice(wide_space, numbers).measures == pytest.approx(walk_lattice(narrow_space, numbers).measures)


@criteria
@suppressions
def test_people_who_are_all_alike_need_nothing(kind: CriterionKind, suppression: SuppressionKind) -> None:
    problem = Problem(({"a": ("a", "*")},), (("a",),) * 6, None, (Fraction(1),), (0,), (1,))
    rule = Rule(kind, Thresholds(tau=Threshold.parse(5)), suppression)
    assert_found(search(space_of(problem, LossKind.LM), problem, rule, Fraction(0)), Outcome((0,), 0, 0, 1, 1))


@criteria
@suppressions
def test_no_node_meets_a_cell_size_above_the_number_of_people(
    kind: CriterionKind, suppression: SuppressionKind
) -> None:
    problem = Problem(({"a": ("a", "*"), "b": ("b", "*")},), (("a",), ("b",)), None, (Fraction(1),), (0,), (1,))
    rule = Rule(kind, Thresholds(tau=Threshold.parse(3)), suppression)
    assert search(space_of(problem, LossKind.LM), problem, rule, Fraction(1)).best is None


@suppressions
@pytest.mark.parametrize(("limit", "holds"), [("0.33", True), ("0.32", False)])
def test_an_average_that_equals_its_limit_holds(suppression: SuppressionKind, limit: str, holds: bool) -> None:
    """Seven classes of 21 people are 1/3 exactly, which 0.33 stands for; seven thirds in floats are not."""
    tree = {f"{i}": (f"{i}",) for i in range(7)}
    problem = Problem((tree,), tuple((f"{i}",) for i in range(7)) * 3, None, (Fraction(1),), (0,), (0,))
    rule = Rule(CriterionKind.AVERAGE, Thresholds(average=Threshold.parse(limit)), suppression)
    result = search(space_of(problem, LossKind.LM), problem, rule, Fraction(0))
    assert (result.best is not None) == holds


def test_the_average_of_a_population_that_equals_its_limit_holds() -> None:
    """1/10 + 2/10 = 3/10 of three people is 0.1 each; the same sum in floats is a little more."""
    tree = {"a": ("a",), "b": ("b",)}
    records = (("a",), ("b",), ("b",))
    population = (("a",),) * 10 + (("b",),) * 10
    problem = Problem((tree,), records, population, (Fraction(1),), (0,), (0,))
    for suppression in (SuppressionKind.RECORDS, SuppressionKind.QUASI_IDENTIFIERS):
        rule = Rule(CriterionKind.AVERAGE, Thresholds(average=Threshold.parse("0.1")), suppression)
        result = search(space_of(problem, LossKind.LM), problem, rule, Fraction(0))
        assert_found(result, problem.outcome((0,), rule, LossKind.LM))
