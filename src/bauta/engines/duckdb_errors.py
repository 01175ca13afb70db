"""DuckDB's errors in bauta's words. Their text is looked at, never shown: it quotes the data."""

import duckdb

from bauta.engines.readers.csv import explain_csv_error
from bauta.errors import BautaError, DiskFull, EngineFailed, InputChanged, NotATable, OutOfMemory


def explain(error: duckdb.Error, shown_path: str, fields: int) -> BautaError:
    """The error to raise instead, for a table of so many fields."""
    message = str(error)
    explained = explain_csv_error(message, shown_path, fields)
    if explained is not None:
        return explained
    if isinstance(error, duckdb.OutOfMemoryException):
        return DiskFull() if "disk" in message.lower() else OutOfMemory(path=shown_path)
    if "No space left" in message:
        return DiskFull()
    if isinstance(error, duckdb.IOException) and ("No files found" in message or "Cannot open file" in message):
        return InputChanged(path=shown_path)
    if isinstance(error, duckdb.IOException | duckdb.InvalidInputException) and "arquet" in message:
        return NotATable(path=shown_path, format="Parquet", why="it is damaged")
    return EngineFailed(path=shown_path, kind=type(error).__name__)
