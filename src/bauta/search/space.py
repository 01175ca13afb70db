"""The space a search moves in: classes as packed keys, every level of every hierarchy as arrays, and the loss."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.hierarchies.hierarchy import Hierarchy, Level
from bauta.model.transformations import LossKind
from bauta.utility.loss import ADDITIVE, AdditiveLoss, Reals, additive_loss, frequencies_of

Node = tuple[int, ...]
"""A level for every variable, in the order of the quasi-identifiers."""

WORD_BITS = 62
"""Bits of a key's word that are used; the sign stays out of it."""
CHUNK_BITS = 13
"""Variables are looked at together while their bits are few: a table of all combinations should fit a cache."""


@dataclass(frozen=True, eq=False, repr=False)
class ClassTable:
    """Classes at some node: packed codes, people of the data, and people they could be taken for."""

    keys: Any
    """[rows x words] of int64."""
    people: Any
    matches: Any
    """Empty where they are the people themselves: no population is known. Counts have 32 bits where that is enough:
    tables are read over and over."""

    def __len__(self) -> int:
        return len(self.people)

    @property
    def n_bytes(self) -> int:
        return int(self.keys.nbytes + self.people.nbytes + self.matches.nbytes)


@dataclass(frozen=True, eq=False, repr=False)
class SearchSpace:
    """Everything a search needs to know, and nothing it may change."""

    hierarchies: tuple[Hierarchy, ...]
    table: ClassTable
    """The classes at level 0 of every variable, or at `bottom`, each told by one of the values it has there."""
    frequencies: tuple[Reals, ...]
    """Records that have each value of each variable."""
    layout: Integers
    """[variables x (word, shift, mask)]: where a variable's code is in a key."""
    chunks: Integers
    """[chunks x (word, shift, mask, start)]: neighbouring variables whose bits are looked at together; `start` counts
    the possible values of all chunks before."""
    chunk_of: Integers
    maps: Codes
    """All recodings of the groups of level 0, one after the other ..."""
    map_at: Integers
    """... and where each begins: [variables x levels]."""
    n_groups: Integers
    """[variables x levels]"""
    bottom: Node
    top: Node
    """The least and the greatest level allowed for every variable."""
    loss_kind: LossKind
    additive: AdditiveLoss | None
    left: Reals
    """`additive.left`, one after the other as `maps`; zeros where the loss is not additive ..."""
    left_at: Integers

    @cached_property
    def n_records(self) -> int:
        return int(self.table.people.sum())

    @cached_property
    def n_nodes(self) -> int:
        return int(np.prod([high - low + 1 for low, high in zip(self.bottom, self.top, strict=True)], dtype=object))

    @property
    def n_variables(self) -> int:
        return len(self.hierarchies)

    def generalized_loss(self, node: Node) -> float:
        """The loss of a node if nothing had to be suppressed, for additive losses; not divided by the scale."""
        return sum(table[level] for table, level in zip(self._generalized, node, strict=True))

    @cached_property
    def _generalized(self) -> list[list[float]]:
        """As plain numbers: a few of them are added up faster than in arrays."""
        assert self.additive is not None
        return [table.tolist() for table in self.additive.generalized]


