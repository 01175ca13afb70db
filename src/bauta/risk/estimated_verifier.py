"""The adversary who verifies where classes of the population are estimated: E[R(F; M, p) | f] in place of R(F; M, p).

From M+2 people on R is M p / F (`verification.py`), so

    E[R(F) | f] = M p E[1/F | f] + sum over h from f to M+1 of (R(h) - M p / h) P(F = h | f)

which is exact: E[1/F | f] is known and the sum is short. A record is at risk if its expectation is above the limit.
"""

import math
from fractions import Fraction

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.assessment import Adversary, RiskProfile, VerifiedClasses, VerifierRisk
from bauta.model.estimates import SMALL_CHANCE
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold
from bauta.model.verification import Verifier
from bauta.population.in_release import View
from bauta.population.smallest import SmallestClass
from bauta.population.unseen import Reals, Unseen, UnseenOf
from bauta.risk.verification import expected_risks, least_class_size, risk_limit

MOST_ATTEMPTS = 10_000
"""Beyond which the sum would be long; nobody calls so many people about one record."""
NEGLIGIBLE = 1e-18
"""A probability that is not followed further, once past the mean."""
ROUNDING = 1e-12
AT_A_TIME = 50_000
"""Classes that are summed over together; a mixture has some twenty numbers for each."""


def can_be_estimated(verifier: Verifier) -> bool:
    """Whether the sum is short enough to be made."""
    return verifier.attempts <= MOST_ATTEMPTS


def estimated_risks(sizes: Integers, reciprocals: Reals, unseen: UnseenOf, verifier: Verifier) -> Reals:
    """E[R(F; M, p) | f] of every class.

    >>> nobody = Unseen.of_one(np.array([np.inf]), np.array([0.0])).of
    >>> float(estimated_risks(np.array([5]), np.array([0.2]), nobody, Verifier.parse(4, "0.9"))[0].round(5))
    0.85122
    """
    by_guess = verifier.attempts * float(verifier.probability)
    risks = by_guess * reciprocals
    small = np.flatnonzero(sizes <= verifier.attempts + 1)
    for start in range(0, len(small), AT_A_TIME):
        own = small[start : start + AT_A_TIME]
        risks[own] += _beyond_guessing(sizes[own], unseen(own), verifier)
    result: Reals = np.clip(risks, 0.0, 1.0)
    return result


def _beyond_guessing(sizes: Integers, left: Unseen, verifier: Verifier) -> Reals:
    """The sum over h, of classes that may have fewer than M+2 people."""
    by_guess = verifier.attempts * float(verifier.probability)
    total = np.zeros(len(sizes))
    active, logs, x = np.arange(len(sizes)), left.log_none(), 0
    while len(active):
        people = sizes[active] + x
        probabilities = np.exp(logs)
        chances = (left.weights * probabilities).sum(axis=0)
        total[active] += (expected_risks(people, verifier) - by_guess / people) * chances
        is_left = ((probabilities > NEGLIGIBLE) | (x < left.means)).any(axis=0)
        goes_on = np.flatnonzero((people <= verifier.attempts) & is_left)
        logs = (logs + left.log_step(x))[:, goes_on]
        active, left, x = active[goes_on], left.of(goes_on), x + 1
    return total


def measure_estimated_verifier(view: View, verifier: Verifier, tau: Threshold, most: int) -> VerifierRisk:
    """R_a, R_b and R_c over records, each with the expected risk of its class; no class has more people than `most`."""
    risks = estimated_risks(view.sizes, view.posterior.reciprocal, view.posterior.unseen, verifier)
    people, limit = view.n_people, risk_limit(tau)
    least = least_class_size(verifier, limit)
    at_risk = int(view.people[risks > float(limit) * (1 + ROUNDING)].sum())
    maximum, average = float(risks.max()), math.fsum((view.people * risks).tolist()) / people
    smallest = _class_as_risky(verifier, maximum, least, is_acceptable=at_risk == 0)
    holds = STRICT_AVERAGE_FLOOR.accepts_class_of(SmallestClass(view).with_chance(SMALL_CHANCE, most))
    profile = RiskProfile(
        adversary=Adversary.VERIFIER,
        maximum=maximum,
        average=average,
        exact_average=None,
        strict_average=average if holds else maximum,
        strict_average_holds=holds,
        records_at_risk=at_risk,
        share_at_risk=at_risk / people,
        smallest_class=smallest,
    )
    return VerifierRisk(verifier, profile, least, VerifiedClasses.ESTIMATED)


def _class_as_risky(verifier: Verifier, risk: float, least: int, *, is_acceptable: bool) -> int:
    """A class of known size that is about as risky, on the same side of the threshold."""
    if risk <= 0:
        return least
    alike = least_class_size(verifier, Fraction(risk))
    return max(alike, least) if is_acceptable else min(alike, least - 1)
