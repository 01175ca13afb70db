"""Delimited text files, read by DuckDB as text and nothing but text: 02139 stays 02139."""

import codecs
import csv
import gzip
import io
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.csv_dialect import DAMAGED_GZIP, LONGEST_LINE, DetectedCsv, detect
from bauta.engines.readers.header_opinion import check_second_opinion
from bauta.engines.readers.many_files import FoundFiles
from bauta.engines.readers.raw_table import ROW_IN_ORDER, RawTable, Session, check_names, said_by_folders
from bauta.errors import (
    BadQuoting,
    BautaError,
    FilesDiffer,
    LineEndsDiffer,
    LineTooLong,
    NotATable,
    RaggedRow,
    WrongEncoding,
    printable,
    shown,
)
from bauta.model.formulas import unescaped
from bauta.model.source import CsvDialect, DataSource

_CHUNK = 1 << 22
_TOLD_LINE_ENDS = {"\n": r"\n", "\r": r"\r"}
"""DuckDB guesses how lines end, and may take a line end between quotation marks for one. Told of two characters it
reads nothing at all, so these are left to its guess."""


def open_csv(session: Session, source: DataSource, path: Path) -> RawTable:
    """The file as a table of text columns, with what was detected about it."""
    detected = detect(path, source.csv, shown_path=source.shown)
    check_names(detected.names, source.shown)
    is_copied = _needs_copy(detected)
    if is_copied:
        path = _rewrite_as_utf8(session, path, detected, source.shown)
    if source.csv.header is None:
        check_second_opinion(session, detected, file_argument(path), shown_path=source.shown)
    return _table(FoundFiles((path,)), detected, source.csv, is_copy=is_copied)


def open_csv_files(session: Session, source: DataSource, found: FoundFiles) -> RawTable:
    """Files of the same columns, written alike, as one table."""
    all_detected = [detect(path, source.csv, shown_path=str(printable(path))) for path in found.paths]
    first = all_detected[0]
    check_names((*first.names, *found.keys), source.shown)
    is_copied = any(map(_needs_copy, all_detected))  # then all of them are, so that they can be read alike
    paths = []
    for path, detected in zip(found.paths, all_detected, strict=True):
        what = _difference(first, detected)
        if what is not None:
            raise FilesDiffer(path=printable(path), first=printable(found.paths[0]), what=what)
        paths.append(_rewrite_as_utf8(session, path, detected, str(printable(path))) if is_copied else path)
        if source.csv.header is None:
            check_second_opinion(session, detected, file_argument(paths[-1]), shown_path=str(printable(path)))
    return _table(replace(found, paths=tuple(paths)), first, source.csv, is_copy=is_copied)


def _needs_copy(detected: DetectedCsv) -> bool:
    is_utf8 = detected.encoding in {"utf-8", "utf-8-sig"}
    return not is_utf8 or detected.header_spans_lines or detected.line_ends_differ


def _difference(first: DetectedCsv, other: DetectedCsv) -> str | None:
    """How a file is written otherwise than the first, in words; None if it is not."""
    for i, (wanted, name) in enumerate(zip(first.names, other.names, strict=False)):
        if wanted != name:
            return f"its column {i + 1} is {shown(name)}, and that of the first {shown(wanted)}"
    if len(first.names) != len(other.names):
        return f"it has {len(other.names):,} columns, and the first {len(first.names):,}"
    for what in ("delimiter", "quote", "escape", "lines_above", "line_end"):
        if getattr(first, what) != getattr(other, what):
            return f"it is written in another way ({what.replace('_', ' ')})"
    return None


def _table(found: FoundFiles, detected: DetectedCsv, told: CsvDialect, *, is_copy: bool) -> RawTable:
    paths, names = found.paths, detected.names
    if told.escaped_formulas:
        names = tuple(map(unescaped, names))
    line_end = "\n" if is_copy else detected.line_end
    columns = exp.Struct(
        expressions=[
            exp.PropertyEQ(this=exp.to_identifier(sql.field(i), quoted=True), expression=sql.text("VARCHAR"))
            for i in range(len(names))
        ]
    )
    header_is_there = detected.header and not detected.header_spans_lines
    reader = sql.call(
        "read_csv",
        file_argument(paths[0]) if len(paths) == 1 else exp.Array(expressions=[file_argument(path) for path in paths]),
        hive_partitioning=exp.false(),
        auto_detect=exp.false(),
        delim=sql.text(detected.delimiter),
        quote=sql.text(detected.quote),
        escape=sql.text(detected.escape),
        header=exp.true() if header_is_there else exp.false(),
        skip=exp.Literal.number(0 if detected.header_spans_lines else detected.lines_above),
        columns=columns,
        strict_mode=exp.true(),
        max_line_size=exp.Literal.number(LONGEST_LINE),
        **({"new_line": sql.text(_TOLD_LINE_ENDS[line_end])} if line_end in _TOLD_LINE_ENDS else {}),
    )
    all_columns = frozenset(range(len(names)))  # DuckDB reads an empty field as NULL, quoted or not
    return RawTable(
        exp.Table(this=reader),
        (*names, *found.keys),
        ROW_IN_ORDER.copy(),
        detected.notes,
        has_no_empty_text=all_columns,
        is_known_to_have_rows=True,
        is_text_file=True,
        computed=said_by_folders(found),
        has_escaped_formulas=told.escaped_formulas,
    )


