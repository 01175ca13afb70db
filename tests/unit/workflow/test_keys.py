import base64
import hashlib
import os
from pathlib import Path

import pytest

from bauta.errors import BautaError, KeyGuessable, KeyMissing, KeyTooShort, KeyUnreadable
from bauta.model.transformations import KeySource
from bauta.transform.draws import Secret
from bauta.workflow.guessable_keys import is_guessable
from bauta.workflow.keys import key_notes, read_custodians_secret, read_key, read_secret, secret_as_text

KEY = hashlib.sha256(b"what nobody would guess in the first million tries").digest()
IN_FILE, IN_VARIABLE = KeySource(file="project.key"), KeySource(env="BAUTA_TEST_KEY")


def write(folder: Path, content: bytes, mode: int = 0o600) -> None:
    path = folder / "project.key"
    path.write_bytes(content)
    path.chmod(mode)


@pytest.mark.parametrize(
    "content",
    [
        KEY,
        KEY + b"\n",
        KEY.hex().encode(),
        KEY.hex().upper().encode() + b"\r\n",
        base64.b64encode(KEY) + b"\n",
        base64.urlsafe_b64encode(KEY).rstrip(b"="),
    ],
    ids=["raw", "raw, line end", "hex", "HEX, line end", "base 64", "base 64 for addresses, unpadded"],
)
def test_a_key_may_be_written_in_several_ways(tmp_path: Path, content: bytes) -> None:
    write(tmp_path, content)
    assert read_key(IN_FILE, tmp_path) == KEY


def test_a_variable_and_a_file_with_the_same_text_hold_the_same_key(tmp_path: Path, monkeypatch) -> None:
    for text in (KEY.hex(), base64.b64encode(KEY).decode()):
        write(tmp_path, text.encode() + b"\n")
        monkeypatch.setenv("BAUTA_TEST_KEY", text)
        assert read_key(IN_FILE, tmp_path) == read_key(IN_VARIABLE, tmp_path)


def test_a_key_that_is_not_there_is_named(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("BAUTA_TEST_KEY", raising=False)
    with pytest.raises(KeyMissing, match=r"no key file 'project.key'"):
        read_key(IN_FILE, tmp_path)
    with pytest.raises(KeyMissing, match="no environment variable 'BAUTA_TEST_KEY'"):
        read_key(IN_VARIABLE, tmp_path)


@pytest.mark.parametrize(
    ("content", "found"),
    [(b"", 0), (b"\n", 0), (b"short", 5), (KEY[:15], 15), (KEY[:15].hex().encode(), 15), (b"2024" * 5 + b"1", 11)],
)
def test_an_empty_or_short_key_is_refused(tmp_path: Path, content: bytes, found: int) -> None:
    write(tmp_path, content)
    with pytest.raises(KeyTooShort, match=f"holds {found} bytes of key, and at least 16 are needed"):
        read_key(IN_FILE, tmp_path)


GUESSABLE = [
    b"a" * 40, b"0" * 64, b"ab" * 20, b"\x00" * 32, bytes(range(32)), bytes(range(64, 0, -2)), b"0123456789abcdef" * 4,
    b"deadbeef" * 8, b"00112233445566778899aabbccddeeff", b"correct horse battery staple", b"bauta-secret-key-2026",
    "ein Schlüssel, den niemand errät".encode(), b"thisisaverylongpassphrasethatnobodywouldguess",
    b"ThisIsAVeryLongPassphraseThatNobodyWouldEverGuess", b"hospital-pseudonymization-secret-2026-altona",
    b"THISISAVERYLONGPASSPHRASETHATNOBODYWOULDGUESS2026", b"1234567890" * 4,
    *(hashlib.new(name, word).hexdigest().encode() for name in ("md5", "sha1", "sha256", "sha512")
      for word in (b"", b"secret", b"password", b"bauta", b"Hospital2026", b"42", b"2026", b"test")),
    base64.b64encode(hashlib.sha256(b"password").digest()),
]  # fmt: skip


@pytest.mark.parametrize("content", GUESSABLE, ids=range(len(GUESSABLE)))
def test_a_key_that_can_be_guessed_is_refused(tmp_path: Path, content: bytes) -> None:
    write(tmp_path, content)
    with pytest.raises(KeyGuessable, match="holds a key that can be guessed"):
        read_key(IN_FILE, tmp_path)


def test_keys_that_were_drawn_are_never_taken_for_guessable() -> None:
    for i in range(2_000):
        key = hashlib.shake_256(f"drawn {i}".encode()).digest(32)
        assert not any(is_guessable(text, key) for text in (key, key.hex().encode()))
        assert not is_guessable(key[:16], key[:16])
    written = [base64.b64encode(hashlib.shake_256(f"drawn {i}".encode()).digest(32)) for i in range(2_000)]
    assert sum(is_guessable(text, base64.b64decode(text)) for text in written) <= 4  # refused once in a thousand


@pytest.mark.parametrize("seed", [0, 7, 2026])
def test_the_secret_of_test_mode_is_no_secret_but_serves_the_same_plan(tmp_path: Path, seed: int) -> None:
    secret = Secret.of_test_seed(seed)
    write(tmp_path, secret_as_text(secret).encode())
    assert read_custodians_secret(tmp_path / "project.key") == secret
    with pytest.raises(KeyGuessable):
        read_secret(IN_FILE, tmp_path)


def test_a_secret_needs_256_bits(tmp_path: Path) -> None:
    write(tmp_path, KEY[:31])
    with pytest.raises(KeyTooShort, match="at least 32"):
        read_secret(IN_FILE, tmp_path)
    write(tmp_path, KEY)
    assert read_secret(IN_FILE, tmp_path) == Secret(KEY)
    longer = hashlib.sha512(KEY).digest()
    write(tmp_path, longer)
    assert read_secret(IN_FILE, tmp_path).content not in longer


def test_what_is_no_key_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "project.key").mkdir()
    with pytest.raises(KeyUnreadable, match="is a directory"):
        read_key(IN_FILE, tmp_path)
    (tmp_path / "project.key").rmdir()
    write(tmp_path, b"name,sex\n" * 10_000)
    with pytest.raises(KeyUnreadable, match="far larger than a key"):
        read_key(IN_FILE, tmp_path)


def test_no_error_carries_the_key_or_what_might_be_one(tmp_path: Path) -> None:
    key = KEY.hex()
    mistaken = [KeySource(file=key), KeySource(env=key), KeySource(env=base64.b64encode(KEY).decode())]
    for source in mistaken:
        with pytest.raises(KeyMissing, match="named in the study") as told:
            read_key(source, tmp_path)
        assert not any(
            secret in repr((told.value, told.value.facts)) for secret in (key, base64.b64encode(KEY).decode())
        )
    for weak in ("Zebedee", "Zebedee" * 9):
        write(tmp_path, weak.encode())
        with pytest.raises(BautaError) as told:
            read_key(IN_FILE, tmp_path)
        assert "Zebedee" not in repr((told.value, told.value.facts, told.value.__cause__, told.value.__context__))


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_a_key_file_that_others_may_read_is_noted(tmp_path: Path) -> None:
    write(tmp_path, KEY, 0o644)
    assert read_key(IN_FILE, tmp_path) == KEY
    assert [note for note in key_notes(IN_FILE, tmp_path) if "other users" in note and "chmod 600" in note]
    write(tmp_path, KEY, 0o600)
    assert key_notes(IN_FILE, tmp_path) == ()
