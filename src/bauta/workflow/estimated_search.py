"""The least distorting release by the risk in a population known by its size alone.

How a node's risk follows from its classes is a matter of a model that is fitted at that node. Nothing says that it
falls where levels rise, so boxes of nodes cannot be refuted by their corners as in `search/optimize.py`. What needs no
model is what a node loses before anything is suppressed. So every node that loses less than the best solution is
judged, by the verdict's own function, and when none is left the best is the optimum; stopped earlier, the least that an
unjudged node loses says how far off it can be.

Which are judged first decides how soon: those that the search by the data's classes would take for some smaller class
size (or higher average), and then by what they would lose at the size that did best.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bauta.errors import SearchEndedEarly
from bauta.model.deidentification import SearchFacts
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, LossKind
from bauta.population.posterior import Reals
from bauta.search import positions
from bauta.search.evaluate import NodeJudge
from bauta.search.explore import WholeLattice, walk_lattice
from bauta.search.optimize import TIE, BoxSearch, Judged, is_better
from bauta.search.solution import NodeClasses
from bauta.search.space import Node
from bauta.workflow.estimated_judge import EstimatedJudge
from bauta.workflow.unreachable import unreachable

if TYPE_CHECKING:
    from bauta.model.estimates import Estimator
    from bauta.search.criterion import Criterion
    from bauta.workflow.count_data import CountedData

MOST_LISTED = 500_000
"""Nodes that are put in order; of a larger lattice those near the best are judged."""
MOST_WORK = 2_000_000_000
"""Nodes times classes that are walked over to put them in order."""
MOST_GUIDES = 8
"""Class sizes, or averages, at which the data's classes are searched for a beginning."""
SHARE_OF_TIME = 0.25
"""Of the time allowed, for that beginning."""

SearchListener = Callable[[int, float | None, float], None]


