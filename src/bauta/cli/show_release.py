"""How a command shows a release it has made: as a page, as JSON, as a report file."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bauta.model.deidentification import Deidentification


def show_release(result: "Deidentification", *, json: bool, report: Path | None) -> None:
    """Print what was done, and write the report that was asked for."""
    from bauta.errors import printable
    from bauta.report.content_deidentify import deidentify_sections
    from bauta.workflow.report_file import write_report_file

    if report is not None:
        from bauta.report.render_html import render_html

        write_report_file(render_html(deidentify_sections(result), generated=datetime.now().astimezone()), report)
    if json:
        import json as json_module

        from bauta.report.json_deidentify import deidentification_json

        typer.echo(json_module.dumps(deidentification_json(result), indent=2, ensure_ascii=False))
        return
    from bauta.report.render_terminal import make_console, print_page

    print_page(deidentify_sections(result), make_console())
    if report is not None:
        typer.echo(f"\nReport: {printable(report)}")
