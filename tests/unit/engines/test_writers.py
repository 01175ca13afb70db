"""A release is written so that reading it again gives the same rows, names and types, as far as the format has them."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from release_tables import TEXTS, as_text, everything, read_again, release
from sqlglot import exp
from test_strange_names import STRANGE_NAMES

from bauta.engines import sql
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.labels import read_labels
from bauta.engines.writers import check_format, default_format, write_table
from bauta.errors import BautaError, DiskFull, FormatCannotHold, OutputFailed
from bauta.model.labels import ColumnLabels
from bauta.model.source import DataSource
from bauta.model.transformations import ReleaseFormat

FORMATS = list(ReleaseFormat)
HOSTILE = ["a", "A", "", *STRANGE_NAMES, "x" * 5000, "1999-01-01", "\ufeffmark"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data.csv"


# ---- CSV -------------------------------------------------------------------------------------------------------


def test_a_csv_release_reads_back_as_it_was(engine: DuckDbEngine, path: Path) -> None:
    content = everything()
    assert read_again(engine, release(engine, content, path, ReleaseFormat.CSV)) == as_text(engine, content)


def test_a_csv_release_needs_no_telling_how_it_is_written(engine: DuckDbEngine, path: Path) -> None:
    content = everything()
    release(engine, content, path, ReleaseFormat.CSV)
    assert read_again(engine, DataSource(str(path))) == as_text(engine, content)


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_a_csv_release_can_keep_the_delimiter_of_its_source(engine: DuckDbEngine, path: Path, delimiter: str) -> None:
    content = everything()
    release(engine, content, path, ReleaseFormat.CSV, delimiter=delimiter)
    assert read_again(engine, DataSource(str(path))) == as_text(engine, content)


def test_a_csv_release_is_utf_8_with_line_feeds_and_quotes_where_needed(engine: DuckDbEngine, path: Path) -> None:
    content = pa.table({"é": ["a,b", 'q"q', None, "l\nm"], "n": [1, 2, 3, None]})
    release(engine, content, path, ReleaseFormat.CSV)
    assert path.read_bytes() == '"é","n"\n"a,b",1\n"q""q",2\n,3\n"l\nm",\n'.encode()


def test_a_missing_value_of_an_only_column_is_not_an_empty_line(engine: DuckDbEngine, path: Path) -> None:
    content = pa.table({"zip": ["02139", None, None, "1,5"]})
    source = release(engine, content, path, ReleaseFormat.CSV)
    assert path.read_bytes() == b'"zip"\n"02139"\n""\n""\n"1,5"\n'
    assert read_again(engine, source) == content
    assert read_again(engine, DataSource(str(path))) == content


def test_an_only_column_of_numbers_reads_back(engine: DuckDbEngine, path: Path) -> None:
    content = pa.table({"age": [None, 7, None]})
    assert read_again(engine, release(engine, content, path, ReleaseFormat.CSV)) == as_text(engine, content)


def test_hostile_names_are_written_exactly_to_csv(engine: DuckDbEngine, path: Path) -> None:
    content = pa.table([pa.array(["x", f"{i}"]) for i in range(len(HOSTILE))], names=HOSTILE)
    found = read_again(engine, release(engine, content, path, ReleaseFormat.CSV))
    expected = [name or f"column_{i}" for i, name in enumerate(HOSTILE, start=1)]  # readers number empty names
    assert found.column_names == expected
    assert [column.to_pylist() for column in found.columns] == [column.to_pylist() for column in content.columns]


def test_a_csv_release_without_rows_is_its_header(engine: DuckDbEngine, path: Path) -> None:
    empty = exp.select(sql.named(exp.cast(exp.Literal.number(1), "int"), "c0")).where(exp.false())
    write_table(engine._connection, empty, ["v"], path, ReleaseFormat.CSV)
    assert path.read_bytes() == b'"v"\n'


def test_text_with_zero_bytes_is_refused_by_the_name_of_its_column(engine: DuckDbEngine, path: Path) -> None:
    content = pa.table({"fine": ["x"], "note": ["secret\x00"]})
    for release_format in (ReleaseFormat.CSV, ReleaseFormat.SAV, ReleaseFormat.XPT, ReleaseFormat.DTA):
        with pytest.raises(FormatCannotHold, match="zero bytes: 'note'") as caught:
            release(engine, content, path, release_format)
        assert "secret" not in str(caught.value)
        assert not path.exists()


cells = st.none() | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1)


@st.composite
def text_tables(draw: st.DrawFn) -> pa.Table:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    names = draw(st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1),
                          min_size=width, max_size=width, unique=True))  # fmt: skip
    columns = [draw(st.lists(cells, min_size=height, max_size=height)) for _ in range(width)]
    return pa.table([pa.array(column, pa.string()) for column in columns], names=names)


@given(content=text_tables())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("release_format", [ReleaseFormat.CSV, ReleaseFormat.PARQUET])
def test_any_text_under_any_names_reads_back(
    release_format: ReleaseFormat, content: pa.Table, tmp_path_factory: Any
) -> None:
    path = tmp_path_factory.mktemp("release") / f"data.{release_format}"
    with DuckDbEngine() as engine:
        found = read_again(engine, release(engine, content, path, release_format))
        assert found.column_names == content.column_names
        assert found.to_pydict() == content.to_pydict()


# ---- Parquet ---------------------------------------------------------------------------------------------------


def test_a_parquet_release_keeps_names_types_and_values(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = everything()
    release(engine, content, tmp_path / "data.parquet", ReleaseFormat.PARQUET)
    assert pq.read_table(tmp_path / "data.parquet") == content


def test_hostile_names_are_written_exactly_to_parquet(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table([pa.array(["x", f"{i}"]) for i in range(len(HOSTILE))], names=HOSTILE)
    source = release(engine, content, tmp_path / "data.parquet", ReleaseFormat.PARQUET)
    assert read_again(engine, source) == content


@given(columns=st.lists(
    st.tuples(st.just(pa.int64()), st.lists(st.none() | st.integers(-(2**63), 2**63 - 1), min_size=3, max_size=3))
    | st.tuples(st.just(pa.float64()), st.lists(st.none() | st.floats(allow_nan=False), min_size=3, max_size=3))
    | st.tuples(st.just(pa.bool_()), st.lists(st.none() | st.booleans(), min_size=3, max_size=3))
    | st.tuples(st.just(pa.date32()), st.lists(st.none() | st.dates(), min_size=3, max_size=3))
    | st.tuples(st.just(pa.timestamp("us")), st.lists(st.none() | st.datetimes(), min_size=3, max_size=3)),
    min_size=1, max_size=4))  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_any_typed_column_reads_back_from_parquet(columns: list[tuple[pa.DataType, list[Any]]], tmp_path_factory: Any):
    path = tmp_path_factory.mktemp("release") / "data.parquet"
    content = pa.table([pa.array(values, kind) for kind, values in columns], [f"v{i}" for i in range(len(columns))])
    with DuckDbEngine() as engine:
        release(engine, content, path, ReleaseFormat.PARQUET)
    assert pq.read_table(path).to_pydict() == content.to_pydict()


def test_a_parquet_release_says_nothing_beside_its_columns(engine: DuckDbEngine, tmp_path: Path) -> None:
    path = tmp_path / "data.parquet"
    release(engine, everything(), path, ReleaseFormat.PARQUET)
    footer = pq.read_metadata(path)
    assert set(footer.metadata) == {b"ARROW:schema"}
    assert pq.read_schema(path).metadata is None
    assert footer.created_by.startswith("parquet-cpp-arrow")
    assert str(tmp_path).encode() not in path.read_bytes()


def test_column_labels_of_a_parquet_release_are_kept(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table({"sex": ["F"], "age": [7]})
    labels = {"sex": ColumnLabels("Sex at birth")}
    source = release(engine, content, tmp_path / "data.parquet", ReleaseFormat.PARQUET, labels=labels)
    assert read_labels(source) == labels


# ---- all formats -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("release_format", FORMATS)
def test_rows_keep_the_order_of_the_query(release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path) -> None:
    rows = 300_000 if release_format in {ReleaseFormat.CSV, ReleaseFormat.PARQUET} else 20_000
    data = engine.open(pa.table({"n": list(range(rows)), "key": [(i * 7919) % rows for i in range(rows)]}))
    query = exp.select(sql.column("c0"), sql.column("c1")).from_(sql.table(data.relation)).order_by(sql.column("c1"))
    path = tmp_path / f"data.{release_format}"
    write_table(engine._connection, query, ["n", "key"], path, release_format)
    found = read_again(engine, DataSource(str(path)))
    assert [int(value) for value in found.column("key").to_pylist()] == list(range(rows))


@pytest.mark.parametrize("release_format", FORMATS)
def test_the_same_rows_make_the_same_bytes(release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path) -> None:
    content = everything().slice(0, 5)
    one, other = tmp_path / "one", tmp_path / "other"
    release(engine, content, one, release_format)
    release(engine, content, other, release_format)
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("release_format", FORMATS)
def test_a_release_is_readable_by_its_owner_only_until_it_is_handed_over(
    release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    release(engine, pa.table({"v": [1]}), tmp_path / "data", release_format)
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("release_format", FORMATS)
def test_a_place_that_cannot_be_written_is_refused(
    release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    content = pa.table({"v": [1]})
    with pytest.raises(OutputFailed, match="no such file"):
        release(engine, content, tmp_path / "nowhere" / "data", release_format)
    (tmp_path / "there").write_text("precious")
    with pytest.raises(OutputFailed, match="exists"):
        release(engine, content, tmp_path / "there", release_format)
    assert (tmp_path / "there").read_text() == "precious"


@pytest.mark.parametrize("release_format", FORMATS)
def test_a_file_the_system_does_not_take_whole_is_an_error_and_leaves_nothing(
    release_format: ReleaseFormat, tmp_path: Path
) -> None:
    """Files may grow to 64 KB, so that writing ends as on a full disk, which one library does not notice."""
    program = f"""
        import resource, sys
        from pathlib import Path
        import polars, pyarrow as pa, pyarrow.parquet, pyreadstat
        from bauta.engines.duckdb import DuckDbEngine
        from bauta.errors import BautaError
        from bauta.model.transformations import ReleaseFormat
        sys.path.insert(0, {str(Path(__file__).parent)!r})
        from release_tables import release
        with DuckDbEngine() as engine:
            content = pa.table({{"v": [str(i * 7919 % 100_003) for i in range(100_000)]}})
            resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
            try:
                release(engine, content, Path({str(tmp_path / "data")!r}), ReleaseFormat({str(release_format)!r}))
            except BautaError as error:
                print(type(error).__name__)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=False)
    assert done.stdout.strip() in {"DiskFull", "OutputFailed"}, done.stderr
    assert os.listdir(tmp_path) == []


