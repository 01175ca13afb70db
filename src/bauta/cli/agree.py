"""The command `bauta agree`: whether two analysts classify variables alike."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.options import JsonOption, ReportOption
from bauta.cli.show_result import show_result


def agree(
    first: Annotated[Path, typer.Argument(metavar="STUDY", help="One analyst's study file.")],
    second: Annotated[Path, typer.Argument(metavar="STUDY", help="The other analyst's.")],
    json: JsonOption = False,
    report: ReportOption = None,
) -> None:
    """Compare the roles that two analysts gave the same variables: Cohen's kappa, and where they differ."""
    from bauta.report.content_agreement import agreement_json, agreement_sections
    from bauta.workflow.agree import agree as compare
    from bauta.workflow.report_file import check_report_path

    if report is not None:
        check_report_path(report, first, second)
    show_result(compare(first, second), agreement_sections, agreement_json, json=json, report=report)
