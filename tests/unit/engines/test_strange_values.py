"""Types and values at the edge: classes are counted, missing is missing, and nothing stops with a traceback."""

import datetime as dt
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import BautaError, HeaderOnly, UnsupportedFrame
from bauta.model.assessment import Assessment
from bauta.model.roles import VariableType

NAN = float("nan")
SAME_SAME_OTHER = [(3,), (1, 2)]

COLUMNS: dict[str, Any] = {
    "booleans": pa.array([True, True, False]),
    "booleans with a missing": pa.array([True, True, None]),
    "all missing but typed": pa.array([None, None, "x"], pa.string()),
    "small whole numbers": pa.array([-100, -100, 100], pa.int8()),
    "shorter whole numbers": pa.array([-20000, -20000, 20000], pa.int16()),
    "largest whole numbers": pa.array([2**64 - 1, 2**64 - 1, 2**64 - 2], pa.uint64()),
    "whole numbers far apart": pa.array([-(2**63), -(2**63), 2**63 - 1]),
    "decimals": pa.array([Decimal("1.10"), Decimal("1.10"), Decimal("1.11")]),
    "long decimals": pa.array([Decimal(10**30), Decimal(10**30), Decimal(1)], pa.decimal128(38, 0)),
    "single precision": pa.array([0.1, 0.1, 0.2], pa.float32()),
    "zero and minus zero": pa.array([0.0, -0.0, 1.0]),
    "infinite": pa.array([float("inf"), float("inf"), 1.0]),
    "not a number": pa.array([NAN, NAN, 1.0]),
    "not a number is missing": pa.array([NAN, None, 1.0]),
    "empty text is missing": pa.array(["", None, "x"]),
    "blank text is not missing": pa.array([" ", " ", ""]),
    "dates": pa.array([dt.date(1900, 1, 1)] * 2 + [dt.date(2100, 12, 31)]),
    "timestamps": pa.array([dt.datetime(2020, 1, 1, 10)] * 2 + [dt.datetime(2020, 1, 1, 10, 0, 0, 1)]),
    "timestamps in nanoseconds": pa.array([1, 1, 2], pa.timestamp("ns")),
    "timestamps in seconds": pa.array([1, 1, 2], pa.timestamp("s")),
    "timestamps with a time zone": pa.array([1, 1, 2], pa.timestamp("us", tz="Europe/Paris")),
    "times of day": pa.array([dt.time(10), dt.time(10), dt.time(11)]),
    "durations": pa.array([dt.timedelta(1), dt.timedelta(1), dt.timedelta(2)]),
    "bytes": pa.array([b"\x00\xff", b"\x00\xff", b""]),
    "lists": pa.array([[1, None], [1, None], [1]]),
    "structures": pa.array([{"a": 1, "b": "x"}] * 2 + [{"a": 1, "b": None}]),
    "lists of structures": pa.array([[{"a": 1}]] * 2 + [[]]),
    "maps": pa.array([[("k", 1)]] * 2 + [[("k", 2)]], pa.map_(pa.string(), pa.int64())),
    "dictionary-encoded text": pa.array(["a", "a", "b"]).dictionary_encode(),
    "dictionary-encoded with empty text": pa.array(["", None, "b"]).dictionary_encode(),
    "large text": pa.array(["a", "a", "b"], pa.large_string()),
    "text views": pa.array(["a", "a", "b"], pa.string_view()),
    "very long text": pa.array(["x" * 100_000] * 2 + ["x" * 99_999]),
    "text with a zero byte": pa.array(["a\x00b", "a\x00b", "a\x00c"]),
    "text that looks like a quote": pa.array(["'; DROP TABLE x", "'; DROP TABLE x", "''"]),
    "letters with and without accents": pa.array(["e", "e", "é"]),
    "capitals and small letters": pa.array(["A", "A", "a"]),
}


def places(assessment: Assessment) -> list[tuple[int, ...]]:
    return [place.rows for place in assessment.smallest_classes]


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_the_first_two_rows_are_alike_and_the_third_is_not(column: Any, measured: Callable[..., Assessment]) -> None:
    assessment = measured(pa.table({"v": column}), "v")
    assert places(assessment) == SAME_SAME_OTHER
    assert assessment.contributions[0].values == 2


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_the_same_among_other_variables_and_with_people_of_several_rows(
    column: Any, measured: Callable[..., Assessment]
) -> None:
    content = pa.table({"v": column, "w": ["x", "x", "x"], "who": [1, 2, 2]})
    assert places(measured(content, "w", "v")) == SAME_SAME_OTHER
    assessment = measured(content, "v", "w", person_key="who")
    assert assessment.unit.people_in_several_classes == 1
    assert assessment.sample_uniques == 1


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_it_can_be_sensitive(column: Any, measured: Callable[..., Assessment]) -> None:
    assessment = measured(pa.table({"v": column, "w": ["x"] * 3}), "w", "v", sensitive=["v"])
    (notice,) = assessment.attribute_disclosure
    assert notice.smallest_diversity == 2 - assessment.contributions[1].has_missing  # a missing value says nothing
    assert notice.largest_distance == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS.keys())
