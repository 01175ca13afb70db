"""The optimal search: best-first branch and bound over boxes of the lattice.

A box is all nodes between a finest corner and a coarsest one. Two facts bound every node in it at once:

- whatever must be suppressed at the coarsest corner must be suppressed everywhere in the box;
- whatever detail is lost at the finest corner is lost everywhere in the box.

So one look at the coarsest corner either refutes the box (too much to suppress), or gives a solution (the corner
itself) and a lower bound on the loss of all others. The box with the lowest bound is divided next. When no open box has
a bound below the best solution, that is the optimum; stopped earlier, the lowest bound says how far off it can be.
docs/explanation/optimal-search.md proves each step.
"""

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

from bauta.model.transformations import LossKind
from bauta.search import positions
from bauta.search.evaluate import NodeJudge
from bauta.search.space import Node, SearchSpace
from bauta.utility.loss import Reals

TIE = 1e-9
"""Losses that differ by less, relatively, are taken to be equal; rounding is a thousand times smaller."""

Deadline = Callable[[], bool]
"""Says whether the search should stop now, keeping what it has."""
SearchListener = Callable[[int, float | None, float], None]
"""Told how many nodes were judged, the best loss so far, and the share of the gap that is closed."""


@dataclass(frozen=True)
class Judged:
    """A node that meets the criterion within the suppression limit."""

    node: Node
    loss: float
    suppressed: int

    @property
    def rank(self) -> tuple[int, int, Node]:
        """What decides between equal losses: fewer people suppressed, then less generalization, then the order."""
        return self.suppressed, sum(self.node), self.node


@dataclass(frozen=True)
class SearchResult:
    """What a search found."""

    best: Judged | None
    nodes: int
    nodes_judged: int
    lower_bound: float
    """No node that meets the criterion has a lower loss than this."""
    was_stopped: bool = False
    """Whether nodes are left that may meet the criterion: where nothing was found, that is no proof then."""

    @property
    def is_optimal(self) -> bool:
        return not self.was_stopped if self.best is None else self.gap == 0

    @property
    def gap(self) -> float:
        """By how much, relatively, the loss of the best node can exceed the optimum; 0 where it is the optimum."""
        if self.best is None or self.best.loss <= 0:
            return 0.0
        return max(0.0, 1 - self.lower_bound / self.best.loss)


class LossOfNode:
    """The loss of a node from its measures, and a lower bound for all nodes of a box from those of its corners."""

    def __init__(self, judge: NodeJudge) -> None:
        self.judge = judge
        self.space = judge.space

    def at(self, node: Node) -> float:
        space, measures = self.space, self.judge(node)
        if space.additive is not None:
            return (space.generalized_loss(node) + float(measures[positions.PENALTY])) / space.additive.scale
        return class_loss(space, measures)

    def before_judging(self, finest: Node) -> float:
        """A bound that costs nothing, for boxes whose coarsest corner was not judged yet."""
        space = self.space
        return space.generalized_loss(finest) / space.additive.scale if space.additive is not None else 0.0

    def bound(self, finest: Node, coarsest: Node) -> float:
        space, measures = self.space, self.judge(coarsest)
        if space.additive is not None:
            least = float(measures[positions.LEAST_PENALTY])
            return (space.generalized_loss(finest) + least) / space.additive.scale
        fine = self.judge(finest)
        if space.loss_kind is LossKind.AVERAGE_CLASS_SIZE:
            return space.n_records / max(1.0, float(fine[positions.CLASSES]))
        least = float(fine[positions.SQUARES])
        if space.loss_kind is LossKind.DISCERNIBILITY:
            rules = self.judge.rules
            if rules[positions.RECRUITS]:  # one taken from a class of nearly everybody saves nearly n
                least -= (rules[positions.LEAST_SUPPRESSED] - 1) * space.n_records
            least = max(least, space.n_records * float(measures[positions.NEEDED]))
        return float(least)


def class_loss(space: SearchSpace, measures: Reals) -> float:
    """The losses that look at classes alone."""
    suppressed = float(measures[positions.SUPPRESSED])
    if space.loss_kind is LossKind.DM_STAR:
        return float(measures[positions.SQUARES])
    if space.loss_kind is LossKind.DISCERNIBILITY:
        return float(measures[positions.KEPT_SQUARES]) + space.n_records * suppressed
    return space.n_records / (float(measures[positions.KEPT_CLASSES]) + (suppressed > 0))


