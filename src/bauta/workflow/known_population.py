"""A known population laid over the classes of the data, also where it is coarser: which people each could be taken for.

A value of the data is found in the population as it is or, if it is a number, in a group such as 85+ or 20-24. A
variable the population does not have is one group. People of a group are spread over the values it may hold
(population/spread.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.errors import OptionInvalid, PopulationGroupsOverlap, PopulationTooCoarse, shown
from bauta.model.assessment import PopulationFacts, SpreadFacts
from bauta.model.estimates import RiskEstimate
from bauta.model.missing import Missing
from bauta.population.spread import Reals, SpreadGroups
from bauta.risk.exposure import Memberships, exposure
from bauta.risk.journalist import check_sizes, journalist_match_sizes

if TYPE_CHECKING:  # reading groups needs pydantic, which an assessment by exact values does not
    from bauta.hierarchies.intervals import Interval

Flags = npt.NDArray[np.bool_]

OPEN_WIDTH = 25
"""A group without an end, such as 85+, is taken to hold so many values, or as many as the data need."""
MOST_CLASSES = 2_000_000
"""Possible classes that are written out, for policies."""
DRAWS = 1_000
"""Populations drawn for an interval."""
MOST_DRAWN = 20_000_000
"""Fewer are drawn where there are many classes ..."""
FEWEST_DRAWS = 100
METHOD = "spread within groups, Dirichlet posterior"


@dataclass(frozen=True, eq=False, repr=False)
class Covering:
    """Which of the population's values each value of the data is found in."""

    found_in: Codes
    """For each code of the data the population's code, or -1."""
    n_values: Integers
    """For each code of the population, the number of values it may stand for."""
    values: tuple[tuple[str | None, ...], ...]
    """The values themselves, of codes that stand for several; empty for the others."""


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
    classes: EquivalenceClasses, population: EquivalenceClasses, missing: Missing, *, population_shown: str
) -> KnownPopulation:
    """F_j for every class of the data, spread where the population is coarser.

    Raises a PopulationError if the data cannot have come from this population.
    """
    lacking = tuple(name for name in classes.variables if name not in population.variables)
    coverings = coverings_of(classes, population, population_shown=population_shown)
    coarser = tuple(
        name for name, cover in coverings.items() if (cover.n_values[cover.found_in[cover.found_in >= 0]] > 1).any()
    )
    if missing is Missing.WILDCARD and (lacking or coarser):
        raise OptionInvalid(
            option="--missing wildcard",
            value="a population that is coarser than the data",
            allowed="--missing category",
        )
    if not lacking and not coarser:
        sizes, absent = journalist_match_sizes(classes, population, missing, population_shown=population_shown)
        alone = np.arange(len(classes))
        groups = SpreadGroups(alone, classes.sizes, sizes, np.ones(len(classes), np.int64))
        return KnownPopulation(groups, absent, (), ())
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
    return KnownPopulation(groups, absent, coarser, lacking)


def _codes_in_population(
    classes: EquivalenceClasses, population: EquivalenceClasses, coverings: dict[str, Covering]
) -> tuple[list[Codes], Flags, Integers]:
    """The population's codes of every class of the data, whether it has them all, and how many classes share them."""
    codes, is_found = [], np.ones(len(classes), bool)
    possible = np.ones(len(classes), np.int64)
    for name in population.variables:
        at = classes.variables.index(name)
        own = coverings[name].found_in[classes.codes[at]]
        is_found &= own >= 0
        codes.append(np.maximum(own, 0))
        possible *= np.where(own >= 0, coverings[name].n_values[np.maximum(own, 0)], 1)
    for name, domain in zip(classes.variables, classes.domains, strict=True):
        if name not in population.variables:
            possible *= domain.size
    return codes, is_found, possible


def coverings_of(
    classes: EquivalenceClasses, population: EquivalenceClasses, *, population_shown: str
) -> dict[str, Covering]:
    """For every variable of the population, where the values of the data are found in it."""
    coverings = {}
    for name, theirs in zip(population.variables, population.domains, strict=True):
        ours = classes.domains[classes.variables.index(name)]
        coverings[name] = _cover(ours, theirs, name, population_shown)
    return coverings


