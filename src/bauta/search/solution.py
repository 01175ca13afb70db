"""A node carried through: its classes, which of them are suppressed, and every loss of what remains."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Integers
from bauta.model.transformations import LossKind
from bauta.search import kernels
from bauta.search.evaluate import NodeJudge
from bauta.search.space import Node, SearchSpace
from bauta.utility.loss import ADDITIVE, Reals, additive_loss

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class NodeClasses:
    """The classes of a node: class j is told as group `groups[v][j]` of variable v's level."""

    node: Node
    keys: npt.NDArray[np.int64]
    """[classes x words], packed as in the space's layout."""
    groups: tuple[Codes, ...]
    people: Integers
    matches: Integers
    """How many people each could be taken for: in the data, or in the population."""
    suppressed: Flags

    @property
    def suppressed_people(self) -> int:
        return int(self.people[self.suppressed].sum())


def classes_of_node(judge: NodeJudge, node: Node) -> NodeClasses:
    """The classes of a node, and which the criterion has suppressed: the same that the kernels count."""
    space = judge.space
    table = judge.classes_at(node)
    layout = space.layout
    groups = tuple(
        ((table.keys[:, layout[v, 0]] >> layout[v, 1]) & layout[v, 2]).astype(np.int32)
        for v in range(space.n_variables)
    )
    matches = table.matches if len(table.matches) else table.people
    left = np.zeros(len(table))
    for v, own in enumerate(groups):
        start = space.left_at[v, node[v]]
        left += space.left[start : start + space.n_groups[v, node[v]]][own]
    suppressed = _suppressed(table.people, matches, left, groups, judge.rules, space.n_records)
    return NodeClasses(node, table.keys, groups, table.people, matches, suppressed)


def _suppressed(
    people: Integers, matches: Integers, left: Reals, groups: Sequence[Codes], rules: Reals, n_records: int
) -> Flags:
    """Classes below the floor, and then the riskiest until the criterion holds; see kernels.py."""
    suppressed: Flags = matches < rules[kernels.FLOOR]
    waiting = np.flatnonzero(~suppressed & (people > 0))
    told_apart = np.rint(left * kernels.DECIMALS)
    first_last: list[npt.NDArray[Any]] = [*reversed(groups), people, told_apart, matches]
    riskiest_first = waiting[np.lexsort([column[waiting] for column in first_last])]
    gone, kept = suppressed & (people > 0), ~suppressed & (people > 0)
    n_gone, matched = int(people[gone].sum()), int(matches[gone].sum())
    if rules[kernels.MODE] == kernels.AVERAGE:
        risk = people / np.maximum(matches, 1)
    else:
        risk = np.where(matches < rules[kernels.AT_RISK], people, 0).astype(float)
    reached = float(risk[kept].sum())
    slack = rules[kernels.ROUNDING] * rules[kernels.DENOMINATOR] * reached
    for j in riskiest_first:
        if _holds(reached, n_gone, matched, rules, n_records, slack):
            break
        suppressed[j] = True
        reached -= risk[j]
        n_gone += int(people[j])
        matched += int(matches[j])
    return suppressed


def _holds(reached: float, n_gone: int, matched: int, rules: Reals, n_records: int, slack: float) -> bool:
    """Whether the criterion holds once so many records, with so many matches, are gone; see `_excess` in kernels.py."""
    if 0 < matched < rules[kernels.LEAST_SUPPRESSED]:
        return False
    if rules[kernels.MODE] == kernels.ONLY_FLOOR:
        return True
    if rules[kernels.MODE] == kernels.AVERAGE and rules[kernels.STAYS] and n_gone:
        reached += 1
    limit = rules[kernels.NUMERATOR] * (n_records if rules[kernels.STAYS] else n_records - n_gone)
    return bool(reached * rules[kernels.DENOMINATOR] - limit <= slack)


def losses_of(
    space: SearchSpace,
    classes: NodeClasses,
    original_codes: Sequence[Codes],
    original_people: Integers,
    weights: Sequence[float],
    *,
    cells: tuple[Integers, Flags, Integers] | None = None,
    sizes: Integers | None = None,
) -> Mapping[LossKind, float]:
    """Every loss of the node with its suppression.

    With local cell suppression, `cells` are (class, pattern, records) and `sizes` the classes that remain; a suppressed
    cell then counts as a fully generalized one, and nothing else is suppressed.
    """
    losses = {}
    for kind in LossKind:
        if kind in ADDITIVE:
            losses[kind] = _additive(kind, space, classes, original_codes, original_people, weights, cells)
        else:
            losses[kind] = _of_classes(kind, classes, sizes)
    return losses


def _additive(
    kind: LossKind,
    space: SearchSpace,
    classes: NodeClasses,
    original_codes: Sequence[Codes],
    original_people: Integers,
    weights: Sequence[float],
    cells: tuple[Integers, Flags, Integers] | None,
) -> float:
    loss = additive_loss(kind, space.hierarchies, original_codes, original_people, weights)
    total = float(sum(table[level] for table, level in zip(loss.generalized, classes.node, strict=True)))
    for v, own in enumerate(classes.groups):
        left = loss.left[v][classes.node[v]][own]
        if cells is None:
            total += float(left[classes.suppressed] @ classes.people[classes.suppressed])
        else:
            class_number, pattern, records = cells
            total += float(left[class_number] @ (records * pattern[:, v]))
    return total / loss.scale


def _of_classes(kind: LossKind, classes: NodeClasses, sizes: Integers | None) -> float:
    occupied = classes.people > 0
    n = float(classes.people.sum())
    if sizes is not None:
        squares = float((sizes.astype(float) ** 2).sum())
        return n / max(1, len(sizes)) if kind is LossKind.AVERAGE_CLASS_SIZE else squares
    kept = occupied & ~classes.suppressed
    gone = float(classes.people[classes.suppressed].sum())
    if kind is LossKind.DM_STAR:
        return float((classes.people.astype(float) ** 2).sum())
    if kind is LossKind.DISCERNIBILITY:
        return float((classes.people[kept].astype(float) ** 2).sum()) + n * gone
    return n / max(1.0, float(kept.sum()) + (gone > 0))
