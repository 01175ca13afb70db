"""Excel and OpenDocument workbooks, one sheet at a time, through fastexcel."""

from pathlib import Path

from bauta.engines.readers.csv_dialect import check_header
from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names
from bauta.errors import HeaderOnly, NotATable, TableMissing, shown
from bauta.model.source import DataSource


def open_excel(session: Session, source: DataSource, path: Path) -> RawTable:
    """The sheet as an Arrow table. Cells stored as text stay text, with their leading zeros."""
    import fastexcel

    try:
        workbook = fastexcel.read_excel(str(path))
    except (fastexcel.FastExcelError, OSError):
        raise NotATable(path=source.shown, format="an Excel workbook", why="it is damaged or not a workbook") from None
    sheets = workbook.sheet_names
    if source.table is not None and source.table not in sheets:
        raise TableMissing(path=source.shown, problem=f"has no sheet {shown(source.table)}", tables=_listed(sheets))
    if source.table is None and len(sheets) > 1:
        raise TableMissing(path=source.shown, problem=f"has {len(sheets)} sheets", tables=_listed(sheets))
    sheet = source.table or sheets[0]
    try:
        names = _header(workbook, sheet)
        content = workbook.load_sheet(sheet, schema_sample_rows=None).to_arrow() if names else None
    except fastexcel.FastExcelError:
        raise NotATable(path=source.shown, format="an Excel workbook", why="the sheet is damaged") from None
    if content is None or not names:
        raise HeaderOnly(path=source.shown)
    check_header(list(names), source.shown)
    check_names(names, source.shown)
    if content.num_rows == 0:
        raise HeaderOnly(path=source.shown)
    import pyarrow as pa

    table = pa.table(content).rename_columns([f"f{i}" for i in range(len(names))])
    return RawTable(session.register(table), names, ROW_IN_ORDER.copy())


def _header(workbook: object, sheet: str) -> tuple[str, ...]:
    """The first row as it is written: fastexcel itself would rename a second column of the same name."""
    first = workbook.load_sheet(sheet, header_row=None, n_rows=1, dtypes="string").to_arrow()  # type: ignore[attr-defined]
    if first.num_rows == 0:
        return ()
    values = [first.column(i)[0].as_py() for i in range(first.num_columns)]
    return tuple(value if value else f"unnamed_{i}" for i, value in enumerate(values, start=1))


def _listed(names: list[str]) -> str:
    return ", ".join(shown(name, 40) for name in names[:12])
