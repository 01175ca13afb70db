"""The criterion a release must meet, as the numbers the kernels compare with."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Thresholds
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.search import kernels
from bauta.utility.loss import Reals

LARGEST_PRODUCT = 2**52
"""Counts times denominators stay below this, where floating-point numbers are exact."""


@dataclass(frozen=True)
class Criterion:
    """What a release must meet, and what may be suppressed for it."""

    kind: CriterionKind
    thresholds: Thresholds
    suppression: SuppressionKind
    suppression_limit: Fraction
    """MaxSup: the largest share of people suppressed."""

    def most_suppressed(self, n_records: int) -> int:
        """People who may be suppressed: within MaxSup, and somebody remains."""
        return min(math.floor(self.suppression_limit * n_records), n_records - 1)

    def rules(self, n_records: int, *, has_population: bool) -> Reals:
        """The criterion for the kernels; positions are named there."""
        rules = np.zeros(kernels.N_RULES)
        cell_size = self.thresholds.tau.cell_size
        stays = self.suppression is SuppressionKind.QUASI_IDENTIFIERS
        if self.kind is CriterionKind.MAXIMUM:
            rules[kernels.FLOOR] = rules[kernels.CUT] = cell_size
        elif self.kind is CriterionKind.SHARE:
            limit = _below(Fraction(str(self.thresholds.alpha)), n_records)
            rules[kernels.MODE] = kernels.SHARE
            rules[kernels.AT_RISK] = rules[kernels.CUT] = cell_size
        else:
            limit = _below(self.thresholds.largest_average.largest_average, n_records)
            rules[kernels.MODE] = kernels.AVERAGE
            rules[kernels.CUT] = math.ceil(1 / limit) if limit else math.inf
            if self.kind is CriterionKind.STRICT_AVERAGE:
                rules[kernels.FLOOR] = STRICT_AVERAGE_FLOOR.cell_size
                rules[kernels.CUT] = max(rules[kernels.CUT], rules[kernels.FLOOR])
        if rules[kernels.MODE] != kernels.ONLY_FLOOR:
            rules[kernels.NUMERATOR], rules[kernels.DENOMINATOR] = limit.numerator, limit.denominator
        if has_population and rules[kernels.MODE] == kernels.AVERAGE:  # all else is counted in whole numbers
            rules[kernels.ROUNDING] = 1e-12
        if stays:
            rules[kernels.STAYS] = 1
            rules[kernels.CUT] = math.inf
            rules[kernels.LEAST_SUPPRESSED] = max(rules[kernels.FLOOR], rules[kernels.AT_RISK], 1)
        return rules


def _below(limit: Fraction, n_records: int) -> Fraction:
    """The limit, or the nearest fraction below it whose products with counts are exact."""
    largest = max(1, LARGEST_PRODUCT // max(1, n_records))
    if limit.denominator <= largest:
        return limit
    return Fraction(math.floor(limit * largest), largest)
