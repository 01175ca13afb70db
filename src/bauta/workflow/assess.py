"""Assess: count the equivalence classes once, then answer every question about them."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bauta.classification.by_name import identifiers_by_name
from bauta.engines.counts import GroupCounts
from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes
from bauta.equivalence.roll_up import dense_sizes
from bauta.errors import (
    ColumnMissing,
    NoQuasiIdentifiers,
    PopulationColumnMissing,
    TooManyClasses,
    WildcardNeedsOneRow,
    shown,
)
from bauta.model.assessment import (
    Adversary,
    Assessment,
    PopulationFacts,
    PopulationUnit,
    SizeCount,
    VerifiedClasses,
)
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.model.roles import Role
from bauta.risk.contribution import measure_contributions
from bauta.risk.decisions import decide
from bauta.risk.estimated import estimated_profile
from bauta.risk.exposure import Exposure, exposure, totals_by_size
from bauta.risk.marketer import marketer_risk
from bauta.risk.metrics import measure_risk, with_average
from bauta.risk.prosecutor import prosecutor_match_sizes
from bauta.risk.verification import measure_verifier_risk
from bauta.risk.wildcard import measure_wildcard
from bauta.workflow.count_classes import count_classes
from bauta.workflow.coverings import RowsOf, Texts
from bauta.workflow.disclosures import measure_disclosures
from bauta.workflow.durations import DAYS_SHOW_WHO_IS_THERE, add_durations, says_days
from bauta.workflow.empty_rows import empty_rows_note
from bauta.workflow.fixed_order import in_fixed_order, in_fixed_order_with
from bauta.workflow.known_population import estimate_spread, fit_population, population_facts
from bauta.workflow.locate import Search, find_smallest, meet_uniques, search_for_smallest
from bauta.workflow.measure_by_sizes import can_be_measured_by_sizes, measure_by_sizes
from bauta.workflow.population_totals import without_totals
from bauta.workflow.profile import profile_table
from bauta.workflow.released_file import check_is_sample
from bauta.workflow.requests import NAMES_OF_THINGS, AssessmentRequest, PopulationRequest
from bauta.workflow.unsettled import note_on_pseudonyms, unsettled_in_table


@dataclass(frozen=True, eq=False, repr=False)
class Measured:
    """An assessment, and the rows of the smallest classes still to be looked for if that takes a search of the file."""

    assessment: Assessment
    data: Microdata
    request: AssessmentRequest
    search: Search | None

    @property
    def is_by_sizes(self) -> bool:
        """Whether there are more classes than fit into memory."""
        return self.search is not None and self.search.groups is None


def assess(engine: Engine, request: AssessmentRequest) -> Assessment:
    """Measure the re-identification risk of one table."""
    measured = measure_table(engine, request)
    return complete(engine, measured, measured.data)


def measure_table(engine: Engine, request: AssessmentRequest) -> Measured:
    """What `measure` finds, and what in the table's other columns was not judged."""
    measured = measure(engine, request)
    looked_at = unsettled_in_table(engine, measured.data, measured.request)
    assessment = measured.assessment.with_unsettled(*looked_at.unsettled)
    if looked_at.pseudonyms:
        direct = tuple(name for name in assessment.direct_identifiers if name not in looked_at.pseudonyms)
        notes = (*assessment.notes, note_on_pseudonyms(looked_at.pseudonyms))
        assessment = replace(assessment, direct_identifiers=direct, notes=notes)
    return replace(measured, assessment=assessment)


def complete(engine: Engine, measured: Measured, data: Microdata) -> Assessment:
    """The assessment with the rows of the smallest classes, looked for in `data` if they were not met on the way."""
    if measured.search is None:
        return measured.assessment
    return replace(measured.assessment, smallest_classes=find_smallest(engine, data, measured.search))


def measure(engine: Engine, request: AssessmentRequest) -> Measured:
    """Everything that one GROUP BY tells. A second pass over the file, for row numbers alone, is left to `complete`."""
    roles_were_suggested = request.quasi_identifiers is None
    data, request, variables = _settled(engine, request)
    try:
        return _measure_classes(engine, data, request, variables, were_suggested=roles_were_suggested)
    except TooManyClasses:
        if not can_be_measured_by_sizes(request):
            raise
    assessment = measure_by_sizes(engine, data, request, variables, were_suggested=roles_were_suggested)
    return Measured(assessment, data, request, Search(variables, None, request.person_key))