def test_a_full_disk_is_called_a_full_disk(engine: DuckDbEngine) -> None:
    from bauta.engines.writers.csv import write_csv
    from bauta.engines.writers.new_file import _explained
    from bauta.engines.writers.parquet import write_parquet

    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full, which only Linux has")
    data = engine.open(pa.table({"v": list(range(100_000))}))
    query = exp.select(exp.Star()).from_(sql.table(data.relation))
    with pytest.raises(DiskFull), _explained(full):
        write_csv(engine._connection, query, ["v"], full)
    with pytest.raises(DiskFull), _explained(full):
        write_parquet(engine._connection, query, ["v"], full, {}, {})


def test_an_error_in_the_rows_leaves_no_file(engine: DuckDbEngine, tmp_path: Path) -> None:
    broken = exp.select(sql.named(sql.call("error", sql.text("in the rows")), "c0"))
    for release_format in FORMATS:
        with pytest.raises(Exception, match="in the rows") as caught:
            write_table(engine._connection, broken, ["v"], tmp_path / "data", release_format)
        assert not isinstance(caught.value, BautaError)
    assert os.listdir(tmp_path) == []


SOURCES = {
    "a.csv": "csv", "a.tsv": "csv", "a.csv.gz": "csv", "A.PARQUET": "parquet", "a.pq": "parquet", "a.xpt": "xpt",
    "a.sas7bdat": "xpt", "a.sav": "sav", "a.zsav": "sav", "a.por": "sav", "a.dta": "dta", "a.xlsx": "csv",
    "a.sqlite": "csv", "postgresql://host/data.dta": "csv",
}  # fmt: skip


@pytest.mark.parametrize(("location", "expected"), SOURCES.items())
def test_a_release_has_the_format_of_its_source_or_the_nearest(location: str, expected: str) -> None:
    assert default_format(DataSource(location)) == ReleaseFormat(expected)


def test_any_names_will_do_for_csv_and_parquet() -> None:
    check_format(ReleaseFormat.CSV, HOSTILE)
    check_format(ReleaseFormat.PARQUET, HOSTILE)


def test_the_texts_tried_here_are_worth_trying() -> None:
    assert all(mark in json.dumps(TEXTS) for mark in (",", ";", "\\n", "\\r", "'", '\\"', "\\\\"))
