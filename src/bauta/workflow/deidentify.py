"""De-identify: search, transform, write aside, read again, measure, and only then release."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from bauta.engines.engine import Engine
from bauta.engines.labels import read_labels
from bauta.engines.release import ReleasePlan
from bauta.engines.writers import check_divisible, check_format
from bauta.errors import PersonKeyNotReleased, ReleaseRefused, shown
from bauta.hierarchies.hierarchy import SUPPRESSED, Level
from bauta.model.assessment import DAYS_BETWEEN_ROWS, EARLIER_RELEASES, OTHER_RELEASES, OTHER_TABLES, Assessment
from bauta.model.deidentification import BesideEarlier, Deidentification, Solution, VariableOutcome
from bauta.model.durations import Duration, DurationFacts
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.missing import Missing
from bauta.model.source import DataSource
from bauta.model.ties import TiesOfRelease
from bauta.model.transformations import CellReading, PseudonymMask, ReleaseFormat, SuppressionKind
from bauta.model.uniqueness import NearUniqueness
from bauta.workflow.assess import measure
from bauta.workflow.change_columns import ChangedColumns, Earlier, change_columns
from bauta.workflow.count_classes import count_classes
from bauta.workflow.count_data import CountedData, count_data
from bauta.workflow.criterion_check import broken_rule
from bauta.workflow.deidentify_request import DeidentifyRequest, key_files, resolve, written_hierarchies
from bauta.workflow.durations import add_durations
from bauta.workflow.durations_of_release import bands_of_release, measure_durations, with_durations
from bauta.workflow.estimated_adversary import in_population_of
from bauta.workflow.find_solution import SECONDS_TO_SEARCH, Found, SearchListener, find_solution
from bauta.workflow.formulas import notes_on_formulas
from bauta.workflow.hidden_by_wildcards import remedy_for
from bauta.workflow.hold_back import EarlierReleases, HeldBack, beside_earlier, check_held_back, hold_back
from bauta.workflow.judge_ties import judge_ties
from bauta.workflow.near_uniqueness import measure_near_uniqueness
from bauta.workflow.plan_files import lookup_of
from bauta.workflow.release_draws import ReleaseDraws, draws_for, notes_on_draws
from bauta.workflow.release_files import write_release_files
from bauta.workflow.release_folder import ReleaseFolder, checked_place
from bauta.workflow.release_folder_checks import check_outside
from bauta.workflow.release_plan import plan_release
from bauta.workflow.released_people import ReleasedPeople, ShownPeople, first_released, people_shown
from bauta.workflow.released_population import released_population, write_population
from bauta.workflow.requests import AssessmentRequest, SamplingRequest
from bauta.workflow.same_as import twin_columns
from bauta.workflow.subsample import Drawn, draw, effect_of_drawing, measure_source
from bauta.workflow.write_data import division_of, format_of, write_data
from bauta.workflow.written_figures import WrittenFigures, count_written, losses_as_written

Describe = Callable[[Deidentification], Mapping[str, Any]]
"""Turns a result into JSON; a face's business, handed in."""
Judge = Callable[[AssessmentRequest, Assessment], None]
"""Told how the written file was measured and what was found; raises ReleaseRefused where it must not be released."""


@dataclass(frozen=True, eq=False, repr=False)
class Prepared:
    """A release that is planned but not written."""

    request: DeidentifyRequest
    data: Microdata
    """The rows to be released: all, or those drawn."""
    found: Found
    changed: ChangedColumns
    released: Microdata
    before: Assessment
    drawn: Drawn | None
    rows_before: int
    draws: ReleaseDraws
    plan: ReleasePlan
    held: HeldBack
    """Who is not released because of the releases before."""
    ties: TiesOfRelease
    durations: DurationFacts | None


