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
from bauta.cli.engine_options import with_engine_options
from bauta.cli.evaluate_estimators import evaluate_estimators
from bauta.cli.example import example
from bauta.cli.explore import explore
from bauta.cli.hierarchy import hierarchy
from bauta.cli.key import key
from bauta.cli.link import link
from bauta.cli.policies import policies
from bauta.cli.profile import profile
from bauta.cli.report import report
from bauta.cli.reverse import reverse
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
# One line each: what the list of commands would cut off is not read.
app.command("profile", short_help="Suggest a role for every column of a file.")(with_engine_options(profile))
app.command("assess", short_help="Measure the re-identification risk.")(with_engine_options(assess))
app.command("check", short_help="Hold a table against HIPAA's Safe Harbor.")(with_engine_options(check))
app.command("hierarchy", short_help="Preview how a variable is generalized.")(with_engine_options(hierarchy))
app.command("deidentify", short_help="Release the data within a threshold.")(with_engine_options(deidentify))
app.command("explore", short_help="Show risk against loss, to choose by.")(with_engine_options(explore))
app.command("apply", short_help="Release another extract by the same plan.")(with_engine_options(apply))
app.command("key", short_help="Make a key for pseudonyms or releases.")(key)
app.command("reverse", short_help="Turn released codes back, for the custodian.")(with_engine_options(reverse))
app.command("compare", short_help="Compare a release with its source.")(with_engine_options(compare))
app.command("diagnose", short_help="Try other assumptions on a release.")(with_engine_options(diagnose))
app.command("context", short_help="Settle who gets the data, and what follows.")(with_engine_options(context))
app.command("agree", short_help="Compare two analysts' roles of variables.")(agree)
app.command("verification", short_help="Tell the risk from who verifies matches.")(verification)
app.command("simulate-registry", short_help="Simulate a registry from tables of counts.")(
    with_engine_options(simulate_registry)
)
app.command("evaluate-estimators", short_help="Tell how far off estimators are.")(
    with_engine_options(evaluate_estimators)
)
app.command("policies", short_help="Compare policies with HIPAA's Safe Harbor.")(with_engine_options(policies))
app.command("link", short_help="Say how well two releases can be linked.")(with_engine_options(link))
app.command("run", short_help="Take a study through the eleven steps.")(with_engine_options(run_command))
app.command("status", short_help="Show where a study stands.")(status)
app.command("decide", short_help="Accept or reject a study's release.")(decide)
app.command("report", short_help="Write a study's report, HTML or PDF.")(report)
app.command("example", short_help="Write the bundled, made-up example data.")(example)
app.command("schema", short_help="Print the JSON schema of the study file.")(schema)


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        typer.echo(f"bauta {version('bauta')}")
        raise typer.Exit()


@app.callback(
    epilog="Begin with: bauta profile DATA -o study.yaml; then bauta run study.yaml asks for what is missing."
)
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
