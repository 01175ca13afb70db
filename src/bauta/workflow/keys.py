"""Reading keys and secrets, from a file or an environment variable. They go nowhere else: no message, no log.

A *key* makes keyed pseudonyms; a *secret* is what a release draws with. Both are random bytes that a machine drew, as
`bauta key` writes them. A text that somebody thought up is refused, however long: lists of such texts are tried first.
"""

import base64
import binascii
import os
import re
import stat
from pathlib import Path

from bauta.errors import KeyGuessable, KeyMissing, KeyTooShort, KeyUnreadable, shown
from bauta.model.transformations import KeySource
from bauta.transform.draws import SECRET_BYTES, Secret
from bauta.workflow.guessable_keys import is_guessable

SECRET_FILE = "secret.key"
"""Where a release's secret is, in the custodian's folder."""
_TEST_MODE = "made in test mode, not a secret: "
FEWEST_BYTES = 16
"""128 bits cannot be tried out."""
_LARGEST_FILE = 65_536

_HEXADECIMAL = re.compile(rb"[0-9A-Fa-f]+")
_BASE_64 = re.compile(rb"[A-Za-z0-9+/_-]{43,}={0,2}")  # 32 bytes or more


def read_key(source: KeySource, folder: Path, *, fewest: int = FEWEST_BYTES) -> bytes:
    """The key; a file is named relative to `folder`, that of the study.

    A line end after it does not count. Hexadecimal digits, and base 64 of at least 32 bytes, are read as the bytes
    they stand for; anything else must be bytes that are no text.
    """
    content, where = _content(source, folder), _where(source)
    key = _decoded(content)
    if len(key) < fewest:
        raise KeyTooShort(where=where, found=len(key), needed=fewest)
    if is_guessable(content, key):
        raise KeyGuessable(where=where)
    return key


def read_secret(source: KeySource, folder: Path) -> Secret:
    """The secret of a release: 256 bits or more, of which all count."""
    key = read_key(source, folder, fewest=SECRET_BYTES)
    if len(key) > SECRET_BYTES:
        import hashlib

        key = hashlib.blake2b(key, digest_size=SECRET_BYTES).digest()
    return Secret(key)


def secret_as_text(secret: Secret) -> str:
    """What is written into the custodian's folder. `--secret` refuses that of a release made in test mode."""
    return f"{_TEST_MODE if secret.is_test else ''}{secret.content.hex()}\n"


def read_custodians_secret(path: Path) -> Secret:
    """The secret of an earlier release, also of one made in test mode."""
    text = path.read_text(encoding="ascii").strip()
    is_test = text.startswith(_TEST_MODE)
    return Secret(bytes.fromhex(text.removeprefix(_TEST_MODE)), is_test)


def key_notes(source: KeySource, folder: Path) -> tuple[str, ...]:
    """What the custodian should know about a key: that others may read it."""
    if source.file is not None and os.name == "posix" and _path(source, folder).stat().st_mode & _OTHERS_MAY_READ:
        return (f"The {_where(source)} can be read by other users of this machine. Run chmod 600 on it.",)
    return ()


_OTHERS_MAY_READ = stat.S_IRGRP | stat.S_IROTH


def _content(source: KeySource, folder: Path) -> bytes:
    if source.env is not None:
        value = os.environ.get(source.env)
        if value is None:
            raise KeyMissing(where=_where(source))
        content = os.fsencode(value)
    else:
        content = _file_content(_path(source, folder), _where(source))
    return content.removesuffix(b"\n").removesuffix(b"\r")


def _file_content(path: Path, where: str) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except FileNotFoundError:
        raise KeyMissing(where=where) from None
    except OSError as error:
        raise KeyUnreadable(where=where, why=(error.strerror or "it cannot be opened").lower()) from None
    if len(content) > _LARGEST_FILE:
        raise KeyUnreadable(where=where, why="it is far larger than a key")
    return content


def _path(source: KeySource, folder: Path) -> Path:
    return folder / Path(source.file or "").expanduser()


def _decoded(content: bytes) -> bytes:
    if _HEXADECIMAL.fullmatch(content):
        return bytes.fromhex("0" * (len(content) % 2) + content.decode("ascii"))
    if _BASE_64.fullmatch(content):
        standard = content.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
        try:
            return base64.b64decode(standard + b"=" * (-len(standard) % 4), validate=True)
        except binascii.Error:
            return content
    return content


def _where(source: KeySource) -> str:
    """The place in words. Its name is left out if it could be the key itself, put into the study by mistake."""
    name, kind = (source.file, "key file") if source.env is None else (source.env, "environment variable")
    text = (name or "").encode()
    if _BASE_64.fullmatch(text) or (_HEXADECIMAL.fullmatch(text) and len(text) >= FEWEST_BYTES):
        return f"{kind} named in the study"
    return f"{kind} {shown(name)}"
