"""The search on ten patients, step by step as the documentation tells it."""

import numpy as np
import pytest
from made_up import N, box_search, criterion, hierarchy, patients

from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.search import positions
from bauta.search.explore import walk_lattice
from bauta.search.optimize import Judged, is_better
from bauta.search.space import build_space


def test_four_of_six_nodes_are_looked_at_and_the_optimum_is_found():
    search = box_search(patients(), criterion(limit="0.3"))
    result = search.run()
    assert result.best == Judged((0, 1), 0.475, 3)
    assert list(search.judge.known) == [(1, 2), (0, 2), (0, 1), (0, 0)]
    assert (result.nodes, result.nodes_judged) == (6, 4)
    assert result.is_optimal
    assert result.gap == 0
    assert result.lower_bound == result.best.loss


def test_without_suppression_the_year_is_not_told():
    assert box_search(patients(), criterion(limit="0")).run().best == Judged((0, 2), 0.5, 0)


@pytest.mark.parametrize(
    ("loss", "node", "value"),
    [
        (LossKind.NON_UNIFORM_ENTROPY, (0, 1), 25.6582),
        (LossKind.LM, (0, 1), 0.475),
        (LossKind.PRECISION, (0, 1), 0.475),
        (LossKind.DM_STAR, (0, 1), 30),
        (LossKind.DISCERNIBILITY, (0, 2), 52),
        (LossKind.AVERAGE_CLASS_SIZE, (0, 1), 10 / 3),
    ],
    ids=str,
)
def test_each_loss_has_its_optimum(loss, node, value):
    best = box_search(patients(loss), criterion(limit="0.3")).run().best
    assert best.node == node
    assert best.loss == pytest.approx(value, abs=5e-5)


def test_a_node_outside_the_levels_allowed_is_never_looked_at():
    search = box_search(patients(bottom=(0, 1), top=(1, 1)), criterion(limit="0.3"))
    assert search.run().best == Judged((0, 1), 0.475, 3)
    assert set(search.judge.known) <= {(0, 1), (1, 1)}


def test_a_variable_of_no_weight_is_given_up_first():
    best = box_search(patients(weights=[0.0, 1.0]), criterion(limit="0")).run().best
    assert best.node == (1, 1)


def test_a_threshold_that_no_node_meets_has_no_best_node():
    result = box_search(patients(), criterion(k=11, limit="1")).run()
    assert result.best is None
    assert result.is_optimal
    assert result.gap == 0


def test_a_search_that_is_stopped_says_how_much_better_another_node_could_be():
    asked = iter([False, False, True])
    result = box_search(patients(), criterion(limit="0.3")).run(stop=lambda: next(asked))
    assert result.best == Judged((0, 1), 0.475, 3)
    assert result.lower_bound == 0.25
    assert result.gap == pytest.approx(1 - 0.25 / 0.475)
    assert not result.is_optimal


def test_a_search_that_is_stopped_at_once_has_moved_to_a_node_without_better_neighbours():
    result = box_search(patients(), criterion(limit="0.3")).run(stop=lambda: True)
    assert result.best.node == (0, 1)
    assert result.lower_bound == 0


def test_a_listener_hears_of_nodes_and_of_the_best_loss():
    heard = []
    box_search(patients(), criterion(limit="0.3"), listener=lambda *told: heard.append(told)).run()
    nodes, best, closed = zip(*heard, strict=True)
    assert list(nodes) == sorted(nodes)
    assert best[0] == 1.0
    assert best[-1] == 0.475
    assert all(0 <= share <= 1 for share in closed)


@pytest.mark.parametrize(
    ("average", "node", "suppressed", "needed"),
    [("0.4", (0, 1), 0, 0), ("0.3", (0, 1), 3, 2.5), ("0.25", (0, 1), 6, 6), ("0.2", (1, 1), 0, 0)],
)
def test_the_smallest_classes_go_until_the_average_holds(average, node, suppressed, needed):
    """Sex and decade: classes of 4, 3, 2 and 1; the decade alone: 7 and 3."""
    measures = box_search(patients(), criterion(CriterionKind.AVERAGE, average=average)).judge(node)
    assert measures[positions.SUPPRESSED] == suppressed
    assert measures[positions.NEEDED] == pytest.approx(needed)


@pytest.mark.parametrize(("average", "suppressed"), [("0.4", 0), ("0.39", 3), ("0.3", 3), ("0.2", 6), ("0.19", 10)])
def test_records_that_stay_are_a_class_of_their_own_in_the_average(average, suppressed):
    """One class fewer than the four is had by hiding two classes in one."""
    wanted = criterion(CriterionKind.AVERAGE, average=average, suppression=SuppressionKind.QUASI_IDENTIFIERS)
    assert box_search(patients(), wanted).judge((0, 1))[positions.SUPPRESSED] == suppressed


@pytest.mark.parametrize(("alpha", "suppressed"), [(0.3, 0), (0.25, 1), (0.2, 2), (0.0, 3)])
def test_as_few_go_as_the_share_needs(alpha, suppressed):
    """Three of ten are in classes below three; without the one who is alone it is two of nine, without the two of a
    class one of eight."""
    measures = box_search(patients(), criterion(CriterionKind.SHARE, alpha=alpha)).judge((0, 1))
    assert measures[positions.SUPPRESSED] == suppressed


def test_suppressed_records_that_stay_need_company():
    """Of four and six with a floor of five the four take one of the six along; with a floor of six there is none."""
    stays = SuppressionKind.QUASI_IDENTIFIERS
    assert box_search(patients(), criterion(k=5)).judge((0, 2))[positions.SUPPRESSED] == 4
    assert box_search(patients(), criterion(k=5, suppression=stays)).judge((0, 2))[positions.SUPPRESSED] == 5
    assert box_search(patients(), criterion(k=6, suppression=stays)).judge((0, 2))[positions.SUPPRESSED] == N


def test_a_search_that_is_stopped_before_it_found_anything_says_so():
    """Four of thirty-four are at risk, four tenths too many, and one person may go: no class is that small."""
    alike = hierarchy("x", [0, 1], [1, 0])
    space = build_space([alike], [np.arange(2, dtype=np.int32)], np.array([30, 4]), loss=LossKind.LM)
    wanted = criterion(CriterionKind.SHARE, k=5, alpha=0.1, limit="0.03")
    stopped = box_search(space, wanted).run(stop=lambda: True)
    assert (stopped.best, stopped.was_stopped, stopped.is_optimal) == (None, True, False)
    ended = box_search(space, wanted).run()
    assert (ended.best, ended.was_stopped, ended.is_optimal) == (None, False, True)


def test_among_equal_losses_fewer_suppressed_then_lower_levels_then_the_order_decide():
    assert is_better(Judged((1, 1), 0.5, 0), Judged((0, 0), 0.5 * (1 - 1e-12), 1))
    assert is_better(Judged((0, 1), 0.5, 1), Judged((1, 1), 0.5, 1))
    assert is_better(Judged((0, 1), 0.5, 1), Judged((1, 0), 0.5, 1))
    assert is_better(Judged((2, 2), 0.4, 9), Judged((0, 0), 0.5, 0))


def test_the_whole_lattice_lists_every_node_once():
    lattice = walk_lattice(patients(), criterion().rules(N, has_population=False))
    nodes = [lattice.node(row) for row in range(6)]
    assert nodes == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert lattice.measures[:, positions.SUPPRESSED].tolist() == [7, 3, 0, 7, 0, 0]
    assert lattice.losses.tolist() == pytest.approx([0.7, 0.475, 0.5, 0.85, 0.725, 1.0])
