import re
import string

import numpy as np
import pytest

from bauta.errors import NoRoomToReplace
from bauta.model.transformations import ReplaceMask, Replacement
from bauta.transform.characters import to_points
from bauta.transform.masking.check_digits import LUHN, MOD_11, SCHEMES, symbols_of
from bauta.transform.masking.mask import mask_values
from bauta.transform.masking.replace import detect_kind
from drawing import draws_of


def replaced(texts: list[str], like: str = "auto", seed: int = 0) -> list[str]:
    return mask_values(ReplaceMask(like=Replacement(like)), texts, draws=draws_of(seed), column="mrn")


def form(text: str) -> str:
    """What each character is: digit, capital, small letter, or itself."""
    return re.sub("[a-z]", "a", re.sub("[A-Z]", "A", re.sub("[0-9]", "0", text)))


# ---- numbers ---------------------------------------------------------------------------------------------------


def test_numbers_keep_their_form_and_share_no_value_with_the_old_ones() -> None:
    old = [f"{i % 7}{i:04d}/K-{'xyz'[i % 3]}" for i in range(3_000)]
    new = replaced(old, "number")
    assert list(map(form, new)) == list(map(form, old))
    assert [text[0] == "0" for text in new] == [text[0] == "0" for text in old]
    assert len(set(new)) == len(old)
    assert set(new).isdisjoint(old)


def test_new_numbers_do_not_follow_the_old_ones() -> None:
    old = [str(number) for number in range(1_000_000, 1_003_000)]
    new = np.array(replaced(old), dtype=float)
    assert abs(np.corrcoef(np.arange(len(new)), new)[0, 1]) < 0.06
    digits = np.array([list(text) for text in replaced(old)])[:, 1:]
    assert set(digits.ravel()) == set(string.digits)


@pytest.mark.parametrize("like", ["auto", "number"])
def test_numbers_with_a_check_digit_get_numbers_with_one(like: str) -> None:
    """Without the check digit, 943 476 5919 could be taken for a telephone number."""
    old = ["943 476 5919", "943 476 5870", "401 023 2137"]
    assert MOD_11.is_valid(symbols_of(to_points(old))).all()
    new = replaced(old, like)
    assert MOD_11.is_valid(symbols_of(to_points(new))).all()
    assert list(map(form, new)) == list(map(form, old))


def test_a_mistyped_number_is_replaced_by_a_valid_one() -> None:
    finished, _ = LUHN.finish(to_points([f"{i:016d}" for i in range(10**15, 10**15 + 7 * 100, 7)]))
    old = ["".join(map(chr, row)) for row in finished.tolist()]
    old[3] = old[3][:-1] + str((int(old[3][-1]) + 1) % 10)
    assert LUHN.is_valid(symbols_of(to_points(replaced(old)))).all()


def test_social_security_numbers_stay_possible() -> None:
    new = replaced([f"{i:03d}-{i % 99 + 1:02d}-{i:04d}" for i in range(1, 600)])
    scheme = SCHEMES[-1]
    assert scheme.name == "SSN"
    assert scheme.is_valid(symbols_of(to_points(new))).all()


def test_letters_that_stand_before_all_of_many_numbers_stay() -> None:
    assert {text[:4] for text in replaced([f"MRN-{i:05d}" for i in range(50)])} == {"MRN-"}
    assert {text[:4] for text in replaced([f"MRN-{i:05d}" for i in range(5)])} != {"MRN-"}


def test_letters_before_all_numbers_are_given_up_where_there_is_no_room_otherwise() -> None:
    old = [f"W{i}" for i in range(1, 30)]
    new = replaced(old)
    assert set(new).isdisjoint(old)
    assert list(map(form, new)) == list(map(form, old))


def test_hexadecimal_codes_stay_hexadecimal() -> None:
    old = [f"{i * 2654435761 % 2**64:016x}" for i in range(1, 100)]
    assert all(set(text) <= set(string.hexdigits) for text in replaced(old))


def test_where_there_is_just_enough_room_all_of_it_is_used() -> None:
    old = [str(number) for number in range(100, 1000, 2)]
    assert sorted(replaced(old)) == [str(number) for number in range(101, 1000, 2)]


@pytest.mark.parametrize(
    ("old", "without"),
    [
        (list("123456789"), 9),
        (list("12345"), 1),
        (["0"], 1),
        (["-"], 1),
        ([str(number) for number in range(10, 60)], 10),
    ],
)
def test_where_there_is_too_little_room_that_is_said(old: list[str], without: int) -> None:
    with pytest.raises(NoRoomToReplace, match=rf"^{without} values? of 'mrn' cannot be replaced"):
        replaced(old, "number")


def test_letters_of_other_scripts_do_not_stay() -> None:
    assert re.fullmatch(r"[A-Z][a-z]{3}-[0-9]{2}", replaced(["Éпя王-٣4"], "number")[0])


