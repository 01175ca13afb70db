"""The files of a release beside its data: dictionary and public manifest; for the custodian manifest, plan, results.

What undoes a release never travels with it: the recipient's folder says what was done, never to whom or with what.
"""

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.assessment import Adversary, Assessment
from bauta.model.deidentification import Deidentification, Goal, VariableOutcome
from bauta.model.formulas import escaped
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Column
from bauta.model.roles import VariableType
from bauta.model.transformations import SuppressionKind
from bauta.model.verification import Verifier
from bauta.workflow.change_columns import ChangedColumns
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.find_solution import Found
from bauta.workflow.keys import SECRET_FILE, secret_as_text
from bauta.workflow.plan_files import sha256_of, write_plan
from bauta.workflow.release_dictionary import DICTIONARY
from bauta.workflow.release_draws import ReleaseDraws
from bauta.workflow.release_folder import MANIFEST
from bauta.workflow.released_people import ReleasedPeople
from bauta.workflow.write_data import ESCAPED, WrittenData

LIBRARIES = ("duckdb", "numpy", "numba", "pyarrow", "cryptography")
IN_FOLDERS = "; told by the names of folders"
WITH_APOSTROPHES = "; an apostrophe before what a spreadsheet would run"


def write_release_files(
    release: Path,
    custodian: Path,
    written: WrittenData,
    request: DeidentifyRequest,
    found: Found,
    changed: ChangedColumns,
    result: Deidentification,
    *,
    description: Mapping[str, Any],
    draws: ReleaseDraws,
    now: datetime,
    labels: Mapping[str, ColumnLabels],
    storage: Sequence[Column],
    people: ReleasedPeople | None,
) -> None:
    """Everything but the data itself, which is written already."""
    _write_dictionary(release / DICTIONARY, result, labels, storage, written)
    public = {
        "bauta": version("bauta"),
        "created": now.date().isoformat(),
        "files": hashes_below(release, (*written.files, release / DICTIONARY)),
        **rows_of_files(release, written),
        **apostrophes(written),
        "rows": result.rows_after,
        "columns": len(storage),
        **test_mode(draws),
        "generalization": {one.variable: _told_as(one) for one in result.solution.variables},
    }
    _write_json(release / MANIFEST, public)
    write_plan(custodian, request, found, changed, draws.draws, people)
    _write_json(custodian / "results.json", description)
    write_secret(custodian, draws)
    private = {
        **public,
        "created": now.isoformat(timespec="seconds"),
        "criterion": _goal(result),  # not for the recipient: it says how large the classes were that were broken up
        "risk_after": _risk(result.after),
        "suppressed_people": result.solution.suppressed_records,
        "suppressed_cells": result.solution.suppressed_cells,
        "rows_left_out": result.solution.rows_left_out,
        "rows_blanked": result.solution.rows_blanked,
        "risk_before": _risk(result.before),
        "versions": {name: version(name) for name in LIBRARIES},
        "source": result.source,
        "source_sha256": draws.source_sha256,
        "recipient": draws.recipient,
        **({} if result.beside is None else {"beside_earlier_releases": asdict(result.beside)}),
        "settings": request.settings.model_dump(mode="json"),
        "levels_chosen": dict(request.levels),
        "custodian_files": {
            path.relative_to(custodian).as_posix(): sha256_of(path)
            for path in sorted(custodian.rglob("*"))
            if path.is_file()
        },
    }
    _write_json(custodian / MANIFEST, private)


def write_secret(custodian: Path, draws: ReleaseDraws) -> None:
    """What everything was drawn with, for the custodian alone: with it the release can be made and undone again."""
    (custodian / SECRET_FILE).write_text(secret_as_text(draws.draws.secret), encoding="ascii")


def test_mode(draws: ReleaseDraws) -> dict[str, Any]:
    """What a manifest says of a release that was made with a seed: that it is not to be relied on."""
    return {"test_mode": True} if draws.is_test else {}


