"""A node carried through: its classes, which of them are suppressed, and every loss of what remains."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Integers
from bauta.model.transformations import LossKind
from bauta.search.choice_kernels import choose
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
    gone: Integers
    """How many people of each are suppressed: none, some or all."""

    @property
    def suppressed(self) -> Flags:
        """Classes of the data that are suppressed as a whole."""
        suppressed: Flags = (self.people > 0) & (self.gone == self.people)
        return suppressed

    @property
    def recruits(self) -> Integers:
        """How many people of a class that is kept are suppressed, to keep others company."""
        return np.where(self.suppressed, 0, self.gone)

    @property
    def suppressed_people(self) -> int:
        return int(self.gone.sum())


def classes_of_node(judge: NodeJudge, node: Node) -> NodeClasses:
    """The classes of a node, and who of them is suppressed: the same that the kernels count."""
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
    gone = np.zeros(len(table), np.int64)
    in_order = np.lexsort(groups[::-1])  # which of classes equal in all that counts goes depends on the order
    in_order = in_order[table.people[in_order] > 0]
    gone[in_order] = _gone(table.people[in_order], matches[in_order], left[in_order], judge.rules, space.n_records)
    return NodeClasses(node, table.keys, groups, table.people, matches, gone)


def _gone(people: Integers, matches: Integers, left: Reals, rules: Reals, n_records: int) -> Integers:
    gone = np.zeros(len(people), np.int64)
    people, matches = people.astype(np.int64), matches.astype(np.int64)
    choose(people, matches, left, float((people / matches).sum()), rules, n_records, gone)
    return gone


def losses_of(
    space: SearchSpace,
    classes: NodeClasses,
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
            losses[kind] = _additive(kind, space, classes, weights, cells)
        else:
            losses[kind] = _of_classes(kind, classes, sizes)
    return losses


def _additive(
    kind: LossKind,
    space: SearchSpace,
    classes: NodeClasses,
    weights: Sequence[float],
    cells: tuple[Integers, Flags, Integers] | None,
) -> float:
    loss = additive_loss(kind, space.hierarchies, space.frequencies, weights)
    total = float(sum(table[level] for table, level in zip(loss.generalized, classes.node, strict=True)))
    for v, own in enumerate(classes.groups):
        left = loss.left[v][classes.node[v]][own]
        if cells is None:
            total += float(left @ classes.gone)
        else:
            class_number, pattern, records = cells
            total += float(left[class_number] @ (records * pattern[:, v]))
    return total / loss.scale


def _of_classes(kind: LossKind, classes: NodeClasses, sizes: Integers | None) -> float:
    people = classes.people.astype(float)
    n = float(people.sum())
    if sizes is not None:
        squares = float((sizes.astype(float) ** 2).sum())
        return n / max(1, len(sizes)) if kind is LossKind.AVERAGE_CLASS_SIZE else squares
    kept, gone = people - classes.gone, classes.suppressed_people
    if kind is LossKind.DM_STAR:
        return float((people**2).sum())
    if kind is LossKind.DISCERNIBILITY:
        return float((kept**2).sum()) + n * gone
    return n / max(1, int((kept > 0).sum()) + (gone > 0))
