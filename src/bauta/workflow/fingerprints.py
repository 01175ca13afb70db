"""SHA-256 of the files a study rests on; a file is read again only where its size, times or place differ."""

import json
import os
from contextlib import suppress
from pathlib import Path

from bauta.errors import FileUnreadable
from bauta.workflow.output import write_whole
from bauta.workflow.plan_files import sha256_of

ABSENT = ""
"""Stands for the hash of a file that is not there."""


class Fingerprints:
    """Hashes of files, kept in `store` between runs."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._known = _read(store)
        self._is_changed = False

    def of(self, path: Path) -> str:
        """The SHA-256 of the file, ABSENT if there is none."""
        try:
            found = path.stat()
            if not path.is_file():
                return ABSENT
            stamp = [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]
            name = os.fspath(path.absolute())
            known = self._known.get(name)
            if known is not None and known[:-1] == stamp:
                return str(known[-1])
            digest = sha256_of(path)
        except (FileNotFoundError, NotADirectoryError):
            return ABSENT
        except (OSError, ValueError) as error:
            raise FileUnreadable(path=path, why=(getattr(error, "strerror", None) or "refused").lower()) from None
        self._known[name] = [*stamp, digest]
        self._is_changed = True
        return digest

    def keep(self) -> None:
        """Write down what was found, for the next run."""
        if self._is_changed:
            write_whole(self._store, json.dumps(self._known, indent=1) + "\n", overwrite=True, owner_only=True)
            self._is_changed = False


def _read(store: Path) -> dict[str, list[object]]:
    """What an earlier run found. This saves time only, so that a damaged file means reading everything again."""
    with suppress(OSError, ValueError, RecursionError):
        known = json.loads(store.read_text(encoding="utf-8"))
        if isinstance(known, dict):
            return {name: entry for name, entry in known.items() if isinstance(entry, list) and len(entry) == 5}
    return {}
