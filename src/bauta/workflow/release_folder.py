"""A release's folder appears whole or not at all.

Everything is written aside, in a hidden folder of the same parent that only this user can open, and moved into place in
one step. Whoever looks, at whatever moment the program is stopped, finds the earlier release or the new one:

    out absent or empty    rename(aside, out)
    out an earlier release aside and out change places (Linux renameat2, macOS renamex_np), then the old one is removed

Where the disk cannot exchange two folders (some network disks), the old one is renamed aside first. Stopped between the
two renames, out is missing for the moment; the next run into the same place puts the old one back before anything else.

A program that is killed outright leaves its folder aside behind. The next run into the same place removes it: a lock,
which ends with the process, tells it from one still being written.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bauta.engines.held_folder import make_held_folder, remove, remove_left_behind
from bauta.errors import DiskFull, FolderNotEmpty, OutputFailed
from bauta.workflow.exchange import exchange
from bauta.workflow.interruptions import Interruptions
from bauta.workflow.release_folder_checks import CUSTODIAN, MANIFEST, RELEASE, checked_place, is_release

__all__ = ["CUSTODIAN", "MANIFEST", "RELEASE", "ReleaseFolder", "checked_place"]

_OWNER_ONLY = 0o700


class ReleaseFolder:
    """Where a release is written before it is moved into place by `commit`; without that, nothing remains.

        with ReleaseFolder(out, replace=False, inputs=[data]) as folder:
            ...  # write to folder.release and folder.custodian
            folder.commit()

    Inside the block new files are readable by this user only. `commit` opens the release to whom the user's settings
    (umask) allow; the custodian's part stays closed. The release must have a MANIFEST, by which it is known as one.
    """

    def __init__(self, out: Path, *, replace: bool, inputs: Iterable[Path] = ()) -> None:
        self._out = out
        self._replace = replace
        self._inputs = tuple(inputs)
        self._interruptions = Interruptions()
        self._aside: Path | None = None
        self._lock: int | None = None
        self._umask = 0

    @property
    def release(self) -> Path:
        return self._written() / RELEASE

    @property
    def custodian(self) -> Path:
        return self._written() / CUSTODIAN

    def __enter__(self) -> "ReleaseFolder":
        self._interruptions.start()
        self._umask = os.umask(0o077)
        try:
            with self._interruptions.held(), _explained(self._out):
                _put_back(self._out)
                self._out = checked_place(self._out, replace=self._replace, inputs=self._inputs)
                remove_left_behind(_prefix(self._out), self._out.parent, _holds_only_parts)
                self._aside, self._lock = make_held_folder(_prefix(self._out), self._out.parent)
                for part in (self.release, self.custodian):
                    part.mkdir(_OWNER_ONLY)
            self._interruptions.hear_waiting()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def commit(self) -> None:
        """Move the release into place; returns when it would also survive a power failure."""
        aside = self._written()
        with self._interruptions.held(), _explained(self._out):
            checked_place(self._out, replace=self._replace, inputs=self._inputs)  # time has passed
            _set_modes(aside, self._umask)
            _flush(aside)
            if self._replace and self._out.exists():
                _replace(aside, self._out)
            else:
                os.rename(aside, self._out)
            self._aside = None
            _flush_one(self._out.parent)
            remove(aside)  # the earlier release, if there was one
        self._interruptions.hear_waiting()

    def _written(self) -> Path:
        if self._aside is None:
            raise RuntimeError("a release's folder is written to inside its `with` block and before `commit`")
        return self._aside

    def _end(self) -> None:
        with self._interruptions.held():
            if self._aside is not None:
                remove(self._aside)
                self._aside = None
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None
            os.umask(self._umask)
        self._interruptions.end()


# ---- the folder aside ------------------------------------------------------------------------------------------


def _prefix(out: Path) -> str:
    return f".{os.fsdecode(os.fsencode(out.name)[:200])}-"


def _holds_only_parts(folder: Path) -> bool:
    return {part.name for part in folder.iterdir()} <= {RELEASE, CUSTODIAN}


# ---- into place ------------------------------------------------------------------------------------------------


def _replace(aside: Path, out: Path) -> None:
    """Let the new release and the earlier one change places; afterwards the earlier one is aside."""
    if exchange(aside, out):
        return
    earlier = _earlier(out)
    os.rename(out, earlier)
    try:
        os.rename(aside, out)
    except BaseException:
        os.rename(earlier, out)
        raise
    os.rename(earlier, aside)


def _earlier(out: Path) -> Path:
    """Where an earlier release waits while the new one is moved into place, if the two cannot change places."""
    return out.parent / f"{_prefix(out)}earlier"


def _put_back(out: Path) -> None:
    """Put an earlier release back that a run was replacing when it was killed; remove it if its successor is there."""
    earlier = _earlier(out)
    if not is_release(earlier):
        return
    if os.path.lexists(out):
        remove(earlier)
    else:
        os.rename(earlier, out)


def _set_modes(aside: Path, umask: int) -> None:
    """Owner only for the custodian's part, whatever the user's settings; as these settings say for the rest."""
    for folder, _, files in os.walk(aside):
        is_closed = (aside / CUSTODIAN) in (Path(folder), *Path(folder).parents)
        open_to = 0o700 if is_closed else 0o777 & ~umask
        for name in files:
            os.chmod(Path(folder, name), 0o644 & open_to)
        os.chmod(folder, 0o755 & open_to)


def _flush(aside: Path) -> None:
    """Have everything written to the disk itself before the name points to it."""
    for folder, _, files in os.walk(aside):
        for name in files:
            _flush_one(Path(folder, name))
        _flush_one(Path(folder))


def _flush_one(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _explained(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFull() from None
        if error.errno in {errno.ENOTEMPTY, errno.EEXIST}:  # another run was faster
            raise FolderNotEmpty(path=out) from None
        raise OutputFailed(path=out, why=(error.strerror or "refused").lower()) from None
    except ValueError:
        raise OutputFailed(path=out, why="this is not the name of a folder") from None
