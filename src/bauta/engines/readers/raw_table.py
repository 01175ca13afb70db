"""What every reader hands to the engine: something to select from, and the true names of its columns."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.many_files import FoundFiles
from bauta.errors import DuplicateColumns, NothingToRead, TooManyColumns, shown

MOST_COLUMNS = 32_767
"""Planning a query over more takes minutes."""


@dataclass(frozen=True)
class ParquetFiles:
    """Parquet files that make one table."""

    paths: tuple[Path, ...]
    first_rows: tuple[int, ...]
    """For each file how many rows are before it."""
    schema: Any
    """Arrow schema that all files have."""
    folder_values: tuple[tuple[str | None, ...], ...]
    """For each file what the names of its folders say, one for each column that only they have."""


@dataclass(frozen=True)
class RawTable:
    """A table as its source has it, before missing values are made alike."""

    relation: exp.Expression
    """What stands after FROM."""
    names: tuple[str, ...]
    """The columns' names as the source spells them, in order."""
    row_number: exp.Expression
    """The number of a row in the file, from 1."""
    notes: tuple[str, ...] = ()
    has_no_empty_text: frozenset[int] = frozenset()
    """Positions of columns known to hold no empty text, so that it need not be looked for in every row."""
    is_known_to_have_rows: bool = False
    is_text_file: bool = False
    """Every look at it parses it anew."""
    computed: tuple[exp.Expression, ...] = ()
    """Columns of text that are not in the relation, after those that are: what names of folders say (year=2020)."""
    has_escaped_formulas: bool = False
    """Whether an apostrophe is to be taken away from text that a spreadsheet would run."""
    parquet: "ParquetFiles | None" = None
    """The files, where another engine could read them as they are."""


@dataclass(frozen=True)
class Session:
    """What a reader may use: the connection, and a place for what must be tidied away at the end."""

    connection: duckdb.DuckDBPyConnection
    cleanup: ExitStack
    spill: Path
    """A folder of this process for temporary files."""
    fresh_name: Callable[[str], str]
    execute: Callable[[exp.Expression], None]
    """Runs a query, telling whoever listens how far it is."""

    def register(self, frame: Any) -> exp.Expression:
        """Make an Arrow, pandas or Polars table, or a stream of Arrow batches, known to the engine."""
        name = self.fresh_name("frame")
        self.connection.register(name, frame)
        return sql.table(name)

    def load(self, stream: Any, types: Sequence[str | None]) -> exp.Expression:
        """Copy a stream, which can be read only once, into a temporary table that spills to disk when large.

        Its columns become f0, f1, ..., so that none is called rowid; `types` names the kind of number to turn a column
        of text into, None to leave it.
        """
        name = self.fresh_name("loaded")
        columns = [
            sql.named(sql.column(source) if kind is None else sql.number_from_text(source, kind), f"f{i}")
            for i, (source, kind) in enumerate(zip(stream.schema.names, types, strict=True))
        ]
        everything = exp.select(*columns).from_(self.register(stream))
        self.execute(sql.create(name, everything))
        return sql.table(name)


FILE_NUMBER_COLUMN = "file_index"
"""DuckDB's virtual column with the file's number, from 0."""
ROW_IN_ORDER = exp.Window(this=exp.RowNumber())
"""row_number() over (): DuckDB reads files in order, so this counts rows as the file has them."""
ROW_IN_LOADED_TABLE = exp.Add(this=exp.column("rowid"), expression=exp.Literal.number(1))


def by_file(values: Sequence[exp.Expression]) -> exp.Expression:
    """The one of the values that belongs to the file of a row."""
    number = exp.Add(this=exp.cast(exp.column(FILE_NUMBER_COLUMN), "bigint"), expression=exp.Literal.number(1))
    return sql.call("list_extract", exp.Array(expressions=list(values)), number)


def said_by_folders(found: FoundFiles) -> tuple[exp.Expression, ...]:
    """The columns that only names of folders have."""
    return tuple(
        by_file([exp.null() if values[k] is None else sql.text(values[k] or "") for values in found.values])
        for k in range(len(found.keys))
    )


def check_names(names: tuple[str, ...], path: str) -> None:
    """Refuse a table without columns, with too many, or with two of one name."""
    if not names:
        raise NothingToRead(path=path)
    if len(names) > MOST_COLUMNS:
        raise TooManyColumns(path=path, columns=len(names), most=MOST_COLUMNS)
    repeated = sorted({name for name in names if names.count(name) > 1}) if len(set(names)) < len(names) else []
    if repeated:
        listed = ", ".join(shown(name, 40) for name in repeated[:3]) + (", ..." if len(repeated) > 3 else "")
        raise DuplicateColumns(path=path, names=listed)
