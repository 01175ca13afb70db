"""Arrow columns of numbers as NumPy arrays and back, over the same memory where possible.

Done by hand on the buffers, because pyarrow's own conversions import pandas where that is installed: a quarter of a
second of start-up for a library that is not used.
"""

from typing import Any

import numpy as np
import numpy.typing as npt


def numbers(column: Any, *, missing: int | None = None) -> npt.NDArray[Any]:
    """The numbers of an Arrow column, chunked or not; `missing` stands in where there is none (needed if any is)."""
    chunks = getattr(column, "chunks", [column])
    arrays = [_chunk(chunk, missing) for chunk in chunks]
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays) if arrays else np.empty(0, np.int64)


def _chunk(chunk: Any, missing: int | None) -> npt.NDArray[Any]:
    kind = np.dtype(chunk.type.to_pandas_dtype())
    data = chunk.buffers()[1]
    if data is None or not len(chunk):
        return np.empty(0, kind)
    array = np.frombuffer(data, dtype=kind, count=len(chunk), offset=chunk.offset * kind.itemsize)
    if chunk.null_count == 0:
        return array
    if missing is None:
        raise ValueError("a column with missing numbers needs a number to stand in for them")
    return np.where(_is_present(chunk), array, kind.type(missing))


def is_missing(column: Any) -> npt.NDArray[np.bool_]:
    """Where an Arrow column of any kind, chunked or not, has no value."""
    return np.concatenate([~_is_present(chunk) for chunk in getattr(column, "chunks", [column])])


def _is_present(chunk: Any) -> npt.NDArray[np.bool_]:
    validity = chunk.buffers()[0]
    if chunk.null_count == 0 or validity is None:
        return np.full(len(chunk), chunk.null_count == 0)
    bits = np.frombuffer(validity, dtype=np.uint8)
    return np.unpackbits(bits, bitorder="little", count=chunk.offset + len(chunk))[chunk.offset :].astype(bool)


def arrow_integers(array: npt.NDArray[np.int64]) -> Any:
    """An Arrow array over the same memory."""
    import pyarrow as pa

    whole = np.ascontiguousarray(array, dtype=np.int64)
    return pa.Array.from_buffers(pa.int64(), len(whole), [None, pa.py_buffer(whole)])
