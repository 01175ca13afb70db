"""Arrow columns of numbers as NumPy arrays, without a copy where there is one chunk."""

from typing import Any

import numpy as np
import numpy.typing as npt


def numbers(column: Any) -> npt.NDArray[Any]:
    """The numbers of an Arrow column (chunked or not) that has no missing ones.

    Through DLPack, because pyarrow's own `to_numpy` imports pandas where that is installed: half a second of start-up.
    """
    chunks = getattr(column, "chunks", [column])
    arrays = [np.from_dlpack(chunk) for chunk in chunks]
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays) if arrays else np.empty(0, np.int64)


def arrow_integers(array: npt.NDArray[np.int64]) -> Any:
    """The way back: an Arrow array over the same memory, for the same reason without `pyarrow.array`."""
    import pyarrow as pa

    whole = np.ascontiguousarray(array, dtype=np.int64)
    return pa.Array.from_buffers(pa.int64(), len(whole), [None, pa.py_buffer(whole)])
