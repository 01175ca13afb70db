"""Studies taken through all eleven steps, as `bauta run` and `bauta decide` do, with a fixed time and a test seed."""

import csv
import gzip
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.steps import Acceptance
from bauta.model.study_record import StudyRecord
from bauta.report.json_deidentify import deidentification_json
from bauta.workflow.decide import decide_release
from bauta.workflow.example import write_example
from bauta.workflow.run import run_study
from bauta.workflow.step_records import read_study_record
from bauta.workflow.steps.case import RunOptions
from bauta.workflow.study_files import read_study

STUDIES = Path(__file__).parent / "studies"
NOW = datetime(2026, 1, 5, 14, 30, tzinfo=UTC)
SEED = 20260105


def hospital(folder: Path) -> StudyRecord:
    """The example study, with the bundled data."""
    write_example(folder, overwrite=True)
    return run_to_the_end("hospital", folder)


def stroke_trial(folder: Path, packed: Path) -> StudyRecord:
    """The International Stroke Trial, the columns that its study declares."""
    columns = list(read_study(STUDIES / "ist.yaml").tables["data"].variables)
    with (
        gzip.open(packed, "rt", encoding="latin-1", newline="") as source,
        (folder / "IST.csv").open("w", encoding="utf-8", newline="") as target,
    ):
        writer = csv.DictWriter(target, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(csv.DictReader(source))
    return run_to_the_end("ist", folder)


def run_to_the_end(name: str, folder: Path) -> StudyRecord:
    """The record of a study of `studies/` whose data lie in `folder`."""
    for file in STUDIES.glob(f"{name}*.yaml"):
        shutil.copy(file, folder)
    study = folder / f"{name}.yaml"
    options = RunOptions(folder / "released", test_seed=SEED, search_seconds=60.0)

    def run() -> None:
        with DuckDbEngine() as engine:
            run_study(engine, study, options=options, describe=deidentification_json, now=lambda: NOW)

    run()
    decide_release(study, Acceptance.ACCEPTED, by="Dr. C. Officer", note="fit for the purpose", now=NOW)
    run()
    return _without(folder, read_study_record(study))


def _without(folder: Path, record: StudyRecord) -> StudyRecord:
    """The record as if the study lay in the working folder, and with one hash for all.

    Where a test runs is nobody's concern. Hashes are as wide as their digits, so that lines would break elsewhere with
    every change of the release.
    """
    adapter = TypeAdapter(StudyRecord)
    told = adapter.dump_json(record).replace(f"{folder}/".encode(), b"")
    return adapter.validate_json(re.sub(rb"\b[0-9a-f]{64}\b", b"0123456789abcdef" * 4, told))
