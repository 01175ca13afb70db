"""Order keys as engines take them in: worked out while they are read."""

from pathlib import Path
from typing import Any

import numpy as np

from bauta.engines import sql
from bauta.engines.release import OrderKeys
from bauta.engines.sql_release import ORDER_KEY
from bauta.model.numbers import arrow_integers


class KeyStream:
    """A table with one column that begins anew each time an engine reads it (Arrow's C stream interface)."""

    def __init__(self, keys: OrderKeys) -> None:
        self._keys = keys

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        import pyarrow as pa

        schema = pa.schema([(ORDER_KEY, pa.int64())])
        batches = (pa.record_batch([arrow_integers(some)], schema=schema) for some in self._keys.stretches())
        return pa.RecordBatchReader.from_batches(schema, batches).__arrow_c_stream__(requested_schema)


def numbered_keys(keys: OrderKeys) -> Any:
    """The keys beside the numbers of their rows, for engines whose rows have no order: a reader of Arrow batches."""
    import pyarrow as pa

    schema = pa.schema([(sql.ROW, pa.int64()), (ORDER_KEY, pa.int64())])

    def batches() -> Any:
        first = 1
        for some in keys.stretches():
            rows = np.arange(first, first + len(some))
            yield pa.record_batch([arrow_integers(rows), arrow_integers(some)], schema=schema)
            first += len(some)

    return pa.RecordBatchReader.from_batches(schema, batches())


def write_numbered_keys(keys: OrderKeys, path: Path) -> None:
    """The same as a new Parquet file."""
    import pyarrow.parquet as pq

    rows = numbered_keys(keys)
    with pq.ParquetWriter(path, rows.schema, compression="none") as file:  # nothing can be saved on drawn numbers
        for batch in rows:
            file.write_batch(batch)
