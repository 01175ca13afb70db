"""SQLite files and a PostgreSQL server."""

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import BautaError, DatabaseRefused, HeaderOnly, NotATable, TableMissing
from bauta.model.assessment import Assessment
from bauta.model.source import DataSource

Sqlite = Callable[..., DataSource]


def places(assessment: Assessment) -> list[tuple[int, ...]]:
    return [place.rows for place in assessment.smallest_classes]


@pytest.fixture
def sqlite(tmp_path: Path) -> Sqlite:
    """Makes a table with one column and says where the file is."""

    def make(column: str, values: Iterable[Any], *further: str) -> DataSource:
        path = tmp_path / "data.sqlite"
        with sqlite3.connect(path) as connection:
            connection.execute(f"CREATE TABLE t ({column})")
            name = column.split(maxsplit=1)[0]
            connection.executemany(f"INSERT INTO t ({name}) VALUES (?)", ((value,) for value in values))
            for statement in further:
                connection.execute(statement)
        connection.close()
        return DataSource(str(path))

    return make


def test_the_only_table_need_not_be_named(measured: Callable[..., Assessment], sqlite: Sqlite) -> None:
    assert places(measured(sqlite("v TEXT", ["a", "a", "b"]), "v")) == [(3,), (1, 2)]


def test_tables_of_sqlite_itself_are_not_counted(measured: Callable[..., Assessment], sqlite: Sqlite) -> None:
    """AUTOINCREMENT makes a table sqlite_sequence, ANALYZE one called sqlite_stat1."""
    source = sqlite(
        "v TEXT, id INTEGER PRIMARY KEY AUTOINCREMENT", ["a", "a", "b"], "CREATE INDEX i ON t (v)", "ANALYZE"
    )
    assert places(measured(source, "v")) == [(3,), (1, 2)]


def test_one_of_several_tables_must_be_named(measured: Callable[..., Assessment], sqlite: Sqlite) -> None:
    source = sqlite("v TEXT", ["a"], "CREATE TABLE visits (w TEXT)", "CREATE VIEW adults AS SELECT * FROM t")
    with pytest.raises(TableMissing, match=r"has 3 tables.*'adults', 't', 'visits'"):
        measured(source, "v")
    assert measured(DataSource(source.location, table="adults"), "v").records == 1
    with pytest.raises(HeaderOnly):
        measured(DataSource(source.location, table="visits"), "w")
    with pytest.raises(TableMissing, match="has no table 'nowhere'"):
        measured(DataSource(source.location, table="nowhere"), "v")


@pytest.mark.parametrize(
    "values",
    [
        [None] * 3000 + ["x"],
        [1] * 3000 + ["x"],
        [1] * 3000 + [2.5],
        [1.5] * 3000 + ["x"],
        ["x"] * 3000 + [1],
        [1] * 3 + ["x"],
    ],
    ids=[
        "text after many missing", "text after many numbers", "a fraction after many numbers",
        "text after many fractions", "a number after much text", "text after few numbers",
    ],
)  # fmt: skip
def test_a_column_may_change_its_kind_far_down(
    values: list[Any], measured: Callable[..., Assessment], sqlite: Sqlite
) -> None:
    """SQLite lets every cell have its own type, and the driver guesses from the first thousand rows."""
    assessment = measured(sqlite("v", values), "v")
    assert assessment.records == len(values)
    assert assessment.classes == 2
    assert places(assessment)[0] == (len(values),)


def test_a_file_that_is_no_database_is_refused(engine: DuckDbEngine, tmp_path: Path) -> None:
    path = tmp_path / "data.sqlite"
    path.write_text("id,zip\n1,2\n")
    with pytest.raises(NotATable):
        engine.open(DataSource(str(path)))


def test_a_damaged_database_is_refused_in_our_own_words(engine: DuckDbEngine, sqlite: Sqlite) -> None:
    source = sqlite("v TEXT", [f"value {i}" for i in range(5000)])
    path = Path(source.location)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * len(content[4096:])
    path.write_bytes(content)
    with pytest.raises(BautaError):
        engine.open(source)