def _settled(engine: Engine, request: AssessmentRequest) -> tuple[Microdata, AssessmentRequest, tuple[str, ...]]:
    """The opened table, the request with a role for every column, and the quasi-identifiers; all of them are there."""
    data = add_durations(engine, engine.open(request.data, missing_codes=request.missing_codes), request)
    if request.sampling is not None and request.sampling.whole is None:
        check_is_sample(data, request.data)
    if request.quasi_identifiers is None:
        request = _with_suggested_roles(engine, data, request)
    elif not request.declared:
        request = _with_names_looked_at(data, request)
    variables = tuple(dict.fromkeys(request.quasi_identifiers or ()))
    if not variables:
        raise NoQuasiIdentifiers(path=data.shown)
    person_key = () if request.person_key is None else (request.person_key,)
    for name in (*variables, *request.sensitive, *person_key, *request.declared):
        check_column(data, name)
    return data, request, variables


def _measure_classes(
    engine: Engine, data: Microdata, request: AssessmentRequest, variables: tuple[str, ...], *, were_suggested: bool
) -> Measured:
    groups, unit, wandering = count_classes(engine, data, variables, request.person_key)
    if request.population is not None:  # whose people may have to be spread over the classes, by chance
        groups, wandering = in_fixed_order_with(groups, wandering)
    if request.missing is Missing.WILDCARD and wandering.people:
        raise WildcardNeedsOneRow(people=wandering.people)
    classes = encode_classes(groups.values, groups.sizes)
    dense = dense_sizes(classes)

    tau = request.thresholds.tau
    match_sizes = prosecutor_match_sizes(classes, Missing.CATEGORY)
    prosecuted = exposure(classes, match_sizes, wandering)
    prosecutor = measure_risk(Adversary.PROSECUTOR, prosecuted, tau)
    reported = journalist = population = in_population = None
    notes: tuple[str, ...] = ()
    if request.population is not None:
        people, counted = count_population(engine, request.population, request, classes, unit.people)
        rows_of = written_rows(request.hierarchies)
        known = fit_population(classes, people, Missing.CATEGORY, population_shown=counted.shown, rows_of=rows_of)
        by_days = says_days(classes, request, without=people.variables)
        if request.missing is Missing.WILDCARD and not by_days:
            in_population = fit_population(
                classes, people, Missing.WILDCARD, population_shown=counted.shown, rows_of=rows_of
            ).match_sizes
        reported = prosecuted if by_days else exposure(classes, known.match_sizes, wandering)
        journalist = measure_risk(Adversary.JOURNALIST, reported, tau)
        spread = estimate_spread(known, classes, wandering) if known.is_spread and not by_days else None
        population = population_facts(counted, known, spread)
        notes = (DAYS_SHOW_WHO_IS_THERE,) if by_days else ()
    marketer = marketer_risk(prosecuted, reported, tau)
    estimates = verifier = None
    if request.sampling is not None and says_days(classes, request, without=()):
        notes = (*notes, DAYS_SHOW_WHO_IS_THERE)
    elif request.sampling is not None:
        from bauta.workflow.estimate_population import estimate_population  # SciPy takes as long as a small file

        estimates, verifier = estimate_population(
            classes, wandering, unit.people, request.sampling, tau, request.verifier
        )
        journalist = estimated_profile(Adversary.JOURNALIST, estimates.risk, unit.people)
        marketer = estimated_profile(Adversary.MARKETER, estimates.risk, unit.people)
    if population is not None and population.spread is not None and journalist is not None:
        journalist = with_average(journalist, population.spread.marketer.value)
        marketer = with_average(marketer, population.spread.marketer.value)
    if request.verifier is not None and verifier is None:
        verifier = measure_verifier_risk(reported or prosecuted, request.verifier, tau, _verified_classes(population))

    uniques = int(prosecuted.records[prosecuted.people == 1].sum())
    met = meet_uniques(engine, data, classes, dense) if unit.repeated_rows == 0 else ()
    disclosures, unmeasured = measure_disclosures(engine, data, request, variables, unit.people, classes)
    assessment = Assessment(
        title=request.title,
        source=data.shown,
        quasi_identifiers=variables,
        direct_identifiers=tuple(name for name in request.direct_identifiers if name in data.names),
        possible_person_key=request.possible_person_key,
        roles_were_suggested=were_suggested,
        unit=unit,
        classes=len(classes),
        smallest_class=prosecutor.smallest_class,
        sample_uniques=uniques,
        sizes=_size_counts(match_sizes, prosecuted),
        prosecutor=prosecutor,
        journalist=journalist,
        marketer=marketer,
        decision=decide(request.thresholds, prosecutor, journalist, marketer, verifier),
        contributions=measure_contributions(classes, prosecutor, uniques, wandering=wandering, tau=tau, dense=dense),
        smallest_classes=met,
        attribute_disclosure=disclosures,
        population=population,
        estimates=estimates,
        notes=(*data.notes, *notes, *empty_rows_note(groups.empty_rows, request.person_key), *unmeasured),
        verifier=verifier,
        wildcard=measure_wildcard(classes, in_population, tau) if request.missing is Missing.WILDCARD else None,
    )
    search = None if met else search_for_smallest(variables, GroupCounts(groups.values, match_sizes))
    return Measured(assessment, data, request, search)


