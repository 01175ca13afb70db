"""The entry point: ready for Ctrl-C and for being told to stop before the first library is imported."""

import gc
import os
import signal
import sys
import threading
from types import FrameType


def run() -> None:
    """Start the command line. Being told to stop, by anyone, tidies up like Ctrl-C does."""
    try:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _interrupt)
        sys.unraisablehook = _stop_after_all
        _start_light()
        from bauta.cli.main import run as run_command
    except KeyboardInterrupt:
        sys.exit(130)
    try:
        run_command()
    finally:
        _stop_listening()


def _start_light() -> None:
    """Leave out what a short command does not need; together a sixth of the CPU of a cold `bauta assess`."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no linear algebra here, so no threads waiting for it
    gc.set_threshold(200_000, 50, 50)  # importing makes many objects and no garbage


def _stop_listening() -> None:
    """All is done and said; being told to stop while Python tidies up would only add a traceback to it."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _stop_after_all(unraisable: "sys.UnraisableHookArgs") -> None:
    """Being told to stop while Python tidied something is told again a moment later, not printed and forgotten."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
