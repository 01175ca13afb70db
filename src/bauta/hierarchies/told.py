"""From how values are told, level by level, to a numbered hierarchy.

Levels nest, so each is told once per group of the level below, by one member of it, and not once per value: a hundred
thousand times of day are a few thousand days and a few hundred months.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Domain, Integers
from bauta.errors import HierarchyDoesNotFit, shown
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy, Level

ORIGINAL = "original"
"""The name of level 0."""
OUTSIDE = "(outside the hierarchy)"
"""What a population's values that the hierarchy does not know are told as, until a level tells everything alike."""


@dataclass(frozen=True)
class Telling:
    """One level: its name, and what a value is told as, given what was read from its text."""

    name: str
    tell: Callable[[Any], str]


@dataclass(frozen=True, eq=False, repr=False)
class Told:
    """How the values of a variable are told."""

    read: Sequence[Any]
    """What the text of each value was read as: a date, a number, a code; None if it could not be."""
    levels: Sequence[Telling]
    """The levels between the value and everything, finest first. Each must be a function of the one before."""
    expected: str = ""
    """What the texts should be, in words, for a message."""


def computed_hierarchy(
    variable: str,
    domain: Domain,
    texts: Sequence[str],
    told: Told,
    *,
    source: str,
    records: Integers | None,
    outside: bool,
) -> Hierarchy:
    """The hierarchy of values whose groups follow from their own texts: level 0, the levels told, and everything.

    A missing value stays missing until everything is told alike.
    """
    strangers = [code for code, value in enumerate(told.read) if value is None]
    if strangers and not outside:
        raise HierarchyDoesNotFit(
            values=values_in_words(len(strangers)),
            name=shown(variable),
            records=records_of(strangers, records),
            expected=told.expected,
        )
    missing = [None] if domain.has_missing else []
    levels = [numbered_level(ORIGINAL, [*texts, *missing])]
    for level in told.levels:
        below = levels[-1]
        labels: list[str | None] = []
        for label, code in zip(below.labels, representatives(below), strict=True):
            value = None if label is None else told.read[code]
            labels.append(None if label is None else OUTSIDE if value is None else level.tell(value))
        levels.append(level_above(below, level.name, labels))
    levels.append(level_above(levels[-1], SUPPRESSED, [SUPPRESSED] * levels[-1].n_groups))
    return Hierarchy(variable, tuple(levels), n_leaves=domain.size, source=source)


def numbered_level(name: str, labels: Sequence[str | None]) -> Level:
    """The level whose groups are the different labels of the codes, sorted, the missing last; every code is a leaf."""
    distinct, groups = _numbered(labels)
    return Level(name, groups, distinct, leaves=_summed(groups, np.ones(len(labels), np.int64), len(distinct)))


def level_above(below: Level, name: str, labels: Sequence[str | None]) -> Level:
    """The level that tells the groups of `below` as `labels` say."""
    distinct, step = _numbered(labels)
    return Level(name, step[below.groups], distinct, leaves=_summed(step, below.leaves, len(distinct)))


def representatives(level: Level) -> list[int]:
    """For each group a code in it."""
    codes = np.zeros(level.n_groups, dtype=np.int64)
    codes[level.groups] = np.arange(len(level.groups))
    return [int(code) for code in codes]


def values_in_words(number: int) -> str:
    """A number of values for a message."""
    return "1 value" if number == 1 else f"{number:,} different values"


def records_of(codes: Sequence[int], records: Integers | None) -> str:
    """How many records have these codes, in brackets for a message; nothing where it is not known."""
    if records is None:
        return ""
    number = int(records[list(codes)].sum())
    return " (1 record)" if number == 1 else f" ({number:,} records)"


def _numbered(labels: Sequence[str | None]) -> tuple[tuple[str | None, ...], Codes]:
    different = set(labels)
    texts = sorted(label for label in different if label is not None)
    distinct: list[str | None] = [*texts, None] if None in different else [*texts]
    number = dict(zip(distinct, range(len(distinct)), strict=True))
    return tuple(distinct), np.fromiter(map(number.__getitem__, labels), dtype=np.int32, count=len(labels))


def _summed(groups: Codes, weights: Integers, n_groups: int) -> npt.NDArray[np.int64]:
    return np.bincount(groups, weights=weights, minlength=n_groups).astype(np.int64)
