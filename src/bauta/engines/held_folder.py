"""A folder for what is not finished, held by the process that made it: a lock, which ends with the process, tells it
from one that a killed process left behind.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_ENDING = "[a-z0-9_]{8}"
"""What tempfile puts after a prefix."""


def make_held_folder(prefix: str, inside: Path) -> tuple[Path, int]:
    """A new folder, closed to others, and the lock on it, which is held as long as this process lives."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=inside))
        lock = os.open(folder, os.O_RDONLY)
        if _is_free(lock) is not False and folder.exists():
            return folder, lock
        os.close(lock)  # another process took it for one left behind, in the moment before it was locked


def remove_left_behind(prefix: str, inside: Path, is_ours: Callable[[Path], bool] = lambda _: True) -> None:
    """Remove folders made with this prefix that no living process holds; `is_ours` may look into them first."""
    pattern = re.compile(re.escape(prefix) + _ENDING)
    for folder in inside.iterdir():
        if pattern.fullmatch(folder.name) and not folder.is_symlink():
            with suppress(OSError):  # gone already: its owner, or another process, was faster
                _remove_if_left_behind(folder, is_ours)


def _remove_if_left_behind(folder: Path, is_ours: Callable[[Path], bool]) -> None:
    if not folder.is_dir() or folder.stat().st_uid != os.geteuid() or not is_ours(folder):
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        if _is_free(lock):
            remove(folder)
    finally:
        os.close(lock)


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it, or as much of it as can be."""
    shutil.rmtree(folder, ignore_errors=True)


def _is_free(lock: int) -> bool | None:
    """Whether nobody else held the lock, which is now ours; None where the disk locks no folders."""
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True