class BoxSearch:
    """One search. `run` it once."""

    def __init__(
        self,
        judge: NodeJudge,
        most_suppressed: int,
        *,
        loss: LossOfNode | None = None,
        listener: SearchListener | None = None,
    ) -> None:
        self.judge = judge
        self.space = judge.space
        self.loss = loss or LossOfNode(judge)
        self.most_suppressed = most_suppressed
        self.best: Judged | None = None
        self._open: list[tuple[float, int, Node, Node]] = []
        self._n_boxes = 0
        self._unproven = math.inf
        self._listener = listener
        self._steps = _steps(judge.space)

    def run(self, stop: Deadline | None = None) -> SearchResult:
        """Search until the optimum is proven, or until `stop` says so."""
        space = self.space
        was_stopped = False
        self._add(space.bottom, space.top, 0.0)
        while self._open and self._may_improve(self._open[0][0]):
            if stop is not None and stop():
                self._climb_down()
                was_stopped = True
                break
            bound, _, finest, coarsest = heapq.heappop(self._open)
            if self._listener is not None:
                best = self.best
                closed = bound / best.loss if best is not None and best.loss > 0 else 0.0
                self._listener(len(self.judge.known), None if best is None else best.loss, min(1.0, closed))
            v = self._dividing_variable(finest, coarsest)
            below = coarsest[v] - 1
            self._add(finest, (*coarsest[:v], below, *coarsest[v + 1 :]), bound)
            self._add((*finest[:v], coarsest[v], *finest[v + 1 :]), coarsest, bound)
        bounds = [self._open[0][0]] if self._open else []
        loss = self.best.loss if self.best is not None else 0.0
        lower_bound = min([loss, *bounds])
        if not self._open or not self._may_improve(self._open[0][0]):
            lower_bound = loss
        lower_bound = min(lower_bound, self._unproven)
        return SearchResult(self.best, space.n_nodes, len(self.judge.known), lower_bound, was_stopped)

    def _add(self, finest: Node, coarsest: Node, bound_of_parent: float) -> None:
        """Judge the coarsest corner of a box; keep the box unless that shows that nothing in it can be better."""
        if not self._may_improve(max(bound_of_parent, self.loss.before_judging(finest))):
            return
        measures = self.judge(coarsest)
        if measures[positions.NEEDED] > self.most_suppressed * (1 + TIE) + TIE:
            return
        self._consider(coarsest, int(measures[positions.SUPPRESSED]))
        if finest == coarsest:
            return
        bound = max(bound_of_parent, self.loss.bound(finest, coarsest))
        if self._may_improve(bound):
            self._n_boxes += 1
            heapq.heappush(self._open, (bound, self._n_boxes, finest, coarsest))

    def _climb_down(self) -> None:
        """Move from the best node to better neighbours, one level of one variable at a time, until none is better.

        For a search that was stopped: it has judged coarse corners, and better nodes are often near.
        """
        before = None
        while self.best is not None and self.best is not before:
            before, node = self.best, self.best.node
            for v, level in enumerate(node):
                for other in (level - 1, level + 1):
                    if self.space.bottom[v] <= other <= self.space.top[v]:
                        neighbour = (*node[:v], other, *node[v + 1 :])
                        self._consider(neighbour, int(self.judge(neighbour)[positions.SUPPRESSED]))

    def _consider(self, node: Node, suppressed: int) -> None:
        if not self.judge(node)[positions.IS_PROVEN]:  # another choice of classes might lose less at this node
            self._unproven = min(self._unproven, self.loss.bound(node, node))
        if suppressed > self.most_suppressed:
            return
        found = Judged(node, self.loss.at(node), suppressed)
        if self.best is None or is_better(found, self.best):
            self.best = found

    def _may_improve(self, bound: float) -> bool:
        """Whether a loss of at least `bound` could still win, be it on a tie."""
        return self.best is None or bound <= self.best.loss * (1 + TIE)

    def _dividing_variable(self, finest: Node, coarsest: Node) -> int:
        """The variable whose two ends differ most in loss: its division moves the bounds most."""
        widest, chosen = -1.0, 0
        for v, (low, high) in enumerate(zip(finest, coarsest, strict=True)):
            if low != high and self._steps[v][high] - self._steps[v][low] > widest:
                widest, chosen = self._steps[v][high] - self._steps[v][low], v
        return chosen


def _steps(space: SearchSpace) -> list[list[float]]:
    """For every variable and level how much it gives up: its loss or, for losses of classes, the groups it merges."""
    if space.additive is not None:
        return [table.tolist() for table in space.additive.generalized]
    return [[-math.log(level.n_groups) for level in hierarchy.levels] for hierarchy in space.hierarchies]


def is_better(one: Judged, other: Judged) -> bool:
    """Whether one solution is to be preferred: less loss or, that being equal, by rank."""
    slack = TIE * max(abs(one.loss), abs(other.loss))
    if abs(one.loss - other.loss) > slack:
        return one.loss < other.loss
    return one.rank < other.rank
