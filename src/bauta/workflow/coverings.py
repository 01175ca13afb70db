"""Which values of a population hold each value of the data: as they are, in groups of numbers, or in named groups.

A number is found in a group such as 85+ or 20-24; a category in a group that the variable's written hierarchy names.
Groups may differ from stratum to stratum (85+ in one province, 85-89 and 90+ in another), as long as no number is in
two groups of one stratum: then a value is looked for among the groups of its own stratum.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.errors import PopulationGroupsOverlap, PopulationTooCoarse, shown

if TYPE_CHECKING:  # reading groups needs pydantic, which an assessment by exact values does not
    from bauta.hierarchies.intervals import Interval

OPEN_WIDTH = 25
"""A group without an end, such as 85+, is taken to hold so many values, or as many as the data need."""
MOST_CLASSES = 2_000_000
"""Possible classes that are written out, for policies."""

Texts = tuple[str | None, ...]
RowsOf = Callable[[str], Sequence[Texts] | None]
"""The rows of a variable's written hierarchy (value, group, wider group, ...), or None."""


def no_rows(_: str) -> None:
    """Nothing is said of groups of categories."""


@dataclass(frozen=True, eq=False, repr=False)
class Strata:
    """Combinations of the other variables of the population, and which groups each has: its layout."""

    keys: Integers
    """Of each stratum, ascending ..."""
    layout: Integers
    """... and the number of its layout."""
    radices: tuple[int, ...]

    def layout_of(self, others: Sequence[Codes]) -> Integers:
        """The layout of every class, given its codes of the other variables; -1 where there is no such stratum."""
        is_known = np.logical_and.reduce([own >= 0 for own in others])
        keys, _ = pack([np.maximum(own, 0) for own in others], list(self.radices))
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(is_known & (self.keys[at] == keys), self.layout[at], -1)


@dataclass(frozen=True, eq=False, repr=False)
class Covering:
    """Which of the population's values each value of the data is found in."""

    found_in: Codes
    """[layout, code of the data]: the population's code, or -1; one layout where all strata have the same groups."""
    n_values: Integers
    """For each code of the population, the number of values it may stand for."""
    values: tuple[Texts, ...]
    """The values themselves, of codes that stand for several; empty for the others."""
    unreadable: npt.NDArray[np.bool_]
    """Codes of the population that are neither a number nor a group, where the data have numbers."""
    is_grouped: bool = False
    """Whether some value of the data is in a group, be it a group of one: 0 in "under 1 year"."""
    strata: Strata | None = None

    @property
    def is_coarser(self) -> bool:
        """Whether some value of the data is in a group."""
        return bool((self.n_values[self.found_in[self.found_in >= 0]] > 1).any())


def coverings_of(
    classes: EquivalenceClasses, population: EquivalenceClasses, *, population_shown: str, rows_of: RowsOf = no_rows
) -> dict[str, Covering]:
    """For every variable of the population, where the values of the data are found in it."""
    coverings: dict[str, Covering] = {}
    for v, (name, theirs) in enumerate(zip(population.variables, population.domains, strict=True)):
        ours = classes.domains[classes.variables.index(name)]
        try:
            coverings[name] = _cover(ours, theirs, name, rows_of)
        except _Overlap:
            has_strata = any(one.strata is not None for one in coverings.values())
            if has_strata or len(population.variables) == 1:  # of two such variables neither could be settled first
                raise PopulationGroupsOverlap(path=population_shown, name=shown(name)) from None
            coverings[name] = _cover_by_strata(ours, population, v, rows_of, population_shown)
        except _TooMany as error:
            raise PopulationTooCoarse(path=population_shown, classes=f"{error.args[0]:,}") from None
    return coverings


class _Overlap(Exception):
    """A number is in two groups."""


class _TooMany(Exception):
    """A group stands for so many values."""


def _cover_by_strata(
    ours: Domain, population: EquivalenceClasses, v: int, rows_of: RowsOf, population_shown: str
) -> Covering:
    """Each stratum by the groups it has."""
    name, own = population.variables[v], population.codes[v]
    others = [u for u in range(len(population.variables)) if u != v]
    radices = tuple(population.domains[u].size for u in others)
    keys, _ = pack([population.codes[u] for u in others], list(radices))
    strata, number = np.unique(keys, return_inverse=True)
    in_order = np.lexsort((own, number))
    parts = np.split(own[in_order], np.flatnonzero(np.diff(number[in_order])) + 1)
    layouts: dict[bytes, int] = {}
    layout = np.array([layouts.setdefault(np.unique(part).tobytes(), len(layouts)) for part in parts], np.int64)
    covers = []
    for codes in layouts:
        there = np.frombuffer(codes, own.dtype)
        try:
            covers.append(_cover(ours, population.domains[v], name, rows_of, there=there.tolist()))
        except _Overlap:
            raise PopulationGroupsOverlap(path=population_shown, name=shown(name)) from None
    first = covers[0]
    return Covering(
        found_in=np.concatenate([one.found_in for one in covers]),
        n_values=np.max([one.n_values for one in covers], axis=0),
        values=tuple(max(of_code, key=len) for of_code in zip(*(one.values for one in covers), strict=True)),
        unreadable=first.unreadable,
        is_grouped=True,
        strata=Strata(strata, layout, radices),
    )


