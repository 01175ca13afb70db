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
            help="File to write, .html or .pdf. [default: STUDY-report-EDITION.html, beside the study]",
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
    from bauta.report.render_study import render_study
    from bauta.workflow.study_report import parse_edition, write_study_report

    written = write_study_report(
        study,
        parse_edition(edition),
        render=render_study,
        now=datetime.now().astimezone(),
        out=out,
        overwrite=force,
        table=study_table,
    )
    typer.echo(f"{'Draft of the report' if written.is_draft else 'Report'}: {printable(written.path)}")
