"""The command `bauta link`, which says how well two releases can be put together."""

from typing import Annotated

import typer

from bauta.cli.engine_options import open_engine
from bauta.cli.options import JsonOption, PersonKeyOption, split_names
from bauta.cli.show_result import show_result


def link(
    a: Annotated[
        str, typer.Argument(metavar="A", help="A release (its folder, or a file), or the records that were exposed.")
    ],
    b: Annotated[str, typer.Argument(metavar="B", help="Another release, or the list they came from.")],
    on: Annotated[
        list[str] | None,
        typer.Option(
            "--on",
            metavar="COLUMNS",
            help="The variables both have: a,b,c. [default: the quasi-identifiers of a release folder]",
            show_default=False,
        ),
    ] = None,
    person_key: PersonKeyOption = None,
    json: JsonOption = False,
) -> None:
    """Say how many records of two releases somebody who has both would put together correctly."""
    from bauta.cli.progress import progress
    from bauta.model.source import DataSource
    from bauta.report.content_link import link_json, link_sections
    from bauta.workflow.link import link as link_releases

    with progress() as listener, open_engine(listener) as engine:
        result = link_releases(engine, DataSource(a), DataSource(b), split_names(on), person_key=person_key)
    show_result(result, link_sections, link_json, json=json)
