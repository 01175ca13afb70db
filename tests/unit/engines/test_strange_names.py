"""Names of columns and files are input like any other: whatever they are, the rows are counted the same."""

import csv
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import DuplicateColumns
from bauta.model.assessment import Assessment
from bauta.model.source import DataSource

STRANGE_NAMES = [
    'zip"; DROP TABLE x; --',
    "o'brien",
    "two\nlines",
    "two\r\nlines",
    "a;b",
    "a,b",
    'a"b',
    "a\\b",
    "*",
    "SELECT",
    "c0",
    "c1",
    "row_no",
    "size",
    "person",
    "group_no",
    "rowid",
    "file_row_number",
    "filename",
    "%s",
    "{x}",
    "$1",
    "?",
    "  ",
    "größe",
    "🙂",
    "x" * 300,
]
ANY_NAME = pytest.mark.parametrize("name", STRANGE_NAMES, ids=ascii)
ROWS = [("1", "p"), ("1", "q"), ("2", "q")]
PLACES = [(3,), (1, 2)]


def places(assessment: Assessment) -> list[tuple[int, ...]]:
    return [place.rows for place in assessment.smallest_classes]


def table(name: str, other: str = "other") -> pa.Table:
    return pa.table({name: [row[0] for row in ROWS], other: [row[1] for row in ROWS]})


@ANY_NAME
def test_a_column_of_a_frame_may_have_any_name(name: str, measured: Callable[..., Assessment]) -> None:
    assert places(measured(table(name), name)) == PLACES


