"""People whose rows differ on the quasi-identifiers: what a search may assume of them, and what becomes of their rows.

Each is counted in one class only, so that no sum counts anybody twice and every class has at least the people counted.
Two things follow. They can be at risk in another class than the one they were counted in, so a limit on an average or a
share is held to more strictly. And they can have rows in a class where nobody was counted: such a class stays only if
the criterion holds with it. Whoever loses a row, be it one of many, is suppressed: the limit and the loss count them
(`search/` knows nothing of it; `wandering_judge.py` adds it to what a node is judged by).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold, Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.risk.exposure import Memberships
from bauta.utility.loss import ADDITIVE, additive_loss

if TYPE_CHECKING:  # importing these loads the kernels
    from bauta.search.criterion import Criterion
    from bauta.search.solution import NodeClasses
    from bauta.search.space import Node, SearchSpace

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
    """Classes of a node in which people have rows but nobody was counted, and which cannot stay."""

    keys: npt.NDArray[np.int64]
    """[classes x words], as `NodeClasses.keys`."""
    matches: Integers
    is_blanked: bool
    """Whether their rows stay without quasi-identifiers, rather than go."""
    people: int
    """People who lose rows, there or in a class that was counted, although the class they were counted in stays."""
    counted_in: Integers
    """For each of these people the class of the node they were counted in."""

    def __len__(self) -> int:
        return len(self.keys)


def find_uncounted(
    space: "SearchSpace",
    classes: "NodeClasses",
    codes: Sequence[npt.NDArray[np.int32]],
    wandering: Memberships,
    criterion: "Criterion",
    *,
    has_population: bool,
) -> Uncounted:
    """The classes that only people counted elsewhere are in and that cannot stay, and all who lose rows beside those
    the search has counted.
    """
    words = classes.keys.shape[1]
    if not wandering.people:
        nothing = np.empty(0, np.int64)
        return Uncounted(np.empty((0, words), np.int64), nothing, is_blanked=False, people=0, counted_in=nothing)
    at = keys_of_classes(space, classes.node, [own[wandering.class_number] for own in codes])
    n = len(classes.keys)
    keys, numbers = number_keys(np.concatenate((classes.keys, at)))
    class_of_key = np.full(len(keys), -1)
    class_of_key[numbers[:n]] = np.arange(n)
    key_of_row = numbers[n:]
    is_counted = (class_of_key >= 0) & (classes.people[class_of_key] > 0)
    occupied = np.unique(key_of_row)
    uncounted = occupied[~is_counted[occupied]]
    once = np.unique(key_of_row * np.int64(wandering.people) + wandering.person)  # a person's rows can be told alike
    matches = people = np.bincount(once // wandering.people, minlength=len(keys))[uncounted]
    if len(space.table.matches):
        of_class = class_of_key[uncounted]
        matches = np.where(of_class >= 0, classes.matches[of_class], 0)
    goes, may_be_blanked = _which_go(people, matches, classes, criterion, has_population=has_population)

    key_goes = np.zeros(len(keys), bool)
    key_goes[numbers[:n]] = classes.suppressed & (classes.people > 0)
    key_goes[uncounted[goes]] = True
    loses = np.zeros(wandering.people, bool)
    np.logical_or.at(loses, wandering.person, key_goes[key_of_row])
    first = np.full(wandering.people, np.iinfo(np.int64).max)
    np.minimum.at(first, wandering.person, wandering.class_number)  # where `count_each_once` has counted them
    is_first = wandering.class_number == first[wandering.person]
    counted_in = np.zeros(wandering.people, np.int64)
    counted_in[wandering.person[is_first]] = class_of_key[key_of_row[is_first]]
    more = loses & ~classes.suppressed[counted_in]

    stays = criterion.suppression is SuppressionKind.QUASI_IDENTIFIERS
    blank = int(matches[goes].sum()) + int(classes.matches[classes.suppressed & (classes.people > 0)].sum())
    if not len(space.table.matches):
        blank = classes.suppressed_people + int(more.sum())
    return Uncounted(
        keys=keys[uncounted[goes]],
        matches=matches[goes],
        is_blanked=stays and may_be_blanked and blank >= _least_matches(criterion),
        people=int(more.sum()),
        counted_in=counted_in[more],
    )


def losses_with(
    losses: Mapping[LossKind, float],
    uncounted: Uncounted,
    space: "SearchSpace",
    classes: "NodeClasses",
    weights: Sequence[float],
) -> Mapping[LossKind, float]:
    """The losses of a node with the people added who lose rows without having been counted as suppressed.

    They lose what they were counted with, as if that row had gone.
    """
    if not uncounted.people:
        return losses
    n = space.n_records
    added = dict(losses)
    for kind in ADDITIVE:
        loss = additive_loss(kind, space.hierarchies, space.frequencies, weights)
        for v, own in enumerate(classes.groups):
            left = loss.left[v][classes.node[v]][own[uncounted.counted_in]]
            added[kind] += float(left.sum()) / loss.scale
    added[LossKind.DISCERNIBILITY] += float(n) * uncounted.people
    kept = int(((classes.people > 0) & ~classes.suppressed).sum())
    added[LossKind.AVERAGE_CLASS_SIZE] = n / (kept + 1)
    return added


def keys_of_classes(
    space: "SearchSpace", node: "Node", codes: Sequence[npt.NDArray[np.int32]]
) -> npt.NDArray[np.int64]:
    """The keys that classes of the data have at a node, as `NodeClasses.keys`."""
    keys = np.zeros((len(codes[0]), int(space.layout[:, 0].max()) + 1), np.int64)
    for v, hierarchy in enumerate(space.hierarchies):
        word, shift, _ = space.layout[v]
        keys[:, word] |= hierarchy.levels[node[v]].groups[codes[v]].astype(np.int64) << shift
    return keys


def number_keys(keys: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The different keys, and the number among them of each."""
    if keys.shape[1] == 1:
        different, numbers = np.unique(keys[:, 0], return_inverse=True)
        return different[:, None], numbers
    different, numbers = np.unique(keys, axis=0, return_inverse=True)
    return different, numbers.reshape(-1)


