import hashlib
import hmac

import pytest

from bauta.errors import PseudonymsCollide, PseudonymUnknown
from bauta.transform.masking import pseudonyms
from bauta.transform.masking.codes import ALPHABET, decode, encode, letters_for
from bauta.transform.masking.pseudonyms import (
    keyed_pseudonyms,
    random_pseudonyms,
    reverse_pseudonyms,
    reversible_pseudonyms,
)
from drawing import draws_of

KEY, OTHER_KEY = hashlib.sha256(b"one").digest(), hashlib.sha256(b"other").digest()
NUMBERS = [f"MRN-{i:05d}" for i in range(2_000)]


def hkdf(key: bytes, info: bytes) -> bytes:
    """RFC 5869 for 32 bytes and no salt, written out."""
    extracted = hmac.digest(bytes(32), key, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def test_a_keyed_pseudonym_is_the_first_130_bits_of_the_hmac() -> None:
    digest = hmac.digest(hkdf(KEY, b"bauta pseudonym v1 keyed"), "Müller".encode(), "sha256")
    bits = bin(int.from_bytes(b"\x01" + digest, "big"))[3:][:130]
    expected = "".join(ALPHABET[int(bits[at : at + 5], 2)] for at in range(0, 130, 5))
    assert keyed_pseudonyms(["Müller"], key=KEY) == [expected]


def test_the_pseudonyms_of_a_key_stay_the_same_for_ever() -> None:
    """Releases of different years must link. If these change, every earlier release of every custodian is cut off."""
    key = bytes(range(32))
    assert keyed_pseudonyms(["123"], key=key) == ["JEZASP25PHMXG0NHZCB9N0NXQC"]
    assert reversible_pseudonyms(["123"], key=key) == ["P00SAM5F23K7K6604DKKMMWTPF16VY5X4NEHEANW2YVNZCSR55V0"]


def test_a_code_depends_on_the_value_and_the_key_alone() -> None:
    together = keyed_pseudonyms(NUMBERS, key=KEY)
    assert keyed_pseudonyms(NUMBERS[::-1], key=KEY) == together[::-1]
    assert keyed_pseudonyms(NUMBERS[7:8], key=KEY) == together[7:8]
    assert keyed_pseudonyms(NUMBERS, key=KEY, prefix="P-") == [f"P-{code}" for code in together]


@pytest.mark.parametrize("make", [keyed_pseudonyms, reversible_pseudonyms])
def test_two_keys_give_codes_that_have_nothing_in_common(make) -> None:
    ours, theirs = make(NUMBERS, key=KEY), make(NUMBERS, key=OTHER_KEY)
    assert set(ours).isdisjoint(theirs)
    pairs = [pair for one, other in zip(ours, theirs, strict=True) for pair in zip(one[:25], other[:25], strict=True)]
    same_letters = sum(one == other for one, other in pairs)
    assert abs(same_letters / len(pairs) - 1 / 32) < 0.005


def test_keyed_and_reversible_pseudonyms_of_one_key_do_not_link() -> None:
    keyed, reversible = (make(NUMBERS, key=KEY) for make in (keyed_pseudonyms, reversible_pseudonyms))
    assert {code[:12] for code in keyed}.isdisjoint(code[:12] for code in reversible)


def test_reversible_pseudonyms_come_back_with_the_key() -> None:
    values = [*NUMBERS, "", "Ærø \U0001f600", "x" * 15, "x" * 16, "x" * 300, "ends in \x80", "\x00"]
    codes = reversible_pseudonyms(values, key=KEY, prefix="S")
    assert reverse_pseudonyms(codes, KEY, prefix="S") == values


def test_reversible_codes_survive_being_read_out() -> None:
    code = reversible_pseudonyms(["MRN-1"], key=KEY)[0]
    misread = code.lower().replace("0", "o").replace("1", "l")
    assert reverse_pseudonyms([misread], KEY) == ["MRN-1"]


def test_codes_of_another_key_or_damaged_ones_do_not_come_back() -> None:
    good = reversible_pseudonyms(["MRN-1", "MRN-2"], key=KEY)
    swapped = ("0" if good[0][0] != "0" else "1") + good[0][1:]
    for codes in (
        reversible_pseudonyms(["MRN-1", "MRN-2"], key=OTHER_KEY),
        [swapped, good[1][:-2]],
        ["", "no code"],
        ["UUUUUUUU", "ß"],
    ):
        with pytest.raises(PseudonymUnknown, match=r"^2 of 3 codes"):
            reverse_pseudonyms([*codes, good[0]], KEY)
    with pytest.raises(PseudonymUnknown):
        reverse_pseudonyms(good, KEY, prefix="S")


def test_the_length_of_a_reversible_code_does_not_tell_that_of_a_short_value() -> None:
    codes = reversible_pseudonyms(["x" * length for length in range(16)], key=KEY)
    assert {len(code) for code in codes} == {52}


def test_random_pseudonyms_are_drawn_anew_where_a_code_is_taken() -> None:
    first = random_pseudonyms(NUMBERS, draws=draws_of(1), taken=set())
    again = random_pseudonyms(NUMBERS, draws=draws_of(1), taken=set(first))
    assert len(set(again)) == len(NUMBERS)
    assert set(first).isdisjoint(again)


def test_a_collision_cannot_be_overlooked(monkeypatch) -> None:
    monkeypatch.setattr(pseudonyms.hmac, "digest", lambda *_: bytes(32))
    with pytest.raises(PseudonymsCollide, match=r"^2 pseudonyms stand for more than one value"):
        keyed_pseudonyms(["a", "b", "c"], key=KEY)
    assert len(keyed_pseudonyms(["a", "a"], key=KEY)) == 2


def test_codes_hold_no_letters_that_are_mistaken_for_others() -> None:
    letters = set("".join(keyed_pseudonyms(NUMBERS, key=KEY)))
    assert letters == set(ALPHABET)
    assert not letters & set("ILOUilou")


@pytest.mark.parametrize("block", [b"\x00", b"\xff" * 5, bytes(range(17))])
def test_codes_come_back_as_bytes(block: bytes) -> None:
    code = encode([block], letters=letters_for(len(block)))[0]
    assert decode(code) == block
