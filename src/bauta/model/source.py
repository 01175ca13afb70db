"""Where a table is and how it is written down. Nothing here opens it."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path


@dataclass(frozen=True)
class CsvDialect:
    """How a delimited text file is written. What is None is detected, and what was detected is reported."""

    delimiter: str | None = None
    quote: str | None = None
    encoding: str | None = None
    header: bool | None = None
    """Whether the first row holds the column names; None: it does, unless it plainly looks like data."""
    skip_lines: int = 0
    """Lines above the row of column names, such as a title. Holds for a workbook's sheet too."""
    escaped_formulas: bool = False
    """Whether bauta put an apostrophe before what a spreadsheet would run; it is taken away again in reading."""


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
        return self.location.lower().startswith(("postgresql://", "postgres://"))

    @property
    def has_password(self) -> bool:
        return self.shown != self.location and ":" in self._user_part

    @property
    def shown(self) -> str:
        """The location without a password, fit to be printed. Any address is cleaned, also one bauta cannot open."""
        scheme, separator, rest = self.location.partition("://")
        if not separator:
            return self.location
        server, slash, path = rest.partition("/")
        host = server.rpartition("@")[2]
        user = self._user_part.partition(":")[0]
        return f"{scheme}://{user}{'@' if user else ''}{host}{slash}{path.partition('?')[0]}"

    def without_password(self) -> str:
        """The location as it may be written down: everything but a password, in the address or among its options."""
        if not self.is_database_address:
            return self.location
        address, question_mark, options = self.location.partition("?")
        kept = [
            option for option in options.split("&") if option and "password" not in option.partition("=")[0].lower()
        ]
        return DataSource(address).shown + (question_mark + "&".join(kept) if kept else "")

    @property
    def _user_part(self) -> str:
        """What stands before the @ of an address: user, or user:password."""
        return self.location.partition("://")[2].partition("/")[0].rpartition("@")[0]

    def relative_to(self, folder: Path) -> "DataSource":
        """The same source, a relative path being read from `folder` (the study file's own)."""
        if self.is_database_address:
            return self
        path = Path(self.location)
        with suppress(RuntimeError):  # ~nobody: there is no such user, so it is a name that starts with a tilde
            path = path.expanduser()
        return replace(self, location=str(folder / path))
