"""One small table, and how to write it in every format bauta reads."""

import csv
import gzip
import io
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa

from bauta.model.source import CsvDialect, DataSource

NAMES = ("id", "name", "born", "age", "zip", "sex", "note")
TWO_LINES = 'said: "fine",\nand left'
ROWS: list[tuple[Any, ...]] = [
    ("001", "Zoë", date(1980, 2, 29), 39, "02139", "F", TWO_LINES),
    ("002", "José", date(1980, 2, 29), 39, "02139", "M", None),
    ("003", "Zoë", date(1980, 2, 29), 39, "02139", "F", TWO_LINES),
    ("004", "Ångström", date(1955, 12, 1), None, "10001", "F", "a; b"),
    ("005", "Ångström", date(1955, 12, 1), None, "10001", "F", "a; b"),
    ("010", "", date(1980, 2, 29), 39, "02139", "M", "x"),
    ("011", "José", None, 7, "2139", "M", None),
    ("012", "José", date(2001, 1, 1), 7, "2139", "M", "x"),
    ("0013", "", date(1980, 2, 29), 39, "02139", "M", "x"),
    ("13", "Müller", date(2001, 1, 1), 0, "00501", None, "x"),
    ("14", "Müller", date(2001, 1, 1), 0, "00501", None, "x"),
]
"""Leading zeros that matter (02139 is not 2139), missing numbers, dates and codes, empty text, text with line ends."""

COMBINATIONS = [
    *((name,) for name in NAMES if name != "id"),
    ("age", "zip", "sex"),
    ("born", "sex"),
    ("name", "born", "age", "zip", "sex", "note"),
]


def partition(variables: tuple[str, ...]) -> list[tuple[int, ...]]:
    """The numbers of the rows that belong together, smallest classes first, worked out in Python."""
    members: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(ROWS, start=1):
        key = tuple(row[NAMES.index(name)] for name in variables)
        members[tuple(None if value == "" else value for value in key)].append(number)
    return sorted(map(tuple, members.values()), key=lambda rows: (len(rows), rows[0]))


def columns() -> dict[str, list[Any]]:
    return {name: [row[i] for row in ROWS] for i, name in enumerate(NAMES)}


def arrow_table() -> pa.Table:
    kinds = {"born": pa.date32(), "age": pa.int64()}
    return pa.table({name: pa.array(content, kinds.get(name, pa.string())) for name, content in columns().items()})


def _csv_text(delimiter: str = ",", line_end: str = "\n") -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator=line_end)
    writer.writerow(NAMES)
    writer.writerows(["" if value is None else str(value) for value in row] for row in ROWS)
    return stream.getvalue()


def _write_csv(folder: Path, name: str, encoding: str, delimiter: str = ",", line_end: str = "\n") -> DataSource:
    path = folder / name
    path.write_bytes(_csv_text(delimiter, line_end).encode(encoding))
    return DataSource(str(path))


def csv_with_comma(folder: Path) -> DataSource:
    return _write_csv(folder, "comma.csv", "utf-8")


def csv_with_semicolon(folder: Path) -> DataSource:
    return _write_csv(folder, "semicolon.csv", "utf-8", ";")


def csv_with_tab(folder: Path) -> DataSource:
    return _write_csv(folder, "tab.tsv", "utf-8", "\t")


def csv_with_bar(folder: Path) -> DataSource:
    return _write_csv(folder, "bar.txt", "utf-8", "|")


def csv_with_windows_line_ends(folder: Path) -> DataSource:
    return _write_csv(folder, "crlf.csv", "utf-8", line_end="\r\n")


def csv_in_latin_1(folder: Path) -> DataSource:
    return _write_csv(folder, "latin.csv", "latin-1")


def csv_in_latin_1_as_told(folder: Path) -> DataSource:
    source = _write_csv(folder, "told.csv", "latin-1", ";")
    return DataSource(source.location, csv=CsvDialect(delimiter=";", quote='"', encoding="latin-1"))


