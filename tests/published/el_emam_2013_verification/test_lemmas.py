import math
from fractions import Fraction

import pytest

from bauta.model.verification import Verifier
from bauta.risk.verification import exact_risk
from published.printed import Row, read_table, would_print_as

FIGURE_2 = read_table(__file__, "figure_2.csv")
CUT_OFF = "printed cut off, not rounded: 0.96561 rounds to 0.966"
PROBABILITIES = [Fraction(n, 10) for n in range(11)]


def risk(row: Row) -> Fraction:
    return exact_risk(int(row["F"]), Verifier.parse(int(row["M"]), row["p"]))


def lemma_1(people: int, attempt: int, p: Fraction) -> Fraction:
    """Found at exactly this attempt, as printed."""
    if people > attempt + 1:
        return p / people
    if people == attempt + 1:
        return p / people + p ** (people - 1) / people
    return ((1 - p ** (people - 1)) * p + p ** (people - 1) * (people - 1) * (1 - p)) / people


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            id=row["where"],
            marks=[pytest.mark.xfail(strict=True, raises=AssertionError, reason=CUT_OFF)] if row["M"] == "5" else [],
        )
        for row in FIGURE_2
    ],
)
def test_risk_in_a_class_of_five(row: Row) -> None:
    assert would_print_as(risk(row), row["risk"])


def test_the_risk_of_trying_everybody_is_printed_cut_off() -> None:
    (row,) = [row for row in FIGURE_2 if row["M"] == row["F"]]
    assert risk(row) == Fraction("0.96561")
    assert math.floor(risk(row) * 1000) == Fraction(row["risk"]) * 1000


@pytest.mark.parametrize("people", range(2, 9))
def test_lemma_2_is_lemma_1_summed_over_the_attempts(people: int) -> None:
    for attempts in range(1, people + 1):
        for p in PROBABILITIES:
            summed = sum(lemma_1(people, n, p) for n in range(1, attempts + 1))
            assert exact_risk(people, Verifier(attempts, p)) == summed


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="misprint: p^(F-2)/F where Lemma 1 gives p^(F-1)/F")
def test_lemma_2_as_printed_for_one_person_more_than_attempts() -> None:
    people, p = 5, Fraction("0.9")
    assert exact_risk(people, Verifier(people - 1, p)) == ((people - 1) * p + p ** (people - 2)) / people
