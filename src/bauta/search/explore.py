"""The whole lattice: every node with its loss, its risk and what it would suppress."""

from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.search import kernels, positions
from bauta.search.criterion import priced
from bauta.search.evaluate import NodeJudge
from bauta.search.optimize import class_loss
from bauta.search.space import Node, SearchSpace
from bauta.utility.loss import Reals


@dataclass(frozen=True, eq=False, repr=False)
class WholeLattice:
    """A row for every node, the last variable's level running fastest."""

    levels: Integers
    """[nodes x variables]"""
    measures: Reals
    """[nodes x measures], see positions.py."""
    losses: Reals

    def node(self, row: int) -> Node:
        return tuple(int(level) for level in self.levels[row])


def walk_lattice(space: SearchSpace, rules: Reals, *, with_risk: bool = False) -> WholeLattice:
    """Judge every node of the space; with the risk of what would be released, if that is asked for."""
    measures = np.zeros((space.n_nodes, positions.N_MEASURES_WITH_RISK if with_risk else positions.N_MEASURES))
    bottom = np.array(space.bottom, np.int64)
    table = NodeJudge(space, rules).classes_at(space.bottom)
    steps, step_at = _steps(space)
    by_values = np.array(sorted(range(space.n_variables), key=lambda v: -int(space.n_groups[v, 0])))
    kernels.walk(
        table.keys, table.people, table.matches, bottom, np.array(space.top, np.int64), by_values, space.layout,
        steps, step_at, space.left, space.left_at, priced(rules, space.loss_kind), space.n_records,
        measures,
    )  # fmt: skip
    ranges = [np.arange(low, high + 1) for low, high in zip(space.bottom, space.top, strict=True)]
    levels = np.stack([axis.ravel() for axis in np.meshgrid(*ranges, indexing="ij")], axis=1)
    return WholeLattice(levels, measures, _losses(space, levels, measures))


def _steps(space: SearchSpace) -> tuple[Integers, Integers]:
    """The recodings from each level to the next, one after the other, and where each begins."""
    steps, at = [np.zeros(1, np.int32)], 1
    step_at = np.zeros_like(space.map_at)
    for v, hierarchy in enumerate(space.hierarchies):
        for level in range(hierarchy.height - 1):
            steps.append(hierarchy.step(level))
            step_at[v, level] = at
            at += len(steps[-1])
    return np.concatenate(steps), step_at


def _losses(space: SearchSpace, levels: Integers, measures: Reals) -> Reals:
    if space.additive is None:
        return np.array([class_loss(space, row) for row in measures])
    generalized = sum(table[levels[:, v]] for v, table in enumerate(space.additive.generalized))
    return (generalized + measures[:, positions.PENALTY]) / space.additive.scale
