"""What chance decides in a release: a keyed function of the custodian's secret.

Every draw is worked out from a secret of 256 bits, what it is for (the purpose), who receives the release, and the
person it is about. So the same secret gives the same release again, a second extract gives the same people the same
codes and offsets, and two recipients share nothing. Nobody without the secret can repeat or predict a draw: nothing is
drawn from a generator whose state the output could give away, and no seed is short enough to be tried.

    person ──keyed BLAKE2b, by the secret──> subject      128 bits a person, one call each; never leaves the custodian
    subject ──AES-256, by a key for purpose and recipient──> words      as many numbers of 64 bits as the purpose needs

A subject is the same for every recipient; what is made of it is not, unless a purpose asks for that. What is not about
a person, such as the order of the rows, is bound to one release and never the same in two
(docs/decisions/0039-a-secret-instead-of-a-seed.md).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers

Words = npt.NDArray[np.uint64]

SECRET_BYTES = 32
"""256 bits."""
_WORDS_OF_A_BLOCK = 2
"""A subject, and what AES makes of it, is two words of 64 bits."""


class Purpose(StrEnum):
    """What is drawn for. No two purposes ever see the same numbers."""

    PSEUDONYM = "pseudonym"
    REPLACEMENT = "replacement"
    OFFSET = "offset"
    NOISE = "noise"
    SUBSAMPLE = "subsample"
    ORDER = "order"
    LOTS = "lots"


@dataclass(frozen=True)
class Secret:
    """256 bits that only the custodian has."""

    content: bytes = field(repr=False)
    is_test: bool = False
    """Whether it was made of a seed that can be guessed, for tests."""

    def __post_init__(self) -> None:
        if len(self.content) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes")

    @property
    def fingerprint(self) -> str:
        """Tells two secrets apart without saying anything of either."""
        return hashlib.blake2b(b"fingerprint of a secret", key=self.content, digest_size=16).hexdigest()

    @classmethod
    def of_test_seed(cls, seed: int) -> "Secret":
        """What test mode draws with: anybody can try all seeds there are."""
        label = f"bauta test mode, seed {seed}"
        return cls(hashlib.blake2b(label.encode(), digest_size=SECRET_BYTES).digest(), is_test=True)


@dataclass(frozen=True, eq=False, repr=False)
class Draws:
    """Everything that is drawn for one release."""

    secret: Secret
    recipient: str
    """Who gets the release. Draws for two recipients have nothing in common."""
    release: str
    """What tells this release from all others made with the secret."""
    is_by_position: bool = False
    """Whether what is drawn depends on the place of a value in a sorted list, not on the value: for laws under which a
    code must not be derived from what it stands for."""

    _people: list[tuple[Sequence[str], Words]] = field(default_factory=list)
    """The people asked about last, so that one call a person serves pseudonyms, offsets, noise and all the rest."""

    def by_position(self) -> "Draws":
        return replace(self, is_by_position=True, _people=[])

    def subjects(self, texts: Sequence[str]) -> Words:
        """A secret number of 128 bits for each text (a person, a value): [n x 2] words, the same in every release."""
        for known, numbers in self._people:
            if len(known) == len(texts) and known == texts:
                return numbers
        said = [str(i) for i in range(len(texts))] if self.is_by_position else texts
        key, blake2b = self._key("subject"), hashlib.blake2b
        drawn = b"".join([blake2b(text.encode(), key=key, digest_size=16).digest() for text in said])
        numbers = np.frombuffer(drawn, dtype="<u8").reshape(-1, _WORDS_OF_A_BLOCK)
        self._people[:] = [*self._people[-3:], (texts, numbers)]
        return numbers

    def words(self, subjects: Words, purpose: Purpose, *context: str, count: int = 1) -> Words:
        """[n x count] numbers of 64 bits for these subjects, this purpose and this recipient."""
        return _expanded(self._key(purpose, self.recipient, *context), subjects, count)

    def words_for_all_recipients(self, subjects: Words, purpose: Purpose) -> Words:
        """A number of 64 bits for each subject, the same whoever receives the release."""
        return _expanded(self._key(purpose), subjects, 1)[:, 0]

    def key_of_release(self, purpose: Purpose, *context: str) -> bytes:
        """A key for what no other release shares, to be stretched with `words_of`."""
        return self._key(purpose, self.recipient, self.release, *context)

    def key_of_digests(self, what: str) -> bytes:
        """A key for digests of people or classes that are compared with those of earlier releases, and never leave."""
        return self._key("digest", self.recipient, what)

    def stream(self, purpose: Purpose, *context: str, count: int) -> Words:
        """`count` numbers of 64 bits that no other release shares."""
        return words_of(self.key_of_release(purpose, *context), 0, count)

    def _key(self, *names: str) -> bytes:
        """A key for one use only. Names are counted and measured, so that no two lists of them read alike."""
        label = "".join(f"{len(name.encode())}:{name}" for name in ("bauta draws v2", *names))
        return hashlib.blake2b(label.encode(), key=self.secret.content, digest_size=32).digest()


def words_of(key: bytes, stretch: int, count: int) -> Words:
    """`count` random whole numbers of 64 bits, the same again for the same key and number of the stretch."""
    drawn = hashlib.shake_256(key + stretch.to_bytes(8, "little")).digest(8 * count)
    return np.frombuffer(drawn, dtype="<u8")


def words_below(words: Words, limit: int) -> Integers:
    """Each number taken down to 0 ... `limit` - 1, evenly (to within `limit` in 2**64)."""
    return (words % np.uint64(limit)).astype(np.int64)


def _expanded(key: bytes, subjects: Words, count: int) -> Words:
    """AES-256 of subject, subject + 1, ...: two words a block. Secret subjects of 128 bits never overlap so."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    blocks = -(-count // _WORDS_OF_A_BLOCK)
    counted = np.repeat(subjects[:, None, :], blocks, axis=1)
    counted[:, :, 0] ^= np.arange(blocks, dtype=np.uint64)
    encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()  # each block once: the subjects are the counter
    made = encryptor.update(np.ascontiguousarray(counted).tobytes()) + encryptor.finalize()
    return np.frombuffer(made, dtype="<u8").reshape(len(subjects), blocks * _WORDS_OF_A_BLOCK)[:, :count]