class EstimatedSearch:
    """One search. `run` it once."""

    def __init__(
        self,
        counted: "CountedData",
        estimator: "Estimator | None",
        *,
        listener: SearchListener | None = None,
    ) -> None:
        self.counted = counted
        self.space = counted.space
        self._listener = listener
        self._guide = self._guide_at(counted.criterion)
        self.judge = EstimatedJudge(counted, estimator, self._guide)
        self.best: Judged | None = None

    def run(self, clock: Callable[[], float], begun: float, seconds: float) -> tuple[NodeClasses, SearchFacts]:
        """The best node with what is suppressed there; raises ThresholdUnreachable where no node will do."""
        started = time.process_time()
        guide = self._begin(lambda: clock() - begun > SHARE_OF_TIME * seconds)
        lower_bound, was_stopped = self._finish(guide, lambda: clock() - begun > seconds)
        if self.best is None:
            raise SearchEndedEarly(seconds=f"{seconds:g}") if was_stopped else unreachable(self.counted, self._guide)
        classes = self.judge.classes_at(self.best.node)
        assert classes is not None
        gap = max(0.0, 1 - lower_bound / self.best.loss) if self.best.loss > 0 else 0.0
        facts = SearchFacts(
            lattice_nodes=self.space.n_nodes,
            nodes_evaluated=len(self.judge.known),
            is_optimal=gap <= TIE,
            gap=gap if gap > TIE else 0.0,
            cpu_seconds=time.process_time() - started,
        )
        return classes, facts

    def _begin(self, is_over: Callable[[], bool]) -> NodeJudge:
        """Judge what the data's classes would have at some limits; the judge whose limit led to the least loss."""
        chosen = self._guide
        self._consider(self.space.bottom)
        for criterion in guides(self.counted.criterion):
            if self.best is not None and (self.best.loss <= 0 or is_over()):
                break
            guide = self._guide_at(criterion)
            allowed = criterion.most_suppressed(self.space.n_records)
            found = BoxSearch(guide, allowed).run(is_over).best
            if found is not None and self._consider(found.node):
                chosen = guide
        return chosen

    def _finish(self, guide: NodeJudge, is_over: Callable[[], bool]) -> tuple[float, bool]:
        """Judge every node that may lose less than the best; a lower bound of what is lost, and whether it ended early.

        Where the lattice is too large to be listed the nodes next to the best are judged, and theirs.
        """
        space = self.space
        if self.best is not None and self.best.loss <= 0:
            return 0.0, False
        if space.n_nodes > MOST_LISTED or space.n_nodes * len(space.table) > MOST_WORK:
            self._climb(is_over)
            return self._without_suppression(space.bottom), True
        lattice = walk_lattice(space, guide.rules)
        bounds = self._bounds(lattice)
        order = np.lexsort((bounds, lattice.losses + self._over_limit(lattice)))
        for place, row in enumerate(order.tolist()):
            if not self._may_improve(float(bounds[row])):
                continue
            if is_over():
                rest = bounds[order[place:]]
                best = np.inf if self.best is None else self.best.loss
                return min(best, float(rest.min())), True
            self._consider(lattice.node(row))
            self._tell(float(bounds[row]))
        return 0.0 if self.best is None else self.best.loss, False

    def _climb(self, is_over: Callable[[], bool]) -> None:
        before = None
        while self.best is not None and self.best is not before and not is_over():
            before = self.best
            for node in self._beside(self.best.node):
                if not is_over():
                    self._consider(node)

    def _beside(self, node: Node) -> Iterator[Node]:
        for v, level in enumerate(node):
            for other in (level - 1, level + 1):
                if self.space.bottom[v] <= other <= self.space.top[v]:
                    yield (*node[:v], other, *node[v + 1 :])

    def _consider(self, node: Node) -> bool:
        """Judge a node; whether it is the best so far."""
        if not self._may_improve(self._without_suppression(node)):
            return False
        found = self.judge(node)
        if found is None or (self.best is not None and not is_better(found, self.best)):
            return False
        self.best = found
        return True

    def _may_improve(self, bound: float) -> bool:
        return self.best is None or bound <= self.best.loss * (1 + TIE)

    def _without_suppression(self, node: Node) -> float:
        """What a node loses at least: losses of classes are not known before its classes are."""
        if self.space.additive is None:
            return 0.0
        return self.space.generalized_loss(node) / self.space.additive.scale

    def _bounds(self, lattice: WholeLattice) -> Reals:
        """The same for all nodes. Whoever is suppressed adds to a loss of classes, or takes a class away."""
        space = self.space
        if space.additive is not None:
            generalized = sum(table[lattice.levels[:, v]] for v, table in enumerate(space.additive.generalized))
            return np.asarray(generalized, np.float64) / space.additive.scale
        return class_bounds(lattice, space.loss_kind, space.n_records)

    def _over_limit(self, lattice: WholeLattice) -> Reals:
        """Put last what the guide would suppress too many people at."""
        allowed = self.counted.criterion.most_suppressed(self.space.n_records)
        over: Reals = np.where(lattice.measures[:, positions.SUPPRESSED] > allowed, lattice.losses.max() + 1, 0.0)
        return over

    def _guide_at(self, criterion: "Criterion") -> NodeJudge:
        return NodeJudge(self.space, criterion.rules(self.space.n_records, has_population=False))

    def _tell(self, bound: float) -> None:
        if self._listener is not None and self.best is not None:
            self._listener(len(self.judge.known), self.best.loss, min(1.0, bound / self.best.loss))


def class_bounds(lattice: WholeLattice, kind: LossKind, n: int) -> Reals:
    """What nodes lose at least by a loss that looks at classes alone."""
    measures = lattice.measures
    if kind is LossKind.AVERAGE_CLASS_SIZE:
        smallest: Reals = n / np.maximum(1.0, measures[:, positions.CLASSES])
        return smallest
    squares: Reals = measures[:, positions.SQUARES].copy()
    return squares


def guides(criterion: "Criterion") -> Iterator["Criterion"]:
    """The criterion for classes of the data: itself, which asks for more than is needed, and then for ever less."""
    yield criterion
    thresholds = criterion.thresholds
    if criterion.kind in {CriterionKind.MAXIMUM, CriterionKind.SHARE}:
        k = thresholds.tau.cell_size
        sizes = sorted({max(1, round(k ** (i / MOST_GUIDES))) for i in range(MOST_GUIDES)}, reverse=True)
        for size in sizes:
            if size < k:
                yield replace(criterion, thresholds=replace(thresholds, tau=Threshold(1 / size, size)))
        return
    limit = thresholds.largest_average.largest_average
    for i in range(1, MOST_GUIDES):
        higher = min(Fraction(1), limit * Fraction(3, 2) ** i)
        average = Threshold(float(higher), max(1, int(1 / higher)))
        yield replace(
            criterion, kind=CriterionKind.AVERAGE, thresholds=Thresholds(thresholds.tau, thresholds.alpha, average)
        )
        if higher == 1:
            return
