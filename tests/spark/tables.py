"""Random tables of every type that files have, with what is hard about each, and where to put them."""

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
from hypothesis import strategies as st

from bauta.model.source import DataSource

TEXTS = st.sampled_from(
    ["", " ", "a", "A", "a ", "'", '"', "`", "''", '"x"', "\\", "\\n", "line\nend", "tab\t", "é", "é", "𝒳", "%_",
     "NULL", "null", "NaN", "0", "00", "1.0", "true", "2020-01-01", "--x", "; drop", "${x}", "$", "{}", "\x7f"]
)  # fmt: skip
FLOATS = st.sampled_from([0.0, -0.0, 1.0, 0.1, 1e300, -1e-300, float("inf"), float("-inf"), float("nan"), 39.0])
DATES = st.sampled_from(
    [datetime.date(1, 1, 1), datetime.date(1582, 10, 10), datetime.date(1900, 2, 28), datetime.date(2020, 2, 29),
     datetime.date(9999, 12, 31)]
)  # fmt: skip
TIMES = st.sampled_from(
    [datetime.datetime(1700, 1, 1), datetime.datetime(1969, 12, 31, 23, 59, 59, 999999),
     datetime.datetime(2020, 3, 29, 2, 30), datetime.datetime(2020, 1, 1, 0, 0, 0, 500000)]
)  # fmt: skip
DECIMALS = st.sampled_from([Decimal("0.00"), Decimal("-1.50"), Decimal("2.00"), Decimal("12345678.99")])

KINDS: dict[Any, Any] = {
    pa.string(): TEXTS,
    pa.int8(): st.integers(-128, 127),
    pa.int32(): st.integers(-2, 2),
    pa.int64(): st.sampled_from([0, 1, -1, 2**63 - 1, -(2**63), 2**53 + 1]),
    pa.uint8(): st.sampled_from([0, 1, 255]),
    pa.uint32(): st.sampled_from([0, 1, 2**32 - 1]),
    pa.uint64(): st.sampled_from([0, 1, 2**64 - 1]),
    pa.float32(): st.sampled_from([0.0, -0.0, 0.5, float("nan"), 2.0**-20]),
    pa.float64(): FLOATS,
    pa.decimal128(10, 2): DECIMALS,
    pa.date32(): DATES,
    pa.timestamp("us"): TIMES,
    pa.timestamp("ns"): TIMES,
    pa.timestamp("ms"): st.sampled_from([datetime.datetime(2020, 1, 1), datetime.datetime(1950, 6, 1, 12)]),
    pa.bool_(): st.booleans(),
    pa.timestamp("us", "UTC"): TIMES,
    pa.binary(): st.sampled_from([b"", b"x", b"\x00\xff"]),
    pa.list_(pa.int32()): st.lists(st.integers(0, 1), max_size=2),
}
NAMES = ["age", "Age", "a b", "a.b", "`", '"', "'", "select", "c1", "row_no", "_metadata", "é", "x,y", "a;b", "{}", "#"]


@st.composite
def tables(draw: st.DrawFn, kinds: list[Any] | None = None) -> pa.Table:
    """A few columns with odd names, a few rows, many of them alike; the last column is a person key."""
    chosen = draw(st.lists(st.sampled_from(kinds or list(KINDS)), min_size=1, max_size=3))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=len(chosen), max_size=len(chosen), unique=True))
    n = draw(st.integers(1, 12))
    columns = {
        name: pa.array(draw(st.lists(st.none() | KINDS[kind], min_size=n, max_size=n)), kind)
        for name, kind in zip(names, chosen, strict=True)
    }
    people = draw(st.lists(st.sampled_from(["p'1", "p2", "p3", "p\\4"]), min_size=n, max_size=n))
    return pa.table({**columns, "person": pa.array(people, pa.string())})


def as_parquet(table: pa.Table, folder: Path) -> DataSource:
    path = folder / "data 1%.parquet"
    pq.write_table(table, path)
    return DataSource(str(path))


def as_parquet_folder(table: pa.Table, folder: Path) -> DataSource:
    """Two files in folders whose names are a column."""
    root = folder / "parts"
    half = (table.num_rows + 1) // 2
    for name, part in (("year=0020", table.slice(0, half)), ("year=a%20b", table.slice(half))):
        (root / name).mkdir(parents=True, exist_ok=True)
        pq.write_table(part, root / name / "part-0.parquet")
    return DataSource(str(root))


def as_csv(table: pa.Table, folder: Path) -> DataSource:
    import csv

    path = folder / "data.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
        writer.writerow(table.column_names)
        writer.writerows(zip(*(map(str, column.to_pylist()) for column in table.columns), strict=True))
    return DataSource(str(path))
