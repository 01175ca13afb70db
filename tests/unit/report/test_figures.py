import math

import pytest

from bauta.report.figures import (
    count,
    name,
    names,
    percent,
    percent_beside,
    printable,
    probability,
    probability_beside,
)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1e-9, "<0.1 %"),
        (0.0004, "<0.1 %"),
        (0.00099, "<0.1 %"),
        (0.001, "0.1 %"),
        (0.0452, "4.5 %"),
        (0.5, "50.0 %"),
        (0.994, "99.4 %"),
        (0.9994, "99.9 %"),
        (0.9996, ">99.9 %"),
        (0.99999999, ">99.9 %"),
        (1, "100 %"),
    ],
)
def test_percentages_say_none_and_all_only_of_none_and_all(share: float, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (1e-9, "<0.000001"),
        (0.0000123, "0.0000123"),
        (0.00033239, "0.000332"),
        (0.0452, "0.0452"),
        (0.2, "0.200"),
        (1 / 3, "0.333"),
        (0.99951, "0.9995"),
        (0.994, "0.994"),
        (0.9998, "0.9998"),
        (0.99996, ">0.9999"),
        (math.nextafter(1, 0), ">0.9999"),
        (1, "1"),
        (-0.0123, "-0.0123"),
    ],
)
def test_probabilities_keep_three_digits_and_never_round_to_certainty(value: float, text: str) -> None:
    assert probability(value) == text


def test_a_figure_just_over_its_limit_does_not_look_equal_to_it() -> None:
    assert probability_beside(0.20004, 0.2) == "0.20004"
    assert probability_beside(0.2, 0.2) == "0.200"
    assert probability_beside(1 / 11, 0.09) == "0.0909"
    assert percent_beside(0.0502, 0.05) == "5.02 %"
    assert percent_beside(0.0001, 0.0) == "<0.1 %"


def test_a_figure_that_cannot_be_told_from_its_limit_says_so() -> None:
    assert probability_beside(math.nextafter(0.2, 1), 0.2) == "about the limit"
    assert percent_beside(math.nextafter(0.05, 1), 0.05) == "about the limit"


def test_numbers_have_thousands_separators() -> None:
    assert count(1_234_567) == "1,234,567"


def test_plain_names_stay_bare_and_odd_ones_are_quoted() -> None:
    assert name("marital-status") == "marital-status"
    assert name("date of birth") == "date of birth"
    assert name("Größe") == "Größe"
    assert name("a, b") == "'a, b'"
    assert name(" zip") == "' zip'"
    assert name("") == "''"


def test_long_lists_of_names_are_cut_short() -> None:
    assert names([f"v{number}" for number in range(30)], most=3) == "v0, v1, v2 and 27 more"


def test_control_and_direction_characters_are_written_out() -> None:
    assert printable("a\nb\x1b[2J\u202e") == r"a\nb\x1b[2J\u202e"
    assert len(name("n" * 300)) < 50
