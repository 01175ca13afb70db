"""The verification adversary by itself: risk at one class size, the class sizes that are enough, and sensitivity."""

from fractions import Fraction

from bauta.model.threshold import Threshold
from bauta.model.verification import (
    ClassSizeRisk,
    Curve,
    Verification,
    VerificationCell,
    Verifier,
    check_class_size,
)
from bauta.risk.verification import expected_risks, least_class_size, published_bound, risk_limit

PROBABILITIES = tuple(Fraction(tenths, 10) for tenths in (1, 3, 5, 7, 9, 10))
ATTEMPTS = (1, 2, 4, 10, 15)
"""The paper's Figure 2 has 1 to 5 attempts; 10 or 15 are what known attacks are said to have made."""
CLASS_SIZES = (1, 2, 3, 5, 11, 20, 50, 100)
CURVE_STEPS = 50
MOST_CURVES = 5


def verify(verifier: Verifier, class_size: int, threshold: Threshold) -> Verification:
    """Everything about an adversary with so many attempts at people of a class of this size."""
    check_class_size(class_size)
    limit = risk_limit(threshold)
    least, bound = least_class_size(verifier, limit), published_bound(verifier, limit)
    probabilities = sorted({*PROBABILITIES, verifier.probability})
    attempts = sorted({*ATTEMPTS, verifier.attempts})
    sizes = sorted({*CLASS_SIZES, class_size, least, bound})
    return Verification(
        verifier=verifier,
        class_size=class_size,
        threshold=threshold,
        limit=limit,
        risk=_risk(class_size, verifier),
        unverified_risk=1 / class_size,
        least_class_size=least,
        published_bound=bound,
        is_acceptable=class_size >= least,
        sensitivity=tuple(_cell(m, p, class_size, limit) for p in probabilities for m in attempts),
        class_sizes=tuple(ClassSizeRisk(size, _risk(size, verifier), size >= least) for size in sizes),
        curves=_curves(verifier.attempts, class_size),
    )


def _risk(class_size: int, verifier: Verifier) -> float:
    return float(expected_risks(class_size, verifier))


def _cell(attempts: int, probability: Fraction, class_size: int, limit: Fraction) -> VerificationCell:
    verifier = Verifier(attempts, probability)
    return VerificationCell(attempts, probability, _risk(class_size, verifier), least_class_size(verifier, limit))


def _curves(attempts: int, class_size: int) -> tuple[Curve, ...]:
    """The paper's Figure 2: a curve for each number of attempts up to the class size, beyond which nothing changes."""
    spread = {max(1, round(class_size * part / MOST_CURVES)) for part in range(1, MOST_CURVES)}
    shown = sorted({1, min(attempts, class_size), *(spread if class_size > MOST_CURVES else range(1, class_size + 1))})
    steps = [Fraction(step, CURVE_STEPS) for step in range(CURVE_STEPS + 1)]
    return tuple(
        Curve(m, tuple(map(float, steps)), tuple(_risk(class_size, Verifier(m, p)) for p in steps)) for m in shown
    )
