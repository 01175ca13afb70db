"""Ties of a release: which kept columns reveal a quasi-identifier more finely than it is released."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.engine import Engine
from bauta.engines.release import (
    CellPatterns,
    DatedColumn,
    KeptColumn,
    QuasiColumn,
    ReleaseColumn,
    ReleasePlan,
    RowColumn,
)
from bauta.equivalence.classes import Codes as ValueCodes
from bauta.equivalence.coding import encode_rows
from bauta.model.dates import DateNotation
from bauta.model.microdata import Microdata
from bauta.model.numbers import numbers
from bauta.model.ties import RiskWithTies
from bauta.ties.association import Association
from bauta.ties.find import Numbers, People, find_ties
from bauta.ties.tie import Codes, Evidence, Flags, Target, Tie, distinct, packed
from bauta.workflow.find_solution import Found
from bauta.workflow.tie_sample import Sample, as_released, draw_sample, numbers_of, read_off
from bauta.workflow.wandering import keys_of_classes, number_keys

MOST_NUMBERS_HELD = 60
"""Columns of numbers whose sums and differences are tried."""


@dataclass(frozen=True, eq=False, repr=False)
class TiesFound:
    """The ties of a planned release, and what it takes to count the risk with them."""

    ties: tuple[Tie, ...]
    targets: tuple[Target, ...]
    people: People
    n_rows: int
    """Rows of the sample that are released."""
    is_whole: bool
    columns: int
    associations: tuple[Association, ...] = ()

    def risk_with(self, ties: Sequence[Tie]) -> RiskWithTies | None:
        """The prosecutor's risk where these ties are counted; None where not everybody was looked at.

        Whoever a value is given of is in a class with those of the same value alone, and those it is not given of are
        in a class of their own: nobody's class is taken for larger than it is.
        """
        if not self.is_whole or not self.n_rows:
            return None
        shown = []
        for target in self.targets:
            own = target.released_of_rows
            for tie in sorted((tie for tie in ties if tie.variable == target.variable), key=lambda tie: -tie.depth):
                finer = target.finer[tie.depth][target.values[tie.rows]]
                own = own.copy()
                own[tie.rows] = int(own.max()) + 1 + finer
            shown.append(own)
        classes = distinct(packed(*shown))[1]
        person = np.arange(self.n_rows) if self.people.person is None else self.people.person
        once = distinct(packed(person, classes))[0]
        of_once, person_once = once % (int(classes.max()) + 1), once // (int(classes.max()) + 1)
        sizes = np.bincount(of_once)
        exposure = np.zeros(int(person_once.max()) + 1)
        np.maximum.at(exposure, person_once, 1 / sizes[of_once])
        exposed = exposure[exposure > 0]
        return RiskWithTies(len(exposed), int(sizes[sizes > 0].min()), float(exposed.max()), float(exposed.mean()))


def find_ties_of_release(
    engine: Engine,
    data: Microdata,
    found: Found,
    plan: ReleasePlan,
    *,
    person_key: str | None,
    dates: Mapping[str, DateNotation],
    shifted: Collection[str],
    days: Collection[str],
) -> TiesFound:
    """Every kept, shifted and noisy column asked what it reveals of every quasi-identifier, at the levels found."""
    columns = [
        one for one in plan.columns if isinstance(one, KeptColumn | RowColumn | DatedColumn) and one.name != person_key
    ]
    variables = found.counted.classes.variables
    is_open = any(found.node) or plan.cells is not None or (plan.classes is not None and not all(plan.classes.rows_go))
    if not columns or not is_open:
        return TiesFound((), (), People(0, 0), 0, is_whole=True, columns=len(columns))
    sample = draw_sample(engine, data)
    own = [*variables, *([] if person_key is None else [person_key])]
    rows = engine.rows_of(sample.data, own)
    codes = encode_rows(rows.select(list(variables)), found.counted.classes.domains)
    person = None if person_key is None else _persons(rows.column(len(variables)))
    stays, blanked = _suppressed(found, plan, codes, person)
    made_of = dict.fromkeys(days, frozenset(shifted))
    targets = tuple(_targets(found, codes, stays, blanked, made_of))
    kept_person = None if person is None else distinct(person[stays])[1]
    n_rows = int(stays.sum())
    in_sample = n_rows if kept_person is None else int(kept_person.max(initial=-1)) + 1
    if kept_person is not None and in_sample == n_rows:
        kept_person = None
    # A sample of rows has most of the people who have several, and how many the table has is counted already.
    in_table = in_sample if sample.is_whole else max(in_sample, found.counted.n_people)
    people = People(in_table, in_sample, kept_person)
    known: dict[str, Numbers] = {}
    shown = _evidence(sample, columns, stays, dates, known)
    domains = zip(variables, found.counted.classes.domains, strict=True)
    of_targets = {
        name: number
        for (name, domain), target in zip(domains, targets, strict=True)
        if (number := _numbers_of_target(domain.all_values(), target, dates.get(name))) is not None
    }
    asked = (*targets, *_hidden(found, codes, stays, blanked, made_of))
    if not n_rows:
        return TiesFound((), targets, people, n_rows, sample.is_whole, len(columns))
    found_ties = find_ties(asked, shown, people, numbers=known, numbers_of_targets=of_targets)
    return TiesFound(
        tuple(found_ties.ties), targets, people, n_rows, sample.is_whole, len(columns), tuple(found_ties.associations)
    )


def _persons(column: Any) -> Codes:
    encoded = column.combine_chunks().dictionary_encode()
    return numbers(encoded.indices, missing=len(encoded.dictionary)).astype(np.int64)


def _evidence(
    sample: Sample,
    columns: Sequence[ReleaseColumn],
    stays: Flags,
    dates: Mapping[str, DateNotation],
    known: dict[str, Numbers],
) -> Iterator[Evidence]:
    """What each column shows, one after the other; numbers are kept in `known` for sums and differences."""
    import pyarrow as pa

    chosen = None if stays.all() else pa.array(np.flatnonzero(stays), pa.int64())
    of_name = {column.name: column for column in columns}
    for table in sample.tables(list(of_name)):
        for name in table.column_names:
            values = as_released(of_name[name], table.column(name), sample.row_numbers)
            shown = read_off(name, values if chosen is None else values.take(chosen), dates.get(name))
            if shown.numbers is not None and len(known) < MOST_NUMBERS_HELD:
                known[name] = shown.numbers
            yield from shown.evidence


def _numbers_of_target(values: Any, target: Target, notation: DateNotation | None) -> Numbers | None:
    present = values.drop_null()
    own = numbers_of(present, notation)
    if own is None:
        return None
    of_value = np.r_[own, np.full(len(values) - len(own), np.nan)]
    return np.tile(of_value, 2)[target.values]


def _targets(
    found: Found,
    codes: Sequence[ValueCodes],
    stays: Flags,
    blanked: Sequence[Flags],
    made_of: Mapping[str, frozenset[str]],
) -> Iterator[Target]:
    """Each quasi-identifier as it is released: by its level, and not at all where it is suppressed.

    A value has two numbers, one for rows that show it and one for rows in which it is suppressed.
    """
    for v, hierarchy in enumerate(found.counted.hierarchies):
        level, size = found.node[v], hierarchy.levels[0].n_groups
        own = np.minimum(codes[v][stays].astype(np.int64), size - 1)
        is_blank = blanked[v][stays]
        at = hierarchy.levels[level]
        finer = range(level + 1) if is_blank.any() else range(level)
        groups = [hierarchy.levels[i].groups.astype(np.int64) for i in finer]
        yield Target(
            variable=hierarchy.variable,
            values=own + size * is_blank,
            released=np.r_[at.groups.astype(np.int64), np.full(size, at.n_groups)],
            finer=tuple(np.r_[own_groups, own_groups] for own_groups in groups),
            level_names=tuple(hierarchy.levels[i].name for i in finer),
            made_of=made_of.get(hierarchy.variable, frozenset()),
        )


def _hidden(
    found: Found,
    codes: Sequence[ValueCodes],
    stays: Flags,
    blanked: Sequence[Flags],
    made_of: Mapping[str, frozenset[str]],
) -> Iterator[Target]:
    """Each quasi-identifier that is suppressed in some rows: what the other rows teach may be read back in these."""
    for v, hierarchy in enumerate(found.counted.hierarchies):
        is_blank = blanked[v][stays]
        if not is_blank.any():
            continue
        level, size = found.node[v], hierarchy.levels[0].n_groups
        yield Target(
            variable=hierarchy.variable,
            values=np.minimum(codes[v][stays].astype(np.int64), size - 1),
            released=np.zeros(size, np.int64),
            finer=(hierarchy.levels[level].groups.astype(np.int64),),
            level_names=(hierarchy.levels[level].name,),
            counted=is_blank,
            made_of=made_of.get(hierarchy.variable, frozenset()),
            first_depth=level,
        )


def _suppressed(
    found: Found, plan: ReleasePlan, codes: Sequence[ValueCodes], person: Codes | None
) -> tuple[Flags, list[Flags]]:
    """Which rows are released, and for each quasi-identifier in which of them it is suppressed.

    Who of a class loses cells is drawn by lot; here it is whoever comes first, which makes no difference on average.
    """
    n, n_variables = len(codes[0]), len(codes)
    stays = np.ones(n, np.bool_)
    blanked = [np.zeros(n, np.bool_) for _ in range(n_variables)]
    if plan.classes is None and plan.cells is None:
        return stays, blanked
    keys = keys_of_classes(found.counted.space, found.node, list(codes))
    if plan.classes is not None:
        suppressed = _matching(np.asarray(plan.classes.keys), keys)
        rows_go = np.r_[np.asarray(plan.classes.rows_go, np.bool_), False][suppressed]
        stays = ~rows_go
        loses_all = (suppressed >= 0) & ~rows_go
        blanked = [loses_all.copy() for _ in range(n_variables)]
    if plan.cells is not None:
        pattern = _pattern_of(plan.cells, keys, person)
        marks = np.vstack([plan.cells.suppressed, np.zeros(plan.cells.suppressed.shape[1], np.bool_)])[pattern]
        quasi = [
            column.quasi.name if isinstance(column, DatedColumn) else column.name
            for column in plan.columns
            if isinstance(column, QuasiColumn | DatedColumn)
        ]
        for v, name in enumerate(found.counted.classes.variables):
            blanked[v] |= marks[:, quasi.index(name)]
    return stays, blanked


def _matching(keys: Codes, asked: Codes) -> Codes:
    """For each asked key the place of it among `keys`, or -1."""
    different, own = number_keys(np.concatenate((keys, asked)))
    place = np.full(len(different), -1)
    place[own[: len(keys)]] = np.arange(len(keys))
    result: Codes = place[own[len(keys) :]]
    return result


def _pattern_of(cells: CellPatterns, keys: Codes, person: Codes | None) -> Codes:
    """For each row which pattern of suppressed cells it has, or -1."""
    n = len(cells.keys)
    if not n:
        return np.full(len(keys), -1)
    _, own = number_keys(np.concatenate((np.asarray(cells.keys), keys)))
    class_of_pattern, class_of_row = own[:n], own[n:]
    place = _rank_within(class_of_row, np.arange(len(keys)) if person is None else person)
    width = int(max(np.max(cells.last, initial=0), place.max(initial=0))) + 2
    starts = class_of_pattern * width + cells.first
    order = np.argsort(starts)
    at = np.searchsorted(starts[order], class_of_row * width + place, side="right") - 1
    pattern = order[np.maximum(at, 0)]
    fits = (at >= 0) & (class_of_pattern[pattern] == class_of_row) & (place <= np.asarray(cells.last)[pattern])
    result: Codes = np.where(fits, pattern, -1)
    return result


def _rank_within(classes: Codes, person: Codes) -> Codes:
    """For each row the number, from 1, of its person among those of its class."""
    pairs, of_row = distinct(packed(classes, person))
    class_of_pair = np.zeros(len(pairs), np.int64)
    class_of_pair[of_row] = classes
    starts = np.flatnonzero(np.r_[True, np.diff(class_of_pair) != 0])
    begun = np.zeros(len(pairs), np.int64)
    begun[starts] = starts
    rank: Codes = np.arange(len(pairs)) - np.maximum.accumulate(begun) + 1
    return rank[of_row]
