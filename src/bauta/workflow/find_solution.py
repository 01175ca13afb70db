"""From data to a solution: classes counted, hierarchies built, the lattice searched, what must be suppressed."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes, in_order
from bauta.errors import (
    CellsNotPossible,
    CellSuppressionExceedsLimit,
    LevelInvalid,
    OptionInvalid,
    ThresholdUnreachable,
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
from bauta.transform.cell_suppression import CellSuppression, apply_cell_suppression, suppress_cells
from bauta.utility.loss import ADDITIVE
from bauta.workflow.assess import count_classes, count_population
from bauta.workflow.deidentify_request import DeidentifyRequest, QuasiIdentifier
from bauta.workflow.hierarchy import BuiltHierarchy, build_chosen
from bauta.workflow.plan_hierarchy import PlannedHierarchy, build_from_plan
from bauta.workflow.united import United, unite
from bauta.workflow.wandering import Uncounted, count_each_once, find_uncounted, hold_for_wandering, losses_with

if TYPE_CHECKING:  # importing these compiles or loads kernels, which takes half a second
    from bauta.search.criterion import Criterion
    from bauta.search.evaluate import NodeJudge
    from bauta.search.solution import NodeClasses
    from bauta.search.space import Node, SearchSpace

SearchListener = Callable[[int, float | None, float], None]
"""Told how many nodes were judged, the best loss so far, and the share of the gap that is closed."""
SECONDS_TO_SEARCH = 300.0
"""After so long the search stops with the best it has, and says how far from the optimum it can be."""


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
    if assessed.population is not None:
        if population is None:
            population, _ = count_population(engine, assessed.population, assessed, names, unit.people)
        united = unite(classes, people, population, built)
        hierarchies, codes, counted_people, matches = united.hierarchies, united.codes, united.people, united.matches
    bottom, top = _allowed_levels(request, hierarchies, built)
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
    return CountedData(classes, people, wandering, unit, built, space, criterion, goal, weights, united)


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

    space, criterion = counted.space, counted.criterion
    n = space.n_records
    started, begun = time.process_time(), clock()
    judge = judge_of(counted)
    allowed = criterion.most_suppressed(n)
    result = BoxSearch(judge, allowed, listener=listener).run(lambda: clock() - begun > seconds)
    if result.best is None:
        raise _unreachable(counted, classes_of_node(judge, space.top))
    node_classes = classes_of_node(judge, result.best.node)
    uncounted = uncounted_at(counted, node_classes)
    cells, cell_entries, sizes = None, None, None
    if counted.goal.suppression is SuppressionKind.CELLS:
        cells = _suppress_cells(counted, node_classes)
        first = cells
        while cells.n_records > allowed:
            # People recruited to fill up groups count too. A node with fewer people at risk needs fewer of them.
            fewer = min(result.best.suppressed - 1, result.best.suppressed * allowed // cells.n_records)
            result = BoxSearch(judge, fewer).run(lambda: clock() - begun > seconds)
            if result.best is None or fewer < 0:
                raise CellSuppressionExceedsLimit(needed=first.n_records, allowed=allowed, records=n)
            node_classes = classes_of_node(judge, result.best.node)
            cells = _suppress_cells(counted, node_classes)
        cell_entries = (cells.class_number, cells.pattern, cells.records)
        sizes = _apply(counted, node_classes, cells)
    spent = time.process_time() - started
    losses = losses_of(
        space,
        node_classes,
        counted.classes.codes,
        counted.people,
        counted.weights,
        cells=cell_entries,
        sizes=sizes,
    )
    losses = losses_with(losses, uncounted, space, node_classes, counted.classes.codes, counted.people, counted.weights)
    facts = SearchFacts(
        lattice_nodes=result.nodes,
        nodes_evaluated=result.nodes_judged,
        is_optimal=result.is_optimal,
        gap=result.gap,
        cpu_seconds=spent,
    )
    return Found(counted, node_classes, cells, uncounted, dict(losses), facts)


def judge_of(counted: CountedData) -> "NodeJudge":
    """What judges the nodes of these data."""
    from bauta.search.evaluate import NodeJudge
    from bauta.workflow.wandering_judge import WanderingJudge

    space, criterion, has_population = counted.space, counted.criterion, counted.goal.has_population
    if counted.wandering.people:
        codes = counted.classes.codes
        return WanderingJudge(space, criterion, codes, counted.wandering, has_population=has_population)
    return NodeJudge(space, criterion.rules(space.n_records, has_population=has_population))


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
        raise CellsNotPossible(why=f"{wandering.people} people have rows that differ on the quasi-identifiers")


def _allowed_levels(
    request: DeidentifyRequest, hierarchies: Sequence[Hierarchy], all_built: Sequence[BuiltHierarchy]
) -> "tuple[Node, Node]":
    """The least and greatest level of every variable: as the study says, or the one level a person chose."""
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
        bottom.append(low)
        top.append(high)
    return tuple(bottom), tuple(top)


def _range(quasi: QuasiIdentifier, highest: int) -> tuple[int, int]:
    for level in (quasi.min_level, quasi.max_level):
        if level is not None and level > highest:
            raise LevelInvalid(variable=shown(quasi.name), problem=f"{level} is above its highest, {highest}")
    return quasi.min_level, highest if quasi.max_level is None else quasi.max_level


def _suppress_cells(counted: CountedData, classes: "NodeClasses") -> CellSuppression:
    hierarchies, node = counted.hierarchies, classes.node
    radices = [hierarchy.levels[level].n_groups for hierarchy, level in zip(hierarchies, node, strict=True)]
    return suppress_cells(
        classes.groups,
        radices,
        classes.people,
        counted.goal.thresholds.tau.cell_size,
        reading=counted.goal.reading,
        missing_codes=groups_of_missing(counted, node),
        weights=counted.weights,
    )


def groups_of_missing(counted: CountedData, node: "Node") -> list[int | None]:
    """For every variable the group of missing values at a node, if it has one that is not told in words."""
    return [
        None if domain.missing_code is None else _group_of_missing(hierarchy, level, domain.missing_code)
        for domain, hierarchy, level in zip(counted.classes.domains, counted.hierarchies, node, strict=True)
    ]


def _group_of_missing(hierarchy: Hierarchy, level: int, missing_code: int) -> int | None:
    """The group of missing values, unless it is told in words."""
    group = int(hierarchy.levels[level].groups[missing_code])
    return group if hierarchy.levels[level].labels[group] is None else None


def _apply(counted: CountedData, classes: "NodeClasses", cells: CellSuppression) -> Integers:
    radices = [
        hierarchy.levels[level].n_groups for hierarchy, level in zip(counted.hierarchies, classes.node, strict=True)
    ]
    return apply_cell_suppression(classes.groups, radices, classes.people, cells).sizes


def _unreachable(counted: CountedData, coarsest: "NodeClasses") -> ThresholdUnreachable:
    """What would be possible, told from the most general node: it needs the least suppression of all."""
    goal, n = counted.goal, counted.n_people
    uncounted = uncounted_at(counted, coarsest)
    needed = coarsest.suppressed_people + uncounted.people
    remedies = []
    if needed < n:
        share = np.ceil(needed / n * 1000) / 1000
        remedies.append(f"Allow --suppression-limit {share:g}")
    if goal.criterion is CriterionKind.MAXIMUM and not uncounted.people:
        allowed = counted.criterion.most_suppressed(n)
        by_matches = np.argsort(coarsest.matches, kind="stable")
        running = np.cumsum(coarsest.people[by_matches])
        within = by_matches[running > allowed]
        reachable = int(coarsest.matches[within[0]]) if len(within) else 0
        if reachable > 1:
            remedies.append(f"{'use' if remedies else 'Use'} a cell size of at most {reachable}, which can be met")
    is_planned = any(isinstance(built, PlannedHierarchy) for built in counted.built)
    highest = [hierarchy.height - 1 for hierarchy in counted.hierarchies]
    if not is_planned and any(top < high for top, high in zip(counted.space.top, highest, strict=True)):
        remedies.append("allow higher levels" if remedies else "Allow higher levels")
    if not remedies:
        remedies.append("There are too few people")
    return ThresholdUnreachable(
        limit=f"{100 * goal.suppression_limit:g} %", needed=f"{needed:,}", records=f"{n:,}",
        remedy="; or ".join(remedies) + ".",
    )  # fmt: skip
