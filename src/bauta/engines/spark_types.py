"""What Spark makes of Arrow's types: which it can read itself, which it holds as another, and the way back."""

from typing import Any

from bauta.model.roles import VariableType


def held_as(kind: Any) -> Any | None:
    """The Arrow type under which Spark holds values of a type, the same where it has it; None where it has none.

    Whole numbers without a sign become wider ones, times to the nanosecond whole numbers of nanoseconds.
    """
    import pyarrow as pa

    wider = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.decimal128(20)}
    if kind in wider:
        return wider[kind]
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_timestamp(kind) and kind.tz is None:
        return pa.int64() if kind.unit == "ns" else pa.timestamp("us")
    is_same = (
        pa.types.is_signed_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_date32(kind)
        or pa.types.is_float32(kind) or pa.types.is_float64(kind) or pa.types.is_decimal128(kind)
    )  # fmt: skip
    return kind if is_same else None


def as_held(table: Any) -> Any:
    """An Arrow table in the types that Spark holds."""
    import pyarrow as pa

    for i, field in enumerate(table.schema):
        kind = pa.int64() if pa.types.is_null(field.type) else held_as(field.type)
        if kind is None:
            raise TypeError(f"Spark does not hold {field.type}")
        if kind != field.type:
            table = table.set_column(i, field.name, _cast(table.column(i), kind))
    return table


def _cast(column: Any, kind: Any) -> Any:
    """A column in another type; Arrow turns a large number into a decimal only through text."""
    import pyarrow as pa

    if pa.types.is_uint64(column.type) and pa.types.is_decimal(kind):
        return column.cast(pa.string()).cast(kind)
    if pa.types.is_decimal(column.type) and pa.types.is_uint64(kind):
        return column.cast(pa.string()).cast(kind)
    return column.cast(kind)


def as_stored(table: Any, types: dict[str, Any]) -> Any:
    """A fetched table in the types its source has, by column; columns that are not listed stay as they are."""
    for i, name in enumerate(table.column_names):
        kind = types.get(name)
        if kind is not None and table.column(i).type != kind:
            table = table.set_column(i, name, _cast(table.column(i), kind))
    return table


def storage_of(kind: str) -> VariableType:
    """How a column of a Spark type is stored."""
    plain = {
        "string": VariableType.TEXT,
        "boolean": VariableType.BOOLEAN,
        "date": VariableType.DATE,
        "timestamp_ntz": VariableType.DATETIME,
        **dict.fromkeys(("tinyint", "smallint", "int", "bigint"), VariableType.INTEGER),
    }
    return plain.get(kind, VariableType.DECIMAL)
