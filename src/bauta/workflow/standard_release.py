"""Release a table by a standard: tell every column as it asks, write aside, read again, check, and only then release.

Nothing is searched for and no threshold is enforced; the measured risk is shown beside what the standard claims.
"""

import csv
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bauta.engines.engine import Engine
from bauta.engines.labels import read_labels
from bauta.engines.release import KeptColumn, MappedColumn, ReleaseColumn, ReleasePlan
from bauta.engines.writers import check_divisible, check_format, check_partitions
from bauta.equivalence.coding import canonical_texts
from bauta.errors import NoQuasiIdentifiers, NothingToRelease, PersonKeyMissing, StandardBroken, listed, shown
from bauta.model.assessment import Assessment
from bauta.model.deidentification import ColumnOutcome
from bauta.model.formulas import escaped
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.roles import Role
from bauta.model.source import DataSource
from bauta.model.standard_release import StandardRelease
from bauta.model.standards import Outcome, Standard, StandardCheck
from bauta.model.transformations import (
    MaskSection,
    PseudonymMask,
    PseudonymMethod,
    RemoveMask,
    ShiftSection,
)
from bauta.standards import forms_in_text
from bauta.standards.facts import TableFacts
from bauta.standards.remedies import REMOVED, Remedy, Tell, kind_after, remedy_of
from bauta.transform.draws import Draws
from bauta.transform.shuffle import draw_order_keys
from bauta.workflow.assess import assess
from bauta.workflow.change_columns import ChangedColumns, Earlier, change_columns
from bauta.workflow.check import DEFAULT_CENSUS, check_standard, gather_facts, judge
from bauta.workflow.deidentify_request import DeidentifyRequest, key_files
from bauta.workflow.formulas import notes_on_formulas
from bauta.workflow.plan_files import sha256_of, write_pairs
from bauta.workflow.release_dictionary import DICTIONARY
from bauta.workflow.release_draws import ReleaseDraws, draws_for, notes_on_draws
from bauta.workflow.release_files import (
    apostrophes,
    hashes_below,
    how_written,
    rows_of_files,
    test_mode,
    write_secret,
)
from bauta.workflow.release_folder import MANIFEST, ReleaseFolder, checked_place
from bauta.workflow.release_folder_checks import check_outside
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.write_data import WrittenData, division_of, format_of, write_data

Describe = Callable[[StandardRelease], Mapping[str, Any]]
FORMS = {
    Standard.SAFE_HARBOR: forms_in_text.ALL,
    Standard.LIMITED_DATA_SET: tuple(form for form in forms_in_text.ALL if form is not forms_in_text.DATE),
}
"""What may not stand in any text."""


@dataclass(frozen=True, eq=False, repr=False)
class Planned:
    """A release that is planned but not written."""

    data: Microdata
    facts: TableFacts
    before: StandardCheck
    released: Microdata
    changed: ChangedColumns
    outcomes: tuple[ColumnOutcome, ...]
    masks: Mapping[str, MaskSection]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    person_key: str | None


def release_by_standard(
    engine: Engine,
    request: DeidentifyRequest,
    standard: Standard,
    out: Path,
    *,
    replace_earlier: bool,
    describe: Describe,
    now: datetime,
    census: str = DEFAULT_CENSUS,
    as_of: date | None = None,
) -> StandardRelease:
    """Release a table into `out`: nothing appears there unless the written file, read again, passes the standard."""
    inputs = _inputs(request)
    checked_place(out, replace=replace_earlier, inputs=inputs)
    check_outside(out, request.assessed.data)
    release = draws_for(request, kind=standard.value)
    settings = request.settings
    release_format, division = format_of(settings, request.assessed.data), division_of(settings)
    check_divisible(division, release_format)
    with ReleaseFolder(out, replace=replace_earlier, inputs=inputs) as folder:
        written: list[WrittenData] = []

        def write(planned: Planned) -> DataSource:
            check_format(release_format, planned.released.names)
            check_partitions(division, planned.released.names)
            if written:
                written.pop().remove()
            labels = _labels(request, planned)
            written.append(
                write_data(
                    engine,
                    planned.released,
                    folder.release,
                    release_format,
                    division,
                    labels=labels,
                    escape_formulas=settings.escape_formulas,
                )
            )
            return written[0].source

        planned, source, after = write_what_passes(
            engine, request, standard, release.draws, write, census=census, as_of=as_of, today=now.date()
        )
        place = str(out / "release" / written[0].place.name)
        risk_after = measured(engine, replace_data(request.assessed, source, planned))
        unsampled = request.settings.model_copy(update={"subsample": None})
        warnings, notes = notes_on_draws(replace(request, settings=unsampled), release)
        spreadsheet_warnings, spreadsheet_notes = notes_on_formulas(engine, written[0])
        result = StandardRelease(
            title=request.assessed.title,
            source=planned.data.shown,
            folder=str(out),
            before=planned.before,
            after=replace(after, data=place),
            columns=planned.outcomes,
            risk_before=measured(engine, replace(request.assessed, person_key=planned.person_key)),
            risk_after=None if risk_after is None else replace(risk_after, source=place),
            rows=after.rows,
            data_files=len(written[0].files),
            notes=(*planned.notes, *notes, *spreadsheet_notes),
            warnings=(*warnings, *planned.warnings, *spreadsheet_warnings),
            is_test=release.is_test,
            recipient=release.recipient,
        )
        _write_files(
            folder.release, folder.custodian, written[0], planned, result, describe(result), draws=release, now=now
        )
        folder.commit()
    return result


