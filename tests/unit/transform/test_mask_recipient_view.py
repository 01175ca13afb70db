"""The recipient's view: with the source code, every original value and the released codes, but without key or seed,
nobody does better than by chance.
"""

import hashlib
import hmac

import numpy as np
import pytest

from bauta.model.transformations import KeySource, PseudonymMask, PseudonymMethod, ReplaceMask, Replacement
from bauta.transform.date_shift import draw_offsets
from bauta.transform.draws import draw_bytes
from bauta.transform.masking import pseudonyms
from bauta.transform.masking.codes import encode
from bauta.transform.masking.mask import mask_values
from bauta.transform.shuffle import draw_order

NUMBERS = [f"{number}" for number in range(100_000, 104_000)]
SECRET = hashlib.sha256(b"known to the custodian alone").digest()
SEED = int.from_bytes(SECRET, "big")
MASKS = {
    "random": PseudonymMask(),
    "keyed": PseudonymMask(method=PseudonymMethod.KEYED, key=KeySource(env="KEY")),
    "reversible": PseudonymMask(method=PseudonymMethod.REVERSIBLE, key=KeySource(env="KEY")),
    "number": ReplaceMask(like=Replacement.NUMBER),
}
GUESSES = (b"", b"\x00", bytes(16), bytes(32), b"bauta", b"key", b"secret", pseudonyms._KEYED, pseudonyms._REVERSIBLE)


def released(mask: str, key: bytes = SECRET, seed: int = SEED) -> list[str]:
    return mask_values(MASKS[mask], NUMBERS, rng=np.random.default_rng(seed), key=key)


@pytest.mark.parametrize("mask", ["keyed", "reversible"])
def test_guessed_keys_give_no_code_that_was_released(mask: str) -> None:
    codes = set(released(mask))
    for guess in GUESSES:
        assert codes.isdisjoint(released(mask, key=guess))


def test_hashing_every_value_without_the_key_gives_no_code_that_was_released() -> None:
    codes = set(released("keyed"))
    tried = [hashlib.sha256(number.encode()).digest()[:17] for number in NUMBERS]
    for guess in GUESSES:
        tried += [hmac.digest(guess, number.encode(), "sha256")[:17] for number in NUMBERS]
        tried += [hashlib.sha256(guess + number.encode()).digest()[:17] for number in NUMBERS]
    assert codes.isdisjoint(encode(tried, letters=26))


@pytest.mark.parametrize("mask", ["random", "number"])
def test_guessed_seeds_give_codes_no_more_often_than_chance(mask: str) -> None:
    """Six digits leave 896,000 numbers to draw from, so a few right guesses among 4,000 are chance."""
    codes = released(mask)
    for seed in (0, 1, 42, 2024, 2**32 - 1):
        right = sum(a == b for a, b in zip(codes, released(mask, seed=seed), strict=True))
        assert right <= 2


@pytest.mark.parametrize("mask", MASKS)
def test_the_order_of_the_codes_tells_nothing_of_the_order_of_the_values(mask: str) -> None:
    """Whoever puts both lists in order and lays them side by side has one right answer on average."""
    codes = released(mask)
    rank = np.argsort(np.argsort(codes))
    assert np.count_nonzero(rank == np.arange(len(rank))) <= 6
    assert abs(np.corrcoef(rank, np.arange(len(rank)))[0, 1]) < 0.06


@pytest.mark.parametrize("mask", ["random", "keyed", "reversible"])
def test_neighbouring_values_have_codes_that_are_strangers(mask: str) -> None:
    letters = np.array([list(code[:25]) for code in released(mask)])
    alike = (letters[1:] == letters[:-1]).mean()
    assert abs(alike - 1 / 32) < 0.004


def test_what_is_drawn_is_not_what_the_generator_gives_out() -> None:
    """Its state could be computed from that, and with it the offsets drawn before or after the codes."""
    drawn = draw_bytes(np.random.default_rng(7), 4096)
    raw = np.random.default_rng(7).bytes(64)
    assert all(raw[at : at + 4] not in drawn for at in range(60))


def test_offsets_and_order_are_strangers_to_the_codes_drawn_by_the_same_generator() -> None:
    rng = np.random.default_rng(SEED)
    codes = mask_values(MASKS["random"], NUMBERS, rng=rng)
    offsets = draw_offsets(len(NUMBERS), days=182, rng=rng)
    order = draw_order(len(NUMBERS), rng)
    rank = np.argsort(np.argsort(codes))
    assert abs(np.corrcoef(rank, offsets)[0, 1]) < 0.06
    assert abs(np.corrcoef(rank, order)[0, 1]) < 0.06
    assert abs(np.corrcoef(offsets, order)[0, 1]) < 0.06
