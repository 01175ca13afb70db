"""What a release shows beside those before it, and who is held back so that it shows nobody.

Whoever has two releases sees which codes are new, which are gone and which are told otherwise now. Those people are
classes of their own, for which the criterion must hold (`search/joint_classes.py`).
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import Integers
from bauta.errors import HeldBackExceedsLimit
from bauta.model.assessment import Unsettled
from bauta.model.deidentification import BesideEarlier, GroupOfPeople
from bauta.model.microdata import Microdata
from bauta.model.transformations import CriterionKind
from bauta.transform.draws import Draws
from bauta.workflow.find_solution import find_solution
from bauta.workflow.released_people import NOT_THERE, ReleasedPeople, ShownPeople, people_planned, rows_of_people

if TYPE_CHECKING:  # importing these loads the kernels
    from bauta.search.criterion import Criterion
    from bauta.search.joint_classes import Flags, JointClasses
    from bauta.workflow.count_data import CountedData

NO_KEY = "The plan has no person key, so nobody knows who was released before."
OLDER_PLAN = "The plan was made by a version of bauta that did not keep who was released."
TOO_MANY = "There are too many people to compare them in memory."
OF_NO_KEY = "Name a person_key in the study and make a new release from it."
OF_A_NEW_RELEASE = "Make a new release from the study; later ones can be compared with that."
OF_MEMORY = "Allow more with --memory-limit."
OF_THE_KEY = "Check that the person key is written as it was when the plan was made."
NOBODY_AGAIN = (
    "Nobody of the release before is in this one, by the person key. Their other columns may show who is who."
)
THOSE_BEFORE = "people of earlier releases"


@dataclass(frozen=True, eq=False, repr=False)
class EarlierReleases:
    """The releases that a plan has made so far, for the same recipient."""

    people: ReleasedPeople | None
    """None where nobody knows."""
    why_unknown: str = NO_KEY
    reason: str | None = None
    """Why newcomers are to be released all the same."""


@dataclass(frozen=True, eq=False, repr=False)
class HeldBack:
    """Who of an extract is not released because of the releases before."""

    data: Microdata
    """The extract without them."""
    people: int = 0
    rows: int = 0
    newcomers: int = 0
    stayed: int = 0
    changed: int = 0
    company: int = 0
    is_known: bool = True


def hold_back(
    engine: Engine, data: Microdata, counted: "CountedData", earlier: EarlierReleases, person_key: str | None,
    draws: Draws,
) -> HeldBack:  # fmt: skip
    """The extract without the people whom the releases before would show; raises HeldBackExceedsLimit."""
    if earlier.people is None or person_key is None:
        return HeldBack(data, is_known=False)
    shown = people_planned(engine, data, counted, person_key, draws)
    if shown is None:
        return HeldBack(data, is_known=False)
    if earlier.reason is not None:
        return HeldBack(data)
    from bauta.search import joint_classes as joint

    people = _Numbered(earlier.people, shown)
    criterion = _criterion(counted)

    def is_judged(classes: "JointClasses") -> "Flags":
        return _is_judged(classes, has_population=counted.goal.has_population)

    held = joint.hold_back(criterion, people.past, people.before, people.now, is_judged=is_judged)
    everyone = counted.n_people
    allowed = counted.criterion.most_suppressed(everyone)
    if held.sum() > allowed:
        find_solution(counted)  # raises where the extract by itself has too many people in small classes
        needed = int(held.sum())
        raise HeldBackExceedsLimit(
            needed=f"{needed:,}", records=f"{everyone:,}", limit=f"{100 * counted.goal.suppression_limit:g} %",
            remedy=_remedy(needed, everyone),
        )  # fmt: skip
    is_new, has_changed = np.ones(len(people.past), bool), np.zeros(len(people.past), bool)
    is_new[people.before.person] = False
    everybody = joint.join_classes(people.past, people.before, people.now)
    has_changed[everybody.person[everybody.is_changed[everybody.group]]] = True
    alone = held & ~_in_small_classes(criterion, people)
    beside = np.zeros_like(held)
    if not counted.goal.has_population:
        now = people.now.without(held)
        beside = joint.company(criterion, people.past, people.before, now, rank=np.arange(len(held)))
        after = joint.join_classes(people.past, people.before, now.without(beside))
        is_enough = joint.holds(criterion, after.sizes[after.is_gone])
        is_enough &= joint.holds(criterion, after.sizes[is_judged(after)])
        if not is_enough or held.sum() + beside.sum() > allowed:
            beside[:] = False
    held |= beside
    if not held.any():
        return HeldBack(data)
    stays = ~np.isin(rows_of_people(engine, data, person_key, draws), people.digests[held])
    return HeldBack(
        engine.keep_rows(data, np.flatnonzero(stays) + 1),
        people=int(held.sum()),
        rows=int((~stays).sum()),
        newcomers=int((alone & is_new).sum()),
        stayed=int((alone & ~is_new & ~has_changed).sum()),
        changed=int((alone & has_changed).sum()),
        company=int(beside.sum()),
    )


def check_held_back(held: HeldBack, suppressed: int, everyone: int, limit: Fraction) -> None:
    """Refuse a release in which those held back and those suppressed for small classes are together too many."""
    needed = held.people + suppressed
    if held.people and needed > limit * everyone:
        raise HeldBackExceedsLimit(
            needed=f"{needed:,}", records=f"{everyone:,}", limit=f"{100 * float(limit):g} %",
            remedy=_remedy(needed, everyone),
        )  # fmt: skip


def beside_earlier(
    earlier: EarlierReleases, shown: ShownPeople | None, held: HeldBack, counted: "CountedData"
) -> tuple[BesideEarlier, tuple[Unsettled, ...]]:
    """What the release shows beside those before it, measured from what was released, and what is unsettled by it."""
    if earlier.people is None or shown is None or not held.is_known:
        why = TOO_MANY if earlier.people is not None else earlier.why_unknown
        remedy = {NO_KEY: OF_NO_KEY, OLDER_PLAN: OF_A_NEW_RELEASE, TOO_MANY: OF_MEMORY}[why]
        why += " Somebody who is new, or gone, may be seen by comparing."
        return BesideEarlier(is_judged=False, reason=earlier.reason), (Unsettled(THOSE_BEFORE, why, remedy),)
    from bauta.search import joint_classes as joint

    people, criterion = _Numbered(earlier.people, shown), _criterion(counted)
    classes = joint.join_classes(people.past, people.before, people.now)
    least = joint.least_size(criterion)
    is_judged = _is_judged(classes, has_population=counted.goal.has_population)
    is_gone = classes.is_gone & (classes.before >= 0)  # those who were gone already were seen to be before
    is_small = classes.sizes < least
    has_population = counted.goal.has_population

    def group(of: "Flags", held_back: int, *, judged: bool = True) -> GroupOfPeople:
        small = of & is_small
        if not judged:
            return GroupOfPeople(classes.people_in(of), held_back, 0, 0)
        return GroupOfPeople(classes.people_in(of), held_back, int(small.sum()), classes.people_in(small))

    result = BesideEarlier(
        is_judged=True,
        reason=earlier.reason,
        least=least,
        newcomers=group(classes.is_new, held.newcomers, judged=not has_population),
        stayed=group(classes.is_same, held.stayed, judged=not has_population),
        changed=group(classes.is_changed, held.changed),
        gone=group(is_gone, held.company, judged=not has_population),
    )
    left_behind = np.empty(0, np.int64) if has_population else people.left_behind()
    if len(left_behind):
        small = left_behind[left_behind < least]
        gone = replace(
            result.gone,
            people=result.gone.people + int(left_behind.sum()),
            small_groups=result.gone.small_groups + len(small),
            people_in_small=result.gone.people_in_small + int(small.sum()),
        )
        result = replace(result, gone=gone)
    unsettled = []
    if len(people.before.person) and not np.isin(people.now.person, people.before.person).any():
        unsettled.append(Unsettled(THOSE_BEFORE, NOBODY_AGAIN, OF_THE_KEY))
    if not joint.holds(criterion, classes.sizes[is_judged]):
        unsettled.append(_of_released(result))
    if not has_population and not joint.holds(criterion, np.concatenate((classes.sizes[is_gone], left_behind))):
        unsettled.append(_of_gone(result))
    return result, tuple(unsettled)


class _Numbered:
    """The people of all releases, numbered in the order of their digests, and their classes."""

    def __init__(self, earlier: ReleasedPeople, shown: ShownPeople) -> None:
        from bauta.search.joint_classes import Entries

        self.digests = np.union1d(earlier.person, shown.person)
        _, past_of = np.unique(np.append(earlier.past, NOT_THERE), return_inverse=True)
        self.never = int(past_of[-1])
        """The past of people who were in no release."""
        self.past = np.full(len(self.digests), self.never, np.int64)
        who = np.searchsorted(self.digests, earlier.person)
        self.past[who] = past_of[:-1]
        was_there = earlier.class_of != NOT_THERE
        _, class_of = np.unique(np.concatenate((earlier.class_of[was_there], shown.class_of)), return_inverse=True)
        n = int(was_there.sum())
        self.before: Entries = Entries(who[was_there], class_of[:n].astype(np.int64))
        self.now: Entries = Entries(np.searchsorted(self.digests, shown.person), class_of[n:].astype(np.int64))

    def left_behind(self) -> Integers:
        """The sizes of groups of people who were gone before and still are, of which others have come back.

        Who came back is no longer among those who are gone, so a group that was large enough may be so no longer.
        """
        was, is_now = np.zeros(len(self.past), bool), np.zeros(len(self.past), bool)
        was[self.before.person], is_now[self.now.person] = True, True
        is_known = ~was & (self.past != self.never)
        n = int(self.past.max(initial=0)) + 1
        still_gone = np.bincount(self.past[is_known & ~is_now], minlength=n)
        came_back = np.bincount(self.past[is_known & is_now], minlength=n)
        return still_gone[(still_gone > 0) & (came_back > 0)].astype(np.int64)


def _in_small_classes(criterion: "Criterion", people: _Numbered) -> "Flags":
    """Who would be suppressed whatever was released before, because their class itself is too small."""
    in_small = np.zeros(len(people.past), bool)
    if criterion.kind is CriterionKind.MAXIMUM:
        sizes = np.bincount(people.now.class_number)
        is_small = sizes[people.now.class_number] < criterion.thresholds.tau.cell_size
        in_small[people.now.person[is_small]] = True
    return in_small


def _criterion(counted: "CountedData") -> "Criterion":
    """The plan's own criterion, as the study declares it."""
    from bauta.search.criterion import Criterion

    goal = counted.goal
    return Criterion(goal.criterion, goal.thresholds, goal.suppression, counted.criterion.suppression_limit)


