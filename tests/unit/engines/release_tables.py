"""Tables to be released, written and read again through bauta's own readers."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.writers import RELEASE_CSV, write_table
from bauta.model.source import DataSource
from bauta.model.transformations import ReleaseFormat

TEXTS = ["plain", 'a "double"', "a 'single'", "'all single'", '"', "a,b;c|d\te", "two\nlines", "cr\rhere", "crlf\r\n",
         " blank before", "02139", "1.50", "NA", "NULL", "nan", "\\N", "back\\slash\\", '\\"', "größe", "日本語", "🙂",
         "#comment", "=1+1", "sep=;", "-", "*"]  # fmt: skip
"""Every kind of quote, delimiter and line end; text that looks like a number, a comment or a missing value."""


def everything() -> pa.Table:
    """Every type of an opened table, each with a missing value."""
    n = len(TEXTS)

    def column(values: list[Any], kind: pa.DataType) -> pa.Array:
        return pa.array([None, *values] + [values[0]] * (n - len(values)), kind)

    return pa.table(
        {
            "text": pa.array([None, *TEXTS]),
            "nothing": pa.nulls(n + 1, pa.string()),
            "whole": column([1, -7, 2**31 - 28, 0], pa.int64()),
            "large": column([2**53, -(2**53), 3_000_000_000], pa.int64()),
            "small": column([1, 2, 3], pa.int8()),
            "float_": column([0.1, -1.5e10, 1e-10, 1 / 3], pa.float64()),
            "amount": column([Decimal("1.25"), Decimal("-0.10")], pa.decimal128(9, 2)),
            "yes": column([True, False], pa.bool_()),
            "day": column([dt.date(1980, 2, 29), dt.date(1600, 1, 1), dt.date(9999, 12, 31)], pa.date32()),
            "moment": column([dt.datetime(2020, 1, 1, 3, 4, 5), dt.datetime(1955, 12, 31, 23, 59, 59)],
                             pa.timestamp("us")),
        }
    )  # fmt: skip


def release(
    engine: DuckDbEngine,
    content: pa.Table,
    path: Path,
    release_format: ReleaseFormat,
    names: Sequence[str] | None = None,
    **options: Any,
) -> DataSource:
    """Write the table the way an engine would: its columns called c0, c1, ..., its true names apart."""
    data = engine.open(content.rename_columns([f"v{i}" for i in range(content.num_columns)]))
    query = exp.select(exp.Star()).from_(sql.table(data.relation))
    true_names = list(content.column_names if names is None else names)
    write_table(engine._connection, query, true_names, path, release_format, **options)
    return DataSource(str(path), csv=RELEASE_CSV if release_format is ReleaseFormat.CSV else DataSource("").csv)


def read_again(engine: DuckDbEngine, source: DataSource) -> pa.Table:
    """The table as bauta's own reader sees it, under its true names."""
    data = engine.open(source)
    return engine.first_rows(data, data.names, rows=10**6).rename_columns(list(data.names))


def as_text(engine: DuckDbEngine, content: pa.Table) -> pa.Table:
    """The table with every value as the text that a CSV file holds."""
    engine._connection.register("told", content)
    fields = [sql.named(exp.cast(sql.column(name), "varchar"), name) for name in content.column_names]
    return engine._connection.sql(exp.select(*fields).from_(sql.table("told")).sql(dialect="duckdb")).to_arrow_table()
