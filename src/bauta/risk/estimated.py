"""Risk profiles of adversaries who match against a population that is known by its size alone.

The same measures as in `metrics.py`, estimated. The maximum is the upper end of its interval, and the smallest class is
the one that this stands for, so that the rules on class sizes hold for it: LOW is said only if it is almost certain
that nobody matches fewer people (docs/decisions/0052-the-maximum-goes-by-its-upper-end.md).
"""

from bauta.model.assessment import Adversary, RiskProfile
from bauta.model.estimates import PopulationRisk
from bauta.model.threshold import STRICT_AVERAGE_FLOOR


def estimated_profile(adversary: Adversary, risk: PopulationRisk, people: int) -> RiskProfile:
    """The profile of a journalist or marketer of `people` records from what an estimator says."""
    holds = STRICT_AVERAGE_FLOOR.accepts_class_of(risk.smallest_class)
    average, maximum = risk.marketer.value, risk.maximum.upper
    return RiskProfile(
        adversary=adversary,
        maximum=maximum,
        average=average,
        exact_average=None,
        strict_average=average if holds else maximum,
        strict_average_holds=holds,
        records_at_risk=round(risk.at_risk.value * people),
        share_at_risk=risk.at_risk.value,
        smallest_class=risk.smallest_class,
    )
