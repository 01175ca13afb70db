"""Judging nodes where people have rows that differ: whoever loses a row is suppressed, wherever they were counted."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bauta.equivalence.classes import Codes
from bauta.risk.exposure import Memberships
from bauta.search import positions
from bauta.search.evaluate import NodeJudge
from bauta.search.solution import NodeClasses, classes_of_node
from bauta.search.space import Node, SearchSpace
from bauta.utility.loss import Reals
from bauta.workflow.wandering import Uncounted, find_uncounted

if TYPE_CHECKING:
    from bauta.search.criterion import Criterion
    from bauta.workflow.count_data import CountedData


def judge_of(counted: "CountedData") -> NodeJudge:
    """What judges the nodes of these data."""
    space, criterion, has_population = counted.space, counted.criterion, counted.goal.has_population
    if counted.wandering.people:
        codes = counted.classes.codes
        return WanderingJudge(space, criterion, codes, counted.wandering, has_population=has_population)
    return NodeJudge(space, criterion.rules(space.n_records, has_population=has_population))


class WanderingJudge(NodeJudge):
    """Adds those who lose some of their rows to the people a node suppresses, and to its loss.

    What a node suppresses grows. The bounds for finer nodes (NEEDED, LEAST_PENALTY) are of the people as counted, and
    what is added is never negative, so they hold as they did. Those who lose rows can be a class more than were
    counted, at this node or at a coarser one, so CLASSES, which bounds how many classes can be left, has one more.
    """

    def __init__(
        self,
        space: SearchSpace,
        criterion: "Criterion",
        codes: Sequence[Codes],
        wandering: Memberships,
        *,
        has_population: bool,
    ) -> None:
        super().__init__(space, criterion.rules(space.n_records, has_population=has_population))
        self._criterion = criterion
        self._codes = codes
        self._wandering = wandering
        self._has_population = has_population

    def __call__(self, node: Node) -> Reals:
        """The node's measures, see positions.py."""
        known = self.known.get(node)
        if known is not None:
            return known
        measures = super().__call__(node).copy()
        measures[positions.CLASSES] += 1
        if measures[positions.SUPPRESSED] < self.space.n_records:
            classes = classes_of_node(self, node)
            uncounted = self.uncounted(classes)
            measures[positions.SUPPRESSED] += uncounted.people
            measures[positions.PENALTY] += self._penalty(classes, uncounted)
        self.known[node] = measures
        return measures

    def uncounted(self, classes: NodeClasses) -> Uncounted:
        """Who loses rows at a node without having been counted there."""
        return find_uncounted(
            self.space, classes, self._codes, self._wandering, self._criterion, has_population=self._has_population
        )

    def _penalty(self, classes: NodeClasses, uncounted: Uncounted) -> float:
        """What it costs that they lose everything they were counted with; 0 for losses of classes."""
        space, total = self.space, 0.0
        for v, own in enumerate(classes.groups):
            start = space.left_at[v, classes.node[v]]
            total += float(np.sum(space.left[start + own[uncounted.counted_in].astype(np.int64)]))
        return total
