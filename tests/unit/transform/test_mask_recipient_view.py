"""The recipient's view: with the source code, every original value and the released codes, but without key or seed,
nobody does better than by chance.
"""

import hashlib
import hmac

import numpy as np
import pytest

from bauta.model.transformations import KeySource, PseudonymMask, PseudonymMethod, ReplaceMask, Replacement
from bauta.transform.date_shift import draw_offsets
from bauta.transform.draws import Draws, Purpose, Secret
from bauta.transform.masking import pseudonyms
from bauta.transform.masking.codes import encode
from bauta.transform.masking.mask import mask_values
from bauta.transform.shuffle import draw_lots

NUMBERS = [f"{number}" for number in range(100_000, 104_000)]
SECRET = hashlib.sha256(b"known to the custodian alone").digest()
MASKS = {
    "random": PseudonymMask(),
    "keyed": PseudonymMask(method=PseudonymMethod.KEYED, key=KeySource(env="KEY")),
    "reversible": PseudonymMask(method=PseudonymMethod.REVERSIBLE, key=KeySource(env="KEY")),
    "number": ReplaceMask(like=Replacement.NUMBER),
}
GUESSES = (b"", b"\x00", bytes(16), bytes(32), b"bauta", b"key", b"secret", pseudonyms._KEYED, pseudonyms._REVERSIBLE)


def draws(secret: Secret | None = None, recipient: str = "university") -> Draws:
    return Draws(secret or Secret(SECRET), recipient, "first release")


def released(mask: str, key: bytes = SECRET, secret: Secret | None = None) -> list[str]:
    return mask_values(MASKS[mask], NUMBERS, draws=draws(secret), key=key)


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
def test_guessed_secrets_give_codes_no_more_often_than_chance(mask: str) -> None:
    """Six digits leave 896,000 numbers to draw from, so a few right guesses among 4,000 are chance."""
    codes = released(mask)
    guesses = [bytes(32), b"k" * 32, *(Secret.of_test_seed(seed).content for seed in (0, 1, 42, 2024, 2**32 - 1))]
    for guess in guesses:
        right = sum(a == b for a, b in zip(codes, released(mask, secret=Secret(guess)), strict=True))
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


def test_draws_for_different_purposes_are_strangers_though_one_call_a_person_serves_all() -> None:
    own = draws()
    codes = mask_values(MASKS["random"], NUMBERS, draws=own)
    rank = np.argsort(np.argsort(codes))
    subjects = own.subjects(NUMBERS)
    drawn = [rank, draw_offsets(NUMBERS, days=182, draws=own), draw_lots(len(NUMBERS), own)]
    drawn += [own.words(subjects, purpose, "weight")[:, 0] for purpose in (Purpose.NOISE, Purpose.REPLACEMENT)]
    drawn += [
        own.words_for_all_recipients(subjects, Purpose.SUBSAMPLE),
        own.words(subjects, Purpose.NOISE, "age")[:, 0],
    ]
    drawn += [subjects[:, 0], subjects[:, 1]]
    correlations = np.corrcoef([np.argsort(np.argsort(one)) for one in drawn]) - np.eye(len(drawn))
    assert np.abs(correlations).max() < 0.06


@pytest.mark.parametrize("mask", MASKS)
def test_two_recipients_share_nothing(mask: str) -> None:
    ours, theirs = (
        mask_values(MASKS[mask], NUMBERS, draws=draws(recipient=name), key=SECRET) for name in ("ours", "theirs")
    )
    assert sum(a == b for a, b in zip(ours, theirs, strict=True)) <= 2
    assert len(set(ours) & set(theirs)) <= 30 * (mask == "number")
    offsets = [draw_offsets(NUMBERS, days=182, draws=draws(recipient=name)) for name in ("ours", "theirs")]
    assert abs(np.corrcoef(*offsets)[0, 1]) < 0.06


@pytest.mark.parametrize("mask", ["keyed", "reversible"])
def test_two_recipients_share_codes_where_that_is_asked_for(mask: str) -> None:
    shared = MASKS[mask].model_copy(update={"shared": True})
    ours, theirs = (
        mask_values(shared, NUMBERS, draws=draws(recipient=name), key=SECRET) for name in ("ours", "theirs")
    )
    assert ours == theirs != released(mask)


def test_the_order_of_rows_and_lots_are_of_one_release_alone() -> None:
    first, second = (Draws(Secret(SECRET), "university", name) for name in ("first", "second"))
    assert first.key_of_release(Purpose.ORDER) != second.key_of_release(Purpose.ORDER)
    assert abs(np.corrcoef(draw_lots(4_000, first), draw_lots(4_000, second))[0, 1]) < 0.06
