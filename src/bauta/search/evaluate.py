"""Judging nodes: the classes of a node are put together from the smallest finer table at hand, and judged there."""

from collections import OrderedDict

import numpy as np

from bauta.search import kernels
from bauta.search.space import ClassTable, Node, SearchSpace
from bauta.utility.loss import Reals

MEMORY_FOR_TABLES = 512 << 20
DENSE_CELLS_PER_ROW = 8
FEW_CELLS = 4096
"""A node with at most so many possible combinations, or so many per row, is added up in an array."""
SHARED_VARIABLES = 4
"""Tables in which so many variables (those with most values first) have their level are kept for other nodes."""


class NodeJudge:
    """Judges nodes of one space by one criterion, remembering every answer.

    Neighbouring nodes differ in few variables. So the classes are put together in two steps: first the variables with
    most values, into a table that is kept and serves every node with the same levels there; then all the others.
    """

    def __init__(self, space: SearchSpace, rules: Reals, *, memory: int = MEMORY_FOR_TABLES) -> None:
        self.space = space
        self.rules = rules
        self.known: dict[Node, Reals] = {}
        by_values = sorted(range(space.n_variables), key=lambda v: -int(space.n_groups[v, 0]))
        self._shared = by_values[:SHARED_VARIABLES]
        self._is_shared = np.isin(np.arange(space.n_variables), self._shared)
        self._sizes = [[level.n_groups for level in hierarchy.levels] for hierarchy in space.hierarchies]
        self._tables: OrderedDict[tuple[int, ...], ClassTable] = OrderedDict()
        self._memory = memory
        self._used = 0
        self._cells = np.empty(FEW_CELLS, np.int64)
        self._cell_matches = np.empty(FEW_CELLS if len(space.table.matches) else 0, np.int64)
        self._slots = np.empty(16, np.int32)
        self._jump = np.empty(int(space.chunks[-1, 3] + space.chunks[-1, 2] + 1), np.int32)

    def __call__(self, node: Node) -> Reals:
        """The node's measures, see kernels.py."""
        measures = self.known.get(node)
        if measures is None:
            measures = self.known[node] = self._judge(node)
        return measures

    def classes_at(self, node: Node) -> ClassTable:
        """The classes of a node, their codes being the groups of its levels."""
        rest = [v for v in range(len(node)) if v not in self._shared and node[v] > 0]
        table = self._shared_table(tuple(node[v] for v in self._shared))
        return self._rolled_up(table, rest, [node[v] for v in rest]) if rest else table

    def _judge(self, node: Node) -> Reals:
        space = self.space
        table = self._shared_table(tuple(node[v] for v in self._shared))
        measures = np.zeros(kernels.N_MEASURES)
        levels = np.array(node, np.int64)
        cells = 1
        for sizes, level in zip(self._sizes, node, strict=True):
            cells *= sizes[level]
        if cells <= max(FEW_CELLS, DENSE_CELLS_PER_ROW * len(table)):
            people, matches = self._cells_for(cells)
            kernels.judge_in_cells(
                levels, self._is_shared, table.keys, table.people, table.matches, space.layout, space.chunks,
                space.chunk_of, space.maps, space.map_at, space.n_groups, space.left, space.left_at, self.rules,
                space.n_records, self._jump, people, matches, measures,
            )  # fmt: skip
            return measures
        classes = self.classes_at(node)
        kernels.judge_rows(
            levels, classes.keys, classes.people, classes.matches, space.layout, space.left, space.left_at, self.rules,
            space.n_records, measures,
        )  # fmt: skip
        return measures

    def _shared_table(self, levels: tuple[int, ...]) -> ClassTable:
        """The table with these levels of the first variables in order and level 0 of all others; kept if small."""
        if not any(levels):
            return self.space.table
        kept = self._tables.get(levels)
        if kept is not None:
            self._tables.move_to_end(levels)
            return kept
        last = max(i for i, level in enumerate(levels) if level > 0)
        finer = self._shared_table((*levels[:last], *[0] * (len(levels) - last)))
        table = self._rolled_up(finer, [self._shared[last]], [levels[last]])
        self._keep(levels, table)
        return table

    def _keep(self, levels: tuple[int, ...], table: ClassTable) -> None:
        self._tables[levels] = table
        self._used += table.n_bytes
        while self._used > self._memory and len(self._tables) > 1:
            _, forgotten = self._tables.popitem(last=False)
            self._used -= forgotten.n_bytes

    def _rolled_up(self, table: ClassTable, variables: list[int], levels: list[int]) -> ClassTable:
        """The table with some variables recoded from level 0 and equal rows merged."""
        space, rows = self.space, len(table)
        offsets = np.array([space.map_at[v, level] for v, level in zip(variables, levels, strict=True)], np.int64)
        needed = 1 << max(4, (2 * rows - 1).bit_length())
        if len(self._slots) < needed:
            self._slots = np.empty(needed, np.int32)
        keys, people = np.empty_like(table.keys), np.empty(rows, np.int64)
        matches = np.empty(len(table.matches), np.int64)
        n = kernels.roll_up(
            table.keys, table.people, table.matches, np.array(variables, np.int64), offsets, space.layout, space.maps,
            self._slots[:needed], keys, people, matches,
        )  # fmt: skip
        return ClassTable(keys[:n].copy(), people[:n].copy(), matches[:n].copy())

    def _cells_for(self, n: int) -> tuple[np.ndarray, np.ndarray]:
        if len(self._cells) < n:
            self._cells = np.empty(2 * n, np.int64)
            self._cell_matches = np.empty(2 * n if len(self.space.table.matches) else 0, np.int64)
        return self._cells[:n], self._cell_matches[: n if len(self._cell_matches) else 0]
