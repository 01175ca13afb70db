"""The command `bauta key`, which makes a key for pseudonyms or a secret for releases."""

from pathlib import Path
from typing import Annotated

import typer


def key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to make. An existing one is never replaced.")],
) -> None:
    """Make a key: 256 random bits, in a file that only you can read.

    It serves as the key of keyed and reversible pseudonyms and as the secret of releases (--secret). It is not shown.
    """
    from bauta.errors import printable
    from bauta.workflow.make_key import make_key

    make_key(file)
    typer.echo(
        f"{printable(file)} holds a new key of 256 random bits. Keep it where you keep the list of patients: "
        "whoever has it can undo what is made with it, and without it nothing can be repeated."
    )
