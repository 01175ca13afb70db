"""How a delimited text file is written: its encoding, separator, quotation mark and column names.

Detected from the first megabyte, so that a file of any size answers at once. What is found is reported with the
result; what is told (`--delimiter`, `--quote`, `--encoding`) is not second-guessed.
"""

import codecs
import csv
import gzip
import io
import re
import zlib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bauta.errors import (
    FileEmpty,
    HeaderLooksLikeData,
    HeaderOnly,
    LineTooLong,
    NotATable,
    TitleAboveHeader,
    UnknownEncoding,
    WrongEncoding,
)
from bauta.model.source import CsvDialect

SAMPLE_BYTES = 1 << 20
LONGEST_LINE = 8 << 20
"""Bytes in one line. Longer lines are refused: a table's rows are not that long, and memory is finite."""

DAMAGED_GZIP = (gzip.BadGzipFile, zlib.error, EOFError)
_DELIMITERS = (";", "\t", "|", ",")
"""In the order in which they win a tie: a comma also stands in texts and decimal numbers."""
_DELIMITER_WORDS = {";": "semicolon", "\t": "tab", "|": "vertical bar"}
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_FOREIGN_SIGNATURES = {
    b"PK\x03\x04": "it is a ZIP archive or an Excel workbook",
    b"PAR1": "it is a Parquet file",
    b"%PDF": "it is a PDF document",
    b"\xd0\xcf\x11\xe0": "it is an old Excel workbook",
    b"SQLite format 3": "it is an SQLite database",
    b"\x89PNG": "it is a picture",
}
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}([ T].*)?|\d{1,2}[./-]\d{1,2}[./-](\d{4}|\d{2})|(19|20)\d{6}"
    r"|\d{1,2}[ .-]?[A-Za-z]{3,9}[ .-]?\d{4}"
)
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s]{1,64}\.[a-zA-Z]{2,10}")
_IDENTITY_NUMBER = re.compile(r"\d{3}-\d{2}-\d{4}|\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{9,}")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?[\r\n]')
"""How Excel is told the separator: a line of its own above the column names."""
_SINGLE_QUOTED = re.compile(r"(?:^|[,;\t|])'[^'\r\n]*'(?=[,;\t|\r\n])", re.M)
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")


@dataclass(frozen=True)
class DetectedCsv:
    """Everything needed to read the file without guessing again."""

    delimiter: str
    quote: str
    escape: str
    """What stands before a quotation mark inside a field: another one, or a backslash."""
    encoding: str
    header: bool
    names: tuple[str, ...]
    header_spans_lines: bool
    line_end: str
    line_ends_differ: bool
    lines_above: int
    """Lines above the first row: those to be skipped and empty ones."""
    notes: tuple[str, ...]


def detect(path: Path, told: CsvDialect, *, shown_path: str) -> DetectedCsv:
    """Work out how the file at `path` is written; raises an InputError where it cannot be a table."""
    head = _read_head(path, shown_path)
    if not head:
        raise FileEmpty(path=shown_path, what="is empty (0 bytes)")
    encoding, encoding_notes = _encoding(head, told.encoding, shown_path)
    is_whole_file = len(head) < SAMPLE_BYTES
    sample = _decode(head, encoding, shown_path, is_whole_file=is_whole_file)
    if not is_whole_file:
        if "\n" not in sample and "\r" not in sample:
            raise LineTooLong(path=shown_path, limit=f"{SAMPLE_BYTES >> 20} MB")
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1]
    separator = _SEPARATOR_LINE.match(sample) if not told.skip_lines else None
    sample, lines_above = _below(sample, 1 if separator else told.skip_lines)
    quote, quote_notes = (told.quote, ()) if told.quote else _quote(sample)
    said = told.delimiter or (separator[1] if separator else None)
    delimiter, delimiter_notes = (said, ()) if said else _delimiter(sample, quote)
    escape, escape_notes = _escape(sample, delimiter, quote)
    records = _records(sample, delimiter, quote, escape, shown_path)
    if not records:
        what = "has fewer lines than --skip-lines says" if told.skip_lines else "has no text in it, only empty lines"
        raise FileEmpty(path=shown_path, what=what)
    first = records[0]
    has_header = told.header is not False
    if has_header:
        if told.header is None:  # nobody said that there is one
            if _looks_like_title(records, (said,) if said else _DELIMITERS, sample, quote):
                raise TitleAboveHeader(path=shown_path)
            check_header(first, shown_path)
            if _recurs_below(first, _parse(sample, delimiter, quote, most=300)[1:]):
                raise HeaderLooksLikeData(path=shown_path)
        if len(records) == 1 and is_whole_file:
            raise HeaderOnly(path=shown_path)
        names = numbered_where_empty(first)
    else:
        names = numbered_where_empty([""] * len(first))
    line_ends = _line_ends(sample, quote)
    return DetectedCsv(
        delimiter=delimiter,
        quote=quote,
        encoding=encoding,
        header=has_header,
        names=names,
        header_spans_lines=any("\n" in name or "\r" in name for name in first) and has_header,
        lines_above=lines_above,
        line_end=line_ends[0] if line_ends else "\n",
        line_ends_differ=len(set(line_ends)) > 1,
        escape=escape,
        notes=(*encoding_notes, *delimiter_notes, *quote_notes, *escape_notes),
    )


