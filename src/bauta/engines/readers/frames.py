"""Tables that are already in memory: pandas, Polars and Arrow."""

from typing import Any

from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names
from bauta.errors import HeaderOnly, UnsupportedFrame


def open_frame(session: Session, frame: Any) -> RawTable:
    """The frame as an Arrow table with columns f0, f1, ...; names are kept aside as they are spelled."""
    import pyarrow as pa

    table = _without_extensions(_as_arrow(frame))
    names = tuple(str(name) for name in table.column_names)
    check_names(names, "the table")
    if table.num_rows == 0:
        raise HeaderOnly(path="The table")
    plain: pa.Table = table.rename_columns([f"f{i}" for i in range(len(names))])
    return RawTable(session.register(plain), names, ROW_IN_ORDER.copy())


def digest_of_frame(frame: Any) -> str:
    """The SHA-256 of a table's content, in hexadecimal digits."""
    import hashlib

    import pyarrow as pa

    hashed = hashlib.sha256()

    class Sink:
        """A file that keeps nothing of what is written to it but the hash."""

        closed = False

        def write(self, some: bytes) -> int:
            hashed.update(some)
            return len(some)

        def flush(self) -> None:
            pass

        def close(self) -> None:
            self.closed = True

    table = _without_extensions(_as_arrow(frame))
    with pa.ipc.new_stream(pa.PythonFile(Sink(), mode="w"), table.schema) as stream:
        stream.write_table(table)
    return hashed.hexdigest()


def _without_extensions(table: Any) -> Any:
    """Columns of types defined outside Arrow as what they are stored as: DuckDB gives up on some it does not know."""
    import pyarrow as pa

    for i, kind in enumerate(table.schema.types):
        if isinstance(kind, pa.BaseExtensionType):
            table = table.set_column(i, table.column_names[i], table.column(i).cast(kind.storage_type))
    return table


def _as_arrow(frame: Any) -> Any:
    import pyarrow as pa

    library = type(frame).__module__.split(".")[0]
    if isinstance(frame, pa.Table):
        table = frame
    elif isinstance(frame, pa.RecordBatch):
        table = pa.Table.from_batches([frame])
    elif library == "pandas" and hasattr(frame, "columns"):
        table = _from_pandas(frame)
    elif library == "polars" and type(frame).__name__ in {"DataFrame", "LazyFrame"}:
        table = (frame.collect() if hasattr(frame, "collect") else frame).to_arrow()
    elif library not in {"pandas", "polars"} and hasattr(frame, "__arrow_c_stream__"):
        table = pa.table(frame)
    else:
        raise UnsupportedFrame(type=type(frame).__name__)
    return table


def _from_pandas(frame: Any) -> Any:
    """Column by column, because one column of mixed objects must not spoil the others: it is kept as text."""
    import pyarrow as pa

    names = [str(name) for name in frame.columns]
    check_names(tuple(names), "the table")
    return pa.table([_column_from_pandas(frame.iloc[:, i]) for i in range(len(names))], names=names)


def _column_from_pandas(series: Any) -> Any:
    import pyarrow as pa

    try:
        array = pa.array(series, from_pandas=True)
        kind = array.type.value_type if pa.types.is_dictionary(array.type) else array.type
        if not isinstance(kind, pa.BaseExtensionType):
            return array
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        pass  # objects of several kinds, intervals, enormous numbers
    return pa.array([None if missing else str(value) for value, missing in zip(series, series.isna(), strict=True)])