def deidentify(
    engine: Engine,
    request: DeidentifyRequest,
    out: Path,
    *,
    replace_earlier: bool,
    describe: Describe,
    now: datetime,
    listener: SearchListener | None = None,
    earlier: Earlier | None = None,
    releases: EarlierReleases | None = None,
    search_seconds: float = SECONDS_TO_SEARCH,
    judge: Judge | None = None,
) -> Deidentification:
    """Release a table into `out`: nothing appears there unless the written file meets the criterion, and the judge.

    `releases` are those before it that the same recipient has, where a plan is applied.
    """
    begun = time.monotonic()
    inputs = _inputs(request)
    checked_place(out, replace=replace_earlier, inputs=inputs)
    check_outside(out, request.assessed.data)
    settings = request.settings
    release_format, division = format_of(settings, request.assessed.data), division_of(settings)
    check_divisible(division, release_format)
    prepared = prepare(
        engine, request, listener=listener, earlier=earlier or Earlier(), releases=releases,
        search_seconds=search_seconds,
    )  # fmt: skip
    check_format(release_format, prepared.released.names)
    with ReleaseFolder(out, replace=replace_earlier, inputs=inputs) as folder:
        labels = _labels_of_unchanged(request, prepared)
        written = write_data(
            engine, prepared.released, folder.release, release_format, division,
            labels=labels, escape_formulas=settings.escape_formulas,
        )  # fmt: skip
        after = measure_release(engine, prepared, written.source, folder.custodian, release_format, judge=judge)
        figures = figures_of(engine, prepared, written.source)
        shown = _people_shown(engine, prepared)
        beside = None
        if releases is not None:
            beside, unsettled = beside_earlier(releases, shown, prepared.held, prepared.found.counted)
            after = after.with_unsettled(*unsettled)
        after = replace(after, source=str(out / "release" / written.place.name))
        near = near_uniqueness_of(engine, prepared, written.source, after)
        seconds = time.monotonic() - begun
        result = describe_result(
            prepared, after, figures, near, folder=str(out), data_files=len(written.files), seconds=seconds,
            beside=beside,
        )  # fmt: skip
        warnings, notes = notes_on_formulas(engine, written)
        result = replace(result, warnings=(*result.warnings, *warnings), notes=(*result.notes, *notes))
        write_release_files(
            folder.release, folder.custodian, written, prepared.request, prepared.found, prepared.changed, result,
            description=describe(result), draws=prepared.draws, now=now, labels=labels,
            storage=prepared.released.columns, people=_people_so_far(releases, shown),
        )  # fmt: skip
        folder.commit()
    return result


def deidentify_frame(
    engine: Engine, request: DeidentifyRequest, *, search_seconds: float = SECONDS_TO_SEARCH
) -> tuple[Any, Deidentification]:
    """The released table as an Arrow table, measured as it is, and what was done."""
    begun = time.monotonic()
    prepared = prepare(engine, request, listener=None, earlier=Earlier(), search_seconds=search_seconds)
    content = engine.fetch(prepared.released)
    after = measure_release(engine, prepared, content)
    figures = figures_of(engine, prepared, content)
    near = near_uniqueness_of(engine, prepared, content, after)
    return content, describe_result(prepared, after, figures, near, folder=None, seconds=time.monotonic() - begun)