def test_it_can_be_profiled(column: Any, engine: DuckDbEngine) -> None:
    data = engine.open(pa.table({"v": column}))
    (summary,) = engine.summarize(data)
    assert summary.distinct + (summary.missing > 0) == 2
    assert len(engine.sample_texts(data, rows=10)[0]) == summary.present


@pytest.mark.parametrize(
    "column", [pa.nulls(3), pa.array([None] * 3, pa.int64()), pa.array([NAN] * 3), pa.array([""] * 3)]
)
def test_a_column_without_any_value_puts_everybody_in_one_class(
    column: Any, measured: Callable[..., Assessment]
) -> None:
    for missing in ("category", "wildcard"):
        assessment = measured(pa.table({"v": column}), "v", missing=missing)
        assert places(assessment) == [(1, 2, 3)]
        assert assessment.contributions[0].has_missing


def test_one_row_and_one_column_are_one_unique_record(measured: Callable[..., Assessment]) -> None:
    assessment = measured(pa.table({"v": ["x"]}), "v")
    assert (assessment.records, assessment.classes, assessment.sample_uniques) == (1, 1, 1)
    assert assessment.prosecutor.maximum == 1
    assert assessment.contributions[0].average_without == 1


def test_a_variable_named_twice_counts_once(measured: Callable[..., Assessment]) -> None:
    assert measured(pa.table({"v": ["x", "y"]}), "v", "v").quasi_identifiers == ("v",)


def test_storage_is_told_apart(engine: DuckDbEngine) -> None:
    content = pa.table(
        {
            "text": ["x"],
            "whole": [1],
            "decimal": [Decimal("1.5")],
            "float": [1.5],
            "date": [dt.date(2020, 1, 1)],
            "moment": [dt.datetime(2020, 1, 1)],
            "yes": [True],
            "list": [[1]],
        }
    )
    assert {column.name: column.storage for column in engine.open(content).columns} == {
        "text": VariableType.TEXT,
        "whole": VariableType.INTEGER,
        "decimal": VariableType.DECIMAL,
        "float": VariableType.DECIMAL,
        "date": VariableType.DATE,
        "moment": VariableType.DATETIME,
        "yes": VariableType.BOOLEAN,
        "list": VariableType.TEXT,
    }


# ---- codes that mean missing -----------------------------------------------------------------------------------

MISSING_CODES = {
    "text": (["999", "M", ""], ["999"]),
    "whole numbers": ([999, 1, None], ["999"]),
    "floating-point numbers": ([999.0, 1.5, None], ["999"]),
    "decimals": ([Decimal("999.00"), Decimal("1.50"), None], ["999"]),
    "dates": ([dt.date(1900, 1, 1), dt.date(2000, 1, 1), None], ["1900-01-01"]),
    "timestamps": ([dt.datetime(1900, 1, 1), dt.datetime(2000, 1, 1), None], ["1900-01-01"]),
    "several codes": (["unknown", "M", "n/a"], ["unknown", "n/a"]),
}


@pytest.mark.parametrize(("column", "codes"), MISSING_CODES.values(), ids=MISSING_CODES.keys())
def test_a_declared_code_means_missing(
    column: list[Any], codes: list[str], measured: Callable[..., Assessment]
) -> None:
    assessment = measured(pa.table({"v": column}), "v", missing_codes={"v": codes})
    assert places(assessment) == [(2,), (1, 3)]


# ---- frames ----------------------------------------------------------------------------------------------------

FRAMES: dict[str, Any] = {
    "pandas objects of mixed kinds": pd.Series([1, 1, "x"], dtype=object),
    "pandas whole numbers with a missing": pd.Series([None, None, 1], dtype="Int64"),
    "pandas enormous whole numbers": pd.Series([10**30, 10**30, 1], dtype=object),
    "pandas categories": pd.Series(pd.Categorical(["a", "a", "b"])),
    "pandas categories with empty text": pd.Series(pd.Categorical(["", None, "b"])),
    "pandas periods": pd.Series(pd.PeriodIndex(["2020-01", "2020-01", "2020-02"], freq="M")),
    "pandas moments with a time zone": pd.Series(pd.to_datetime([0, 0, 1]).tz_localize("Europe/Paris")),
    "pandas durations": pd.Series(pd.to_timedelta([1, 1, 2], unit="D")),
    "pandas NaT": pd.Series([pd.NaT, pd.NaT, pd.Timestamp("2020-01-01")]),
    "pandas booleans with a missing": pd.Series([True, True, None], dtype="boolean"),
    "pandas floats": pd.Series([np.nan, np.nan, 1.0]),
    "polars categories": pl.Series(["a", "a", "b"], dtype=pl.Categorical),
    "polars enumerations": pl.Series(["a", "a", "b"], dtype=pl.Enum(["a", "b"])),
    "polars decimals": pl.Series(["1.1", "1.1", "2"]).cast(pl.Decimal(10, 2)),
    "polars lists": pl.Series([[1], [1], []]),
    "polars empty text": pl.Series(["", None, "x"]),
}


