"""Options that would change nothing are refused by their name: whoever gives one relies on what it does not do."""

from collections.abc import Mapping
from pathlib import Path

from bauta.errors import OptionWithoutEffect
from bauta.model.source import DataSource

READ_BY_WORKBOOKS = ("--table", "--header", "--skip-lines")
"""What can be said of a sheet; how text is written cannot."""
_TEXT = (".csv", ".tsv", ".tab", ".txt")
_WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_DATABASES = (".sqlite", ".sqlite3", ".db")
_ONE_TABLE = (".parquet", ".pq", ".xpt", ".sas7bdat", ".sav", ".zsav", ".por", ".dta")


def refuse_without_effect(options: Mapping[str, object], where: str, *, instead: str | None = None) -> None:
    """Raise OptionWithoutEffect for the first of `options`, by name, that was given.

    None, False and an empty tuple stand for an option that was not given. `where` ends the sentence "has no effect
    ...", and `instead` the advice "Leave it out, or ...".
    """
    for option, value in options.items():
        if value is not None and value is not False and value != ():
            remedy = "Leave it out" if instead is None else f"Leave it out, or {instead}"
            raise OptionWithoutEffect(option=option, where=where, remedy=remedy)


def check_source_options(source: DataSource) -> None:
    """Refuse what is said of a source that its kind has no use for: the separator of a Parquet file, the sheet of a
    CSV file.
    """
    name = source.location.lower().removesuffix(".gz")
    said = _said(source)
    if source.is_database_address or name.endswith(_DATABASES):
        refuse_without_effect(_without(said, ("--table",)), "on a table of a database")
    elif name.endswith(_WORKBOOKS):
        refuse_without_effect(_without(said, READ_BY_WORKBOOKS), "on a workbook")
    elif name.endswith(_ONE_TABLE):
        refuse_without_effect(said, f"on a .{name.rpartition('.')[2]} file")
    elif name.endswith(_TEXT):
        refuse_without_effect({"--table": source.table}, "on a CSV file")
    elif source.table is not None and Path(source.location).is_dir():
        refuse_without_effect({"--table": source.table}, "on a folder of files, which are one table")


def _said(source: DataSource) -> dict[str, object]:
    """What was said about a source, by the name of the option that says it."""
    dialect = source.csv
    return {
        "--table": source.table,
        "--delimiter": dialect.delimiter,
        "--quote": dialect.quote,
        "--encoding": dialect.encoding,
        "--header": None if dialect.header is None else True,
        "--skip-lines": dialect.skip_lines or None,
    }


def _without(said: Mapping[str, object], options: tuple[str, ...]) -> dict[str, object]:
    return {option: value for option, value in said.items() if option not in options}