def write_what_passes(
    engine: Engine,
    request: DeidentifyRequest,
    standard: Standard,
    draws: Draws,
    write: Callable[["Planned"], DataSource | Any],
    *,
    census: str,
    as_of: date | None,
    today: date,
) -> tuple["Planned", DataSource | Any, StandardCheck]:
    """A plan, what `write` made of it, and the check of that; raises StandardBroken where nothing passes.

    A column is known by the form of most of its values. Once some are taken out, the others may be of another form,
    such as dates: a column that breaks a rule as it was written is removed, and all is written again.
    """
    removed: frozenset[str] = frozenset()
    while True:
        planned = plan_by_standard(
            engine, request, standard, draws, census=census, as_of=as_of, today=today, removed=removed
        )
        written = write(planned)
        after = check_written(engine, planned, written, request, standard)
        broken = [one for one in after.findings if one.outcome is Outcome.FAIL]
        if not broken:
            return planned, written, after
        failing = {one.column for one in broken if one.column is not None} - {*planned.masks, *removed}
        if not failing:
            rules = dict.fromkeys(one.rule.key for one in broken)
            raise StandardBroken(standard=after.title, rules=", ".join(rules))
        removed |= failing


def plan_by_standard(
    engine: Engine,
    request: DeidentifyRequest,
    standard: Standard,
    draws: Draws,
    *,
    census: str,
    as_of: date | None,
    today: date,
    removed: Collection[str] = (),
) -> Planned:
    """Everything up to the lookup tables: nothing is written. Where no day is told, ages are counted today."""
    data = engine.open(request.assessed.data, missing_codes=request.assessed.missing_codes)
    facts = gather_facts(
        engine, data, request.assessed, census=census, as_of=as_of, random_codes=(), derived_codes=(), known_kinds={}
    )
    if facts.as_of is None:
        facts = replace(facts, as_of=today)
    before = judge(engine, data, facts, standard)
    key = next((column for column in facts.columns if column.is_person_key), None)
    if key is not None and request.assessed.person_key is not None and key.summary.missing:
        raise PersonKeyMissing(name=shown(key.name), rows=key.summary.missing)
    people_have_several = key is not None and key.summary.distinct < key.present and not key.summary.missing
    masks, warnings = _masks(request, standard, key.name if key is not None and people_have_several else None)
    allowed = request.columns if request.columns is not None else data.names
    columns: dict[str, ReleaseColumn] = {}
    remedies: dict[str, Remedy] = {}
    for column in facts.columns:
        if column.name not in allowed or column.name in masks:
            continue
        found = remedy_of(column, facts, before.findings, FORMS[standard])
        remedy = REMOVED if column.name in removed else found
        remedies[column.name] = remedy
        if remedy.tell is not None:
            columns[column.name] = _retold(engine, data, column.name, remedy.tell)
        elif not remedy.is_removed:
            columns[column.name] = KeptColumn(column.name)
    kept_masks = {name: mask for name, mask in masks.items() if name in allowed}
    noise = {name: how for name, how in request.noise.items() if isinstance(columns.get(name), KeptColumn)}
    moved: dict[str, ShiftSection] = {}
    if standard is Standard.LIMITED_DATA_SET:  # Safe Harbor tells years, which nobody moves by days
        moved = {name: how for name, how in request.shifted.items() if isinstance(columns.get(name), KeptColumn)}
    own_ways = {*kept_masks, *noise, *moved}
    changed = change_columns(
        engine,
        data,
        replace(
            request,
            quasi_identifiers=(),
            masks=kept_masks,
            shifted=moved,
            noise=noise,
            columns=(*kept_masks, *columns),
        ),
        draws.by_position() if standard is Standard.SAFE_HARBOR else draws,
        Earlier(),
    )
    columns |= {name: column for name, column in changed.columns.items() if name in own_ways}
    in_order = tuple(columns[name] for name in data.names if name in columns)
    if not in_order:
        raise NothingToRelease(standard=before.title, path=data.shown)
    n_rows = engine.count_rows(data)
    order_keys = draw_order_keys(n_rows, draws)
    words = {one.column: one.what for one in changed.outcomes}
    outcomes = tuple(
        ColumnOutcome(name, words[name] if name in own_ways else remedies[name].what)
        for name in data.names
        if name in kept_masks or name in remedies
    )
    notes = [*data.notes, *changed.notes]
    left_out = [name for name in data.names if name not in allowed]
    if left_out:
        notes.append(f"Not in the study, so left out: {listed(left_out)}.")
    warnings += changed.warnings
    doubtful = [name for name, remedy in remedies.items() if remedy.is_doubtful]
    if doubtful:
        warnings.append(
            f"Kept because the study declares them, though no rule can tell what is in them: {listed(doubtful)}."
        )
    if request.settings.subsample is not None and request.settings.subsample < 1:
        warnings.append(
            f"A standard is about everybody in the table, so no subsample was drawn, though the study says "
            f"`subsample: {request.settings.subsample:g}`."
        )
    if request.shifted and standard is Standard.SAFE_HARBOR:
        warnings.append(
            f"Dates moved by days are still dates, so these are told as years: {listed(list(request.shifted))}."
        )
    return Planned(
        data, facts, before, engine.release(data, ReleasePlan(in_order, order_keys)), changed, outcomes, kept_masks,
        tuple(notes), tuple(warnings), None if key is None else key.name,
    )  # fmt: skip


