"""Assess: count the equivalence classes once, then answer every question about them."""

import difflib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bauta.engines.engine import Engine, GroupCounts
from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.coding import encode_classes
from bauta.equivalence.matching import unique_rows
from bauta.equivalence.roll_up import dense_sizes
from bauta.errors import (
    ColumnMissing,
    NoQuasiIdentifiers,
    PopulationColumnMissing,
    WildcardNeedsOneRow,
    shown,
)
from bauta.model.assessment import (
    Adversary,
    Assessment,
    AttributeDisclosure,
    PopulationFacts,
    SizeCount,
    SmallClass,
    Unit,
)
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.model.numbers import arrow_integers
from bauta.model.roles import Role, VariableType
from bauta.risk.attribute_disclosure import measure_attribute_disclosure
from bauta.risk.contribution import measure_contributions
from bauta.risk.decisions import decide
from bauta.risk.exposure import NOBODY, Memberships, exposure, totals_by_size
from bauta.risk.journalist import journalist_match_sizes
from bauta.risk.marketer import marketer_risk
from bauta.risk.metrics import measure_risk
from bauta.risk.prosecutor import prosecutor_match_sizes
from bauta.workflow.profile import profile_table
from bauta.workflow.requests import AssessmentRequest

SMALLEST_CLASSES_SHOWN = 10
ROWS_SHOWN_PER_CLASS = 20
ROWS_TRIED_FIRST = 2_000


def assess(engine: Engine, request: AssessmentRequest) -> Assessment:
    """Measure the re-identification risk of one table."""
    data = engine.open(request.data, missing_codes=request.missing_codes)
    roles_were_suggested = request.quasi_identifiers is None
    if roles_were_suggested:
        request = _with_suggested_roles(engine, data, request)
    variables = tuple(dict.fromkeys(request.quasi_identifiers or ()))
    if not variables:
        raise NoQuasiIdentifiers(path=data.shown)
    for name in (*variables, *request.sensitive, *filter(None, [request.person_key]), *request.declared):
        check_column(data, name)

    groups, unit, wandering = _count(engine, data, variables, request.person_key)
    if request.missing is Missing.WILDCARD and wandering.people:
        raise WildcardNeedsOneRow(people=wandering.people)
    classes = encode_classes(groups.values, groups.sizes)

    dense = dense_sizes(classes)

    tau = request.thresholds.tau
    match_sizes = prosecutor_match_sizes(classes, request.missing)
    prosecuted = exposure(classes, match_sizes, wandering)
    prosecutor = measure_risk(Adversary.PROSECUTOR, prosecuted, tau)
    reported = journalist = population = None
    if request.population is not None:
        people, population = _population(engine, request, variables, unit.people)
        matches = journalist_match_sizes(classes, people, request.missing, population_shown=population.shown)
        reported = exposure(classes, matches, wandering)
        journalist = measure_risk(Adversary.JOURNALIST, reported, tau)
    marketer = marketer_risk(prosecuted, reported, tau)

    uniques = int(prosecuted.records[prosecuted.people == 1].sum())
    return Assessment(
        title=request.title,
        source=data.shown,
        quasi_identifiers=variables,
        direct_identifiers=tuple(name for name in request.direct_identifiers if name in data.names),
        roles_were_suggested=roles_were_suggested,
        unit=unit,
        missing=request.missing,
        classes=len(classes),
        smallest_class=prosecutor.smallest_class,
        sample_uniques=uniques,
        sizes=_size_counts(classes, match_sizes),
        prosecutor=prosecutor,
        journalist=journalist,
        marketer=marketer,
        decision=decide(request.thresholds, prosecutor, journalist, marketer),
        contributions=measure_contributions(
            classes, prosecutor, uniques, missing=request.missing, wandering=wandering, tau=tau, dense=dense
        ),
        smallest_classes=_locate_smallest(engine, data, GroupCounts(groups.values, match_sizes), classes, dense, unit),
        attribute_disclosure=tuple(
            _attribute_disclosure(engine, data, variables, name, request) for name in request.sensitive
        ),
        population=population,
        notes=data.notes,
    )


def check_column(data: Microdata, name: str) -> None:
    """Raise ColumnMissing, with the nearest name there is, unless the data has this column."""
    if name in data.names:
        return
    lowered = {existing.lower(): existing for existing in data.names}
    close = [existing for existing in data.names if existing.lower() == name.lower()]
    close = close or [lowered[match] for match in difflib.get_close_matches(name.lower(), lowered, n=1)]
    nearest = f" Did you mean {shown(close[0])}?" if close else ""
    raise ColumnMissing(name=shown(name), path=data.shown, nearest=nearest)