def build_space(
    hierarchies: Sequence[Hierarchy],
    codes: Sequence[Codes],
    people: Integers,
    *,
    matches: Integers | None = None,
    frequencies: Sequence[Reals] | None = None,
    loss: LossKind,
    weights: Sequence[float] | None = None,
    bottom: Node | None = None,
    top: Node | None = None,
) -> SearchSpace:
    """The space over classes with `codes[v][j]` on variable v and `people[j]` people.

    With a population `matches[j]` of its people are in class j; classes that only the population has have no people.
    A hierarchy numbers its groups in an order of its own, so that codes become groups of level 0 before all else.
    Classes may be those of `bottom`, with a code for each that stands for all that are told alike there; then
    `frequencies` say how many records have each value.
    """
    heights = [hierarchy.height for hierarchy in hierarchies]
    layout = _lay_out([hierarchy.levels[0].n_groups for hierarchy in hierarchies])
    chunks, chunk_of = _chunk(layout)
    level_groups = [_from_level_0(hierarchy, level) for hierarchy in hierarchies for level in hierarchy.levels]
    starts = np.cumsum([0, *(len(groups) for groups in level_groups)])
    map_at = np.zeros((len(heights), max(heights)), np.int64)
    n_groups = np.zeros_like(map_at)
    left_at = np.zeros_like(map_at)
    additive = None
    frequencies = frequencies_of(hierarchies, codes, people) if frequencies is None else tuple(frequencies)
    if loss in ADDITIVE:
        additive = additive_loss(loss, hierarchies, frequencies, weights or [1.0] * len(heights))
    left: list[Reals] = []
    i = at = 0
    for v, hierarchy in enumerate(hierarchies):
        for level, told in enumerate(hierarchy.levels):
            map_at[v, level], n_groups[v, level], left_at[v, level] = starts[i], told.n_groups, at
            left.append(np.zeros(told.n_groups) if additive is None else additive.left[v][level])
            at += told.n_groups
            i += 1
    groups = [hierarchy.levels[0].groups[digits] for hierarchy, digits in zip(hierarchies, codes, strict=True)]
    keys = _pack(groups, layout)
    in_order = np.lexsort(keys.T)  # neighbours in the table are neighbours in memory later on
    everybody = people.sum() if matches is None else max(people.sum(), matches.sum())
    counter = np.int32 if everybody < 2**31 else np.int64
    return SearchSpace(
        hierarchies=tuple(hierarchies),
        table=ClassTable(
            np.ascontiguousarray(keys[in_order]),
            people[in_order].astype(counter),
            np.empty(0, counter) if matches is None else matches[in_order].astype(counter),
        ),
        frequencies=frequencies,
        layout=layout,
        chunks=chunks,
        chunk_of=chunk_of,
        maps=np.concatenate(level_groups),
        map_at=map_at,
        n_groups=n_groups,
        bottom=bottom or (0,) * len(heights),
        top=top or tuple(height - 1 for height in heights),
        loss_kind=loss,
        additive=additive,
        left=np.concatenate(left),
        left_at=left_at,
    )


def _from_level_0(hierarchy: Hierarchy, level: Level) -> Codes:
    """For each group of level 0, its group on a level."""
    groups = np.zeros(hierarchy.levels[0].n_groups, np.int32)
    groups[hierarchy.levels[0].groups] = level.groups
    return groups


def _lay_out(sizes: Sequence[int]) -> Integers:
    """Bits for every variable's codes, in as few words as they fit without being divided."""
    layout = np.zeros((len(sizes), 3), np.int64)
    word = used = 0
    for v, size in enumerate(sizes):
        bits = max(1, int(size - 1).bit_length())
        if used + bits > WORD_BITS:
            word, used = word + 1, 0
        layout[v] = word, used, (1 << bits) - 1
        used += bits
    return layout


def _chunk(layout: Integers) -> tuple[Integers, Integers]:
    """Runs of neighbouring variables with few bits; a variable with many is a chunk of its own."""
    chunks: list[list[int]] = []
    chunk_of = np.zeros(len(layout), np.int64)
    start = 0
    for v, (word, shift, mask) in enumerate(layout.tolist()):
        end = shift + mask.bit_length()
        if chunks and chunks[-1][0] == word and end - chunks[-1][1] <= CHUNK_BITS:
            chunks[-1][2] = (1 << (end - chunks[-1][1])) - 1
        else:
            chunks.append([word, shift, mask, start])
        start = chunks[-1][3] + chunks[-1][2] + 1
        chunk_of[v] = len(chunks) - 1
    return np.array(chunks, np.int64), chunk_of


def _pack(codes: Sequence[Codes], layout: Integers) -> Any:
    keys = np.zeros((len(codes[0]), int(layout[:, 0].max()) + 1), np.int64)
    for v, digits in enumerate(codes):
        word, shift, _ = layout[v]
        keys[:, word] |= digits.astype(np.int64) << shift
    return keys
