"""A new file, and the sentence for what can go wrong with it."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from bauta.errors import BautaError, DiskFull, OutputFailed


@contextmanager
def new_file(path: Path) -> Iterator[None]:
    """Make an empty file, readable by this user only, to be filled in the block; gone again if the block fails."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise _told(path, error.errno) from None
    except ValueError:
        raise OutputFailed(path=path, why="this is not a file name") from None
    try:
        with _explained(path):
            yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def new_folder(path: Path) -> None:
    """Make a folder, and those it is in, that only this user can open; it may be there."""
    with _explained(path):
        path.mkdir(0o700, parents=True, exist_ok=True)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn the system's refusals into bauta's errors. Other errors are about the rows; the engine explains those."""
    try:
        yield
    except OSError as error:
        raise _told(path, error.errno) from None
    except duckdb.IOException as error:
        number = re.search(r'Could not write.*"errno":"(\d+)"', str(error), re.DOTALL)
        if number:
            raise _told(path, int(number[1])) from None
        raise


def _told(path: Path, number: int | None) -> BautaError:
    if number == errno.ENOSPC:
        return DiskFull()
    return OutputFailed(path=path, why=os.strerror(number).lower() if number else "refused")
