"""The entry point: ready for Ctrl-C and for being told to stop before the first library is imported."""

import signal
import sys
from types import FrameType


def run() -> None:
    """Start the command line. Being told to stop, by anyone, tidies up like Ctrl-C does."""
    try:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _interrupt)
        from bauta.cli.main import run as run_command
    except KeyboardInterrupt:
        sys.exit(130)
    run_command()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
