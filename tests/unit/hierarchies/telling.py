"""What tests ask of a hierarchy: who is told as what."""

from typing import Any

import numpy as np
import pyarrow as pa

from bauta.equivalence.classes import Domain
from bauta.hierarchies.build import build_hierarchy
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.hierarchies.rows import HierarchyRows


def domain_of(*values: Any, type: Any = None) -> Domain:
    """The values in order; None among them is the missing value, which has the last code."""
    present = [value for value in values if value is not None]
    return Domain(pa.array(present, type), has_missing=None in values)


def built(section: Any, *values: Any, type: Any = None, **options: Any) -> Hierarchy:
    return build_hierarchy(section, "v", domain_of(*values, type=type), **options)


def told(hierarchy: Hierarchy) -> dict[str, list[str | None]]:
    """For each level what the values are told as, in the order of the codes."""
    return {level.name: [level.labels[group] for group in level.groups] for level in hierarchy.levels}


def rows_of(text: str, names: tuple[str, ...] = ()) -> HierarchyRows:
    """A hierarchy file's lines, given as text."""
    rows = tuple(tuple(line.split(";")) for line in text.split())
    return HierarchyRows("v.csv", names, rows, tuple(range(1, len(rows) + 1)))


def check_laws(hierarchy: Hierarchy) -> None:
    """What every hierarchy must be: levels nest, groups have no gaps and one label each, no leaf is counted twice."""
    for level in hierarchy.levels:
        assert set(level.groups.tolist()) == set(range(level.n_groups))
        assert len(set(level.labels)) == level.n_groups
        assert list(level.labels) == sorted(level.labels, key=lambda label: (label is None, label or ""))
        assert level.leaves.min() >= 1
        assert level.leaves.sum() <= hierarchy.n_leaves
    for number in range(hierarchy.height - 1):
        finer, coarser = hierarchy.levels[number : number + 2]
        assert np.array_equal(hierarchy.step(number)[finer.groups], coarser.groups)
        assert (coarser.leaves[hierarchy.step(number)] >= finer.leaves).all()
    assert hierarchy.levels[0].name == "original"