def hashes_below(release: Path, files: Sequence[Path]) -> dict[str, str]:
    """Files of the recipient's folder with their hashes."""
    return {path.relative_to(release).as_posix(): sha256_of(path) for path in files}


def rows_of_files(release: Path, written: WrittenData) -> dict[str, Any]:
    """How many rows each file has, where the data are in several."""
    if written.rows is None:
        return {}
    names = (path.relative_to(release).as_posix() for path in written.files)
    return {"rows_of_files": dict(zip(names, written.rows, strict=True))}


def apostrophes(written: WrittenData) -> dict[str, Any]:
    """That formulas of spreadsheets are escaped, for whoever reads the data again."""
    return {ESCAPED: True} if written.has_escaped_formulas else {}


def how_written(column: Column, written: WrittenData) -> str:
    """What a dictionary says beside the treatment: the same for every column of text, whatever is in it."""
    if column.name in written.partition_by:
        return IN_FOLDERS
    is_text = column.storage is VariableType.TEXT
    return WITH_APOSTROPHES if is_text and written.has_escaped_formulas else ""


def _goal(result: Deidentification) -> dict[str, Any]:
    goal = result.goal
    limit = goal.thresholds.largest_average if "average" in goal.criterion else goal.thresholds.tau
    return {
        "kind": goal.criterion.value,
        "adversary": str(_adversary(goal)),
        **({} if goal.verifier is None else _verifier(goal.verifier)),
        "threshold": {"probability": limit.probability, "cell_size": limit.cell_size},
        "alpha": goal.thresholds.alpha,
        "suppression": goal.suppression.value,
        "suppression_limit": goal.suppression_limit,
    }


def _adversary(goal: Goal) -> Adversary:
    if goal.verifier is not None:
        return Adversary.VERIFIER
    return Adversary.JOURNALIST if goal.is_journalists else Adversary.PROSECUTOR


def _verifier(verifier: Verifier) -> dict[str, Any]:
    return {"attempts": verifier.attempts, "verification_probability": float(verifier.probability)}


def _risk(assessment: Assessment) -> dict[str, Any]:
    verified = None if assessment.verifier is None else assessment.verifier.profile
    profiles = {"prosecutor": assessment.prosecutor, "journalist": assessment.journalist, "verifier": verified}
    return {
        name: {
            "maximum": profile.maximum,
            "average": profile.average,
            "share_at_risk": profile.share_at_risk,
            "smallest_class": profile.smallest_class,
        }
        for name, profile in profiles.items()
        if profile is not None
    }


def _write_dictionary(
    path: Path,
    result: Deidentification,
    labels: Mapping[str, ColumnLabels],
    storage: Sequence[Column],
    written: WrittenData,
) -> None:
    """A line per column of the release: what it holds and what was done to it."""
    told = {one.variable: one for one in result.solution.variables}
    done = {one.column: one.what for one in result.columns}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("column", "label", "type", "treatment"))
        for column in storage:
            label = labels.get(column.name)
            if column.name in told:
                one = told[column.name]
                treatment = _told_as(one)
                if result.goal.suppression is not SuppressionKind.RECORDS:
                    treatment += f"; {SUPPRESSED} or empty where suppressed"
            else:
                treatment = _public(done[column.name])
            treatment += how_written(column, written)
            shown_label = label.column_label or "" if label else ""
            writer.writerow((escaped(column.name), escaped(shown_label), column.storage.value, treatment))


def _told_as(one: VariableOutcome) -> str:
    """How a quasi-identifier is told, in words for the recipient."""
    if one.level == 0:
        return "unchanged"
    return "not told" if one.level_name == SUPPRESSED else f"generalized: {one.level_name}"


def _public(what: str) -> str:
    """What was done to a column, without where its undoing is kept."""
    return what.partition(";")[0]


def _write_json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