def _cover(ours: Domain, theirs: Domain, name: str, population_shown: str) -> Covering:
    our_texts, their_texts = canonical_texts(ours.values), canonical_texts(theirs.values)
    number = {text: code for code, text in enumerate(their_texts)}
    found_in = np.full(ours.size, -1, np.int32)
    for code, text in enumerate(our_texts):
        found_in[code] = number.get(text, -1)
    if ours.missing_code is not None and theirs.missing_code is not None:
        found_in[ours.missing_code] = theirs.missing_code
    n_values = np.ones(theirs.size, np.int64)
    values: list[tuple[str | None, ...]] = [()] * theirs.size
    strangers = [code for code in range(len(our_texts)) if found_in[code] < 0]
    if not strangers:
        return Covering(found_in, n_values, tuple(values))
    from bauta.hierarchies.numbers import decimal_text, read_number

    numbers = [read_number(text) for text in our_texts]
    if any(one is None for one in numbers):
        return Covering(found_in, n_values, tuple(values))
    decimals = max(one[1] for one in numbers if one is not None)
    step = Fraction(1, 10**decimals)
    exact = [Fraction(one[0], 10 ** one[1]) for one in numbers if one is not None]
    intervals = _intervals(their_texts, step)
    _check_apart(intervals, their_texts, step, name, population_shown)
    for their_code, interval in intervals.items():
        inside = [code for code in strangers if interval.contains(exact[code])]
        found_in[inside] = their_code
        low, high = _ends(interval, exact, step)
        first, last = int(low / step), int(-(-high // step)) - 1
        n_values[their_code] = last - first + 1
        if inside and last - first >= MOST_CLASSES:
            raise PopulationTooCoarse(path=population_shown, classes=f"{last - first + 1:,}")
        if last - first < MOST_CLASSES:
            values[their_code] = tuple(decimal_text(scaled, decimals) for scaled in range(first, last + 1))
    return Covering(found_in, n_values, tuple(values))


def _intervals(texts: Sequence[str], step: Fraction) -> "dict[int, Interval]":
    from bauta.hierarchies.intervals import read_fraction, read_interval

    read = {code: read_interval(text, step) for code, text in enumerate(texts) if read_fraction(text) is None}
    return {code: interval for code, interval in read.items() if interval is not None}


def _check_apart(
    intervals: "dict[int, Interval]", texts: Sequence[str], step: Fraction, name: str, population_shown: str
) -> None:
    """No number may be in two groups, or its people would be counted twice."""
    from bauta.hierarchies.intervals import Interval, read_fraction

    points = [number for text in texts if (number := read_fraction(text)) is not None]
    all_ = [*intervals.values(), *(Interval(point, point + step) for point in points)]
    least = min((one.low for one in all_ if one.low is not None), default=Fraction(0)) - 1
    in_order = sorted(all_, key=lambda one: least if one.low is None else one.low)
    for one, after in pairwise(in_order):
        if one.overlaps(after):
            raise PopulationGroupsOverlap(path=population_shown, name=shown(name))


def _ends(interval: "Interval", numbers: Sequence[Fraction], step: Fraction) -> tuple[Fraction, Fraction]:
    """Where a group begins and ends; one without an end reaches as far as the data do, and at least OPEN_WIDTH."""
    inside = [number for number in numbers if interval.contains(number)]
    low, high = interval.low, interval.high
    if high is None:
        assert low is not None
        high = max([low + OPEN_WIDTH, *(number + step for number in inside)])
    if low is None:
        is_never_negative = min(numbers) >= 0 and high > 0
        low = Fraction(0) if is_never_negative else min([high - OPEN_WIDTH, *inside])
    return -(-low // step) * step, high


# ---- what it means for the risk --------------------------------------------------------------------------------


def population_facts(facts: PopulationFacts, known: KnownPopulation, spread: SpreadFacts | None) -> PopulationFacts:
    """The facts about a population with what was assumed of it."""
    return PopulationFacts(
        facts.shown,
        facts.people,
        facts.sampling_fraction,
        facts.unit,
        absent_classes=int(known.absent.sum()),
        absent_records=int(known.groups.counted[known.absent].sum()),
        spread=spread,
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
    classes: EquivalenceClasses, population: EquivalenceClasses, known: KnownPopulation, *, population_shown: str
) -> tuple[EquivalenceClasses, SpreadGroups]:
    """The population as if it were as fine as the data, with the expected people of every class, and how it was spread.

    Every combination a group may hold is written out, in the data or not: a coarser policy puts them together again.
    Classes that the population does not have are added, with the people of the data.
    """
    coverings = coverings_of(classes, population, population_shown=population_shown)
    texts = [_texts(domain) for domain in classes.domains]
    n_rows = len(population)
    held: list[list[tuple[str | None, ...]]] = []  # for each variable and code of the population, the values it holds
    held_by: list[Codes] = []
    for name, own in zip(classes.variables, texts, strict=True):
        if name not in population.variables:
            held.append([tuple(own)])
            held_by.append(np.zeros(n_rows, np.int32))
            continue
        at = population.variables.index(name)
        theirs, cover = _texts(population.domains[at]), coverings[name]
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
    return _as_classes(classes.variables, domains, codes, groups.rounded_sizes()), groups


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


def _texts(domain: Domain) -> list[str | None]:
    return [*canonical_texts(domain.values), *([None] if domain.has_missing else [])]


def _as_classes(
    variables: tuple[str, ...], texts: list[list[str | None]], codes: list[Codes], sizes: Integers
) -> EquivalenceClasses:
    import pyarrow as pa

    domains, numbered = [], []
    for different, own in zip(texts, codes, strict=True):
        present = [text for text in different if text is not None]
        number = {text: code for code, text in enumerate(present)}
        order = np.array([len(present) if text is None else number[text] for text in different], np.int32)
        domains.append(Domain(pa.array(present, pa.string()), None in different))
        numbered.append(order[own])
    return EquivalenceClasses(variables, tuple(domains), tuple(numbered), sizes)
