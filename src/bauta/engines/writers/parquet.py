"""Parquet: types as they are, written batch by batch."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
from sqlglot import exp

from bauta.model.labels import ColumnLabels

ROWS_IN_A_GROUP = 122_880
"""Rows in memory at once, and in a row group: DuckDB's own number, which lets readers work in parallel."""


def write_parquet(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    names: Sequence[str],
    path: Path,
    labels: Mapping[str, ColumnLabels],
) -> None:
    """Stream the query's rows into the file. Not by DuckDB's COPY: it renames columns that differ in case only."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = connection.sql(query.sql(dialect="duckdb")).to_arrow_reader(ROWS_IN_A_GROUP)
    schema = pa.schema(
        [_field(name, kind, labels.get(name)) for name, kind in zip(names, rows.schema.types, strict=True)]
    )
    with pq.ParquetWriter(path, schema, compression="zstd") as file:
        for batch in rows:
            file.write_batch(pa.RecordBatch.from_arrays(batch.columns, schema=schema))


def _field(name: str, kind: object, labels: ColumnLabels | None) -> object:
    import pyarrow as pa

    label = labels.column_label if labels else None
    return pa.field(name, kind, metadata={"label": label} if label else None)