def file_argument(path: Path) -> exp.Expression:
    """A path for DuckDB in which * ? [ and a leading ~ mean themselves: it would take them for patterns."""
    return sql.text(re.sub(r"([*?\[])", r"[\1]", str(path.absolute())))


def explain_csv_error(message: str, shown_path: str, expected_fields: int) -> BautaError | None:
    """The sentence for an error of DuckDB's reader, from its line number alone: the rest quotes the data."""
    if message.startswith("Invalid Input Error: The CSV Parser state machine"):
        return LineEndsDiffer(path=shown_path)
    found = re.match(r"Invalid Input Error: CSV Error on Line: (\d+)", message)
    if found is None:
        return None
    line = int(found[1])
    if "Invalid unicode" in message:
        return WrongEncoding(path=shown_path, encoding="utf-8", where=f" at line {line}", hint="windows-1252")
    if "unterminated quote" in message:
        return BadQuoting(path=shown_path, line=line)
    if "Maximum line size" in message:
        return LineTooLong(path=shown_path, limit=f"{LONGEST_LINE >> 20} MB")
    return RaggedRow(path=shown_path, line=line, expected=expected_fields)


def _rewrite_as_utf8(session: Session, path: Path, detected: DetectedCsv, shown_path: str) -> Path:
    """A temporary UTF-8 copy, readable by this user only and removed at the end, of what DuckDB cannot read itself."""
    handle, name = tempfile.mkstemp(suffix=".csv", dir=session.spill)
    copy = Path(name)
    session.cleanup.callback(copy.unlink, missing_ok=True)
    try:
        _rewrite(path, handle, detected, shown_path)
    except DAMAGED_GZIP:
        raise NotATable(path=shown_path, format="CSV", why="it is not a whole gzip file") from None
    return copy


def _rewrite(path: Path, handle: int, detected: DetectedCsv, shown_path: str) -> None:
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as target, _open_bytes(path) as stream:
        if detected.header_spans_lines:
            _copy_rows_after_header(stream, target, detected, shown_path)
        else:
            translator = io.IncrementalNewlineDecoder(None, translate=True)
            for i, text in enumerate(_decoded(stream, detected.encoding, shown_path)):
                target.write(translator.decode(text.removeprefix("\ufeff") if i == 0 else text))
            target.write(translator.decode("", final=True))


def _decoded(stream: BinaryIO, encoding: str, shown_path: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    while chunk := stream.read(_CHUNK):
        try:
            yield decoder.decode(chunk, final=False)
        except UnicodeError:
            raise WrongEncoding(path=shown_path, encoding=encoding, where="", hint="latin-1") from None
    try:
        yield decoder.decode(b"", final=True)
    except UnicodeError:
        raise WrongEncoding(path=shown_path, encoding=encoding, where=" at its end", hint="latin-1") from None


def _copy_rows_after_header(stream: BinaryIO, target: TextIO, detected: DetectedCsv, shown_path: str) -> None:
    """A header whose names contain line ends confuses DuckDB's own skipping of it, so the rows are copied without."""
    text = io.TextIOWrapper(stream, encoding=detected.encoding, newline="")
    escape = detected.escape if detected.escape != detected.quote else None
    rows = csv.reader(text, delimiter=detected.delimiter, quotechar=detected.quote, escapechar=escape, strict=True)
    # Everything between quotation marks: the writer would leave a lone carriage return bare, which ends a line.
    copy = csv.writer(
        target, delimiter=detected.delimiter, quotechar=detected.quote, lineterminator="\n", quoting=csv.QUOTE_ALL
    )
    try:
        for _ in range(detected.lines_above):
            text.readline()
        next(rows)
        copy.writerows(row for row in rows if row)
    except UnicodeError:
        raise WrongEncoding(path=shown_path, encoding=detected.encoding, where="", hint="latin-1") from None
    except csv.Error:
        raise BadQuoting(path=shown_path, line=rows.line_num) from None


def _open_bytes(path: Path) -> BinaryIO:
    if path.suffix.lower() == ".gz":
        return cast(BinaryIO, gzip.open(path, "rb"))
    return path.open("rb")
