"""What tests draw with: secrets that anybody can name."""

import hashlib

from bauta.transform.draws import Draws, Secret


def draws_of(number: int, *, recipient: str = "somebody", release: str = "one") -> Draws:
    """The draws of the test seed of this number."""
    return Draws(Secret.of_test_seed(number), recipient, release)


def key_of(name: str) -> bytes:
    """A key that nobody would guess, though the source of the tests has it."""
    return hashlib.shake_256(f"a key of the tests, by the name of {name}".encode()).digest(32)
