"""Whether a source is still what it was: by what the file system says of its files, or by the frame itself."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bauta.engines.readers.many_files import data_files_at, is_pattern
from bauta.errors import BautaError, InputChanged
from bauta.model.source import DataSource


def state_of(source: DataSource | Any) -> Any | None:
    """Something equal for a source that has not changed since; None where that cannot be told."""
    if not isinstance(source, DataSource):
        return ("frame", id(source))
    if source.is_database_address:
        return None
    try:
        is_many = is_pattern(source.location) or os.path.isdir(source.location)
        names = list(map(str, data_files_at(source.location))) if is_many else [source.location]
        states = [os.stat(name) for name in names]
    except (OSError, ValueError):
        return None
    files = tuple((name, one.st_ino, one.st_size, one.st_mtime_ns) for name, one in zip(names, states, strict=True))
    return (source, files)


def shown_path_of(source: DataSource | Any) -> str:
    """What a source is called in messages."""
    return source.shown if isinstance(source, DataSource) else "the table"


@contextmanager
def staying(source: DataSource | Any, state: Any | None, shown_path: str) -> Iterator[None]:
    """Raise InputChanged where the source has left this state by the end of the block, whatever else went wrong in it.

    Half of the answers would be about other rows, and a truncated file looks like one that was written badly.
    """
    try:
        yield
    except BautaError:
        _check(source, state, shown_path)
        raise
    _check(source, state, shown_path)


def _check(source: DataSource | Any, state: Any | None, shown_path: str) -> None:
    if state is not None and state_of(source) != state:
        raise InputChanged(path=shown_path) from None