def _verified_classes(population: PopulationFacts | None) -> VerifiedClasses:
    if population is None:
        return VerifiedClasses.DATA
    return VerifiedClasses.POPULATION if population.spread is None else VerifiedClasses.SPREAD


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

    spoken_for = (*request.sensitive, *filter(None, [request.person_key]))
    return replace(
        request,
        quasi_identifiers=tuple(name for name in named(Role.QUASI_IDENTIFIER) if name not in spoken_for),
        sensitive=request.sensitive or named(Role.SENSITIVE),
        unordered=frozenset(c.summary.name for c in profile.columns if c.suggestion.type in NAMES_OF_THINGS),
        direct_identifiers=request.direct_identifiers or named(Role.DIRECT_IDENTIFIER),
        person_key=request.person_key or profile.person_key,
    )


def _with_names_looked_at(data: Microdata, request: AssessmentRequest) -> AssessmentRequest:
    """Quasi-identifiers were named but nothing is known of the other columns: at least their names are looked at."""
    others = [name for name in data.names if name not in (request.quasi_identifiers or ())]
    found = identifiers_by_name(others)
    key = None if request.person_key else found.person_key
    return replace(request, direct_identifiers=found.direct_identifiers, possible_person_key=key)


def count_population(
    engine: Engine,
    asked: PopulationRequest,
    request: AssessmentRequest,
    classes: EquivalenceClasses,
    records: int,
) -> tuple[EquivalenceClasses, PopulationFacts]:
    """The population's classes, by the variables of `classes` that it has.

    Codes that mean "missing" in the data mean it here too. Rows of a table of counts that are totals are left out.
    """
    population = engine.open(asked.source, missing_codes=request.missing_codes)
    variables = [name for name in classes.variables if name in population.names]
    if not variables:
        raise PopulationColumnMissing(path=population.shown, name=shown(classes.variables[0]))
    count = asked.count
    if count is not None:
        check_column(population, count)
        groups, unit = engine.sum_groups(population, variables, count), PopulationUnit.COUNTS
        people = int(groups.sizes.sum())
    elif request.person_key in population.names:
        counted = engine.count_people(population, variables, str(request.person_key))
        groups, people, unit = counted.groups, counted.people, PopulationUnit.PERSON_KEY
        if request.missing is Missing.WILDCARD and len(counted.wandering_person):
            raise WildcardNeedsOneRow(people=len(set(counted.wandering_person.tolist())))
    else:
        groups, unit = engine.count_groups(population, variables), PopulationUnit.ROWS
        people = int(groups.sizes.sum())
    groups = in_fixed_order(groups)
    counted_classes = encode_classes(groups.values, groups.sizes)
    notes: tuple[str, ...] = ()
    if unit is PopulationUnit.COUNTS:
        counted_classes, notes = without_totals(classes, counted_classes)
        people = int(counted_classes.sizes.sum())
    fraction = records / people if people else 0.0
    return counted_classes, PopulationFacts(population.shown, people, fraction, unit, notes=notes)


def written_rows(hierarchies: Mapping[str, tuple[Any, Path]]) -> RowsOf:
    """What tells the rows of a variable's hierarchy, if it is written out; a file is read when it is asked for."""

    def rows_of(name: str) -> Sequence[Texts] | None:
        if name not in hierarchies:
            return None
        from bauta.hierarchies.listed import rows_of_tree
        from bauta.model.transformations import FileHierarchy, TreeHierarchy
        from bauta.workflow.hierarchy_files import read_hierarchy

        section, folder = hierarchies[name]
        if isinstance(section, TreeHierarchy):
            return rows_of_tree(section.tree, name).rows
        if isinstance(section, FileHierarchy):
            return read_hierarchy(folder / section.path, name, delimiter=section.delimiter).rows
        return None

    return rows_of


def _size_counts(match_sizes: Integers, prosecuted: Exposure) -> tuple[SizeCount, ...]:
    """Classes and people per class size, each person once."""
    sizes, n_classes, _ = totals_by_size(match_sizes, match_sizes)
    people = dict(zip(*(array.tolist() for array in prosecuted.by_size()), strict=True))
    return tuple(SizeCount(s, c, people.get(s, 0)) for s, c in zip(sizes.tolist(), n_classes.tolist(), strict=True))
