"""Files appear whole or not at all: written aside in the same folder, then moved into place."""

import os
import tempfile
from pathlib import Path

from bauta.errors import DiskFull, OutputExists, OutputFailed


def write_whole(path: Path, content: str | bytes, *, overwrite: bool, owner_only: bool = False) -> None:
    """Write `content` to `path` in one step; raises OutputExists or OutputFailed and leaves nothing half-written.

    Readable by whom the user's settings (umask) allow, or by this user alone.
    """
    check_output(path, overwrite=overwrite)
    data = content.encode("utf-8") if isinstance(content, str) else content
    aside: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}-", dir=path.parent)
        aside = Path(name)
        with os.fdopen(handle, "wb") as target:
            target.write(data)
            target.flush()
            os.fsync(target.fileno())  # a name must not outlive a power failure that its content did not
        aside.chmod(0o600 if owner_only else 0o666 & ~_umask())
        aside.replace(path)
    except (OSError, ValueError) as error:
        import errno

        if isinstance(error, ValueError):
            raise OutputFailed(path=path, why="this is not a file name") from None
        if error.errno == errno.ENOSPC:
            raise DiskFull() from None
        raise OutputFailed(path=path, why=(error.strerror or "refused").lower()) from None
    finally:
        if aside is not None:
            aside.unlink(missing_ok=True)


def check_output(path: Path, *, overwrite: bool) -> None:
    """Raise OutputExists or OutputFailed, before any work is done for it, where `path` cannot be written."""
    try:
        if path.is_dir():
            raise OutputFailed(path=path, why="it is a folder")
        if path.exists() and not overwrite:
            raise OutputExists(path=path)
        if not path.parent.is_dir():
            raise OutputFailed(path=path, why=f"there is no folder {path.parent}")
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise OutputFailed(path=path, why=f"you may not write in {path.parent}")
    except (
        OSError,
        RuntimeError,
        ValueError,
    ) as error:  # a folder that is closed to us, a name too long, links in a circle
        raise OutputFailed(
            path=path, why=(getattr(error, "strerror", None) or "there is no such place").lower()
        ) from None


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
