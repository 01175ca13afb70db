"""More classes than memory: the first levels are gone up on the engine, and only then classes come up.

Every value of a quasi-identifier is replaced, where the rows are, by one that stands for all values told alike at some
level. Levels begin with the least that the study allows, which changes nothing of what a search can find. Where even
that makes too many classes, the variable with the most values for its weight goes up a level, one after the other,
until they fit; the search then knows nothing of finer levels, and says so.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.counts import Recoding
from bauta.engines.engine import Engine
from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes, in_order
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.model.assessment import Unit
from bauta.model.microdata import Microdata
from bauta.model.numbers import numbers
from bauta.risk.exposure import Memberships
from bauta.utility.loss import Reals
from bauta.workflow.count_classes import count_classes

Levels = tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class ValuesOfVariable:
    """The values of one quasi-identifier and the people who have each."""

    domain: Domain
    people: Integers


@dataclass(frozen=True, eq=False, repr=False)
class RolledUp:
    """Classes at some levels: each has codes that stand for all values told alike there."""

    data: Microdata
    """The rows with those codes for quasi-identifiers."""
    levels: Levels
    classes: EquivalenceClasses
    unit: Unit
    wandering: Memberships

    def rows_per_class(self, engine: Engine) -> Integers:
        """Rows rather than people, for each of the classes."""
        from bauta.equivalence.matching import population_sizes

        groups = engine.count_groups(self.data, self.classes.variables)
        counted = EquivalenceClasses(self.classes.variables, self.classes.domains, _codes(groups.values), groups.sizes)
        return population_sizes(self.classes, counted)


def values_of_each(
    engine: Engine, data: Microdata, variables: Sequence[str], person_key: str | None
) -> tuple[ValuesOfVariable, ...]:
    """The values of every quasi-identifier by itself, numbered by their texts."""
    found = []
    for name in variables:
        groups = count_classes(engine, data, [name], person_key)[0]
        classes = in_order(encode_classes(groups.values, groups.sizes))
        found.append(ValuesOfVariable(classes.domains[0], classes.sizes))
    return tuple(found)


def roll_up_first(
    engine: Engine,
    data: Microdata,
    values: Sequence[ValuesOfVariable],
    hierarchies: Sequence[Hierarchy],
    weights: Sequence[float],
    bottom: Levels,
    top: Levels,
    person_key: str | None,
) -> RolledUp:
    """The classes at the finest levels tried at which they fit into memory; raises TooManyClasses if none does."""
    steps = _steps(hierarchies, weights, bottom, top)
    variables = [hierarchy.variable for hierarchy in hierarchies]
    most = engine.most_classes(len(variables))
    first, last = 0, len(steps) - 1
    while first < last:  # classes become fewer from step to step, so the first that fits is found by halving
        middle = (first + last) // 2
        recoded = _recoded(engine, data, values, hierarchies, steps[middle])
        if int(engine.count_sizes(recoded, variables, person_key).groups.sum()) <= most:
            last = middle
        else:
            first = middle + 1
    recoded = _recoded(engine, data, values, hierarchies, steps[first])
    groups, unit, wandering = count_classes(engine, recoded, variables, person_key)
    domains = tuple(one.domain for one in values)
    classes = EquivalenceClasses(tuple(variables), domains, _codes(groups.values), groups.sizes)
    return RolledUp(recoded, steps[first], classes, unit, wandering)


def frequencies_within(
    rolled_up: RolledUp, people: Integers, values: Sequence[ValuesOfVariable], hierarchies: Sequence[Hierarchy]
) -> tuple[Reals, ...]:
    """People who have each value: those of a class, in the shares that values told alike have among all rows.

    Exactly the people who have it, unless somebody has several values: they count once here.
    """
    frequencies = []
    for v, (one, hierarchy) in enumerate(zip(values, hierarchies, strict=True)):
        level = hierarchy.levels[rolled_up.levels[v]]
        in_group = np.bincount(level.groups[rolled_up.classes.codes[v]], weights=people, minlength=level.n_groups)
        all_of_group = np.bincount(level.groups, weights=one.people, minlength=level.n_groups)
        frequencies.append(one.people * (in_group / all_of_group)[level.groups])
    return tuple(frequencies)


def _steps(hierarchies: Sequence[Hierarchy], weights: Sequence[float], bottom: Levels, top: Levels) -> list[Levels]:
    """From the least levels to the highest: each time the variable goes up whose groups are the most for its weight."""

    def worth(v: int) -> tuple[float, int]:
        details = math.log2(hierarchies[v].levels[levels[v]].n_groups)
        return details / weights[v] if weights[v] > 0 else math.inf, -v

    steps, levels = [bottom], list(bottom)
    while True:
        open_to = [v for v, level in enumerate(levels) if level < top[v]]
        if not open_to:
            return steps
        levels[max(open_to, key=worth)] += 1
        steps.append(tuple(levels))


def _recoded(
    engine: Engine,
    data: Microdata,
    values: Sequence[ValuesOfVariable],
    hierarchies: Sequence[Hierarchy],
    levels: Levels,
) -> Microdata:
    recodings = {
        hierarchy.variable: Recoding(one.domain.all_values(), _one_of_each(hierarchy.levels[level].groups))
        for one, hierarchy, level in zip(values, hierarchies, levels, strict=True)
    }
    return engine.recode(data, recodings)


def _one_of_each(groups: Codes) -> Integers:
    """For each value the first that is told alike."""
    _, first, group = np.unique(groups, return_index=True, return_inverse=True)
    return first[group].astype(np.int64)


def _codes(values: Any) -> tuple[Codes, ...]:
    return tuple(numbers(column).astype(np.int32, copy=False) for column in values.columns)
