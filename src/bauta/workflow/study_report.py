"""The report of a study as a file: whether there is enough to report on, where it may go, and writing it whole."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from bauta.errors import OptionInvalid, ReportTooEarly, shown
from bauta.model.edition import Edition
from bauta.model.steps import Step, StudyStatus
from bauta.model.study_record import StudyRecord
from bauta.workflow.output import check_output, write_whole
from bauta.workflow.release_folder import MANIFEST, RELEASE
from bauta.workflow.status import table_of_several
from bauta.workflow.step_records import read_study_record
from bauta.workflow.study_files import read_study

HTML, PDF = ".html", ".pdf"
ENDINGS = (HTML, ".htm", PDF)
Render = Callable[[StudyRecord, Edition, str, datetime], tuple[str | bytes, bool]]
"""From a record, an edition, an ending and a time: what to write, and whether it is a draft. A face hands it in."""


@dataclass(frozen=True)
class WrittenReport:
    """A report that was written."""

    path: Path
    edition: Edition
    is_draft: bool
    """Whether steps are missing, so that nobody may sign it."""


def parse_edition(text: str) -> Edition:
    """The edition of this name; raises OptionInvalid."""
    try:
        return Edition(text)
    except ValueError:
        raise OptionInvalid(option="--edition", value=shown(text), allowed=" or ".join(Edition)) from None


def write_study_report(
    study: Path,
    edition: Edition,
    *,
    render: Render,
    now: datetime,
    out: Path | None = None,
    overwrite: bool = False,
    table: str | None = None,
) -> WrittenReport:
    """Write the report of a study, from what its steps recorded."""
    path = report_path(study, out, edition, overwrite=overwrite, table=table)
    record = record_to_report(study, edition, table=table)
    content, is_draft = render(record, edition, path.suffix.lower(), now)
    is_secret = edition is not Edition.RECIPIENT  # as closed as the records it tells
    write_whole(path, content, overwrite=overwrite, owner_only=is_secret)
    return WrittenReport(path, edition, is_draft)


def write_reports_of_run(
    status: StudyStatus, *, render: Render, now: datetime, table: str | None = None
) -> tuple[Path, ...]:
    """Both editions beside a study that is done; written with the export, or if one is not there."""
    if not status.is_done:
        return ()
    study, is_new = Path(status.study), Step.EXPORT in status.taken
    paths = []
    for edition in Edition:
        path = default_path(study, edition, table)
        if is_new or not path.exists():
            write_study_report(study, edition, render=render, now=now, out=path, overwrite=True, table=table)
        paths.append(path)
    return tuple(paths)


def record_to_report(study: Path, edition: Edition, *, table: str | None = None) -> StudyRecord:
    """What is recorded of a study; raises ReportTooEarly while there is nothing a report could be about.

    For the custodian there is something as soon as the risk is measured: a draft then says what is missing. A recipient
    is told of a release that was accepted and exported, and of nothing before it.
    """
    record = read_study_record(study, table)
    command = shlex.join(["bauta", "run", str(study)])
    if record.before is None:
        raise ReportTooEarly(edition="The report", step=_named(Step.RISK), command=command)
    if edition is Edition.RECIPIENT and (record.export is None or record.release is None or record.risk_after is None):
        raise ReportTooEarly(
            edition="The recipient's edition", step=_named(Step.EXPORT), command=f"{command} --out DIR"
        )
    return record


def _named(step: Step) -> str:
    return f"{step.value} ({step.title.lower()})"


def default_path(study: Path, edition: Edition, table: str | None = None) -> Path:
    """Where a report goes unless told otherwise: beside the study; a table of several has its name in it."""
    one_of_several = table_of_several(read_study(study), study, table)
    named = "" if one_of_several is None else f"-{quote(one_of_several, safe=' ')}"
    return study.with_name(f"{study.stem}{named}-report-{edition}{HTML}")


def report_path(study: Path, out: Path | None, edition: Edition, *, overwrite: bool, table: str | None = None) -> Path:
    """Where the report goes: the file that was named, or one beside the study; refused before any work is done."""
    path = out or default_path(study, edition, table)
    if path.suffix.lower() not in ENDINGS:
        raise OptionInvalid(option="--out", value=shown(path.name, 40), allowed="a name that ends in .html or .pdf")
    folder = path.absolute().parent
    if edition is not Edition.RECIPIENT and folder.name == RELEASE and (folder / MANIFEST).is_file():
        raise OptionInvalid(
            option="--out", value="a file among those of the recipient", allowed="a place outside of that folder"
        )
    check_output(path, overwrite=overwrite)
    return path
