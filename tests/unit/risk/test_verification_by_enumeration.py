"""The verification model proved by walking through every course an attack can take, in fractions.

Nothing here knows the formula: the adversary keeps a list of who has been ruled out, and is asked after every attempt
whether only one person is left or whether the right one was told.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from bauta.model.threshold import Threshold
from bauta.model.verification import Verifier
from bauta.risk.verification import exact_risk, expected_risks, least_class_size, published_bound, risk_limit

PROBABILITIES = [Fraction(n, d) for d in (1, 2, 3, 5, 10) for n in range(d + 1) if math.gcd(n, d) == 1]
CASES = [(people, attempts) for people in range(1, 8) for attempts in range(1, people + 1)]
LIMITS = [Fraction(text) for text in ("1", "0.9", "0.5", "1/3", "0.2", "1/11", "0.05")]


def attack(people: int, attempts: int, p: Fraction) -> Fraction:
    """The probability of knowing the right person, over all places of that person in the adversary's order."""
    return sum((_course(people, attempts, p, right, 0, frozenset()) for right in range(people)), Fraction(0)) / people


def _course(people: int, attempts: int, p: Fraction, right: int, tried: int, ruled_out: frozenset[int]) -> Fraction:
    if len(ruled_out) == people - 1:
        return Fraction(1)  # whoever is left is the one
    if tried == attempts:
        return Fraction(0)
    nothing_told = _course(people, attempts, p, right, tried + 1, ruled_out)
    if tried == right:
        return p * 1 + (1 - p) * nothing_told
    return p * _course(people, attempts, p, right, tried + 1, ruled_out | {tried}) + (1 - p) * nothing_told


@pytest.mark.parametrize(("people", "attempts"), CASES, ids=[f"F={f} M={m}" for f, m in CASES])
def test_the_formula_is_the_sum_over_every_course_of_the_attack(people: int, attempts: int) -> None:
    for p in PROBABILITIES:
        assert exact_risk(people, Verifier(attempts, p)) == attack(people, attempts, p), p


def test_more_attempts_than_people_are_as_good_as_one_for_each() -> None:
    for people in range(1, 8):
        for p in PROBABILITIES:
            assert exact_risk(people, Verifier(people + 5, p)) == exact_risk(people, Verifier(people, p))


def test_the_form_printed_in_lemma_2_is_not_what_enumeration_gives() -> None:
    people, attempts, p = 5, 4, Fraction(9, 10)
    printed = (attempts * p + p ** (people - 2)) / people
    assert attack(people, attempts, p) == exact_risk(people, Verifier(attempts, p)) != printed


@pytest.mark.parametrize("p", PROBABILITIES, ids=str)
def test_floating_point_risks_are_the_exact_ones(p: Fraction) -> None:
    sizes = np.arange(1, 60)
    for attempts in (1, 2, 5, 30, 100):
        verifier = Verifier(attempts, p)
        exact = [float(exact_risk(int(size), verifier)) for size in sizes]
        np.testing.assert_allclose(expected_risks(sizes, verifier), exact, rtol=1e-14, atol=0)


@pytest.mark.parametrize("limit", LIMITS, ids=str)
def test_the_least_class_size_is_the_least_by_trying_every_size(limit: Fraction) -> None:
    for p in PROBABILITIES:
        for attempts in range(1, 13):
            verifier = Verifier(attempts, p)
            far = math.ceil(attempts / limit) + attempts + 5  # from here on R = M p / F is below the limit
            acceptable = [exact_risk(size, verifier) <= limit for size in range(1, far)]
            by_trying = max((size for size, fits in enumerate(acceptable, 1) if not fits), default=0) + 1
            assert least_class_size(verifier, limit) == by_trying <= published_bound(verifier, limit), (p, attempts)


def test_a_larger_class_is_never_riskier() -> None:
    for p in PROBABILITIES:
        for attempts in range(1, 10):
            risks = [exact_risk(size, Verifier(attempts, p)) for size in range(1, 30)]
            assert risks == sorted(risks, reverse=True)


def test_large_powers_are_compared_without_rounding() -> None:
    """p + (1-p) p^(k-1) <= tau with tau so close to p that a floating-point number could not tell."""
    verifier = Verifier.parse(2000, "0.5")
    limit = Fraction(1, 2) + Fraction(1, 2) ** 1000
    assert least_class_size(verifier, limit) == 1000
    assert least_class_size(verifier, limit - Fraction(1, 2**1300)) == 1001
    assert least_class_size(Verifier.parse(10**9, "0.999"), Fraction("0.9995")) == 694
    assert least_class_size(Verifier.parse(10**9, "0.3"), Fraction("0.2")) == 1_500_000_000


@pytest.mark.parametrize(
    ("threshold", "limit"),
    [
        (Threshold.parse("0.2"), Fraction(1, 5)),
        (Threshold.parse("0.09"), Fraction(1, 11)),
        (Threshold.parse("0.15"), Fraction("0.15")),
        (Threshold(0.075, 15), Fraction(1, 15)),
        (Threshold.parse(3), Fraction(1, 3)),
    ],
    ids=str,
)
def test_a_threshold_is_taken_as_the_stricter_of_its_pair(threshold: Threshold, limit: Fraction) -> None:
    assert risk_limit(threshold) == limit
    assert least_class_size(Verifier(1, Fraction(1)), risk_limit(threshold)) == threshold.cell_size
