"""Apache Spark: the same jobs where one machine is not enough. Counts come up from it, lookup tables go down.

DuckDB is its doorkeeper: it looks at a source first, so that both see the same names, types and values. Parquet files
Spark then reads itself; everything else is copied for it, as DuckDB reads it (docs/decisions/0035).
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.counts import Recoding
from bauta.engines.division import Division, PartFile, files_of
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.engine import ProgressListener
from bauta.engines.key_stream import numbered_keys, write_numbered_keys
from bauta.engines.readers import RawTable
from bauta.engines.readers.state import shown_path_of
from bauta.engines.release import KeptColumn, OrderKeys, QuasiColumn, ReleasePlan
from bauta.engines.spark_errors import explain, is_cancelled
from bauta.engines.spark_files import address_of, can_read, numbered_rows
from bauta.engines.spark_pieces import even_steps, pieces
from bauta.engines.spark_progress import told_progress
from bauta.engines.spark_session import spark_session
from bauta.engines.spark_types import as_held, as_stored, storage_of
from bauta.engines.spill import bytes_of, memory_for_classes
from bauta.engines.sql_engine import SqlEngine
from bauta.engines.sql_release import ORDER_KEY, PARTITION, in_release_order, with_order_keys
from bauta.errors import BautaError, CopyTooLarge, shown
from bauta.model.engine import EngineKind, EngineSettings
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat

BYTES_BROADCAST = 64 << 20
"""Lookup tables up to this size go to every executor whole, which saves moving the rows ..."""
SHARE_BROADCAST = 1 / 128
"""... and up to this share of the driver's memory: there each takes many times its size, several at once, and Spark
waits for ever for one that did not fit.
"""
BYTES_SENT = 1 << 30
"""Copies up to this size are sent to a cluster that shares no folder with this machine."""
ROWS_AT_A_TIME = 8 * 122_880
"""Rows of a release that are in this process at once while it is written: some whole row groups of a Parquet file."""


class SparkEngine(SqlEngine):
    """One view on the process's Spark session, with temporary views of its own."""

    def __init__(self, settings: EngineSettings, *, on_progress: ProgressListener | None = None) -> None:
        super().__init__(memory_for_classes(settings.memory_limit))
        self._master = settings.spark_master or "local"
        self._session = spark_session(settings)
        self._spark = self._session.spark
        self._on_progress = on_progress
        memory = settings.memory_limit
        self._most_broadcast = (
            BYTES_BROADCAST if memory is None else min(BYTES_BROADCAST, int(SHARE_BROADCAST * bytes_of(memory)))
        )
        here = EngineSettings(EngineKind.DUCKDB, None, settings.threads, settings.spill_folder)
        self._doorkeeper = self._cleanup.enter_context(DuckDbEngine(here, on_progress=on_progress))
        self._prefix = f"bauta_{id(self):x}_"
        self._kept: dict[str, Any] = {}
        self._cached: set[str] = set()
        self._types: dict[str, dict[str, Any]] = {}
        self._cleanup.callback(self._forget_all)

    def _fresh_name(self, kind: str) -> str:
        return self._prefix + super()._fresh_name(kind)

    # ---- opening ----------------------------------------------------------------------------------------------------

    def _open(self, source: DataSource | Any, missing_codes: Mapping[str, Sequence[str]]) -> Microdata:
        shown_path = shown_path_of(source)
        raw = self._doorkeeper.open_raw(source, shown_path)
        with self._explained(shown_path, fields=len(raw.names)):
            seen = self._doorkeeper.present(raw, shown_path, missing_codes)
            relation = self._fresh_name("data")
            rows = self._read(raw, missing_codes) if can_read(raw) else self._copy(seen, relation)
            schema = self._doorkeeper.schema(seen)
            fields = [sql.field(i) for i in range(len(seen.columns))]
            self._name(relation, rows)
            self._numbered[relation] = exp.select(*map(sql.column, [*fields, sql.ROW])).from_(sql.table(relation))
            self._types[relation] = dict(zip(fields, schema.types, strict=True))
        return Microdata(shown_path, relation, seen.columns, seen.notes)

    def _read(self, raw: RawTable, missing_codes: Mapping[str, Sequence[str]]) -> Any:
        """Parquet files by Spark itself, with what means "missing" turned into NULL as the doorkeeper does it."""
        files = raw.parquet
        assert files is not None
        name = self._fresh_name("raw")
        self._name(name, numbered_rows(self._spark, files))
        expressions: list[exp.Expression] = []
        for i, (column, (_, kind, storage)) in enumerate(zip(raw.names, self._doorkeeper.columns_of(raw), strict=True)):
            stored: exp.Expression = sql.column(sql.field(i))
            if kind == "TIMESTAMP" and str(self._kept[name].schema[i].dataType.simpleString()) == "timestamp":
                stored = exp.cast(stored, "timestamp_ntz")
            value = sql.with_missing_as_null(
                stored,
                may_be_empty=kind == "VARCHAR" and i not in raw.has_no_empty_text,
                float_kind=kind if kind in {"FLOAT", "DOUBLE"} else None,
                is_number=storage in {VariableType.INTEGER, VariableType.DECIMAL},
                missing_codes=missing_codes.get(column, ()),
                is_nan=lambda value: exp.IsNan(this=value),
            )
            expressions.append(sql.named(value, sql.field(i)))
        query = exp.select(*expressions, sql.column(sql.ROW)).from_(sql.table(name))
        return self._spark.sql(query.sql(dialect="spark"))

    def _copy(self, seen: Microdata, relation: str) -> Any:
        """A copy of what the doorkeeper reads: a Parquet file where executors can open it, otherwise sent to them."""
        if self._session.shares_files:
            path = self._session.spill / f"{relation}.parquet"
            self._cleanup.callback(path.unlink, missing_ok=True)
            self._doorkeeper.copy_with_numbers(seen, path)
            return self._spark.read.parquet(address_of(path))
        table = as_held(self._doorkeeper.with_numbers(seen))
        if table.nbytes > BYTES_SENT:
            raise CopyTooLarge(path=seen.shown)
        return self._spark.createDataFrame(table)

    # ---- releasing --------------------------------------------------------------------------------------------------

    def _is_made_of(self, data: Microdata, relation: str) -> None:
        super()._is_made_of(data, relation)
        self._types[relation] = self._types[data.relation]

    def recode(self, data: Microdata, recodings: Mapping[str, Recoding]) -> Microdata:
        """The table with numbers in place of the values of some columns; the others keep the source's types."""
        recoded = super().recode(data, recodings)
        changed = set(self._fields(data, list(recodings)))
        own = self._types[data.relation]
        self._types[recoded.relation] = {field: kind for field, kind in own.items() if field not in changed}
        return recoded

    def with_differences(
        self,
        data: Microdata,
        differences: Mapping[str, tuple[str, str]],
        number: Callable[[str], Recoding],
        *,
        rule: Hashable,
    ) -> Microdata:
        """The table with further columns, which are whole numbers."""
        import pyarrow as pa

        wider = super().with_differences(data, differences, number, rule=rule)
        self._types[wider.relation] = self._types[data.relation] | dict.fromkeys(
            self._fields(wider, list(differences)), pa.int64()
        )
        return wider

    def _with_order_keys(self, data: Microdata, keys: OrderKeys) -> exp.Select:
        order = self._fresh_name("order")
        if self._session.shares_files:
            path = self._session.spill / f"{order}.parquet"
            self._cleanup.callback(path.unlink, missing_ok=True)
            write_numbered_keys(keys, path)
            self._name(order, self._spark.read.parquet(address_of(path)))
        else:
            self._name(order, self._spark.createDataFrame(numbered_keys(keys).read_all()))
        return with_order_keys(self._numbered[data.relation], order)

    def release(self, data: Microdata, plan: ReleasePlan) -> Microdata:
        """The table that a plan makes of the data; columns that are told as they are keep the source's types."""
        released = super().release(data, plan)
        own = self._types[data.relation]
        self._types[released.relation] = {
            sql.field(i): own[self._fields(data, [column.name])[0]]
            for i, column in enumerate(plan.columns)
            if isinstance(column, KeptColumn) or (isinstance(column, QuasiColumn) and column.told is None)
        }
        stored = {column.name: column.storage for column in data.columns}
        columns = tuple(
            type(column)(column.name, stored[column.name]) if sql.field(i) in self._types[released.relation] else column
            for i, column in enumerate(released.columns)
        )
        return Microdata(released.shown, released.relation, columns)

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
        """Write a released table to a new file, by the writers all engines share: rows come up in their order."""
        fields, texts = self._fields_to_write(data, release_format)
        with self._in_pieces(data, data.relation, fields) as rows:
            self._doorkeeper.write_stream(
                rows,
                data,
                path,
                release_format,
                labels=labels,
                delimiter=delimiter,
                escape_formulas=escape_formulas,
                texts=texts,
            )

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
        """Write a released table to new files in a folder, by the same writers, and tell which."""
        columns = division.partition_by
        fields, texts = self._fields_to_write(data, release_format, without=columns)
        with self._explained_for(data):
            relation, partitions = self._partitions(data, columns)
        files = files_of(division, partitions, release_format.value)
        names = [name for name in data.names if name not in columns]
        sizes = [one.rows for one in partitions] if columns else None
        with self._in_pieces(data, relation, fields, sizes) as rows:
            self._doorkeeper.write_part_stream(
                rows,
                data,
                names,
                folder,
                files,
                release_format,
                labels=labels,
                delimiter=delimiter,
                escape_formulas=escape_formulas,
                texts=texts,
            )
        return tuple(files)

    @contextmanager
    def _in_pieces(
        self, data: Microdata, relation: str, fields: Sequence[str], sizes: Sequence[int] | None = None
    ) -> Iterator[Any]:
        """A stream of a release's rows in their order; `sizes` are those of its partitions, if it has any."""
        import pyarrow as pa

        ordered = self._fresh_name("ordered")
        keys = [ORDER_KEY] if sizes is None else [PARTITION, ORDER_KEY]
        with self._explained_for(data):
            query = exp.select(*map(sql.column, [*fields, *keys])).from_(sql.table(relation))
            self._keep(ordered, in_release_order(query, is_partitioned=sizes is not None))
            schema = self._typed(self._piece(ordered, fields, keys, exp.false()), data).schema
            starts = self._starts_of_pieces(ordered)

        failures: list[BaseException] = []

        def batches() -> Iterator[Any]:
            try:
                for is_there in pieces(starts, sizes, ROWS_AT_A_TIME):
                    with self._explained_for(data):
                        piece = self._piece(ordered, fields, keys, is_there)
                    yield from self._typed(piece, data).cast(schema).combine_chunks().to_batches()
            except BaseException as error:
                failures.append(error)
                raise

        try:
            yield pa.RecordBatchReader.from_batches(schema, batches())
        except BautaError:
            if failures:  # what went wrong on the way up, not that nothing came
                raise failures[0] from None
            raise
        finally:
            self._drop(ordered)

    def _starts_of_pieces(self, name: str) -> list[int]:
        """Order keys that cut a release into pieces that fit into memory, and one beyond the last.

        Keys are drawn evenly, so even steps from the least to the greatest cut pieces of about the same size.
        """
        key = sql.column(ORDER_KEY)
        measures: tuple[exp.Expression, ...] = (exp.Count(this=exp.Star()), exp.Min(this=key), exp.Max(this=key.copy()))
        query = exp.select(*(sql.named(measure, f"m{i}") for i, measure in enumerate(measures)))
        rows, least, greatest = (one[0].as_py() for one in self._fetch(query.from_(sql.table(name))).columns)
        if not rows:
            return []
        return even_steps(least, greatest + 1, -(-rows // ROWS_AT_A_TIME))

    def _piece(self, name: str, fields: Sequence[str], keys: Sequence[str], is_there: exp.Condition) -> Any:
        """Those rows of a release that are in a piece, sorted by their keys."""
        query = exp.select(*map(sql.column, fields)).from_(sql.table(name)).where(is_there)
        return self._fetch(query.order_by(*map(sql.column, keys)))

    # ---- running ----------------------------------------------------------------------------------------------------

    def _fetch(self, query: exp.Select) -> Any:
        with self._progress():
            return self._spark.sql(query.sql(dialect="spark")).toArrow()

    def _fetch_at_most(self, query: exp.Select, rows: int, data: Microdata) -> Any | None:
        """Where there may be too many groups, they are counted before they come up, and kept meanwhile."""
        if self.count_rows(data) <= rows:
            return self._fetch(query)
        kept = self._fresh_name("counted")
        self._keep(kept, query)
        try:
            if self._number(sql.count_rows(kept)) > rows:
                return None
            return self._fetch(exp.select(exp.Star()).from_(sql.table(kept)))
        finally:
            self._drop(kept)

    def _view(self, name: str, query: exp.Select) -> None:
        self._name(name, self._spark.sql(query.sql(dialect="spark")))

    def _keep(self, name: str, query: exp.Select) -> None:
        self._view(name, query)
        self._spark.catalog.cacheTable(name)
        self._cached.add(name)

    def _name(self, name: str, rows: Any) -> None:
        rows.createOrReplaceTempView(name)
        self._kept[name] = rows

    def _register(self, table: Any) -> str:
        from pyspark.sql.functions import broadcast

        name = self._fresh_name("lookup")
        rows = self._spark.createDataFrame(as_held(table))
        self._name(name, broadcast(rows) if table.nbytes <= self._most_broadcast else rows)
        return name

    def _drop(self, name: str) -> None:
        if name in self._cached:
            self._cached.remove(name)
            self._spark.catalog.uncacheTable(name)
        del self._kept[name]
        self._spark.catalog.dropTempView(name)

    def _forget_all(self) -> None:
        """Drop what is left; a cluster that is gone has forgotten it."""
        with suppress(*_failures()):
            for name in reversed(list(self._kept)):
                self._drop(name)

    def _hash(self, fields: Sequence[str]) -> exp.Expression:
        of_64_bits = sql.call("xxhash64", *map(sql.column, fields))
        return exp.Paren(this=exp.BitwiseAnd(this=of_64_bits, expression=exp.Literal.number(2**62 - 1)))

    def _storage(self, query: exp.Select) -> list[VariableType]:
        schema = self._spark.sql(query.sql(dialect="spark")).schema
        return [storage_of(field.dataType.simpleString()) for field in schema]

    def _typed(self, table: Any, data: Microdata) -> Any:
        return as_stored(table, self._types[data.relation])

    def _as_texts(self, table: Any) -> Any:
        return self._doorkeeper._as_texts(table)

    def _progress(self) -> AbstractContextManager[None]:
        if self._on_progress is None:
            return nullcontext()
        return told_progress(self._spark, self._on_progress, is_connect=self._session.is_connect)

    @contextmanager
    def _explained(self, shown_path: str, *, fields: int) -> Iterator[None]:
        try:
            yield
        except (BautaError, KeyboardInterrupt):
            raise
        except _failures() as error:
            if is_cancelled(error):
                raise KeyboardInterrupt from None
            raise explain(error, shown_path, shown(self._master), self._session.driver_ended_with) from None


def _failures() -> tuple[type[Exception], ...]:
    """What Spark and the ways to it raise."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        from grpc import RpcError
    except ImportError:  # Spark Connect is not installed, and so not in the way
        return PySparkException, Py4JError, ConnectionError
    return PySparkException, Py4JError, ConnectionError, RpcError
