"""Excel and OpenDocument workbooks, one sheet at a time, through fastexcel."""

import logging
from pathlib import Path
from typing import Any

from bauta.engines.readers.csv_dialect import check_header, numbered_where_empty
from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names
from bauta.errors import HeaderOnly, NotATable, TableMissing, TitleAboveHeader, shown
from bauta.model.source import CsvDialect, DataSource


def open_excel(session: Session, source: DataSource, path: Path) -> RawTable:
    """The sheet as an Arrow table. Cells stored as text stay text, with their leading zeros."""
    import fastexcel

    logging.getLogger("fastexcel").setLevel(logging.ERROR)  # it warns about columns without values, by name
    try:
        workbook = fastexcel.read_excel(str(path))
    except (fastexcel.FastExcelError, OSError):
        raise NotATable(path=source.shown, format="an Excel workbook", why="it is damaged or not a workbook") from None
    sheets = workbook.sheet_names
    if not sheets:
        raise NotATable(path=source.shown, format="an Excel workbook", why="it has no sheets")
    if source.table is not None and source.table not in sheets:
        raise TableMissing(path=source.shown, problem=f"has no sheet {shown(source.table)}", tables=_listed(sheets))
    if source.table is None and len(sheets) > 1:
        raise TableMissing(path=source.shown, problem=f"has {len(sheets)} sheets", tables=_listed(sheets))
    sheet = source.table or sheets[0]
    try:
        names = _first_row(workbook, sheet, source.csv.skip_lines)
        where = _where(source.csv)
        content = workbook.load_sheet(sheet, schema_sample_rows=None, **where).to_arrow()
    except fastexcel.FastExcelError:
        raise NotATable(path=source.shown, format="an Excel workbook", why="the sheet is damaged") from None
    if not names:
        raise HeaderOnly(path=source.shown)
    if source.csv.header is False:
        names = ("",) * len(names)
    elif source.csv.header is None and len(names) > 2 and sum(1 for name in names if name) == 1:
        raise TitleAboveHeader(path=source.shown)
    names = numbered_where_empty(list(names))
    if source.csv.header is None:
        check_header(list(names), source.shown)
    check_names(names, source.shown)
    if content.num_rows == 0:
        raise HeaderOnly(path=source.shown)
    import pyarrow as pa

    table = pa.table(content).rename_columns([f"f{i}" for i in range(len(names))])
    return RawTable(session.register(table), names, ROW_IN_ORDER.copy())


def _first_row(workbook: Any, sheet: str, skip_lines: int) -> tuple[str, ...]:
    """The row of column names as it is written; it would rename a second column of the same name."""
    where = {"skip_rows": skip_lines} if skip_lines else {}
    first = workbook.load_sheet(sheet, header_row=None, n_rows=1, dtypes="string", **where).to_arrow()
    if first.num_rows == 0:
        return ()
    return tuple(first.column(i)[0].as_py() or "" for i in range(first.num_columns))


def _where(told: CsvDialect) -> dict[str, Any]:
    """Where the header is; by default fastexcel finds a table that starts anywhere on the sheet."""
    if told.header is False:
        return {"header_row": None, **({"skip_rows": told.skip_lines} if told.skip_lines else {})}
    return {"header_row": told.skip_lines} if told.skip_lines else {}


def _listed(names: list[str]) -> str:
    return ", ".join(shown(name, 40) for name in names[:12])