def _with_suggested_roles(engine: Engine, data: Microdata, request: AssessmentRequest) -> AssessmentRequest:
    profile = profile_table(engine, data)

    def named(role: Role) -> tuple[str, ...]:
        return tuple(c.summary.name for c in profile.columns if c.suggestion.role is role)

    numbers = (VariableType.INTEGER, VariableType.DECIMAL)
    return replace(
        request,
        quasi_identifiers=named(Role.QUASI_IDENTIFIER),
        sensitive=request.sensitive or named(Role.SENSITIVE),
        ordered=frozenset(c.summary.name for c in profile.columns if c.suggestion.type in numbers),
        direct_identifiers=request.direct_identifiers or named(Role.DIRECT_IDENTIFIER),
        person_key=request.person_key or profile.person_key,
    )


def _count(
    engine: Engine, data: Microdata, variables: Sequence[str], person_key: str | None
) -> tuple[GroupCounts, Unit, Memberships]:
    """The classes, how rows became people, and who is in more than one class."""
    if person_key is None:
        groups = engine.count_groups(data, variables)
        rows = int(groups.sizes.sum())
        return groups, Unit(rows=rows, people=rows, person_key=None), NOBODY
    counted = engine.count_people(data, variables, person_key)
    wandering = Memberships(person=counted.wandering_person, class_number=counted.wandering_group)
    unit = Unit(
        rows=counted.rows,
        people=counted.people,
        person_key=person_key,
        people_in_several_classes=wandering.people,
    )
    return counted.groups, unit, wandering


def _population(
    engine: Engine, request: AssessmentRequest, variables: Sequence[str], records: int
) -> tuple[EquivalenceClasses, PopulationFacts]:
    """The population's classes. Codes that mean "missing" in the data mean it here too."""
    assert request.population is not None
    population = engine.open(request.population.source, missing_codes=request.missing_codes)
    for name in variables:
        if name not in population.names:
            raise PopulationColumnMissing(path=population.shown, name=shown(name))
    count = request.population.count
    if count is None:
        groups = engine.count_groups(population, variables)
    else:
        check_column(population, count)
        groups = engine.sum_groups(population, variables, count)
    people = int(groups.sizes.sum())
    facts = PopulationFacts(population.shown, people, records / people if people else 0.0)
    return encode_classes(groups.values, groups.sizes), facts


def _size_counts(classes: EquivalenceClasses, match_sizes: np.ndarray) -> tuple[SizeCount, ...]:
    """Classes and records per class size (per match size where missing values match anything)."""
    counted = totals_by_size(match_sizes, classes.sizes)
    return tuple(SizeCount(int(s), int(c), int(r)) for s, c, r in zip(*counted, strict=True))


def _locate_smallest(
    engine: Engine, data: Microdata, groups: GroupCounts, classes: EquivalenceClasses, dense: Any | None, unit: Unit
) -> tuple[SmallClass, ...]:
    """Where the groups with the smallest sizes are, those met first in the file first.

    Where unique records are common, ten of them are met in the first rows and no search of the file is needed.
    Otherwise the groups no larger than the tenth smallest are looked up in the whole of it.
    """
    sizes, variables = groups.sizes, classes.variables
    sizes_are_counts = sizes is classes.sizes
    if sizes_are_counts and classes.n_classes_of_size(1) >= SMALLEST_CLASSES_SHOWN and unit.repeated_rows == 0:
        first = engine.first_rows(data, variables, rows=ROWS_TRIED_FIRST)
        rows = unique_rows(first, classes, dense)[:SMALLEST_CLASSES_SHOWN]
        if len(rows) == SMALLEST_CLASSES_SHOWN:
            return tuple(SmallClass(size=1, rows=(int(row) + 1,)) for row in rows)
    rank = min(SMALLEST_CLASSES_SHOWN, len(sizes)) - 1
    wanted = np.flatnonzero(sizes <= np.partition(sizes, rank)[rank])
    found = engine.find_rows(
        data,
        variables,
        GroupCounts(values=groups.values.take(arrow_integers(wanted)), sizes=sizes[wanted]),
        classes=SMALLEST_CLASSES_SHOWN,
        rows_per_class=ROWS_SHOWN_PER_CLASS,
    )
    return tuple(SmallClass(size=place.size, rows=place.rows) for place in found)


def _attribute_disclosure(
    engine: Engine, data: Microdata, variables: Sequence[str], name: str, request: AssessmentRequest
) -> AttributeDisclosure:
    detailed = (*(v for v in variables if v != name), name)
    groups, _, _ = _count(engine, data, detailed, request.person_key)
    storage = next(column.storage for column in data.columns if column.name == name)
    is_number = storage in (VariableType.INTEGER, VariableType.DECIMAL) or name in request.ordered
    return measure_attribute_disclosure(encode_classes(groups.values, groups.sizes), is_ordered=is_number)
