"""Files of the statistical packages: SAS transport (XPT), SPSS and Stata, through pyreadstat and in memory."""

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from bauta.engines.writers.statistical_columns import (
    converted,
    labels_in_use,
    longest_text,
    with_only_whole_numbers,
)
from bauta.engines.writers.statistical_limits import LIMITS, cut
from bauta.errors import DiskFull, ExtraMissing, OutputFailed
from bauta.model.labels import ColumnLabels
from bauta.model.transformations import ReleaseFormat

_XPT_5_NAME, _XPT_5_TEXT, _XPT_5_LABEL = 8, 200, 40
"""Longest name, text and label, in bytes, of the older XPT version, which everybody reads and regulators ask for."""
_STATA_LONG_TEXT = 2_045
"""Text from so many bytes on is kept apart from the rows."""
_STATA_14_COLUMNS = 32_767
_STATA_END = b"</stata_dta>"

_TIME_IN_HEADER = {
    ReleaseFormat.XPT: (rb"\d\d[A-Z]{3}\d\d:\d\d:\d\d:\d\d", b"01JAN70:00:00:00"),
    ReleaseFormat.SAV: (rb"(?<=^.{92})\d\d [A-Z][a-z]{2} \d\d\d\d:\d\d:\d\d", b"01 Jan 7000:00:00"),
    ReleaseFormat.DTA: (rb"(?<=<timestamp>\x11).{17}", b"01 Jan 1970 00:00"),
}
"""How a header says when the file was made, and what it says instead: the same rows make the same bytes."""
_HEADER_BYTES = {ReleaseFormat.XPT: 560, ReleaseFormat.SAV: 176, ReleaseFormat.DTA: 300}
"""So far a header goes before the first column's name."""


def check_extra(shown_format: str) -> None:
    """Raise ExtraMissing unless the data frame library that pyreadstat writes from is installed."""
    try:
        import polars  # noqa: F401
    except ImportError:
        raise ExtraMissing(what=f"{shown_format} can only be written", package="polars", extra="statistical") from None


def write_statistical(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    names: Sequence[str],
    path: Path,
    release_format: ReleaseFormat,
    labels: Mapping[str, ColumnLabels],
) -> None:
    """Write the query's rows, all of which have to fit into memory."""
    import polars as pl
    import pyarrow as pa
    import pyreadstat

    limits = LIMITS[release_format]
    rows = connection.sql(query.sql(dialect="duckdb")).to_arrow_table()
    columns = []
    value_labels: dict[str, Any] = {}
    for name, column in zip(names, rows.columns, strict=True):
        ready = converted(column, name, limits)
        found = labels.get(name, ColumnLabels())
        if release_format is ReleaseFormat.SAV or (release_format is ReleaseFormat.DTA and found.value_labels):
            ready = with_only_whole_numbers(ready)  # SPSS would show 1.00, and Stata labels only whole numbers
        columns.append(ready)
        if release_format is ReleaseFormat.SAV or pa.types.is_integer(ready.type):
            used = labels_in_use(ready, found, limits)
            if used:
                value_labels[name] = {value: cut(label, limits.value_label_bytes) for value, label in used.items()}
    table = pa.table(columns, names=list(names))
    column_labels = [_label(labels.get(name), limits.column_label) for name in names]
    frame = pl.from_arrow(table)
    try:
        _WRITE[release_format](frame, table, path, column_labels, value_labels)
    except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError) as error:
        if "Unable to write" in str(error):
            raise DiskFull() from None
        raise OutputFailed(path=path, why="this format refuses the table") from None
    _check_whole(path, release_format, len(table))
    _take_the_time_out(path, release_format)
    if release_format is ReleaseFormat.DTA:
        _put_names_in(path, names)


def _take_the_time_out(path: Path, release_format: ReleaseFormat) -> None:
    pattern, fixed = _TIME_IN_HEADER[release_format]
    with path.open("r+b") as file:
        header = file.read(_HEADER_BYTES[release_format])
        file.seek(0)
        file.write(re.sub(pattern, fixed, header, flags=re.DOTALL))


def _label(labels: ColumnLabels | None, fitted: Callable[[str], str]) -> str | None:
    return fitted(labels.column_label) if labels and labels.column_label else None


