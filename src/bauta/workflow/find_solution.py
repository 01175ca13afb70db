"""From data to a solution: classes counted, hierarchies built, the lattice searched, what must be suppressed."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes, in_order
from bauta.errors import (
    CellsNotPossible,
    LevelInvalid,
    OptionInvalid,
    SearchEndedEarly,
    shown,
)
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.model.assessment import Unit
from bauta.model.deidentification import Goal, SearchFacts
from bauta.model.microdata import Microdata
from bauta.model.threshold import Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.risk.exposure import Memberships
from bauta.risk.verification import threshold_against
from bauta.transform.cell_suppression import CellSuppression
from bauta.utility.loss import ADDITIVE
from bauta.workflow.assess import count_classes, count_population
from bauta.workflow.coarse_population import generalize_with
from bauta.workflow.deidentify_request import DeidentifyRequest, QuasiIdentifier
from bauta.workflow.find_cells import CellSearch
from bauta.workflow.hierarchy import BuiltHierarchy, build_chosen
from bauta.workflow.plan_hierarchy import PlannedHierarchy, build_from_plan
from bauta.workflow.united import United, unite
from bauta.workflow.unreachable import unreachable
from bauta.workflow.wandering import Uncounted, count_each_once, find_uncounted, hold_for_wandering, losses_with

if TYPE_CHECKING:  # importing these compiles or loads kernels, which takes half a second
    from bauta.search.criterion import Criterion
    from bauta.search.evaluate import NodeJudge
    from bauta.search.optimize import SearchResult
    from bauta.search.solution import NodeClasses
    from bauta.search.space import Node, SearchSpace

SearchListener = Callable[[int, float | None, float], None]
"""Told how many nodes were judged, the best loss so far, and the share of the gap that is closed."""
SECONDS_TO_SEARCH = 300.0
"""After so long the search stops with the best it has, and says how far from the optimum it can be."""
CELLS_TIE = 1e-9
"""A loss that exceeds its lower bound by less, relatively, is the least possible."""


@dataclass(frozen=True, eq=False, repr=False)
class CountedData:
    """The classes of the data and everything a search needs beside them."""

    classes: EquivalenceClasses
    people: Integers
    """People of each class. One who is in several classes counts in one of them, so that no sum counts anybody twice
    and every class size is a lower bound."""
    wandering: Memberships
    unit: Unit
    built: tuple[BuiltHierarchy, ...]
    space: "SearchSpace"
    criterion: "Criterion"
    goal: Goal
    weights: tuple[float, ...]
    united: United | None = None
    """Data and population in one numbering, where there is a population."""
    notes: tuple[str, ...] = ()
    """What was assumed of the population."""

    @property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        return tuple(one.hierarchy for one in self.built)

    @property
    def n_people(self) -> int:
        return int(self.people.sum())


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


def count_data(
    engine: Engine, data: Microdata, request: DeidentifyRequest, *, population: EquivalenceClasses | None = None
) -> CountedData:
    """Count the classes of the data (and of the population) and build the hierarchies over their values.

    `population` is one that was counted before, in place of the request's.
    """
    from bauta.search.criterion import Criterion
    from bauta.search.space import build_space

    settings, assessed = request.settings, request.assessed
    names = [quasi.name for quasi in request.quasi_identifiers]
    groups, unit, wandering = count_classes(engine, data, names, assessed.person_key)
    classes, wandering = _in_order(encode_classes(groups.values, groups.sizes), wandering)
    people = classes.sizes
    built = tuple(
        build_chosen(quasi.name, classes.domains[v], quasi.choice, records=_records_per_value(classes, v))
        if quasi.lookup is None
        else build_from_plan(quasi, classes.domains[v], settings.unseen, path=data.shown)
        for v, quasi in enumerate(request.quasi_identifiers)
    )
    thresholds = _thresholds(request)
    goal = Goal(
        criterion=settings.criterion,
        thresholds=thresholds,
        has_population=assessed.population is not None,
        suppression=settings.suppression,
        suppression_limit=settings.suppression_limit,
        reading=settings.reading,
        loss=settings.loss,
        verifier=assessed.verifier,
    )
    _check_cells(goal, wandering)
    weights = tuple(quasi.weight for quasi in request.quasi_identifiers)
    if settings.loss not in ADDITIVE and len(set(weights)) > 1:
        allowed = f"{', '.join(ADDITIVE)} where variables have weights"
        raise OptionInvalid(option="--loss", value=f"{settings.loss}, which looks at classes alone", allowed=allowed)
    hierarchies: Sequence[Hierarchy] = [one.hierarchy for one in built]
    codes, matches = classes.codes, None
    counted_people, united = people, None
    least: Mapping[str, int] = {}
    notes: tuple[str, ...] = ()
    if assessed.population is not None:
        if population is None:
            population, facts = count_population(engine, assessed.population, assessed, classes, unit.people)
            coarse = generalize_with(classes, population, built, population_shown=facts.shown)
            population, least, notes = coarse.population, coarse.least, (*facts.notes, *coarse.notes)
        united = unite(classes, people, population, built, least)
        hierarchies, codes, counted_people, matches = united.hierarchies, united.codes, united.people, united.matches
    bottom, top = _allowed_levels(request, hierarchies, built, least)
    is_class = counted_people > 0 if matches is None else (counted_people > 0) | (matches > 0)
    space = build_space(
        hierarchies,
        [own[is_class] for own in codes],
        counted_people[is_class],
        matches=None if matches is None else matches[is_class],
        loss=settings.loss,
        weights=weights,
        bottom=bottom,
        top=top,
    )
    criterion = hold_for_wandering(
        Criterion(settings.criterion, thresholds, settings.suppression, request.suppression_limit),
        int(people.sum()),
        wandering.people,
        has_population=goal.has_population,
    )
    return CountedData(classes, people, wandering, unit, built, space, criterion, goal, weights, united, notes)


def find_solution(
    counted: CountedData,
    *,
    listener: SearchListener | None = None,
    seconds: float = SECONDS_TO_SEARCH,
    clock: Callable[[], float] = time.monotonic,
) -> Found:
    """The node of least loss that meets the criterion, with what must be suppressed there."""
    if listener is not None:
        listener(0, None, 0.0)  # compiling, the first time, takes longer than most searches
    from bauta.search.optimize import BoxSearch
    from bauta.search.solution import classes_of_node, losses_of
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
    node_classes = classes_of_node(judge, result.best.node)
    uncounted = uncounted_at(counted, node_classes)
    spent = time.process_time() - started
    losses = losses_of(space, node_classes, counted.weights)
    losses = losses_with(losses, uncounted, space, node_classes, counted.weights)
    facts = SearchFacts(
        lattice_nodes=result.nodes,
        nodes_evaluated=result.nodes_judged,
        is_optimal=result.is_optimal,
        gap=result.gap,
        cpu_seconds=spent,
    )
    return Found(counted, node_classes, None, uncounted, dict(losses), facts)


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
    return Found(counted, best.classes, best.cells, uncounted, best.losses, facts)


def uncounted_at(counted: CountedData, classes: "NodeClasses") -> Uncounted:
    """Who loses rows at a node without having been counted there."""
    return find_uncounted(
        counted.space, classes, counted.classes.codes, counted.wandering, counted.criterion,
        has_population=counted.goal.has_population,
    )  # fmt: skip


def _in_order(classes: EquivalenceClasses, wandering: Memberships) -> tuple[EquivalenceClasses, Memberships]:
    """The classes in an order of their own, with everybody counted once, and the memberships in that order."""
    ordered = in_order(replace(classes, sizes=np.arange(len(classes))))
    number = np.argsort(ordered.sizes)
    memberships = Memberships(wandering.person, number[wandering.class_number])
    sizes = count_each_once(classes.sizes[ordered.sizes], memberships)
    return replace(ordered, sizes=sizes), memberships


def _records_per_value(classes: EquivalenceClasses, v: int) -> Integers:
    counts = np.bincount(classes.codes[v], weights=classes.sizes, minlength=classes.domains[v].size)
    return counts.astype(np.int64)


def _thresholds(request: DeidentifyRequest) -> Thresholds:
    """What is to be reached: against a verifier, classes of the size that keeps the risk from them within tau."""
    assessed = request.assessed
    if assessed.verifier is None:
        return assessed.thresholds
    if request.settings.criterion is not CriterionKind.MAXIMUM:
        allowed = "maximum against an adversary who verifies, or leave that adversary out"
        raise OptionInvalid(option="--criterion", value=request.settings.criterion, allowed=allowed)
    tau = threshold_against(assessed.verifier, assessed.thresholds.tau)
    return replace(assessed.thresholds, tau=tau)


def _check_cells(goal: Goal, wandering: Memberships) -> None:
    if goal.suppression is not SuppressionKind.CELLS:
        return
    if goal.criterion is not CriterionKind.MAXIMUM:
        raise CellsNotPossible(why="they are chosen so that every person meets the maximum risk, not an average")
    if goal.has_population:
        raise CellsNotPossible(why="they are chosen by the classes of the data, not of a population")
    if wandering.people:
        raise CellsNotPossible(why=f"people ({wandering.people:,}) have rows that differ on the quasi-identifiers")


def _allowed_levels(
    request: DeidentifyRequest,
    hierarchies: Sequence[Hierarchy],
    all_built: Sequence[BuiltHierarchy],
    least: Mapping[str, int],
) -> "tuple[Node, Node]":
    """The least and greatest level of every variable: as the study says, or the one level a person chose.

    `least` is the finest level at which the population can be counted, where it is coarser than the data.
    """
    bottom, top = [], []
    for quasi, hierarchy, built in zip(request.quasi_identifiers, hierarchies, all_built, strict=True):
        low, high = _range(quasi, hierarchy.height - 1)
        if isinstance(built, PlannedHierarchy):
            low = high = built.level  # a plan leaves nothing to choose
        chosen = request.levels.get(quasi.name)
        if chosen is not None:
            if chosen > hierarchy.height - 1:
                raise LevelInvalid(
                    variable=shown(quasi.name), problem=f"{chosen} is above its highest, {hierarchy.height - 1}"
                )
            low = high = chosen
        finest = least.get(quasi.name, 0)
        if high < finest:
            raise LevelInvalid(
                variable=shown(quasi.name),
                problem=f"{high} is finer than the population tells it, which is {finest}; allow that, or give a "
                "population as fine as the data",
            )
        low = max(low, finest)
        bottom.append(low)
        top.append(high)
    return tuple(bottom), tuple(top)


def _range(quasi: QuasiIdentifier, highest: int) -> tuple[int, int]:
    for level in (quasi.min_level, quasi.max_level):
        if level is not None and level > highest:
            raise LevelInvalid(variable=shown(quasi.name), problem=f"{level} is above its highest, {highest}")
    return quasi.min_level, highest if quasi.max_level is None else quasi.max_level
