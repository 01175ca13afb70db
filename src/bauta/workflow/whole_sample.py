"""The sample that a release was made from, told as the release tells it, and who of it is in the release.

What is left of a sample after suppression is no random sample any more. So the population's classes are estimated from
the whole sample, at the levels of the release, and risks are summed over who is in it (`population/in_release.py`).
Values of the source are told by the lookups of a plan; rows of the release are found among the classes by their texts.

- A row without any quasi-identifier could be anybody. It is taken for one of those who were suppressed: their class has
  as many people as have such rows, which is the most risk there can be.
- A row with suppressed cells could be anybody who is told like it elsewhere.
- A row that is told as nobody of the source is (formats spell some values in their own ways) has its class in the
  release, the most risk again.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts, encode_classes
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.microdata import Microdata
from bauta.population.in_release import InRelease, Joined, WholeSample
from bauta.risk.exposure import Memberships
from bauta.workflow.count_classes import count_classes
from bauta.workflow.estimate_population import in_order_each_once
from bauta.workflow.plan_files import Lookup
from bauta.workflow.requests import WholeSampleOf

Row = tuple[str | None, ...]
Texts = Sequence[str | None]


def whole_sample(
    engine: Engine,
    source: Microdata,
    person_key: str | None,
    lookups: Mapping[str, Lookup],
    released: Any,
    released_key: str | None,
) -> WholeSampleOf:
    """The whole sample with some of its variables, counted when it is asked for and then kept."""

    @cache
    def of(variables: tuple[str, ...]) -> WholeSample:
        classes = _told(*_counted(engine, source, variables, person_key), lookups)
        in_release = engine.open(released)
        key = released_key if released_key in in_release.names else None
        rows = in_order_each_once(*_counted(engine, in_release, variables, key))
        return WholeSample(classes, _found(classes, rows, [name in lookups for name in variables]))

    return of


def _counted(
    engine: Engine, data: Microdata, variables: Sequence[str], person_key: str | None
) -> tuple[EquivalenceClasses, Memberships]:
    groups, _, wandering = count_classes(engine, data, variables, person_key)
    return encode_classes(groups.values, groups.sizes), wandering


def _told(classes: EquivalenceClasses, wandering: Memberships, lookups: Mapping[str, Lookup]) -> EquivalenceClasses:
    """The classes as the release tells them, those that become alike as one, with everybody in one of them."""
    texts: list[list[str | None]] = []
    codes: list[Codes] = []
    for name, domain, own in zip(classes.variables, classes.domains, classes.codes, strict=True):
        told = [_tell(lookups.get(name), text) for text in _texts_of(domain)]
        number: dict[str | None, int] = {}
        at = np.array([number.setdefault(text, len(number)) for text in told], np.int32)
        texts.append(list(number))
        codes.append(at[own])
    rows, class_of = np.unique(np.column_stack(codes), axis=0, return_inverse=True)
    class_of = class_of.reshape(-1)
    # Rows of a person that become alike are one membership.
    n = max(1, wandering.people)
    of_person = class_of[wandering.class_number] * n + wandering.person
    once = np.unique(of_person)
    doubled = np.bincount(of_person // n, minlength=len(rows)) - np.bincount(once // n, minlength=len(rows))
    sizes = np.bincount(class_of, weights=classes.sizes, minlength=len(rows)).astype(np.int64) - doubled
    merged = [_as_domain(own, rows[:, v]) for v, own in enumerate(texts)]
    told_alike = EquivalenceClasses(
        classes.variables, tuple(domain for domain, _ in merged), tuple(own for _, own in merged), sizes
    )
    return in_order_each_once(told_alike, Memberships(once % n, once // n))


def _tell(lookup: Lookup | None, text: str | None) -> str | None:
    return text if lookup is None else lookup.get(text, text)


def _texts_of(domain: Domain) -> list[str | None]:
    return [*canonical_texts(domain.values), *([None] if domain.has_missing else [])]


def _as_domain(texts: list[str | None], codes: Codes) -> tuple[Domain, Codes]:
    """Texts as a domain, missing last."""
    import pyarrow as pa

    order = sorted(range(len(texts)), key=lambda code: texts[code] is None)
    number = np.empty(len(texts), np.int32)
    number[order] = np.arange(len(texts), dtype=np.int32)
    values = pa.array([text for text in texts if text is not None], pa.string())
    return Domain(values, has_missing=None in texts), number[codes]


def _rows_of(classes: EquivalenceClasses) -> list[Row]:
    columns = [
        [texts[code] for code in own.tolist()]
        for texts, own in zip(map(_texts_of, classes.domains), classes.codes, strict=True)
    ]
    return list(zip(*columns, strict=True))


def _found(classes: EquivalenceClasses, released: EquivalenceClasses, may_be_hidden: Sequence[bool]) -> InRelease:
    """Where the rows of a release come from."""
    class_of = {row: number for number, row in enumerate(_rows_of(classes))}
    people = np.zeros(len(classes), np.int64)
    joined: list[Joined] = []
    for row, n in zip(_rows_of(released), released.sizes.tolist(), strict=True):
        number = class_of.get(row)
        room = 0 if number is None else int(classes.sizes[number] - people[number])
        kept = min(n, room)
        if number is not None:
            people[number] += kept
        if n > kept:  # more than are in the source: with suppressed cells they look like people who have none
            joined.append(_joined(classes, row, n - kept, may_be_hidden))
    return InRelease(people, tuple(joined))


def _joined(classes: EquivalenceClasses, row: Row, people: int, may_be_hidden: Sequence[bool]) -> Joined:
    hidden = [may and text in (None, SUPPRESSED) for text, may in zip(row, may_be_hidden, strict=True)]
    nobody: Integers = np.empty(0, np.int64)
    if all(hidden) or not any(hidden):
        return Joined(people, people, nobody)
    fits = np.ones(len(classes), bool)
    for v, text in enumerate(row):
        if not hidden[v]:
            texts = _texts_of(classes.domains[v])
            fits &= classes.codes[v] == (texts.index(text) if text in texts else -1)
    members = np.flatnonzero(fits)
    size = int(classes.sizes[members].sum())
    return Joined(people, size, members) if size >= people else Joined(people, people, nobody)
