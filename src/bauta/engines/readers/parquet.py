"""Parquet files, scanned where they lie: one, or many that make one table."""

from pathlib import Path
from typing import Any

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.csv import file_argument
from bauta.engines.readers.many_files import FoundFiles
from bauta.engines.readers.raw_table import (
    FILE_NUMBER_COLUMN,
    ROW_IN_ORDER,
    ParquetFiles,
    RawTable,
    Session,
    by_file,
    check_names,
    said_by_folders,
)
from bauta.errors import FilesDiffer, NotATable, printable, shown
from bauta.model.source import DataSource

ROW_NUMBER_COLUMN = "file_row_number"
"""DuckDB's virtual column with the row's number in its file, from 0."""


def open_parquet(session: Session, source: DataSource, path: Path) -> RawTable:
    """The file as a table."""
    return open_parquet_files(source, FoundFiles((path,)))


def open_parquet_files(source: DataSource, found: FoundFiles) -> RawTable:
    """The files as a table; their own footers give names, because DuckDB renames columns that differ in case only."""
    paths = found.paths
    footers = [_footer(path, source.shown if len(paths) == 1 else str(printable(path))) for path in paths]
    schema = footers[0].schema.to_arrow_schema()
    for path, footer in zip(paths[1:], footers[1:], strict=True):
        _check_alike(schema, footer.schema.to_arrow_schema(), paths[0], path)
    names = (*schema.names, *found.keys)
    check_names(names, source.shown)
    first_rows = [0]
    for footer in footers[:-1]:
        first_rows.append(first_rows[-1] + footer.num_rows)
    taken = {name.lower() for name in schema.names} & {ROW_NUMBER_COLUMN, FILE_NUMBER_COLUMN}
    if taken and found.keys:
        why = f"a column is called {taken.pop()}, which is not possible where names of folders are columns"
        raise NotATable(path=source.shown, format="a table in several Parquet files", why=why)
    row_number: exp.Expression = exp.Add(this=exp.column(ROW_NUMBER_COLUMN), expression=exp.Literal.number(1))
    if len(paths) > 1:
        row_number = exp.Add(this=by_file([exp.Literal.number(n) for n in first_rows]), expression=row_number)
    if taken:  # the file has a column of that name itself
        row_number = ROW_IN_ORDER.copy()
    reader = sql.call(
        "read_parquet",
        exp.Array(expressions=[file_argument(path) for path in paths]) if len(paths) > 1 else file_argument(paths[0]),
        hive_partitioning=exp.false(),
    )
    return RawTable(
        exp.Table(this=reader),
        names,
        row_number,
        has_no_empty_text=frozenset.intersection(*(_without_empty_text(footer) for footer in footers)),
        computed=said_by_folders(found),
        parquet=ParquetFiles(paths, tuple(first_rows), schema, found.values or ((),) * len(paths)),
    )


def _check_alike(wanted: Any, schema: Any, first: Path, path: Path) -> None:
    """Raise FilesDiffer unless a file has the columns of the first one, in their order and of their types."""
    what = None
    lacking = [name for name in wanted.names if name not in schema.names]
    new = [name for name in schema.names if name not in wanted.names]
    if lacking:
        what = f"it has no column {shown(lacking[0])}"
    elif new:
        what = f"it has a column {shown(new[0])} that the first does not have"
    elif wanted.names != schema.names:
        at = next(i for i, pair in enumerate(zip(wanted.names, schema.names, strict=True)) if pair[0] != pair[1])
        what = f"its column {at + 1} is {shown(schema.names[at])}, and that of the first {shown(wanted.names[at])}"
    else:
        for own, other in zip(schema, wanted, strict=True):
            if own.type != other.type:
                what = f"its column {shown(own.name)} is of type {own.type}, and that of the first {other.type}"
                break
    if what is not None:
        raise FilesDiffer(path=printable(path), first=printable(first), what=what)


def _footer(path: Path, shown_path: str) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_metadata(path)
    except (pa.ArrowInvalid, OSError) as error:
        is_too_large = "size limit" in str(error)
        why = "it has a million columns, or as many row groups" if is_too_large else "it has no valid Parquet footer"
        raise NotATable(path=shown_path, format="Parquet", why=why) from None


def _without_empty_text(footer: Any) -> frozenset[int]:
    """Columns whose smallest text is known and not empty: empty text sorts before every other."""
    n = len(footer.schema.to_arrow_schema().names)
    if footer.num_columns != n:  # nested columns: positions in the footer are not those of the table
        return frozenset()
    groups = [footer.row_group(g) for g in range(footer.num_row_groups)]
    smallest = ([group.column(i).statistics for group in groups] for i in range(n))
    return frozenset(
        i
        for i, statistics in enumerate(smallest)
        if all(s is not None and s.has_min_max and s.physical_type == "BYTE_ARRAY" and s.min for s in statistics)
    )
