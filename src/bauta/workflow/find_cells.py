"""Which node, and which cells there: cells are chosen at the most promising nodes, and the least loss wins.

What cells lose is known only once they are chosen, and that takes a thousand times as long as judging a node. So the
search goes from node to neighbouring node, the lowest estimate first, and stops when its work is done.
"""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bauta.equivalence.classes import Integers
from bauta.errors import CellSuppressionExceedsLimit
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.model.transformations import CellReading, LossKind
from bauta.transform.cell_suppression import CellSuppression, apply_cell_suppression, suppress_cells

if TYPE_CHECKING:  # importing these compiles or loads kernels, which takes half a second
    from bauta.search.cell_bound import LeastWithCells
    from bauta.search.evaluate import NodeJudge
    from bauta.search.optimize import SearchResult
    from bauta.search.solution import NodeClasses
    from bauta.search.space import Node
    from bauta.workflow.count_data import CountedData

MOST_PEOPLE = {CellReading.STRICT: 20_000, CellReading.WILDCARD: 200_000}
"""People at risk, over all nodes, for whom cells are chosen: some seconds' work ..."""
MOST_NODES = 200
"""... at so many nodes ..."""
MOST_JUDGED = 5_000
"""... out of so many that are looked at."""
CELLS_PER_PERSON = {CellReading.STRICT: 1.2, CellReading.WILDCARD: 0.3}
"""How many cells are suppressed for a person at risk, as a rule; only for the order in which nodes are tried."""
SPREAD = 2
"""Under the wildcard reading a node may need so many times fewer cells for a person at risk than another."""


@dataclass(frozen=True, eq=False, repr=False)
class CellsAtNode:
    """A node with cells suppressed."""

    classes: "NodeClasses"
    cells: CellSuppression
    losses: dict[LossKind, float]


@dataclass(frozen=True, eq=False, repr=False)
class FoundCells:
    """The best of them."""

    best: CellsAtNode
    lower_bound: float
    """No node has cells whose suppression loses less, within the limit."""