def check_header(fields: list[str], shown_path: str) -> None:
    """Refuse a first row that is somebody's record: its values would be printed as column names."""
    stripped = [field.strip() for field in fields]
    personal = any(
        pattern.fullmatch(field[:100]) for field in stripped for pattern in (_DATE, _EMAIL, _IDENTITY_NUMBER)
    )
    numbers = [field for field in stripped if _NUMBER.fullmatch(field[:100])]
    is_mostly_numbers = len(stripped) > 1 and len(numbers) * 2 > len(stripped)
    if personal or (is_mostly_numbers and not _count_up(numbers)):
        raise HeaderLooksLikeData(path=shown_path)


def _count_up(numbers: list[str]) -> bool:
    """Whether the numbers go up in even steps, as years and item numbers in column names do: 2019, 2020 or 1, 2, 3.

    Two numbers always have one step, so they must be neighbours: 1 and 1960 are a number and a birth year.
    """
    values = [float(number.replace(",", ".")) for number in numbers]
    steps = {round(later - earlier, 6) for earlier, later in pairwise(values)}
    step = steps.pop() if len(steps) == 1 else 0
    return step > 0 if len(numbers) > 2 else step == 1


def _read_head(path: Path, shown_path: str) -> bytes:
    if path.suffix.lower() == ".gz":
        try:
            with gzip.open(path, "rb") as stream:
                return stream.read(SAMPLE_BYTES)
        except DAMAGED_GZIP:
            raise NotATable(path=shown_path, format="CSV", why="it is not a whole gzip file") from None
    with path.open("rb") as stream:
        return stream.read(SAMPLE_BYTES)


def _encoding(head: bytes, told: str | None, shown_path: str) -> tuple[str, tuple[str, ...]]:
    if told is not None:
        try:
            "".encode(told)  # refuses codecs such as base64 that are not text encodings
            return codecs.lookup(told).name, ()
        except (LookupError, UnicodeError, ValueError):
            raise UnknownEncoding(encoding=repr(told[:30])) from None
    for signature, why in _FOREIGN_SIGNATURES.items():
        if head.startswith(signature):
            raise NotATable(path=shown_path, format="CSV", why=why)
    for mark, name in _BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return name, ()
    if b"\x00" in head:
        for name, zero_at in (("utf-16-le", 1), ("utf-16-be", 0)):
            if head[zero_at::2].count(0) > 0.4 * len(head) / 2:
                return name, (f"Read as {name} text, which the file does not declare.",)
        raise NotATable(path=shown_path, format="CSV", why="it holds zero bytes, so it is not text")
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head, final=len(head) < SAMPLE_BYTES)
        return "utf-8", ()
    except UnicodeDecodeError:
        pass
    try:
        head.decode("windows-1252")
        name = "windows-1252"
    except UnicodeDecodeError:
        name = "latin-1"
    note = f"Not UTF-8, so read as {name} text; if names look wrong, say which with --encoding."
    return codecs.lookup(name).name, (note,)


def _decode(head: bytes, encoding: str, shown_path: str, *, is_whole_file: bool) -> str:
    try:
        return codecs.getincrementaldecoder(encoding)().decode(head, final=is_whole_file).removeprefix("\ufeff")
    except UnicodeError as error:
        line = head[: error.start].count(b"\n") + 1 if isinstance(error, UnicodeDecodeError) else 1
        hint = "windows-1252" if encoding in {"utf-8", "utf-8-sig"} else "utf-8"
        raise WrongEncoding(path=shown_path, encoding=encoding, where=f" at line {line}", hint=hint) from None


def _delimiter(sample: str, quote: str) -> tuple[str, tuple[str, ...]]:
    """The candidate that cuts the most rows into the same number of fields, more than one; a comma otherwise."""
    best, best_score = ",", (0.0, 0)
    for candidate in _DELIMITERS:
        widths = [len(row) for row in _parse(sample, candidate, quote, most=200)]
        if not widths or widths[0] < 2:
            continue
        alike = sum(1 for width in widths if width == widths[0]) / len(widths)
        score = (alike, widths[0])
        if score > best_score:
            best, best_score = candidate, score
    if not best_score[1] and all(_NUMBER.fullmatch(line) for line in sample.split()[1:]):
        return ";", ()  # an only column of numbers: a comma in them is a decimal comma
    notes = (f"Fields are separated by {_DELIMITER_WORDS[best]}s (detected).",) if best != "," else ()
    return best, notes


