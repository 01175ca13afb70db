"""Options that several commands share."""

import csv
import io
from typing import Annotated

import typer

from bauta.errors import OptionInvalid
from bauta.model.source import CsvDialect, DataSource

TableOption = Annotated[
    str | None,
    typer.Option("--table", metavar="NAME", help="Sheet of a workbook or table of a database.", show_default=False),
]
DelimiterOption = Annotated[
    str | None,
    typer.Option(
        "--delimiter", metavar="CHAR", help="Field separator of a CSV file; detected if not given.", show_default=False
    ),
]
QuoteOption = Annotated[
    str | None,
    typer.Option("--quote", metavar="CHAR", help='Quotation mark of a CSV file; " if not given.', show_default=False),
]
EncodingOption = Annotated[
    str | None,
    typer.Option(
        "--encoding", metavar="NAME", help="Text encoding of a CSV file; detected if not given.", show_default=False
    ),
]
HeaderOption = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header", help="The first row holds, or does not hold, the column names.", show_default=False
    ),
]
SkipLinesOption = Annotated[
    int, typer.Option("--skip-lines", metavar="NUMBER", help="Lines above the column names, such as a title.", min=0)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")]


def data_source(
    location: str,
    *,
    table: str | None,
    delimiter: str | None,
    quote: str | None,
    encoding: str | None,
    header: bool | None,
    skip_lines: int,
) -> DataSource:
    """The source meant by a command line."""
    if delimiter is not None:
        delimiter = {"\\t": "\t", "tab": "\t"}.get(delimiter, delimiter)
    for option, value in (("--delimiter", delimiter), ("--quote", quote)):
        if value is not None and (len(value) != 1 or not value.isascii() or value in "\r\n"):
            raise OptionInvalid(option=option, value=repr(value[:20]), allowed="a single ASCII character")
    if delimiter is not None and delimiter == (quote or '"'):
        raise OptionInvalid(option="--delimiter", value="the quotation mark", allowed="another character")
    dialect = CsvDialect(delimiter=delimiter, quote=quote, encoding=encoding, header=header, skip_lines=skip_lines)
    return DataSource(location=location, table=table, csv=dialect)


def split_names(values: list[str] | None) -> list[str]:
    """Column names from a,b,c and from repeated options; a name with a comma in it is put in double quotes."""
    names: list[str] = []
    for value in values or []:
        for row in csv.reader(io.StringIO(value, newline=""), skipinitialspace=True):
            names += [name for name in row if name]
    return names
