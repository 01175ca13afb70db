from fractions import Fraction

import numpy as np
import pytest

from bauta.model.assessment import Adversary, Decision, RiskProfile, Verdict
from bauta.model.threshold import Threshold, Thresholds
from bauta.risk.decisions import decide
from bauta.risk.exposure import Exposure
from bauta.risk.metrics import measure_risk

LOW, HIGH = Verdict.LOW, Verdict.HIGH


def profile_of(sizes: list[int], tau: Threshold, adversary: Adversary = Adversary.PROSECUTOR) -> RiskProfile:
    array = np.array(sizes, dtype=np.int64)
    return measure_risk(adversary, Exposure(people=array, records=array), tau)


def decision(sizes: list[int], thresholds: Thresholds) -> Decision:
    profile = profile_of(sizes, thresholds.tau)
    return decide(thresholds, profile, None, profile)


def verdicts(sizes: list[int], thresholds: Thresholds) -> dict[str, Verdict]:
    return {o.rule: o.verdict for o in decision(sizes, thresholds).adversaries[0].outcomes}


@pytest.mark.parametrize(("printed", "size"), [("0.09", 11), ("0.33", 3), ("0.2", 5), ("0.05", 20), ("1/7", 7)])
def test_classes_of_exactly_the_cell_size_are_low_by_every_rule(printed: str, size: int) -> None:
    """Eleven classes of eleven under 0.09: 1/11 is 0.0909 and still what 0.09 means."""
    thresholds = Thresholds(tau=Threshold.parse(printed))
    assert set(verdicts([size] * size, thresholds).values()) == {LOW}
    assert decision([size] * size, thresholds).verdict is LOW


@pytest.mark.parametrize(("printed", "size"), [("0.09", 11), ("0.33", 3), ("0.2", 5)])
def test_one_class_smaller_by_one_is_high_by_the_maximum(printed: str, size: int) -> None:
    sizes = [size] * 10 + [size - 1]
    found = verdicts(sizes, Thresholds(tau=Threshold.parse(printed)))
    assert found["D_b"] is HIGH
    assert found["D_a"] is HIGH
    assert found["D_c"] is HIGH


def test_a_share_equal_to_alpha_is_low_and_one_record_more_is_high() -> None:
    thresholds = Thresholds(tau=Threshold.parse(5), alpha=0.1)
    assert verdicts([1, 9], thresholds)["D_a"] is LOW
    assert verdicts([1, 1, 9], thresholds)["D_a"] is HIGH


@pytest.mark.parametrize(
    ("at_risk", "records", "alpha"), [(1, 3, 1 / 3), (3, 10, 0.3), (7, 100, 0.07), (29, 1000, 0.029)]
)
def test_shares_are_not_lost_to_rounding(at_risk: int, records: int, alpha: float) -> None:
    sizes = [1] * at_risk + [records - at_risk]
    assert verdicts(sizes, Thresholds(tau=Threshold.parse(2), alpha=alpha))["D_a"] is LOW


def test_an_average_has_its_own_threshold() -> None:
    thresholds = Thresholds(tau=Threshold.parse(2), average=Threshold.parse("0.25"))
    assert verdicts([4, 4], thresholds)["D_c"] is LOW
    assert verdicts([4, 3], thresholds)["D_c"] is HIGH


def test_an_average_is_compared_exactly() -> None:
    """3 classes of 33 records: 1/11 to the last digit, which no floating-point number is."""
    thresholds = Thresholds(tau=Threshold.parse(11))
    assert verdicts([10, 11, 12], thresholds)["D_c"] is LOW
    assert profile_of([10, 11, 12], thresholds.tau).exact_average == Fraction(1, 11)


def test_the_strict_average_is_the_maximum_while_there_are_uniques_or_doubles() -> None:
    tau = Threshold.parse(5)
    for smallest in (1, 2):
        profile = profile_of([smallest, 98], tau)
        assert not profile.strict_average_holds
        assert profile.strict_average == profile.maximum == 1 / smallest
    profile = profile_of([3, 97], tau)
    assert profile.strict_average_holds
    assert profile.strict_average == profile.average == 2 / 100


def test_the_strict_average_is_high_with_a_double_however_low_the_average() -> None:
    thresholds = Thresholds(tau=Threshold.parse("0.5"))
    assert verdicts([2, 998], thresholds) == {"D_a": LOW, "D_b": LOW, "D_c": LOW, "strict average": HIGH}
    assert verdicts([3, 997], thresholds)["strict average"] is LOW


def test_the_journalist_decides_where_a_population_is_known() -> None:
    thresholds = Thresholds(tau=Threshold.parse(5))
    prosecutor = profile_of([1, 1], thresholds.tau)
    journalist = profile_of([50, 50], thresholds.tau, Adversary.JOURNALIST)
    alone = decide(thresholds, prosecutor, None, prosecutor)
    assert (alone.verdict, alone.decided_by) == (HIGH, "prosecutor D_b")
    known = decide(thresholds, prosecutor, journalist, journalist)
    assert (known.verdict, known.decided_by) == (LOW, "journalist D_b")
    assert [a.adversary for a in known.adversaries] == [Adversary.PROSECUTOR, Adversary.JOURNALIST, Adversary.MARKETER]
    assert [o.rule for o in known.adversaries[-1].outcomes] == ["D_c"]