class CellSearch:
    """One search. `run` it once."""

    def __init__(self, counted: "CountedData", judge: "NodeJudge", allowed: int, stop: Callable[[], bool]) -> None:
        self.counted, self.judge, self.allowed, self.stop = counted, judge, allowed, stop
        self.is_strict = counted.goal.reading is CellReading.STRICT
        self.best: CellsAtNode | None = None
        self.fewest: int | None = None
        self._tried: set[Node] = set()
        self._work_left = MOST_PEOPLE[counted.goal.reading]
        # Read strictly, everybody at risk loses a cell, and people recruited to fill up groups do too; under the
        # wildcard reading only some do. How many these are is learnt from the nodes tried.
        self._most_at_risk = allowed if self.is_strict else counted.space.n_records

    def run(self, for_records: "SearchResult") -> FoundCells | None:
        """The best found, beginning with the node that is best if whole records go; None where no node can do."""
        from bauta.search.cell_bound import LeastWithCells
        from bauta.search.optimize import BoxSearch

        space = self.judge.space
        cell_size = self.counted.goal.thresholds.tau.cell_size
        if space.n_records < cell_size or (self.is_strict and for_records.best is None):
            return None
        bounds = LeastWithCells(self.judge, cell_size=cell_size, is_strict=self.is_strict)
        # Under the wildcard reading one person's cells can be enough for many: those at risk say nothing of the limit.
        limit = self.allowed if self.is_strict else space.n_records
        least = BoxSearch(self.judge, limit, loss=bounds).run(self.stop)
        starts = [result.best.node for result in (for_records, least) if result.best is not None]
        if starts:
            self._try(starts[0])
        self._go_on([*starts, space.top], bounds)
        if self.best is None:
            self._try_with_fewer_at_risk(for_records)
        if self.best is None:
            raise CellSuppressionExceedsLimit(needed=self.fewest, allowed=self.allowed, records=space.n_records)
        return FoundCells(self.best, least.lower_bound)

    def _go_on(self, starts: "list[Node]", bounds: "LeastWithCells") -> None:
        """From node to neighbour, the lowest estimate first."""
        loss = self.counted.goal.loss
        waiting = [(*self._order(node), node) for node in dict.fromkeys(starts)]
        heapq.heapify(waiting)
        seen = {node for *_, node in waiting}
        while waiting and self._work_left > 0 and len(self._tried) < MOST_NODES and not self.stop():
            *_, node = heapq.heappop(waiting)
            is_feasible = self._at_risk(node) <= min(self._most_at_risk, self._work_left)
            if is_feasible and (self.best is None or bounds.at(node) < self.best.losses[loss]):
                self._try(node)
            for neighbour in self._neighbours(node):
                if neighbour not in seen and len(seen) < MOST_JUDGED:
                    seen.add(neighbour)
                    heapq.heappush(waiting, (*self._order(neighbour), neighbour))

    def _try_with_fewer_at_risk(self, result: "SearchResult") -> None:
        """A node with fewer people at risk needs fewer cells."""
        from bauta.search.optimize import BoxSearch

        while self.best is None and result.best is not None and result.best.suppressed > 0:
            result = BoxSearch(self.judge, result.best.suppressed // 2).run(self.stop)
            if result.best is not None:
                self._try(result.best.node)

    def _try(self, node: "Node") -> None:
        """Choose cells at a node; keep it if that loses less than the best, within the limit."""
        from bauta.search.solution import classes_of_node, losses_of

        counted, loss = self.counted, self.counted.goal.loss
        at_risk = self._at_risk(node)
        if node in self._tried:
            return
        self._tried.add(node)
        self._work_left -= at_risk
        classes = classes_of_node(self.judge, node)
        cells = _suppress_cells(counted, classes, counted.goal.thresholds.tau.cell_size)
        self.fewest = cells.n_records if self.fewest is None else min(self.fewest, cells.n_records)
        if cells.n_records > (self.allowed if self.is_strict else 0):
            spread = 1 if self.is_strict else SPREAD
            self._most_at_risk = min(self._most_at_risk, spread * at_risk * self.allowed // cells.n_records)
        if cells.n_records > self.allowed:
            return
        losses = losses_of(
            counted.space,
            classes,
            counted.weights,
            cells=(cells.class_number, cells.pattern, cells.records),
            sizes=_sizes(counted, classes, cells),
        )
        if self.best is None or losses[loss] < self.best.losses[loss]:
            self.best = CellsAtNode(classes, cells, dict(losses))

    def _at_risk(self, node: "Node") -> int:
        from bauta.search import positions

        return int(self.judge(node)[positions.SUPPRESSED])

    def _order(self, node: "Node") -> tuple[bool, float]:
        """Nodes that will need too many cells come last: they are only on the way to others."""
        return self._at_risk(node) > self._most_at_risk, self._estimate(node)

    def _estimate(self, node: "Node") -> float:
        from bauta.search import positions
        from bauta.search.optimize import LossOfNode

        space = self.judge.space
        if space.additive is None:
            return LossOfNode(self.judge).at(node)
        share = CELLS_PER_PERSON[self.counted.goal.reading] / len(node)
        return space.generalized_loss(node) + share * float(self.judge(node)[positions.PENALTY])

    def _neighbours(self, node: "Node") -> "Iterator[Node]":
        space = self.judge.space
        for v, level in enumerate(node):
            for other in (level - 1, level + 1):
                if space.bottom[v] <= other <= space.top[v]:
                    yield (*node[:v], other, *node[v + 1 :])


def people_with_cells(counted: "CountedData", classes: "NodeClasses", cell_size: int) -> int:
    """How many people lose cells at a node, for this cell size."""
    return _suppress_cells(counted, classes, cell_size).n_records


def groups_of_missing(counted: "CountedData", node: "Node") -> list[int | None]:
    """For every variable the group of missing values at a node, if it has one that is not told in words."""
    return [
        None if domain.missing_code is None else _group_of_missing(hierarchy, level, domain.missing_code)
        for domain, hierarchy, level in zip(counted.classes.domains, counted.hierarchies, node, strict=True)
    ]


def _suppress_cells(counted: "CountedData", classes: "NodeClasses", cell_size: int) -> CellSuppression:
    return suppress_cells(
        classes.groups,
        radices_of(counted, classes.node),
        classes.people,
        cell_size,
        reading=counted.goal.reading,
        missing_codes=groups_of_missing(counted, classes.node),
        weights=counted.weights,
    )


def _group_of_missing(hierarchy: Hierarchy, level: int, missing_code: int) -> int | None:
    """The group of missing values, unless it is told in words."""
    group = int(hierarchy.levels[level].groups[missing_code])
    return group if hierarchy.levels[level].labels[group] is None else None


def _sizes(counted: "CountedData", classes: "NodeClasses", cells: CellSuppression) -> Integers:
    return apply_cell_suppression(classes.groups, radices_of(counted, classes.node), classes.people, cells).sizes


def radices_of(counted: "CountedData", node: "Node") -> list[int]:
    """How many groups each variable has at a node."""
    return [hierarchy.levels[level].n_groups for hierarchy, level in zip(counted.hierarchies, node, strict=True)]
