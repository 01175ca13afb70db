"""Bytes written as codes that people can read out: Crockford's base 32, without I, L, O and U."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS = np.frombuffer(ALPHABET.encode(), dtype=np.uint8)
_BITS_OF_A_LETTER = 5
_AT_ONCE = 1 << 16

# Python reads base 32 with the digits 0-9 and A-V. What is misread as I, L or O is taken for what it looks like; a U is
# no letter of a code.
_TO_PYTHON = str.maketrans(ALPHABET + "ILOU", "0123456789ABCDEFGHIJKLMNOPQRSTUV" + "110!")


def encode(blocks: Sequence[bytes], *, letters: int) -> list[str]:
    """Each block, of equally many bytes, as a code of so many letters; what does not fit into them is left off.

    >>> encode([b"bauta"], letters=8), encode([b"bauta"], letters=3)
    (['C9GQAX31'], ['C9G'])
    """
    if not blocks:
        return []
    codes: list[str] = []
    for start in range(0, len(blocks), _AT_ONCE):
        some = blocks[start : start + _AT_ONCE]
        octets = np.frombuffer(b"".join(some), dtype=np.uint8).reshape(len(some), -1)
        bits = np.zeros((len(some), letters * _BITS_OF_A_LETTER), dtype=np.uint8)
        used = min(bits.shape[1], 8 * octets.shape[1])
        bits[:, :used] = np.unpackbits(octets, axis=1, count=used)
        numbers = np.zeros((len(some), letters), dtype=np.uint8)
        for i in range(_BITS_OF_A_LETTER):
            numbers |= bits[:, i::_BITS_OF_A_LETTER] << (_BITS_OF_A_LETTER - 1 - i)
        spelled = _LETTERS[numbers].tobytes().decode("ascii")
        codes += [spelled[at : at + letters] for at in range(0, len(spelled), letters)]
    return codes


WORDS_OF_A_CODE = 3
"""Words of 64 bits that hold the letters of a pseudonym, twelve letters in each."""
_LETTERS_OF_A_WORD = 12


def codes_of_words(words: npt.NDArray[np.uint64], *, letters: int) -> list[str]:
    """A code of so many letters for each row of numbers; the upper bits of a number are left off.

    >>> codes_of_words(np.array([[1, 31]], dtype=np.uint64), letters=14)
    ['100000000000Z0']
    """
    spelled = np.empty((len(words), letters), dtype=np.uint8)
    for at in range(letters):
        word, place = divmod(at, _LETTERS_OF_A_WORD)
        spelled[:, at] = _LETTERS[(words[:, word] >> np.uint64(_BITS_OF_A_LETTER * place)) & np.uint64(31)]
    text = spelled.tobytes().decode("ascii")
    return [text[at : at + letters] for at in range(0, len(text), letters)]


def decode(code: str) -> bytes:
    """The bytes of a code that was made with nothing left off; ValueError if it holds other letters."""
    translated = code.upper().translate(_TO_PYTHON)
    if not (translated.isascii() and translated.isalnum()):
        raise ValueError("not a code")
    bits = _BITS_OF_A_LETTER * len(translated)
    length = bits // 8
    return (int(translated, 32) >> (bits - 8 * length)).to_bytes(length, "big")


def letters_for(octets: int) -> int:
    """How many letters hold so many bytes."""
    return -(-8 * octets // _BITS_OF_A_LETTER)
