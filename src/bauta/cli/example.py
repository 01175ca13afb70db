"""bauta example: write the bundled, made-up hospital extract."""

from pathlib import Path
from typing import Annotated

import typer

from bauta.cli.options import ForceOption


def example(
    folder: Annotated[Path, typer.Argument(help="Folder to write hospital.csv and registry.csv into.")] = Path(),
    visits: Annotated[
        bool, typer.Option("--visits", help="Write visits.csv instead, which breaks every rule of Safe Harbor.")
    ] = False,
    force: ForceOption = False,
) -> None:
    """Write the bundled example: a made-up hospital extract and the registry of the region it serves."""
    from bauta.workflow.example import write_example, write_visits

    write = write_visits if visits else write_example
    for path, rows in write(folder, overwrite=force).items():
        typer.echo(f"{path} ({rows:,} rows)")
