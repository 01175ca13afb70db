"""Hierarchy files on disk, in the form ARX writes: a line per value, `value;level 1;level 2;...`."""

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

from bauta.errors import (
    FileMissing,
    FileUnreadable,
    FolderGiven,
    HierarchiesMissing,
    HierarchyEmpty,
    HierarchyOneColumn,
    NotATable,
    OptionInvalid,
    shown,
)
from bauta.hierarchies.rows import HierarchyRows

DELIMITERS = (";", "\t", "|", ",")
"""In this order where a file could be read with several: labels such as [20, 25) have commas in them."""
LINES_LOOKED_AT = 200
LARGEST_FILE = 256 << 20
"""Bytes. A million values with five levels each are about 100 megabytes."""
LONGEST_LABEL = 10_000
NAMES_OF_THE_VALUE = ("value", "values")
"""What the first field of a line of headings may be called beside the column's own name."""
MOST_NAMES = 5


def read_hierarchy(path: Path, variable: str, *, delimiter: str | None = None) -> HierarchyRows:
    """The rows of a hierarchy file. Whether they make a hierarchy is checked when it is built.

    A first line that starts with the column's name is a line of headings, which name the levels.
    """
    name = str(path)
    text = _text(path)
    if not text.strip():
        raise HierarchyEmpty(place=name)
    try:
        separator = delimiter or _detect_delimiter(text)
        if separator is None:
            raise HierarchyOneColumn(path=name)
        rows, lines = _fields(text, separator)
    except csv.Error:
        why = "a field in it has no end; look for a quotation mark that is not closed"
        raise NotATable(path=name, format="CSV", why=why) from None
    names: tuple[str, ...] = ()
    if rows and rows[0][0].casefold() in (variable.casefold(), *NAMES_OF_THE_VALUE):
        names = rows[0][1:]
        rows, lines = rows[1:], lines[1:]
    if rows and max(map(len, rows)) == 1:
        raise HierarchyOneColumn(path=name)
    if not rows or len(names) != len(rows[0]) - 1 or "" in names:
        names = ()  # headings that do not fit are no names for the levels
    return HierarchyRows(source=name, names=names, rows=tuple(rows), lines=tuple(lines))


def hierarchies_in_folder(folder: Path, variables: Sequence[str]) -> dict[str, Path]:
    """The hierarchy file of each variable that has one: age.csv, Age.CSV, or adult_hierarchy_age.csv as ARX has it."""
    if not folder.exists():
        raise FileMissing(path=folder)
    if not folder.is_dir():
        raise OptionInvalid(option="--hierarchies", value="a file", allowed="a folder that has a file for each column")
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".csv" and path.is_file())
    except OSError as error:
        raise FileUnreadable(path=folder, why=(error.strerror or "refused").lower()) from None
    found = {}
    for variable in variables:
        path = _file_of(variable, files)
        if path is not None:
            found[variable] = path
    if not found:
        listed = ", ".join(shown(variable) for variable in variables[:MOST_NAMES])
        more = f" or {len(variables) - MOST_NAMES} more columns" if len(variables) > MOST_NAMES else ""
        raise HierarchiesMissing(path=folder, names=listed + more, example=shown(f"{variables[0]}.csv"))
    return found


def _file_of(variable: str, files: Sequence[Path]) -> Path | None:
    """The file named exactly so, or else so but for capitals, or else with something before `hierarchy`."""
    lowered = variable.lower()
    ways: tuple[Callable[[str], bool], ...] = (
        lambda stem: stem == variable,
        lambda stem: stem.lower() == lowered,
        lambda stem: stem.lower().endswith(f"hierarchy_{lowered}"),
    )
    return next((path for fits in ways for path in files if fits(path.stem)), None)


def _text(path: Path) -> str:
    """The file's text: UTF-8, UTF-16 if it says so, or else Windows-1252."""
    try:
        if path.is_dir():
            raise FolderGiven(path=path)
        if path.exists() and not path.is_file():
            raise FileUnreadable(path=path, why="it is a device or a pipe; save it as a file first")
        if path.stat().st_size > LARGEST_FILE:
            raise NotATable(path=path, format="a hierarchy", why="it is far too large for one")
        content = path.read_bytes()
    except FileNotFoundError:
        raise FileMissing(path=path) from None
    except OSError as error:
        raise FileUnreadable(path=path, why=(error.strerror or "refused").lower()) from None
    encodings = ["utf-16"] if content[:2] in (b"\xff\xfe", b"\xfe\xff") else ["utf-8-sig", "windows-1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise NotATable(path=path, format="CSV", why="it is not text")


def _detect_delimiter(text: str) -> str | None:
    """The separator that divides the most lines; None if none does."""
    head = [line for line in text.splitlines()[:LINES_LOOKED_AT] if line.strip()]
    divided = {mark: sum(len(row) > 1 for row in csv.reader(head, delimiter=mark)) for mark in DELIMITERS}
    best = max(DELIMITERS, key=lambda mark: divided[mark])  # the first of equals
    return best if divided[best] else None


def _fields(text: str, delimiter: str) -> tuple[list[tuple[str, ...]], list[int]]:
    """The fields of every line that has any, without the empty ones a spreadsheet adds at the end, and line numbers."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    for fields in reader:
        if any(len(field) > LONGEST_LABEL or "\n" in field for field in fields):
            raise csv.Error("a quotation mark is not closed, and what follows was read into one field")
        row = [field.strip() for field in fields]
        while row and not row[-1]:
            row.pop()
        if row:
            rows.append(tuple(row))
            lines.append(reader.line_num)
    return rows, lines
