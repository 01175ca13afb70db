"""Names of folders that say what all rows below them have in a column: year=2019, as Hive, Spark and DuckDB have it.

Characters that mean something in a path, or to those who read such folders, are written as %2A. Letters beyond ASCII
stand as they are: Spark would take the bytes of an encoded one for letters.
"""

from pathlib import PurePath
from urllib.parse import unquote

MISSING = "__HIVE_DEFAULT_PARTITION__"
LONGEST_NAME = 255
"""Bytes in the name of a file or folder, on nearly every disk."""
_ESCAPED = {*"\"#%'*/:=?\\{}[]^\x7f", *map(chr, range(32))}


def folder_name(column: str, value: str | None) -> str:
    """The name of the folder whose rows have this value; empty text is missing, as it is to Hive."""
    if not value:
        told = MISSING
    elif value == MISSING:
        told = _percent(value[0]) + value[1:]
    else:
        told = _escaped(value)
    return f"{_escaped_first(_escaped(column))}={told}"


def said_by(name: str) -> tuple[str, str | None] | None:
    """The column and the value that a folder's name tells; None where it tells none."""
    column, separator, value = name.partition("=")
    if not separator:
        return None
    return unquote(column), None if value == MISSING else unquote(value)


def without_values(path: PurePath) -> str:
    """A path fit for a message: what folders say of people is left out."""
    return str(PurePath(*map(_without_value, path.parts)))


def is_too_long(name: str) -> bool:
    """Whether no folder can be called so."""
    return len(name.encode("utf-8")) > LONGEST_NAME


def _without_value(part: str) -> str:
    column, separator, _ = part.partition("=")
    return f"{column}=..." if separator else part


def _escaped(text: str) -> str:
    return "".join(_percent(sign) if sign in _ESCAPED else sign for sign in text)


def _escaped_first(text: str) -> str:
    """The same with a dot at the beginning written as %2E: readers pass over files and folders that begin so."""
    return _percent(text[0]) + text[1:] if text.startswith(".") else text


def _percent(sign: str) -> str:
    return f"%{ord(sign):02X}"
