"""The adversary who verifies: some attempts, each of which may tell whether a match is right (El Emam et al. 2013).

A record of the data could be any of F people of a registry; one of them is right, each equally likely. The adversary
takes them one after the other, makes at most M attempts, and never more than F. An attempt at a person tells with
probability p, independently, whether that is the one; otherwise nothing is learnt from it. Success is to *know* the
right person. That is so when

1. an attempt at the right person tells: they are found;
2. all others are known to be wrong, so that the one who is left, tried or not, must be right.

**Risk.** Let the right person be n-th in the adversary's order, n = 1, ..., F, each with probability 1/F.

- F >= M+2: at most M of the F-1 others can be ruled out, so (2) cannot happen. (1) does if n <= M and that attempt
  tells: R = (M/F) p.
- F = M+1: (1) has probability (M/F) p as before. (2) needs all F-1 = M attempts at others to tell, hence n = F, the
  person never tried: (1/F) p^(F-1). The two exclude each other: R = M p / F + p^(F-1) / F.
- F <= M: everybody may be tried. (1) has probability p. If the attempt at the right person tells nothing, (2) has
  probability p^(F-1): R = p + (1-p) p^(F-1). For F = 1 that is 1, whatever p is: an empty product is 1.

Lemma 2 of the paper prints p^(F-2)/F in the second case. Its own Lemma 1, summed over the attempts, gives p^(F-1)/F,
its text (0.85 for F=5, M=4, p=0.9) needs it, and enumeration of every course an attack can take proves it
(tests/unit/risk/test_verification_by_enumeration.py).

**Larger classes are never riskier.** Within F <= M the power falls; from M to M+1, R(M+1) <= p <= R(M), because
p^M <= p; from M+1 to M+2 the term p^M/F goes and M p / F falls; beyond, M p / F falls. So the least k for which every
F >= k is acceptable is the first F that is, and can be found by bisection. Theorem 1 prints the bound
max(M+2, ceil(M p / tau) + 1), which is safe but seldom the least.

El Emam K, Dankar FK, Neisa A, Jonker E (2013). Evaluating the risk of patient re-identification from adverse drug event
reports. BMC Medical Informatics and Decision Making 13:114. doi:10.1186/1472-6947-13-114. Reproduced in
tests/published/el_emam_2013_verification.
"""

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from bauta.model.assessment import Adversary, RiskProfile, VerifiedClasses, VerifierRisk
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold
from bauta.model.verification import Verifier
from bauta.risk.exposure import Exposure

Floats = npt.NDArray[np.float64]
EXACT_EXPONENT = 256
"""Powers up to this one are compared as fractions, larger ones by bounds."""


def exact_risk(class_size: int, verifier: Verifier) -> Fraction:
    """R(F; M, p) as a fraction. For classes of a few thousand; `expected_risks` takes any.

    >>> exact_risk(5, Verifier.parse(4, "0.9")), exact_risk(3, Verifier.parse(1, "0.5"))
    (Fraction(42561, 50000), Fraction(1, 6))
    """
    people, attempts, p = class_size, verifier.attempts, verifier.probability
    if people >= attempts + 2:
        return attempts * p / people
    if people == attempts + 1:
        return (attempts * p + p ** (people - 1)) / people
    return p + (1 - p) * p ** (people - 1)


def expected_risks(class_sizes: npt.ArrayLike, verifier: Verifier) -> Floats:
    """R(F; M, p) for every class size, as floating-point numbers."""
    people = np.asarray(class_sizes, dtype=np.float64)
    attempts, p = float(verifier.attempts), float(verifier.probability)
    others_ruled_out = np.power(p, people - 1)
    found = np.minimum(attempts, people) * p / people
    left_over = np.where(people <= attempts, (1 - p) * others_ruled_out, others_ruled_out / people)
    risks: Floats = np.where(people >= attempts + 2, found, np.minimum(1.0, found + left_over))
    return risks


def risk_limit(threshold: Threshold) -> Fraction:
    """The probability a threshold stands for when it is not compared with 1/k: the stricter of the pair.

    0.09 with cell size 11 is 1/11, as everywhere; 0.15, which gives 7, stays 0.15; but 0.075 with 15, a pair that asks
    for more than its probability does, is 1/15. So with M = 1 and p = 1, and in classes of three and more, the verifier
    is judged as someone who guesses is.
    """
    printed = threshold.largest_average
    return min(printed, Fraction(1, threshold.cell_size)) if threshold.cell_size > math.ceil(1 / printed) else printed


