"""The command `bauta reverse`, by which the custodian gets from released codes back to the identifiers."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import ForceOption


def reverse(
    release: Annotated[Path, typer.Argument(metavar="RELEASE", help="The folder of a release, or its custodian/.")],
    codes: Annotated[
        str | None,
        typer.Argument(metavar="CODES", help="A table that has released codes in a column.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The table to write.", show_default=False)
    ] = None,
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="One code, instead of a table.", show_default=False)
    ] = None,
    column: Annotated[
        str | None,
        typer.Option("--column", metavar="NAME", help="Which identifier, where there are several.", show_default=False),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help="The source, which keyed pseudonyms need.", show_default=False),
    ] = None,
    escape_formulas: Annotated[
        bool,
        typer.Option("--escape-formulas", help="Put an apostrophe before what a spreadsheet would run as a formula."),
    ] = False,
    force: ForceOption = False,
) -> None:
    """Turn released codes back into the identifiers they stand for. This re-identifies people.

    The result is a table of codes and values that only you can read; no value is ever shown.
    """
    from bauta.errors import OptionMissing, printable
    from bauta.model.source import DataSource
    from bauta.workflow.reverse import reverse_codes

    if out is None:
        raise OptionMissing(option="--out", wanted="a file to write the identifiers to")
    with open_engine(None, data) as engine:
        done = reverse_codes(
            engine,
            release,
            out,
            codes=None if codes is None else DataSource(codes),
            code=code,
            column=column,
            data=None if data is None else DataSource(data),
            overwrite=force,
            escape_formulas=escape_formulas,
        )
    unknown = done.codes - done.found
    rest = f"; {unknown:,} {'is' if unknown == 1 else 'are'} unknown" if unknown else ""
    what = "1 code" if done.codes == 1 else f"{done.codes:,} codes"
    typer.echo(
        f"{printable(out)}: {done.found:,} of {what} turned back{rest}. It identifies people; only you can read it."
    )
    if done.formulas and not escape_formulas:
        rows = "1 row" if done.formulas == 1 else f"{done.formulas:,} rows"
        typer.echo(f"A spreadsheet would run cells of {rows} as formulas; --escape-formulas prevents it.", err=True)