def csv_in_utf_16(folder: Path) -> DataSource:
    return _write_csv(folder, "utf16.csv", "utf-16")


def csv_in_utf_16_without_mark(folder: Path) -> DataSource:
    return _write_csv(folder, "utf16le.csv", "utf-16-le", line_end="\r\n")


def csv_with_byte_order_mark(folder: Path) -> DataSource:
    return _write_csv(folder, "bom.csv", "utf-8-sig")


def csv_in_gzip(folder: Path) -> DataSource:
    path = folder / "packed.csv.gz"
    path.write_bytes(gzip.compress(_csv_text().encode()))
    return DataSource(str(path))


def csv_in_gzip_and_latin_1(folder: Path) -> DataSource:
    path = folder / "packed_latin.csv.gz"
    path.write_bytes(gzip.compress(_csv_text().encode("latin-1")))
    return DataSource(str(path))


def parquet(folder: Path) -> DataSource:
    import pyarrow.parquet as pq

    path = folder / "data.parquet"
    pq.write_table(arrow_table(), path, row_group_size=4)
    return DataSource(str(path))


def parquet_without_statistics(folder: Path) -> DataSource:
    import pyarrow.parquet as pq

    path = folder / "plain.parquet"
    pq.write_table(arrow_table(), path, write_statistics=False, use_dictionary=False)
    return DataSource(str(path))


def pandas_frame(_: Path | None = None) -> Any:
    import pandas as pd

    return pd.DataFrame(columns())


def polars_frame(_: Path | None = None) -> Any:
    import polars as pl

    return pl.DataFrame(columns())


def polars_lazy_frame(_: Path | None = None) -> Any:
    return polars_frame().lazy()


def arrow_frame(_: Path | None = None) -> Any:
    return arrow_table()


def arrow_batches(_: Path | None = None) -> Any:
    return pa.Table.from_batches(arrow_table().to_batches(max_chunksize=3))


def xpt(folder: Path) -> DataSource:
    return _write_statistical(folder, "write_xport", "data.xpt")


def spss(folder: Path) -> DataSource:
    return _write_statistical(folder, "write_sav", "data.sav")


def spss_compressed(folder: Path) -> DataSource:
    return _write_statistical(folder, "write_sav", "data.zsav", compress=True)


def stata(folder: Path) -> DataSource:
    return _write_statistical(folder, "write_dta", "data.dta")


def _write_statistical(folder: Path, writer: str, name: str, **options: Any) -> DataSource:
    import pyreadstat

    path = folder / name
    getattr(pyreadstat, writer)(pandas_frame(), str(path), **options)
    return DataSource(str(path))


def excel(folder: Path) -> DataSource:
    import openpyxl

    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(NAMES)
    for row in ROWS:
        sheet.append(row)
    path = folder / "data.xlsx"
    workbook.save(path)
    return DataSource(str(path))


def sqlite(folder: Path) -> DataSource:
    path = folder / "data.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE patients (id TEXT, name TEXT, born TEXT, age INTEGER, zip TEXT, sex TEXT, note TEXT)"
        )
        rows = [tuple(str(v) if isinstance(v, date) else v for v in row) for row in ROWS]
        connection.executemany("INSERT INTO patients VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.close()
    return DataSource(str(path))


WRITERS: dict[str, Callable[[Path], Any]] = {
    writer.__name__: writer
    for writer in (
        csv_with_comma, csv_with_semicolon, csv_with_tab, csv_with_bar, csv_with_windows_line_ends, csv_in_latin_1,
        csv_in_latin_1_as_told, csv_in_utf_16, csv_in_utf_16_without_mark, csv_with_byte_order_mark, csv_in_gzip,
        csv_in_gzip_and_latin_1, parquet, parquet_without_statistics, xpt, spss, spss_compressed, stata,
        excel, sqlite, pandas_frame, polars_frame, polars_lazy_frame, arrow_frame, arrow_batches,
    )
}  # fmt: skip
