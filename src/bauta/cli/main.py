"""The command `bauta`. Each subcommand is a thin file; this one joins them and turns errors into one sentence."""

import os
import sys

import typer

from bauta.cli.assess import assess
from bauta.cli.example import example
from bauta.cli.profile import profile
from bauta.cli.schema import schema
from bauta.errors import BautaError

INTERRUPTED = 130
"""The exit code of a program stopped with Ctrl-C."""
NOBODY_READS = 141
"""The exit code of a program whose output nobody reads any more; not 1, which means a HIGH verdict."""

app = typer.Typer(
    name="bauta",
    help="Measure the re-identification risk of health data.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(profile)
app.command()(assess)
app.command()(example)
app.command()(schema)


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"bauta {version('bauta')}")
        raise typer.Exit()


@app.callback()
def bauta(
    _show_version: bool = typer.Option(False, "--version", help="Show the version.", callback=_version, is_eager=True),
) -> None:
    """Measure the re-identification risk of health data."""


def run() -> None:
    """Run the command; a mistake of the user's is one sentence on stderr and exit code 2, never a traceback."""
    try:
        if len(sys.argv) == 1:
            sys.argv.append("--help")
        code = app(standalone_mode=False) or 0
        sys.stdout.flush()
        sys.exit(_say("Stopped. Nothing was left half-written.", INTERRUPTED) if code == INTERRUPTED else code)
    except BautaError as error:
        sys.exit(_say(str(error), error.exit_code))
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "bauta"
        sys.exit(_say(f"{error.format_message().rstrip('.')}. See: {command} --help", error.exit_code))
    except KeyboardInterrupt:
        sys.exit(_say("Stopped. Nothing was left half-written.", INTERRUPTED))
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(NOBODY_READS)
    except MemoryError:
        sys.exit(_say("There is not enough memory. Use fewer quasi-identifiers, or a larger machine.", 2))
    except Exception as error:
        if os.environ.get("BAUTA_DEBUG"):
            raise
        # The error's text and the traceback's lines may quote the data, so only its kind and place are told.
        place = _innermost_place(error)
        message = f"bauta met a fault of its own ({type(error).__name__} at {place}). Please report it with this line."
        sys.exit(_say(message, 3))


def _say(message: str, exit_code: int) -> int:
    sys.stderr.write(f"bauta: {message}\n")
    return exit_code


def _innermost_place(error: Exception) -> str:
    trace, place = error.__traceback__, "an unknown place"
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if f"{os.sep}bauta{os.sep}" in path:
            place = f"{path.rpartition(f'{os.sep}bauta{os.sep}')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