def test_opening_a_database_does_not_read_it_whole_into_memory(
    engine: DuckDbEngine, sqlite: Sqlite, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = sqlite("v TEXT", ["a"])

    def refuse(_: Path) -> bytes:
        raise AssertionError("the whole file was read")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    engine.open(source)


# ---- PostgreSQL ------------------------------------------------------------------------------------------------

TYPES = {
    "text": ("text", "('é'), ('é'), ('')"),
    "numbers of one scale": ("numeric(5, 2)", "(1.5), (1.50), (2)"),
    "numbers of any scale": ("numeric", "(1.5), (1.50), (2)"),
    "small numbers": ("smallint", "(-32768), (-32768), (32767)"),
    "whole numbers": ("integer", "(7), (7), (NULL)"),
    "large numbers": ("bigint", "(9223372036854775807), (9223372036854775807), (1)"),
    "single precision": ("real", "(0.1), (0.1), ('NaN')"),
    "yes and no": ("boolean", "(true), (true), (false)"),
    "dates": ("date", "('2020-02-29'), ('2020-02-29'), (NULL)"),
    "moments": ("timestamp", "('2020-01-01 10:00'), ('2020-01-01 10:00'), (NULL)"),
    "moments with a time zone": ("timestamptz", "('2020-01-01 10:00+00'), ('2020-01-01 12:00+02'), (NULL)"),
    "times": ("time", "('10:00'), ('10:00'), ('11:00')"),
    "intervals": ("interval", "('1 day'), ('1 day'), ('2 days')"),
    "padded text": ("char(5)", "('M'), ('M '), ('F')"),
    "uuid": ("uuid", f"('{'1' * 32}'), ('{'1' * 32}'), (NULL)"),
    "json": ("jsonb", """('{"a": 1}'), ('{"a":1}'), ('[]')"""),
    "lists": ("integer[]", "('{1,2}'), ('{1,2}'), ('{}')"),
    "addresses": ("inet", "('10.0.0.1'), ('10.0.0.1'), ('10.0.0.2')"),
    "bytes": ("bytea", "('\\x01'), ('\\x01'), ('\\x02')"),
}


@pytest.mark.parametrize(("kind", "values"), TYPES.values(), ids=TYPES.keys())
def test_values_that_are_equal_in_postgresql_are_in_one_class(
    kind: str, values: str, measured: Callable[..., Assessment], postgresql: Callable[..., DataSource]
) -> None:
    assert places(measured(postgresql(f"v {kind}", values), "v")) == [(3,), (1, 2)]


def test_a_column_called_rowid_does_not_number_the_rows(
    measured: Callable[..., Assessment], postgresql: Callable[..., DataSource]
) -> None:
    assert places(measured(postgresql("v text, rowid integer", "('a', 70), ('a', 80), ('b', 90)"), "v")) == [
        (3,),
        (1, 2),
    ]


def test_strange_names_of_schemas_tables_and_columns_are_read(
    measured: Callable[..., Assessment], postgresql: Callable[..., DataSource]
) -> None:
    source = postgresql('"Zip; DROP" text, "zip; drop" text', "('a', 'b')", name='clinic."Odd table; --"')
    assert measured(source, "Zip; DROP", "zip; drop").records == 1


def test_a_table_must_be_named_where_there_are_several(
    engine: DuckDbEngine, postgresql: Callable[..., DataSource]
) -> None:
    source = postgresql("v text", "('a')")
    postgresql("v text", "('a')", name="clinic.visits")
    with pytest.raises(TableMissing, match=r"clinic\.patients.*clinic\.visits"):
        engine.open(DataSource(source.location))
    with pytest.raises(TableMissing, match="no table 'patients'"):
        engine.open(DataSource(source.location, table="patients"))


def test_an_empty_table_is_refused(engine: DuckDbEngine, postgresql: Callable[..., DataSource]) -> None:
    source = postgresql("v text", "('a')")
    postgresql("v text", "('a')", name="clinic.visits")
    import adbc_driver_postgresql.dbapi

    with (
        adbc_driver_postgresql.dbapi.connect(source.location, autocommit=True) as connection,
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM clinic.visits")
    with pytest.raises(HeaderOnly):
        engine.open(DataSource(source.location, table="clinic.visits"))


def test_a_server_that_is_not_there_is_refused_without_the_password(engine: DuckDbEngine, tmp_path: Path) -> None:
    with pytest.raises(DatabaseRefused) as caught:
        engine.open(DataSource(f"postgresql://me:secret@/nowhere?host={tmp_path}&password=hidden"))
    assert "secret" not in str(caught.value)
    assert "hidden" not in str(caught.value)