def prepare(
    engine: Engine,
    request: DeidentifyRequest,
    *,
    listener: SearchListener | None,
    earlier: Earlier,
    search_seconds: float,
    releases: EarlierReleases | None = None,
) -> Prepared:
    """Everything up to the lookup tables: nothing is written."""
    data = engine.open(request.assessed.data, missing_codes=request.assessed.missing_codes)
    request = resolve(engine, data, with_durations(engine, data, request))
    data = add_durations(engine, data, request.assessed)
    request = replace(request, assessed=replace(request.assessed, hierarchies=written_hierarchies(request)))
    release = draws_for(request)
    draws = release.draws
    measured = measure(engine, request.assessed)
    before = measured.assessment
    rows_before = engine.count_rows(data)
    if rows_before > before.unit.rows:
        data = _without_nobodys_rows(engine, data, str(request.assessed.person_key))
    full = data
    drawn_people = 0
    if request.settings.subsample is not None and request.settings.subsample < 1:
        if measured.is_by_sizes:  # the effect of drawing is measured class by class: raises TooManyClasses
            count_classes(engine, full, before.quasi_identifiers, request.assessed.person_key)
        data, drawn_people = draw(engine, data, request, draws)
    counted = count_data(engine, data, in_population_of(request, before.records))
    _check_person_key(request, counted)
    held, everyone = HeldBack(data), counted.n_people
    if releases is not None:
        held = hold_back(engine, data, counted, releases, request.assessed.person_key, draws)
        if held.people:
            data = held.data
            counted = count_data(engine, data, in_population_of(request, before.records))
    estimator = None if request.assessed.sampling is None else request.assessed.sampling.estimator
    found = find_solution(counted, listener=listener, seconds=search_seconds, estimator=estimator)
    check_held_back(held, found.suppressed_people, everyone, request.suppression_limit)
    bands = bands_of_release(request, found)
    changed = change_columns(engine, data, request, draws, earlier, bands)
    n_rows = engine.count_rows(data)
    twins = twin_columns(engine, data, request.same_as, found)
    changed = replace(changed, outcomes=(*changed.outcomes, *twins.outcomes))
    plan = plan_release(data, n_rows, found, changed, request.assessed.person_key, draws, twins, bands)
    judged = judge_ties(engine, data, request, found, changed, plan)
    request, changed, plan = judged.request, judged.changed, judged.plan
    drawn = measure_source(engine, full, request, found, drawn_people) if drawn_people else None
    durations = measure_durations(engine, full, request, before)
    released = engine.release(data, plan)
    return Prepared(
        request, data, found, changed, released, before, drawn, rows_before, release, plan, held, judged.ties, durations
    )


def measure_release(
    engine: Engine,
    prepared: Prepared,
    written: DataSource | Any,
    aside: Path | None = None,
    release_format: ReleaseFormat = ReleaseFormat.CSV,
    *,
    judge: Judge | None = None,
) -> Assessment:
    """Measure what was written, as a stranger to it would; raises ReleaseRefused if it is over the threshold.

    A population is written into the folder `aside` first, so that both were written alike; not so for a frame.
    """
    request, found = prepared.request, prepared.found
    goal = found.counted.goal
    assessed = request.assessed
    is_wildcard = goal.suppression is SuppressionKind.CELLS and goal.reading is CellReading.WILDCARD
    population, beside = None, None
    if assessed.population is not None:
        population = released_population(found, without=[one.name for one in assessed.durations])
        if aside is not None:
            columns = request.settings.partition_by
            population, beside = write_population(engine, population, aside, release_format, columns)
    asked = AssessmentRequest(
        data=written,
        quasi_identifiers=(
            *(one.name for one in request.quasi_identifiers),
            *(name for name in request.same_as if name in prepared.released.names),
        ),
        sensitive=tuple(name for name in assessed.sensitive if name in prepared.released.names),
        unordered=assessed.unordered,
        declared=(request.quasi_identifiers[0].name,),
        person_key=_released_key(prepared),
        population=population,
        sampling=_as_sample(engine, prepared, written),
        thresholds=assessed.thresholds,
        verifier=assessed.verifier,
        durations=written_durations(prepared),
        dates=prepared.changed.dates,
        missing=Missing.WILDCARD if is_wildcard else assessed.missing,
        title=assessed.title,
    )
    after = measure(engine, asked).assessment  # in which rows the smallest classes are is nobody's question here
    rule = broken_rule(goal, after)
    if rule is not None:
        raise ReleaseRefused(rule=rule, remedy=remedy_for(found, after))
    if judge is not None:
        judge(asked, after)
    if beside is not None:
        beside.remove()
    facts = prepared.before.population
    if facts is not None:  # the same people, though the table that was measured against has only some of them
        known = replace(facts, sampling_fraction=after.records / facts.people, spread=None)
        after = replace(after, population=known)
    return after.with_unsettled(*request.unsettled)


def figures_of(engine: Engine, prepared: Prepared, written: DataSource | Any) -> WrittenFigures:
    """What suppression did to the rows, counted from what was written."""
    key = prepared.request.assessed.person_key
    asked = AssessmentRequest(written, durations=written_durations(prepared), dates=prepared.changed.dates)
    table = add_durations(engine, engine.open(written), asked)
    return count_written(engine, prepared.data, table, prepared.found, person_key=key)


