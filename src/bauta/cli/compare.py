"""The command `bauta compare`, which says what a release did to what the data are good for."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import JsonOption, ReportOption, StudyTableOption
from bauta.cli.show_result import show_result


def compare(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="The study file (.yaml) the release was made from.")],
    release: Annotated[
        Path, typer.Argument(metavar="RELEASE", help="The folder that bauta deidentify made, with custodian/ in it.")
    ],
    curve: Annotated[
        bool, typer.Option("--curve/--no-curve", help="Draw the curve of risk against loss, which takes a search.")
    ] = True,
    json: JsonOption = False,
    report: ReportOption = None,
    study_table: StudyTableOption = None,
) -> None:
    """Compare a release with its source: distributions, associations, and models fitted to both."""
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.content_compare import compare_sections
    from bauta.report.json_step10 import comparison_json
    from bauta.workflow.compare import compare as compare_tables
    from bauta.workflow.report_file import check_report_path

    if report is not None:
        check_report_path(report, DataSource(str(study)))
    with progress() as listener, open_engine(listener, study) as engine:
        result = compare_tables(engine, study, release, study_table=study_table, with_curve=curve)
    show_result(result, compare_sections, comparison_json, json=json, report=report)
