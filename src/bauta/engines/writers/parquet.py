"""Parquet: types as they are, written batch by batch."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from bauta.engines.coded_texts import only_used
from bauta.model.labels import ColumnLabels

ROWS_IN_A_GROUP = 122_880
"""Rows in memory at once, and in a row group: DuckDB's own number, which lets readers work in parallel."""


def write_parquet(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    names: Sequence[str],
    path: Path,
    labels: Mapping[str, ColumnLabels],
    texts: Mapping[int, Any],
) -> None:
    """Stream the query's rows into the file; columns with `texts` come as codes and are text in the file.

    Not by DuckDB's COPY: it renames columns that differ in case only, and knows no codes.
    """
    reader = connection.sql(query.sql(dialect="duckdb")).to_arrow_reader(ROWS_IN_A_GROUP)
    with reader as rows:  # closed also when a disk is full: an open one would block the connection, and hide the reason
        write_parquet_rows(rows, rows.schema, names, path, labels, texts)


def write_parquet_rows(
    rows: Iterable[Any],
    source: Any,
    names: Sequence[str],
    path: Path,
    labels: Mapping[str, ColumnLabels],
    texts: Mapping[int, Any],
) -> None:
    """Write batches of this Arrow schema, each as a row group."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = [pa.string() if i in texts else kind for i, kind in enumerate(source.types)]
    schema = pa.schema([_field(name, kind, labels.get(name)) for name, kind in zip(names, kinds, strict=True)])
    as_codes = pa.dictionary(pa.int32(), pa.string())
    handed_over = pa.schema([field.with_type(as_codes) if i in texts else field for i, field in enumerate(schema)])
    with pq.ParquetWriter(path, handed_over, compression="zstd", store_schema=False) as file:
        file.add_key_value_metadata({"ARROW:schema": base64.b64encode(schema.serialize().to_pybytes()).decode()})
        for batch in rows:
            columns = [only_used(own, texts[i]) if i in texts else own for i, own in enumerate(batch.columns)]
            file.write_batch(pa.RecordBatch.from_arrays(columns, schema=handed_over))


def _field(name: str, kind: object, labels: ColumnLabels | None) -> Any:
    import pyarrow as pa

    label = labels.column_label if labels else None
    return pa.field(name, kind, metadata={"label": label} if label else None)
