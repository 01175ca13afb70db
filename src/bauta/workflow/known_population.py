"""A known population laid over the classes of the data, also where it is coarser: which people each could be taken for.

Which values of the population hold a value of the data is said by coverings.py. A variable the population does not
have is one group. People of a group are spread over the values it may hold (population/spread.py).
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers
from bauta.equivalence.roll_up import pack
from bauta.errors import OptionInvalid, PopulationTooCoarse
from bauta.model.assessment import PopulationFacts, SpreadFacts
from bauta.model.estimates import RiskEstimate
from bauta.model.missing import Missing
from bauta.population.spread import Reals, SpreadGroups
from bauta.risk.exposure import Memberships, exposure
from bauta.risk.journalist import check_sizes, journalist_match_sizes
from bauta.workflow.coverings import (
    MOST_CLASSES,
    Covering,
    RowsOf,
    classes_of_texts,
    coverings_of,
    no_rows,
    texts_of,
)

Flags = npt.NDArray[np.bool_]

DRAWS = 1_000
"""Populations drawn for an interval."""
MOST_DRAWN = 20_000_000
"""Fewer are drawn where there are many classes ..."""
FEWEST_DRAWS = 100
METHOD = "spread within groups, Dirichlet posterior"


@dataclass(frozen=True, eq=False, repr=False)
class KnownPopulation:
    """The people of the population that each class of the data could be taken for."""

    groups: SpreadGroups
    """A class for each class of the data."""
    absent: Flags
    """Classes that the population does not have: as many people are assumed as there are in the data."""
    coarser: tuple[str, ...]
    """Variables told in groups that hold values of the data."""
    lacking: tuple[str, ...]
    """Variables the population does not have."""
    unreadable: tuple[tuple[str, int], ...] = ()
    """Variables with people of the population in groups that cannot be read, and how many: they fit nobody."""

    @property
    def is_spread(self) -> bool:
        return bool(self.groups.is_spread.any())

    @property
    def reciprocals(self) -> Reals:
        """E[1/F_j], the probability that a record of the class is matched correctly."""
        return self.groups.expected_reciprocals()

    @property
    def match_sizes(self) -> Integers:
        """F_j; where it is not known, 1/E[1/F_j] cut to whole people, so that no class looks larger than it may be."""
        whole = self.groups.people[self.groups.group]
        if not self.is_spread:
            return whole
        cut = np.floor(1 / self.reciprocals + 1e-9).astype(np.int64)
        return np.where(self.groups.is_spread[self.groups.group], np.maximum(cut, self.groups.counted), whole)


def fit_population(
    classes: EquivalenceClasses,
    population: EquivalenceClasses,
    missing: Missing,
    *,
    population_shown: str,
    rows_of: RowsOf = no_rows,
) -> KnownPopulation:
    """F_j for every class of the data, spread where the population is coarser.

    Raises a PopulationError if the data cannot have come from this population.
    """
    lacking = tuple(name for name in classes.variables if name not in population.variables)
    coverings = coverings_of(classes, population, population_shown=population_shown, rows_of=rows_of)
    coarser = tuple(name for name, cover in coverings.items() if cover.is_coarser)
    unreadable = _unreadable(population, coverings)
    is_grouped = any(cover.is_grouped for cover in coverings.values())
    if missing is Missing.WILDCARD and (lacking or is_grouped):
        raise OptionInvalid(
            option="--missing wildcard",
            value="a population that is coarser than the data",
            allowed="--missing category",
        )
    if not lacking and not is_grouped:
        sizes, absent = journalist_match_sizes(classes, population, missing, population_shown=population_shown)
        alone = np.arange(len(classes))
        groups = SpreadGroups(alone, classes.sizes, sizes, np.ones(len(classes), np.int64))
        return KnownPopulation(groups, absent, (), (), unreadable)
    codes, is_found, possible = _codes_in_population(classes, population, coverings)
    radices = [domain.size for domain in population.domains]
    together = [np.concatenate((ours, theirs)) for ours, theirs in zip(codes, population.codes, strict=True)]
    keys, _ = pack(together, radices)
    distinct, number = np.unique(keys, return_inverse=True)
    people = np.zeros(len(distinct), np.int64)
    np.add.at(people, number[len(classes) :], population.sizes)
    group = number[: len(classes)].copy()
    absent = ~is_found | (people[group] == 0)
    n_classes = np.ones(len(distinct), np.int64)
    n_classes[group[~absent]] = possible[~absent]
    listed = np.bincount(group[~absent], minlength=len(distinct))
    group[absent] = len(distinct) + np.arange(
        int(absent.sum())
    )  # each class the population lacks is a group of its own
    people = np.concatenate((people, classes.sizes[absent]))
    n_classes = np.concatenate((np.maximum(n_classes, listed), np.ones(int(absent.sum()), np.int64)))
    groups = SpreadGroups(group, classes.sizes, people, n_classes)
    check_sizes(classes.sizes, absent, groups.known[group] > people[group], population_shown=population_shown)
    return KnownPopulation(groups, absent, coarser, lacking, unreadable)


def _unreadable(population: EquivalenceClasses, coverings: dict[str, Covering]) -> tuple[tuple[str, int], ...]:
    people = {
        name: int(population.sizes[cover.unreadable[codes]].sum())
        for (name, cover), codes in zip(coverings.items(), population.codes, strict=True)
    }
    return tuple((name, number) for name, number in people.items() if number)


def _codes_in_population(
    classes: EquivalenceClasses, population: EquivalenceClasses, coverings: dict[str, Covering]
) -> tuple[list[Codes], Flags, Integers]:
    """The population's codes of every class of the data, whether it has them all, and how many classes share them."""
    found: dict[str, Codes] = {}
    in_order = sorted(population.variables, key=lambda name: coverings[name].strata is not None)  # those with, last
    for name in in_order:
        own, cover = classes.codes[classes.variables.index(name)], coverings[name]
        if cover.strata is None:
            found[name] = cover.found_in[0][own]
            continue
        others = [found[other] for other in population.variables if other != name]
        layout = cover.strata.layout_of(others)
        found[name] = np.where(layout >= 0, cover.found_in[np.maximum(layout, 0), own], -1)
    codes, is_found = [], np.ones(len(classes), bool)
    possible = np.ones(len(classes), np.int64)
    for name in population.variables:
        is_found &= found[name] >= 0
        codes.append(np.maximum(found[name], 0))
        possible *= np.where(found[name] >= 0, coverings[name].n_values[np.maximum(found[name], 0)], 1)
    for name, domain in zip(classes.variables, classes.domains, strict=True):
        if name not in population.variables:
            possible *= domain.size
    return codes, is_found, possible


