"""Exploring by the risk in a population known by its size alone: every node with a fit of its own."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from bauta.errors import LatticeTooLarge
from bauta.model.deidentification import NodeOutcome
from bauta.model.estimates import SMALL_CHANCE, Estimator
from bauta.model.transformations import SuppressionKind
from bauta.population.in_release import InRelease, Joined, view_of
from bauta.population.smallest import SmallestClass
from bauta.population.summary import largest_class
from bauta.search.evaluate import NodeJudge
from bauta.search.explore import WholeLattice, walk_lattice
from bauta.search.optimize import Judged, is_better
from bauta.search.solution import classes_of_node
from bauta.workflow.estimated_judge import EstimatedJudge

if TYPE_CHECKING:
    from bauta.workflow.count_data import CountedData

MOST_NODES = 2_000
"""A fit takes from a hundredth of a second to some seconds."""


def walk_estimated(
    counted: "CountedData", estimator: Estimator | None
) -> tuple[tuple[NodeOutcome, ...], NodeOutcome | None]:
    """Every node, the least loss first, and the optimum."""
    space, n = counted.space, counted.space.n_records
    if space.n_nodes > MOST_NODES:
        raise LatticeTooLarge(nodes=f"{space.n_nodes:,}", classes=f"{len(space.table):,}")
    rules = counted.criterion.rules(n, has_population=False)
    table = NodeJudge(space, rules)
    judge = EstimatedJudge(counted, estimator, table)
    lattice = walk_lattice(space, rules)
    nodes = [_outcome(counted, judge, table, lattice, row) for row in range(len(lattice.losses))]
    nodes.sort(key=lambda one: (one.loss, one.suppressed_records, one.levels))
    fewest, outcomes = n, []
    best: NodeOutcome | None = None
    for one in nodes:
        outcomes.append(replace(one, is_on_frontier=one.suppressed_records < fewest))
        fewest = min(fewest, one.suppressed_records)
        if one.is_within_limit and (best is None or is_better(_judged(one), _judged(best))):
            best = one
    if best is not None:
        best = next(one for one in outcomes if one.levels == best.levels)
    return tuple(outcomes), best


def _outcome(
    counted: "CountedData", judge: EstimatedJudge, table: NodeJudge, lattice: WholeLattice, row: int
) -> NodeOutcome:
    node, n = lattice.node(row), counted.space.n_records
    classes = classes_of_node(table, node)
    estimates = judge.estimates_at(classes)
    suppressed = None if estimates is None else judge.with_suppression(classes, estimates)
    if suppressed is None or estimates is None:
        everybody = replace(classes, gone=classes.people.astype(np.int64))
        return NodeOutcome(
            levels=node, loss=judge.loss_of(everybody), suppressed_records=n, suppressed_share=1.0, maximum_risk=None,
            average_risk=None, classes=0, is_within_limit=False, is_on_frontier=False,
        )  # fmt: skip
    gone = suppressed.suppressed_people
    stays = counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS and gone > 0
    people = (suppressed.people - suppressed.gone)[estimates.told].astype(np.int64)
    joined = (Joined(gone, gone, np.empty(0, np.int64)),) if stays else ()
    sizes = estimates.sizes[estimates.told]
    view = view_of(sizes, estimates.posterior, InRelease(people, joined))
    assert counted.goal.sampling is not None
    smallest = SmallestClass(view).with_chance(SMALL_CHANCE, largest_class(view, counted.goal.sampling))
    return NodeOutcome(
        levels=node,
        loss=judge.loss_of(suppressed),
        suppressed_records=gone,
        suppressed_share=gone / n,
        maximum_risk=1 / smallest,
        average_risk=float(view.people @ view.posterior.reciprocal) / view.n_people,
        classes=int(np.count_nonzero(people)),
        is_within_limit=gone <= counted.criterion.most_suppressed(n),
        is_on_frontier=False,
    )


def _judged(node: NodeOutcome) -> Judged:
    return Judged(node.levels, node.loss, node.suppressed_records)
