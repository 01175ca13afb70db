"""Numbers from the standards' own pages and the custodians of the schemes, and the errors each scheme must catch."""

import numpy as np
import pytest

from bauta.transform.characters import to_points
from bauta.transform.masking.check_digits import (
    IBAN,
    LUHN,
    MOD_11,
    MOD_97,
    NPI,
    SSN,
    VERHOEFF,
    WRITTEN_SSN,
    CheckScheme,
    find_scheme,
    symbols_of,
)

VALID = [
    (LUHN, "79927398713"),
    (LUHN, "4111 1111 1111 1111"),
    (LUHN, "490154203237518"),
    (LUHN, "046 454 286"),
    (NPI, "1234567893"),
    (MOD_11, "943 476 5919"),
    (MOD_11, "9434765870"),
    (VERHOEFF, "123451"),
    (VERHOEFF, "1234567890120"),
    (MOD_97, "5493001KJTIIGC8Y1R12"),
    (IBAN, "GB82 WEST 1234 5698 7654 32"),
    (IBAN, "DE89370400440532013000"),
    (SSN, "078051120"),
    (WRITTEN_SSN, "078-05-1120"),
]


def is_valid(scheme: CheckScheme, text: str) -> bool:
    return bool(scheme.is_valid(symbols_of(to_points([text])))[0])


@pytest.mark.parametrize(("scheme", "number"), VALID, ids=lambda case: getattr(case, "name", case))
def test_a_known_number_is_valid(scheme: CheckScheme, number: str) -> None:
    assert is_valid(scheme, number)


@pytest.mark.parametrize(
    ("scheme", "number"),
    [case for case in VALID if "SSN" not in case[0].name],
    ids=lambda case: getattr(case, "name", case),
)
def test_one_wrong_digit_is_noticed(scheme: CheckScheme, number: str) -> None:
    for at, sign in enumerate(number):
        if sign.isdigit():
            for other in set("0123456789") - {sign}:
                assert not is_valid(scheme, number[:at] + other + number[at + 1 :])


@pytest.mark.parametrize("number", ["123451", "1234567890120"])
def test_verhoeff_notices_neighbours_that_changed_places(number: str) -> None:
    for at in range(len(number) - 1):
        if number[at] != number[at + 1]:
            assert not is_valid(VERHOEFF, number[:at] + number[at + 1] + number[at] + number[at + 2 :])


@pytest.mark.parametrize(
    "number", ["000-12-3456", "666-12-3456", "900-12-3456", "987-65-4321", "123-00-4567", "123-45-0000"]
)
def test_impossible_social_security_numbers_are_noticed(number: str) -> None:
    assert not is_valid(WRITTEN_SSN, number)


def test_completing_a_number_makes_it_valid() -> None:
    numbers = np.random.default_rng(0).integers(10**11, 10**12, 500).astype(str).tolist()
    for scheme in (LUHN, VERHOEFF, MOD_97):
        finished, usable = scheme.finish(to_points(numbers))
        assert usable.all()
        assert scheme.is_valid(symbols_of(finished)).all()


def test_an_nhs_number_that_would_need_a_tenth_digit_is_not_used() -> None:
    """About one in eleven has no check digit and is never issued."""
    numbers = [f"{i:010d}" for i in range(40_000_000_00, 40_000_000_00 + 11_000, 10)]
    finished, usable = MOD_11.finish(to_points(numbers))
    assert 70 <= (~usable).sum() <= 130
    assert MOD_11.is_valid(symbols_of(finished[usable])).all()


def numbers_of(scheme: CheckScheme, count: int, digits: int = 10) -> list[str]:
    drawn = np.random.default_rng(1).integers(10 ** (digits - 1), 10**digits, 2 * count).astype(str).tolist()
    finished, usable = scheme.finish(to_points(drawn))
    return ["".join(map(chr, row)) for row in finished[usable][:count].tolist()]


def found(texts: list[str]) -> str | None:
    scheme = find_scheme([to_points([text]) for text in texts])
    return None if scheme is None else scheme.name


@pytest.mark.parametrize("scheme", [LUHN, NPI, MOD_11, VERHOEFF, MOD_97], ids=lambda scheme: scheme.name)
def test_the_scheme_of_a_column_is_found(scheme: CheckScheme) -> None:
    assert found(numbers_of(scheme, 200)) == scheme.name


@pytest.mark.parametrize("scheme", [LUHN, MOD_11, VERHOEFF], ids=lambda scheme: scheme.name)
def test_a_few_mistyped_numbers_do_not_hide_the_scheme_but_many_do(scheme: CheckScheme) -> None:
    good = numbers_of(scheme, 200)
    wrong = [number[:-1] + str((int(number[-1]) + 1) % 10) for number in good]
    assert found(good[10:] + wrong[:10]) == scheme.name
    assert found(good[20:] + wrong[:20]) is None


def test_no_scheme_is_found_in_plain_numbers() -> None:
    assert found([str(number) for number in range(1_000_000, 1_000_500)]) is None
    assert found([]) is None


def test_two_numbers_that_fit_by_accident_are_no_evidence() -> None:
    assert found(numbers_of(LUHN, 2)) is None
    assert found(numbers_of(LUHN, 3)) == "Luhn"


def test_nine_digits_are_social_security_numbers_only_if_many_obey_the_rules() -> None:
    rng = np.random.default_rng(2)
    numbers = [
        f"{a:03d}{g:02d}{s:04d}"
        for a, g, s in zip(*(rng.integers(1, top, 200) for top in (600, 100, 10_000)), strict=True)
    ]
    assert found(numbers) == "SSN"
    assert found(numbers[:20]) is None
    assert found([f"{n[:3]}-{n[3:5]}-{n[5:]}" for n in numbers[:1]]) == "SSN"
