"""Running a command of bauta in this process, for fixtures that last longer than a test."""

import contextlib
import io
import sys
from pathlib import Path

from bauta.cli.main import run


def run_command(*arguments: object) -> str:
    """What it prints; an AssertionError with its complaint where it does not end well."""
    before, out, err = sys.argv, io.StringIO(), io.StringIO()
    sys.argv = ["bauta", *map(str, arguments)]
    code: object = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            run()
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.argv = before
    assert not code, err.getvalue()
    return out.getvalue()


def release(study: Path, out: Path, *options: object) -> Path:
    """`bauta deidentify`; the folder of the release."""
    run_command("deidentify", study, "--out", out, *options)
    return out
