"""Where a table is and how it is written down. Nothing here opens it."""

from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit


@dataclass(frozen=True)
class CsvDialect:
    """How a delimited text file is written. What is None is detected, and what was detected is reported."""

    delimiter: str | None = None
    quote: str | None = None
    encoding: str | None = None
    header: bool = True


@dataclass(frozen=True)
class DataSource:
    """One table: a file, or a table in a workbook or database."""

    location: str
    """A path, or the address of a database such as postgresql://user@host/database."""
    table: str | None = None
    """The sheet of a workbook or the table of a database; `schema.table` for PostgreSQL."""
    csv: CsvDialect = CsvDialect()

    @property
    def is_database_address(self) -> bool:
        return self.location.startswith(("postgresql://", "postgres://"))

    @property
    def has_password(self) -> bool:
        return self.is_database_address and urlsplit(self.location).password is not None

    @property
    def shown(self) -> str:
        """The location without a password, fit to be printed."""
        if not self.is_database_address:
            return self.location
        parts = urlsplit(self.location)
        host = parts.netloc.rpartition("@")[2]
        user = parts.username
        return urlunsplit((parts.scheme, f"{user}@{host}" if user else host, parts.path, "", ""))

    def relative_to(self, folder: Path) -> "DataSource":
        """The same source, a relative path being read from `folder` (the study file's own)."""
        if self.is_database_address:
            return self
        return replace(self, location=str(folder / Path(self.location).expanduser()))
