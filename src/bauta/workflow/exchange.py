"""Two folders change places in one step, so that at no moment there is neither."""

import ctypes
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path

_AT_FDCWD, _RENAME_EXCHANGE = -100, 2
"""Linux: renameat2(2), paths as seen from the current folder."""
_RENAME_SWAP = 2
"""macOS: renamex_np(2)."""
_NOT_SUPPORTED = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


def exchange(one: Path, other: Path) -> bool:
    """Let two folders on the same disk change places; False where the system or the disk cannot do that."""
    call = _system_call()
    if call is None:
        return False
    if call(os.fsencode(one), os.fsencode(other)) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NOT_SUPPORTED:
        return False
    raise OSError(number, os.strerror(number))


def _system_call() -> Callable[[bytes, bytes], int] | None:
    """The function of the C library, if it has it."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            swap = library.renamex_np
            swap.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_uint]
            return lambda one, other: int(swap(one, other, _RENAME_SWAP))
        rename = library.renameat2
        rename.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        return lambda one, other: int(rename(_AT_FDCWD, one, _AT_FDCWD, other, _RENAME_EXCHANGE))
    except (AttributeError, OSError, TypeError):
        return None
