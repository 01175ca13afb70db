"""DuckDB in this process: the default engine. It reads files where they lie and spills to disk when memory is short."""

import atexit
import itertools
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.duckdb_errors import explain
from bauta.engines.engine import FoundRows, GroupCounts, PeopleCounts, ProgressListener
from bauta.engines.readers import RawTable, Session, open_frame, open_source
from bauta.engines.readers.raw_table import ROW_IN_LOADED_TABLE
from bauta.engines.release import ReleasePlan
from bauta.engines.sql_release import POSITION, release_query
from bauta.errors import (
    BautaError,
    DiskFull,
    EngineFailed,
    HeaderOnly,
    PersonKeyMissing,
    PopulationCountInvalid,
    shown,
)
from bauta.model.columns import ColumnSummary
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Column, Microdata
from bauta.model.numbers import arrow_integers, is_missing, numbers
from bauta.model.roles import VariableType
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat

CELLS_COUNTED_EXACTLY = 50_000_000
"""Up to this many cells, different values are counted; beyond, they are estimated first (see `summarize`)."""
CELLS_HELD_AT_ONCE = 2_000_000
COLUMNS_AT_A_TIME = 50
"""Columns counted exactly in one query: DuckDB slows down when it keeps many sets of values at once."""

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


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """The process's one DuckDB instance. Engines are connections to it, with temporary tables of their own.

    A fresh instance per engine would cost a tenth of a second of memory set-up for every large table.
    """
    spill = tempfile.TemporaryDirectory(prefix="bauta-", ignore_cleanup_errors=True)
    database = duckdb.connect(
        config={
            "autoinstall_known_extensions": "false",  # nothing is ever fetched from a network
            "autoload_known_extensions": "false",
            "temp_directory": spill.name,
        }
    )

    def tidy() -> None:
        database.close()
        spill.cleanup()
        _database.cache_clear()

    atexit.register(tidy)
    return database


