"""Whether a source is still what it was: by what the file system says of its files, or by the frame itself."""

import os
from typing import Any

from bauta.engines.readers.many_files import files_at, is_pattern
from bauta.model.source import DataSource


def state_of(source: DataSource | Any) -> Any | None:
    """Something equal for a source that has not changed since; None where that cannot be told."""
    if not isinstance(source, DataSource):
        return ("frame", id(source))
    if source.is_database_address:
        return None
    try:
        is_many = is_pattern(source.location) or os.path.isdir(source.location)
        names = list(map(str, files_at(source.location))) if is_many else [source.location]
        states = [os.stat(name) for name in names]
    except (OSError, ValueError):
        return None
    files = tuple((name, one.st_ino, one.st_size, one.st_mtime_ns) for name, one in zip(names, states, strict=True))
    return (source, files)