def _write_xpt(frame: Any, table: Any, path: Path, labels: list[str | None], _: dict[str, Any]) -> None:
    """Version 5 where names, texts and labels are short enough for it, else version 8. It has no value labels."""
    import pyarrow as pa
    import pyreadstat

    texts = [column for column in table.columns if pa.types.is_string(column.type)]
    is_short = (
        all(len(name) <= _XPT_5_NAME for name in table.column_names)
        and all(len((label or "").encode("utf-8")) <= _XPT_5_LABEL for label in labels)
        and all(longest_text(column) <= _XPT_5_TEXT for column in texts)
    )
    pyreadstat.write_xport(frame, str(path), column_labels=labels, file_format_version=5 if is_short else 8)


def _write_sav(frame: Any, table: Any, path: Path, labels: list[str | None], value_labels: dict[str, Any]) -> None:
    import pyarrow as pa
    import pyreadstat

    kinds = zip(table.column_names, table.schema.types, strict=True)
    whole = {name: "F11.0" for name, kind in kinds if pa.types.is_integer(kind)}
    pyreadstat.write_sav(
        frame, str(path), column_labels=labels, variable_value_labels=value_labels, variable_format=whole
    )


def _write_dta(frame: Any, table: Any, path: Path, labels: list[str | None], value_labels: dict[str, Any]) -> None:
    """Under stand-in names, which `_put_names_in` replaces.

    pyreadstat calls the labels of a column by its name and a number, which makes two of one name (a1 and 0, a and 10)
    and names that are too long. Two columns would share their labels.
    """
    import polars as pl
    import pyarrow as pa
    import pyreadstat

    stand_ins = {name: f"c{i}_" for i, name in enumerate(table.column_names)}
    long_texts = [
        stand_in
        for stand_in, column in zip(stand_ins.values(), table.columns, strict=True)
        if pa.types.is_string(column.type) and longest_text(column) >= _STATA_LONG_TEXT
    ]
    frame = frame.rename(stand_ins)
    frame = frame.with_columns(pl.col(long_texts).fill_null(""))  # pyreadstat stumbles over missing long texts
    pyreadstat.write_dta(
        frame,
        str(path),
        column_labels=labels,
        variable_value_labels={stand_ins[name]: texts for name, texts in value_labels.items()},
        version=14 if table.num_columns <= _STATA_14_COLUMNS else 15,
    )


def _put_names_in(path: Path, names: Sequence[str]) -> None:
    """Write a Stata file's column names, each of which has 129 bytes, where its map says they are."""
    with path.open("r+b") as file:
        file.seek(file.read(_HEADER_BYTES[ReleaseFormat.DTA]).index(b"<map>") + len("<map>") + 3 * 8)
        file.seek(int.from_bytes(file.read(8), sys.byteorder) + len("<varnames>"))
        file.write(b"".join(name.encode("utf-8").ljust(129, b"\0") for name in names))


_WRITE: dict[ReleaseFormat, Callable[[Any, Any, Path, list[str | None], dict[str, Any]], None]] = {
    ReleaseFormat.XPT: _write_xpt,
    ReleaseFormat.SAV: _write_sav,
    ReleaseFormat.DTA: _write_dta,
}


def _check_whole(path: Path, release_format: ReleaseFormat, rows: int) -> None:
    """Raise DiskFull unless the last row can be read: pyreadstat does not notice when the system takes no more bytes.

    Rows have a fixed width, so bytes lost anywhere are missing at the end.
    """
    import pyreadstat

    readers: dict[ReleaseFormat, Callable[..., Any]] = {
        ReleaseFormat.XPT: pyreadstat.read_xport,
        ReleaseFormat.SAV: pyreadstat.read_sav,
        ReleaseFormat.DTA: pyreadstat.read_dta,
    }
    told = {"output_format": "dict", "disable_datetime_conversion": True, "row_offset": max(0, rows - 1)}
    try:
        last, _ = readers[release_format](str(path), **told)
    except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, ValueError):
        raise DiskFull() from None
    if rows and any(len(values) != 1 for values in last.values()):
        raise DiskFull()
    if release_format is ReleaseFormat.DTA:  # value labels and long texts come after the rows
        with path.open("rb") as file:
            file.seek(-len(_STATA_END), os.SEEK_END)
            if file.read() != _STATA_END:
                raise DiskFull()
