"""A new key: 256 random bits in a file of its own, which only its owner can read."""

import secrets
from pathlib import Path

from bauta.errors import KeyExists
from bauta.transform.draws import SECRET_BYTES
from bauta.workflow.output import write_whole


def make_key(path: Path) -> None:
    """Write a key to a new file. One that is there already is never replaced: what it made could not be repeated."""
    if path.exists():
        raise KeyExists(path=path)
    write_whole(path, secrets.token_bytes(SECRET_BYTES).hex() + "\n", overwrite=False, owner_only=True)
