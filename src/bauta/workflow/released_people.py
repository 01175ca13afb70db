"""Who was released and in which class, for the next release by the same plan: digests by the secret, nothing else.

It is in the custodian's folder, in the plan (`released.parquet`): for each person ever released a digest of who it is,
of what was seen of them before the last release, and of their classes in it. No value can be read from it.
"""

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bauta.engines.engine import Engine
from bauta.engines.release import DatedColumn, KeptColumn, QuasiColumn, ReleasePlan
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.errors import TooManyClasses
from bauta.model.microdata import Microdata
from bauta.transform.draws import Draws, Words

if TYPE_CHECKING:
    from bauta.workflow.count_data import CountedData

RELEASED_FILE = "released.parquet"
NOT_THERE, SEVERAL = np.uint64(0), np.uint64(1)
"""In place of a class: not in that release, in several classes of it. As a past: never released."""


@dataclass(frozen=True, eq=False, repr=False)
class ShownPeople:
    """Who is shown in which class of one release: an entry per person and class, as digests of 64 bits."""

    person: Words
    class_of: Words


@dataclass(frozen=True, eq=False, repr=False)
class ReleasedPeople:
    """Everybody who was ever released by a plan: an entry per person and class of the last release."""

    person: Words
    past: Words
    """What was seen of the person before the last release; 0 if nothing ever was."""
    class_of: Words
    """0 where they are not in the last release."""

    def followed_by(self, shown: ShownPeople) -> "ReleasedPeople":
        """The same after one more release."""
        people, number = np.unique(self.person, return_inverse=True)
        past = np.zeros(len(people), np.uint64)
        past[number] = self.past
        seen_as = np.zeros(len(people), np.uint64)
        seen_as[number] = self.class_of
        seen_as[np.bincount(number, minlength=len(people)) > 1] = SEVERAL
        past = _mixed(past, seen_as)
        new = np.setdiff1d(shown.person, people)
        everybody = np.concatenate((people, new))
        all_past = np.concatenate((past, _mixed(np.zeros(len(new), np.uint64), np.zeros(len(new), np.uint64))))
        order = np.argsort(everybody)
        everybody, all_past = everybody[order], all_past[order]
        absent = np.setdiff1d(everybody, shown.person)
        person = np.concatenate((shown.person, absent))
        class_of = np.concatenate((shown.class_of, np.zeros(len(absent), np.uint64)))
        return ReleasedPeople(person, all_past[np.searchsorted(everybody, person)], class_of)


def first_released(shown: ShownPeople) -> ReleasedPeople:
    """Who was released, where nothing was before."""
    return ReleasedPeople(shown.person, np.zeros(len(shown.person), np.uint64), shown.class_of)


def people_shown(
    engine: Engine, data: Microdata, plan: ReleasePlan, person_key: str, variables: tuple[str, ...], draws: Draws
) -> ShownPeople | None:
    """Who is in a release as what, down to the last suppressed cell; None where they do not fit into memory.

    It is the release itself, with the person key as it was in place of all columns but the quasi-identifiers.
    """
    columns = tuple(
        column.quasi if isinstance(column, DatedColumn) else column
        for column in plan.columns
        if isinstance(column, QuasiColumn | DatedColumn)
    )
    view = engine.release(data, replace(plan, columns=(*columns, KeptColumn(person_key))))
    try:
        rows = engine.count_groups(view, [person_key, *variables]).values
    except TooManyClasses:
        return None
    texts = [_coded(rows.column(i).combine_chunks()) for i in range(1, rows.num_columns)]
    return _entries(_coded(rows.column(0).combine_chunks()), texts, draws)


def people_planned(
    engine: Engine, data: Microdata, counted: "CountedData", person_key: str, draws: Draws
) -> ShownPeople | None:
    """Who would be in a release as what, at the levels of the plan and before anything is suppressed."""
    try:
        rows = engine.count_groups(data, [person_key, *counted.classes.variables]).values
    except TooManyClasses:
        return None
    columns = []
    for v, hierarchy in enumerate(counted.hierarchies):
        finest, level = hierarchy.levels[0], hierarchy.levels[counted.space.bottom[v]]
        told = {finest.labels[f]: level.labels[g] for f, g in zip(finest.groups, level.groups, strict=True)}
        texts, codes = _coded(rows.column(v + 1).combine_chunks())
        columns.append(([told[text] for text in texts], codes))
    return _entries(_coded(rows.column(0).combine_chunks()), columns, draws)


def rows_of_people(engine: Engine, data: Microdata, person_key: str, draws: Draws) -> Words:
    """For every row, in the order of the data, the digest of whose it is."""
    texts, codes = _coded(engine.rows_of(data, [person_key]).column(0).combine_chunks())
    return _digests(texts, draws, "person")[codes]


def write_released(path: Path, people: ReleasedPeople) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    order = np.lexsort((people.class_of, people.person))  # an order of their own: not that of the file
    table = {"person": people.person[order], "past": people.past[order], "class": people.class_of[order]}
    pq.write_table(pa.table({name: pa.array(values, pa.uint64()) for name, values in table.items()}), path)


def read_released(path: Path) -> ReleasedPeople:
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    return ReleasedPeople(*(table.column(name).to_numpy().astype(np.uint64) for name in ("person", "past", "class")))


Coded = tuple[list[str | None], np.ndarray]
"""Different texts, and for each row which of them it is."""


def _coded(column: Any) -> Coded:
    encoded = column.dictionary_encode(null_encoding="encode")
    values = encoded.dictionary
    texts = iter(canonical_texts(values.drop_null()))
    is_there = values.is_valid().to_pylist()
    return [next(texts) if valid else None for valid in is_there], encoded.indices.to_numpy(zero_copy_only=False)


def _entries(people: Coded, columns: list[Coded], draws: Draws) -> ShownPeople:
    """The different pairs of person and class."""
    told: list[dict[str | None, int]] = [{} for _ in columns]
    alike = [  # values told alike are one
        np.array([known.setdefault(text, len(known)) for text in texts], np.int32)[codes]
        for known, (texts, codes) in zip(told, columns, strict=True)
    ]
    words = [list(known) for known in told]
    keys, _ = pack(alike, [len(known) for known in words])
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    classes = np.column_stack([codes[first] for codes in alike]).tolist()
    names = [json.dumps([words[v][code] for v, code in enumerate(row)]) for row in classes]
    class_of = np.maximum(_digests(names, draws, "class"), SEVERAL + np.uint64(1))[number]
    person = _digests(people[0], draws, "person")[people[1]]
    order = np.lexsort((class_of, person))  # rows told alike at these levels are one entry
    person, class_of = person[order], class_of[order]
    is_first = np.r_[True, (person[1:] != person[:-1]) | (class_of[1:] != class_of[:-1])]
    return ShownPeople(person[is_first], class_of[is_first])


def _digests(texts: list[Any], draws: Draws, what: str) -> Words:
    key = draws.key_of_digests(what)
    made = [hashlib.blake2b(str(text).encode(), key=key, digest_size=8).digest() for text in texts]
    return np.frombuffer(b"".join(made), dtype="<u8").astype(np.uint64)


def _mixed(past: Words, seen_as: Words) -> Words:
    """One number for a past and what followed on it (splitmix64, which only has to keep different pairs apart)."""
    with np.errstate(over="ignore"):
        mixed = past * np.uint64(0x9E3779B97F4A7C15) + seen_as + np.uint64(0x632BE59BD9B4E019)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    result: Words = mixed ^ (mixed >> np.uint64(31))
    return result