def _masks(
    request: DeidentifyRequest, standard: Standard, repeated_key: str | None
) -> tuple[dict[str, MaskSection], list[str]]:
    """What the study does with identifiers; without a study, people with several rows keep a random code."""
    masks: dict[str, MaskSection] = {}
    warnings = []
    for name, mask in request.masks.items():
        is_keyed = isinstance(mask, PseudonymMask) and mask.method is not PseudonymMethod.RANDOM
        if is_keyed and standard is Standard.SAFE_HARBOR:
            warnings.append(
                f"Keyed pseudonyms are computed from an identifier, which Safe Harbor does not allow, so this is left "
                f"out: {listed([name])}. Use {{pseudonym: random}}, or have an expert determine the risk."
            )
            masks[name] = RemoveMask()
        else:
            masks[name] = mask
    if not request.assessed.declared and repeated_key is not None:
        masks[repeated_key] = PseudonymMask()
    return masks, warnings


def _retold(engine: Engine, data: Microdata, name: str, tell: Tell) -> MappedColumn:
    import pyarrow as pa

    values = engine.count_groups(data, [name]).values.column(0).combine_chunks().drop_null()
    return MappedColumn(name, values, pa.array([tell(text) for text in canonical_texts(values)], pa.string()))


def check_written(
    engine: Engine, planned: Planned, written: DataSource | Any, request: DeidentifyRequest, standard: Standard
) -> StandardCheck:
    """The same check of what was written."""
    names = planned.released.names
    assessed = request.assessed
    keyed = [name for name, mask in planned.masks.items() if isinstance(mask, PseudonymMask)]
    return check_standard(
        engine,
        replace(
            assessed,
            data=written,
            quasi_identifiers=_among(assessed.quasi_identifiers or (), names),
            sensitive=_among(assessed.sensitive, names),
            direct_identifiers=_among(assessed.direct_identifiers, names),
            declared=_among(assessed.declared, names),
            person_key=planned.person_key if planned.person_key in names and planned.person_key in keyed else None,
            missing_codes={},
            dates={},
        ),
        standard,
        census=planned.facts.census,
        as_of=planned.facts.as_of,
        random_codes=_among(tuple(planned.masks), names),
        known_kinds={column.name: kind_after(column) for column in planned.facts.columns if column.name in names},
    )


