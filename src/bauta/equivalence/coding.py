"""From combinations of values, as an engine counted them, to integer codes."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses


def encode_classes(values: Any, sizes: npt.NDArray[np.int64]) -> EquivalenceClasses:
    """Number the values of every column of an Arrow table that has one row per class."""
    encoded = [_encode(values.column(i)) for i in range(values.num_columns)]
    return EquivalenceClasses(
        variables=tuple(values.column_names),
        domains=tuple(domain for domain, _ in encoded),
        codes=tuple(codes for _, codes in encoded),
        sizes=sizes,
    )


def _encode(column: Any) -> tuple[Domain, Codes]:
    import pyarrow as pa

    encoded = column.combine_chunks().dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):  # a column without rows, or too large for one piece
        encoded = encoded.unify_dictionaries().combine_chunks()
    has_missing = encoded.null_count > 0
    indices = encoded.indices
    if has_missing:
        indices = indices.fill_null(len(encoded.dictionary))
    return Domain(encoded.dictionary, has_missing), np.asarray(indices, dtype=np.int32)


def canonical_texts(values: Any) -> list[str]:
    """One spelling for equal values from different sources: 39 and 39.0, a date and the same date at midnight."""
    return [canonical_text(value) for value in values.to_pylist()]


def canonical_text(value: object) -> str:
    """The text under which a value is compared with values from another file.

    >>> canonical_text(39.0), canonical_text("039"), canonical_text(True)
    ('39', '039', 'true')
    """
    import datetime
    import decimal

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | decimal.Decimal) and value == int(value):
        return str(int(value))
    if isinstance(value, decimal.Decimal):
        return str(value.normalize())
    if isinstance(value, datetime.datetime):
        at_midnight = value.time() == datetime.time()
        return value.date().isoformat() if at_midnight else value.isoformat(sep=" ")
    return str(value)
