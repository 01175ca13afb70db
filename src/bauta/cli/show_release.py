"""How a command shows a release it has made: as a page, as JSON, as a report file."""

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from bauta.model.deidentification import Deidentification


def show_release(result: "Deidentification", *, json: bool, report: Path | None) -> None:
    """Print what was done, and write the report that was asked for; if either fails, say that the release is made."""
    from bauta.errors import BautaError, ReleaseNotShown, printable
    from bauta.report.content_deidentify import deidentify_sections
    from bauta.workflow.report_file import write_report_file

    if report is not None:
        from bauta.report.render_html import render_html

        html = render_html(deidentify_sections(result), generated=datetime.now().astimezone())
        try:
            write_report_file(html, report)
        except BautaError as error:
            why = error.facts.get("why", "the disk is full")
            raise ReleaseNotShown(folder=result.folder, what=report, why=why) from None
    try:
        _print(result, json=json)
        if report is not None and not json:
            typer.echo(f"\nReport: {printable(report)}")
        sys.stdout.flush()
    except BrokenPipeError:  # who reads it, such as `head`, has seen enough
        raise
    except OSError as error:
        why = (error.strerror or "refused").lower()
        raise ReleaseNotShown(folder=result.folder, what="what was done", why=why) from None


def _print(result: "Deidentification", *, json: bool) -> None:
    if json:
        import json as json_module

        from bauta.report.json_deidentify import deidentification_json

        typer.echo(json_module.dumps(deidentification_json(result), indent=2, ensure_ascii=False))
        return
    from bauta.report.content_deidentify import deidentify_sections
    from bauta.report.render_terminal import make_console, print_page

    print_page(deidentify_sections(result), make_console())
