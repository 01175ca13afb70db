"""Parquet files, scanned where they lie."""

from pathlib import Path
from typing import Any

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.csv import file_argument
from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names
from bauta.errors import NotATable
from bauta.model.source import DataSource

ROW_NUMBER_COLUMN = "file_row_number"
"""DuckDB's virtual column with the row's number from 0."""


def open_parquet(session: Session, source: DataSource, path: Path) -> RawTable:
    """The file as a table; its own footer gives the names, because DuckDB renames columns that differ in case only."""
    footer = _footer(path, source.shown)
    names = tuple(footer.schema.to_arrow_schema().names)
    check_names(names, source.shown)
    reader = sql.call("read_parquet", file_argument(path), hive_partitioning=exp.false())
    row_number: exp.Expression = exp.Add(this=exp.column(ROW_NUMBER_COLUMN), expression=exp.Literal.number(1))
    if any(name.lower() == ROW_NUMBER_COLUMN for name in names):  # the file has a column of that name itself
        row_number = ROW_IN_ORDER.copy()
    return RawTable(exp.Table(this=reader), names, row_number, has_no_empty_text=_without_empty_text(footer, names))


def _footer(path: Path, shown_path: str) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_metadata(path)
    except (pa.ArrowInvalid, OSError):
        raise NotATable(path=shown_path, format="Parquet", why="it has no valid Parquet footer") from None


def _without_empty_text(footer: Any, names: tuple[str, ...]) -> frozenset[int]:
    """Columns whose smallest text is known and not empty: empty text sorts before every other."""
    if footer.num_columns != len(names):  # nested columns: positions in the footer are not those of the table
        return frozenset()
    groups = [footer.row_group(g) for g in range(footer.num_row_groups)]
    smallest = ([group.column(i).statistics for group in groups] for i in range(len(names)))
    return frozenset(
        i
        for i, statistics in enumerate(smallest)
        if all(s is not None and s.has_min_max and s.physical_type == "BYTE_ARRAY" and s.min for s in statistics)
    )
