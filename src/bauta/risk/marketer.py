"""The marketer matches every record against an identification database and counts correct matches.

Dankar and El Emam (2010), Theorem 1: the expected share of correct matches is

    lambda = (1/n) sum_j f_j / F_j

whether or not two records may be matched to the same person. With no population at hand the data are taken to hold
the same people as the adversary's list (n = N, F_j = f_j), and lambda is the number of classes over that of people.
"""

from bauta.model.assessment import Adversary, RiskProfile
from bauta.model.threshold import Threshold
from bauta.risk.exposure import Exposure
from bauta.risk.metrics import measure_risk


def marketer_risk(prosecutor: Exposure, journalist: Exposure | None, tau: Threshold) -> RiskProfile:
    """The marketer's profile: the journalist's probabilities where a population is known, else the prosecutor's."""
    return measure_risk(Adversary.MARKETER, journalist or prosecutor, tau)
