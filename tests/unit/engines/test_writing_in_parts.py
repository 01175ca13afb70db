"""A released table written to several files, as an engine does it."""

import errno
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from release_tables import TEXTS, as_text, everything, read_again

from bauta.engines.division import Division, PartFile
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.release import AsTheyStand, KeptColumn, ReleasePlan
from bauta.engines.writers import RELEASE_CSV, check_divisible, check_partitions, parts
from bauta.errors import (
    BautaError,
    DiskFull,
    FolderNameTooLong,
    FormatNotDivided,
    InputChanged,
    OutputFailed,
    PartitionInvalid,
    TooManyFiles,
)
from bauta.model.source import DataSource
from bauta.model.transformations import ReleaseFormat

BOTH = pytest.mark.parametrize("release_format", [ReleaseFormat.CSV, ReleaseFormat.PARQUET])


def written(
    engine: DuckDbEngine, content: pa.Table, folder: Path, release_format: ReleaseFormat, division: Division
) -> list[tuple[str, int]]:
    """Write the table as it is, in its order."""
    data = engine.open(content)
    plan = ReleasePlan(tuple(KeptColumn(name) for name in data.names), AsTheyStand(content.num_rows))
    files = engine.write_files(engine.release(data, plan), folder, release_format, division, labels={}, delimiter=",")
    return [(str(file.path), file.rows) for file in files]


def in_any_order(content: pa.Table, names: list[str]) -> list[str]:
    return sorted(map(str, content.select(names).to_pylist()))


@BOTH
def test_rows_keep_their_order_over_the_files(
    engine: DuckDbEngine, tmp_path: Path, release_format: ReleaseFormat
) -> None:
    content = everything()
    files = written(engine, content, tmp_path / "data", release_format, Division(rows_per_file=10))
    assert [rows for _, rows in files] == [10, 10, 7]
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [name for name, _ in files]
    found = read_again(engine, DataSource(str(tmp_path / "data"), csv=RELEASE_CSV))
    assert found == (content if release_format is ReleaseFormat.PARQUET else as_text(engine, content))
    one = tmp_path / "data" / files[1][0]
    assert read_again(engine, DataSource(str(one), csv=RELEASE_CSV)) == found.slice(10, 10)


@BOTH
@pytest.mark.parametrize("column", ["text", "whole", "float_", "amount", "yes", "day", "moment", "nothing"])
def test_a_table_divided_by_any_type_reads_back(
    engine: DuckDbEngine, tmp_path: Path, release_format: ReleaseFormat, column: str
) -> None:
    content = everything()
    written(engine, content, tmp_path / "data", release_format, Division((column,), rows_per_file=3))
    found = read_again(engine, DataSource(str(tmp_path / "data"), csv=RELEASE_CSV))
    assert found.column_names == [*(name for name in content.column_names if name != column), column]
    told = as_text(engine, content)
    assert in_any_order(as_text(engine, found), content.column_names) == in_any_order(told, content.column_names)


@BOTH
@pytest.mark.parametrize("name", ["a/b", "..", "=", "%", "größe", ".x", "*", "a\nb"])
def test_a_table_divided_by_a_column_of_a_hostile_name_reads_back(
    engine: DuckDbEngine, tmp_path: Path, release_format: ReleaseFormat, name: str
) -> None:
    content = pa.table({name: [*TEXTS, None], "n": [str(i) for i in range(len(TEXTS) + 1)]})
    written(engine, content, tmp_path / "data", release_format, Division((name,)))
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    found = read_again(engine, DataSource(str(tmp_path / "data"), csv=RELEASE_CSV))
    assert in_any_order(found, [name, "n"]) == in_any_order(content, [name, "n"])


def test_what_duckdb_reads_from_such_folders_is_the_same(engine: DuckDbEngine, tmp_path: Path) -> None:
    texts: list[str | None] = [text for text in TEXTS if text.upper() != "NULL"]  # which DuckDB takes for missing
    content = pa.table({"place": [*texts, None], "n": range(len(texts) + 1)})
    written(engine, content, tmp_path / "data", ReleaseFormat.PARQUET, Division(("place",)))
    query = f"from read_parquet('{tmp_path}/data/**/*.parquet', hive_partitioning=true, hive_types_autocast=false)"
    found = duckdb.sql(query).to_arrow_table()
    assert in_any_order(found, ["place", "n"]) == in_any_order(content, ["place", "n"])


