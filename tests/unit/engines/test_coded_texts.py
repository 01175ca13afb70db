"""Texts as codes: what is read back is what was told, and nothing else is in the file."""

import errno
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauta.engines.coded_texts import MOST_TEXTS, coded_texts, only_used
from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.release import AsTheyStand, ClassSuppression, KeptColumn, MappedColumn, QuasiColumn, ReleasePlan
from bauta.model.transformations import ReleaseFormat
from bauta.transform.shuffle import draw_order_keys
from drawing import draws_of

TEXTS = st.lists(st.one_of(st.none(), st.text(max_size=4)), max_size=30)


def quasi(told: list[str | None], kind: pa.DataType | None = None) -> QuasiColumn:
    return QuasiColumn("v", pa.array(range(len(told))), pa.array(told, kind or pa.string()), np.arange(len(told)), 0)


@given(TEXTS, st.sampled_from([pa.string(), pa.large_string()]), st.one_of(st.none(), st.just("*")))
def test_codes_stand_for_the_texts_they_were_made_of(told, kind, suppressed):
    coded = coded_texts(quasi(told, kind), suppressed)
    if not any(text is not None for text in told):
        assert coded is None
        return
    assert [None if code is None else coded.texts[code].as_py() for code in coded.codes.to_pylist()] == told
    assert coded.texts.to_pylist() == sorted({text for text in told if text is not None} | ({suppressed} - {None}))
    assert (None if coded.suppressed is None else coded.texts[coded.suppressed].as_py()) == suppressed


@given(st.lists(st.one_of(st.none(), st.integers(0, 9)), max_size=40), st.integers(0, 5))
def test_a_dictionary_holds_what_occurs_and_nothing_else(codes, offset):
    texts = pa.array([f"text {i}" for i in range(10)])
    column = pa.array(codes, pa.int16()).slice(offset)
    written = only_used(column, texts)
    assert written.to_pylist() == [None if code is None else f"text {code}" for code in codes[offset:]]
    assert written.dictionary.to_pylist() == [f"text {i}" for i in range(10) if i in codes[offset:]]


def test_columns_without_texts_or_with_very_many_stay_as_they_are():
    many = [str(i) for i in range(MOST_TEXTS)]
    assert coded_texts(quasi(many), None) is None
    assert coded_texts(quasi(many[:-1]), None) is not None
    assert coded_texts(QuasiColumn("v", pa.array([1, 2]), None, np.arange(2), 0), "*") is None
    assert coded_texts(KeptColumn("v"), "*") is None


def test_what_everybody_suppressed_had_is_nowhere_in_the_file(tmp_path: Path):
    rows = 1_000
    regions = ["north"] * (rows - 3) + ["nowhere else"] * 3
    with DuckDbEngine() as engine:
        data = engine.open(pa.table({"region": regions, "note": ["x"] * rows}))
        told = pa.array(["told north", "told nowhere else"])
        column = QuasiColumn("region", pa.array(["north", "nowhere else"]), told, np.array([0, 1]), 0)
        mapped = MappedColumn("note", pa.array(["x"]), pa.array(["y"]))
        plan = ReleasePlan(
            (column, mapped),
            draw_order_keys(rows, draws_of(1)),
            classes=ClassSuppression(np.array([[1]]), np.array([True])),
        )
        file = tmp_path / "data.parquet"
        engine.write(engine.release(data, plan), file, ReleaseFormat.PARQUET, labels={}, delimiter=",")
    assert pq.read_schema(file).types == [pa.string(), pa.string()]
    assert pq.read_table(file).to_pydict() == {"region": ["told north"] * (rows - 3), "note": ["y"] * (rows - 3)}
    assert duckdb.sql(f"select count(*) from '{file}' where region = 'told north' and note = 'y'").fetchall() == [
        (997,)
    ]
    plain = pq.ParquetFile(file).metadata.row_group(0).column(0)
    assert plain.statistics.max == "told north"
    with pq.ParquetFile(file, read_dictionary=["region"]) as content:
        assert content.read().column("region").chunk(0).dictionary.to_pylist() == ["told north"]


def test_a_disk_that_fills_while_a_parquet_file_is_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """An unfinished query blocks its connection, and what is set back afterwards must not hide the reason."""
    from bauta.engines.writers import parquet
    from bauta.errors import DiskFull

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parquet, "only_used", no_room)
    rows = 300_000
    with DuckDbEngine() as engine:
        data = engine.open(pa.table({"sex": ["F", "M"] * (rows // 2)}))
        column = QuasiColumn("sex", pa.array(["F", "M"]), None, np.array([0, 1]), 0)
        released = engine.release(data, ReleasePlan((column,), AsTheyStand(rows)))
        with pytest.raises(DiskFull):
            engine.write(released, tmp_path / "data.parquet", ReleaseFormat.PARQUET, labels={}, delimiter=",")
        assert engine.count_rows(data) == rows
    assert not list(tmp_path.iterdir())
