"""What the classes tell about sensitive variables: measured at once or, where they do not fit into memory, in parts.

A part has all rows of its classes, which are told apart by a hash of the quasi-identifiers. What is found for a class
depends on no other, so the parts put together are the whole, to the last digit.
"""

from collections.abc import Sequence

import numpy as np

from bauta.engines.counts import GroupCounts
from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes
from bauta.equivalence.matching import population_sizes
from bauta.errors import TooManyClasses, shown
from bauta.model.assessment import AttributeDisclosure
from bauta.model.microdata import Microdata
from bauta.risk.attribute_disclosure import (
    SensitiveValues,
    measure_attribute_disclosure,
    sensitive_values,
    together,
)
from bauta.workflow.count_classes import count_classes
from bauta.workflow.requests import AssessmentRequest

ROOM = 1.5
"""Parts are meant to be smaller than they may be by this much: a hash does not divide classes evenly. Where one is
still too large there are more parts; in the end a single class may be.
"""


def measure_disclosures(
    engine: Engine,
    data: Microdata,
    request: AssessmentRequest,
    variables: Sequence[str],
    people: int,
    classes: EquivalenceClasses | None,
) -> tuple[tuple[AttributeDisclosure, ...], tuple[str, ...]]:
    """What the classes tell about each sensitive variable, and a note if that could not be measured for some.

    `classes` are those of the variables, if they are at hand.
    """
    measured, notes = [], []
    for name in request.sensitive:
        others = tuple(variable for variable in variables if variable != name)  # it is not held against itself
        is_whole = len(others) == len(variables)
        try:
            measured.append(_whole(engine, data, request, others, name, people, classes if is_whole else None))
        except TooManyClasses:
            try:
                measured.append(_in_parts(engine, data, request, others, name))
            except TooManyClasses:
                notes.append(
                    f"What the classes tell about {shown(name)} was not measured: its values do not fit into memory."
                )
    return tuple(measured), tuple(notes)


def _whole(
    engine: Engine,
    data: Microdata,
    request: AssessmentRequest,
    others: tuple[str, ...],
    name: str,
    people: int,
    classes: EquivalenceClasses | None,
) -> AttributeDisclosure:
    groups = count_classes(engine, data, (*others, name), request.person_key)[0]
    detailed = encode_classes(groups.values, groups.sizes)
    counts = np.bincount(detailed.codes[-1], weights=detailed.sizes, minlength=detailed.domains[-1].size)
    sensitive = sensitive_values(
        detailed.domains[-1], counts.astype(np.int64), may_be_ordered=name not in request.unordered
    )
    return _measure(engine, data, request, others, name, people, detailed, classes, sensitive)


def _in_parts(
    engine: Engine, data: Microdata, request: AssessmentRequest, others: tuple[str, ...], name: str
) -> AttributeDisclosure:
    if not others:  # everybody is one class, which cannot be divided
        raise TooManyClasses(path=data.shown, most=engine.most_classes(1), names=shown(name))
    groups = int(engine.count_sizes(data, (*others, name), request.person_key).groups.sum())
    n = int(np.ceil(ROOM * groups / max(1, engine.most_classes(len(others) + 1)))) + 1
    for n_parts in (n, 2 * n, 4 * n, 8 * n):
        parts = [engine.part_of(data, others, part=part, parts=n_parts) for part in range(n_parts)]
        try:
            return _of_parts(engine, parts, request, others, name)
        except TooManyClasses as error:
            too_many = error
    raise too_many


def _of_parts(
    engine: Engine, parts: Sequence[Microdata], request: AssessmentRequest, others: tuple[str, ...], name: str
) -> AttributeDisclosure:
    sensitive = _values_of_all(engine, parts, request, others, name)
    measured = []
    for part in parts:
        counted = count_classes(engine, part, (*others, name), request.person_key)[0]
        if not len(counted.sizes):
            continue
        detailed = encode_classes(counted.values, counted.sizes)
        measured.append(_measure(engine, part, request, others, name, 0, detailed, None, sensitive))
    return together(measured)


def _values_of_all(
    engine: Engine, parts: Sequence[Microdata], request: AssessmentRequest, others: tuple[str, ...], name: str
) -> SensitiveValues:
    """The sensitive values of all parts, with how often each occurs in a class for a person."""
    import pyarrow as pa

    def counted(part: Microdata) -> GroupCounts:
        return count_classes(engine, part, (*others, name), request.person_key)[0]

    tables = [pa.table({"value": groups.values.column(name), "n": groups.sizes}) for groups in map(counted, parts)]
    summed = pa.concat_tables(table.group_by("value").aggregate([("n", "sum")]) for table in tables)
    summed = summed.group_by("value").aggregate([("n_sum", "sum")])
    classes = encode_classes(summed.select(["value"]), np.asarray(summed.column("n_sum_sum").to_pylist(), np.int64))
    people = np.zeros(classes.domains[0].size, np.int64)
    people[classes.codes[0]] = classes.sizes
    return sensitive_values(classes.domains[0], people, may_be_ordered=name not in request.unordered)


def _measure(
    engine: Engine,
    data: Microdata,
    request: AssessmentRequest,
    others: tuple[str, ...],
    name: str,
    people: int,
    detailed: EquivalenceClasses,
    classes: EquivalenceClasses | None,
    sensitive: SensitiveValues,
) -> AttributeDisclosure:
    key = request.person_key

    def sizes_from(counted: EquivalenceClasses) -> Integers:
        return population_sizes(detailed.without_last(), counted)

    if not others:
        class_sizes = np.full(len(detailed), people)
    else:
        if classes is None:
            groups = count_classes(engine, data, others, key)[0]
            classes = encode_classes(groups.values, groups.sizes)
        class_sizes = sizes_from(classes)
    known_sizes = None
    if key is not None:  # a person may have several values, known and missing ones
        known = engine.count_people(data, others or (name,), key, present=name)
        if others and known.people:
            known_sizes = sizes_from(encode_classes(known.groups.values, known.groups.sizes))
        else:
            known_sizes = np.full(len(detailed), known.people)
    return measure_attribute_disclosure(detailed, class_sizes, known_sizes, sensitive)
