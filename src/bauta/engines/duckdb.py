"""DuckDB in this process: the default engine. It reads files where they lie and spills to disk when memory is short."""

import atexit
import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
from sqlglot import exp

from bauta.engines import sql, sql_formulas
from bauta.engines.division import Division, PartFile, files_of
from bauta.engines.duckdb_errors import explain
from bauta.engines.engine import ProgressListener
from bauta.engines.key_stream import KeyStream
from bauta.engines.readers import RawTable, Session, open_frame, open_source
from bauta.engines.readers.raw_table import ROW_IN_LOADED_TABLE
from bauta.engines.readers.state import shown_path_of
from bauta.engines.release import OrderKeys
from bauta.engines.spill import duckdb_memory, memory_for_classes, spill_folder
from bauta.engines.sql_engine import SqlEngine
from bauta.engines.sql_release import ORDER_KEY, in_release_order
from bauta.engines.waiting import Answer, wait_for
from bauta.errors import BautaError, DiskFull, EngineFailed, HeaderOnly
from bauta.model.engine import EngineSettings
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Column, Microdata
from bauta.model.roles import VariableType
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat

_STORAGE = {
    "VARCHAR": VariableType.TEXT,
    "BOOLEAN": VariableType.BOOLEAN,
    "DATE": VariableType.DATE,
    "TIMESTAMP": VariableType.DATETIME,
    "TIMESTAMP_S": VariableType.DATETIME,
    "TIMESTAMP_MS": VariableType.DATETIME,
    "TIMESTAMP_NS": VariableType.DATETIME,
    "FLOAT": VariableType.DECIMAL,
    "DOUBLE": VariableType.DECIMAL,
    **dict.fromkeys(
        ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"),
        VariableType.INTEGER,
    ),
}


_DEFAULTS = EngineSettings()
BATCH = 1 << 20
"""Rows that come up from DuckDB together."""


@dataclass(frozen=True)
class _Database:
    """A DuckDB instance, and where its temporary files go."""

    connection: duckdb.DuckDBPyConnection
    spill: Path


@cache
def _database(settings: EngineSettings = _DEFAULTS) -> _Database:
    """The process's one DuckDB instance. Engines are connections to it, with temporary tables of their own.

    A fresh instance per engine would cost a tenth of a second of memory set-up for every large table.
    """
    spill = spill_folder(settings.spill_folder)
    connection = duckdb.connect(
        config={
            "autoinstall_known_extensions": "false",  # nothing is ever fetched from a network
            "autoload_known_extensions": "false",
            "temp_directory": str(spill.path),
            **({} if settings.threads is None else {"threads": str(settings.threads)}),
            **({} if settings.memory_limit is None else {"memory_limit": duckdb_memory(settings.memory_limit)}),
        }
    )
    connection.execute("SET TimeZone = 'UTC'")  # a time with a time zone is told alike on every machine

    def tidy() -> None:
        connection.close()
        spill.remove()
        _database.cache_clear()

    atexit.register(tidy)
    return _Database(connection, spill.path)


