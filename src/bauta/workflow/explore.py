"""Explore: every node of the lattice, or the frontier, so that a person can choose another than the optimum."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.errors import LatticeTooLarge
from bauta.model.deidentification import Exploration, NodeOutcome
from bauta.workflow.deidentify_request import DeidentifyRequest, resolve
from bauta.workflow.find_solution import CountedData, count_data

if TYPE_CHECKING:
    from bauta.search.evaluate import NodeJudge
    from bauta.search.optimize import Judged
    from bauta.search.space import Node

MOST_NODES = 2_000_000
MOST_WORK = 20_000_000_000
"""Nodes times classes: more than that takes the better part of an hour."""


def explore(
    engine: Engine, request: DeidentifyRequest, *, frontier_only: bool, on_walk: Callable[[int], None] | None = None
) -> Exploration:
    """Risk against loss for every node within the levels the study allows."""
    data = engine.open(request.assessed.data, missing_codes=request.assessed.missing_codes)
    request = resolve(engine, data, request)
    counted = count_data(engine, data, request)
    space = counted.space
    if space.n_nodes > MOST_NODES or space.n_nodes * len(space.table) > MOST_WORK:
        raise LatticeTooLarge(nodes=f"{space.n_nodes:,}", classes=f"{len(space.table):,}")
    if on_walk is not None:
        on_walk(space.n_nodes)
    nodes, best = _walk(counted)
    shown = tuple(node for node in nodes if node.is_on_frontier) if frontier_only else nodes
    return Exploration(
        title=request.assessed.title,
        source=data.shown,
        goal=counted.goal,
        variables=tuple(one.name for one in request.quasi_identifiers),
        level_names=tuple(tuple(level.name for level in hierarchy.levels) for hierarchy in counted.hierarchies),
        records=space.n_records,
        lattice_nodes=space.n_nodes,
        nodes=shown,
        is_whole=not frontier_only,
        best=best,
        notes=(*data.notes, *request.notes),
    )


def _walk(counted: CountedData) -> tuple[tuple[NodeOutcome, ...], NodeOutcome | None]:
    """Every node, the least loss first, and the optimum."""
    from bauta.search import positions
    from bauta.search.evaluate import NodeJudge
    from bauta.search.explore import walk_lattice
    from bauta.search.optimize import is_better

    space, n = counted.space, counted.space.n_records
    rules = counted.criterion.rules(n, has_population=counted.goal.has_population)
    lattice = walk_lattice(space, rules)
    judge = NodeJudge(space, rules)
    suppressed = np.minimum(lattice.measures[:, positions.SUPPRESSED], n).astype(np.int64)
    order = np.lexsort((suppressed, lattice.losses))
    fewest_so_far = np.minimum.accumulate(np.r_[n + 1, suppressed[order][:-1]])
    on_frontier = np.zeros(len(order), bool)
    on_frontier[order] = (suppressed[order] < fewest_so_far) & (suppressed[order] < n)
    allowed = counted.criterion.most_suppressed(n)
    kept_classes = lattice.measures[:, positions.KEPT_CLASSES]
    nodes = tuple(
        NodeOutcome(
            levels=lattice.node(row),
            loss=float(lattice.losses[row]),
            suppressed_records=int(suppressed[row]),
            suppressed_share=float(suppressed[row] / n),
            average_risk=_average_risk(
                judge, lattice.node(row), kept_classes[row], n - suppressed[row], on_frontier[row]
            ),
            classes=int(kept_classes[row]),
            is_within_limit=bool(suppressed[row] <= allowed),
            is_on_frontier=bool(on_frontier[row]),
        )
        for row in order.tolist()
    )
    best: NodeOutcome | None = None
    for node in nodes:
        if node.is_within_limit and (best is None or is_better(_judged(node), _judged(best))):
            best = node
    return nodes, best


def _average_risk(judge: "NodeJudge", node: "Node", classes: float, kept: int, is_on_frontier: bool) -> float | None:
    """The average over the people kept. With a population it takes another look, made for the frontier alone."""
    from bauta.search.solution import classes_of_node

    if kept == 0:
        return None
    if not len(judge.space.table.matches):
        return float(classes / kept)
    if not is_on_frontier:
        return None
    found = classes_of_node(judge, node)
    is_kept = (found.people > 0) & ~found.suppressed
    people, matches = found.people - found.recruits, found.matches - found.recruits
    return float((people[is_kept] / matches[is_kept]).sum() / kept)


def _judged(node: NodeOutcome) -> "Judged":
    from bauta.search.optimize import Judged

    return Judged(node.levels, node.loss, node.suppressed_records)
