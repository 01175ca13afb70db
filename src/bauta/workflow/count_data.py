"""The data as a search sees them: classes counted, hierarchies over their values, what must be met."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes, in_order
from bauta.errors import CellsNotPossible, LevelInvalid, OptionInvalid, TooManyClasses, shown
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy
from bauta.model.assessment import Unit
from bauta.model.deidentification import Goal
from bauta.model.microdata import Microdata
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.risk.exposure import Memberships
from bauta.risk.verification import threshold_against
from bauta.utility.loss import ADDITIVE, Reals
from bauta.workflow.assess import count_population
from bauta.workflow.coarse_population import generalize_with
from bauta.workflow.count_classes import count_classes
from bauta.workflow.deidentify_request import DeidentifyRequest, QuasiIdentifier
from bauta.workflow.durations import add_durations
from bauta.workflow.estimated_adversary import estimated_adversary, not_against_estimates
from bauta.workflow.hierarchy import BuiltHierarchy, build_chosen
from bauta.workflow.plan_hierarchy import PlannedHierarchy, build_from_plan, notes_on_unseen
from bauta.workflow.roll_up_first import (
    RolledUp,
    ValuesOfVariable,
    frequencies_within,
    roll_up_first,
    values_of_each,
)
from bauta.workflow.united import United, unite, without_the_datas_own
from bauta.workflow.wandering import count_each_once, hold_for_wandering

if TYPE_CHECKING:  # importing these compiles or loads kernels, which takes half a second
    from bauta.search.criterion import Criterion
    from bauta.search.space import Node, SearchSpace

ANY_CLASS = Thresholds(Threshold(1.0, 1))
"""Met by whatever there is."""


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
    """What was assumed of the population, and what could not be tried."""
    rolled_up: RolledUp | None = None
    """The classes as they came up, where those of the finest values are too many."""
    untried: "Node | None" = None
    """The least levels that are allowed, where the search begins at higher ones because there classes fit."""

    @property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        return tuple(one.hierarchy for one in self.built)

    @property
    def n_people(self) -> int:
        return int(self.people.sum())


def count_data(
    engine: Engine, data: Microdata, request: DeidentifyRequest, *, population: EquivalenceClasses | None = None
) -> CountedData:
    """Count the classes of the data (and of the population) and build the hierarchies over their values.

    `population` is one that was counted before, in place of the request's.
    """
    from bauta.search.criterion import Criterion
    from bauta.search.space import build_space

    settings, assessed = request.settings, request.assessed
    data = add_durations(engine, data, assessed)
    own = _count_own(engine, data, request)
    classes, people, built, wandering = own.classes, own.classes.sizes, own.built, own.wandering
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
        sampling=None if wandering.people else estimated_adversary(request, own.unit.people),
        was_met=request.is_acceptable,
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
    notes = (*notes_on_unseen(built), *not_against_estimates(request, goal, wandering.people))
    if assessed.population is not None:
        days: tuple[str, ...] = ()
        if population is None:
            population, facts = count_population(engine, assessed.population, assessed, classes, own.unit.people)
            days = tuple(one.name for one in assessed.durations if one.name not in population.variables)
            coarse = generalize_with(classes, population, built, population_shown=facts.shown, beside=days)
            population, least, notes = coarse.population, coarse.least, (*notes, *facts.notes, *coarse.notes)
        united = unite(classes, people, population, built, least)
        if days:
            united = without_the_datas_own(united, days, least)
        hierarchies, codes, counted_people, matches = united.hierarchies, united.codes, united.people, united.matches
    bottom, top = _allowed_levels(request, hierarchies, built, least)
    untried = None
    if own.rolled_up is not None and own.rolled_up.levels != bottom:
        bottom, untried = own.rolled_up.levels, bottom
        notes = (*notes, _untried_note(own.rolled_up, built))
    is_class = counted_people > 0 if matches is None else (counted_people > 0) | (matches > 0)
    space = build_space(
        hierarchies,
        [own[is_class] for own in codes],
        counted_people[is_class],
        matches=None if matches is None else matches[is_class],
        frequencies=own.frequencies,
        loss=settings.loss,
        weights=weights,
        bottom=bottom,
        top=top,
    )
    criterion = hold_for_wandering(
        Criterion(settings.criterion, thresholds, settings.suppression, request.suppression_limit)
        if not request.is_acceptable
        else Criterion(CriterionKind.MAXIMUM, ANY_CLASS, settings.suppression, Fraction(0)),
        int(people.sum()),
        wandering.people,
        has_population=goal.has_population,
    )
    return CountedData(
        classes, people, wandering, own.unit, built, space, criterion, goal, weights, united, notes,
        rolled_up=own.rolled_up, untried=untried,
    )  # fmt: skip


@dataclass(frozen=True, eq=False, repr=False)
class _Own:
    """What the data themselves give: classes, hierarchies over their values, and how they came up."""

    classes: EquivalenceClasses
    wandering: Memberships
    unit: Unit
    built: tuple[BuiltHierarchy, ...]
    rolled_up: RolledUp | None = None
    frequencies: tuple[Reals, ...] | None = None


def _count_own(engine: Engine, data: Microdata, request: DeidentifyRequest) -> _Own:
    """The classes of the finest values or, where these are too many, of the finest levels at which they fit."""
    names = [quasi.name for quasi in request.quasi_identifiers]
    person_key = request.assessed.person_key
    try:
        groups, unit, wandering = count_classes(engine, data, names, person_key)
    except TooManyClasses:
        if request.assessed.population is not None:  # whose classes would have to be rolled up with the data's
            raise
        values = values_of_each(engine, data, names, person_key)
        built = _built(request, values, data)
        hierarchies = [one.hierarchy for one in built]
        bottom, top = _allowed_levels(request, hierarchies, built, {})
        weights = [quasi.weight for quasi in request.quasi_identifiers]
        rolled_up = roll_up_first(engine, data, values, hierarchies, weights, bottom, top, person_key)
        classes, wandering = _in_order(rolled_up.classes, rolled_up.wandering)
        rolled_up = replace(rolled_up, classes=classes, wandering=wandering)
        frequencies = frequencies_within(rolled_up, classes.sizes, values, hierarchies)
        return _Own(classes, wandering, rolled_up.unit, built, rolled_up, frequencies)
    classes, wandering = _in_order(encode_classes(groups.values, groups.sizes), wandering)
    each = [ValuesOfVariable(domain, _records_per_value(classes, v)) for v, domain in enumerate(classes.domains)]
    return _Own(classes, wandering, unit, _built(request, each, data))


def _built(
    request: DeidentifyRequest, values: Sequence[ValuesOfVariable], data: Microdata
) -> tuple[BuiltHierarchy, ...]:
    return tuple(
        build_chosen(quasi.name, one.domain, quasi.choice, records=one.people)
        if quasi.lookup is None
        else build_from_plan(quasi, one.domain, request.settings.unseen, one.people, path=data.shown)
        for quasi, one in zip(request.quasi_identifiers, values, strict=True)
    )


def _level_in_words(name: str) -> str:
    return "not told" if name == SUPPRESSED else f"by {name}"


def _untried_note(rolled_up: RolledUp, built: Sequence[BuiltHierarchy]) -> str:
    told = ", ".join(
        f"{shown(one.hierarchy.variable, 40)} {_level_in_words(one.hierarchy.levels[level].name)}"
        for one, level in zip(built, rolled_up.levels, strict=True)
        if level
    )
    return (
        f"The finest levels make more classes than fit into memory, so the search began at coarser ones: {told}. "
        "What finer levels would lose was not tried."
    )


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
        if request.is_acceptable:
            high = low
        bottom.append(low)
        top.append(high)
    return tuple(bottom), tuple(top)


def _range(quasi: QuasiIdentifier, highest: int) -> tuple[int, int]:
    for level in (quasi.min_level, quasi.max_level):
        if level is not None and level > highest:
            raise LevelInvalid(variable=shown(quasi.name), problem=f"{level} is above its highest, {highest}")
    return quasi.min_level, highest if quasi.max_level is None else quasi.max_level