def _recurs_below(first: list[str], below: list[list[str]]) -> bool:
    """Whether fields of the first row are values of their own columns, as F, Boston and White are: it is a record.

    In two columns at least and in two of five: a single column may well hold its own name (Yes/No, one-hot coding).
    """
    filled = [i for i, field in enumerate(first) if field.strip()]
    recurring = sum(1 for i in filled if any(len(row) > i and row[i] == first[i] for row in below))
    return recurring >= 2 and recurring * 5 >= len(filled) * 2


def _below(sample: str, skip: int) -> tuple[str, int]:
    """The sample without its first `skip` lines and the empty ones after them, and how many lines that were."""
    ends = [match.end() for match in re.finditer(r"\r\n|\n|\r", sample)]
    start = ends[skip - 1] if 0 < skip <= len(ends) else len(sample) if skip else 0
    rest = sample[start:]
    blank = rest[: len(rest) - len(rest.lstrip("\r\n"))]
    return rest[len(blank) :], skip + len(re.findall(r"\r\n|\n|\r", blank))


def _looks_like_title(records: list[list[str]], candidates: tuple[str, ...], sample: str, quote: str) -> bool:
    """Whether the first row is a line of text above the table: one filled field where the rows below have several.

    A single word with nothing beside it is more likely the name of an only column.
    """
    if len(records[0]) == 1 and len(records[0][0].split()) < 2:
        return False
    is_one_field = len(records[0]) == 1 or len(records[0]) > 2  # two fields may be R's row names and a variable
    if len(records) < 2 or not is_one_field or sum(1 for field in records[0] if field.strip()) != 1:
        return False
    below = sample[len(sample.splitlines(keepends=True)[0]) :]
    for candidate in candidates:
        rows = _parse(below, candidate, quote, most=20)
        if rows and min(len(row) for row in rows) > 1 and sum(1 for field in rows[0] if field.strip()) > 1:
            return True
    return False


def numbered_where_empty(names: list[str]) -> tuple[str, ...]:
    """Column names with a number in place of empty ones, as R and pandas leave above row names."""
    return tuple(name if name else f"column_{i}" for i, name in enumerate(names, start=1))


def _line_ends(sample: str, quote: str) -> list[str]:
    """How each line ends, quoted text aside; in more than one way if a file was put together from two systems."""
    mark = re.escape(quote)
    outside_quotes = re.sub(f"{mark}[^{mark}]*{mark}", "", sample)
    return re.findall(r"\r\n|\n|\r", outside_quotes)


def _quote(sample: str) -> tuple[str, tuple[str, ...]]:
    """A double quotation mark, unless there is none and fields stand between single ones."""
    if '"' not in sample and len(_SINGLE_QUOTED.findall(sample)) >= 2:
        return "'", ("Fields stand between single quotation marks (detected).",)
    return '"', ()


def _escape(sample: str, delimiter: str, quote: str) -> tuple[str, tuple[str, ...]]:
    """A quotation mark inside a field is doubled, unless only a backslash before it makes the rows alike."""
    if f"\\{quote}" not in sample:
        return quote, ()
    doubled = {len(row) for row in _parse(sample, delimiter, quote, most=500)}
    escaped = {len(row) for row in _parse(sample, delimiter, quote, escape="\\", most=500)}
    if len(doubled) > 1 and len(escaped) == 1:
        return "\\", ("Quotation marks inside fields are written with a backslash (detected).",)
    return quote, ()


def _records(sample: str, delimiter: str, quote: str, escape: str, shown_path: str) -> list[list[str]]:
    try:
        return _parse(sample, delimiter, quote, escape=escape, most=2)
    except csv.Error:
        raise NotATable(path=shown_path, format="CSV", why="its first lines are not rows of fields") from None


def _parse(sample: str, delimiter: str, quote: str, *, most: int, escape: str | None = None) -> list[list[str]]:
    csv.field_size_limit(LONGEST_LINE)
    rows: list[list[str]] = []
    escapechar = "\\" if escape == "\\" else None
    lines = io.StringIO(sample, newline="")
    for row in csv.reader(lines, delimiter=delimiter, quotechar=quote, escapechar=escapechar):
        if row:
            rows.append(row)
            if len(rows) == most:
                break
    return rows
