"""A column of the release in the types that statistical files have: numbers, text, dates and moments."""

import datetime as dt
from typing import Any

from bauta.engines.writers.statistical_limits import LARGEST_WHOLE_NUMBER, Limits
from bauta.errors import FormatCannotHold, shown
from bauta.model.labels import ColumnLabels, Value

INT32 = (-(2**31) + 1, 2**31 - 28)
"""Whole numbers every format can keep in four bytes; Stata uses the last 27 for missing values."""
_LAST_DAY = dt.date(9999, 12, 31)


def converted(column: Any, name: str, limits: Limits) -> Any:
    """The Arrow column in a type pyreadstat writes exactly; raises FormatCannotHold where the format loses something.

    Whole numbers stay whole where they fit into four bytes. Yes and no become 1 and 0. Types the formats do not know,
    such as times and lists, become text.
    """
    import pyarrow as pa

    kind = column.type
    if pa.types.is_null(kind):
        return column.cast(pa.string())
    if pa.types.is_boolean(kind):
        return column.cast(pa.int32())
    if pa.types.is_integer(kind):
        return _whole_numbers(column, name, limits)
    if pa.types.is_decimal(kind):
        return _decimals(column, name, limits)
    if pa.types.is_floating(kind):
        return _floats(column.cast(pa.float64()), name, limits)
    if pa.types.is_date(kind) or (pa.types.is_timestamp(kind) and kind.tz is None):
        return _dates(column, name, limits)
    return _texts(column.cast(pa.string()), name, limits)


def with_only_whole_numbers(column: Any) -> Any:
    """A column of floating-point numbers as four-byte integers, if that is what they are; otherwise as it was."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_floating(column.type) or column.null_count == len(column):
        return column
    low, high = _range(column)
    if low < INT32[0] or high > INT32[1] or not pc.all(pc.equal(pc.floor(column), column)).as_py():
        return column
    return column.cast(pa.int32())


def labels_in_use(column: Any, labels: ColumnLabels, limits: Limits) -> dict[Value, str]:
    """Labels of the values that occur in the release. Others might name what only people left out had."""
    import pyarrow as pa

    if not labels.value_labels or not limits.value_label_bytes:
        return {}
    is_whole = pa.types.is_integer(column.type)
    if not (is_whole or pa.types.is_floating(column.type) or pa.types.is_string(column.type)):
        return {}
    occurring = set(column.unique().to_pylist())
    used = {value: label for value, label in labels.value_labels.items() if value in occurring}
    return {int(value): label for value, label in used.items()} if is_whole else used


def _whole_numbers(column: Any, name: str, limits: Limits) -> Any:
    import pyarrow as pa

    if column.null_count == len(column):
        return column.cast(pa.int32())
    low, high = _range(column)
    if low >= INT32[0] and high <= INT32[1]:
        return column.cast(pa.int32())
    if max(-low, high) > LARGEST_WHOLE_NUMBER:
        raise FormatCannotHold(format=limits.shown, what="whole numbers of more than 15 digits", names=shown(name))
    return column.cast(pa.float64())


def _decimals(column: Any, name: str, limits: Limits) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    floats = column.cast(pa.float64())
    try:
        is_kept = pc.all(pc.equal(floats.cast(column.type), column)).as_py() is not False
    except pa.ArrowInvalid:
        is_kept = False
    if not is_kept:
        raise FormatCannotHold(format=limits.shown, what="numbers of more than 15 digits", names=shown(name))
    return _floats(floats, name, limits)


def _floats(column: Any, name: str, limits: Limits) -> Any:
    import pyarrow.compute as pc

    if column.null_count == len(column):
        return column
    sizes = pc.abs(column)
    is_too_small = pc.and_(pc.greater(sizes, 0), pc.less(sizes, limits.smallest_number))
    if _range(sizes)[1] > limits.largest_number or pc.any(is_too_small).as_py():
        what = "infinite, enormous or vanishing numbers"
        raise FormatCannotHold(format=limits.shown, what=what, names=shown(name))
    return column


def _dates(column: Any, name: str, limits: Limits) -> Any:
    import pyarrow as pa

    kind = pa.date32() if pa.types.is_date(column.type) else pa.timestamp("us")
    column = column.cast(kind, safe=False)  # below a microsecond nothing is kept, as the documentation says
    if column.null_count == len(column):
        return column
    day_of_epoch = dt.date(1970, 1, 1).toordinal()
    units = 1 if kind == pa.date32() else 86_400 * 10**6
    low, high = _range(column.cast(pa.int32() if kind == pa.date32() else pa.int64()))
    first, last = ((day.toordinal() - day_of_epoch) for day in (limits.first_day, _LAST_DAY))
    if low < first * units or high >= (last + 1) * units:
        what = f"dates before {limits.first_day} or after the year 9999"
        raise FormatCannotHold(format=limits.shown, what=what, names=shown(name))
    return column


def _texts(column: Any, name: str, limits: Limits) -> Any:
    import pyarrow.compute as pc

    longest = longest_text(column)
    if longest > limits.text_bytes:
        what = f"text of more than {limits.text_bytes} bytes"
        raise FormatCannotHold(format=limits.shown, what=what, names=shown(name))
    if pc.any(pc.match_substring(column, "\x00")).as_py():
        raise FormatCannotHold(format=limits.shown, what="text with zero bytes", names=shown(name))
    return column


def longest_text(column: Any) -> int:
    """Bytes of the longest text of a column of text."""
    import pyarrow.compute as pc

    return int(pc.max(pc.binary_length(column)).as_py() or 0)


def _range(column: Any) -> tuple[Any, Any]:
    import pyarrow.compute as pc

    ends = pc.min_max(column).as_py()
    return ends["min"], ends["max"]
