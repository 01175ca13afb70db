"""Two tables that are to be linked, put in the same words; or the plain answer that their values cannot be compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.counts import GroupCounts, Recoding
from bauta.engines.engine import Engine
from bauta.equivalence.classes import Domain
from bauta.equivalence.coding import canonical_texts
from bauta.errors import ValuesNotComparable, listed
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.linkage import ToldAlike
from bauta.model.microdata import Microdata
from bauta.workflow.published_release import NOT_TOLD, PublishedRelease
from bauta.workflow.words_of_release import Labels, in_words_of

NO_WORD = -1
"""The number of a value that the other table has no word for."""


@dataclass(frozen=True, eq=False, repr=False)
class Alike:
    """Two tables with the same numbers for the same words."""

    tables: tuple[Microdata, Microdata]
    told: tuple[ToldAlike, ...]
    rows_suppressed: int


@dataclass(frozen=True, eq=False, repr=False)
class _Side:
    """One variable of one table."""

    values: Any
    """Arrow array of its different values that are not missing."""
    texts: list[str]
    rows: list[int]
    release: PublishedRelease | None

    @classmethod
    def of(cls, groups: GroupCounts, release: PublishedRelease | None) -> "_Side":
        column = groups.values.column(0).combine_chunks()
        rows = groups.sizes[column.is_valid().to_numpy(zero_copy_only=False)]
        values = column.drop_null()
        return cls(values, canonical_texts(values), rows.tolist(), release)

    def level_of(self, variable: str) -> str | None:
        return None if self.release is None else self.release.level_of(variable)


def tell_alike(
    engine: Engine,
    tables: tuple[Microdata, Microdata],
    releases: tuple[PublishedRelease | None, PublishedRelease | None],
    variables: Sequence[str],
) -> Alike:
    """The tables with the variables that a release has generalised in its words.

    Raises ValuesNotComparable where a variable has no value in common: a bound of 0 would say that nobody can be found.
    """
    told: list[ToldAlike] = []
    strangers: list[str] = []
    recodings: tuple[dict[str, Recoding], dict[str, Recoding]] = ({}, {})
    rows_suppressed = 0
    for name in variables:
        sides = [_Side.of(engine.count_groups(data, [name]), one) for data, one in zip(tables, releases, strict=True)]
        rows_suppressed = max(rows_suppressed, *(_suppressed(side, name) for side in sides))
        levels = [side.level_of(name) for side in sides]
        labels: list[Labels] = [list(side.texts) for side in sides]
        if levels[0] != levels[1]:
            labels, coarser = _in_the_coarser_words(sides, name)
            other = sides[1 - coarser]
            without = sum(n for n, label in zip(other.rows, labels[1 - coarser], strict=True) if label is None)
            told.append(ToldAlike(name, str(levels[coarser]), without))
        words = {label for label in labels[0] if label is not None}
        if not words & {label for label in labels[1] if label is not None}:
            strangers.append(name)
        number = {label: i for i, label in enumerate(sorted(words))}
        if levels[0] != levels[1]:
            for recoding, side, own in zip(recodings, sides, labels, strict=True):
                recoding[name] = _recoding(side, own, number)
    if strangers:
        raise ValuesNotComparable(names=listed(strangers))
    first, second = (
        engine.recode(data, recoding) if recoding else data for data, recoding in zip(tables, recodings, strict=True)
    )
    return Alike((first, second), tuple(told), rows_suppressed)


def _in_the_coarser_words(sides: Sequence[_Side], name: str) -> tuple[list[Labels], int]:
    """The values of both in the words of the one that is generalised, and which one that is.

    Where both are, in two ways, it is the one in whose words more rows of the other can be told.
    """
    found = []
    for coarser in (0, 1):
        own, other = sides[coarser], sides[1 - coarser]
        if own.release is None or own.level_of(name) is None:
            continue
        released = set(own.texts)
        labels = in_words_of(own.release, name, Domain(other.values, has_missing=False), released)
        if own.level_of(name) == NOT_TOLD:
            released = {SUPPRESSED}
        rows = sum(n for n, label in zip(other.rows, labels, strict=True) if label in released)
        both: list[Labels] = [list(own.texts), labels] if coarser == 0 else [labels, list(own.texts)]
        found.append((rows, coarser, both))
    _, coarser, both = max(found, key=lambda one: one[0])
    return both, coarser


def _recoding(side: _Side, labels: Labels, number: dict[str, int]) -> Recoding:
    """Numbers in place of the values; a missing value stays missing."""
    codes = [NO_WORD if label is None else number.get(label, NO_WORD) for label in labels]
    return Recoding(side.values, np.array(codes, np.int64))


def _suppressed(side: _Side, name: str) -> int:
    """Rows of a release whose cell is suppressed, where not everybody's is."""
    if side.release is None or side.level_of(name) == NOT_TOLD:
        return 0
    return sum(n for n, text in zip(side.rows, side.texts, strict=True) if text == SUPPRESSED)
