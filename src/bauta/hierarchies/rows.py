"""The rows of a hierarchy that is written out, a value in each, and what can be wrong with them."""

import graphlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bauta.errors import (
    HierarchyCycle,
    HierarchyDuplicate,
    HierarchyEmpty,
    HierarchyLabelMissing,
    HierarchyRefines,
    HierarchyUneven,
)

Branch = tuple[str, ...]
"""The groups of a value, finest first. There are fewer branches than values, and most checks are about these."""
PLAIN_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True, eq=False, repr=False)
class HierarchyRows:
    """Every value with the groups it belongs to, finest first, as a file or a tree lists them."""

    source: str
    """What lists them, in words: the name of a file, or the tree of a variable."""
    names: tuple[str, ...]
    """What the levels above the value are called; empty if they have no names."""
    rows: tuple[tuple[str, ...], ...]
    """(value, group on level 1, group on level 2, ...); an empty value is the missing one."""
    lines: tuple[int, ...] = ()
    """The line each row stands on; empty for a tree."""

    def __repr__(self) -> str:  # never the values
        return f"HierarchyRows({self.source!r}, {len(self.rows)} values)"

    def place(self, row: int, *, starts_sentence: bool = True) -> str:
        """Where a row is, for a message."""
        if not self.lines:
            return self.source if starts_sentence else "another of its branches"
        line = f"{'Line' if starts_sentence else 'line'} {self.lines[row]:,}"
        return f"{line} of {self.source}" if starts_sentence else line


def check_rows(listed: HierarchyRows) -> None:
    """Raise unless every value is listed once, with as many groups as the others, and groups only grow."""
    if not listed.rows:
        raise HierarchyEmpty(place=listed.source)
    expected = len(listed.rows[0])
    first_with: dict[str, int] = {}
    branches: dict[Branch, int] = {}
    for i, row in enumerate(listed.rows):
        if len(row) != expected:
            raise HierarchyUneven(
                place=listed.place(i),
                found=len(row) - 1,
                other=listed.place(0, starts_sentence=False),
                expected=expected - 1,
            )
        j = first_with.setdefault(row[0], i)
        if j != i:
            raise HierarchyDuplicate(place=listed.place(i), other=listed.place(j, starts_sentence=False))
        if row[0]:  # the missing value may stay missing
            branches.setdefault(row[1:], i)
    for branch, i in branches.items():
        if "" in branch:
            raise HierarchyLabelMissing(place=listed.place(i), level=branch.index("") + 1)
    if "" in first_with:
        branches.setdefault(listed.rows[first_with[""]][1:], first_with[""])
    _check_circles(listed, branches)
    _check_coarsening(listed, branches)


def _check_coarsening(listed: HierarchyRows, branches: Mapping[Branch, int]) -> None:
    """Values alike on one level must be alike on the next."""
    for level in range(len(listed.rows[0]) - 2):
        first_with: dict[str, Branch] = {}
        for branch, i in branches.items():
            other = first_with.setdefault(branch[level], branch)
            if branch[level + 1] != other[level + 1]:
                raise HierarchyRefines(
                    place=listed.place(i),
                    other=listed.place(branches[other], starts_sentence=False),
                    level=level + 1,
                    higher=level + 2,
                )


def _check_circles(listed: HierarchyRows, branches: Mapping[Branch, int]) -> None:
    """No group may contain itself: neither along one row, nor by following names from row to row.

    Codes are reused on purpose: value 1 in group 2 and value 2 in group 1. So plain numbers are followed along a row
    only. And what is in a circle is inside something, so only names of groups need following.
    """
    groups = {label for branch in branches for label in branch if label}
    chains = [*branches.items(), *((row, i) for i, row in enumerate(listed.rows) if row[0] in groups)]
    inside: dict[str, set[str]] = {}
    row_of: dict[tuple[str, str], int] = {}
    for chain, i in chains:
        if _comes_back(chain):
            raise HierarchyCycle(place=listed.place(i), other="")
        for lower, upper in pairwise(chain):
            are_codes = PLAIN_NUMBER.fullmatch(lower) and PLAIN_NUMBER.fullmatch(upper)
            if lower and upper and lower != upper and not are_codes:
                row_of.setdefault((lower, upper), i)
                inside.setdefault(upper, set()).add(lower)
    try:
        graphlib.TopologicalSorter(inside).prepare()
    except graphlib.CycleError as error:
        circle: list[str] = error.args[1]  # each is inside the one after it; the last is the first again
        at = sorted({row_of[lower, upper] for lower, upper in pairwise(circle)})
        other = f" with {listed.place(at[0], starts_sentence=False)}"
        raise HierarchyCycle(place=listed.place(at[-1]), other=other) from None


def _comes_back(row: Sequence[str]) -> bool:
    """Whether a name is left and met again on a higher level."""
    names = [name for name, before in zip(row, ("", *row), strict=False) if name != before and name]
    return len(set(names)) < len(names)
