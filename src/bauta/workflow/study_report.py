"""The report of a study as a file: whether there is enough to report on, and where it may go."""

import shlex
from pathlib import Path
from urllib.parse import quote

from bauta.errors import OptionInvalid, ReportTooEarly, shown
from bauta.model.steps import Step
from bauta.model.study_record import StudyRecord
from bauta.workflow.output import check_output
from bauta.workflow.release_folder import MANIFEST, RELEASE
from bauta.workflow.step_records import read_study_record

HTML, PDF = ".html", ".pdf"
ENDINGS = (HTML, ".htm", PDF)


def record_to_report(study: Path, *, table: str | None = None, is_for_recipient: bool) -> StudyRecord:
    """What is recorded of a study; raises ReportTooEarly while there is nothing a report could be about.

    For the custodian there is something as soon as the risk is measured: a draft then says what is missing. A recipient
    is told of a release that was accepted and exported, and of nothing before it.
    """
    record = read_study_record(study, table)
    command = shlex.join(["bauta", "run", str(study)])
    if record.before is None:
        raise ReportTooEarly(edition="The report", step=_named(Step.RISK), command=command)
    if is_for_recipient and (record.export is None or record.release is None or record.risk_after is None):
        raise ReportTooEarly(
            edition="The recipient's edition", step=_named(Step.EXPORT), command=f"{command} --out DIR"
        )
    return record


def _named(step: Step) -> str:
    return f"{step.value} ({step.title.lower()})"


def default_path(study: Path, edition: str, table: str | None = None) -> Path:
    """Where a report goes unless told otherwise: beside the study; a table of several has its name in it."""
    named = "" if table is None else f"-{quote(table, safe=' ')}"
    return study.with_name(f"{study.stem}{named}-report-{edition}{HTML}")


def report_path(study: Path, out: Path | None, edition: str, *, is_for_recipient: bool, overwrite: bool) -> Path:
    """Where the report goes: the file that was named, or one beside the study; refused before any work is done."""
    path = out or default_path(study, edition)
    if path.suffix.lower() not in ENDINGS:
        raise OptionInvalid(option="--out", value=shown(path.name, 40), allowed="a name that ends in .html or .pdf")
    folder = path.absolute().parent
    if not is_for_recipient and folder.name == RELEASE and (folder / MANIFEST).is_file():
        raise OptionInvalid(
            option="--out", value="a file among those of the recipient", allowed="a place outside of that folder"
        )
    check_output(path, overwrite=overwrite)
    return path
