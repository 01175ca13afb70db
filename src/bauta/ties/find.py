"""All kept columns against all quasi-identifiers: the ties between them, the widest first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from bauta.ties.association import Association, association
from bauta.ties.cells import Cases, given_by
from bauta.ties.combinations import combined_evidence
from bauta.ties.order import NEAR, given_between, in_order, runs
from bauta.ties.tie import SURE, Codes, Evidence, Flags, Given, Target, Tie, distinct, packed

Numbers = npt.NDArray[np.float64]

FEW_VALUES = 20
"""Columns of so few values are asked in pairs, too."""
MOST_TOGETHER = 10
"""So many of them: 45 pairs."""
ROWS_TRIED_FIRST = 20_000


@dataclass(frozen=True, eq=False, repr=False)
class People:
    """Whose the rows of a sample are."""

    in_table: int
    """People of the whole table."""
    in_sample: int
    person: Codes | None = None
    """For each row whose it is; None where everybody has one row."""

    @property
    def scale(self) -> float:
        return self.in_table / max(self.in_sample, 1)

    def one_row_each(self, rows: int) -> Codes:
        """The number of one row of each person."""
        return np.arange(rows) if self.person is None else np.unique(self.person, return_index=True)[1].astype(np.int64)


@dataclass(frozen=True, eq=False, repr=False)
class FoundTies:
    """What kept columns give, and what they only go with."""

    ties: list[Tie]
    associations: list[Association]


def find_ties(
    targets: Sequence[Target],
    evidence: Iterable[Evidence],
    people: People,
    *,
    numbers: Mapping[str, Numbers],
    numbers_of_targets: Mapping[str, Numbers],
) -> FoundTies:
    """The ties of a sample, one for each quasi-identifier and set of columns, however few people they concern.

    `numbers` are the kept columns that can be added and subtracted.
    """
    open_ones = [target for target in targets if could_be_given(target)]
    few: dict[str, Evidence] = {}
    found: dict[tuple[str, tuple[str, ...]], Tie] = {}
    goes_with: dict[tuple[str, tuple[str, ...]], Association] = {}
    one_each: Codes | None = None

    def look(target: Target, shown: Evidence) -> None:
        if target.variable in shown.columns or target.made_of.issuperset(shown.columns):
            return
        tie = _tie(target, shown, people, one_each)
        key = (target.variable, shown.columns)
        if tie is not None and (key not in found or tie.people > found[key].people):
            found[key] = tie

    for shown in evidence:
        if one_each is None and shown.is_in_order:
            one_each = people.one_row_each(len(shown.codes))
        if _has_few_values(shown) and len(few) < MOST_TOGETHER:
            few.setdefault(shown.columns[0], shown)
        for target in open_ones:
            look(target, shown)
            _remember(goes_with, target, shown)
    for one, other in combinations(few.values(), 2):
        for target in open_ones:
            if not any((target.variable, (name,)) in found for name in (*one.columns, *other.columns)):
                tie = _tie_together(target, one, other, people)
                if tie is not None:
                    found[tie.variable, tie.columns] = tie
    for target in open_ones:
        if target.variable in numbers_of_targets:
            single = {columns[0] for variable, columns in found if variable == target.variable and len(columns) == 1}
            others = {name: own for name, own in numbers.items() if name not in single and name != target.variable}
            if one_each is None:
                one_each = people.one_row_each(len(target.values))
            for shown in combined_evidence(others, numbers_of_targets[target.variable], target.released_of_rows):
                look(target, shown)
    weaker = [one for key, one in goes_with.items() if key not in found]
    return FoundTies(
        sorted(found.values(), key=lambda tie: (-tie.people, tie.variable, tie.columns)),
        sorted(weaker, key=lambda one: (-one.gain, one.variable, one.columns)),
    )


def _remember(known: dict[tuple[str, tuple[str, ...]], Association], target: Target, shown: Evidence) -> None:
    """Keep what goes with the target, the strongest for each column."""
    if target.variable in shown.columns or target.made_of.issuperset(shown.columns):
        return
    own = association(target, shown)
    if own is not None:
        key = (own.variable, own.columns)
        known[key] = max(own, known.get(key, own), key=lambda one: one.gain)


def _has_few_values(shown: Evidence) -> bool:
    return len(shown.columns) == 1 and not shown.is_in_order and 1 < len(distinct(shown.codes)[0]) <= FEW_VALUES


def _tie_together(target: Target, one: Evidence, other: Evidence, people: People) -> Tie | None:
    """What two columns of few values give together, of most people: a rule that whoever looks can see.

    What a few of all combinations give is as likely that of a third column. Where there are many rows, some are tried
    first.
    """
    if target.made_of.issuperset((*one.columns, *other.columns)) or target.counted is not None:
        return None
    shown = Evidence((*one.columns, *other.columns), "their values together", packed(one.codes, other.codes))
    n = len(shown.codes)
    if n > ROWS_TRIED_FIRST:
        some = np.arange(0, n, -(-n // ROWS_TRIED_FIRST))
        person = None if people.person is None else people.person[some]
        tried = replace(shown, codes=shown.codes[some])
        if _tie(target.of_rows(some), tried, People(people.in_table, people.in_sample, person), None) is None:
            return None
    tie = _tie(target, shown, people, None)
    return tie if tie is not None and tie.people * 2 >= people.in_table else None


def could_be_given(target: Target) -> bool:
    """Whether there is anything to give: some group is released of which more is known."""
    occurs = distinct(target.values)[0]
    released = len(distinct(target.released[occurs])[0])
    return any(len(distinct(finer[occurs])[0]) > released for finer in target.finer)


def _tie(target: Target, shown: Evidence, people: People, one_each: Codes | None) -> Tie | None:
    """The tie at the finest level that is given of at least half as many people as any."""
    asked = _asked_in_order(target, shown, one_each) if shown.is_in_order else _asked_alike(target, shown, people)
    found = [one for one in asked if one[1].share >= SURE]
    if not found:
        return None
    if target.counted is not None:
        found = [_of_counted(target.counted, people, *one) for one in found]
    most = max(given.people for _, given, _ in found)
    if not most:
        return None
    depth, given, rows = next(one for one in found if one[1].people * 2 >= most)
    return Tie(
        variable=target.variable,
        columns=shown.columns,
        how=shown.how,
        level=target.level_names[depth],
        people=round(given.people * people.scale),
        share=given.share,
        chance=given.chance,
        depth=target.first_depth + depth,
        rows=rows,
    )


def _of_counted(counted: Flags, people: People, depth: int, given: Given, rows: Codes) -> tuple[int, Given, Codes]:
    """What is given of the rows that count."""
    rows = rows[counted[rows]]
    number = len(rows) if people.person is None else len(distinct(people.person[rows])[0]) if len(rows) else 0
    return depth, replace(given, people=number), rows


def _asked_alike(target: Target, shown: Evidence, people: People) -> Iterable[tuple[int, Given, Codes]]:
    """What people with one code have in common, level by level.

    Rows alike in value and code are counted once and asked together; whoever has several rows, one by one. Pairs that
    cannot be tied by their numbers of values are not asked: where a code is one row's, nobody is guessed from others.
    """
    sizes = np.bincount(shown.codes)
    if np.count_nonzero(sizes) < 2:
        return
    rows = np.flatnonzero(sizes[shown.codes] > 1)
    if not len(rows):
        return
    kept, values = shown.codes[rows], target.values[rows]
    together = packed(values, kept) if people.person is None else packed(values, kept, people.person[rows])
    pairs, of_row = distinct(together)
    one = np.empty(len(pairs), np.int64)
    one[of_row] = np.arange(len(rows))
    counts = person = None
    if people.person is None:
        counts = np.bincount(of_row, minlength=len(pairs))
    else:
        person = people.person[rows][one]
    released = target.released[values[one]]
    for depth, finer in enumerate(target.finer):
        given = given_by(Cases(released, finer[values[one]], kept[one], counts, person))
        if given is not None:
            yield depth, given, rows[given.is_given[of_row]]


def _asked_in_order(target: Target, shown: Evidence, one_each: Codes | None) -> Iterable[tuple[int, Given, Codes]]:
    """What people who follow on each other have in common, one row of each person."""
    rows = np.arange(len(shown.codes)) if one_each is None else one_each
    values, codes = target.values[rows], shown.codes[rows]
    if not len(rows) or int(codes.max()) == int(codes.min()):
        return
    released = target.released[values]
    order = in_order(released, codes)
    all_near = [runs(released, order, near) for near in NEAR]
    for depth, finer in enumerate(target.finer):
        between = given_between(Cases(released, finer[values], codes), order)
        together = (given_by(Cases(released, finer[values], near)) for near in all_near)
        for given in (between, *together):
            if given is not None:
                yield depth, given, rows[given.is_given]
