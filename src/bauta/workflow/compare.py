"""Compare: what a release did to what the data are good for, variable by variable, pair by pair and model by model."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bauta.engines.engine import Engine
from bauta.errors import StudyInvalid, shown
from bauta.model.comparison import Comparison, VariableChange
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.model.transformations import LossKind
from bauta.utility.distributions import mean_and_sd, total_variation
from bauta.workflow.compare_associations import compare_associations
from bauta.workflow.compare_models import compare_models
from bauta.workflow.read_release import ReadRelease, read_release
from bauta.workflow.risk_utility_curve import NO_CURVE, draw_curve
from bauta.workflow.study_files import read_study, request_from_study
from bauta.workflow.told_alike import Counted, Reading, Tables, count_texts, read_texts, read_variable

if TYPE_CHECKING:  # pydantic takes a tenth of a second to import
    from bauta.model.study import Study, Table, Variable

HIERARCHIES_OF_CODES = ("postal_codes", "zip", "icd10cm", "icd9cm", "characters", "tree")
SMALLEST_LEVEL = 3
"""Levels of fewer people are never told, whatever the threshold: no uniques and no doubles."""


def compare(
    engine: Engine, study_file: Path, folder: Path, *, study_table: str | None = None, with_curve: bool = True
) -> Comparison:
    """The table that a study names beside the release in `folder` that was made of it."""
    study = read_study(study_file)
    request = request_from_study(study, study_file, study_table)
    table = study.tables[study_table or next(iter(study.tables))]
    _check_analyses(study, table, study_file)
    release = read_release(folder)
    source = engine.open(request.data, missing_codes=request.missing_codes)
    released = engine.open(release.data)
    types = {name: _type_of(variable) for name, variable in table.variables.items()}
    names, left_out = _shared(source, released, release)
    singles = {name: (count_texts(engine, source, [name]), count_texts(engine, released, [name])) for name in names}
    lookups = release.lookups
    readings = {
        name: read_variable(name, *singles[name], types.get(name, VariableType.TEXT), lookups.get(name))
        for name in names
    }
    key = release.person_key
    tables = Tables(
        engine, source, released, request.person_key, key if key in released.names else None,
        max(SMALLEST_LEVEL, *(one.thresholds.tau.cell_size for one in (request, release.request.assessed))),
        readings, left_out,
    )  # fmt: skip
    moved = {*release.request.noise, *release.request.shifted}
    variables = tuple(
        _variable_change(readings[name], *singles[name], has_distance=name not in moved) for name in names
    )
    associations, notes = compare_associations(tables, _looked_at(study, release), moved)
    curve = NO_CURVE
    if with_curve:
        curve = draw_curve(engine, study_file, release, study.utility.largest_loss, study_table=study_table)
    return Comparison(
        variables=variables,
        associations=associations,
        models=compare_models(tables, study.utility.analyses),
        curve=curve.points,
        curve_risk=curve.risk,
        curve_limit=curve.limit,
        notes=(*_notes(source, released, release, left_out), *notes, *curve.notes),
        title=study.title,
        source=source.shown,
        released=released.shown,
        losses=tuple((str(kind), release.losses[kind]) for kind in LossKind if kind in release.losses),
        largest_loss=study.utility.largest_loss,
    )


def _check_analyses(study: "Study", table: "Table", path: Path) -> None:
    """Raise StudyInvalid if an analysis names a variable that the study does not have."""
    for analysis in study.utility.analyses:
        named = (analysis.outcome, analysis.duration, analysis.event, *analysis.terms)
        for name in named:
            if name is not None and name not in table.variables:
                problem = f"the analysis {shown(analysis.name)} names {shown(name)}, which is not under `variables:`."
                raise StudyInvalid(path=path, problems=problem)


def _looked_at(study: "Study", release: ReadRelease) -> list[str]:
    """Variables whose associations matter: quasi-identifiers, sensitive ones and those of the analyses."""
    wanted = [*release.quasi_identifiers, *release.request.assessed.sensitive]
    for analysis in study.utility.analyses:
        outcomes = (analysis.outcome, analysis.duration, analysis.event)
        wanted += [name for name in outcomes if name is not None] + [*analysis.terms]
    return list(dict.fromkeys(wanted))


def _type_of(variable: "Variable") -> VariableType:
    """The declared type; a code where only the hierarchy says so, since a ZIP code has no mean."""
    kind = None if variable.hierarchy is None else variable.hierarchy.kind
    return VariableType.CODE if variable.type is VariableType.TEXT and kind in HIERARCHIES_OF_CODES else variable.type


def _shared(source: Microdata, released: Microdata, release: ReadRelease) -> tuple[list[str], dict[str, str]]:
    """Variables to be compared, in the order of the source, and why others are not."""
    left_out = {name: "is masked in the release" for name in release.request.masks if name in released.names}
    left_out |= {name: "is not in the release" for name in source.names if name not in released.names}
    return [name for name in source.names if name not in left_out], left_out


def _variable_change(reading: Reading, before: Counted, after: Counted, *, has_distance: bool) -> VariableChange:
    told_before = read_texts(before, 0, reading.label_before)
    told_after = read_texts(after, 0, reading.label_after)
    distance = total_variation(_tally(told_before, before), _tally(told_after, after)) if has_distance else None
    moments_before = _moments(reading.number_before, before) if reading.is_number_before else (None, None)
    moments_after = _moments(reading.number_after, after) if reading.is_number else (None, None)
    return VariableChange(
        variable=reading.name,
        rows_before=int(before.rows.sum()),
        rows_after=int(after.rows.sum()),
        missing_before=_missing(before.texts[0], before),
        missing_after=int(sum(n for label, n in zip(told_after, after.rows.tolist(), strict=True) if label is None)),
        values_before=sum(text is not None for text in before.texts[0]),
        values_after=len({label for label in told_after if label is not None}),
        distance=distance,
        mean_before=moments_before[0],
        mean_after=moments_after[0],
        sd_before=moments_before[1],
        sd_after=moments_after[1],
    )


def _tally(labels: list[str | None], counted: Counted) -> dict[str, int]:
    tally: dict[str, int] = {}
    for label, rows in zip(labels, counted.rows.tolist(), strict=True):
        if label is not None:
            tally[label] = tally.get(label, 0) + rows
    return tally


def _missing(texts: list[str | None], counted: Counted) -> int:
    is_missing = np.array([text is None for text in texts], bool)[counted.codes[0]]
    return int(counted.rows[is_missing].sum())


def _moments(read: Callable[[str | None], float | None], counted: Counted) -> tuple[float | None, float | None]:
    numbers = np.array(read_texts(counted, 0, read), dtype=np.float64)
    present = ~np.isnan(numbers)
    return mean_and_sd(numbers[present], counted.rows[present])


def _notes(source: Microdata, released: Microdata, release: ReadRelease, left_out: Mapping[str, str]) -> list[str]:
    notes = [*source.notes]
    moved = [name for name in (*release.request.shifted, *release.request.noise) if name in released.names]
    if moved:
        names = ", ".join(shown(name) for name in moved)
        notes.append(f"Values were moved at random, so their distributions are not held against each other: {names}.")
    masked = [name for name, why in left_out.items() if why.startswith("is masked")]
    if masked:
        notes.append(f"Masked, so not compared: {', '.join(shown(name) for name in masked)}.")
    return notes