def written_durations(prepared: Prepared) -> tuple[Duration, ...]:
    """The days that are to be counted from the dates of the written file; those that are a column of it need not."""
    return () if prepared.request.settings.durations.as_column else prepared.request.assessed.durations


def near_uniqueness_of(
    engine: Engine, prepared: Prepared, written: DataSource | Any, after: Assessment
) -> NearUniqueness | None:
    """Whom the kept columns of what was written single out."""
    cell_size = prepared.found.counted.goal.thresholds.tau.cell_size
    return measure_near_uniqueness(engine, written, prepared.request, after, cell_size=cell_size)


def describe_result(
    prepared: Prepared,
    after: Assessment,
    figures: WrittenFigures,
    near_uniqueness: NearUniqueness | None,
    *,
    folder: str | None,
    seconds: float,
    data_files: int = 1,
    beside: BesideEarlier | None = None,
) -> Deidentification:
    """What was done, without a value of anybody."""
    request, found = prepared.request, prepared.found
    variables = tuple(
        VariableOutcome(
            variable=one.name,
            level=found.node[v],
            level_name=_name_of(hierarchy.levels[found.node[v]]),
            highest_level=hierarchy.height - 1,
            hierarchy=hierarchy.source,
            values_before=hierarchy.levels[0].n_groups,
            values_after=figures.values[v],
            suppressed_cells=figures.suppressed_cells[v],
        )
        for v, (one, hierarchy) in enumerate(zip(request.quasi_identifiers, found.counted.hierarchies, strict=True))
    )
    solution = Solution(
        variables=variables,
        suppressed_records=found.suppressed_people + prepared.held.people,
        suppressed_cells=sum(figures.suppressed_cells),
        rows_left_out=figures.rows_left_out + prepared.held.rows,
        rows_blanked=figures.rows_blanked,
        losses=losses_as_written(found, after),
        was_chosen=bool(request.levels) and len(request.levels) == len(variables),
        was_planned=is_planned(request),
    )
    is_searched = not solution.was_chosen and not solution.was_planned
    warnings, notes = notes_on_draws(request, prepared.draws)
    return Deidentification(
        title=request.assessed.title,
        source=prepared.before.source,
        folder=folder,
        goal=found.counted.goal,
        solution=solution,
        search=found.search if is_searched else replace(found.search, is_optimal=None, gap=None),
        before=prepared.before,
        after=after.without_judging(*_not_judged(beside, prepared.durations)),
        columns=prepared.changed.outcomes,
        subsample=None if prepared.drawn is None else effect_of_drawing(prepared.drawn, found, after),
        rows_before=prepared.rows_before,
        rows_after=after.unit.rows,
        seconds=seconds,
        data_files=data_files,
        notes=(*request.notes, *prepared.changed.notes, *_notes(prepared), *notes),
        warnings=(*warnings, *request.warnings, *prepared.changed.warnings),
        is_test=prepared.draws.is_test,
        recipient=prepared.draws.recipient,
        near_uniqueness=near_uniqueness,
        beside=beside,
        ties=prepared.ties,
        durations=prepared.durations,
    )


def _not_judged(beside: BesideEarlier | None, durations: DurationFacts | None) -> tuple[str, ...]:
    """What the verdict on a release does not cover."""
    releases = OTHER_RELEASES if beside is not None and beside.is_judged else EARLIER_RELEASES
    between_rows = durations is not None and durations.repeated_rows > 0
    return (OTHER_TABLES, releases, *([DAYS_BETWEEN_ROWS] if between_rows else []))


def _name_of(level: Level) -> str:
    """What a level is called: where every value is told as '*', that, whatever a hierarchy file calls it."""
    return SUPPRESSED if set(level.labels) == {SUPPRESSED} else level.name


def is_planned(request: DeidentifyRequest) -> bool:
    """Whether an earlier plan says how everything is told."""
    return all(one.lookup is not None for one in request.quasi_identifiers)


