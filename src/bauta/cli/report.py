"""The command `bauta report`, which writes the report of a study from what its steps recorded."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.options import StudyTableOption


def report(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="A study file (.yaml) whose steps were taken.")],
    edition: Annotated[
        str,
        typer.Option(
            "--edition",
            metavar="NAME",
            help="full, for the custodian and the regulator; recipient, which tells nothing of the source.",
        ),
    ] = "full",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="File to write, .html or .pdf. [default: STUDY-report-EDITION.html]",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    study_table: StudyTableOption = None,
) -> None:
    """Write the report of a study: HTML or PDF, for the custodian or for the recipient.

    It is made of recorded results only; nothing is measured. While steps are missing it is a draft, and says so.
    """
    from bauta.errors import printable

    path, is_draft = write_report(study, edition=edition, out=out, force=force, study_table=study_table)
    typer.echo(f"{'Draft of the report' if is_draft else 'Report'}: {printable(path)}")


def write_report(
    study: Path, *, edition: str, out: Path | None, force: bool, study_table: str | None
) -> tuple[Path, bool]:
    """Where the report was written, and whether it is a draft."""
    from bauta.errors import OptionInvalid, shown
    from bauta.report.study.editions import Edition
    from bauta.report.study.study_document import study_document
    from bauta.workflow.output import write_whole
    from bauta.workflow.study_report import PDF, record_to_report, report_path

    if edition not in set(Edition):
        raise OptionInvalid(option="--edition", value=shown(edition), allowed=" or ".join(Edition))
    chosen = Edition(edition)
    is_for_recipient = chosen is Edition.RECIPIENT
    path = report_path(study, out, chosen, is_for_recipient=is_for_recipient, overwrite=force)
    record = record_to_report(study, table=study_table, is_for_recipient=is_for_recipient)
    now = datetime.now().astimezone()
    document = study_document(record, chosen, generated=now)
    content: str | bytes
    if path.suffix.lower() == PDF:
        from bauta.report.render_document_pdf import render_document_pdf

        content = render_document_pdf(document, generated=now)
    else:
        from bauta.report.render_document_html import render_document_html

        content = render_document_html(document, generated=now)
    write_whole(path, content, overwrite=force, owner_only=not is_for_recipient)  # as closed as the records it tells
    return path, document.is_draft
