"""Hierarchies that are written out: rows of a file, or a tree in the study."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bauta.equivalence.classes import Domain, Integers
from bauta.errors import HierarchyDuplicate, HierarchyGroupEmpty, HierarchyLacksValues, HierarchyUneven, shown
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy
from bauta.hierarchies.rows import HierarchyRows, check_rows
from bauta.hierarchies.told import (
    ORIGINAL,
    OUTSIDE,
    level_above,
    numbered_level,
    records_of,
    representatives,
    values_in_words,
)

MISSING = ""
"""How a row says that it is about the missing value."""

Row = tuple[str | None, ...]


def listed_hierarchy(
    variable: str,
    domain: Domain,
    texts: Sequence[str],
    listed: HierarchyRows,
    *,
    records: Integers | None = None,
    outside: bool = False,
) -> Hierarchy:
    """The rows' levels over the values of the data.

    A missing value that no row is about stays missing until a level tells all values alike. So does, told as outside
    the hierarchy, a value that is not listed, where that is allowed.
    """
    check_rows(listed)
    row_of_value: dict[str, Row] = {row[0]: row for row in listed.rows}
    missing_row = row_of_value.pop(MISSING, None)
    found = [row_of_value.get(text) or row_of_value.get(text.strip()) for text in texts]
    strangers = [code for code, row in enumerate(found) if row is None]
    if strangers and not outside:
        raise HierarchyLacksValues(
            values=values_in_words(len(strangers)),
            name=shown(variable),
            records=records_of(strangers, records),
            source=listed.source,
        )
    whole = _told_alike([*row_of_value.values()] or listed.rows)
    stranger_row = tuple(label or OUTSIDE for label in whole)
    rows = [stranger_row if row is None else row for row in found]
    leaves = [*row_of_value.values(), *(row for text, row in zip(texts, rows, strict=True) if text not in row_of_value)]
    if missing_row is not None or domain.has_missing:
        missing_row = whole if missing_row is None else tuple(label or None for label in missing_row)
        leaves.append(missing_row)
        rows += [missing_row] * domain.has_missing

    levels = [numbered_level(ORIGINAL, [*texts, *([None] * domain.has_missing)])]
    for number in range(1, len(whole)):
        name = listed.names[number - 1] if listed.names else f"level {number}"
        level = level_above(levels[-1], name, [rows[code][number] for code in representatives(levels[-1])])
        count = Counter(row[number] for row in leaves)
        levels.append(replace(level, leaves=np.array([count[label] for label in level.labels], dtype=np.int64)))
    return Hierarchy(variable, tuple(levels), n_leaves=len(leaves), source=listed.source)


def _told_alike(rows: Sequence[Row]) -> Row:
    """For each level the label everything has there, what is missing and what is not listed too; None if there is none.

    That is * where all values have it, and any label that all have on the last level. On a level before it, that all
    listed values are in Europe does not make it true of the others.
    """
    last = len(rows[0]) - 1
    whole: list[str | None] = [None]
    for number in range(1, last + 1):
        labels = {row[number] for row in rows}
        is_whole = len(labels) == 1 and (number == last or whole[-1] is not None or SUPPRESSED in labels)
        whole.append(labels.pop() if is_whole else None)
    return tuple(whole)


def rows_of_tree(tree: dict[str, Any], variable: str) -> HierarchyRows:
    """The rows of a tree {group: {subgroup: [value, ...]}}, with everything as the last level."""
    source = f"The tree of {shown(variable)}"
    paths = list(_paths(tree, (), source))
    seen: set[str] = set()
    for path in paths:
        if len(path) != len(paths[0]):
            raise HierarchyUneven(
                place=f"{source}, in the group {shown(path[0])},",
                found=len(path) - 1,
                other=f"the group {shown(paths[0][0])}",
                expected=len(paths[0]) - 1,
            )
        if path[-1] in seen:
            raise HierarchyDuplicate(place=f"{source}, in the group {shown(path[-2])},", other="another group")
        seen.add(path[-1])
    rows = tuple((*reversed(path), SUPPRESSED) for path in paths)
    depth = len(rows[0]) - 2 if rows else 0
    names = (*(f"level {number}" for number in range(1, depth + 1)), SUPPRESSED)
    return HierarchyRows(source=source, names=names, rows=rows)


def _paths(branch: Any, above: tuple[str, ...], source: str) -> Iterator[tuple[str, ...]]:
    """From the top group to each value."""
    if not branch and above:
        raise HierarchyGroupEmpty(place=source, group=shown(above[-1]))
    if isinstance(branch, dict):
        for name, inner in branch.items():
            yield from _paths(inner, (*above, str(name)), source)
    else:
        for value in branch if isinstance(branch, list | tuple) else [branch]:
            yield (*above, MISSING if value is None else str(value))
