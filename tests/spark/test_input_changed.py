"""An input that is removed, replaced or cut short while a job runs: one sentence, and no release, on both engines."""

import os
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from bauta.cli.main import run
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.sql_engine import SqlEngine
from bauta.errors import InputChanged
from bauta.model.source import DataSource

SECRET = "Zebedee"


def people(rows: int) -> pa.Table:
    return pa.table({"sex": ["F", "M"] * (rows // 2), "age": [i % 50 for i in range(rows)], "name": [SECRET] * rows})


def parquet(folder: Path) -> tuple[Path, Path]:
    pq.write_table(people(4000), folder / "people.parquet")
    return folder / "people.parquet", folder / "people.parquet"


def parquet_folder(folder: Path) -> tuple[Path, Path]:
    (folder / "people").mkdir()
    for i in range(3):
        pq.write_table(people(1000), folder / "people" / f"{i}.parquet")
    return folder / "people", folder / "people" / "1.parquet"


def text(folder: Path) -> tuple[Path, Path]:
    pyarrow.csv.write_csv(people(4000), folder / "people.csv")
    return folder / "people.csv", folder / "people.csv"


def replace(path: Path) -> None:
    """By another table of the same columns, which could be read without any complaint."""
    other = path.with_name(f"_{path.name}")
    (pq.write_table if path.suffix == ".parquet" else pyarrow.csv.write_csv)(people(100), other)
    os.replace(other, path)


CHANGES = {
    "removed": Path.unlink,
    "replaced": replace,
    "truncated": lambda path: os.truncate(path, path.stat().st_size // 2),
    "emptied": lambda path: os.truncate(path, 0),
    "overwritten": lambda path: path.write_bytes(SECRET.encode() * 2000),
}


@pytest.fixture(params=["duckdb", "spark"])
def engine(request):
    if request.param == "spark":
        yield request.getfixturevalue("spark")
        return
    with DuckDbEngine() as engine:
        yield engine


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("source", [parquet, parquet_folder, text])
def test_a_file_that_changes_midway_is_said(source, change, engine, tmp_path):
    place, file = source(tmp_path)
    data = engine.open(DataSource(str(place)))
    CHANGES[change](file)
    with pytest.raises(InputChanged) as told:
        engine.count_groups(data, ["sex", "age"])
    assert SECRET not in str(told.value)


def test_a_file_that_is_added_midway_is_said(engine, tmp_path):
    place, _ = parquet_folder(tmp_path)
    data = engine.open(DataSource(str(place)))
    (place / "notes.md").write_text("nobody's data", encoding="utf-8")
    assert engine.count_groups(data, ["sex"]).sizes.sum() == 3000
    pq.write_table(people(10), place / "3.parquet")
    with pytest.raises(InputChanged):
        engine.count_groups(data, ["age"])


@pytest.mark.parametrize("change", ["removed", "replaced"])
@pytest.mark.parametrize("engine_name", ["duckdb", "spark"])
def test_no_release_is_made_of_another_file_than_was_counted(
    engine_name, change, request, tmp_path, monkeypatch, capsys
):
    if engine_name == "spark":
        request.getfixturevalue("spark_settings")
    place, file = parquet(tmp_path)
    release = SqlEngine.release

    def changed_first(self, *given):
        CHANGES[change](file)
        return release(self, *given)

    monkeypatch.setattr(SqlEngine, "release", changed_first)
    options = ["--engine", engine_name, "--threads", "2", "--memory-limit", "2GB"]
    asked = ["deidentify", str(place), "--qi", "sex,age", "--k", "2", "--out", str(tmp_path / "out")]
    monkeypatch.setattr(sys, "argv", ["bauta", *asked, *options])
    with pytest.raises(SystemExit) as ended:
        run()
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert "was removed or changed while it was read" in said.err
    assert said.err.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} <= {"people.parquet"}
