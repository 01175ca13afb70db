"""The HTML report as a file: where it may go, and writing it whole."""

from pathlib import Path

from bauta.errors import OptionInvalid, OutputWouldReplaceInput
from bauta.model.source import DataSource
from bauta.workflow.output import check_output, write_whole

REPORT_ENDINGS = (".html", ".htm")


def check_report_path(path: Path, *inputs: object, out: Path | None = None) -> None:
    """Refuse, before any work is done, a place that is not a report's: another ending, a file that is being measured.

    `inputs` are what is measured, files among them; `out` is the folder that a release is to be made in.
    """
    _check_ending(path)
    if out is not None and path.resolve().is_relative_to(out.resolve()):
        raise OptionInvalid(option="--report", value="a file inside of --out", allowed="a place beside that folder")
    check_output(path, overwrite=True)
    for source in inputs:
        if isinstance(source, DataSource) and not source.is_database_address and path.exists():
            data = Path(source.location)
            if data.exists() and data.samefile(path):
                raise OutputWouldReplaceInput(path=path)


def write_report_file(html: str, path: Path) -> None:
    """Write the report, replacing an earlier one; like all that is said about a table, it is its owner's alone."""
    _check_ending(path)
    write_whole(path, html, overwrite=True, owner_only=True)


def _check_ending(path: Path) -> None:
    if path.suffix.lower() not in REPORT_ENDINGS:
        raise OptionInvalid(option="--report", value=repr(path.name[:40]), allowed="a name that ends in .html")
