"""Judging nodes: the classes of a node are put together from the smallest finer table at hand, and judged there."""

from collections import OrderedDict
from typing import Any

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.search import kernels, positions
from bauta.search.criterion import priced
from bauta.search.space import ClassTable, Node, SearchSpace
from bauta.utility.loss import Reals

MEMORY_FOR_TABLES = 512 << 20
DENSE_CELLS_PER_ROW = 8
FEW_CELLS = 4096
"""A node with at most so many possible combinations, or so many per row, is added up in an array."""
FIRST_PART = 4
"""How many variables, those with most values, make one part; the others make the other. A table that is kept has the
levels of one part, and level 0 elsewhere."""
WORTH_KEEPING = 0.6
"""A table is kept if it has at most this share of the rows of the one it was made from."""


class NodeJudge:
    """Judges nodes of one space by one criterion, remembering every answer.

    Neighbouring nodes differ in few variables. So classes are put together in two steps: first some of the variables,
    into a table that is kept and serves every node with the same levels there; then the others. Which come first is
    decided by which leave fewer combinations at the node: losses differ in what they like to tell coarsely.
    """

    def __init__(self, space: SearchSpace, rules: Reals, *, memory: int = MEMORY_FOR_TABLES) -> None:
        self.space = space
        self.rules = priced(rules, space.loss_kind)
        self.known: dict[Node, Reals] = {}
        self._sizes = [[level.n_groups for level in hierarchy.levels] for hierarchy in space.hierarchies]
        by_values = sorted(range(space.n_variables), key=lambda v: -self._sizes[v][0])
        self._parts = [part for part in (by_values[:FIRST_PART], by_values[FIRST_PART:]) if len(part) < len(by_values)]
        self._tables: OrderedDict[Node, ClassTable] = OrderedDict()
        self._not_worth: list[Node] = []
        self._memory = memory
        self._used = 0
        self._counter = space.table.people.dtype
        self._cells = np.empty(FEW_CELLS, self._counter)
        self._cell_matches = np.empty(FEW_CELLS if len(space.table.matches) else 0, self._counter)
        self._slots = np.empty(16, np.int32)
        self._jump = np.empty(int(space.chunks[-1, 3] + space.chunks[-1, 2] + 2), np.int32)

    def __call__(self, node: Node) -> Reals:
        """The node's measures, see positions.py."""
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
        measures = np.zeros(positions.N_MEASURES)
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
        base, ground = self.space.table, np.zeros(len(node), np.int64)
        key = self._levels_of_part(node)
        kept = self._tables.get(key)
        if kept is not None:
            self._tables.move_to_end(key)
        elif not any(key) or self._is_not_worth(key):
            return base, ground
        else:
            kept = self._rolled_up(base, ground, np.array(key, np.int64))
            if len(kept) > WORTH_KEEPING * len(base):
                self._not_worth.append(key)
                return base, ground
            self._keep(key, kept)
        return kept, np.array(key, np.int64)

    def _levels_of_part(self, node: Node) -> Node:
        """The node's levels for the part of the variables that leaves fewer combinations there, 0 for the others."""
        fewest, chosen = 1.0, (0,) * len(node)
        for part in self._parts:
            share = 1.0
            for v in part:
                share *= self._sizes[v][node[v]] / self._sizes[v][0]
            if share < fewest:
                fewest, chosen = share, tuple(level if v in part else 0 for v, level in enumerate(node))
        return chosen

    def _is_not_worth(self, key: Node) -> bool:
        """Whether a table at least as coarse was too large already: a finer one is no smaller."""
        return any(all(level <= limit for level, limit in zip(key, tried, strict=True)) for tried in self._not_worth)

    def _keep(self, key: Node, table: ClassTable) -> None:
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
            out_people, out_matches = np.empty(n, self._counter), np.empty(n if len(matches) else 0, self._counter)
            kernels.collect(
                target, people, matches, space.layout, space.n_groups, keys, out_people, out_matches
            )  # fmt: skip
            return ClassTable(keys, out_people, out_matches)
        variables = np.flatnonzero(levels != target)
        needed = 1 << max(4, (2 * rows - 1).bit_length())
        if len(self._slots) < needed:
            self._slots = np.empty(needed, np.int32)
        keys, people = np.empty_like(table.keys), np.empty(rows, self._counter)
        matches = np.empty(len(table.matches), self._counter)
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

    def _cells_for(self, n: int) -> tuple[Any, Any]:
        if len(self._cells) < n:
            self._cells = np.empty(2 * n, self._counter)
            self._cell_matches = np.empty(2 * n if len(self.space.table.matches) else 0, self._counter)
        return self._cells[:n], self._cell_matches[: n if len(self._cell_matches) else 0]
