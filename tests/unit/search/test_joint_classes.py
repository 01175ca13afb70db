"""People told by their class before and now, against a reading of the same rules person by person."""

import itertools
import random
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.search.criterion import Criterion
from bauta.search.joint_classes import Entries, company, hold_back, holds, join_classes, least_size

Seen = dict[int, frozenset[int]]
"""The classes of each person; nobody has none."""


def entries(classes: Seen) -> Entries:
    pairs = [(person, one) for person, own in classes.items() for one in sorted(own)]
    return Entries(*(np.array([pair[i] for pair in pairs], np.int64) for i in (0, 1)))


def criterion(kind: CriterionKind = CriterionKind.MAXIMUM, k: int = 2, alpha: float = 0.2) -> Criterion:
    thresholds = Thresholds(Threshold(1 / k, k), alpha)
    return Criterion(kind, thresholds, SuppressionKind.RECORDS, Fraction(1))


def groups_by_hand(before: Seen, now: Seen) -> dict[tuple[object, object], set[int]]:
    """What a reader of two releases sees of a code, one class at a time."""
    groups: dict[tuple[object, object], set[int]] = defaultdict(set)
    for person in before.keys() | now.keys():
        was, is_now = before.get(person, frozenset()), now.get(person, frozenset())
        for stayed in was & is_now:
            groups[stayed, stayed].add(person)
        went: list[object] = [*(was - is_now)] or ["others" if was else "absent"]
        came: list[object] = [*(is_now - was)] or ["others" if is_now else "absent"]
        if was != is_now:
            for pair in itertools.product(went, came):
                groups[pair].add(person)
    return groups


def by_code(joint) -> dict[tuple[object, object], set[int]]:
    names = {-1: "absent", -2: "others"}
    groups: dict[tuple[object, object], set[int]] = defaultdict(set)
    for person, group in zip(joint.person.tolist(), joint.group.tolist(), strict=True):
        pair = tuple(names.get(int(side[group]), int(side[group])) for side in (joint.before, joint.now))
        groups[pair].add(person)
    return groups


def drawn(chance: random.Random, people: int, several: float) -> Seen:
    seen = {}
    for person in range(people):
        if chance.random() < 0.75:
            n = chance.randint(2, 3) if chance.random() < several else 1
            seen[person] = frozenset(chance.sample(range(4), n))
    return seen


@pytest.mark.parametrize("several", [0.0, 0.4])
def test_groups_are_those_that_a_reader_of_both_releases_sees(several):
    chance = random.Random(3)
    for _ in range(200):
        before, now = drawn(chance, 12, several), drawn(chance, 12, several)
        joint = join_classes(np.zeros(12, np.int64), entries(before), entries(now))
        assert by_code(joint) == groups_by_hand(before, now)
        assert joint.sizes.tolist() == [len(set(joint.person[joint.group == g])) for g in range(len(joint.sizes))]


def test_what_was_seen_earlier_still_tells_people_apart():
    both = {person: frozenset({0}) for person in range(4)}
    joint = join_classes(np.array([7, 7, 7, 9]), entries(both), entries(both))
    assert sorted(joint.sizes.tolist()) == [1, 3]


@pytest.mark.parametrize("several", [0.0, 0.4])
@pytest.mark.parametrize("kind", list(CriterionKind))
def test_whoever_is_released_meets_the_criterion(kind, several):
    chance = random.Random(4)
    rule = criterion(kind, 3)
    for _ in range(200):
        before, now = drawn(chance, 25, several), drawn(chance, 25, several)
        past = np.zeros(25, np.int64)
        held = hold_back(rule, past, entries(before), entries(now), is_judged=lambda joint: ~joint.is_gone)
        joint = join_classes(past, entries(before), entries(now).without(held))
        assert holds(rule, joint.sizes[~joint.is_gone])


def test_no_more_groups_are_held_back_than_must_be():
    """By trying all ways: with one class each, whoever is in a group that is large enough is released."""
    chance = random.Random(5)
    rule = criterion(k=2)
    for _ in range(60):
        before, now = drawn(chance, 8, 0.0), drawn(chance, 8, 0.0)
        past = np.zeros(8, np.int64)
        held = hold_back(rule, past, entries(before), entries(now), is_judged=lambda joint: ~joint.is_gone)
        fewest = min(
            len(out)
            for n in range(9)
            for out in itertools.combinations(now, n)
            if all(
                len(people) >= 2
                for (_, to), people in groups_by_hand(before, {p: c for p, c in now.items() if p not in out}).items()
                if to != "absent"
            )
        )
        assert int(held.sum()) == fewest


def test_company_hides_who_left_wherever_people_stay():
    """In one class of the release before: so many left, so many stayed; with company nobody is alone with leaving."""
    rule = criterion(k=3)
    for left, stayed, moved in itertools.product(range(5), range(9), range(5)):
        people = left + stayed + moved
        if people < 3 or 0 < stayed < 3 or 0 < moved < 3:  # a class of the release before had three
            continue
        before = {person: frozenset({0}) for person in range(people)}
        now = {person: frozenset({0 if person < left + stayed else 1}) for person in range(left, people)}
        past = np.zeros(people, np.int64)
        held = company(rule, past, entries(before), entries(now), rank=np.arange(people))
        joint = join_classes(past, entries(before), entries(now).without(held))
        assert joint.sizes.min(initial=3) >= 3, (left, stayed, moved)
        lacking = max(0, 3 - left) if left else 0
        spare = max(0, stayed - 3) + max(0, moved - 3)
        whole = min((n for n in (stayed, moved) if n), default=0)
        assert int(held.sum()) == (lacking if spare >= lacking else whole)
        assert not held[:left].any()


def test_company_comes_by_rank():
    before = {person: frozenset({0}) for person in range(8)}
    now = {person: frozenset({0}) for person in range(1, 8)}
    for rank in itertools.islice(itertools.permutations(range(8)), 0, None, 977):
        held = company(criterion(k=3), np.zeros(8, np.int64), entries(before), entries(now), rank=np.array(rank))
        assert sorted(np.flatnonzero(held), key=rank.__getitem__) == sorted(range(1, 8), key=rank.__getitem__)[:2]


@pytest.mark.parametrize(
    ("kind", "sizes", "expected"),
    [
        (CriterionKind.MAXIMUM, [3, 4], True), (CriterionKind.MAXIMUM, [2, 9], False),
        (CriterionKind.AVERAGE, [1, 5], True), (CriterionKind.AVERAGE, [1, 4], False),
        (CriterionKind.STRICT_AVERAGE, [3, 3], True), (CriterionKind.STRICT_AVERAGE, [2, 99], False),
        (CriterionKind.SHARE, [2, 8], True), (CriterionKind.SHARE, [2, 7], False),
        (CriterionKind.MAXIMUM, [], True),
    ],
)  # fmt: skip
def test_a_criterion_holds_exactly_where_it_says(kind, sizes, expected):
    assert holds(criterion(kind, 3), np.array(sizes, np.int64)) is expected


@pytest.mark.parametrize("kind", list(CriterionKind))
@pytest.mark.parametrize("k", range(2, 12))
def test_groups_of_the_least_size_always_meet_the_criterion(kind, k):
    rule = criterion(kind, k)
    least = least_size(rule)
    assert holds(rule, np.array([least, least + 1]))
    if kind is CriterionKind.MAXIMUM:
        assert not holds(rule, np.array([least - 1]))
