"""Judging nodes: the classes of a node are put together from the smallest finer table at hand, and judged there."""

from collections import OrderedDict

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.search import kernels
from bauta.search.space import ClassTable, Node, SearchSpace
from bauta.utility.loss import Reals

MEMORY_FOR_TABLES = 512 << 20
DENSE_CELLS_PER_ROW = 8
FEW_CELLS = 4096
"""A node with at most so many possible combinations, or so many per row, is added up in an array."""
STAGES = (4,)
"""How many variables, those with most values first, have their level in the tables that are kept."""
WORTH_KEEPING = 0.6
"""A table is kept if it has at most this share of the rows of the one it was made from."""


class NodeJudge:
    """Judges nodes of one space by one criterion, remembering every answer.

    Neighbouring nodes differ in few variables. So classes are put together in stages: first the variables with most
    values, into a table that is kept and serves every node with the same levels there; then some more; then all others.
    """

    def __init__(self, space: SearchSpace, rules: Reals, *, memory: int = MEMORY_FOR_TABLES) -> None:
        self.space = space
        self.rules = rules
        self.known: dict[Node, Reals] = {}
        self._by_values = sorted(range(space.n_variables), key=lambda v: -int(space.n_groups[v, 0]))
        self._sizes = [[level.n_groups for level in hierarchy.levels] for hierarchy in space.hierarchies]
        self._tables: OrderedDict[tuple[int, ...], ClassTable] = OrderedDict()
        self._not_worth: list[tuple[int, ...]] = []
        self._memory = memory
        self._used = 0
        self._cells = np.empty(FEW_CELLS, np.int64)
        self._cell_matches = np.empty(FEW_CELLS if len(space.table.matches) else 0, np.int64)
        self._slots = np.empty(16, np.int32)
        self._jump = np.empty(int(space.chunks[-1, 3] + space.chunks[-1, 2] + 2), np.int32)

    def __call__(self, node: Node) -> Reals:
        """The node's measures, see kernels.py."""
        measures = self.known.get(node)
        if measures is None:
            measures = self.known[node] = self._judge(node)
        return measures

    def classes_at(self, node: Node) -> ClassTable:
        """The classes of a node, their codes being the groups of its levels."""
        table, levels = self._finer_table(node)
        return self._rolled_up(table, levels, np.array(node, np.int64))

    def _judge(self, node: Node) -> Reals:
        space = self.space
        table, levels = self._finer_table(node)
        target = np.array(node, np.int64)
        measures = np.zeros(kernels.N_MEASURES)
        cells = self._n_cells(node)
        if self._fits_cells(cells, table):
            people, matches = self._cells_for(cells)
            kernels.add_up(
                target, levels, table.keys, table.people, table.matches, space.layout, space.chunks, space.chunk_of,
                space.maps, space.map_at, space.n_groups, self._jump, people, matches,
            )  # fmt: skip
            kernels.judge_cells(
                target, people, matches, space.n_groups, space.left, space.left_at, self.rules, space.n_records,
                measures,
            )  # fmt: skip
            return measures
        classes = self._rolled_up(table, levels, target)
        kernels.judge_rows(
            target, classes.keys, classes.people, classes.matches, space.layout, space.left, space.left_at, self.rules,
            space.n_records, measures,
        )  # fmt: skip
        return measures

    def _finer_table(self, node: Node) -> tuple[ClassTable, Integers]:
        """The smallest table kept that the node's classes can be made from, and the levels it has."""
        table = self.space.table
        levels = np.zeros(len(node), np.int64)
        for stage in STAGES:
            if stage >= len(node):
                break
            first = self._by_values[:stage]
            key = tuple(node[v] for v in first)
            wanted = levels.copy()
            wanted[first] = key
            kept = self._tables.get(key)
            if kept is not None:
                self._tables.move_to_end(key)
            elif (wanted == levels).all() or self._is_not_worth(key):
                continue
            else:
                kept = self._rolled_up(table, levels, wanted)
                if len(kept) > WORTH_KEEPING * len(table):
                    self._not_worth.append(key)
                    continue
                self._keep(key, kept)
            table, levels = kept, wanted
        return table, levels

    def _is_not_worth(self, key: tuple[int, ...]) -> bool:
        """Whether a table at least as coarse was too large already: a finer one is no smaller."""
        return any(
            len(tried) == len(key) and all(level <= limit for level, limit in zip(key, tried, strict=True))
            for tried in self._not_worth
        )

    def _keep(self, key: tuple[int, ...], table: ClassTable) -> None:
        self._tables[key] = table
        self._used += table.n_bytes
        while self._used > self._memory and len(self._tables) > 1:
            _, forgotten = self._tables.popitem(last=False)
            self._used -= forgotten.n_bytes

    def _rolled_up(self, table: ClassTable, levels: Integers, target: Integers) -> ClassTable:
        """The table at the levels of `target`, equal rows merged; its variables are at level 0 or at these already."""
        space, rows = self.space, len(table)
        cells = self._n_cells(tuple(target.tolist()))
        if self._fits_cells(cells, table):
            people, matches = self._cells_for(cells)
            kernels.add_up(
                target, levels, table.keys, table.people, table.matches, space.layout, space.chunks, space.chunk_of,
                space.maps, space.map_at, space.n_groups, self._jump, people, matches,
            )  # fmt: skip
            n = kernels.count_taken(people, matches)
            keys = np.empty((n, table.keys.shape[1]), np.int64)
            out_people, out_matches = np.empty(n, np.int64), np.empty(n if len(matches) else 0, np.int64)
            kernels.collect(
                target, people, matches, space.layout, space.n_groups, keys, out_people, out_matches
            )  # fmt: skip
            return ClassTable(keys, out_people, out_matches)
        variables = np.flatnonzero(levels != target)
        needed = 1 << max(4, (2 * rows - 1).bit_length())
        if len(self._slots) < needed:
            self._slots = np.empty(needed, np.int32)
        keys, people = np.empty_like(table.keys), np.empty(rows, np.int64)
        matches = np.empty(len(table.matches), np.int64)
        n = kernels.roll_up(
            table.keys, table.people, table.matches, variables, space.map_at[variables, target[variables]],
            space.layout, space.maps, self._slots[:needed], keys, people, matches,
        )  # fmt: skip
        return ClassTable(keys[:n].copy(), people[:n].copy(), matches[:n].copy())

    def _n_cells(self, node: Node) -> int:
        cells = 1
        for sizes, level in zip(self._sizes, node, strict=True):
            cells *= sizes[level]
        return cells

    def _fits_cells(self, cells: int, table: ClassTable) -> bool:
        return cells <= max(FEW_CELLS, DENSE_CELLS_PER_ROW * len(table))

    def _cells_for(self, n: int) -> tuple[Integers, Integers]:
        if len(self._cells) < n:
            self._cells = np.empty(2 * n, np.int64)
            self._cell_matches = np.empty(2 * n if len(self.space.table.matches) else 0, np.int64)
        return self._cells[:n], self._cell_matches[: n if len(self._cell_matches) else 0]
