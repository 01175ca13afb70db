"""How little any release with single cells suppressed can lose, for every node and box of the lattice."""

from functools import cached_property

from bauta.model.transformations import LossKind
from bauta.search import positions
from bauta.search.evaluate import NodeJudge
from bauta.search.optimize import LossOfNode
from bauta.search.space import Node


class LeastWithCells(LossOfNode):
    """Lower bounds of the loss, whichever cells are suppressed; docs/explanation/optimal-search.md proves them.

    Read strictly, everybody at risk loses a cell of a variable that tells people apart. Under the wildcard reading
    others' cells may be enough, so that only the generalization counts.
    """

    def __init__(self, judge: NodeJudge, *, cell_size: int, is_strict: bool) -> None:
        super().__init__(judge)
        self.cell_size = cell_size if is_strict else 1
        self.is_strict = is_strict

    def at(self, node: Node) -> float:
        return self.bound(node, node)

    def bound(self, finest: Node, coarsest: Node) -> float:
        space = self.space
        if space.additive is None:  # every class that remains is that large, or somebody's
            people = space.n_records
            return float(self.cell_size * (1 if space.loss_kind is LossKind.AVERAGE_CLASS_SIZE else people))
        least = space.generalized_loss(finest)
        if self.is_strict:
            least += float(self.judge(coarsest)[positions.SUPPRESSED]) * self._least_of_a_cell(coarsest)
        return least / space.additive.scale

    def _least_of_a_cell(self, coarsest: Node) -> float:
        """What a cell loses at least, at this node or a finer one, if it tells people apart there."""
        least = [table[level] for table, level in zip(self._least_left, coarsest, strict=True)]
        told = [one for one in least if one is not None]
        return min(told) if told else 0.0

    @cached_property
    def _least_left(self) -> list[list[float | None]]:
        """For each variable and level what a cell has left to lose at least, on the highest level up to it that has
        several groups; None where there is no such level.
        """
        assert self.space.additive is not None
        tables: list[list[float | None]] = []
        for hierarchy, left in zip(self.space.hierarchies, self.space.additive.left, strict=True):
            tables.append([])
            for level, told in enumerate(hierarchy.levels):
                below = tables[-1][-1] if tables[-1] else None
                tables[-1].append(float(left[level].min()) if told.n_groups > 1 else below)
        return tables
