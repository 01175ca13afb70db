"""Chance that may be shown: numbers drawn from a generator that do not give the generator away.

A recipient sees what was drawn: random pseudonyms, replaced telephone numbers, the order of the rows. NumPy's
generators are even and fast but not secret: from enough of what one has drawn, its state can be computed, and then
everything else it drew, date offsets included. So a generator is only asked for 256 bits at a time, and the numbers
are made of these by SHAKE-256, which nobody can turn round.

Whoever calls seeds the generator from the operating system, `numpy.random.default_rng(secrets.randbits(256))`, unless
the custodian gives a seed. A seed that can be guessed, such as 42, undoes everything drawn with it.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers

_LABEL = b"bauta draws v1"


def draw_bytes(rng: np.random.Generator, count: int) -> bytes:
    """`count` random bytes."""
    return hashlib.shake_256(_LABEL + rng.bytes(32)).digest(count)


def draw_words(rng: np.random.Generator, count: int) -> npt.NDArray[np.uint64]:
    """`count` random whole numbers of 64 bits."""
    return np.frombuffer(draw_bytes(rng, 8 * count), dtype="<u8")


def words_of(secret: bytes, stretch: int, count: int) -> npt.NDArray[np.uint64]:
    """`count` random whole numbers of 64 bits, the same again for the same secret and number of the stretch."""
    drawn = hashlib.shake_256(_LABEL + secret + stretch.to_bytes(8, "little")).digest(8 * count)
    return np.frombuffer(drawn, dtype="<u8")


def draw_below(rng: np.random.Generator, limit: int, count: int) -> Integers:
    """`count` random whole numbers from 0 to `limit` - 1, evenly (to within `limit` in 2**64)."""
    return (draw_words(rng, count) % np.uint64(limit)).astype(np.int64)