# ---- telephone numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(415) 867-5309", r"\([2-9][2-8]\d\) 555-01\d\d"),
        ("+1 415-867-5309", r"\+1 [2-9][2-8]\d-555-01\d\d"),
        ("1.415.867.5309", r"1\.[2-9][2-8]\d\.555\.01\d\d"),
        ("4158675309", r"[2-9][2-8]\d55501\d\d"),
        ("415-867-5309 ext. 12", r"[2-9][2-8]\d-555-01\d\d ext\. \d\d"),
        ("+44 20 7946 0018", r"\+44 [1-9]\d \d{4} \d{4}"),
        ("0044 20 7946 0018", r"0044 [1-9]\d \d{4} \d{4}"),
        ("+353 1 234 5678", r"\+353 [1-9] \d{3} \d{4}"),
        ("+7 495 123-45-67", r"\+7 [1-9]\d\d \d{3}-\d\d-\d\d"),
        ("+49 (0)30 1234567", r"\+49 \(0\)\d\d \d{7}"),
        ("020 7946 0018", r"0\d\d \d{4} \d{4}"),
        ("(020) 7946 0018", r"\(0\d\d\) \d{4} \d{4}"),
        ("06 12 34 56 78", r"0\d \d\d \d\d \d\d \d\d"),
        ("0612345678", r"0\d{9}"),
        ("4821", r"[1-9]\d{3}"),
    ],
)
def test_telephone_numbers_are_written_as_before(old: str, new: str) -> None:
    for seed in range(20):
        drawn = replaced([old], "phone", seed)[0]
        assert re.fullmatch(new, drawn)
        assert drawn != old


def test_many_telephone_numbers_are_all_different() -> None:
    old = [f"({200 + i // 700}) {300 + i % 700}-1234" for i in range(60_000)]
    new = replaced(old)
    assert len(set(new)) == len(old)
    assert all(re.fullmatch(r"\([2-9][2-8]\d\) 555-\d{4}", text) for text in new)


# ---- names -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Smith, John", r"[A-Z][a-z]+, [A-Z][a-z]+"),
        ("SMITH, JOHN A.", r"[A-Z]{2,}, [A-Z]{2,} [A-Z]\."),
        ("john smith", r"[a-z]+ [a-z]+"),
        ("Anna-Maria O'Brien", r"[A-Z][a-z]+-[A-Z][a-z]+ [A-Z]'[A-Z][a-z]+"),
        ("Dr. Ludwig van Beethoven", r"(Mr|Mrs|Ms|Miss|Dr|Prof)\. [A-Z][a-z]+ [a-z]+ [A-Z][a-z]+"),
        ("Martin King, Jr", r"[A-Z][a-z]+ [A-Z][a-z]+, (Jr|Sr|II|III|IV)"),
        ("王小明", r"[A-Z][a-z]+"),
        ("राम कुमार", r"[A-Z][a-z]+ [A-Z][a-z]+"),
    ],
)
def test_names_are_written_as_before(old: str, new: str) -> None:
    for seed in range(20):
        assert re.fullmatch(new, replaced([old], "name", seed)[0])


def test_no_new_name_is_one_of_the_old_ones() -> None:
    first = replaced([f"Smith{'x' * i}" for i in range(2_000)], "name")
    again = replaced(sorted(set(first)), "name")
    assert set(again).isdisjoint(first)


def test_given_names_are_replaced_by_given_names() -> None:
    from bauta.transform.masking.name_parts import FAMILY, GIVEN

    assert set(replaced(["Mary", "John", "Ursula", "Xaver"], "name")) <= set(GIVEN)
    assert set(replaced(["Smith", "Garcia", "Xaver"], "name")) <= set(FAMILY)


def test_a_name_that_is_no_name_is_refused_if_nothing_can_stand_for_it() -> None:
    with pytest.raises(NoRoomToReplace):
        replaced(["--"], "name")


# ---- e-mail addresses, and what a column holds -----------------------------------------------------------------


def test_addresses_reach_nobody() -> None:
    old = [f"p{i}@clinic.test" for i in range(5_000)]
    new = replaced(old)
    assert all(re.fullmatch(r"[a-z]+\.[a-z]+\d{1,3}@example\.(org|com|net)", text) for text in new)
    assert len(set(new)) == len(old)


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["Smith, John", "O'Brien, Anna-Maria"], "name"),
        (["a@b.org", "c.d+e@f.co.uk"], "email"),
        (["(415) 867-5309", "415-867-5309", "1-415-867-5309"], "phone"),
        (["+49 30 1234567", "+44 20 7946 0018"], "phone"),
        (["020 7946 0018", "06 12 34 56 78"], "phone"),
        (["123-45-6789", "987-65-4321"], "number"),
        (["4158675309"], "number"),
        (["MRN-001", "A12"], "number"),
        (["01.02.2020", "03-04-2021"], "number"),
        (["Smith, John", "Garcia, Ana", "Lee, Wei", "Kim, Min", "n/a 1"], "name"),
        ([], "number"),
    ],
)
def test_the_kind_of_values_is_told_from_their_form(texts: list[str], kind: str) -> None:
    assert detect_kind(texts) == kind
