"""Parquet files, scanned where they lie."""

from pathlib import Path

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.csv import escape_glob
from bauta.engines.readers.raw_table import RawTable, Session, check_names
from bauta.errors import NotATable
from bauta.model.source import DataSource


def open_parquet(session: Session, source: DataSource, path: Path) -> RawTable:
    """The file as a table; its own footer gives the names, because DuckDB renames columns that differ in case only."""
    names = _column_names(path, source.shown)
    check_names(names, source.shown)
    reader = sql.call("read_parquet", sql.text(escape_glob(str(path))))
    row_number = exp.Add(this=exp.column("file_row_number"), expression=exp.Literal.number(1))
    return RawTable(exp.Table(this=reader), names, row_number)


def _column_names(path: Path, shown_path: str) -> tuple[str, ...]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return tuple(pq.read_schema(path).names)
    except (pa.ArrowInvalid, OSError):
        raise NotATable(path=shown_path, format="Parquet", why="it has no valid Parquet footer") from None
