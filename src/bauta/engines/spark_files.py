"""Parquet files as Spark reads them: columns by position, and the number of every row in the table."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from bauta.engines import sql
from bauta.engines.readers.raw_table import ParquetFiles, RawTable
from bauta.engines.spark_types import held_as

_PATTERN = set("*?[]{}\\")
"""Spark takes these in a path for a pattern."""
_FILE, _FIRST = "file", "first"
_SCHEME = "^file:/+"


def can_read(raw: RawTable) -> bool:
    """Whether Spark reads the files itself, and as DuckDB does: common types only, and no names it skips or expands."""
    import pyarrow as pa

    if raw.parquet is None:
        return False
    strange = any(_PATTERN & set(str(path.absolute())) or path.name[0] in "._" for path in raw.parquet.paths)
    kinds = raw.parquet.schema.types
    has_seconds = any(pa.types.is_timestamp(kind) and kind.unit == "s" for kind in kinds)  # not a unit of Parquet's own
    return not strange and not has_seconds and all(held_as(kind) is not None for kind in kinds)


def numbered_rows(spark: Any, files: ParquetFiles) -> Any:
    """The rows with columns c0, c1, ..., those that folders' names say among them, and the number of each row."""
    from pyspark.sql import functions as f

    fields = [sql.field(i) for i in range(len(files.schema.names))]
    rows = spark.read.parquet(*map(address_of, files.paths))
    addresses = rows.inputFiles()
    meta = rows.metadataColumn("_metadata")
    columns = [rows[f"`{name.replace('`', '``')}`"] for name in rows.columns]
    file = f.regexp_replace(meta["file_path"], _SCHEME, "/")
    rows = rows.select(*columns, meta["row_index"] + f.lit(1), file).toDF(*fields, sql.ROW, _FILE)
    if len(files.paths) == 1 and not files.folder_values[0]:
        return rows.drop(_FILE)
    keys = [sql.field(len(fields) + k) for k in range(len(files.folder_values[0]))]
    known = spark.createDataFrame(_table_of(files, addresses, keys))
    joined = rows.join(f.broadcast(known), _FILE, "left")
    before = f.coalesce(f.col(_FIRST), f.raise_error(f.lit("a file nobody asked for")).cast("bigint"))
    return joined.select(*fields, *keys, (f.col(sql.ROW) + before).alias(sql.ROW))


def address_of(path: Path) -> str:
    """A path as Spark wants it: with a scheme, which keeps it off the cluster's own disk, and nothing escaped."""
    return f"file://{path.absolute()}"


def _table_of(files: ParquetFiles, addresses: Sequence[str], keys: Sequence[str]) -> Any:
    """For each file, under the name Spark has for it, how many rows are before it and what its folders say."""
    import pyarrow as pa

    without_scheme = [re.sub(_SCHEME, "/", address) for address in addresses]
    spelled = {unquote(name): name for name in without_scheme}
    names = [spelled[str(path.absolute())] for path in files.paths]
    values = {key: pa.array([own[k] for own in files.folder_values], pa.string()) for k, key in enumerate(keys)}
    return pa.table({_FILE: pa.array(names), _FIRST: pa.array(files.first_rows, pa.int64()), **values})
