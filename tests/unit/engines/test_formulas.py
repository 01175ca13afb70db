"""Formulas of spreadsheets: one rule in Python and in SQL, and what is escaped is read again as it was."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bauta.engines.division import Division
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.engine import Engine
from bauta.engines.release import AsTheyStand, KeptColumn, ReleasePlan
from bauta.engines.writers import ESCAPED_CSV, RELEASE_CSV
from bauta.model.formulas import escaped, is_formula, unescaped
from bauta.model.source import DataSource
from bauta.model.transformations import ReleaseFormat

RUN = ["=1+1", "=cmd|' /C calc'!A0", "+49 30 1234", "-1-2", "-20--11", "@SUM(A1)", "\tx", "\r=1", "＝1", "-3\n", "+/-"]
HARMLESS = ["-3.5", "+4", "-1,234.5", "-.5", "+1e-5", "-", "++", "--", "=", "@", "", "a=1", " =1", "1-2", "'", "it's"]
ODD = st.text(alphabet="'=+-@\t\r\n0159.,eE a=\u2028\x85", max_size=8)


@pytest.mark.parametrize("text", RUN)
def test_what_a_spreadsheet_runs_is_found(text):
    assert is_formula(text)
    assert escaped(text) == "'" + text
    assert not is_formula(escaped(text))


@pytest.mark.parametrize("text", HARMLESS)
def test_numbers_and_signs_alone_are_left(text):
    assert not is_formula(text)
    assert escaped(text) == text


@given(ODD)
def test_escaping_can_be_undone(text):
    """So two different values never become one, and a class is the same people before and after."""
    assert unescaped(escaped(text)) == text
    assert not is_formula(escaped(text))


def check_engine(engine: Engine, texts: list[str], folder) -> None:
    """The engine finds, escapes and reads as Python does, in one file and in several."""
    table = pa.table({"=name": texts, "kept": ["x"] * len(texts)})
    data = engine.open(table)
    released = engine.release(data, ReleasePlan((KeptColumn("=name"), KeptColumn("kept")), AsTheyStand(len(texts))))
    file, place = folder / "data.csv", folder / "parts"
    options = {"labels": {}, "delimiter": ",", "escape_formulas": True}
    engine.write(released, file, ReleaseFormat.CSV, **options)
    engine.write_files(released, place, ReleaseFormat.CSV, Division(("kept",)), **options)
    # To an engine an empty text is missing, in whatever source.
    given_texts = [text or None for text in texts]
    for source in (file, place):
        own = engine.open(DataSource(str(source), csv=ESCAPED_CSV))
        assert own.names == ("=name", "kept")
        assert engine.rows_of(own, ["=name"]).column(0).to_pylist() == given_texts
        raw = engine.open(DataSource(str(source), csv=RELEASE_CSV))
        assert raw.names == ("'=name", "kept")
        assert engine.rows_of(raw, ["'=name"]).column(0).to_pylist() == [text and escaped(text) for text in given_texts]
        assert engine.count_formulas(raw)["'=name"] == 0
    assert engine.count_formulas(data) == {"=name": sum(map(is_formula, texts)), "kept": 0}


@settings(max_examples=20, deadline=None)
@given(texts=st.lists(ODD, min_size=2, max_size=12))
def test_duckdb_does_the_same(texts, tmp_path_factory):
    with DuckDbEngine() as engine:
        check_engine(engine, texts, tmp_path_factory.mktemp("formulas"))


def test_duckdb_does_the_same_for_the_known_ones(tmp_path):
    with DuckDbEngine() as engine:
        check_engine(engine, [*RUN, *HARMLESS], tmp_path)


def test_many_columns_are_counted_in_several_queries():
    table = pa.table({f"c{i}": ["=1", "x"] for i in range(120)})
    with DuckDbEngine() as engine:
        assert engine.count_formulas(engine.open(table)) == {f"c{i}": 1 for i in range(120)}