def _least_matches(criterion: "Criterion") -> int:
    """How many people a class must have at least for those in it to be no problem."""
    if criterion.kind is CriterionKind.STRICT_AVERAGE:
        return STRICT_AVERAGE_FLOOR.cell_size
    return 1 if criterion.kind is CriterionKind.AVERAGE else criterion.thresholds.tau.cell_size


def _which_go(
    people: Integers, matches: Integers, classes: "NodeClasses", criterion: "Criterion", *, has_population: bool
) -> tuple[npt.NDArray[np.bool_], bool]:
    """Which of the uncounted classes cannot stay, and whether an average has room for their rows as a blank class."""
    goes = matches < _least_matches(criterion)
    if criterion.kind not in AVERAGES or has_population:
        return goes, True
    largest_first = np.argsort(-people, kind="stable")
    staying = largest_first[~goes[largest_first]]
    room = _room_for_classes(classes, criterion)
    is_blank_new = classes.suppressed_people == 0 and (bool(goes.any()) or len(staying) > room)
    may_be_blanked = not is_blank_new or room > 0
    if is_blank_new and criterion.suppression is SuppressionKind.QUASI_IDENTIFIERS:
        room = max(0, room - 1)
    goes[staying[room:]] = True
    return goes, may_be_blanked


def _room_for_classes(classes: "NodeClasses", criterion: "Criterion") -> int:
    """How many more classes an average allows, each taken to add 1 to the sum of risks."""
    stays = criterion.suppression is SuppressionKind.QUASI_IDENTIFIERS
    gone = classes.suppressed_people
    people = int(classes.people.sum()) - (0 if stays else gone)
    kept = int(((classes.people > 0) & ~classes.suppressed).sum()) + (stays and gone > 0)
    return max(0, math.floor(criterion.thresholds.largest_average.largest_average * people) - kept)
