"""Pseudonyms: a code for each value, the same wherever the value occurs.

Keyed ones are HMAC-SHA-256 of the value, reversible ones AES-SIV (RFC 5297); random ones are drawn with the release's
secret. What a code depends on is the key or secret, the recipient and the value alone: not the column, table, row or
prefix. So the same person has the same code in every table and release made with one key for one recipient; codes made
with two keys, or for two recipients, have nothing to do with each other, unless it is asked for (no recipient). Values
are compared as texts: the caller gives canonical texts (`equivalence.coding.canonical_text`), so that 123 of one file
format and 123.0 of another are one person.

Nobody without the key can try values until a code fits. Whoever has the key can: it belongs to the custodian alone.
"""

import hmac
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bauta.errors import PseudonymsCollide, PseudonymUnknown
from bauta.transform.draws import Draws, Purpose
from bauta.transform.masking.codes import WORDS_OF_A_CODE, codes_of_words, decode, encode, letters_for
from bauta.transform.masking.column_draws import ColumnDraws

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

LETTERS = 26
"""130 bits: among a thousand million codes, two alike are met with a chance of less than 1 in 10**20."""
_OCTETS = 17
"""The fewest bytes that hold 130 bits."""

_KEYED = b"bauta pseudonym v1 keyed"
_REVERSIBLE = b"bauta pseudonym v1 reversible"
BLOCK = 16
"""Bytes that a reversible code grows by; another such block is its seal."""


def keyed_pseudonyms(texts: Sequence[str], *, key: bytes, recipient: str | None = None, prefix: str = "") -> list[str]:
    """A code of 26 letters for each value, the first 130 bits of its HMAC-SHA-256. Nothing turns it back.

    >>> keyed_pseudonyms(["MRN-001", "MRN-002"], key=bytes(range(32)))
    ['VS718BQHMHTN86D870EYQJX33G', 'AG4Q1FEGMGFYW4XN88Q527V3AF']
    """
    own_key = _derived(key, _KEYED, recipient, octets=32)
    digests = [hmac.digest(own_key, text.encode(), "sha256")[:_OCTETS] for text in texts]
    return _checked(texts, _prefixed(encode(digests, letters=LETTERS), prefix))


def reversible_pseudonyms(
    texts: Sequence[str], *, key: bytes, recipient: str | None = None, prefix: str = ""
) -> list[str]:
    """A code for each value that `reverse_pseudonyms` turns back with the same key: 52 letters up to 15 bytes of text.

    Values are filled up to whole blocks of 16 bytes first, so that the length of a code does not tell that of the
    value, only which block it ends in.
    """
    encrypt = _siv(key, recipient).encrypt
    sealed = [encrypt(_filled_up(text.encode()), [_REVERSIBLE]) for text in texts]
    codes = [""] * len(texts)
    for octets in {len(block) for block in sealed}:
        rows = [row for row, block in enumerate(sealed) if len(block) == octets]
        spelled = encode([sealed[row] for row in rows], letters=letters_for(octets))
        for row, code in zip(rows, spelled, strict=True):
            codes[row] = code
    return _checked(texts, _prefixed(codes, prefix))


def reverse_pseudonyms(
    texts: Sequence[str], key: bytes, *, recipient: str | None = None, prefix: str = ""
) -> list[str]:
    """The values that reversible pseudonyms stand for; PseudonymUnknown if any was not made with this key."""
    from cryptography.exceptions import InvalidTag

    decrypt = _siv(key, recipient).decrypt
    values, unknown = [], 0
    for text in texts:
        try:
            if not text.startswith(prefix):
                raise ValueError("another prefix")
            filled = decrypt(decode(text[len(prefix) :]), [_REVERSIBLE])
            values.append(filled[: filled.rindex(b"\x80")].decode())
        except (InvalidTag, ValueError):
            unknown += 1
    if unknown:
        raise PseudonymUnknown(count=unknown, total=len(texts))
    return values


def random_pseudonyms(texts: Sequence[str], *, draws: Draws, taken: set[str], prefix: str = "") -> list[str]:
    """A drawn code of 26 letters for each value: all different, none of them in `taken`, to which they are added."""
    chance = ColumnDraws.of(draws, texts, Purpose.PSEUDONYM)
    codes = [""] * len(texts)
    waiting, round_ = np.arange(len(texts)), 0
    while len(waiting):
        left = []
        drawn = codes_of_words(chance.words(waiting, round_, count=WORDS_OF_A_CODE), letters=LETTERS)
        for row, code in zip(waiting.tolist(), _prefixed(drawn, prefix), strict=True):
            if code in taken:
                left.append(row)
            else:
                taken.add(code)
                codes[row] = code
        waiting, round_ = np.array(left, dtype=np.intp), round_ + 1
    return codes


def _prefixed(codes: list[str], prefix: str) -> list[str]:
    return [prefix + code for code in codes] if prefix else codes


def _checked(texts: Sequence[str], codes: list[str]) -> list[str]:
    """The codes, unless two different values share one: then people would be taken for each other."""
    if len(set(codes)) < len(texts) and len(set(codes)) < len(set(texts)):
        raise PseudonymsCollide(count=len(set(texts)) - len(set(codes)))
    return codes


def _derived(key: bytes, purpose: bytes, recipient: str | None, *, octets: int) -> bytes:
    """A key for one purpose and recipient (HKDF, RFC 5869): keyed and reversible pseudonyms never share one."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    info = purpose if recipient is None else purpose + b" for " + recipient.encode()
    return HKDF(algorithm=SHA256(), length=octets, salt=None, info=info).derive(key)


def _siv(key: bytes, recipient: str | None) -> "AESSIV":
    from cryptography.hazmat.primitives.ciphers.aead import AESSIV

    return AESSIV(_derived(key, _REVERSIBLE, recipient, octets=64))


def _filled_up(value: bytes) -> bytes:
    """The value, a mark for its end, and zeros up to a whole block."""
    marked = value + b"\x80"
    return marked + bytes(-len(marked) % BLOCK)
