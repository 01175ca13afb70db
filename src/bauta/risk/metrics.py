"""R_a, R_b and R_c: from each class's probability to numbers for the whole data set (El Emam 2011, appendix, Table 1).

    R_a = (1/n) sum_j f_j I(theta_j > tau)      share of records above the threshold
    R_b = max_j theta_j                         the record most at risk
    R_c = (1/n) sum_j f_j theta_j               expected share re-identified

Every theta here is 1 over a whole number of people, so classes are compared by that number and averages can be exact.
"""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np

from bauta.model.assessment import Adversary, RiskProfile
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold
from bauta.risk.exposure import Exposure

MOST_SIZES_FOR_FRACTION = 5_000
"""Distinct sizes up to which the exact average is computed as a fraction; its digits grow with every size."""


def measure_risk(adversary: Adversary, exposure: Exposure, tau: Threshold) -> RiskProfile:
    """The risk profile of one adversary, from how many people each record could be taken for."""
    sizes, records = exposure.by_size()
    n = int(records.sum())
    smallest = int(sizes[0])
    at_risk = int(records[sizes < tau.cell_size].sum())
    exact = _exact_average(sizes, records, n)
    average = float(exact) if exact is not None else math.fsum((records / sizes).tolist()) / n
    maximum = 1 / smallest
    holds = STRICT_AVERAGE_FLOOR.accepts_class_of(smallest)
    return RiskProfile(
        adversary=adversary,
        maximum=maximum,
        average=average,
        exact_average=exact,
        strict_average=average if holds else maximum,
        strict_average_holds=holds,
        records_at_risk=at_risk,
        share_at_risk=at_risk / n,
        smallest_class=smallest,
    )


def with_average(profile: RiskProfile, average: float) -> RiskProfile:
    """The profile with an average that was estimated apart from the sizes, which are whole and so only nearly right."""
    strict = average if profile.strict_average_holds else profile.maximum
    return replace(profile, average=average, exact_average=None, strict_average=strict)


def _exact_average(sizes: np.ndarray, records: np.ndarray, n: int) -> Fraction | None:
    """Sum of records/size over n; at once where every term is whole, as for the prosecutor (1 per class)."""
    if not (records % sizes).any():
        return Fraction(int((records // sizes).sum()), n)
    if len(sizes) > MOST_SIZES_FOR_FRACTION:
        return None
    return _balanced_sum([Fraction(int(r), int(s)) for r, s in zip(records, sizes, strict=True)]) / n


def _balanced_sum(terms: list[Fraction]) -> Fraction:
    """A sum by halves, which keeps most denominators short."""
    if len(terms) == 1:
        return terms[0]
    middle = len(terms) // 2
    return _balanced_sum(terms[:middle]) + _balanced_sum(terms[middle:])
