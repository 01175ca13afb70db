"""100 records, tau = 0.2, alpha = 0, lambda = 0.2; two records with theta = 0.3 and the rest with 0.1."""

from fractions import Fraction

import numpy as np
import pytest

from bauta.model.assessment import Adversary, RiskProfile, Verdict
from bauta.model.threshold import Threshold, Thresholds
from bauta.risk.decisions import decide
from bauta.risk.exposure import Exposure
from bauta.risk.metrics import measure_risk

TAU = Threshold.parse("0.2")
AVERAGE = (2 * Fraction("0.3") + 98 * Fraction("0.1")) / 100

AS_PRINTED = RiskProfile(
    adversary=Adversary.PROSECUTOR,
    maximum=0.3,
    average=float(AVERAGE),
    exact_average=AVERAGE,
    strict_average=float(AVERAGE),
    strict_average_holds=True,
    records_at_risk=2,
    share_at_risk=0.02,
    smallest_class=3,  # theta = 0.3 lies between 1/4 and 1/3: either is below tau's cell size of five
)
NEAREST_DATA = measure_risk(Adversary.JOURNALIST, Exposure(people=np.array([3, 10]), records=np.array([2, 98])), TAU)


def verdicts(profile: RiskProfile) -> dict[str, Verdict]:
    thresholds = Thresholds(tau=TAU, alpha=0, average=Threshold.parse("0.2"))
    decision = decide(thresholds, profile, None, profile)
    return {outcome.rule: outcome.verdict for outcome in decision.adversaries[0].outcomes}


@pytest.mark.parametrize("profile", [AS_PRINTED, NEAREST_DATA], ids=["as printed", "nearest data set"])
def test_two_records_above_tau_are_too_many_though_the_average_is_acceptable(profile: RiskProfile) -> None:
    assert verdicts(profile)["D_a"] is Verdict.HIGH
    assert verdicts(profile)["D_c"] is Verdict.LOW


@pytest.mark.parametrize("profile", [AS_PRINTED, NEAREST_DATA], ids=["as printed", "nearest data set"])
def test_the_adversary_will_likely_get_ten_correct_matches(profile: RiskProfile) -> None:
    assert round(100 * profile.average) == 10
