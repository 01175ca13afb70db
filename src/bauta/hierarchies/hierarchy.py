"""A hierarchy: one variable's coarsenings, for the values it takes.

Level 0 is the values themselves. Each further level puts groups of the level below together, never apart, so that a
node of the lattice is coarser than another exactly if none of its levels is lower.
"""

from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Codes, Integers

SUPPRESSED = "*"
"""What stands for a value that is not told at all."""


@dataclass(frozen=True, eq=False, repr=False)
class Level:
    """One way to tell a variable: which values are told alike, and in which words."""

    name: str
    groups: Codes
    """`groups[c]` is the group of the value with code c; groups are numbered from 0 without gaps."""
    labels: tuple[str | None, ...]
    """`labels[g]` is what group g is told as; None is missing. At level 0 the values' own texts."""
    leaves: Integers
    """`leaves[g]` is how many values of the whole hierarchy, in the data or not, are told as group g."""

    @property
    def n_groups(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, eq=False, repr=False)
class Hierarchy:
    """All levels of one variable, finest first, over the codes of its domain."""

    variable: str
    levels: tuple[Level, ...]
    n_leaves: int
    """Values of the whole hierarchy: those the file or tree lists, or those in the data for computed hierarchies."""
    source: str
    """Where it came from, in words: "hierarchies/age.csv", "dates", "suggested: numbers in widths 5, 10, 20"."""

    def __repr__(self) -> str:  # never the values
        return f"Hierarchy({self.variable!r}, {self.height} levels)"

    @property
    def height(self) -> int:
        return len(self.levels)

    def step(self, level: int) -> Codes:
        """For each group of `level`, its group one level up."""
        finer, coarser = self.levels[level], self.levels[level + 1]
        step = np.zeros(finer.n_groups, dtype=np.int32)
        step[finer.groups] = coarser.groups
        return step