@ANY_NAME
def test_a_column_of_a_parquet_file_may_have_any_name(
    name: str, measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    pq.write_table(table(name), tmp_path / "data.parquet")
    assert places(measured(DataSource(str(tmp_path / "data.parquet")), name)) == PLACES


@ANY_NAME
def test_a_column_of_a_csv_file_may_have_any_name(
    name: str, measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    path = tmp_path / "data.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([(name, "other"), *ROWS])
    assert places(measured(DataSource(str(path)), name)) == PLACES


@ANY_NAME
def test_a_column_of_a_database_may_have_any_name(
    name: str, measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    path = tmp_path / "data.db"
    quoted = name.replace('"', '""')
    with sqlite3.connect(path) as connection:
        connection.execute(f'CREATE TABLE t ("{quoted}" TEXT, other TEXT)')
        connection.executemany("INSERT INTO t VALUES (?, ?)", ROWS)
    connection.close()
    assert places(measured(DataSource(str(path)), name)) == PLACES


@ANY_NAME
def test_row_numbers_do_not_come_from_another_column(
    name: str, measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    """Also where a column has the name under which an engine keeps its own row numbers."""
    content = pa.table({"sex": ["F", "F", "M"], name: [70, 80, 90]})
    pq.write_table(content, tmp_path / "data.parquet")
    assert places(measured(DataSource(str(tmp_path / "data.parquet")), "sex")) == PLACES
    assert places(measured(content, "sex")) == PLACES


@ANY_NAME
def test_a_person_key_may_have_any_name(name: str, measured: Callable[..., Assessment]) -> None:
    assessment = measured(table("zip", name), "zip", person_key=name)
    assert assessment.unit.people == 2
    assert assessment.unit.people_in_several_classes == 1


@pytest.mark.parametrize("column_kind", ["table", "parquet", "csv"])
def test_names_that_differ_in_case_only_are_different_columns(
    column_kind: str, measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    content = pa.table({"Sex": ["1", "1"], "sex": ["1", "2"], "sex_1": ["5", "5"], "SEX": ["3", "3"]})
    source: object = content
    if column_kind == "parquet":
        pq.write_table(content, tmp_path / "data.parquet")
        source = DataSource(str(tmp_path / "data.parquet"))
    if column_kind == "csv":
        (tmp_path / "data.csv").write_text("Sex,sex,sex_1,SEX\n1,1,5,3\n1,2,5,3\n")
        source = DataSource(str(tmp_path / "data.csv"))
    alone = {name: measured(source, name).sample_uniques for name in content.column_names}
    assert alone == {"Sex": 0, "sex": 2, "sex_1": 0, "SEX": 0}


def test_two_columns_of_one_name_are_refused(measured: Callable[..., Assessment], tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text("zip,age,zip\n1,2,3\n")
    with pytest.raises(DuplicateColumns, match="'zip'"):
        measured(DataSource(str(tmp_path / "data.csv")), "age")


STRANGE_FILES = [
    "a*b", "a?b", "a[1]", "[a-z]", "a{b,c}", "a'b", 'a"b', "a;b", "two\nlines", "größe", "%41", "#x", "with space",
    "-x", "~x", "x.y.z", "a=b", "$HOME", "a\\b",
]  # fmt: skip


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".db"])
@pytest.mark.parametrize("stem", STRANGE_FILES, ids=ascii)
def test_a_file_may_have_any_name(
    stem: str, ending: str, measured: Callable[..., Assessment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(stem + ending)
    if ending == ".csv":
        path.write_text("zip,other\n1,p\n1,q\n2,q\n")
    elif ending == ".parquet":
        pq.write_table(table("zip"), path)
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE t (zip TEXT, other TEXT)")
            connection.executemany("INSERT INTO t VALUES (?, ?)", ROWS)
        connection.close()
    assert places(measured(DataSource(str(path)), "zip")) == PLACES


def test_a_pattern_in_a_file_name_does_not_read_other_files(
    measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    (tmp_path / "data1.csv").write_text("zip,other\n1,p\n")
    (tmp_path / "data2.csv").write_text("zip,other\n1,p\n")
    (tmp_path / "data*.csv").write_text("zip,other\n1,p\n")
    assert measured(DataSource(str(tmp_path / "data*.csv")), "zip").records == 1


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_a_folder_named_like_a_partition_adds_no_column(
    ending: str, measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    """In a folder `year=2020`, DuckDB would add a column `year` of its own accord."""
    folder = tmp_path / "year=2020"
    folder.mkdir()
    path = folder / f"data{ending}"
    if ending == ".csv":
        path.write_text("zip,other\n1,p\n1,q\n2,q\n")
    else:
        pq.write_table(table("zip"), path)
    assert places(measured(DataSource(str(path)), "zip")) == PLACES


def test_a_table_of_a_database_may_have_any_name(measured: Callable[..., Assessment], tmp_path: Path) -> None:
    path = tmp_path / "data.db"
    name = 'we"ird; drop.table --'
    with sqlite3.connect(path) as connection:
        quoted = name.replace('"', '""')
        connection.execute(f'CREATE TABLE "{quoted}" (zip TEXT, other TEXT)')
        connection.executemany(f'INSERT INTO "{quoted}" VALUES (?, ?)', ROWS)
    connection.close()
    assert places(measured(DataSource(str(path)), "zip")) == PLACES
    assert places(measured(DataSource(str(path), table=name), "zip")) == PLACES


def test_a_thousand_columns_are_read_and_measured(measured: Callable[..., Assessment]) -> None:
    content = pa.table({f"column {i}": [i, i, i + 1] for i in range(1000)})
    assert places(measured(content, *content.column_names[::10])) == PLACES


def test_more_columns_than_are_summarized_at_a_time_are_summarized(engine: DuckDbEngine) -> None:
    content = pa.table({f"column {i}": [i, i, i + 1] for i in range(120)})
    summaries = engine.summarize(engine.open(content))
    assert [summary.name for summary in summaries] == content.column_names
    assert {summary.distinct for summary in summaries} == {2}


@pytest.mark.parametrize("columns", [64, 65, 200])
def test_many_columns_that_hardly_vary_are_measured(columns: int, measured: Callable[..., Assessment]) -> None:
    """So few cells that one array could hold them all, but with more axes than an array may have."""
    content = pa.table({f"flag {i}": ["no", "no", "no"] for i in range(columns - 1)} | {"sex": ["F", "F", "M"]})
    assert places(measured(content, *content.column_names)) == PLACES