class DuckDbEngine:
    """One connection, closed with `close` or a `with` block; temporary files go with it."""

    def __init__(self, *, on_progress: ProgressListener | None = None) -> None:
        self._cleanup = ExitStack()
        self._connection = _database().cursor()
        self._cleanup.callback(self._connection.close)
        self._on_progress = on_progress
        if on_progress is not None:
            for setting in ("enable_progress_bar = true", "enable_progress_bar_print = false", "progress_bar_time = 0"):
                self._connection.execute(f"SET {setting}")
        self._numbers = itertools.count()
        self._numbered: dict[str, exp.Select] = {}
        self._rows: dict[str, int] = {}
        self._text_files: set[str] = set()

    def __enter__(self) -> "DuckDbEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._cleanup.close()

    # ---- opening ----------------------------------------------------------------------------------------------

    def open(self, source: DataSource | Any, *, missing_codes: Mapping[str, Sequence[str]] | None = None) -> Microdata:
        """The table at `source`, or the frame given, with missing values made alike and columns named by position."""
        session = Session(self._connection, self._cleanup, self._fresh_name, self._execute)
        shown_path = source.shown if isinstance(source, DataSource) else "the table"
        with self._explained(shown_path, fields=0):
            raw = open_source(session, source) if isinstance(source, DataSource) else open_frame(session, source)
        with self._explained(shown_path, fields=len(raw.names)):
            return self._present(raw, shown_path, missing_codes or {})

    def _present(self, raw: RawTable, shown_path: str, missing_codes: Mapping[str, Sequence[str]]) -> Microdata:
        stored = self._connection.sql(exp.select(exp.Star()).from_(raw.relation.copy()).sql(dialect="duckdb"))
        columns, expressions = [], []
        for position, (name, stored_name, stored_type) in enumerate(
            zip(raw.names, stored.columns, map(str, stored.types), strict=True)
        ):
            kind = "DECIMAL" if stored_type.startswith("DECIMAL") else stored_type
            storage = VariableType.DECIMAL if kind == "DECIMAL" else _STORAGE.get(kind)
            value = sql.with_missing_as_null(
                stored_name,
                may_be_empty=kind == "VARCHAR" and position not in raw.has_no_empty_text,
                is_float=kind in {"FLOAT", "DOUBLE"},
                is_number=storage in {VariableType.INTEGER, VariableType.DECIMAL},
                missing_codes=missing_codes.get(name, ()),
            )
            if storage is None:  # lists, times, enumerations and other rare types count as their text
                value, storage = exp.cast(value, "varchar"), VariableType.TEXT
            columns.append(Column(name, storage))
            expressions.append(sql.named(value, sql.field(position)))
        relation = self._fresh_name("data")
        view = exp.select(*expressions).from_(raw.relation.copy())
        self._execute(sql.create(relation, view, view=True))
        self._numbered[relation] = view.copy().select(sql.named(raw.row_number, sql.ROW))
        if raw.is_text_file:
            self._text_files.add(relation)
        data = Microdata(shown_path, relation, tuple(columns), raw.notes)
        if not raw.is_known_to_have_rows and not self._fetch(exp.select("1").from_(sql.table(relation)).limit(1)):
            raise HeaderOnly(path=shown_path)
        return data

    # ---- profiling --------------------------------------------------------------------------------------------

    def count_rows(self, data: Microdata) -> int:
        """Rows of the table; counted once, because a text file has to be read for it."""
        if data.relation not in self._rows:
            with self._explained_for(data):
                self._rows[data.relation] = int(self._fetch(sql.count_rows(data.relation))[0][0])
        return self._rows[data.relation]

    def summarize(self, data: Microdata) -> list[ColumnSummary]:
        """Rows, missing and different values of every column.

        Different values are counted exactly up to CELLS_COUNTED_EXACTLY cells. In larger tables they are estimated,
        and then counted for the columns that seem nearly unique, where a few percent would change the suggestion.
        """
        rows = self.count_rows(data)
        exact = rows * len(data.columns) <= CELLS_COUNTED_EXACTLY
        if exact:
            self._keep_text_file(data)
        positions = range(len(data.columns))
        if rows * len(data.columns) <= CELLS_HELD_AT_ONCE:
            measured = self._present_and_distinct_of_small_table(data)
        else:
            measured = self._present_and_distinct(data, positions, exact=exact)
        counted = set(positions) if exact else set()
        if not exact:
            counted = {i for i, (present, distinct) in measured.items() if distinct > 0.8 * present}
            measured |= self._present_and_distinct(data, sorted(counted), exact=True)
        return [
            ColumnSummary(
                name=column.name,
                storage=column.storage,
                rows=rows,
                missing=rows - measured[i][0],
                distinct=min(measured[i]) if i in counted else min(measured[i][1], measured[i][0]),
                distinct_is_exact=i in counted,
            )
            for i, column in enumerate(data.columns)
        ]

    def _keep_text_file(self, data: Microdata) -> None:
        """Copy a text file into a temporary table, once: profiling reads it many times, and parsing is what costs."""
        if data.relation not in self._text_files:
            return
        self._text_files.remove(data.relation)
        kept = self._fresh_name("kept")
        with self._explained_for(data):
            self._execute(sql.create(kept, exp.select(exp.Star()).from_(sql.table(data.relation))))
        everything = exp.select(exp.Star()).from_(sql.table(kept))
        self._execute(sql.create(data.relation, everything, view=True))
        self._numbered[data.relation] = everything.select(sql.named(ROW_IN_LOADED_TABLE.copy(), sql.ROW))

    def _present_and_distinct_of_small_table(self, data: Microdata) -> dict[int, tuple[int, int]]:
        """The whole table at once: with thousands of columns, planning queries would cost more than counting."""
        with self._explained_for(data):
            whole = self._fetch_arrow(exp.select(exp.Star()).from_(sql.table(data.relation)))
        return {i: (len(column) - column.null_count, _n_distinct(column)) for i, column in enumerate(whole.columns)}

    def _present_and_distinct(
        self, data: Microdata, positions: Sequence[int], *, exact: bool
    ) -> dict[int, tuple[int, int]]:
        measured: dict[int, tuple[int, int]] = {}
        width = COLUMNS_AT_A_TIME if exact else max(1, len(positions))
        for start in range(0, len(positions), width):
            some = positions[start : start + width]
            query = sql.summarize(data.relation, [sql.field(i) for i in some], exact=exact)
            with self._explained_for(data):
                row = self._fetch(query)[0]
            measured |= {i: (int(row[1 + 2 * k]), int(row[2 + 2 * k])) for k, i in enumerate(some)}
        return measured

    def sample_texts(self, data: Microdata, *, rows: int) -> list[list[str]]:
        """For each column, its values in about `rows` rows spread over the file, as text, without the missing."""
        every = max(1, self.count_rows(data) // rows)
        fields = [sql.field(i) for i in range(len(data.columns))]
        query = sql.systematic_sample(self._numbered[data.relation], fields, every=every)
        with self._explained_for(data):
            sample = self._fetch_arrow(query)
        return [[value for value in column.to_pylist() if value is not None] for column in sample.columns]

    # ---- counting ---------------------------------------------------------------------------------------------

    def count_groups(self, data: Microdata, variables: Sequence[str]) -> GroupCounts:
        """Rows per combination of the variables' values."""
        with self._explained_for(data):
            counted = self._fetch_arrow(sql.count_classes(data.relation, self._fields(data, variables)))
            groups = _group_counts(counted, variables)
            if not _has_group_without_values(groups):
                return groups
            return replace(groups, empty_rows=self._count_empty_rows(data))

    def _count_empty_rows(self, data: Microdata) -> int:
        fields = [sql.field(i) for i in range(len(data.columns))]
        return int(self._fetch(sql.count_empty_rows(data.relation, fields))[0][0])

    def sum_groups(self, data: Microdata, variables: Sequence[str], count: str) -> GroupCounts:
        """People per combination, in a table whose column `count` holds numbers of people."""
        count_field = self._fields(data, [count])[0]
        with self._explained_for(data):
            invalid = self._fetch(sql.count_invalid_counts(data.relation, count_field))[0][0]
            if invalid:
                raise PopulationCountInvalid(name=shown(count), path=data.shown, rows=invalid)
            query = sql.sum_classes(data.relation, self._fields(data, variables), count_field)
            return _group_counts(self._fetch_arrow(query), variables)

    def count_people(
        self, data: Microdata, variables: Sequence[str], person_key: str, *, present: str | None = None
    ) -> PeopleCounts:
        """Distinct people per combination, and the memberships of those who are in several."""
        fields = self._fields(data, variables)
        key = self._fields(data, [person_key])[0]
        needed = None if present is None else self._fields(data, [present])[0]
        with self._explained_for(data):
            unowned = int(self._fetch(sql.count_missing(data.relation, key))[0][0])
            empty = self._count_empty_rows(data) if unowned else 0
            if unowned > empty:
                raise PersonKeyMissing(name=shown(person_key), rows=unowned - empty)
            people, groups = self._fresh_name("people"), self._fresh_name("groups")
            self._execute(sql.create(people, sql.distinct_people(data.relation, fields, key, needed)))
            self._execute(sql.create(groups, sql.numbered(sql.count_classes(people, fields))))
            counted = self._fetch_arrow(exp.select(exp.Star()).from_(sql.table(groups)).order_by(sql.GROUP))
            wandering = self._fetch_arrow(sql.memberships_of_wandering_people(people, groups, fields))
            result = PeopleCounts(
                groups=replace(_group_counts(counted, variables), empty_rows=empty),
                rows=self.count_rows(data) - empty,
                people=int(self._fetch(sql.count_people(people))[0][0]),
                wandering_person=_integers(wandering.column(sql.PERSON)),
                wandering_group=_integers(wandering.column(sql.GROUP)),
            )
            for name in (people, groups):
                self._execute(sql.drop(name))
            return result

    def first_rows(self, data: Microdata, variables: Sequence[str], *, rows: int) -> Any:
        """The variables' values in the first rows of the file, as an Arrow table."""
        fields = self._fields(data, variables)
        query = exp.select(*map(sql.column, fields)).from_(sql.table(data.relation)).limit(rows)
        with self._explained_for(data):
            return self._fetch_arrow(query)

    def find_rows(
        self,
        data: Microdata,
        variables: Sequence[str],
        groups: GroupCounts,
        *,
        classes: int,
        rows_per_class: int,
    ) -> list[FoundRows]:
        """Row numbers of the given groups, the smallest and then the first met first."""
        fields = self._fields(data, variables)
        numbered = groups.values.rename_columns(fields).append_column(sql.SIZE, arrow_integers(groups.sizes))
        numbered = numbered.append_column(sql.GROUP, arrow_integers(np.arange(len(groups.sizes))))
        name = self._fresh_name("wanted")
        self._connection.register(name, numbered)
        rows = exp.select(*(sql.column(field) for field in [*fields, sql.ROW]))
        rows = rows.from_(self._numbered[data.relation].subquery("numbered"))
        never_missing = [f for f, column in zip(fields, groups.values.columns, strict=True) if column.null_count == 0]
        query = sql.find_rows(rows, name, fields, never_missing, classes=classes, rows_per_class=rows_per_class)
        with self._explained_for(data):
            found = self._fetch(query)
        self._connection.unregister(name)
        return [FoundRows(int(size), tuple(int(row) for row in row_list)) for size, row_list in found]

    # ---- releasing --------------------------------------------------------------------------------------------

    def rows_of(self, data: Microdata, columns: Sequence[str]) -> Any:
        """These columns of every row, in the order of the file, as an Arrow table under their true names."""
        fields = self._fields(data, columns)
        rows = self._numbered[data.relation].subquery("r")
        query = exp.select(*map(sql.column, fields)).from_(rows).order_by(sql.column(sql.ROW))
        with self._explained_for(data):
            return self._fetch_arrow(query).rename_columns(list(columns))

    def keep_rows(self, data: Microdata, row_numbers: np.ndarray[Any, np.dtype[np.int64]]) -> Microdata:
        """The table with these rows only, numbered from 1 again."""
        import pyarrow as pa

        wanted, kept, relation = (self._fresh_name(kind) for kind in ("wanted", "kept", "data"))
        self._connection.register(wanted, pa.table({sql.ROW: arrow_integers(row_numbers)}))
        fields = [sql.column(sql.field(i)) for i in range(len(data.columns))]
        same_row = exp.EQ(this=sql.column(sql.ROW, "r"), expression=sql.column(sql.ROW, "w"))
        query = (
            exp.select(*fields)
            .from_(self._numbered[data.relation].subquery("r"))
            .join(sql.table(wanted, "w"), on=same_row)
            .order_by(sql.column(sql.ROW, "r"))
        )
        with self._explained_for(data):
            self._execute(sql.create(kept, query))
        everything = exp.select(exp.Star()).from_(sql.table(kept))
        self._execute(sql.create(relation, everything, view=True))
        self._numbered[relation] = everything.copy().select(sql.named(ROW_IN_LOADED_TABLE.copy(), sql.ROW))
        return replace(data, relation=relation)

    def release(self, data: Microdata, plan: ReleasePlan) -> Microdata:
        """The table that a plan makes of the data; its rows are joined when it is written or fetched."""
        import pyarrow as pa

        storage = {column.name: column.storage for column in data.columns}

        def register(content: dict[str, Any]) -> str:
            name = self._fresh_name("lookup")
            self._connection.register(name, pa.table(content))
            return name

        query = release_query(
            plan,
            self._numbered[data.relation].copy(),
            lambda name: self._fields(data, [name])[0],
            lambda name: storage[name] is VariableType.TEXT,
            register,
        )
        relation = self._fresh_name("release")
        with self._explained_for(data):
            self._execute(sql.create(relation, query, view=True))
            kinds = list(
                map(str, self._connection.sql(self._released(relation, len(plan.columns)).sql("duckdb")).types)
            )
        columns = [
            Column(column.name, _STORAGE.get(kind.partition("(")[0], VariableType.DECIMAL))
            for column, kind in zip(plan.columns, kinds, strict=True)
        ]
        return Microdata(data.shown, relation, tuple(columns))

    def _released(self, relation: str, n_columns: int) -> exp.Select:
        fields = [sql.column(sql.field(i)) for i in range(n_columns)]
        return exp.select(*fields).from_(sql.table(relation)).order_by(sql.column(POSITION))

    def fetch(self, data: Microdata) -> Any:
        """A released table as an Arrow table under its true names."""
        with self._explained_for(data):
            content = self._fetch_arrow(self._released(data.relation, len(data.columns)))
        return content.rename_columns(list(data.names))

    def write(
        self,
        data: Microdata,
        path: Path,
        release_format: "ReleaseFormat",
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
    ) -> None:
        """Write a released table to a new file."""
        from bauta.engines.writers import write_table

        query = self._released(data.relation, len(data.columns))
        with self._explained_for(data), self._progress():
            write_table(self._connection, query, data.names, path, release_format, labels=labels, delimiter=delimiter)

    # ---- plumbing ---------------------------------------------------------------------------------------------

    def _fields(self, data: Microdata, variables: Sequence[str]) -> list[str]:
        position = {name: i for i, name in enumerate(data.names)}
        return [sql.field(position[name]) for name in variables]

    def _fresh_name(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers)}"

    def _execute(self, query: exp.Expression) -> None:
        with self._progress():
            self._connection.execute(query.sql(dialect="duckdb"))

    def _fetch(self, query: exp.Expression) -> list[tuple[Any, ...]]:
        with self._progress():
            return list(self._connection.sql(query.sql(dialect="duckdb")).fetchall())

    def _fetch_arrow(self, query: exp.Expression) -> Any:
        with self._progress():
            return self._connection.sql(query.sql(dialect="duckdb")).to_arrow_table()

    @contextmanager
    def _progress(self) -> Iterator[None]:
        """Tell the listener how far the query is, from a thread of its own: the query holds this one."""
        if self._on_progress is None:
            yield
            return
        done, listener = threading.Event(), self._on_progress

        def report() -> None:
            while not done.wait(0.1):
                listener(max(0.0, self._connection.query_progress()))

        reporter = threading.Thread(target=report, daemon=True)
        reporter.start()
        try:
            yield
        finally:
            done.set()
            reporter.join()

    def _told(self, error: duckdb.Error, shown_path: str, fields: int) -> BautaError:
        if isinstance(error, duckdb.FatalException | duckdb.InternalException):
            _database.cache_clear()  # DuckDB refuses all further work of an instance that met a fatal error
        if isinstance(error, duckdb.InterruptException):
            raise KeyboardInterrupt from None
        return explain(error, shown_path, fields)

    @contextmanager
    def _explained_for(self, data: Microdata) -> Iterator[None]:
        with self._explained(data.shown, fields=len(data.columns)):
            yield

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
            import errno

            if error.errno == errno.ENOSPC:
                raise DiskFull() from None
            raise
        except RuntimeError as error:
            if "interrupted" in str(error).lower():
                raise KeyboardInterrupt from None
            raise EngineFailed(path=shown_path, kind=type(error).__name__) from None


def _group_counts(counted: Any, variables: Sequence[str]) -> GroupCounts:
    values = counted.select(counted.column_names[: len(variables)]).rename_columns(list(variables))
    return GroupCounts(values=values, sizes=_integers(counted.column(sql.SIZE)))


def _n_distinct(column: Any) -> int:
    """Different values that are not missing; 0.0 and -0.0 are one, as they are in a GROUP BY."""
    import pyarrow as pa

    if column.type in {pa.float16(), pa.float32(), pa.float64()}:
        return len(set(column.unique().to_pylist()) - {None})
    return int(len(column.unique()) - (column.null_count > 0))


def _has_group_without_values(groups: GroupCounts) -> bool:
    without_values = np.ones(len(groups.sizes), dtype=bool)
    for column in groups.values.columns:
        if column.null_count == 0:
            return False
        without_values &= is_missing(column)
    return bool(without_values.any())


def _integers(column: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    return numbers(column).astype(np.int64, copy=False)