def _is_judged(classes: "JointClasses", *, has_population: bool) -> "Flags":
    """The groups of people in the release for which the criterion must hold.

    Against a population the adversary does not know who is in the data. To them it is no news that somebody is new or
    gone, and who stays as they were is one of their class there; how many people changed likewise nobody has counted.
    """
    if has_population:
        return classes.is_changed & (classes.before >= 0) & (classes.now >= 0)
    return ~classes.is_gone


def _remedy(needed: int, everyone: int) -> str:
    if needed >= everyone:
        return "Wait until more people have come, or give a reason to release them with --release-newcomers."
    limit = -(-1000 * needed // everyone) / 1000
    return (
        f"Allow --suppression-limit {limit:g}, wait until more have come, or give a reason to release them with "
        "--release-newcomers."
    )


def _of_released(found: BesideEarlier) -> Unsettled:
    parts = []
    for group, did in ((found.newcomers, "came"), (found.changed, "changed class"), (found.stayed, "stayed")):
        if group.people_in_small:
            parts.append(f"{_people(group.people_in_small)} {did}")
    return Unsettled(
        THOSE_BEFORE,
        f"In groups of fewer than {found.least:,}, {' and '.join(parts)}: whoever has the release before this one sees "
        "which they are.",
        "Apply the plan without --release-newcomers, and they wait until there are enough."
        if found.reason is not None
        else "Make a new release for another recipient.",
    )


def _of_gone(found: BesideEarlier) -> Unsettled:
    gone = found.gone
    return Unsettled(
        THOSE_BEFORE,
        f"{_people(gone.people_in_small)} of the release before are missing in this one, in groups of fewer than "
        f"{found.least:,}: whoever knows that somebody left sees which code was theirs.",
        "Allow a higher --suppression-limit, so that others of their classes are held back with them; or give codes of "
        "its own to this release with --recipient.",
    )


def _people(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"