def _cover(ours: Domain, theirs: Domain, name: str, rows_of: RowsOf, there: Sequence[int] | None = None) -> Covering:
    """`there` are the codes of the population that may be used; all of them if None."""
    our_texts, their_texts = canonical_texts(ours.values), canonical_texts(theirs.values)
    usable = range(theirs.size) if there is None else there
    number = {their_texts[code]: code for code in usable if code < len(their_texts)}
    found_in = np.full(ours.size, -1, np.int32)
    for code, text in enumerate(our_texts):
        found_in[code] = number.get(text, -1)
    if ours.missing_code is not None and theirs.missing_code is not None and theirs.missing_code in usable:
        found_in[ours.missing_code] = theirs.missing_code
    cover = Covering(
        found_in[None, :], np.ones(theirs.size, np.int64), ((),) * theirs.size, np.zeros(theirs.size, bool)
    )
    strangers = [code for code in range(len(our_texts)) if found_in[code] < 0]
    if there is None and not strangers and not _may_have_groups(our_texts, their_texts):
        return cover
    by_number = _among_numbers(cover, our_texts, their_texts, number, strangers)
    if by_number is not None:
        return by_number
    return _among_categories(cover, our_texts, number, strangers, rows_of(name) if strangers else None)


def _may_have_groups(our_texts: Sequence[str], their_texts: Sequence[str]) -> bool:
    """Whether the data have whole numbers and the population, beside these, something else."""
    return all(text.isdecimal() for text in our_texts) and not all(text.isdecimal() for text in their_texts)


def _among_numbers(
    cover: Covering,
    our_texts: Sequence[str],
    their_texts: Sequence[str],
    number: dict[str, int],
    strangers: Sequence[int],
) -> Covering | None:
    """With the strangers found in groups of numbers; None if the data have values that are no numbers."""
    from bauta.hierarchies.intervals import read_fraction, read_interval
    from bauta.hierarchies.numbers import decimal_text, read_number

    numbers = [read_number(text) for text in our_texts]
    if any(one is None for one in numbers):
        return None
    decimals = max((one[1] for one in numbers if one is not None), default=0)
    step = Fraction(1, 10**decimals)
    exact = [Fraction(one[0], 10 ** one[1]) for one in numbers if one is not None]
    read = {text: read_interval(text, step) for text in their_texts if read_fraction(text) is None}
    intervals = {number[text]: interval for text, interval in read.items() if interval is not None and text in number}
    _check_apart(intervals, list(number), step)
    found_in, n_values, values = cover.found_in[0].copy(), cover.n_values.copy(), list(cover.values)
    is_grouped = False
    for their_code, interval in intervals.items():
        inside = [code for code in strangers if interval.contains(exact[code])]
        found_in[inside] = their_code
        is_grouped |= bool(inside)
        low, high = _ends(interval, exact, step)
        first, last = int(low / step), int(-(-high // step)) - 1
        n_values[their_code] = last - first + 1
        if inside and last - first >= MOST_CLASSES:
            raise _TooMany(last - first + 1)
        if last - first < MOST_CLASSES:
            values[their_code] = tuple(decimal_text(scaled, decimals) for scaled in range(first, last + 1))
    unreadable = np.zeros(len(n_values), bool)
    if any(interval is not None for interval in read.values()):
        unreadable[[code for code, text in enumerate(their_texts) if text in read and read[text] is None]] = True
    return Covering(found_in[None, :], n_values, tuple(values), unreadable, is_grouped)


def _among_categories(
    cover: Covering,
    our_texts: Sequence[str],
    number: dict[str, int],
    strangers: Sequence[int],
    rows: Sequence[Texts] | None,
) -> Covering:
    """With the strangers found in groups that a written hierarchy names, the narrowest that the population has."""
    found_in, n_values, values = cover.found_in[0].copy(), cover.n_values.copy(), list(cover.values)
    row_of = {str(row[0]).strip(): row for row in rows or ()}
    for code in strangers:
        row = row_of.get(our_texts[code].strip(), ())
        level = next((level for level, label in enumerate(row) if level and label in number), None)
        if level is None:
            continue
        their_code = number[str(row[level])]
        found_in[code] = their_code
        values[their_code] = tuple(str(one[0]) for one in row_of.values() if one[level] == row[level])
        n_values[their_code] = len(values[their_code])
    is_grouped = any(found_in[code] >= 0 for code in strangers)
    return Covering(found_in[None, :], n_values, tuple(values), cover.unreadable, is_grouped)


def _check_apart(intervals: "dict[int, Interval]", texts: Sequence[str], step: Fraction) -> None:
    """No number may be in two groups, or its people would be counted twice."""
    from bauta.hierarchies.intervals import Interval, read_fraction

    points = [number for text in texts if (number := read_fraction(text)) is not None]
    all_ = [*intervals.values(), *(Interval(point, point + step) for point in points)] if intervals else []
    least = min((one.low for one in all_ if one.low is not None), default=Fraction(0)) - 1
    in_order = sorted(all_, key=lambda one: least if one.low is None else one.low)
    if any(one.overlaps(after) for one, after in pairwise(in_order)):
        raise _Overlap


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


def texts_of(domain: Domain) -> list[str | None]:
    """The text of every code."""
    return [*canonical_texts(domain.values), *([None] if domain.has_missing else [])]


def classes_of_texts(
    variables: tuple[str, ...], texts: Sequence[Sequence[str | None]], codes: Sequence[Codes], sizes: Integers
) -> EquivalenceClasses:
    """Classes whose codes are numbered by texts, each once; None is missing."""
    import pyarrow as pa

    domains, numbered = [], []
    for different, own in zip(texts, codes, strict=True):
        present = [text for text in different if text is not None]
        number = {text: code for code, text in enumerate(present)}
        order = np.array([len(present) if text is None else number[text] for text in different], np.int32)
        domains.append(Domain(pa.array(present, pa.string()), None in different))
        numbered.append(order[own])
    return EquivalenceClasses(variables, tuple(domains), tuple(numbered), sizes)
