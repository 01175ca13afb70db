"""Excel workbooks and the files of statistical packages, beyond what all formats have in common."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pyreadstat
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import (
    DuplicateColumns,
    FileEmpty,
    FileMissing,
    FolderGiven,
    HeaderLooksLikeData,
    HeaderOnly,
    NotATable,
    TableMissing,
    UnknownFormat,
)
from bauta.model.assessment import Assessment
from bauta.model.source import DataSource

Workbook = Callable[..., DataSource]


def places(assessment: Assessment) -> list[tuple[int, ...]]:
    return [place.rows for place in assessment.smallest_classes]


@pytest.fixture
def workbook(tmp_path: Path) -> Workbook:
    """Writes rows to the first sheet of a workbook, and empty sheets after it."""

    def write(
        *rows: list[Any], further_sheets: tuple[str, ...] = (), first_cell: tuple[int, int] = (1, 1)
    ) -> DataSource:
        book = openpyxl.Workbook()
        sheet = book.active
        assert sheet is not None
        sheet.title = "patients"
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                sheet.cell(first_cell[0] + i, first_cell[1] + j, value)
        for name in further_sheets:
            book.create_sheet(name)
        path = tmp_path / "book.xlsx"
        book.save(path)
        return DataSource(str(path))

    return write


def test_text_and_number_in_one_column_are_told_apart(measured: Callable[..., Assessment], workbook: Workbook) -> None:
    source = workbook(["zip", "n"], ["02139", 1], [2139, 2], ["2139", 3], [None, 4])
    assert places(measured(source, "zip")) == [(1,), (4,), (2, 3)]


def test_a_table_may_start_anywhere_on_the_sheet(measured: Callable[..., Assessment], workbook: Workbook) -> None:
    source = workbook(["zip", "n"], ["a", 1], ["a", 2], ["b", 3], first_cell=(4, 3))
    assert places(measured(source, "zip")) == [(3,), (1, 2)]


def test_dates_with_and_without_midnight_are_alike(measured: Callable[..., Assessment], workbook: Workbook) -> None:
    source = workbook(
        ["day", "n"], [dt.date(2020, 1, 1), 1], [dt.datetime(2020, 1, 1), 2], [dt.datetime(2020, 1, 1, 9), 3]
    )
    assert places(measured(source, "day")) == [(3,), (1, 2)]


def test_whole_numbers_with_and_without_decimals_are_alike(
    measured: Callable[..., Assessment], workbook: Workbook
) -> None:
    assert places(measured(workbook(["age", "n"], [7, 1], [7.0, 2], [7.5, 3]), "age")) == [(3,), (1, 2)]


def test_a_number_may_be_a_column_name(engine: DuckDbEngine, workbook: Workbook) -> None:
    assert engine.open(workbook(["id", 2019, "x"], [1, 2, 3])).names[1] in {"2019", "2019.0"}


def test_one_of_several_sheets_must_be_named(measured: Callable[..., Assessment], workbook: Workbook) -> None:
    source = workbook(["zip"], ["a"], further_sheets=("codebook",))
    with pytest.raises(TableMissing, match=r"2 sheets.*'patients', 'codebook'"):
        measured(source, "zip")
    assert measured(DataSource(source.location, table="patients"), "zip").records == 1
    with pytest.raises(TableMissing, match="no sheet 'nothing'"):
        measured(DataSource(source.location, table="nothing"), "zip")
    with pytest.raises(HeaderOnly):
        measured(DataSource(source.location, table="codebook"), "zip")


def test_a_sheet_with_names_only_is_refused(engine: DuckDbEngine, workbook: Workbook) -> None:
    with pytest.raises(HeaderOnly):
        engine.open(workbook(["zip", "sex"]))


def test_a_sheet_with_a_name_twice_is_refused(engine: DuckDbEngine, workbook: Workbook) -> None:
    with pytest.raises(DuplicateColumns):
        engine.open(workbook(["zip", "zip"], [1, 2]))


def test_a_sheet_without_names_is_refused(engine: DuckDbEngine, workbook: Workbook) -> None:
    with pytest.raises(HeaderLooksLikeData):
        engine.open(workbook(["1980-02-29", "F"], ["1981-02-28", "M"]))


def test_a_portable_spss_file_is_read(measured: Callable[..., Assessment], tmp_path: Path) -> None:
    path = tmp_path / "data.por"
    pyreadstat.write_por(pd.DataFrame({"ZIP": ["02139", "02139", "2139"], "AGE": [1.0, None, None]}), str(path))
    assert places(measured(DataSource(str(path)), "ZIP")) == [(3,), (1, 2)]
    assert places(measured(DataSource(str(path)), "AGE")) == [(1,), (2, 3)]


def test_codes_make_the_classes_and_labels_do_not(measured: Callable[..., Assessment], tmp_path: Path) -> None:
    path = tmp_path / "data.sav"
    frame = pd.DataFrame({"sex": [1.0, 1.0, 2.0]})
    pyreadstat.write_sav(frame, str(path), variable_value_labels={"sex": {1: "same", 2: "same"}})
    assert places(measured(DataSource(str(path)), "sex")) == [(3,), (1, 2)]


def test_values_that_spss_declares_missing_are_missing(measured: Callable[..., Assessment], tmp_path: Path) -> None:
    path = tmp_path / "data.sav"
    frame = pd.DataFrame({"age": [999.0, None, 7.0]})
    pyreadstat.write_sav(frame, str(path), missing_ranges={"age": [999]})
    assert places(measured(DataSource(str(path)), "age")) == [(3,), (1, 2)]


def test_missing_values_of_stata_are_missing_whatever_their_letter(
    measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    path = tmp_path / "data.dta"
    frame = pd.DataFrame({"age": pd.Series(["a", None, 7.0], dtype=object)})
    pyreadstat.write_dta(frame, str(path), missing_user_values={"age": ["a"]})
    assert places(measured(DataSource(str(path)), "age")) == [(3,), (1, 2)]


@pytest.mark.parametrize(
    "ending", [".xpt", ".sas7bdat", ".sav", ".zsav", ".por", ".dta", ".xlsx", ".xls", ".ods", ".parquet"]
)
def test_a_file_that_is_not_what_its_ending_says_is_refused(ending: str, engine: DuckDbEngine, tmp_path: Path) -> None:
    path = tmp_path / f"data{ending}"
    path.write_text("Ms Smith, 02139\n" * 20)
    with pytest.raises(NotATable) as caught:
        engine.open(DataSource(str(path)))
    assert "Smith" not in str(caught.value)


def test_a_place_without_a_table_is_refused(engine: DuckDbEngine, tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        engine.open(DataSource(str(tmp_path / "nowhere.csv")))
    with pytest.raises(FileMissing):
        engine.open(DataSource("zero\x00byte.csv"))
    with pytest.raises(FolderGiven):
        engine.open(DataSource(str(tmp_path)))
    for name in ("notes.docx", "noending", "data.csv.zip"):
        (tmp_path / name).write_text("x")
        with pytest.raises(UnknownFormat):
            engine.open(DataSource(str(tmp_path / name)))
    for name in ("data.parquet", "data.csv", "data.xpt"):
        (tmp_path / name).touch()
        with pytest.raises(FileEmpty):
            engine.open(DataSource(str(tmp_path / name)))
