"""How a command shows what it found: as a page in the terminal, as JSON, as a report file."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

if TYPE_CHECKING:
    from bauta.report.page import Page

Result = TypeVar("Result")


def show_result(
    result: Result,
    sections: "Callable[[Result], Page]",
    as_json: Callable[[Result], dict[str, Any]],
    *,
    json: bool,
    report: Path | None = None,
) -> None:
    """Write the report that was asked for, then print the result: as JSON for programs, as a page for people."""
    from bauta.errors import printable

    if report is not None:
        from bauta.report.render_html import render_html
        from bauta.workflow.report_file import write_report_file

        write_report_file(render_html(sections(result), generated=datetime.now().astimezone()), report)
    if json:
        import json as json_module

        typer.echo(json_module.dumps(as_json(result), indent=2, ensure_ascii=False))
        return
    from bauta.report.render_terminal import make_console, print_page

    print_page(sections(result), make_console())
    if report is not None:
        typer.echo(f"\nReport: {printable(report)}")
