"""Tables that are already in memory: pandas, Polars and Arrow."""

from typing import Any

from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names
from bauta.errors import HeaderOnly, UnsupportedFrame


def open_frame(session: Session, frame: Any) -> RawTable:
    """The frame as an Arrow table with columns f0, f1, ...; names are kept aside as they are spelled."""
    import pyarrow as pa

    table = _as_arrow(frame)
    names = tuple(str(name) for name in table.column_names)
    check_names(names, "the table")
    if table.num_rows == 0:
        raise HeaderOnly(path="The table")
    plain: pa.Table = table.rename_columns([f"f{i}" for i in range(len(names))])
    return RawTable(session.register(plain), names, ROW_IN_ORDER.copy())


def _as_arrow(frame: Any) -> Any:
    import pyarrow as pa

    if isinstance(frame, pa.Table):
        return frame
    if isinstance(frame, pa.RecordBatch):
        return pa.Table.from_batches([frame])
    if type(frame).__module__.split(".")[0] == "pandas" and hasattr(frame, "columns"):
        return _from_pandas(frame)
    if type(frame).__module__.split(".")[0] == "polars":
        frame = frame.collect() if hasattr(frame, "collect") else frame
        return frame.to_arrow()
    if hasattr(frame, "__arrow_c_stream__"):
        return pa.table(frame)
    raise UnsupportedFrame(type=type(frame).__name__)


def _from_pandas(frame: Any) -> Any:
    """Column by column, because one column of mixed objects must not spoil the others: it is kept as text."""
    import pyarrow as pa

    names = [str(name) for name in frame.columns]
    check_names(tuple(names), "the table")
    arrays = []
    for position in range(len(names)):
        series = frame.iloc[:, position]
        try:
            arrays.append(pa.array(series, from_pandas=True))
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            arrays.append(pa.array([None if missing else str(value) for value, missing in zip(series, series.isna())]))
    return pa.table(arrays, names=names)
