"""The command `bauta`. Each subcommand is a thin file; this one joins them and turns errors into one sentence."""

import os
import sys

import typer

from bauta.cli.agree import agree
from bauta.cli.apply import apply
from bauta.cli.assess import assess
from bauta.cli.check import check
from bauta.cli.compare import compare
from bauta.cli.context import context
from bauta.cli.decide import decide
from bauta.cli.deidentify import deidentify
from bauta.cli.diagnose import diagnose
from bauta.cli.evaluate_estimators import evaluate_estimators
from bauta.cli.example import example
from bauta.cli.explore import explore
from bauta.cli.hierarchy import hierarchy
from bauta.cli.link import link
from bauta.cli.policies import policies
from bauta.cli.profile import profile
from bauta.cli.report import report
from bauta.cli.run import run as run_command
from bauta.cli.schema import schema
from bauta.cli.simulate_registry import simulate_registry
from bauta.cli.status import status
from bauta.cli.verification import verification
from bauta.errors import BautaError

INTERRUPTED = 130
"""The exit code of a program stopped with Ctrl-C."""
NOBODY_READS = 141
"""The exit code of a program whose output nobody reads any more; not 1, which means a HIGH verdict."""

app = typer.Typer(
    name="bauta",
    help="Measure and manage the re-identification risk of health data.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(profile)
app.command()(assess)
app.command()(check)
app.command()(hierarchy)
app.command()(deidentify)
app.command()(explore)
app.command()(apply)
app.command()(compare)
app.command()(diagnose)
app.command()(context)
app.command()(agree)
app.command()(verification)
app.command()(simulate_registry)
app.command()(evaluate_estimators)
app.command()(policies)
app.command()(link)
app.command("run")(run_command)
app.command()(status)
app.command()(decide)
app.command()(report)
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
    """Measure and manage the re-identification risk of health data."""


def run() -> None:
    """Run the command; a mistake of the user's is one sentence on stderr and exit code 2, never a traceback."""
    _prepare_streams()
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    sys.exit(_run())


def _run() -> int:
    """The exit code, once whatever went wrong has been said."""
    try:
        code = app(standalone_mode=False) or 0
        sys.stdout.flush()
        return _stopped() if code == INTERRUPTED else int(code)
    except BautaError as error:
        return _say(str(error), error.exit_code)
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        command = context.command_path if context is not None else "bauta"
        message = error.format_message().rstrip(".")
        stop = "" if message.endswith("?") else "."
        return _say(f"{message}{stop} See: {command} --help", error.exit_code)
    except KeyboardInterrupt:
        return _stopped()
    except (BrokenPipeError, SystemExit):  # Typer exits by itself when the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    except OSError as error:
        return _say(f"The output could not be written: {(error.strerror or 'refused').lower()}.", 2)
    except MemoryError:
        return _say("There is not enough memory. Use fewer quasi-identifiers, or a larger machine.", 2)
    except Exception as error:
        if os.environ.get("BAUTA_DEBUG"):
            raise
        # The error's text and the traceback's lines may quote the data, so only its kind and place are told.
        place = _innermost_place(error)
        return _say(f"bauta met a fault of its own ({type(error).__name__} at {place}). Please report this line.", 3)


def _stopped() -> int:
    return _say("Stopped. Nothing was left half-written.", INTERRUPTED)


def _prepare_streams() -> None:
    """Make printing safe: text the terminal cannot show is escaped, and a closed output swallows it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


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
