"""Folders and patterns of files that make one table."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import DuplicateColumns, FileMissing, FilesDiffer, FilesMixed, FolderGiven, NotATable
from bauta.model.source import DataSource


def parts(folder: Path, **tables: pa.Table) -> Path:
    for name, table in tables.items():
        path = folder / name.replace("__", "/").replace("_is_", "=")
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table, f"{path}.parquet")
    return folder


def rows(engine: DuckDbEngine, location: object) -> list[tuple[object, ...]]:
    data = engine.open(DataSource(str(location)))
    return [tuple(row.values()) for row in engine.rows_of(data, list(data.names)).to_pylist()]


SOME = pa.table({"a": [1, 2], "b": ["x", ""]})


def test_a_folder_of_parquet_files_is_one_table_in_the_order_of_names(engine, tmp_path):
    parts(tmp_path, p2=pa.table({"a": [3], "b": ["y"]}), p1=SOME)
    (tmp_path / "_SUCCESS").touch()
    (tmp_path / ".p3.parquet.crc").touch()
    assert rows(engine, tmp_path) == [(1, "x"), (2, None), (3, "y")]
    assert rows(engine, tmp_path / "p[12].parquet") == rows(engine, tmp_path)


def test_names_of_folders_are_columns_of_text(engine, tmp_path):
    for year in ("0020", "__HIVE_DEFAULT_PARTITION__"):
        (tmp_path / f"year={year}").mkdir()
        pq.write_table(SOME, tmp_path / f"year={year}" / "p.parquet")
    assert rows(engine, tmp_path) == [(1, "x", "0020"), (2, None, "0020"), (1, "x", None), (2, None, None)]


def test_row_numbers_go_on_from_file_to_file(engine, tmp_path):
    parts(tmp_path, p1=SOME, p2=SOME)
    data = engine.open(DataSource(str(tmp_path)))
    found = engine.find_rows(data, ["a"], engine.count_groups(data, ["a"]), classes=9, rows_per_class=9)
    assert [one.rows for one in found] == [(1, 3), (2, 4)]


def test_csv_files_by_a_pattern(engine, tmp_path):
    for name in "ba":
        (tmp_path / f"claims-{name}.csv").write_text(f"id,zip\n{name},02139\n")
    (tmp_path / "other.csv").write_text("x\n1\n")
    assert rows(engine, tmp_path / "claims-*.csv") == [("a", "02139"), ("b", "02139")]


def test_csv_files_of_several_encodings(engine, tmp_path):
    (tmp_path / "a.csv").write_text("id,name\n1,Zoë\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("id,name\n2,Zoë\n", encoding="utf-16")
    assert rows(engine, tmp_path) == [("1", "Zoë"), ("2", "Zoë")]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (pa.table({"a": [1]}), "it has no column 'b'"),
        (pa.table({"a": [1], "b": ["x"], "c": [1]}), "a column 'c' that the first does not have"),
        (pa.table({"b": ["x"], "a": [1]}), "its column 1 is 'b', and that of the first 'a'"),
        (pa.table({"a": ["1"], "b": ["x"]}), "its column 'a' is of type string, and that of the first int64"),
    ],
)
def test_files_that_differ_are_refused_by_file_and_column(engine, tmp_path, other, said):
    parts(tmp_path, p1=SOME, p2=other)
    with pytest.raises(FilesDiffer) as told:
        engine.open(DataSource(str(tmp_path)))
    assert said in str(told.value)
    assert "p2.parquet is not like" in str(told.value)


def test_csv_files_that_differ_are_refused(engine, tmp_path):
    (tmp_path / "a.csv").write_text("id,zip\n1,2\n")
    (tmp_path / "b.csv").write_text("id;zip\n1;2\n")
    with pytest.raises(FilesDiffer, match="delimiter"):
        engine.open(DataSource(str(tmp_path)))


def test_folders_called_by_different_keys_are_refused(engine, tmp_path):
    parts(tmp_path, year_is_1__p=SOME, month_is_1__p=SOME)
    with pytest.raises(FilesDiffer, match="'year'"):
        engine.open(DataSource(str(tmp_path)))


def test_a_damaged_part_is_named(engine, tmp_path):
    parts(tmp_path, p1=SOME)
    (tmp_path / "p2.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(NotATable, match=r"p2\.parquet"):
        engine.open(DataSource(str(tmp_path)))


def test_places_without_a_table_are_refused(engine, tmp_path):
    with pytest.raises(FolderGiven):
        engine.open(DataSource(str(tmp_path)))
    with pytest.raises(FileMissing):
        engine.open(DataSource(str(tmp_path / "*.parquet")))
    parts(tmp_path, p1=SOME)
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    with pytest.raises(FilesMixed):
        engine.open(DataSource(str(tmp_path)))


def test_a_source_opened_again_is_the_same_table_until_it_changes(engine, tmp_path):
    parts(tmp_path, p1=SOME)
    source = DataSource(str(tmp_path))
    first = engine.open(source)
    assert engine.open(source) is first
    parts(tmp_path, p2=SOME)
    assert engine.count_rows(engine.open(source)) == 4
    assert engine.open(source, missing_codes={"a": ["1"]}) is not engine.open(source)


def test_names_of_folders_are_columns_of_csv_files_too(engine, tmp_path):
    for year, text in (("2020", "a\n3\n"), ("0020", "a\n1\n2\n"), ("__HIVE_DEFAULT_PARTITION__", "a\n4\n")):
        (tmp_path / f"year={year}").mkdir()
        (tmp_path / f"year={year}" / "part.csv").write_text(text, encoding="utf-8")
    assert rows(engine, tmp_path) == [("1", "0020"), ("2", "0020"), ("3", "2020"), ("4", None)]
    data = engine.open(DataSource(str(tmp_path)))
    engine.summarize(data)  # which copies a text file into a table
    assert rows(engine, tmp_path) == [("1", "0020"), ("2", "0020"), ("3", "2020"), ("4", None)]


def test_a_folder_that_is_called_like_a_column_of_a_csv_file_is_refused(engine, tmp_path):
    (tmp_path / "a=1").mkdir()
    (tmp_path / "a=1" / "part.csv").write_text("a\n3\n", encoding="utf-8")
    with pytest.raises(DuplicateColumns):
        engine.open(DataSource(str(tmp_path)))
