"""Releases for SAS, SPSS and Stata: what these formats have is kept, what they cannot hold is refused by name."""

import datetime as dt
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyreadstat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from release_tables import TEXTS, everything, read_again, release

from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.labels import read_labels
from bauta.engines.writers import check_format
from bauta.errors import FormatCannotHold, NotATable
from bauta.model.labels import ColumnLabels
from bauta.model.source import DataSource
from bauta.model.transformations import ReleaseFormat

XPT, SAV, DTA = ReleaseFormat.XPT, ReleaseFormat.SAV, ReleaseFormat.DTA
STATISTICAL = pytest.mark.parametrize("release_format", [XPT, SAV, DTA])
SEX = ColumnLabels("Sex at birth", {1: "female", 2: "male", 3: "unknown"})


def plain(column: list[Any]) -> list[Any]:
    """Values as these formats have them: numbers for decimals and for yes and no."""
    return [float(v) if isinstance(v, Decimal | bool) else v for v in column]


@STATISTICAL
def test_a_release_reads_back_as_it_was(release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path) -> None:
    content = everything()
    found = read_again(engine, release(engine, content, tmp_path / f"data.{release_format}", release_format))
    assert found.column_names == content.column_names
    for name in content.column_names:
        assert found.column(name).to_pylist() == plain(content.column(name).to_pylist()), name


