"""From counted data to a solution: the lattice searched, what must be suppressed, how far that is proven."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bauta.errors import SearchEndedEarly
from bauta.model.deidentification import SearchFacts
from bauta.model.estimates import Estimator
from bauta.model.transformations import LossKind, SuppressionKind
from bauta.transform.cell_suppression import CellSuppression
from bauta.workflow.count_data import CountedData
from bauta.workflow.find_cells import CellSearch
from bauta.workflow.unreachable import unreachable
from bauta.workflow.wandering import Uncounted, find_uncounted, losses_with

if TYPE_CHECKING:  # importing these compiles or loads kernels, which takes half a second
    from bauta.search.evaluate import NodeJudge
    from bauta.search.optimize import SearchResult
    from bauta.search.solution import NodeClasses
    from bauta.search.space import Node

SearchListener = Callable[[int, float | None, float], None]
"""Told how many nodes were judged, the best loss so far, and the share of the gap that is closed."""
SECONDS_TO_SEARCH = 300.0
"""After so long the search stops with the best it has, and says how far from the optimum it can be."""
CELLS_TIE = 1e-9
"""A loss that exceeds its lower bound by less, relatively, is the least possible."""


@dataclass(frozen=True, eq=False, repr=False)
class Found:
    """A solution: a node and what is suppressed there."""

    counted: CountedData
    classes: "NodeClasses"
    cells: CellSuppression | None
    uncounted: Uncounted
    """Classes nobody was counted in, whose rows are left out or blanked, and who loses rows by that."""
    losses: dict[LossKind, float]
    search: SearchFacts

    @property
    def node(self) -> "Node":
        return self.classes.node

    @property
    def suppressed_people(self) -> int:
        """People who lose a row, quasi-identifiers or cells."""
        if self.cells is not None:
            return self.cells.n_records
        return self.classes.suppressed_people + self.uncounted.people


def find_solution(
    counted: CountedData,
    *,
    listener: SearchListener | None = None,
    seconds: float = SECONDS_TO_SEARCH,
    clock: Callable[[], float] = time.monotonic,
    estimator: Estimator | None = None,
) -> Found:
    """The node of least loss that meets the criterion, with what must be suppressed there.

    `estimator` is the one by which classes of a population known by its size are estimated; None is the default.
    """
    if listener is not None:
        listener(0, None, 0.0)  # compiling, the first time, takes longer than most searches
    if counted.goal.sampling is not None and not counted.goal.was_met:
        from bauta.workflow.estimated_search import EstimatedSearch

        search = EstimatedSearch(counted, estimator, listener=listener)
        return _found(counted, *search.run(clock, clock(), seconds))
    from bauta.search.optimize import BoxSearch
    from bauta.search.solution import classes_of_node
    from bauta.workflow.wandering_judge import judge_of

    space, criterion = counted.space, counted.criterion
    n = space.n_records
    started, begun = time.process_time(), clock()
    judge = judge_of(counted)
    allowed = criterion.most_suppressed(n)

    def is_over() -> bool:
        return clock() - begun > seconds

    result = BoxSearch(judge, allowed, listener=listener).run(is_over)
    if counted.goal.suppression is SuppressionKind.CELLS:
        found = _with_cells(counted, judge, result, is_over, started)
        if found is not None:
            return found
    if result.best is None:
        raise SearchEndedEarly(seconds=f"{seconds:g}") if result.was_stopped else unreachable(counted, judge)
    facts = SearchFacts(
        lattice_nodes=result.nodes,
        nodes_evaluated=result.nodes_judged,
        is_optimal=result.is_optimal,
        gap=result.gap,
        cpu_seconds=time.process_time() - started,
    )
    return _found(counted, classes_of_node(judge, result.best.node), facts)


def _found(counted: CountedData, classes: "NodeClasses", facts: SearchFacts) -> Found:
    """The solution at a node where whole classes are suppressed."""
    from bauta.search.solution import losses_of

    uncounted = uncounted_at(counted, classes)
    losses = losses_of(counted.space, classes, counted.weights)
    losses = losses_with(losses, uncounted, counted.space, classes, counted.weights)
    facts = _beside_untried(counted, facts, losses[counted.goal.loss])
    return Found(counted, classes, None, uncounted, dict(losses), facts)


def _beside_untried(counted: CountedData, facts: SearchFacts, loss: float) -> SearchFacts:
    """What is proven where finer levels are allowed than were searched: that not even they lose nothing, if so."""
    if counted.untried is None:
        return facts
    space = counted.space
    levels = zip(counted.untried, space.top, strict=True)
    nodes = int(np.prod([top - least + 1 for least, top in levels], dtype=object))
    bound = space.generalized_loss(counted.untried) / space.additive.scale if space.additive is not None else 0.0
    gap = max(facts.gap or 0.0, 1 - bound / loss if loss > 0 else 0.0)
    return replace(facts, lattice_nodes=nodes, is_optimal=gap == 0, gap=gap, finer_untried=True)


def _with_cells(
    counted: CountedData,
    judge: "NodeJudge",
    for_records: "SearchResult",
    is_over: Callable[[], bool],
    started: float,
) -> Found | None:
    """Single cells suppressed; the node that is best for whole records is where the search for one begins.

    None where no node was found for whole records either, and cells cannot do.
    """
    allowed = counted.criterion.most_suppressed(counted.space.n_records)
    found = CellSearch(counted, judge, allowed, is_over).run(for_records)
    if found is None:
        return None
    best = found.best
    uncounted = uncounted_at(counted, best.classes)  # nobody: cells are refused where people's rows differ
    loss = best.losses[counted.goal.loss]
    gap = max(0.0, 1 - found.lower_bound / loss) if loss > 0 else 0.0
    facts = SearchFacts(
        lattice_nodes=counted.space.n_nodes,
        nodes_evaluated=len(judge.known),
        is_optimal=gap < CELLS_TIE,
        gap=gap if gap >= CELLS_TIE else 0.0,
        cpu_seconds=time.process_time() - started,
    )
    facts = _beside_untried(counted, facts, loss)
    return Found(counted, best.classes, best.cells, uncounted, best.losses, facts)


def uncounted_at(counted: CountedData, classes: "NodeClasses") -> Uncounted:
    """Who loses rows at a node without having been counted there."""
    return find_uncounted(
        counted.space, classes, counted.classes.codes, counted.wandering, counted.criterion,
        has_population=counted.goal.has_population,
    )  # fmt: skip