def _notes(prepared: Prepared) -> list[str]:
    notes = list(prepared.found.counted.notes)
    wandering = prepared.found.counted.unit.people_in_several_classes
    if wandering:
        notes.append(
            f"{'1 person has' if wandering == 1 else f'{wandering:,} people have'} rows that differ on the "
            "quasi-identifiers. Each was counted in one class only, so that every class has at least as many people as "
            "was counted. Whoever loses a row is suppressed."
        )
    return notes


def _inputs(request: DeidentifyRequest) -> tuple[Path, ...]:
    population = request.assessed.population
    sources = [request.assessed.data, None if population is None else population.source]
    files = [
        Path(source.location) for source in sources if isinstance(source, DataSource) and not source.is_database_address
    ]
    folders = [request.hierarchies] if request.hierarchies is not None else []
    return (*files, *request.inputs, *key_files(request), *folders)


def _labels_of_unchanged(request: DeidentifyRequest, prepared: Prepared) -> dict[str, ColumnLabels]:
    """Labels of columns: the values' own only where values are as they were."""
    data = request.assessed.data
    if not isinstance(data, DataSource):
        return {}
    found = prepared.found
    levels = dict(zip(found.counted.classes.variables, found.node, strict=True))
    treated = prepared.request
    changed = {*treated.masks, *treated.shifted, *treated.noise, *treated.same_as}
    labels = read_labels(data)
    return {
        name: label if levels.get(name, 0) == 0 and name not in changed else ColumnLabels(label.column_label)
        for name, label in labels.items()
        if name in prepared.released.names
    }


def _check_person_key(request: DeidentifyRequest, counted: CountedData) -> None:
    """Where people have several rows the release must tell them apart, or it could only be measured by rows."""
    key = request.assessed.person_key
    if key is None or counted.unit.repeated_rows == 0:
        return
    mask = request.masks.get(key)
    if not isinstance(mask, PseudonymMask):  # two people may get one name, and everybody the same tag
        raise PersonKeyNotReleased(name=shown(key), mask="nothing" if mask is None else mask.kind)


def _released_key(prepared: Prepared) -> str | None:
    """The column of the release that tells people apart; None where there is none, and every row is somebody else's."""
    key = prepared.request.assessed.person_key
    is_pseudonym = key is not None and isinstance(prepared.request.masks.get(key), PseudonymMask)
    return key if is_pseudonym and key in prepared.released.names else None


def _people_shown(engine: Engine, prepared: Prepared) -> ShownPeople | None:
    """Who is in the release as what, to be kept for the next one; None where there is no person key."""
    key = prepared.request.assessed.person_key
    if key is None:
        return None
    variables = prepared.found.counted.classes.variables
    return people_shown(engine, prepared.data, prepared.plan, key, variables, prepared.draws.draws)


def _people_so_far(releases: EarlierReleases | None, shown: ShownPeople | None) -> ReleasedPeople | None:
    """Everybody whom the recipient has now, as far as it is known."""
    if shown is None or (releases is not None and releases.people is None):
        return None
    return first_released(shown) if releases is None or releases.people is None else releases.people.followed_by(shown)


def _as_sample(engine: Engine, prepared: Prepared, written: DataSource | Any) -> SamplingRequest | None:
    """The written table as what is left of a sample, where nothing but the size of its population is known."""
    request, found = prepared.request, prepared.found
    if request.assessed.sampling is None or request.assessed.population is not None or request.assessed.durations:
        return None
    from bauta.workflow.whole_sample import whole_sample

    asked = in_population_of(request, prepared.before.records).assessed.sampling
    lookups = {
        one.name: {**(one.lookup or {}), **lookup_of(found, v)} for v, one in enumerate(request.quasi_identifiers)
    }
    key, released_key = request.assessed.person_key, _released_key(prepared)
    whole = whole_sample(engine, prepared.data, key, lookups, written, released_key)
    return None if asked is None else replace(asked, whole=whole)


def _without_nobodys_rows(engine: Engine, data: Microdata, person_key: str) -> Microdata:
    """The table without the rows that a spreadsheet left empty; every other row has a person key."""
    keys = engine.rows_of(data, [person_key]).column(0).combine_chunks()
    return engine.keep_rows(data, np.flatnonzero(keys.is_valid().to_numpy(zero_copy_only=False)) + 1)
