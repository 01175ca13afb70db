"""Texts as small numbers: where a column tells few different ones, its rows are joined, sorted and written as codes.

A release is sorted whole, and sorting numbers of two bytes takes a third of what sorting texts takes. A Parquet file
keeps few different texts as a list and codes anyway.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.release import MappedColumn, QuasiColumn, ReleaseColumn
from bauta.model.numbers import is_missing, numbers

MOST_TEXTS = 2**15 - 1
"""As many as codes of two bytes can tell apart."""


@dataclass(frozen=True, eq=False, repr=False)
class CodedTexts:
    """What a column of a release tells, as codes."""

    codes: Any
    """Arrow array: for each value of the column's lookup table the code of its text, nothing where it is missing."""
    texts: Any
    """Arrow array of the different texts by code, in alphabetical order: the source's order is nobody's business."""
    suppressed: int | None
    """The code of what a suppressed cell is told as; None where that is a missing value."""


def coded_texts(column: ReleaseColumn, suppressed_text: str | None) -> CodedTexts | None:
    """The texts of a column with a lookup table, as codes; None where it has none, or tells no texts or too many."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if isinstance(column, QuasiColumn):
        told = column.values if column.told is None else column.told
    elif isinstance(column, MappedColumn):
        told, suppressed_text = column.told, None
    else:
        return None
    if not (pa.types.is_string(told.type) or pa.types.is_large_string(told.type)):
        return None
    different = told.unique().drop_null()
    if not 0 < len(different) < MOST_TEXTS:
        return None
    texts = sorted({*different.to_pylist(), *([] if suppressed_text is None else [suppressed_text])})
    in_order = pa.array(texts, told.type)
    return CodedTexts(
        codes=pc.index_in(told, value_set=in_order).cast(pa.int16()),
        texts=in_order.cast(pa.string()),
        suppressed=None if suppressed_text is None else texts.index(suppressed_text),
    )


def only_used(codes: Any, texts: Any) -> Any:
    """A column of codes as a dictionary array whose dictionary has the texts that occur in it and no others.

    A text that occurs nowhere else in a release, because everybody it was true of is suppressed, must not be in its
    file.
    """
    import pyarrow as pa

    missing = is_missing(codes) if codes.null_count else None
    given = numbers(codes, missing=0)
    occurs = np.bincount(given if missing is None else given[~missing], minlength=len(texts)) > 0
    renumbered = (np.cumsum(occurs) - 1).astype(np.int32)[given]
    kept = texts.take(pa.array(np.flatnonzero(occurs)))
    return pa.DictionaryArray.from_arrays(pa.array(renumbered, mask=missing), kept)
