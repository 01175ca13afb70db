"""From a place to a table: one file per family of formats, and the choice between them by the file's ending."""

from collections.abc import Callable
from pathlib import Path

from bauta.engines.readers.csv import open_csv, open_csv_files
from bauta.engines.readers.database import open_postgresql, open_sqlite
from bauta.engines.readers.excel import open_excel
from bauta.engines.readers.frames import open_frame
from bauta.engines.readers.many_files import PARQUET_ENDINGS, TEXT_ENDINGS, find_files, is_pattern
from bauta.engines.readers.parquet import open_parquet, open_parquet_files
from bauta.engines.readers.raw_table import RawTable, Session
from bauta.engines.readers.statistical import open_statistical
from bauta.errors import FileEmpty, FileMissing, FileUnreadable, UnknownFormat
from bauta.model.source import DataSource

Reader = Callable[[Session, DataSource, Path], RawTable]

READERS: dict[str, Reader] = {
    **dict.fromkeys(TEXT_ENDINGS, open_csv),
    **dict.fromkeys(PARQUET_ENDINGS, open_parquet),
    **dict.fromkeys((".xpt", ".sas7bdat", ".sav", ".zsav", ".por", ".dta"), open_statistical),
    **dict.fromkeys((".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), open_excel),
    **dict.fromkeys((".sqlite", ".sqlite3", ".db"), open_sqlite),
}

__all__ = ["READERS", "RawTable", "Session", "open_frame", "open_source"]


def open_source(session: Session, source: DataSource) -> RawTable:
    """The table at `source`; raises an InputError that says what is wrong with the place."""
    if source.is_database_address:
        return open_postgresql(session, source)
    path = Path(source.location)
    try:
        if path.is_dir() or is_pattern(source.location):
            return _open_files(session, source)
        if not path.exists():
            raise FileMissing(path=source.shown)
        if not path.is_file():
            raise FileUnreadable(path=source.shown, why="it is a device or a pipe; save it as a file first")
        if path.stat().st_size == 0:
            raise FileEmpty(path=source.shown, what="is empty (0 bytes)")
        with path.open("rb"):
            pass
    except OSError as error:
        raise FileUnreadable(path=source.shown, why=(error.strerror or "refused").lower()) from None
    except ValueError:
        raise FileMissing(path="with such a name") from None
    return _reader_for(path, source.shown)(session, source, path)


def _open_files(session: Session, source: DataSource) -> RawTable:
    found = find_files(source.location, source.shown)
    is_parquet = found.paths[0].name.lower().endswith(PARQUET_ENDINGS)
    return open_parquet_files(source, found) if is_parquet else open_csv_files(session, source, found)


def _reader_for(path: Path, shown_path: str) -> Reader:
    endings = [suffix.lower() for suffix in path.suffixes]
    for ending in ("".join(endings[-2:]), endings[-1] if endings else ""):
        if ending in READERS:
            return READERS[ending]
    raise UnknownFormat(path=shown_path, known=", ".join(READERS))
