"""Explore: every node of the lattice, or the frontier, so that a person can choose another than the optimum."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import Integers
from bauta.errors import LatticeTooLarge
from bauta.model.deidentification import Exploration, NodeOutcome
from bauta.model.transformations import SuppressionKind
from bauta.utility.loss import Reals
from bauta.workflow.count_data import CountedData, count_data
from bauta.workflow.deidentify_request import DeidentifyRequest, resolve
from bauta.workflow.durations_of_release import with_durations

if TYPE_CHECKING:
    from bauta.search.explore import WholeLattice
    from bauta.search.optimize import Judged

MOST_NODES = 2_000_000
MOST_NODES_WITH_WANDERING = 100_000
"""Where people have rows that differ every node takes a second look, of some milliseconds."""
MOST_WORK = 20_000_000_000
"""Nodes times classes: more than that takes the better part of an hour."""


def explore(
    engine: Engine, request: DeidentifyRequest, *, frontier_only: bool, on_walk: Callable[[int], None] | None = None
) -> Exploration:
    """Risk against loss for every node within the levels the study allows."""
    data = engine.open(request.assessed.data, missing_codes=request.assessed.missing_codes)
    request = resolve(engine, data, with_durations(engine, data, request))
    counted = count_data(engine, data, request)
    space = counted.space
    most = MOST_NODES_WITH_WANDERING if counted.wandering.people else MOST_NODES
    if space.n_nodes > most or space.n_nodes * len(space.table) > MOST_WORK:
        raise LatticeTooLarge(nodes=f"{space.n_nodes:,}", classes=f"{len(space.table):,}")
    if on_walk is not None:
        on_walk(space.n_nodes)
    nodes, best = _walked(counted, request)
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
        notes=(*data.notes, *request.notes, *counted.notes, *_not_reflected(request, counted)),
    )


def _walked(counted: CountedData, request: DeidentifyRequest) -> tuple[tuple[NodeOutcome, ...], NodeOutcome | None]:
    """Every node by the risk that the goal is about."""
    if counted.goal.sampling is None:
        return walk(counted)
    from bauta.workflow.explore_estimated import walk_estimated

    return walk_estimated(counted, None if request.assessed.sampling is None else request.assessed.sampling.estimator)


def walk(counted: CountedData) -> tuple[tuple[NodeOutcome, ...], NodeOutcome | None]:
    """Every node, the least loss first, and the optimum."""
    from bauta.search import positions
    from bauta.search.explore import walk_lattice
    from bauta.search.optimize import is_better

    space, n = counted.space, counted.space.n_records
    rules = counted.criterion.rules(n, has_population=counted.goal.has_population)
    lattice = walk_lattice(space, rules, with_risk=True)
    stays = counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS
    kept_classes = lattice.measures[:, positions.KEPT_CLASSES]
    least, risk = lattice.measures[:, positions.LEAST_MATCHES], lattice.measures[:, positions.RISK]
    counted_gone = np.minimum(lattice.measures[:, positions.SUPPRESSED], n)
    released = np.where(counted_gone < n, n if stays else n - counted_gone, 0)
    losses, suppressed = _with_wandering(counted, lattice)
    order = np.lexsort((suppressed, losses))
    fewest_so_far = np.minimum.accumulate(np.r_[n + 1, suppressed[order][:-1]])
    on_frontier = np.zeros(len(order), bool)
    on_frontier[order] = (suppressed[order] < fewest_so_far) & (suppressed[order] < n)
    allowed = counted.criterion.most_suppressed(n)
    nodes = tuple(
        NodeOutcome(
            levels=lattice.node(row),
            loss=float(losses[row]),
            suppressed_records=int(suppressed[row]),
            suppressed_share=float(suppressed[row] / n),
            maximum_risk=float(1 / least[row]) if released[row] else None,
            average_risk=float(risk[row] / released[row]) if released[row] else None,
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


def _with_wandering(counted: CountedData, lattice: "WholeLattice") -> tuple[Reals, Integers]:
    """Losses and people suppressed, with those who lose some of several rows: they take a look at every node."""
    from bauta.search import positions
    from bauta.search.optimize import LossOfNode
    from bauta.workflow.wandering_judge import judge_of

    n = counted.space.n_records
    if not counted.wandering.people:
        return lattice.losses, np.minimum(lattice.measures[:, positions.SUPPRESSED], n).astype(np.int64)
    judge = judge_of(counted)
    loss = LossOfNode(judge)
    nodes = [lattice.node(row) for row in range(len(lattice.losses))]
    suppressed = np.array([judge(node)[positions.SUPPRESSED] for node in nodes])
    return np.array([loss.at(node) for node in nodes]), np.minimum(suppressed, n).astype(np.int64)


def _not_reflected(request: DeidentifyRequest, counted: CountedData) -> list[str]:
    """In which way a release would differ from the figures."""
    notes = []
    fraction = request.settings.subsample
    if fraction is not None and fraction < 1:
        notes.append(
            f"The figures are of all people. The study asks for a random {100 * fraction:g} % of them, whose "
            "classes are smaller: their release may need more suppression, or other levels."
        )
    if counted.goal.suppression is SuppressionKind.CELLS:
        notes.append(
            "Loss, people and risks are as if everybody at risk lost all quasi-identifiers. A release suppresses "
            "single cells: that loses less, and can take cells of a few more people to fill up classes."
        )
    if counted.wandering.people:
        notes.append(
            f"People with rows that differ on the quasi-identifiers: {counted.wandering.people:,}. Whoever loses a row "
            "is suppressed. Risks are by the class each was counted in; other rows of theirs can be more exposed."
        )
    return notes


def _judged(node: NodeOutcome) -> "Judged":
    from bauta.search.optimize import Judged

    return Judged(node.levels, node.loss, node.suppressed_records)