class DuckDbEngine(SqlEngine):
    """One connection to the process's DuckDB."""

    def __init__(self, settings: EngineSettings = _DEFAULTS, *, on_progress: ProgressListener | None = None) -> None:
        super().__init__(memory_for_classes(settings.memory_limit))
        database = _database(settings)
        self._connection = database.connection.cursor()
        self._spill = database.spill
        self._cleanup.callback(self._connection.close)
        self._on_progress = on_progress
        if on_progress is not None:
            for setting in ("enable_progress_bar = true", "enable_progress_bar_print = false", "progress_bar_time = 0"):
                self._connection.execute(f"SET {setting}")
        self._text_files: set[str] = set()

    # ---- opening ----------------------------------------------------------------------------------------------------

    def _open(self, source: DataSource | Any, missing_codes: Mapping[str, Sequence[str]]) -> Microdata:
        shown_path = shown_path_of(source)
        raw = self.open_raw(source, shown_path)
        with self._explained(shown_path, fields=len(raw.names)):
            return self.present(raw, shown_path, missing_codes)

    def open_raw(self, source: DataSource | Any, shown_path: str) -> RawTable:
        """The table as its source has it."""
        session = Session(self._connection, self._cleanup, self._spill, self._fresh_name, self._execute)
        with self._explained(shown_path, fields=0):
            return open_source(session, source) if isinstance(source, DataSource) else open_frame(session, source)

    def columns_of(self, raw: RawTable) -> list[tuple[exp.Expression, str, VariableType | None]]:
        """For each column its value, its type, and how it is stored; None for types told as text."""
        stored = self._connection.sql(exp.select(exp.Star()).from_(raw.relation.copy()).sql(dialect="duckdb"))
        value_of = sql_formulas.unescaped if raw.has_escaped_formulas else exp.Expression.copy
        columns: list[tuple[exp.Expression, str, VariableType | None]] = [
            (value_of(sql.column(name)), kind, storage_of(kind))
            for name, kind in zip(stored.columns, map(str, stored.types), strict=True)
        ]
        return [*columns, *((value.copy(), "VARCHAR", VariableType.TEXT) for value in raw.computed)]

    def present(self, raw: RawTable, shown_path: str, missing_codes: Mapping[str, Sequence[str]]) -> Microdata:
        """The table with missing values made alike and columns named by position."""
        columns, expressions = [], []
        for position, (name, (stored, kind, storage)) in enumerate(zip(raw.names, self.columns_of(raw), strict=True)):
            value = sql.with_missing_as_null(
                stored,
                may_be_empty=kind == "VARCHAR" and position not in raw.has_no_empty_text,
                float_kind=kind if kind in {"FLOAT", "DOUBLE"} else None,
                is_number=storage in {VariableType.INTEGER, VariableType.DECIMAL},
                missing_codes=missing_codes.get(name, ()),
                is_nan=_is_nan,
            )
            if storage is None:  # lists, times, enumerations and other rare types count as their text
                value = exp.cast(value, "varchar")
            columns.append(Column(name, storage or VariableType.TEXT))
            expressions.append(sql.named(value, sql.field(position)))
        relation = self._fresh_name("data")
        view = exp.select(*expressions).from_(raw.relation.copy())
        self._view(relation, view)
        self._numbered[relation] = view.copy().select(sql.named(raw.row_number, sql.ROW))
        if raw.is_text_file:
            self._text_files.add(relation)
        data = Microdata(shown_path, relation, tuple(columns), raw.notes)
        if not raw.is_known_to_have_rows and not self._fetch(exp.select("1").from_(sql.table(relation)).limit(1)):
            raise HeaderOnly(path=shown_path)
        return data

    def _prepare_for_many_looks(self, data: Microdata) -> None:
        """Copy a text file into a temporary table, once: profiling reads it many times, and parsing is what costs."""
        if data.relation not in self._text_files:
            return
        self._text_files.remove(data.relation)
        kept = self._fresh_name("kept")
        with self._explained_for(data):
            self._keep(kept, exp.select(exp.Star()).from_(sql.table(data.relation)))
        everything = exp.select(exp.Star()).from_(sql.table(kept))
        self._view(data.relation, everything)
        self._numbered[data.relation] = everything.select(sql.named(ROW_IN_LOADED_TABLE.copy(), sql.ROW))

    def _first(self, data: Microdata, fields: Sequence[str], rows: int) -> exp.Select:
        """DuckDB keeps the order of a file, so the first rows are the first it meets."""
        return exp.select(*map(sql.column, fields)).from_(sql.table(data.relation)).limit(rows)

    def _with_order_keys(self, data: Microdata, keys: OrderKeys) -> exp.Select:
        """DuckDB keeps the order of a file, so the keys stand beside the rows, which costs less than a join."""
        order = self._register(KeyStream(keys))
        rows = exp.select(exp.Column(this=exp.Star(), table=exp.to_identifier("d")), sql.column(ORDER_KEY, "o"))
        rows = rows.from_(self._numbered[data.relation].subquery("d"))
        beside = exp.Join(this=sql.table(order, "o"), method="POSITIONAL")
        rows.append("joins", beside)
        return rows

    # ---- for another engine -----------------------------------------------------------------------------------------

    def schema(self, data: Microdata) -> Any:
        """The Arrow schema of an opened table."""
        return self._fetch(exp.select(exp.Star()).from_(sql.table(data.relation)).limit(0)).schema

    def with_numbers(self, data: Microdata) -> Any:
        """An opened table with the number of every row, as an Arrow table."""
        with self._explained_for(data):
            return self._fetch(self._numbered[data.relation])

    def copy_with_numbers(self, data: Microdata, path: Path) -> None:
        """The same, as a new Parquet file."""
        query = self._numbered[data.relation].sql(dialect="duckdb")
        target = sql.text(str(path.absolute())).sql(dialect="duckdb")
        with self._explained_for(data):
            self._run(lambda: self._connection.execute(f"COPY ({query}) TO {target} (FORMAT parquet)"))

    def write_stream(
        self,
        rows: Any,
        data: Microdata,
        path: Path,
        release_format: "ReleaseFormat",
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
        escape_formulas: bool = False,
        texts: Mapping[int, Any],
    ) -> None:
        """Write a stream of Arrow batches, which have the columns of `data` in order, to a new file."""
        from bauta.engines.writers import write_table

        name = self._register(rows)
        query = exp.select(exp.Star()).from_(sql.table(name))
        with self._explained_for(data):
            write_table(
                self._connection, query, data.names, path, release_format,
                labels=labels, delimiter=delimiter, escape_formulas=escape_formulas, texts=texts,
            )  # fmt: skip
            self._drop(name)

    def write_part_stream(
        self,
        rows: Any,
        data: Microdata,
        names: Sequence[str],
        folder: Path,
        files: Sequence[PartFile],
        release_format: "ReleaseFormat",
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
        escape_formulas: bool = False,
        texts: Mapping[int, Any],
    ) -> None:
        """Write a stream of Arrow batches, which have these columns of `data` in order, to new files in a folder."""
        from bauta.engines.writers import write_parts

        with self._explained_for(data):
            write_parts(
                self._connection, rows, files, names, folder, release_format,
                labels=labels, delimiter=delimiter, escape_formulas=escape_formulas, texts=texts, shown_path=data.shown,
            )  # fmt: skip

    # ---- writing ----------------------------------------------------------------------------------------------------

    def write(
        self,
        data: Microdata,
        path: Path,
        release_format: "ReleaseFormat",
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
        escape_formulas: bool = False,
    ) -> None:
        """Write a released table to a new file."""
        from bauta.engines.writers import write_table

        fields, texts = self._fields_to_write(data, release_format)
        query = in_release_order(exp.select(*map(sql.column, fields)).from_(sql.table(data.relation)))

        def work() -> None:
            write_table(
                self._connection, query, data.names, path, release_format,
                labels=labels, delimiter=delimiter, escape_formulas=escape_formulas, texts=texts,
            )  # fmt: skip

        with self._explained_for(data), self._joined_as_told():
            self._run(work)

    def write_files(
        self,
        data: Microdata,
        folder: Path,
        release_format: "ReleaseFormat",
        division: Division,
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
        escape_formulas: bool = False,
    ) -> tuple[PartFile, ...]:
        """Write a released table to new files in a folder, and tell which."""
        from bauta.engines.writers.parquet import ROWS_IN_A_GROUP

        columns = division.partition_by
        fields, texts = self._fields_to_write(data, release_format, without=columns)
        with self._explained_for(data), self._joined_as_told():
            relation, partitions = self._partitions(data, columns)
            files = files_of(division, partitions, release_format.value)
            query = exp.select(*map(sql.column, fields)).from_(sql.table(relation))
            in_order = in_release_order(query, is_partitioned=bool(columns)).sql(dialect="duckdb")
            names = [name for name in data.names if name not in columns]

            def work() -> None:
                with self._connection.sql(in_order).to_arrow_reader(ROWS_IN_A_GROUP) as rows:
                    self.write_part_stream(
                        rows, data, names, folder, files, release_format,
                        labels=labels, delimiter=delimiter, escape_formulas=escape_formulas, texts=texts,
                    )  # fmt: skip

            self._run(work)
        return tuple(files)

    def fetch(self, data: Microdata) -> Any:
        """A released table as an Arrow table under its true names."""
        with self._joined_as_told():
            return super().fetch(data)

    @contextmanager
    def _joined_as_told(self) -> Iterator[None]:
        """Lookup tables are the small side of a join; DuckDB cannot tell and may take all rows for it."""
        self._connection.execute("SET disabled_optimizers = 'join_order,build_side_probe_side'")
        try:
            yield
        finally:
            self._connection.execute("SET disabled_optimizers = ''")

    # ---- running ----------------------------------------------------------------------------------------------------

    def _execute(self, query: exp.Expression) -> None:
        self._run(lambda: self._connection.execute(query.sql(dialect="duckdb")))

    def _fetch(self, query: exp.Select) -> Any:
        return self._run(lambda: self._connection.sql(query.sql(dialect="duckdb")).to_arrow_table())

    def _fetch_at_most(self, query: exp.Select, rows: int, data: Microdata) -> Any | None:
        import pyarrow as pa

        def fetch() -> Any | None:
            batches, fetched = [], 0
            with self._connection.sql(query.sql(dialect="duckdb")).to_arrow_reader(BATCH) as reader:
                for batch in reader:
                    fetched += batch.num_rows
                    if fetched > rows:
                        return None
                    batches.append(batch)
                return pa.Table.from_batches(batches, reader.schema)

        return self._run(fetch)

    def _view(self, name: str, query: exp.Select) -> None:
        self._execute(sql.create(name, query, view=True))

    def _keep(self, name: str, query: exp.Select) -> None:
        self._execute(sql.create(name, query))

    def _register(self, table: Any) -> str:
        name = self._fresh_name("lookup")
        self._connection.register(name, table)
        return name

    def _drop(self, name: str) -> None:
        if name.startswith("lookup"):
            self._connection.unregister(name)
        else:
            self._execute(sql.drop(name))

    def _hash(self, fields: Sequence[str]) -> exp.Expression:
        return sql.call("hash", *map(sql.column, fields))

    def _storage(self, query: exp.Select) -> list[VariableType]:
        types = self._connection.sql(query.sql(dialect="duckdb")).types
        return [storage_of(str(kind)) or VariableType.DECIMAL for kind in types]

    def _as_texts(self, table: Any) -> Any:
        name = self._register(table)
        texts = [sql.named(exp.cast(sql.column(field), "varchar"), field) for field in table.column_names]
        told = self._fetch(exp.select(*texts).from_(sql.table(name)))
        self._drop(name)
        return told

    def _run(self, work: Callable[[], Answer]) -> Answer:
        """Work on the connection that can be stopped, and tells the listener how far it is."""
        listener = self._on_progress
        tell = None if listener is None else lambda: listener(max(0.0, self._connection.query_progress()))
        return wait_for(work, cancel=self._connection.interrupt, meanwhile=tell)

    def _told(self, error: duckdb.Error, shown_path: str, fields: int) -> BautaError:
        if isinstance(error, duckdb.FatalException | duckdb.InternalException):
            _database.cache_clear()  # DuckDB refuses all further work of an instance that met a fatal error
        if isinstance(error, duckdb.InterruptException):
            raise KeyboardInterrupt from None
        return explain(error, shown_path, fields)

    @contextmanager
    def _explained(self, shown_path: str, *, fields: int) -> Iterator[None]:
        """Turn the engine's errors into bauta's. Their text is looked at, never shown: it quotes the data."""
        try:
            yield
        except BautaError:
            raise
        except duckdb.Error as error:
            raise self._told(error, shown_path, fields) from None
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise DiskFull() from None
            raise
        except RuntimeError as error:
            if "interrupted" in str(error).lower():
                raise KeyboardInterrupt from None
            raise EngineFailed(path=shown_path, kind=type(error).__name__) from None


def storage_of(kind: str) -> VariableType | None:
    """How a column of a DuckDB type is stored; None for the rare types that are told as text."""
    return VariableType.DECIMAL if kind.startswith("DECIMAL") else _STORAGE.get(kind)


def _is_nan(value: exp.Expression) -> exp.Expression:
    """Not by `isnan`: DuckDB answers that from a Parquet file's minimum and maximum, which leave NaN out."""
    is_proper = exp.Or(this=sql.call("isfinite", value), expression=sql.call("isinf", value.copy()))
    return exp.Not(this=exp.Paren(this=is_proper))
