"""Temporary files and memory: where what does not fit goes, and how much may stay."""

import errno
import os
import re
import tempfile
from pathlib import Path

from bauta.errors import OptionInvalid, OutputFailed, shown

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


def spill_folder(inside: str | None) -> "tempfile.TemporaryDirectory[str]":
    """A new folder for temporary files that only this user can open, removed at the end."""
    if inside is not None and not Path(inside).is_dir():
        raise OptionInvalid(option="--spill-folder", value=shown(inside), allowed="a folder that exists")
    try:
        return tempfile.TemporaryDirectory(prefix="bauta-", dir=inside, ignore_cleanup_errors=True)
    except OSError as error:
        why = os.strerror(error.errno or errno.EIO).lower()
        raise OutputFailed(path=inside or tempfile.gettempdir(), why=why) from None
