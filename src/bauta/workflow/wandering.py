"""People whose rows differ on the quasi-identifiers: what a search may assume of them, and what becomes of their rows.

Each is counted in one class only, so that no sum counts anybody twice and every class has at least the people counted.
Two things follow. They can be at risk in another class than the one they were counted in, so a limit on an average or a
share is held to more strictly. And they can have rows in a class where nobody was counted, which the search has not
seen: such a class stays only if the criterion holds with it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold, Thresholds
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.risk.exposure import Memberships

if TYPE_CHECKING:  # importing these loads the kernels
    from bauta.search.criterion import Criterion
    from bauta.search.solution import NodeClasses
    from bauta.search.space import SearchSpace

AVERAGES = (CriterionKind.AVERAGE, CriterionKind.STRICT_AVERAGE)


def count_each_once(sizes: Integers, wandering: Memberships) -> Integers:
    """People per class, with everybody who is in several classes counted in the first of them only."""
    if not wandering.people:
        return sizes
    first = np.full(wandering.people, len(sizes))
    np.minimum.at(first, wandering.person, wandering.class_number)
    others = sizes - np.bincount(wandering.class_number, minlength=len(sizes))
    return others + np.bincount(first, minlength=len(sizes))


def hold_for_wandering(criterion: "Criterion", people: int, wandering: int, *, has_population: bool) -> "Criterion":
    """A criterion that, met by the people as they were counted, is met however exposed those are who wander.

    A share counts each of them at risk. Within the data an average needs nothing: the risks of one class never add up
    to more than 1, which is what it was counted as. In a population each adds at most 1. Where that leaves nothing of
    the limit, no class at all may be over it. And nobody is recruited to keep suppressed people company: who is taken
    from one class might be suppressed in another already.
    """
    if not wandering:
        return criterion
    criterion = replace(criterion, may_recruit=False)
    at_most = Fraction(wandering, people - criterion.most_suppressed(people))
    thresholds = criterion.thresholds
    if criterion.kind is CriterionKind.SHARE:
        alpha = max(Fraction(0), Fraction(str(thresholds.alpha)) - at_most)
        return replace(criterion, thresholds=replace(thresholds, alpha=_below(alpha)))
    if criterion.kind not in AVERAGES or not has_population:
        return criterion
    limit = thresholds.largest_average.largest_average
    left = _below(limit - at_most)
    if left > 0:
        return replace(criterion, thresholds=replace(thresholds, average=Threshold(left, math.ceil(1 / left))))
    size = math.ceil(1 / limit)
    if criterion.kind is CriterionKind.STRICT_AVERAGE:
        size = max(size, STRICT_AVERAGE_FLOOR.cell_size)
    return replace(criterion, kind=CriterionKind.MAXIMUM, thresholds=Thresholds(Threshold(1 / size, size)))


def _below(share: Fraction) -> float:
    """The share as a number of few digits, not above it."""
    return math.floor(share * 10**9) / 10**9


@dataclass(frozen=True, eq=False, repr=False)
class Uncounted:
    """Classes of a node in which people have rows but nobody was counted."""

    keys: npt.NDArray[np.int64]
    """[classes x words], as `NodeClasses.keys`."""
    people: Integers
    matches: Integers

    def take(self, rows: npt.NDArray[np.bool_]) -> "Uncounted":
        return Uncounted(self.keys[rows], self.people[rows], self.matches[rows])


def find_uncounted(
    space: "SearchSpace", classes: "NodeClasses", codes: Sequence[npt.NDArray[np.int32]], wandering: Memberships
) -> Uncounted:
    """The classes of the node that only people who wander are in, all of them counted elsewhere."""
    words = classes.keys.shape[1]
    if not wandering.people:
        return Uncounted(np.empty((0, words), np.int64), np.empty(0, np.int64), np.empty(0, np.int64))
    at = np.zeros((len(wandering.class_number), words), np.int64)
    for v, hierarchy in enumerate(space.hierarchies):
        word, shift, _ = space.layout[v]
        at[:, word] |= (
            hierarchy.levels[classes.node[v]].groups[codes[v][wandering.class_number]].astype(np.int64) << shift
        )
    once = np.unique(np.column_stack((at, wandering.person)), axis=0)  # two rows of a person can be told alike here
    keys, people = np.unique(once[:, :words], axis=0, return_counts=True)
    known = {tuple(key): j for j, key in enumerate(classes.keys.tolist())}
    numbers = np.array([known.get(tuple(key), -1) for key in keys.tolist()], np.int64)
    matches = people.copy()
    if len(space.table.matches):
        matches = np.where(numbers >= 0, classes.matches[numbers], 0)
    is_uncounted = (numbers < 0) | (classes.people[numbers] == 0)
    return Uncounted(keys, people, matches).take(is_uncounted)


def rows_that_go(
    uncounted: Uncounted, classes: "NodeClasses", criterion: "Criterion", *, has_population: bool
) -> Uncounted:
    """Those of the classes that cannot stay."""
    least = criterion.thresholds.tau.cell_size
    if criterion.kind in AVERAGES:
        least = STRICT_AVERAGE_FLOOR.cell_size if criterion.kind is CriterionKind.STRICT_AVERAGE else 1
    goes = uncounted.matches < least
    if criterion.kind in AVERAGES and not has_population:
        largest_first = np.argsort(-uncounted.people, kind="stable")
        staying = largest_first[~goes[largest_first]]
        goes[staying[_room_for_classes(classes, criterion) :]] = True
    return uncounted.take(goes)


def _room_for_classes(classes: "NodeClasses", criterion: "Criterion") -> int:
    """How many more classes an average allows, each taken to add 1 to the sum of risks."""
    stays = criterion.suppression is SuppressionKind.QUASI_IDENTIFIERS
    gone = classes.suppressed_people
    people = int(classes.people.sum()) - (0 if stays else gone)
    kept = int(((classes.people > 0) & ~classes.suppressed).sum()) + (stays and gone > 0)
    return max(0, math.floor(criterion.thresholds.largest_average.largest_average * people) - kept)
