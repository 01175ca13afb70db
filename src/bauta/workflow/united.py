"""Data and population in one numbering, so that both can be rolled up together: what k-map is searched on."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.hierarchies.hierarchy import Hierarchy, Level
from bauta.workflow.hierarchy import BuiltHierarchy


@dataclass(frozen=True, eq=False, repr=False)
class United:
    """Classes of the data and of the population: those only the population has have no people of the data."""

    hierarchies: tuple[Hierarchy, ...]
    codes: tuple[Codes, ...]
    people: Integers
    matches: Integers
    rows_of_population: Integers
    """For each class of the population, which of these it is."""


def unite(
    classes: EquivalenceClasses,
    people: Integers,
    population: EquivalenceClasses,
    built: tuple[BuiltHierarchy, ...],
    least: Mapping[str, int] | None = None,
) -> United:
    """Every combination of values that occurs in either, with its people in the data and in the population.

    What the population lacks at its finest levels (`least`, 0 if not told) is taken to have the people of the data.
    """
    hierarchies, codes = [], []
    for v, hierarchy in enumerate(built):
        united, their_code = _unite_variable(hierarchy, classes.domains[v], population.domains[v])
        hierarchies.append(united)
        codes.append(np.concatenate((classes.codes[v], their_code[population.codes[v]])))
    keys, _ = pack(codes, [hierarchy.levels[0].n_groups for hierarchy in hierarchies])
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    ours, theirs = np.zeros(len(first), np.int64), np.zeros(len(first), np.int64)
    np.add.at(ours, number[: len(classes)], people)
    np.add.at(theirs, number[len(classes) :], population.sizes)
    united_codes = tuple(column[first].astype(np.int32) for column in codes)
    finest = [hierarchy.levels[(least or {}).get(hierarchy.variable, 0)] for hierarchy in hierarchies]
    groups = [level.groups[own] for level, own in zip(finest, united_codes, strict=True)]
    keys, _ = pack(groups, [level.n_groups for level in finest])
    _, group = np.unique(keys, return_inverse=True)
    is_absent = (np.bincount(group, weights=theirs) == 0)[group]
    matches = np.where(is_absent, ours, theirs)
    return United(tuple(hierarchies), united_codes, ours, matches, number[len(classes) :])


def without_the_datas_own(united: United, beside: Collection[str], least: Mapping[str, int]) -> United:
    """The same where nobody of the data counts twice.

    Variables `beside` the population are known of the people of the data alone. So the classes of the data have these
    people, and the population's classes, of which nobody knows these variables, have those who are left.
    """
    keys = []
    for hierarchy, codes in zip(united.hierarchies, united.codes, strict=True):
        if hierarchy.variable not in beside:
            level = hierarchy.levels[least.get(hierarchy.variable, 0)]
            keys.append((level.groups[codes], level.n_groups))
    packed, _ = pack([codes for codes, _ in keys], [size for _, size in keys])
    _, group = np.unique(packed, return_inverse=True)
    own = np.bincount(group, weights=united.people).astype(np.int64)
    theirs = np.zeros(len(group), bool)
    theirs[united.rows_of_population] = True
    theirs &= united.people == 0
    order = np.flatnonzero(theirs)
    order = order[np.argsort(group[order], kind="stable")]
    matches = united.matches.copy()
    before = np.cumsum(matches[order]) - matches[order]
    is_first = np.r_[True, group[order][1:] != group[order][:-1]]
    before -= np.maximum.accumulate(np.where(is_first, before, 0))
    taken = np.clip(own[group[order]] - before, 0, matches[order])
    matches[order] -= taken
    return replace(united, matches=matches)


def _unite_variable(built: BuiltHierarchy, ours: Domain, theirs: Domain) -> tuple[Hierarchy, Codes]:
    """The data's hierarchy with the population's further values, and the number of each of the population's values."""
    number = {text: code for code, text in enumerate(canonical_texts(ours.values))}
    their_texts = canonical_texts(theirs.values)
    their_code = np.zeros(theirs.size, np.int32)
    added: list[int] = []
    for code in range(theirs.size):
        is_missing = code == theirs.missing_code
        known = ours.missing_code if is_missing else None
        if not is_missing:
            known = number.get(their_texts[code])
        if known is None:
            known = ours.size + len(added)
            added.append(code)
        their_code[code] = known
    if not added:
        return built.hierarchy, their_code
    their_hierarchy = built.over_population(theirs)
    levels = tuple(
        _extended(own, other, added) for own, other in zip(built.hierarchy.levels, their_hierarchy.levels, strict=True)
    )
    hierarchy = built.hierarchy
    return Hierarchy(hierarchy.variable, levels, hierarchy.n_leaves, hierarchy.source), their_code


def _extended(own: Level, other: Level, added: list[int]) -> Level:
    """A level with further values: in the group that is told in the same words, or in a new one."""
    group_of = {label: group for group, label in enumerate(own.labels)}
    labels, leaves = list(own.labels), own.leaves.tolist()
    groups = own.groups.tolist()
    for code in added:
        label = other.labels[other.groups[code]]
        if label not in group_of:
            group_of[label] = len(labels)
            labels.append(label)
            leaves.append(int(other.leaves[other.groups[code]]))
        groups.append(group_of[label])
    return Level(own.name, np.array(groups, np.int32), tuple(labels), np.array(leaves, np.int64))