def least_class_size(verifier: Verifier, limit: Fraction) -> int:
    """The exact least k: R(F) is at most `limit` for every F >= k, and is not for k - 1.

    >>> least_class_size(Verifier.parse(1, "0.5"), Fraction("0.2"))
    3
    """
    attempts, p = verifier.attempts, verifier.probability
    by_attempts = math.ceil(attempts * p / limit)
    if by_attempts >= attempts + 2:
        return by_attempts
    if not _is_at_most(attempts + 1, verifier, limit):
        return attempts + 2
    too_small, enough = 0, attempts + 1
    while enough - too_small > 1:
        middle = (too_small + enough) // 2
        if _is_at_most(middle, verifier, limit):
            enough = middle
        else:
            too_small = middle
    return enough


def published_bound(verifier: Verifier, limit: Fraction) -> int:
    """The k of Theorem 1, max(M+2, ceil(M p / tau) + 1): safe, and never below the exact least k."""
    return max(verifier.attempts + 2, math.ceil(verifier.attempts * verifier.probability / limit) + 1)


def measure_verifier_risk(
    exposure: Exposure, verifier: Verifier, tau: Threshold, classes: VerifiedClasses = VerifiedClasses.DATA
) -> VerifierRisk:
    """R_a, R_b and R_c over records, each with the probability R(F_j; M, p) of its class.

    The maximum is that of the smallest class, because larger ones are never riskier.
    """
    sizes, records = exposure.by_size()
    people, smallest = int(records.sum()), int(sizes[0])
    risks = expected_risks(sizes, verifier)
    least = least_class_size(verifier, risk_limit(tau))
    at_risk = int(records[sizes < least].sum())
    maximum, average = float(risks[0]), math.fsum((records * risks).tolist()) / people
    holds = STRICT_AVERAGE_FLOOR.accepts_class_of(smallest)
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
    return VerifierRisk(verifier, profile, least, classes)


def threshold_against(verifier: Verifier, tau: Threshold) -> Threshold:
    """The same probability with the cell size that keeps this adversary within it."""
    return Threshold(tau.probability, least_class_size(verifier, risk_limit(tau)))


def _is_at_most(class_size: int, verifier: Verifier, limit: Fraction) -> bool:
    """Whether R(F) <= limit for an F of at most M+1, decided without rounding."""
    people, attempts, p = class_size, verifier.attempts, verifier.probability
    if people == attempts + 1:
        return _power_is_at_most(p, people - 1, people * limit - attempts * p)
    if p == 1:
        return limit >= 1
    return _power_is_at_most(p, people - 1, (limit - p) / (1 - p))


def _power_is_at_most(base: Fraction, exponent: int, limit: Fraction) -> bool:
    """Whether base^exponent <= limit, for a base from 0 to 1, in whole numbers all the way.

    Large powers have millions of digits, so they are enclosed between two short fractions, shorter ones first. That
    ends: the power, whose denominator is at least 2^exponent, cannot equal a limit with a smaller one.
    """
    if exponent <= max(EXACT_EXPONENT, limit.denominator.bit_length()) or base in (0, 1):
        return base**exponent <= limit
    if limit <= 0:
        return False
    bits = 64
    while True:
        lower, upper = _power_bounds(base, exponent, bits)
        if upper <= limit:
            return True
        if lower > limit:
            return False
        bits *= 2


def _power_bounds(base: Fraction, exponent: int, bits: int) -> tuple[Fraction, Fraction]:
    """Fractions with denominator 2^bits below and above base^exponent, by repeated squaring."""
    one = 1 << bits
    low = high = one
    base_low = (base.numerator << bits) // base.denominator
    base_high = base_low + 1
    while exponent:
        if exponent & 1:
            low, high = (low * base_low) >> bits, min(one, ((high * base_high) >> bits) + 1)
        base_low, base_high = (base_low * base_low) >> bits, min(one, ((base_high * base_high) >> bits) + 1)
        exponent >>= 1
    return Fraction(low, one), Fraction(high, one)
