"""Temporary files and memory: where what does not fit goes, and how much may stay."""

import atexit
import errno
import os
import re
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from bauta.engines.held_folder import make_held_folder, remove, remove_left_behind
from bauta.errors import DiskFull, OptionInvalid, OutputFailed, shown

_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "KI": 2**10, "MI": 2**20, "GI": 2**30, "TI": 2**40}
LEAST_MEMORY = 256 * 10**6
"""Less than this and an engine cannot even sort a block of rows."""
SHARE_OF_DUCKDB = 0.6
"""Of the memory a person allows; the rest is for what is done with the classes once they are counted."""


def bytes_of(memory: str, option: str = "--memory-limit") -> int:
    """The number of bytes meant by 512MB, 4GB or 1.5GiB; raises OptionInvalid for anything else."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]I?)?B?", memory.strip().upper())
    amount = int(float(found[1]) * _UNITS[found[2] or ""]) if found else 0
    if amount < LEAST_MEMORY:
        raise OptionInvalid(option=option, value=shown(memory, 20), allowed="a size from 256MB up, such as 4GB")
    return amount


def duckdb_memory(memory: str) -> str:
    """What DuckDB may use where a person allows this much for the whole process."""
    return f"{int(bytes_of(memory) * SHARE_OF_DUCKDB)}B"


def memory_for_classes(memory: str | None) -> int:
    """Bytes for classes that came up from the engine: the rest of what a person allows, or half of the machine's."""
    if memory is not None:
        return int(bytes_of(memory) * (1 - SHARE_OF_DUCKDB))
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


class SpillFolder:
    """A folder for temporary files of this process, which only this user can open; removed at the end at the latest."""

    def __init__(self, path: Path, lock: int) -> None:
        self.path = path
        self._lock: int | None = lock
        atexit.register(self.remove)  # at once: being told to stop can come before whoever asked for it has it

    def remove(self) -> None:
        """Remove it with all that is in it, once."""
        lock, self._lock = self._lock, None
        if lock is not None:
            remove(self.path)
            os.close(lock)


def spill_folder(inside: str | None) -> SpillFolder:
    """A new folder for temporary files. What killed processes left in the same place, data of people, goes first."""
    if inside is not None and not Path(inside).is_dir():
        raise OptionInvalid(option="--spill-folder", value=shown(inside), allowed="a folder that exists")
    place = Path(inside or tempfile.gettempdir()).absolute()
    with suppress(OSError):  # a place that lets nobody look around can still be written to
        remove_left_behind(_prefix(), place)
    try:
        return SpillFolder(*make_held_folder(_prefix(), place))
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFull() from None
        raise OutputFailed(path=place, why=os.strerror(error.errno or errno.EIO).lower()) from None


def _prefix() -> str:
    """With this machine's name: on a disk that several share, a lock may be known to one of them only."""
    return f"bauta-spill-{re.sub('[^A-Za-z0-9]', '', socket.gethostname())[:40]}-"