def replace_data(assessed: AssessmentRequest, written: DataSource, planned: Planned) -> AssessmentRequest:
    """What is measured in the written file: the same quasi-identifiers, as far as they are left."""
    names = planned.released.names
    quasi = assessed.quasi_identifiers
    if quasi is None:
        quasi = [column.name for column in planned.facts.columns if column.role is Role.QUASI_IDENTIFIER]
    pseudonyms = [name for name, mask in planned.masks.items() if isinstance(mask, PseudonymMask)]
    return replace(
        assessed,
        data=written,
        quasi_identifiers=_among(quasi, names),
        sensitive=_among(assessed.sensitive, names),
        direct_identifiers=(),
        declared=_among(assessed.declared, names) or _among(quasi, names),
        person_key=planned.person_key if planned.person_key in pseudonyms else None,
        missing_codes={},
        population=None,
        sampling=None,
    )


def measured(engine: Engine, request: AssessmentRequest) -> Assessment | None:
    """The risk, as far as it can be measured: None where no column is a quasi-identifier."""
    try:
        return assess(engine, replace(request, population=None, sampling=None))
    except NoQuasiIdentifiers:
        return None


def _among(wanted: Any, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in wanted if name in names)


def _inputs(request: DeidentifyRequest) -> tuple[Path, ...]:
    data = request.assessed.data
    files = [Path(data.location)] if isinstance(data, DataSource) and not data.is_database_address else []
    return (*files, *request.inputs, *key_files(request))


def _labels(request: DeidentifyRequest, planned: Planned) -> dict[str, ColumnLabels]:
    """Labels of columns; the values' own only where values are as they were."""
    data = request.assessed.data
    labels = read_labels(data) if isinstance(data, DataSource) else {}
    unchanged = {one.column for one in planned.outcomes if one.what == "kept"}
    return {
        name: label if name in unchanged else ColumnLabels(label.column_label)
        for name, label in labels.items()
        if name in planned.released.names
    }


def _write_files(
    release: Path,
    custodian: Path,
    written: WrittenData,
    planned: Planned,
    result: StandardRelease,
    description: Mapping[str, Any],
    *,
    draws: ReleaseDraws,
    now: datetime,
) -> None:
    """Dictionary and manifest for the recipient; results, crosswalks and secret for the custodian."""
    done = {one.column: one.what for one in result.columns}
    with (release / DICTIONARY).open("w", encoding="utf-8", newline="") as dictionary:
        writer = csv.writer(dictionary, lineterminator="\n")
        writer.writerow(("column", "type", "treatment"))
        for column in planned.released.columns:
            treatment = done[column.name].partition(";")[0]
            treatment += how_written(column, written)
            writer.writerow((escaped(column.name), column.storage.value, treatment))
    public = {
        "bauta": version("bauta"),
        "created": now.date().isoformat(),
        "files": hashes_below(release, (*written.files, release / DICTIONARY)),
        **rows_of_files(release, written),
        **apostrophes(written),
        "rows": result.rows,
        "columns": len(planned.released.columns),
        **test_mode(draws),
        "standard": result.after.title,
        "source_of_standard": result.after.source,
    }
    _write_json(release / MANIFEST, public)
    _write_json(custodian / "results.json", description)
    write_secret(custodian, draws)
    for i, crosswalk in enumerate(planned.changed.crosswalks.values()):
        write_pairs(custodian / f"crosswalk_{i}.csv", ("value", "told"), crosswalk)
    if planned.changed.offsets and planned.person_key is not None:
        write_pairs(custodian / "offsets.csv", ("person", "days"), planned.changed.offsets)
    private = {
        **public,
        "created": now.isoformat(timespec="seconds"),
        "source": result.source,
        "recipient": draws.recipient,
        "crosswalks": {name: f"crosswalk_{i}.csv" for i, name in enumerate(planned.changed.crosswalks)},
        "custodian_files": {path.name: sha256_of(path) for path in sorted(custodian.iterdir())},
    }
    _write_json(custodian / MANIFEST, private)


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
