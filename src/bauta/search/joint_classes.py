"""People told by their class in earlier releases and in this one: what whoever has them all sees of a code.

A code that was in class A and is in class B now is one of those with (A, B). One that is new, or that is gone, shows as
much by that. So the people who are alike before and now are the classes that count, being absent a class of its own,
and the criterion must hold for them (docs/decisions/0051-what-two-releases-tell-apart.md).

Somebody whose rows fall into several classes is known by one of them at a time, as within a release: by a class that
stayed, or by one that came and one that went.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.equivalence.roll_up import pack
from bauta.model.threshold import STRICT_AVERAGE_FLOOR
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.search.choice_kernels import choose
from bauta.search.criterion import Criterion

Flags = npt.NDArray[np.bool_]

Judged = Callable[["JointClasses"], Flags]
"""The groups for which the criterion must hold."""
ABSENT, OTHERS = -1, -2
"""Not in the release; in it, but in no class that says more."""


@dataclass(frozen=True, eq=False, repr=False)
class Entries:
    """Who is in which class: one entry per person and class."""

    person: Integers
    class_number: Integers

    def without(self, people: Flags) -> "Entries":
        stays = ~people[self.person]
        return Entries(self.person[stays], self.class_number[stays])


@dataclass(frozen=True, eq=False, repr=False)
class JointClasses:
    """Groups of people alike in class before and class now; a person with several classes is in several groups."""

    person: Integers
    """One entry per person and group ..."""
    group: Integers
    """... and the group."""
    past: Integers
    """For each group what was seen of its people before the release before this one ..."""
    before: Integers
    """... their class in that release ..."""
    now: Integers
    """... and in this one."""
    sizes: Integers

    @property
    def is_gone(self) -> Flags:
        """Groups of people who were released before and are not now."""
        gone: Flags = self.now == ABSENT
        return gone

    @property
    def is_new(self) -> Flags:
        new: Flags = self.before == ABSENT
        return new

    @property
    def is_changed(self) -> Flags:
        """Groups of people who are in both releases, in different classes."""
        changed: Flags = ~self.is_gone & ~self.is_new & (self.before != self.now)
        return changed

    @property
    def is_same(self) -> Flags:
        same: Flags = self.before == self.now
        return same

    def people_in(self, groups: Flags) -> int:
        return len(np.unique(self.person[groups[self.group]]))


def join_classes(past: Integers, before: Entries, now: Entries) -> JointClasses:
    """The groups of people numbered as `past` is, which says for each what was seen of them earlier still.

    Somebody who was never released has the past of all who never were, and no entry in `before`.
    """
    n = len(past)
    width = int(max(before.class_number.max(initial=0), now.class_number.max(initial=0))) + 1
    was, is_now = before.person * width + before.class_number, now.person * width + now.class_number
    stayed = np.intersect1d(was, is_now, assume_unique=True)
    went = _changed_side(np.setdiff1d(was, stayed, assume_unique=True), width, before, n)
    came = _changed_side(np.setdiff1d(is_now, stayed, assume_unique=True), width, now, n)
    has_changed = np.zeros(n, bool)
    for side in (went, came):
        has_changed[side.person[side.class_number >= 0]] = True
    went, came = went.without(~has_changed), came.without(~has_changed)
    pairs = np.bincount(went.person, minlength=n), np.bincount(came.person, minlength=n)
    first_came = np.cumsum(pairs[1]) - pairs[1]
    times = pairs[1][went.person]
    person = np.repeat(went.person, times)
    within = np.arange(len(person)) - np.repeat(np.cumsum(times) - times, times)
    pasts = np.concatenate((past[stayed // width], past[person]))
    from_class = np.concatenate((stayed % width, np.repeat(went.class_number, times)))
    to_class = np.concatenate((stayed % width, came.class_number[first_came[person] + within]))
    radix = width - OTHERS  # the two that stand for no class have negative numbers
    digits = [pasts, from_class - OTHERS, to_class - OTHERS]
    keys, _ = pack(digits, [int(past.max(initial=0)) + 1, radix, radix])
    _, first, group = np.unique(keys, return_index=True, return_inverse=True)
    return JointClasses(
        person=np.concatenate((stayed // width, person)),
        group=group,
        past=pasts[first],
        before=from_class[first],
        now=to_class[first],
        sizes=np.bincount(group, minlength=len(first)),
    )


def _changed_side(keys: Integers, width: int, entries: Entries, n: int) -> Entries:
    """Classes that only one side has, in the order of the people; whoever has none there is absent, or has others."""
    has_own = np.zeros(n, bool)
    has_own[keys // width] = True
    person = np.concatenate((keys // width, np.flatnonzero(~has_own)))
    is_there = np.zeros(n, bool)
    is_there[entries.person] = True
    filler = np.where(is_there[person[len(keys) :]], OTHERS, ABSENT)
    class_number = np.concatenate((keys % width, filler))
    order = np.argsort(person, kind="stable")
    return Entries(person[order], class_number[order])


# ---- what the criterion asks of them -----------------------------------------------------------------------------


def least_size(criterion: Criterion) -> int:
    """How large a group must be for nobody in it to be a problem."""
    if criterion.kind in (CriterionKind.MAXIMUM, CriterionKind.SHARE):
        return criterion.thresholds.tau.cell_size
    size = -(-1 // criterion.thresholds.largest_average.largest_average)
    return max(size, STRICT_AVERAGE_FLOOR.cell_size) if criterion.kind is CriterionKind.STRICT_AVERAGE else size


def holds(criterion: Criterion, sizes: Integers) -> bool:
    """Whether groups of these sizes meet the criterion. Nobody is no problem."""
    people = int(sizes.sum())
    if not people:
        return True
    thresholds = criterion.thresholds
    smallest = int(sizes.min())
    if criterion.kind is CriterionKind.MAXIMUM:
        return smallest >= thresholds.tau.cell_size
    if criterion.kind is CriterionKind.SHARE:
        at_risk = int(sizes[sizes < thresholds.tau.cell_size].sum())
        return Fraction(at_risk, people) <= Fraction(str(thresholds.alpha))
    if criterion.kind is CriterionKind.STRICT_AVERAGE and smallest < STRICT_AVERAGE_FLOOR.cell_size:
        return False
    return Fraction(len(sizes), people) <= thresholds.largest_average.largest_average


# ---- whom to hold back -------------------------------------------------------------------------------------------


def hold_back(criterion: Criterion, past: Integers, before: Entries, now: Entries, *, is_judged: Judged) -> Flags:
    """Who must not be released for the criterion to hold among those who are: as few groups as its rule chooses.

    Holding back somebody with several classes takes them from other groups too, so it is done until nothing changes.
    """
    held = np.zeros(len(past), bool)
    while True:
        joint = join_classes(past, before, now.without(held))
        judged = np.flatnonzero(is_judged(joint))
        gone = _chosen(criterion, joint.sizes[judged])
        if not gone.any():
            return held
        goes = np.zeros(len(joint.sizes), bool)
        goes[judged[gone]] = True
        held[joint.person[goes[joint.group]]] = True


def _chosen(criterion: Criterion, sizes: Integers) -> Flags:
    """The groups that go: those under the floor, and then the riskiest or the cheapest, by the rule of suppression."""
    if holds(criterion, sizes):
        return np.zeros(len(sizes), bool)
    n = int(sizes.sum())
    by_rule = Criterion(criterion.kind, criterion.thresholds, SuppressionKind.RECORDS, Fraction(1))
    gone = np.zeros(len(sizes), np.int64)
    people, nothing = sizes.astype(np.int64), np.zeros(len(sizes))
    choose(people, people, nothing, float(len(sizes)), by_rule.rules(n, has_population=False), n, gone)
    return np.asarray(gone > 0)


def company(criterion: Criterion, past: Integers, before: Entries, now: Entries, *, rank: Integers) -> Flags:
    """Who is held back beside those who are gone, so that these are not seen to be the ones.

    They are taken from the people who were in the same class before: the first by `rank` from the largest groups, while
    these stay large enough, or else a whole group.
    """
    joint, least = join_classes(past, before, now), least_size(criterion)
    held = np.zeros(len(past), bool)
    groups_of = np.bincount(joint.person, minlength=len(past))
    is_plain = groups_of == 1  # whoever is in several groups is missed in all of them
    may_go = np.ones(len(joint.sizes), bool)
    np.logical_and.at(may_go, joint.group, is_plain[joint.person])
    may_go &= ~joint.is_gone & ~joint.is_new & (joint.before >= 0)
    by_home: dict[tuple[int, int], list[int]] = {}
    for group in np.flatnonzero(may_go).tolist():
        by_home.setdefault((int(joint.past[group]), int(joint.before[group])), []).append(group)
    members = np.argsort(joint.group, kind="stable")
    begin = np.cumsum(joint.sizes) - joint.sizes
    for group in np.flatnonzero(joint.is_gone & (joint.sizes < least)).tolist():
        home = by_home.get((int(joint.past[group]), int(joint.before[group])), [])
        for other, number in _taken(joint.sizes, home, least - int(joint.sizes[group]), least):
            people = joint.person[members[begin[other] : begin[other] + joint.sizes[other]]]
            held[people[np.argsort(rank[people], kind="stable")[:number]]] = True
    return held


def _taken(sizes: Integers, groups: list[int], lacking: int, least: int) -> list[tuple[int, int]]:
    """How many people of which groups make up what is lacking."""
    spare = [(max(0, int(sizes[group]) - least), -group) for group in groups]
    if sum(number for number, _ in spare) >= lacking:
        taken = []
        for number, group in sorted(spare, reverse=True):
            taken.append((-group, min(number, lacking)))
            lacking -= taken[-1][1]
        return taken
    enough = [group for group in groups if sizes[group] >= lacking]
    if enough:
        whole = min(enough, key=lambda group: (int(sizes[group]), group))
        return [(whole, int(sizes[whole]))]
    return [(group, int(sizes[group])) for group in groups]
