"""The command `bauta profile`, which tells what is in a table and what could identify people."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import (
    DelimiterOption,
    EncodingOption,
    ForceOption,
    HeaderOption,
    JsonOption,
    QuoteOption,
    SkipLinesOption,
    TableOption,
    data_source,
)


def profile(
    data: Annotated[str, typer.Argument(metavar="DATA", help="A data file or a database address.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write a draft study file (.yaml) here.", show_default=False
        ),
    ] = None,
    json: JsonOption = False,
    force: ForceOption = False,
    table: TableOption = None,
    delimiter: DelimiterOption = None,
    quote: QuoteOption = None,
    encoding: EncodingOption = None,
    header: HeaderOption = None,
    skip_lines: SkipLinesOption = 0,
) -> None:
    """Look at every column and suggest its role, with the reason."""
    from bauta.cli.progress import progress
    from bauta.errors import OptionInvalid, printable
    from bauta.workflow.draft import draft_study
    from bauta.workflow.output import check_output, write_whole
    from bauta.workflow.profile import profile as profile_source
    from bauta.workflow.study_files import STUDY_ENDINGS, is_study_file
    from bauta.workflow.without_effect import refuse_without_effect

    if output is None:
        refuse_without_effect({"--force": force}, "without --output", instead="add --output FILE")
    if output is not None and not is_study_file(output.name):
        raise OptionInvalid(
            option="-o", value=repr(output.name[:40]), allowed=f"a name that ends in {STUDY_ENDINGS[0]}"
        )
    if output is not None:
        check_output(output, overwrite=force)
    source = data_source(
        data,
        table=table,
        delimiter=delimiter,
        quote=quote,
        encoding=encoding,
        header=header,
        skip_lines=skip_lines,
    )
    with progress() as listener, open_engine(listener, data) as engine:
        found = profile_source(engine, source)
    if output is not None:
        write_whole(output, draft_study(found, source, study_path=output), overwrite=force)
    if json:
        import json as json_module

        from bauta.report.render_json import profile_json

        typer.echo(
            json_module.dumps(
                profile_json(found.data.shown, found.rows, found.columns, found.data.notes),
                indent=2,
                ensure_ascii=False,
            )
        )
        return

    from bauta.report.content import profile_sections
    from bauta.report.render_terminal import make_console, print_page

    print_page(profile_sections(found.data.shown, found.rows, found.columns, found.data.notes), make_console())
    if output is not None:
        shown = printable(output)
        typer.echo(
            f"\nDraft study: {shown}\nCheck the roles in it, then run: bauta assess {shown}\n"
            f"Or, for a release with a report that is signed: bauta run {shown}"
        )