@pytest.mark.parametrize("series", FRAMES.values(), ids=FRAMES.keys())
def test_a_column_of_a_frame_is_counted(series: Any, measured: Callable[..., Assessment]) -> None:
    frame = series.alias("v").to_frame() if isinstance(series, pl.Series) else pd.DataFrame({"v": series})
    assert places(measured(frame, "v")) == SAME_SAME_OTHER


def test_a_frame_with_an_index_of_its_own_is_counted_by_position(measured: Callable[..., Assessment]) -> None:
    frame = pd.DataFrame({"v": ["a", "b", "a"]}, index=[9, 9, 9])
    assert places(measured(frame, "v")) == [(2,), (1, 3)]


def test_batches_and_streams_of_arrow_are_counted(measured: Callable[..., Assessment]) -> None:
    content = pa.table({"v": ["a", "a", "b"]})
    assert places(measured(content.to_batches()[0], "v")) == SAME_SAME_OTHER
    assert places(measured(content.to_reader(), "v")) == SAME_SAME_OTHER
    in_pieces = pa.Table.from_batches(content.to_batches(max_chunksize=1))
    assert places(measured(in_pieces, "v")) == SAME_SAME_OTHER


@pytest.mark.parametrize("frame", [pd.DataFrame({"v": []}), pl.DataFrame({"v": []}), pa.table({"v": []})])
def test_a_frame_without_rows_is_refused(frame: Any, measured: Callable[..., Assessment]) -> None:
    with pytest.raises(HeaderOnly):
        measured(frame, "v")


@pytest.mark.parametrize(
    "thing",
    [{"v": [1]}, [1], 7, pd.Series([1, 2], name="v"), pl.Series("v", [1, 2])],
    ids=["dict", "list", "number", "pandas Series", "polars Series"],
)
def test_what_is_not_a_table_is_refused(thing: Any, measured: Callable[..., Assessment]) -> None:
    with pytest.raises(UnsupportedFrame):
        measured(thing, "v")


@pytest.mark.parametrize("kind", [pa.float16(), pa.decimal256(50, 2)], ids=str)
def test_a_type_the_engine_cannot_hold_is_refused_in_our_own_words(
    kind: Any, measured: Callable[..., Assessment]
) -> None:
    with pytest.raises(BautaError):
        measured(pa.table({"v": pa.array([1, 2], pa.float64()).cast(kind)}), "v")


# ---- on their own, because DuckDB stops for good at an error of its own making -----------------------------------

ALONE = """
import pandas as pd, bauta
from bauta.errors import BautaError
ages = pd.DataFrame({"age": pd.cut([1, 2, 9], [0, 3, 6, 10])})
plain = pd.DataFrame({"age": [1, 1, 2]})
"""


def printed_by(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", ALONE + program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_age_groups_made_by_pandas_cut_are_counted() -> None:
    assert printed_by('print(bauta.assess(ages, ["age"]).classes)') == "2"


def test_one_table_that_cannot_be_read_does_not_spoil_the_next() -> None:
    program = """
try:
    bauta.assess(ages, ["age"])
except BautaError:
    pass
print(bauta.assess(plain, ["age"]).classes)
"""
    assert printed_by(program) == "2"


# ---- several engines at once -----------------------------------------------------------------------------------


def test_engines_in_one_process_do_not_see_each_others_tables() -> None:
    with DuckDbEngine() as one, DuckDbEngine() as other:
        mine, theirs = one.open(pa.table({"v": ["a"]})), other.open(pa.table({"v": ["b", "b"]}))
        assert one.count_groups(mine, ["v"]).values.to_pylist() == [{"v": "a"}]
        assert other.count_groups(theirs, ["v"]).values.to_pylist() == [{"v": "b"}]
        other.close()
        assert one.count_rows(mine) == 1


def test_engines_work_side_by_side_in_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    def count(rows: int) -> int:
        with DuckDbEngine() as engine:
            return engine.count_rows(engine.open(pa.table({"v": list(range(rows))})))

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, range(1, 30))) == list(range(1, 30))


def test_different_values_are_counted_exactly_however_large_a_table(monkeypatch, engine: DuckDbEngine) -> None:
    """As if it had more cells than are counted together: an estimate only says how to count."""
    monkeypatch.setattr("bauta.engines.sql_profiling.CELLS_HELD_AT_ONCE", 0)
    monkeypatch.setattr("bauta.engines.sql_profiling.CELLS_COUNTED_TOGETHER", 0)
    monkeypatch.setattr("bauta.engines.sql_profiling.FEW_VALUES", 1000)
    content = pa.table({"many": [i // 3 for i in range(30_000)], "few": ["a", "b", None] * 10_000})
    many, few = engine.summarize(engine.open(content))
    assert (many.distinct, many.missing) == (10_000, 0)
    assert (few.distinct, few.missing) == (2, 10_000)