# ---- what it means for the risk --------------------------------------------------------------------------------


def population_facts(facts: PopulationFacts, known: KnownPopulation, spread: SpreadFacts | None) -> PopulationFacts:
    """The facts about a population with what was assumed of it."""
    return replace(
        facts,
        absent_classes=int(known.absent.sum()),
        absent_records=int(known.groups.counted[known.absent].sum()),
        spread=spread,
        unreadable=known.unreadable,
    )


def estimate_spread(known: KnownPopulation, classes: EquivalenceClasses, wandering: Memberships) -> SpreadFacts:
    """What was spread, and the journalist's and marketer's risk with 95 % intervals from populations drawn."""
    groups, theta = known.groups, known.reciprocals
    ranked = np.argsort(-theta, kind="stable")
    rank = np.empty(len(theta), np.int64)
    rank[ranked] = np.arange(len(theta))
    counted = exposure(classes, rank, wandering)  # somebody in several classes counts where the risk is highest
    records = np.bincount(ranked[counted.people], weights=counted.records, minlength=len(theta))
    n, worst = records.sum(), int(ranked[0])
    number = int(np.clip(MOST_DRAWN // max(len(theta), 1), FEWEST_DRAWS, DRAWS))
    averages, maxima = np.zeros(number), np.zeros(number)
    for i, sizes in enumerate(groups.draws(np.random.default_rng(number), number)):
        averages[i], maxima[i] = (records / sizes).sum() / n, 1 / sizes[worst]
    is_spread = groups.is_spread[groups.group]
    return SpreadFacts(
        groups=len(np.unique(groups.group[is_spread])),
        classes=int(is_spread.sum()),
        records=int(groups.counted[is_spread].sum()),
        coarser=known.coarser,
        lacking=known.lacking,
        prior=groups.prior,
        journalist=_estimate(float(theta[worst]), maxima),
        marketer=_estimate(float((records * theta).sum() / n), averages),
    )


def _estimate(value: float, draws: Reals) -> RiskEstimate:
    return interval_of(value, draws, METHOD)


def interval_of(value: float, draws: Reals, method: str) -> RiskEstimate:
    """A value with the middle 95 % of what was drawn."""
    lower, upper = np.quantile(draws, [0.025, 0.975])
    return RiskEstimate(value, min(float(lower), value), max(float(upper), value), method)


# ---- the population written out --------------------------------------------------------------------------------


def write_out(
    classes: EquivalenceClasses,
    population: EquivalenceClasses,
    known: KnownPopulation,
    *,
    population_shown: str,
    rows_of: RowsOf = no_rows,
) -> tuple[EquivalenceClasses, SpreadGroups]:
    """The population as if it were as fine as the data, with the expected people of every class, and how it was spread.

    Every combination a group may hold is written out, in the data or not: a coarser policy puts them together again.
    Classes that the population does not have are added, with the people of the data.
    """
    coverings = coverings_of(classes, population, population_shown=population_shown, rows_of=rows_of)
    texts = [texts_of(domain) for domain in classes.domains]
    n_rows = len(population)
    held: list[list[tuple[str | None, ...]]] = []  # for each variable and code of the population, the values it holds
    held_by: list[Codes] = []
    for name, own in zip(classes.variables, texts, strict=True):
        if name not in population.variables:
            held.append([tuple(own)])
            held_by.append(np.zeros(n_rows, np.int32))
            continue
        at = population.variables.index(name)
        theirs, cover = texts_of(population.domains[at]), coverings[name]
        held.append([cover.values[code] or (text,) for code, text in enumerate(theirs)])
        held_by.append(population.codes[at])
    lengths = [np.array([len(values) for values in own], np.int64) for own in held]
    n_cells = np.prod([own[by] for own, by in zip(lengths, held_by, strict=True)], axis=0, dtype=np.int64)
    if int(n_cells.sum()) > MOST_CLASSES + n_rows:
        raise PopulationTooCoarse(path=population_shown, classes=f"{int(n_cells.sum()):,}")
    group = np.repeat(np.arange(n_rows), n_cells)
    position = np.arange(len(group)) - np.repeat(np.cumsum(n_cells) - n_cells, n_cells)
    domains, codes = [], []
    for values, by, length, ours in zip(held, held_by, lengths, texts, strict=True):
        different = list(dict.fromkeys([*ours, *(text for several in values for text in several)]))
        number = {text: code for code, text in enumerate(different)}
        flat = np.array([number[text] for several in values for text in several], np.int32)
        starts = np.cumsum(length) - length
        codes.append(flat[starts[by[group]] + position % length[by[group]]])
        position = position // length[by[group]]
        domains.append(different)
    added = np.flatnonzero(known.absent)
    codes = [
        np.concatenate((own, classes.codes[v][added].astype(np.int32))) for v, own in enumerate(codes)
    ]  # the data's values come first in every domain
    group = np.concatenate((group, len(population) + np.arange(len(added))))
    people = np.concatenate((population.sizes, classes.sizes[added]))
    counted = _counted(codes, classes, [len(different) for different in domains])
    groups = SpreadGroups(group, counted, people, np.concatenate((n_cells, np.ones(len(added), np.int64))))
    return classes_of_texts(classes.variables, domains, codes, groups.rounded_sizes()), groups


def _counted(codes: list[Codes], classes: EquivalenceClasses, radices: list[int]) -> Integers:
    """People of the data in every class that was written out: in the first that is alike, if several are."""
    together = [np.concatenate((own, ours)) for own, ours in zip(codes, classes.codes, strict=True)]
    keys, _ = pack(together, radices)
    written, ours = keys[: len(codes[0])], keys[len(codes[0]) :]
    distinct, first = np.unique(written, return_index=True)
    at = np.searchsorted(distinct, ours)
    is_there = (at < len(distinct)) & (distinct[np.minimum(at, len(distinct) - 1)] == ours)
    counted = np.zeros(len(written), np.int64)
    np.add.at(counted, first[at[is_there]], classes.sizes[is_there])
    return counted
