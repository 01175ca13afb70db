"""The rows of a hierarchy that is written out, a value in each, and what can be wrong with them."""

import graphlib
import re
from collections.abc import Sequence
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
    rows = listed.rows
    if not rows:
        raise HierarchyEmpty(place=listed.source)
    _check_depth(listed)
    first_with: dict[str, int] = {}
    for i, row in enumerate(rows):
        j = first_with.setdefault(row[0], i)
        if j != i:
            raise HierarchyDuplicate(place=listed.place(i), other=listed.place(j, starts_sentence=False))
    _check_circles(listed)
    for level in range(1, len(rows[0]) - 1):
        _check_coarsening(listed, level)


def _check_depth(listed: HierarchyRows) -> None:
    expected = len(listed.rows[0])
    for i, row in enumerate(listed.rows):
        if len(row) != expected:
            raise HierarchyUneven(
                place=listed.place(i),
                found=len(row) - 1,
                other=listed.place(0, starts_sentence=False),
                expected=expected - 1,
            )
        if "" in row[1:] and row[0]:  # the missing value may stay missing
            raise HierarchyLabelMissing(place=listed.place(i), level=row.index("", 1))


def _check_coarsening(listed: HierarchyRows, level: int) -> None:
    """Values alike on this level must be alike on the next."""
    first_with: dict[str, int] = {}
    for i, row in enumerate(listed.rows):
        j = first_with.setdefault(row[level], i)
        if row[level + 1] != listed.rows[j][level + 1]:
            raise HierarchyRefines(
                place=listed.place(i),
                other=listed.place(j, starts_sentence=False),
                level=level,
                higher=level + 1,
            )


def _check_circles(listed: HierarchyRows) -> None:
    """No group may contain itself: neither along one row, nor by following names from row to row.

    Codes are reused on purpose: value 1 in group 2 and value 2 in group 1. So plain numbers are followed along a row
    only. And what is in a circle is inside something, so only names of groups need following.
    """
    for i, row in enumerate(listed.rows):
        if len(set(row)) < len(row) and _comes_back(row):
            raise HierarchyCycle(place=listed.place(i), other="")
    branches = {row[1:]: i for i, row in enumerate(listed.rows)}
    groups = {label for branch in branches for label in branch if label}
    inside: dict[str, set[str]] = {}
    row_of: dict[tuple[str, str], int] = {}

    def put_inside(lower: str, upper: str, row: int) -> None:
        are_codes = PLAIN_NUMBER.fullmatch(lower) and PLAIN_NUMBER.fullmatch(upper)
        if lower and upper and lower != upper and not are_codes:
            row_of.setdefault((lower, upper), row)
            inside.setdefault(upper, set()).add(lower)

    for branch, i in branches.items():
        for lower, upper in pairwise(branch):
            put_inside(lower, upper, i)
    for i, row in enumerate(listed.rows):
        if row[0] in groups:
            put_inside(row[0], row[1], i)
    try:
        graphlib.TopologicalSorter(inside).prepare()
    except graphlib.CycleError as error:
        circle: list[str] = error.args[1]  # each is inside the one after it; the last is the first again
        steps = pairwise(circle)
        at = sorted({row_of[lower, upper] for lower, upper in steps})
        raise HierarchyCycle(
            place=listed.place(at[-1]), other=f" with {listed.place(at[0], starts_sentence=False)}"
        ) from None


def _comes_back(row: Sequence[str]) -> bool:
    """Whether a name is left and met again on a higher level."""
    names = [name for name, before in zip(row, ("", *row), strict=False) if name != before and name]
    return len(set(names)) < len(names)
