"""Which keys somebody could guess: texts, patterns, and hashes of what is tried first."""

import hashlib
import string
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

_WORDS = """
    bauta bauta-secret secret secretkey secret-key key masterkey master-key password passphrase passwort motdepasse
    contrasena test testkey test-key demo example changeme change-me default admin administrator root user guest
    hospital klinik clinic patient patients pseudonym pseudonyms pseudonymization pseudonymisation deidentify
    deidentification anonymize hmac hmackey salt pepper seed letmein welcome qwerty qwertyuiop iloveyou monkey dragon
    sunshine princess abc abcdef abc123 foo bar foobar baz hello helloworld correcthorsebatterystaple none null nil true
    false empty
"""
"""Words with which guessing begins; with numbers behind them they are tried as well."""
_NUMBERS = 10_000
_NUMBERS_BEHIND_WORDS = ("", "1", "12", "123", "1234", "12345", "123456", "!", *map(str, range(2000, 2041)))
_BYTES_COMPARED = 16
_HASHES = ("md5", "sha1", "sha256", "sha512", "blake2b")
_FEWEST_OF_RANDOM = 5 / 8
"""Sixteen random bytes have fewer than ten different ones less than once in a million times."""


def is_guessable(content: bytes, key: bytes) -> bool:
    """Whether a key, as it is written (`content`) and decoded, is one that nobody drew at random."""
    if content == key:
        return _is_text(content) or _is_pattern(key)
    return _is_pattern(key) or _is_words(content) or key[:_BYTES_COMPARED] in _hashes_of_guesses()


def _is_text(content: bytes) -> bool:
    """Bytes that are all printable, or those of some letters of another script: random ones are neither."""
    try:
        return content.decode("utf-8").isprintable()
    except UnicodeDecodeError:
        return False


def _is_pattern(key: bytes) -> bool:
    """Few different bytes, or few different steps from one to the next: 00000000, 0123456789, zyxwv."""
    steps = {(later - sooner) % 256 for sooner, later in pairwise(key)}
    fewest = _FEWEST_OF_RANDOM * min(len(key), 32)
    return len(set(key)) < fewest or len(steps) < fewest - 1


def _is_words(content: bytes) -> bool:
    """Whether what could be base 64 reads as words put together: hardly a capital, or hardly anything else."""
    if set(content) <= set(string.hexdigits.encode()):
        return False
    text = content.decode("ascii").rstrip("=")
    share = len(text) / 6
    counts = (sum(map(str.isupper, text)), sum(map(str.islower, text)))
    return min(counts) < share or not any(not sign.isalpha() for sign in text)


@cache
def _hashes_of_guesses() -> frozenset[bytes]:
    """The first bytes of every guess's hashes, as many as the shortest key has."""
    return frozenset(hashlib.new(name, guess).digest()[:_BYTES_COMPARED] for guess in _guesses() for name in _HASHES)


def _guesses() -> Iterator[bytes]:
    yield b""
    for word in _WORDS.split():
        for spelled in {word, word.capitalize(), word.upper()}:
            yield from (f"{spelled}{behind}".encode() for behind in _NUMBERS_BEHIND_WORDS)
    yield from (str(number).encode() for number in range(_NUMBERS))
