"""Risk profiles of adversaries who match against a population that is known by its size alone.

The same measures as in `metrics.py`, with theta_j = E[1/F_j | f_j] in place of 1/F_j. The largest theta stands for the
smallest class: 1/theta people, rounded down, so that the rules on class sizes hold for it.
"""

from bauta.model.assessment import Adversary, RiskProfile
from bauta.model.estimates import PopulationRisk
from bauta.model.threshold import STRICT_AVERAGE_FLOOR

ROUNDING = 1e-9
"""How far, relatively, 1/theta may be below a whole number and still count as it."""


def estimated_profile(adversary: Adversary, risk: PopulationRisk) -> RiskProfile:
    """The profile of a journalist or marketer from what an estimator says."""
    smallest = max(1, int((1 + ROUNDING) / risk.maximum))
    holds = STRICT_AVERAGE_FLOOR.accepts_class_of(smallest)
    average = risk.marketer.value
    return RiskProfile(
        adversary=adversary,
        maximum=risk.maximum,
        average=average,
        exact_average=None,
        strict_average=average if holds else risk.maximum,
        strict_average_holds=holds,
        records_at_risk=risk.records_at_risk,
        share_at_risk=risk.share_at_risk,
        smallest_class=smallest,
    )
