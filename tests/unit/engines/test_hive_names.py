"""Names of folders that say what rows have in a column: whatever the value is, it is read back."""

from pathlib import Path, PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauta.engines.hive_names import MISSING, folder_name, is_too_long, said_by, without_values

texts = st.text(st.characters(exclude_categories=["Cs"]))
HOSTILE = ["a/b", "..", ".", "=", "a=b", "%", "%2F", "*", "größe", "日本語", " ", "a\nb", "\x00", "\\", "{x}", "[1]",
           "NULL", "_x", ".x", "~", "$HOME", "'", '"', MISSING]  # fmt: skip


@given(texts.filter(bool), st.none() | texts)
def test_a_name_tells_the_column_and_the_value(column: str, value: str | None) -> None:
    name = folder_name(column, value)
    assert said_by(name) == (column, value or None)
    assert "/" not in name
    assert "\x00" not in name
    assert not name.startswith(".")


@pytest.mark.parametrize("column", HOSTILE)
@pytest.mark.parametrize("value", HOSTILE)
def test_a_hostile_name_is_a_folder_and_nothing_else(column: str, value: str, tmp_path: Path) -> None:
    folder = tmp_path / folder_name(column, value)
    folder.mkdir()
    assert folder.resolve().parent == tmp_path.resolve()
    assert said_by(next(tmp_path.iterdir()).name) == (column, value)


def test_names_are_those_that_hive_writes() -> None:
    assert folder_name("year", "2019") == "year=2019"
    assert folder_name("sex", "*") == "sex=%2A"
    assert folder_name("a/b", "x=1 %") == "a%2Fb=x%3D1 %25"
    assert folder_name("ort", "Zürich") == "ort=Zürich"
    assert folder_name("sex", None) == folder_name("sex", "") == f"sex={MISSING}"
    assert folder_name("sex", MISSING) == "sex=%5F_HIVE_DEFAULT_PARTITION__"


def test_other_names_tell_nothing() -> None:
    assert said_by("2019") is None


def test_a_name_is_too_long_by_its_bytes() -> None:
    assert not is_too_long("x" * 255)
    assert is_too_long("é" * 128)


def test_values_are_left_out_of_a_path() -> None:
    assert without_values(PurePath("/out/data/sex=F/zip=02139/part-00001.csv")) == (
        "/out/data/sex=.../zip=.../part-00001.csv"
    )