@STATISTICAL
def test_dates_and_moments_stay_what_they_are(
    release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    found = read_again(engine, release(engine, everything(), tmp_path / f"data.{release_format}", release_format))
    assert found.schema.field("day").type == pa.date32()
    assert pa.types.is_timestamp(found.schema.field("moment").type)


def test_whole_numbers_stay_whole(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table({"whole": [1, 2], "float": [1.5, 2.0], "tens": [10.0, 20.0]})
    found = read_again(engine, release(engine, content, tmp_path / "data.dta", DTA, ["whole", "float_", "tens"]))
    assert [str(kind) for kind in found.schema.types] == ["int64", "double", "double"]
    release(engine, content, tmp_path / "data.sav", SAV)
    _, header = pyreadstat.read_sav(tmp_path / "data.sav", output_format="dict")
    assert list(header.original_variable_types.values()) == ["F11.0", "F8.2", "F11.0"]


@STATISTICAL
@given(numbers=st.lists(st.floats(2**-260, 2.0**248) | st.floats(-(2.0**248), -(2.0**-260)), min_size=1))
@settings(max_examples=60, deadline=None)
def test_floating_point_numbers_are_kept_to_the_last_bit(
    release_format: ReleaseFormat, numbers: list[float], tmp_path_factory: Any
) -> None:
    path = tmp_path_factory.mktemp("release") / f"data.{release_format}"
    with DuckDbEngine() as engine:
        assert read_again(engine, release(engine, pa.table({"v": numbers}), path, release_format))["v"].to_pylist() == (
            numbers
        )


CANNOT_HOLD: dict[str, tuple[pa.Array, str, set[ReleaseFormat]]] = {
    "long text": (pa.array(["x", "secret" * 6000]), "text of more than", {XPT, SAV}),
    "long whole numbers": (pa.array([2**53 + 1]), "15 digits", {XPT, SAV, DTA}),
    "long negative whole numbers": (pa.array([-(2**53) - 1, None]), "15 digits", {XPT, SAV, DTA}),
    "long decimals": (pa.array([Decimal("1234567890123456.789")]), "15 digits", {XPT, SAV, DTA}),
    "infinity": (pa.array([float("-inf")]), "infinite", {XPT, SAV, DTA}),
    "enormous numbers": (pa.array([1e300]), "infinite", {XPT}),
    "the largest number": (pa.array([-sys.float_info.max]), "infinite", {XPT, SAV, DTA}),
    "vanishing numbers": (pa.array([1e-200]), "infinite", {XPT}),
    "early days": (pa.array([dt.date(1582, 10, 14)]), "dates before", {XPT, SAV}),
    "very early days": (pa.array([dt.date(99, 12, 31)]), "dates before", {XPT, SAV, DTA}),
    "early moments": (pa.array([dt.datetime(1500, 1, 1)]), "dates before", {XPT, SAV}),
}


@STATISTICAL
@pytest.mark.parametrize("case", CANNOT_HOLD)
def test_a_value_the_format_would_lose_is_refused_by_the_name_of_its_column(
    case: str, release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    values, why, refused_by = CANNOT_HOLD[case]
    content, path = pa.table({"fine": values.take([0] * len(values)).cast(pa.string()), "v": values}), tmp_path / "data"
    if release_format in refused_by:
        with pytest.raises(FormatCannotHold, match=rf"{why}.*: 'v'\.") as caught:
            release(engine, content.select(["v"]), path, release_format)
        assert "secret" not in str(caught.value)
        assert not path.exists()
    else:
        source = release(engine, content.select(["v"]), path.with_suffix(f".{release_format}"), release_format)
        assert read_again(engine, source)["v"].to_pylist() == values.to_pylist()


def test_stata_keeps_text_of_any_length(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table({"v": ["x" * 50_000, None, "é" * 1100, "x"], "w": ["y" * 2044, "y" * 2045, None, "y"]})
    assert read_again(engine, release(engine, content, tmp_path / "data.dta", DTA)) == content


@STATISTICAL
def test_columns_without_a_value_are_kept(release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path) -> None:
    kinds = [pa.string(), pa.int64(), pa.float64(), pa.bool_(), pa.date32(), pa.timestamp("us"), pa.decimal128(5, 2)]
    content = pa.table([pa.nulls(2, kind) for kind in kinds], names=[f"v{i}" for i in range(len(kinds))])
    source = release(engine, content, tmp_path / f"data.{release_format}", release_format)
    assert read_again(engine, source).to_pydict() == content.to_pydict()


# ---- names -----------------------------------------------------------------------------------------------------

NAMES = {  # name: the formats that can hold it
    "zip": {XPT, SAV, DTA}, "ZIP_5": {XPT, SAV, DTA}, "_x": {XPT, DTA}, "größe": {SAV, DTA}, "a.b": {SAV},
    "a$b": {SAV}, "a.": set(), "x" * 32: {XPT, SAV, DTA}, "x" * 33: {SAV}, "x" * 64: {SAV}, "x" * 65: set(),
    "é" * 33: set(), "and": {XPT, DTA}, "byte": {XPT, SAV}, "str5": {XPT, SAV}, "_n": {XPT}, "": set(), "1a": set(),
    "a b": set(),
    "a\nb": set(), 'a"b': set(), "a-b": set(), "@x": set(), "²": set(), "zip\n": set(),
}  # fmt: skip


@STATISTICAL
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_name_is_written_exactly_or_refused(
    name: str, release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    content = pa.table({name: ["x"], "other": [1]})
    path = tmp_path / f"data.{release_format}"
    if release_format in NAMES[name]:
        assert read_again(engine, release(engine, content, path, release_format)).column_names == [name, "other"]
    else:
        with pytest.raises(FormatCannotHold, match="the names of columns"):
            release(engine, content, path, release_format)


def test_all_names_that_do_not_fit_are_listed_at_once() -> None:
    with pytest.raises(FormatCannotHold, match=r"'a b', '' and 4 more|'a b', '', '0'"):
        check_format(DTA, ["fine", "a b", "", *map(str, range(12))])


def test_names_that_differ_in_case_only_are_for_stata_alone(engine: DuckDbEngine, tmp_path: Path) -> None:
    content = pa.table([pa.array([1]), pa.array([2]), pa.array([3])], names=["zip", "ZIP", "age"])
    for release_format in (XPT, SAV):
        with pytest.raises(FormatCannotHold, match=r"case only: 'zip', 'ZIP'\."):
            release(engine, content, tmp_path / "data", release_format)
    assert read_again(engine, release(engine, content, tmp_path / "data.dta", DTA)) == content


# ---- labels ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [[1, 2, None], [1.0, 2.0, None]], ids=["whole", "floating-point"])
@pytest.mark.parametrize("release_format", [SAV, DTA])
def test_labels_are_kept(
    values: list[Any], release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    path = tmp_path / f"data.{release_format}"
    source = release(engine, pa.table({"sex": values}), path, release_format, labels={"sex": SEX})
    assert read_labels(source) == {"sex": ColumnLabels("Sex at birth", {1: "female", 2: "male"})}
    again = release(engine, read_again(engine, source), tmp_path / f"again.{release_format}", release_format,
                    labels=read_labels(source))  # fmt: skip
    assert read_labels(again) == read_labels(source)


def test_labels_of_values_nobody_in_the_release_has_are_left_out(engine: DuckDbEngine, tmp_path: Path) -> None:
    """Stata's `encode` makes a label of every text it meets, so they may name people who were suppressed."""
    source = release(engine, pa.table({"sex": [1, 1]}), tmp_path / "data.dta", DTA, labels={"sex": SEX})
    assert read_labels(source)["sex"].value_labels == {1: "female"}
    assert b"unknown" not in (tmp_path / "data.dta").read_bytes()


@pytest.mark.parametrize("release_format", [SAV, DTA])
def test_every_column_has_its_own_labels_whatever_its_name(
    release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    """pyreadstat made one set of labels of a1's and a's: it numbers them, and both came to be called a10."""
    names = ["a1", *(f"b{i}" for i in range(9)), "a", "x" * 32, "é" * 32]
    labels = {name: ColumnLabels(f"Column {name}", {1: f"one of {name}"}) for name in names}
    content = pa.table({name: [1, 2] for name in names})
    source = release(engine, content, tmp_path / f"data.{release_format}", release_format, labels=labels)
    assert read_labels(source) == labels
    assert read_again(engine, source).to_pydict() == content.to_pydict()


def test_sas_has_labels_of_columns_only(engine: DuckDbEngine, tmp_path: Path) -> None:
    source = release(engine, pa.table({"sex": [1]}), tmp_path / "data.xpt", XPT, labels={"sex": SEX})
    assert read_labels(source) == {"sex": ColumnLabels("Sex at birth")}


def test_text_has_labels_of_values_in_spss_only(engine: DuckDbEngine, tmp_path: Path) -> None:
    content, labels = pa.table({"sex": ["f", "m" * 30]}), {"sex": ColumnLabels(None, {"f": "female", "m" * 30: "male"})}
    assert read_labels(release(engine, content, tmp_path / "data.sav", SAV, labels=labels)) == labels
    assert read_labels(release(engine, content, tmp_path / "data.dta", DTA, labels=labels)) == {}


def test_a_label_of_a_letter_of_stata_s_missing_values_does_no_harm(engine: DuckDbEngine, tmp_path: Path) -> None:
    labels = {"v": ColumnLabels("V", {1: "one", "a": "refused"})}
    source = release(engine, pa.table({"v": [1, None]}), tmp_path / "data.dta", DTA, labels=labels)
    assert read_labels(source)["v"].value_labels == {1: "one"}


@STATISTICAL
def test_a_label_that_is_too_long_is_cut(release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path) -> None:
    label = "é" * 40_000
    labels = {"v": ColumnLabels(label, {1: label})}
    found = read_labels(release(engine, pa.table({"v": [1]}), tmp_path / f"data.{release_format}", release_format,
                                labels=labels))["v"]  # fmt: skip
    assert label.startswith(found.column_label or "nothing")
    assert len(found.column_label or "") >= 80
    assert all(label.startswith(text) for text in found.value_labels.values())


def test_a_file_without_labels_has_none(engine: DuckDbEngine, tmp_path: Path) -> None:
    for release_format in ReleaseFormat:
        source = release(engine, pa.table({"v": [1, 2]}), tmp_path / f"data.{release_format}", release_format)
        assert read_labels(source) == {}
    assert read_labels(DataSource("postgresql://host/data.sav")) == {}


@pytest.mark.parametrize("ending", ["xpt", "sas7bdat", "sav", "zsav", "por", "dta", "parquet"])
def test_labels_of_a_damaged_file_are_an_error(ending: str, tmp_path: Path) -> None:
    (tmp_path / f"data.{ending}").write_text("Ms Smith, 02139\n" * 20)
    with pytest.raises(NotATable):
        read_labels(DataSource(str(tmp_path / f"data.{ending}")))


# ---- the file itself -------------------------------------------------------------------------------------------


@STATISTICAL
def test_a_file_does_not_say_when_it_was_made(
    release_format: ReleaseFormat, engine: DuckDbEngine, tmp_path: Path
) -> None:
    this_year, path = time.strftime("%y"), tmp_path / f"data.{release_format}"
    release(engine, pa.table({"v": [None, "x"], "long_name_of_a_column": ["y", "y"]}), path, release_format)
    header = path.read_bytes()[:700].lower()
    month = time.strftime("%b").lower().encode()
    assert header.count(b"jan 7000:00:00") + header.count(b"jan70:00:00:00") + header.count(b"jan 1970 00:00") == (
        4 if release_format is XPT else 1
    )
    for stamp in (b" %s " % month + this_year.encode(), month + this_year.encode(), b" %s 20" % month):
        assert stamp not in header.replace(b"jan 7000", b"").replace(b"jan 1970", b"").replace(b"jan70", b"")


def test_short_names_make_the_xpt_version_regulators_ask_for(engine: DuckDbEngine, tmp_path: Path) -> None:
    def version(content: pa.Table, **options: Any) -> int:
        path = tmp_path / "data.xpt"
        path.unlink(missing_ok=True)
        release(engine, content, path, XPT, **options)
        return 8 if b"LIBV8" in path.read_bytes()[:80] else 5

    assert version(pa.table({"USUBJID": ["x"], "AGE": [7]})) == 5
    assert version(pa.table({"BIRTHDATE": ["x"]})) == 8
    assert version(pa.table({"NOTE": ["x" * 201]})) == 8
    assert version(pa.table({"NOTE": ["x"]}), labels={"NOTE": ColumnLabels("x" * 41)}) == 8


def test_the_stata_version_is_the_one_every_stata_since_14_reads(engine: DuckDbEngine, tmp_path: Path) -> None:
    release(engine, pa.table({"v": [1]}), tmp_path / "data.dta", DTA)
    assert (tmp_path / "data.dta").read_bytes().startswith(b"<stata_dta><header><release>118<")


def test_without_polars_the_message_says_what_to_install(tmp_path: Path) -> None:
    program = """
import sys
sys.modules["polars"] = None
from bauta.engines.writers import check_format
from bauta.errors import ExtraMissing
from bauta.model.transformations import ReleaseFormat
check_format(ReleaseFormat.CSV, ["v"])
try:
    check_format(ReleaseFormat.SAV, ["v"])
except ExtraMissing as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install 'bauta[statistical]'" in done.stdout


def test_blanks_at_the_end_of_text_are_lost_in_sas_and_spss_and_nothing_else_is(
    engine: DuckDbEngine, tmp_path: Path
) -> None:
    texts = ["a  ", " a", *TEXTS]
    for release_format in (XPT, SAV, DTA):
        source = release(engine, pa.table({"v": texts}), tmp_path / f"data.{release_format}", release_format)
        kept = texts if release_format is DTA else [text.rstrip(" ") for text in texts]
        assert read_again(engine, source)["v"].to_pylist() == kept
