"""The same content gives the same classes, whichever format it comes in."""

import csv
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.source import DataSource
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest

NAMES = ["v0", "v1", "v2"]
# Text every format can hold: SAS pads with blanks and ends at NUL, Excel refuses control characters.
texts = st.one_of(
    st.none(),
    st.sampled_from(
        ["02139", "2139", "007", "é", "ß", "F", "f", "a,b", 'say "x"', "1.0", "1", "-", "x;y", "it's", "|"]
    ),
    st.text(st.characters(codec="latin-1", exclude_categories=["C", "Z"]), min_size=1, max_size=8),
)
contents = st.lists(st.tuples(texts, texts, texts), min_size=2, max_size=12).filter(
    lambda rows: all(any(row[i] is not None for row in rows) for i in range(3))
)
Rows = list[tuple[str | None, ...]]


def write_csv(rows: Rows, path: Path, delimiter: str = ",", encoding: str = "utf-8") -> DataSource:
    with path.open("w", newline="", encoding=encoding) as file:
        csv.writer(file, delimiter=delimiter).writerows(
            [NAMES, *[["" if v is None else v for v in row] for row in rows]]
        )
    return DataSource(str(path))


def write_workbook(rows: Rows, path: Path) -> DataSource:
    workbook = Workbook()
    for row in [NAMES, *rows]:
        workbook.active.append(list(row))
    for line in workbook.active.iter_rows():
        for cell in line:
            cell.data_type = (
                "s" if cell.value is not None else "n"
            )  # text that looks like a formula or number stays text
    workbook.save(path)
    return DataSource(str(path))


def write_sqlite(rows: Rows, path: Path) -> DataSource:
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (v0 text, v1 text, v2 text)")
        connection.executemany("insert into t values (?, ?, ?)", rows)
    connection.close()
    return DataSource(str(path))


def frame(rows: Rows) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=NAMES, dtype=object)


def table(rows: Rows) -> pa.Table:
    return pa.table({name: pa.array([row[i] for row in rows], pa.string()) for i, name in enumerate(NAMES)})


def write_with(writer: Callable[..., Any], rows: Rows, path: Path, **options: Any) -> DataSource:
    writer(frame(rows).fillna(""), str(path), **options)
    return DataSource(str(path))


def write_parquet(rows: Rows, path: Path) -> DataSource:
    pq.write_table(table(rows), path)
    return DataSource(str(path))


FORMS: dict[str, Callable[[Rows, Path], Any]] = {
    "CSV": lambda rows, folder: write_csv(rows, folder / "a.csv"),
    "CSV with semicolons": lambda rows, folder: write_csv(rows, folder / "b.csv", ";"),
    "CSV in UTF-16": lambda rows, folder: write_csv(rows, folder / "c.csv", "\t", "utf-16"),
    "Parquet": lambda rows, folder: write_parquet(rows, folder / "d.parquet"),
    "SAS XPT": lambda rows, folder: write_with(pyreadstat.write_xport, rows, folder / "e.xpt", file_format_version=8),
    "SPSS": lambda rows, folder: write_with(pyreadstat.write_sav, rows, folder / "f.sav"),
    "Stata": lambda rows, folder: write_with(pyreadstat.write_dta, rows, folder / "g.dta"),
    "Excel": lambda rows, folder: write_workbook(rows, folder / "h.xlsx"),
    "SQLite": lambda rows, folder: write_sqlite(rows, folder / "i.sqlite"),
    "Arrow": lambda rows, _: table(rows),
    "pandas": lambda rows, _: frame(rows),
    "Polars": lambda rows, _: pl.DataFrame(rows, schema=dict.fromkeys(NAMES, pl.String), orient="row"),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rows=contents)
def test_the_classes_are_those_of_the_content(form: Callable[[Rows, Path], Any], rows: Rows) -> None:
    expected: dict[tuple[str | None, ...], list[int]] = {}
    for number, row in enumerate(rows, start=1):
        expected.setdefault(row, []).append(number)
    with tempfile.TemporaryDirectory() as folder, DuckDbEngine() as engine:
        found = assess(engine, AssessmentRequest(form(rows, Path(folder)), NAMES))
    assert found.records == len(rows)
    assert found.classes == len(expected)
    smallest = sorted(expected.values(), key=lambda numbers: (len(numbers), numbers))[:10]
    assert [list(small.rows) for small in found.smallest_classes] == smallest
