"""What the functions of the Python face share: sources, engines, and results that show themselves."""

from contextlib import AbstractContextManager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.model.engine import EngineSettings
from bauta.model.source import CsvDialect, DataSource

if TYPE_CHECKING:
    from bauta.engines.engine import Engine
    from bauta.report.page import Page


class ShowsItself:
    """A result that has a page: printing it and a notebook cell come from that."""

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


class SavesReport(ShowsItself):
    """A result whose page can also be a file."""

    def save_report(self, path: str | PathLike[str]) -> None:
        """Write the HTML report, one file that needs no network."""
        from datetime import datetime

        from bauta.report.render_html import render_html
        from bauta.workflow.report_file import write_report_file

        write_report_file(render_html(self._page(), generated=datetime.now().astimezone()), Path(path))


class ReadsAsResult:
    """A result whose fields are read as its own."""

    result: Any

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "result":  # copy and pickle ask before the object is filled
            raise AttributeError(name)
        return getattr(self.result, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *(name for name in dir(self.result) if not name.startswith("_"))})


EngineChoice = str | EngineSettings | None
"""duckdb, spark, or all that can be said of an engine; None leaves it to the study."""


def engine_for(data: Any, chosen: EngineChoice = None) -> AbstractContextManager["Engine"]:
    """The engine that was chosen, else the one that the study at `data` asks for, else DuckDB."""
    from bauta.engines.opening import open_engine
    from bauta.workflow.engine_choice import chosen_engine, parse_kind

    if isinstance(chosen, EngineSettings):
        return open_engine(replace(chosen, kind=parse_kind(chosen.kind, "engine")))
    kind = None if chosen is None else parse_kind(chosen, "engine")
    return open_engine(chosen_engine(str(data) if isinstance(data, str | PathLike) else None, kind=kind))


def source_of(data: Any, table: str | None = None, csv: CsvDialect | None = None) -> Any:
    """A path or address as a source; a table in memory as it is."""
    from bauta.workflow.without_effect import check_source_options, refuse_without_effect

    if isinstance(data, str | PathLike):
        source = DataSource(str(data), table=table, csv=csv or CsvDialect())
        check_source_options(source)
        return source
    refuse_without_effect({"table": table, "csv": csv}, "on a table in memory")
    return data
