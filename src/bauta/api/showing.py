"""What the results of the Python face share: they show themselves, as text when printed and as a page in a notebook."""

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.model.source import CsvDialect, DataSource

if TYPE_CHECKING:
    from bauta.report.page import Page


class ShowsItself:
    """A result that has a page: printing it, a notebook cell and a report file all come from that."""

    def _page(self) -> "Page":
        raise NotImplementedError

    def __str__(self) -> str:
        import io

        from rich.console import Console

        from bauta.report.render_terminal import print_page

        buffer = io.StringIO()
        print_page(self._page(), Console(file=buffer, width=100))
        return buffer.getvalue()

    def _repr_html_(self) -> str:
        from bauta.report.render_html import render_fragment

        return render_fragment(self._page())

    def save_report(self, path: str | PathLike[str]) -> None:
        """Write the HTML report, one file that needs no network."""
        from datetime import datetime

        from bauta.report.render_html import render_html
        from bauta.workflow.report_file import write_report_file

        write_report_file(render_html(self._page(), generated=datetime.now().astimezone()), Path(path))


def source_of(data: Any, table: str | None = None, csv: CsvDialect | None = None) -> Any:
    """A path or address as a source; a table in memory as it is."""
    if isinstance(data, str | PathLike):
        return DataSource(str(data), table=table, csv=csv or CsvDialect())
    return data
