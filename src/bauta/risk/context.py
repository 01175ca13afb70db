"""How likely attacks are, and what risk they leave to the data (El Emam and Malin 2015, equations 1 to 3).

    Pr(re-identification) = Pr(re-identification | attack) x Pr(attack)      the data's risk times the context's
    permitted             = min(1, threshold / Pr(attack))                   the same turned round

Thresholds are pairs of a printed probability and a cell size, and the two are not always one over the other (0.09 goes
with 11, 0.075 with 15). What is permitted is such a pair again. Averages go by the probability: T / Pr. Class sizes go
by the cell size: a class of f people is acceptable where Pr/f is at most 1/cell size, so f is at least Pr x cell
size. With Pr = 1 that is the threshold itself.
"""

import math
from fractions import Fraction

from bauta.model.assessment import Adversary, RiskProfile, Verdict
from bauta.model.framework import Framework, exact
from bauta.model.sharing import DataMetric
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold
from bauta.risk.decisions import maximum_rule, strict_average_rule

NEGLIGIBLE = 0.0001
"""Pr(acquaintance) where nobody could know anybody: the least probability of an attack that is reckoned with."""


def attempt_probability(framework: Framework, controls: str, motives: str) -> float:
    """Pr(attempt) for these bands of mitigating controls and of motives and capacity."""
    return framework.attempt.probabilities[controls][motives]


def acquaintance_probability(prevalence: float, acquaintances: int) -> float:
    """Pr(acquaintance) = 1 - (1 - p)^m: somebody who knows m people knows one with what a share p of people have.

    >>> round(acquaintance_probability(400_000 / 317_000_000, 150), 2)
    0.17
    """
    if prevalence == 1:
        return 1.0
    return -math.expm1(acquaintances * math.log1p(-prevalence))


def overall_risk(data_risk: float, probability: float) -> float:
    """Pr(re-identification): both together."""
    return data_risk * probability


def permitted_risk(threshold: Threshold, probability: float) -> Threshold:
    """The largest risk of the data that keeps the product with Pr(attack) within the threshold.

    >>> permitted_risk(Threshold(0.05, 20), 0.25), permitted_risk(Threshold(0.075, 15), 1.0)
    (Threshold(probability=0.2, cell_size=5), Threshold(probability=0.075, cell_size=15))
    """
    attack = exact(probability)
    if attack >= 1:
        return threshold
    largest = min(Fraction(1), exact(threshold.probability) / attack)
    by_cells, by_average = attack * threshold.cell_size, attack / threshold.largest_average
    return Threshold(_rounded_down(largest), max(1, math.ceil(by_cells), math.ceil(by_average)))


def with_floor(permitted: Threshold, threshold: Threshold, metric: DataMetric) -> Threshold:
    """The same with classes of three at least: smaller ones count as identifiable, however unlikely an attack is.

    The strict average asks for that in any case. For the maximum it holds unless the threshold itself allows less
    (El Emam and Malin 2015, Figure 4 and Box 4).
    """
    floor = STRICT_AVERAGE_FLOOR.cell_size
    if metric is DataMetric.MAXIMUM:
        floor = min(floor, threshold.cell_size)
    return Threshold(permitted.probability, max(permitted.cell_size, floor))


def data_risk(profile: RiskProfile, metric: DataMetric) -> float:
    """Pr(re-identification | attack), by the attack's metric."""
    return profile.maximum if metric is DataMetric.MAXIMUM else profile.strict_average


def verdict_on(profile: RiskProfile, metric: DataMetric, permitted: Threshold) -> Verdict:
    """Whether the data keep to what is permitted: class sizes against the cell size, averages as exact fractions."""
    rule = maximum_rule if metric is DataMetric.MAXIMUM else strict_average_rule
    return rule(profile, permitted).verdict


def adversary_in(is_closed: bool) -> Adversary:
    """Whose risk it is: the prosecutor's where an adversary can know who is in the data, else the journalist's."""
    return Adversary.PROSECUTOR if is_closed else Adversary.JOURNALIST


def _rounded_down(number: Fraction) -> float:
    """The nearest floating-point number whose digits are not above it."""
    nearest = float(number)
    return nearest if exact(nearest) <= number else math.nextafter(nearest, 0)
