"""From combinations of values, as an engine counted them, to integer codes."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses
from bauta.model.numbers import arrow_integers, numbers

SHORT_RANGE = 100_000


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

    if pa.types.is_integer(column.type) and column.null_count == 0 and len(column):
        integers = numbers(column)
        lowest, highest = int(integers.min()), int(integers.max())
        if highest - lowest < SHORT_RANGE and highest < 2**63:
            return _encode_short_range(column.type, integers, lowest, highest)
    encoded = column.dictionary_encode()  # all chunks of one column share their dictionary
    has_missing = encoded.null_count > 0
    values = encoded.chunk(encoded.num_chunks - 1).dictionary
    indices = [numbers(chunk.indices, missing=len(values)) for chunk in encoded.chunks]
    return Domain(values, has_missing), np.concatenate(indices).astype(np.int32, copy=False)


def _encode_short_range(kind: Any, integers: npt.NDArray[Any], lowest: int, highest: int) -> tuple[Domain, Codes]:
    """Integers close together (ages, years) are looked up in a table, several times faster than in a dictionary."""
    wide = integers if integers.dtype.itemsize >= 4 else integers.astype(np.int32)  # 127 - -128 does not fit in int8
    offsets = (wide - wide.dtype.type(lowest)).astype(np.int32, copy=False)
    occurs = np.bincount(offsets, minlength=highest - lowest + 1) > 0
    values = arrow_integers(np.flatnonzero(occurs) + lowest).cast(kind)
    if occurs.all():
        return Domain(values, has_missing=False), offsets
    code_of_offset = (np.cumsum(occurs) - 1).astype(np.int32)
    return Domain(values, has_missing=False), code_of_offset[offsets]


def in_order(classes: EquivalenceClasses) -> EquivalenceClasses:
    """The same classes with values numbered by their texts, whatever the order in which an engine returned them."""
    import pyarrow as pa

    domains, codes = [], []
    for domain, own in zip(classes.domains, classes.codes, strict=True):
        texts = canonical_texts(domain.values)
        order = sorted(range(len(texts)), key=texts.__getitem__)
        number = np.arange(domain.size, dtype=np.int32)  # missing keeps the last number
        number[order] = np.arange(len(order), dtype=np.int32)
        domains.append(Domain(domain.values.take(pa.array(order, pa.int64())), domain.has_missing))
        codes.append(number[own])
    by_codes = _order_of(codes, [domain.size for domain in domains])
    return EquivalenceClasses(
        classes.variables, tuple(domains), tuple(own[by_codes] for own in codes), classes.sizes[by_codes]
    )


def _order_of(codes: Sequence[Codes], radices: Sequence[int]) -> npt.NDArray[np.int64]:
    """Classes in the order of their codes, the first variable's first: as one number where that fits in 64 bits."""
    if math.prod(radices) >= 2**63:
        return np.lexsort(codes[::-1])
    key = np.zeros(len(codes[0]), dtype=np.int64)
    for own, radix in zip(codes, radices, strict=True):
        key = key * radix + own
    return np.argsort(key)  # no two classes have the same


def encode_rows(rows: Any, domains: Sequence[Domain]) -> tuple[Codes, ...]:
    """The codes of rows whose values all occur in `domains`, given as an Arrow table of the same types."""
    import pyarrow.compute as pc

    columns = (rows.column(i) for i in range(rows.num_columns))
    return tuple(
        numbers(pc.index_in(column, value_set=domain.values), missing=len(domain.values))
        for column, domain in zip(columns, domains, strict=True)
    )


def canonical_texts(values: Any) -> list[str]:
    """One spelling for equal values from different sources: 39 and 39.0, a date and the same date at midnight."""
    import pyarrow as pa

    if pa.types.is_float32(values.type) or pa.types.is_float16(values.type):
        kind = np.dtype(values.type.to_pandas_dtype()).type  # 0.1 in single precision is written 0.1
        return [canonical_text(float(str(kind(value)))) for value in values.to_pylist()]
    try:
        return [canonical_text(value) for value in values.to_pylist()]
    except (OverflowError, ValueError):  # dates before year 1 or after 9999, which Python does not have
        return list(values.cast(pa.string()).to_pylist())


def canonical_text(value: object) -> str:
    """The text under which a value is compared with values from another file.

    >>> canonical_text(39.0), canonical_text("039"), canonical_text(True)
    ('39', '039', 'true')
    """
    import datetime
    import decimal

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | decimal.Decimal) and math.isfinite(value) and value == int(value):
        return str(int(value))
    if isinstance(value, decimal.Decimal):
        return str(value.normalize())
    if isinstance(value, datetime.datetime):
        at_midnight = value.time() == datetime.time()
        return value.date().isoformat() if at_midnight else value.isoformat(sep=" ")
    return str(value)
