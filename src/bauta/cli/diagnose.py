"""The command `bauta diagnose`, which says how far a verdict depends on what was assumed."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import JsonOption, ReportOption, StudyTableOption
from bauta.cli.show_result import show_result


def diagnose(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="The study file (.yaml) the release was made from.")],
    release: Annotated[
        Path, typer.Argument(metavar="RELEASE", help="The folder that bauta deidentify made, with custodian/ in it.")
    ],
    json: JsonOption = False,
    report: ReportOption = None,
    study_table: StudyTableOption = None,
) -> None:
    """Judge a release again with one assumption changed at a time, and say what would change the verdict."""
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.content_diagnose import diagnose_sections
    from bauta.report.json_step10 import diagnostics_json
    from bauta.workflow.diagnose import diagnose as diagnose_release
    from bauta.workflow.report_file import check_report_path

    if report is not None:
        check_report_path(report, DataSource(str(study)))
    with progress() as listener, open_engine(listener, study) as engine:
        result = diagnose_release(engine, study, release, study_table=study_table)
    show_result(result, diagnose_sections, diagnostics_json, json=json, report=report)
