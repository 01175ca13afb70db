"""An adversary who checks matches before believing one, and what is known about the risk from them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bauta.errors import OptionInvalid
from bauta.model.threshold import Threshold

MOST_ATTEMPTS = 10**9
LARGEST_CLASS = 10**12
A_PROBABILITY = re.compile(r"(\d{1,2}(\.\d{0,20})?|\.\d{1,20})([eE][-+]?\d{1,2})?|\d{1,9}/\d{1,9}")
"""0.9 or 9/10, kept exactly; nothing longer, whose powers would keep a computer busy."""


@dataclass(frozen=True)
class Verifier:
    """Tries to verify up to `attempts` of the people a record could be, and finds out about each with a probability.

    El Emam et al. (2013) call the two numbers M and p.
    """

    attempts: int
    probability: Fraction

    def __post_init__(self) -> None:
        if not 1 <= self.attempts <= MOST_ATTEMPTS:
            allowed = f"a whole number from 1 to {MOST_ATTEMPTS:,}"
            raise OptionInvalid(option="--attempts", value=self.attempts, allowed=allowed)
        if not 0 <= self.probability <= 1:
            raise _not_a_probability(f"{float(self.probability):.6g}")

    @classmethod
    def parse(cls, attempts: int, probability: str | float) -> "Verifier":
        """The adversary meant by what was typed; 0.9 is kept as 9/10."""
        written = str(probability).strip()
        try:
            exact = Fraction(written) if A_PROBABILITY.fullmatch(written) else None
        except (ValueError, ZeroDivisionError):
            exact = None
        if exact is None:
            raise _not_a_probability(repr(written[:20]))
        return cls(attempts, exact)


def _not_a_probability(value: object) -> OptionInvalid:
    return OptionInvalid(option="The verification probability", value=value, allowed="a number from 0 to 1")


def check_class_size(size: int) -> int:
    """The size of a class; raises OptionInvalid."""
    if not 1 <= size <= LARGEST_CLASS:
        allowed = f"a whole number from 1 to {LARGEST_CLASS:,}"
        raise OptionInvalid(option="--class-size", value=size, allowed=allowed)
    return size


@dataclass(frozen=True)
class VerificationCell:
    """One combination of the sensitivity analysis."""

    attempts: int
    probability: Fraction
    risk: float
    least_class_size: int


@dataclass(frozen=True)
class ClassSizeRisk:
    """The risk at one class size, for the adversary asked about."""

    class_size: int
    risk: float
    is_acceptable: bool


@dataclass(frozen=True)
class Curve:
    """Risk against the probability of verification, the number of attempts and the class size being fixed."""

    attempts: int
    probabilities: Sequence[float]
    risks: Sequence[float]


@dataclass(frozen=True)
class Verification:
    """Everything `bauta verification` found."""

    verifier: Verifier
    class_size: int
    threshold: Threshold
    limit: Fraction
    """The threshold as the exact number that risks are compared with."""
    risk: float
    unverified_risk: float
    """1/F: what somebody has who is content with one guess that nobody confirms."""
    least_class_size: int
    published_bound: int
    is_acceptable: bool
    sensitivity: tuple[VerificationCell, ...]
    class_sizes: tuple[ClassSizeRisk, ...]
    curves: tuple[Curve, ...]
