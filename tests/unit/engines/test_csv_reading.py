"""Delimited text files as people export them."""

import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.errors import (
    BadQuoting,
    FileEmpty,
    HeaderLooksLikeData,
    HeaderOnly,
    HeaderUnclear,
    LineTooLong,
    NotATable,
    RaggedRow,
    UnknownEncoding,
    WrongEncoding,
)
from bauta.model.assessment import Assessment
from bauta.model.source import CsvDialect, DataSource

CsvFile = Callable[..., DataSource]


def texts(engine: DuckDbEngine, source: DataSource, name: str) -> list[str | None]:
    """A column's values in the order of the file."""
    return engine.first_rows(engine.open(source), [name], rows=1000).column(0).to_pylist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=ascii)
@pytest.mark.parametrize("last", [True, False], ids=["with a last line end", "without"])
def test_any_line_end_ends_a_row(line_end: str, last: bool, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    lines = ["id,zip", "1,02139", "2,10001"]
    source = csv_file(line_end.join(lines) + (line_end if last else ""))
    assert texts(engine, source, "zip") == ["02139", "10001"]


def test_line_ends_of_two_kinds_are_read_or_explained(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    """A file put together from two systems. Not `the engine stopped for a reason bauta does not know`."""
    source = csv_file("id,zip\r\n1,02139\n2,10001\r\n")
    try:
        found = texts(engine, source, "zip")
    except (RaggedRow, NotATable, BadQuoting):
        return
    assert found == ["02139", "10001"]


def test_empty_lines_before_the_header_are_no_rows(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert texts(engine, csv_file("\n\nid,zip\n1,02139\n2,10001\n"), "zip") == ["02139", "10001"]


def test_empty_lines_between_and_after_rows_are_no_rows(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert texts(engine, csv_file("id,zip\n1,02139\n\n2,10001\n\n"), "zip") == ["02139", "10001"]


def test_empty_fields_are_missing_quoted_or_not(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert texts(engine, csv_file('id,zip\n1,\n2,""\n3,x\n'), "zip") == [None, None, "x"]


def test_words_for_nothing_stay_words(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    words = ["NULL", "NA", "nan", "None", "\\N", "-"]
    assert texts(engine, csv_file("zip,id\n" + "".join(f"{word},1\n" for word in words)), "zip") == words


def test_numbers_dates_and_blanks_stay_as_they_are_written(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    words = ["007", "1e5", "1.0", "01.02.2003", " x", "x ", "TRUE", "0x10", "1_000"]
    assert texts(engine, csv_file("v,id\n" + "".join(f"{word},1\n" for word in words)), "v") == words


def test_quoted_fields_may_hold_separators_quotes_and_line_ends(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = csv_file('id,note\r\n1,"a,b"\r\n2,"say ""x"""\r\n3,"two\r\nlines"\r\n4,"one\nmore"\r\n')
    assert texts(engine, source, "note") == ["a,b", 'say "x"', "two\r\nlines", "one\nmore"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-16-le", "utf-32"])
def test_a_header_of_several_lines_is_one_header(encoding: str, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = csv_file('"zip\ncode",id\n02139,ä\n10001,ö\n', encoding=encoding)
    assert engine.open(source).names == ("zip\ncode", "id")
    assert texts(engine, source, "zip\ncode") == ["02139", "10001"]
    assert texts(engine, source, "id") == ["ä", "ö"]


@pytest.mark.parametrize("separator", ["\u2028", "\x0c", "\x0b", "\x1c", "\x85"], ids=ascii)
@pytest.mark.parametrize("header", ["zip,id", '"zip\ncode",id'], ids=["one line", "two lines"])
def test_only_line_ends_end_a_row(header: str, separator: str, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    """Python's splitlines would also cut at form feeds and at Unicode's line separator."""
    source = csv_file(f"{header}\n1,a{separator}b\n2,c\n")
    assert texts(engine, source, "id") == [f"a{separator}b", "c"]


@pytest.mark.parametrize("told", ["utf-8", "UTF8", "utf-8-sig"])
def test_a_byte_order_mark_is_no_part_of_the_first_name(told: str, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = replace(csv_file("zip,id\n02139,1\n", encoding="utf-8-sig"), csv=CsvDialect(encoding=told))
    assert engine.open(source).names == ("zip", "id")


@pytest.mark.parametrize("told", ["utf-16", "utf-16-le"])
def test_the_same_for_utf_16(told: str, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = replace(csv_file("\ufeffzip,id\n02139,1\n", encoding="utf-16-le"), csv=CsvDialect(encoding=told))
    assert engine.open(source).names == ("zip", "id")
    assert texts(engine, source, "zip") == ["02139"]


def test_a_file_without_header_has_numbered_columns(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = replace(csv_file("02139,F\n10001,M\n"), csv=CsvDialect(header=False))
    assert engine.open(source).names == ("column_1", "column_2")
    assert texts(engine, source, "column_1") == ["02139", "10001"]


def test_columns_without_a_name_are_numbered(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert engine.open(csv_file("id,,sex,\n1,2,3,4\n")).names == ("id", "column_2", "sex", "column_4")


def test_one_column_needs_no_separator(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert texts(engine, csv_file("zip\n02139\n10001\n"), "zip") == ["02139", "10001"]


def test_another_quotation_mark_can_be_told(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = replace(csv_file("id,note\n1,'a,b'\n2,'it''s'\n"), csv=CsvDialect(quote="'"))
    assert texts(engine, source, "note") == ["a,b", "it's"]


def test_the_separator_found_is_reported_and_one_told_is_not(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    found = csv_file("id;zip\n1;2\n")
    assert engine.open(found).notes == ("Fields are separated by semicolons (detected).",)
    assert engine.open(replace(found, csv=CsvDialect(delimiter=";"))).notes == ()


def test_commas_inside_semicolon_fields_do_not_mislead(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = csv_file("id;weight;height\n1;70,5;1,80\n2;81,0;1,75\n")
    assert engine.open(source).names == ("id", "weight", "height")


def test_gzip_is_known_by_its_ending_in_any_case(engine: DuckDbEngine, tmp_path: Path) -> None:
    path = tmp_path / "DATA.CSV.GZ"
    path.write_bytes(gzip.compress(b"id,zip\n1,02139\n"))
    assert texts(engine, DataSource(str(path)), "zip") == ["02139"]


def test_row_numbers_count_rows_not_lines(measured: Callable[..., Assessment], csv_file: CsvFile) -> None:
    source = csv_file('note,zip\n"two\nlines",1\n"x",1\n"y",2\n')
    assert [place.rows for place in measured(source, "zip").smallest_classes] == [(3,), (1, 2)]


def test_row_numbers_are_right_in_a_file_read_in_parallel(
    measured: Callable[..., Assessment], csv_file: CsvFile
) -> None:
    lines = [f"{i % 1000},{'x' * 40}" for i in range(100_000)]
    lines[77_776] = f"needle,{'x' * 40}"
    assessment = measured(csv_file("zip,filler\n" + "\n".join(lines) + "\n"), "zip")
    assert assessment.smallest_classes[0].rows == (77_777,)


# ---- refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n\n"], ids=ascii)
def test_an_empty_file_is_refused(text: str, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    with pytest.raises(FileEmpty):
        engine.open(csv_file(text))


def test_a_header_without_rows_is_refused(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    with pytest.raises(HeaderOnly):
        engine.open(csv_file("id,zip\n"))


@pytest.mark.parametrize(
    "first_row", ["1980-02-29,F", "jo@example.org,F", "078-05-1120,F", "(555) 123-4567,F", "1,2,x"]
)
def test_a_first_row_of_data_is_refused(first_row: str, engine: DuckDbEngine, csv_file: CsvFile) -> None:
    with pytest.raises(HeaderLooksLikeData) as caught:
        engine.open(csv_file(first_row + "\n" + first_row + "\n"))
    assert first_row.split(",", maxsplit=1)[0] not in str(caught.value).replace(caught.value.facts["path"], "")


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        ("1,F,1960\n2,M,1971\n3,F,1980\n", HeaderLooksLikeData),
        ("A1;heart;63\nB7;lung;71\nC4;skin;58\n", HeaderUnclear),
        ("Anna,Boston,120.5\nBela,Paris,98.1\n", HeaderUnclear),
    ],
)
def test_a_file_without_column_names_does_not_lose_its_first_row(rows, error, engine, csv_file) -> None:
    with pytest.raises(error):
        engine.open(csv_file(rows))
    source = csv_file(rows)
    told = engine.open(replace(source, csv=CsvDialect(header=False)))
    assert engine.count_rows(told) == len(rows.splitlines())


@pytest.mark.parametrize("head", ["id,2019,2020\n", "age\n", "name,sex,age\n", "q,1,2,3\n"])
def test_column_names_that_are_there_are_not_asked_about(head, engine, csv_file) -> None:
    row = ",".join("x" if name in ("name", "sex") else "7" for name in head.strip().split(",")) + "\n"
    assert engine.open(csv_file(head + row * 3)).names == tuple(head.strip().split(","))


@pytest.mark.parametrize("bad", ["3,4,5", "3"])
def test_a_row_of_another_width_is_refused_by_its_line(
    bad: str, measured: Callable[..., Assessment], csv_file: CsvFile
) -> None:
    with pytest.raises(RaggedRow, match=r"Line 3 .* 2 fields"):
        measured(csv_file(f"id,zip\n1,2\n{bad}\n5,6\n"), "zip")


def test_a_quote_that_is_not_closed_is_refused(measured: Callable[..., Assessment], csv_file: CsvFile) -> None:
    with pytest.raises(BadQuoting):
        measured(csv_file('id,zip\n1,2\n3,"4\n5,6\n'), "zip")


def test_bytes_that_are_not_the_encoding_told_are_refused(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = replace(csv_file("id,name\n1,ä\n", encoding="latin-1"), csv=CsvDialect(encoding="utf-8"))
    with pytest.raises(WrongEncoding, match="line 2"):
        engine.open(source)


def test_foreign_bytes_far_down_are_refused_too(measured: Callable[..., Assessment], tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(b"id,name\n" + b"1,abcdefghij\n" * 100_000 + b"2,\xe4\n")
    with pytest.raises(WrongEncoding):
        measured(DataSource(str(path)), "name")


def test_text_cut_off_in_the_middle_of_a_character_is_refused(
    measured: Callable[..., Assessment], tmp_path: Path
) -> None:
    """Also beyond the first megabyte, which is looked at when the file is opened."""
    path = tmp_path / "data.csv"
    path.write_bytes(("id,name\n" + "1,abcdefghij\n" * 50_000 + "2,x").encode("utf-16") + b"\x41")
    with pytest.raises(WrongEncoding):
        measured(DataSource(str(path)), "name")


def test_an_encoding_that_does_not_exist_is_refused(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    with pytest.raises(UnknownEncoding):
        engine.open(replace(csv_file("id,zip\n1,2\n"), csv=CsvDialect(encoding="klingon")))


@pytest.mark.parametrize("head", [b"PK\x03\x04", b"PAR1", b"%PDF-1.7", b"SQLite format 3\x00", b"\x00\x01\x02\x03" * 9])
def test_another_format_called_csv_is_refused(head: bytes, engine: DuckDbEngine, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes(head + b"\nid,zip\n1,2\n")
    with pytest.raises(NotATable):
        engine.open(DataSource(str(path)))


def test_damaged_gzip_is_refused(engine: DuckDbEngine, tmp_path: Path) -> None:
    path = tmp_path / "data.csv.gz"
    path.write_bytes(gzip.compress(b"id,zip\n1,2\n" * 1000)[:50])
    with pytest.raises(NotATable):
        engine.open(DataSource(str(path)))


def test_a_file_without_line_ends_is_refused(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    with pytest.raises(LineTooLong):
        engine.open(csv_file("x" * (2 << 20)))


def test_single_quotation_marks_are_detected(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = csv_file("'name','zip'\n'Ann, B','02139'\n'Cy','02140'\n")
    assert engine.open(source).names == ("name", "zip")
    assert texts(engine, source, "name") == ["Ann, B", "Cy"]
    assert "single quotation marks" in engine.open(source).notes[-1]


def test_an_apostrophe_is_no_quotation_mark(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert texts(engine, csv_file("name,zip\nO'Brien,02139\nD'Arcy,02140\n"), "name") == ["O'Brien", "D'Arcy"]


def test_backslashes_before_quotation_marks_are_detected(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    source = csv_file('note,zip\n"said \\"no, never\\" twice",02139\n"plain",02140\n')
    assert texts(engine, source, "note") == ['said "no, never" twice', "plain"]


def test_a_backslash_at_the_end_of_a_field_is_a_backslash(engine: DuckDbEngine, csv_file: CsvFile) -> None:
    assert texts(engine, csv_file('path,zip\n"C:\\dir\\",02139\n"x",02140\n'), "path") == ["C:\\dir\\", "x"]


@pytest.mark.parametrize("line_end", ["\n", "\r"])
def test_a_line_end_between_quotation_marks_is_not_taken_for_how_lines_end(engine, tmp_path, line_end):
    (tmp_path / "data.csv").write_bytes(f'"a"{line_end}"x\r\ny"{line_end}"z"{line_end}'.encode())
    data = engine.open(DataSource(str(tmp_path / "data.csv")))
    assert engine.first_rows(data, data.names, rows=9).column(0).to_pylist() == ["x\r\ny", "z"]
