"""Searching with a population that is coarser than the data: no level is looked at that it cannot be counted at.

A population told in ages 20-24 says nothing certain of people of 22, but all of a level that tells 20-24 or wider. So
every variable starts at the finest level whose groups hold the population's groups whole; from there on people are
counted, not estimated. A variable that the population lacks starts where everything is told alike.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses
from bauta.equivalence.coding import canonical_texts
from bauta.errors import PopulationLevelMissing, shown
from bauta.hierarchies.listed import rows_of_tree
from bauta.hierarchies.told import OUTSIDE
from bauta.model.transformations import TreeHierarchy
from bauta.workflow.coverings import Covering, Texts, classes_of_texts, coverings_of, texts_of
from bauta.workflow.hierarchy import BuiltHierarchy


@dataclass(frozen=True, eq=False, repr=False)
class CoarsePopulation:
    """A population told in values of the data, which may stand for whole groups from the `least` levels on."""

    population: EquivalenceClasses
    least: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def generalize_with(
    classes: EquivalenceClasses,
    population: EquivalenceClasses,
    built: tuple[BuiltHierarchy, ...],
    *,
    population_shown: str,
    beside: Collection[str] = (),
) -> CoarsePopulation:
    """The population with a value of the data in place of every group; itself, if it is as fine as the data.

    Variables that stand `beside` what a population could hold are not told for anybody in it, and may stay fine.
    """
    of_variable = dict(zip(classes.variables, built, strict=True))

    def rows_of(name: str) -> tuple[Texts, ...] | None:
        one = of_variable[name]
        rows = rows_of_tree(one.section.tree, name) if isinstance(one.section, TreeHierarchy) else one.rows
        return None if rows is None else rows.rows

    coverings = coverings_of(classes, population, population_shown=population_shown, rows_of=rows_of)
    least, notes = {}, []
    texts: list[list[str | None]] = []
    codes: list[Codes] = []
    for name, domain, one in zip(classes.variables, classes.domains, built, strict=True):
        finest, why = 0, ""
        if name in beside:
            texts.append([OUTSIDE])
            codes.append(np.zeros(len(population), np.int32))
        elif name not in population.variables:
            finest, why = _all_alike(one, population_shown), "does not tell it"
            texts.append([texts_of(domain)[0]])
            codes.append(np.zeros(len(population), np.int32))
        else:
            at, cover = population.variables.index(name), coverings[name]
            if cover.is_coarser:
                finest, why = _finest_level(one, domain, cover, population_shown), "tells it in groups"
            texts.append(_told_by_one(one, domain, population.domains[at], cover, finest))
            codes.append(population.codes[at])
        if finest:
            least[name] = finest
            levels = one.hierarchy.levels
            notes.append(
                f"{shown(name)} is told at level {finest} ({levels[finest].name}) or coarser: the population {why}, "
                "and finer levels could not be counted in it."
            )
    if not least and not beside and not any(cover.is_grouped for cover in coverings.values()):
        return CoarsePopulation(population)
    merged = [_merged(own, by) for own, by in zip(texts, codes, strict=True)]
    written = classes_of_texts(
        classes.variables, [own for own, _ in merged], [by for _, by in merged], population.sizes
    )
    return CoarsePopulation(written, least, tuple(notes))


def _all_alike(built: BuiltHierarchy, population_shown: str) -> int:
    levels = built.hierarchy.levels
    if levels[-1].n_groups > 1:
        raise PopulationLevelMissing(name=shown(built.hierarchy.variable), path=population_shown)
    return next(number for number, level in enumerate(levels) if level.n_groups == 1)


def _finest_level(built: BuiltHierarchy, domain: Domain, cover: Covering, population_shown: str) -> int:
    """The finest level that tells every group of the population with people of the data alike."""
    used = np.unique(cover.found_in[cover.found_in >= 0]).tolist()
    groups = [_labels(built, _members(domain, cover, code)) for code in used if cover.n_values[code] > 1]
    for number in range(built.hierarchy.height):
        if all(len(set(labels[number])) == 1 for labels in groups):
            return number
    raise PopulationLevelMissing(name=shown(built.hierarchy.variable), path=population_shown)


def _members(domain: Domain, cover: Covering, code: int) -> list[str]:
    """The values a group may hold, those of the data first."""
    texts = canonical_texts(domain.values)
    ours = [texts[own] for own in np.flatnonzero((cover.found_in == code).any(axis=0)) if own < len(texts)]
    return list(dict.fromkeys([*ours, *(text for text in cover.values[code] if text is not None)]))


def _labels(built: BuiltHierarchy, texts: list[str]) -> list[list[str | None]]:
    """For every level, what each of these values is told as."""
    import pyarrow as pa

    hierarchy = built.over_population(Domain(pa.array(texts, pa.string()), has_missing=False))
    return [[level.labels[group] for group in level.groups] for level in hierarchy.levels]


def _told_by_one(
    built: BuiltHierarchy, domain: Domain, theirs: Domain, cover: Covering, finest: int
) -> list[str | None]:
    """For every code of the population its text or, for a group that is told alike, that of one of its values."""
    told = texts_of(theirs)
    for code in [code for code, values in enumerate(cover.values) if values]:
        members = _members(domain, cover, code)
        if members and len(set(_labels(built, members)[finest])) == 1:
            told[code] = members[0]
    return told


def _merged(texts: list[str | None], codes: Codes) -> tuple[list[str | None], Codes]:
    """The same with every text once."""
    number: dict[str | None, int] = {}
    at = np.array([number.setdefault(text, len(number)) for text in texts], np.int32)
    return list(number), at[codes]
