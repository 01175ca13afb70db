import itertools
from fractions import Fraction

import pytest

from bauta.model.verification import Verifier
from bauta.risk.verification import exact_risk, least_class_size, published_bound
from published.printed import read_table

TAU = Fraction("0.2")
TABLE_4 = read_table(__file__, "table_4.csv")
TABLE_5 = read_table(__file__, "table_5.csv")


@pytest.mark.parametrize(("p", "least", "bound"), [("0.5", 3, 4), ("0.7", 4, 5), ("0.9", 5, 6)])
def test_class_sizes_for_the_mildly_motivated_adversary_of_table_4(p: str, least: int, bound: int) -> None:
    verifier = Verifier.parse(1, p)
    assert least_class_size(verifier, TAU) == least
    assert published_bound(verifier, TAU) == bound
    assert exact_risk(least, verifier) <= TAU < exact_risk(least - 1, verifier)


@pytest.mark.xfail(strict=True, raises=AssertionError, reason="Theorem 1 is a safe bound; smaller classes are enough")
def test_theorem_1_gives_the_smallest_value() -> None:
    verifier = Verifier.parse(1, "0.5")
    assert published_bound(verifier, TAU) == least_class_size(verifier, TAU)


def test_trying_everybody_is_always_above_the_threshold_unless_p_is_below_it() -> None:
    """The paper's second scenario: R_j > p when M_j = F_j, so that no class is large enough."""
    for p in (Fraction("0.2"), Fraction("0.5"), Fraction("0.9")):
        assert all(exact_risk(people, Verifier(people, p)) > TAU for people in range(2, 100))
    assert exact_risk(100, Verifier.parse(100, "0.19")) < TAU


def test_k_grows_linearly_with_the_attempts() -> None:
    """Figure 4: the steepness is p / tau."""
    for p in ("0.5", "0.9"):
        bounds = [published_bound(Verifier.parse(attempts, p), TAU) for attempts in range(2, 50, 2)]
        assert {later - earlier for earlier, later in itertools.pairwise(bounds)} == {Fraction(p) * 2 / TAU}


def test_table_4_rises_with_the_probability_and_with_what_is_told() -> None:
    shares = [[Fraction(row[f"p = {p}"]) for p in ("0.5", "0.7", "0.9")] for row in TABLE_4]
    assert all(row == sorted(row) for row in shares)
    for half in (shares[:6], shares[6:]):
        assert half == sorted(half, reverse=True)
    assert all(with_ >= without for without, with_ in zip(shares[:6], shares[6:], strict=True))


def test_table_5_contradicts_table_4() -> None:
    """A smallest class of 253 and 18.44 % of records in classes of fewer than three cannot both be."""
    assert int(TABLE_5[6]["smallest_class"]) >= least_class_size(Verifier.parse(1, "0.9"), TAU)
    assert Fraction(TABLE_4[6]["p = 0.5"]) > 0