@BOTH
def test_row_groups_and_bytes_do_not_show_how_rows_came(
    engine: DuckDbEngine, tmp_path: Path, release_format: ReleaseFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = 5_000
    content = pa.table({"n": range(rows), "t": [f"text {i % 7}" for i in range(rows)]})
    written(engine, content, tmp_path / "data", release_format, Division(rows_per_file=3_000))
    monkeypatch.setattr("bauta.engines.writers.parquet.ROWS_IN_A_GROUP", 700)
    written(engine, content, tmp_path / "again", release_format, Division(rows_per_file=3_000))
    for path in (tmp_path / "data").iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes()


def test_zeros_of_both_signs_share_a_folder(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table({"x": [-0.0, 0.0, -0.0], "n": [1, 2, 3]})
    assert written(engine, content, tmp_path / "data", ReleaseFormat.CSV, Division(("x",))) == [
        ("x=0.0/part-00001.csv", 3)
    ]


def test_only_texts_of_its_own_rows_are_in_a_file(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table({"sex": ["F", "M"], "note": ["only hers", "only his"]})
    written(engine, content, tmp_path / "data", ReleaseFormat.PARQUET, Division(("sex",)))
    assert pq.ParquetFile(tmp_path / "data" / "sex=F" / "part-00001.parquet").read().to_pydict() == {
        "note": ["only hers"]
    }
    assert b"only his" not in (tmp_path / "data" / "sex=F" / "part-00001.parquet").read_bytes()


# ---- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("release_format", [ReleaseFormat.XPT, ReleaseFormat.SAV, ReleaseFormat.DTA])
def test_formats_of_whole_tables_are_not_divided(release_format: ReleaseFormat) -> None:
    check_divisible(Division(), release_format)
    with pytest.raises(FormatNotDivided, match="--rows-per-file has no place"):
        check_divisible(Division(rows_per_file=1_000), release_format)
    with pytest.raises(FormatNotDivided, match="--partition-by has no place"):
        check_divisible(Division(("sex",), 1_000), release_format)


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        (("age",), "'age': it is not in the release"),
        (("sex", "sex"), "'sex': it is named twice"),
        (("",), "without a name"),
        (("sex", "zip", ""), "without a name"),
    ],
)
def test_columns_that_cannot_divide_a_release(columns: tuple[str, ...], why: str) -> None:
    with pytest.raises(PartitionInvalid, match=why):
        check_partitions(Division(columns), ["sex", "zip", ""])


def test_something_must_be_left_in_the_files() -> None:
    with pytest.raises(PartitionInvalid, match="'sex', 'zip': no column would be left"):
        check_partitions(Division(("sex", "zip")), ["zip", "sex"])


def test_too_many_folders_are_refused_before_anything_is_written(
    engine: DuckDbEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("bauta.engines.sql_releasing", "bauta.engines.division"):
        monkeypatch.setattr(f"{module}.MOST_FILES", 50)
    content = pa.table({"id": [f"P{i}" for i in range(51)], "n": range(51)})
    with pytest.raises(TooManyFiles):
        written(engine, content, tmp_path / "data", ReleaseFormat.CSV, Division(("id",)))
    assert not list(tmp_path.iterdir())


def test_a_value_too_long_for_a_folder_is_refused_before_anything_is_written(
    engine: DuckDbEngine, tmp_path: Path
) -> None:
    content = pa.table({"note": ["short", "secret " * 100], "n": [1, 2]})
    with pytest.raises(FolderNameTooLong):
        written(engine, content, tmp_path / "data", ReleaseFormat.CSV, Division(("note",)))
    assert not list(tmp_path.iterdir())


# ---- what goes wrong -------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("number", "error"), [(errno.ENOSPC, DiskFull), (errno.EIO, OutputFailed), (errno.ENAMETOOLONG, OutputFailed)]
)
def test_a_file_that_cannot_be_written_is_told_without_a_value(
    engine: DuckDbEngine,
    tmp_path: Path,
    release_format: ReleaseFormat,
    number: int,
    error: type[BautaError],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the middle, with the rows still coming; the connection is free afterwards."""
    rows = 300_000
    content = pa.table({"sex": ["Secret F", "Secret M"] * (rows // 2), "n": range(rows)})
    _fail(monkeypatch, "Secret M", OSError(number, "No"))
    with pytest.raises(error) as told:
        written(engine, content, tmp_path / "data", release_format, Division(("sex",), 100_000))
    assert "Secret" not in str(told.value)
    assert engine.count_rows(engine.open(pa.table({"a": [1, 2]}))) == 2


def _fail(monkeypatch: pytest.MonkeyPatch, at: str, error: OSError) -> None:
    for name in ("write_csv", "write_parquet_rows"):
        right: Callable[..., None] = getattr(parts, name)

        def wrong(*given: Any, right: Callable[..., None] = right, **options: Any) -> None:
            right(*given, **options)
            if any(at in str(one) for one in given if isinstance(one, Path)):
                raise error

        monkeypatch.setattr(parts, name, wrong)


@BOTH
@pytest.mark.parametrize("counted", [9, 11])
def test_rows_that_come_or_go_while_they_are_written_are_noticed(
    engine: DuckDbEngine, tmp_path: Path, release_format: ReleaseFormat, counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DuckDbEngine, "_number", lambda *_: counted)
    with pytest.raises(InputChanged):
        written(engine, pa.table({"n": range(10)}), tmp_path / "data", release_format, Division(rows_per_file=4))


@BOTH
def test_what_goes_wrong_where_rows_come_from_is_what_is_told(tmp_path: Path, release_format: ReleaseFormat) -> None:
    schema = pa.schema([("n", pa.int64())])

    def batches() -> Any:
        yield pa.record_batch([pa.array(range(5))], schema=schema)
        raise DiskFull()

    rows = pa.RecordBatchReader.from_batches(schema, batches())
    files = [PartFile(PurePosixPath(f"part-{n}"), 4) for n in (1, 2)]
    with DuckDbEngine() as engine, pytest.raises(DiskFull):
        parts.write_parts(
            engine._connection, rows, files, ["n"], tmp_path / "data", release_format,
            labels={}, delimiter=",", texts={}, shown_path="x",
        )  # fmt: skip
