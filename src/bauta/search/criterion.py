"""The criterion a release must meet, as the numbers the kernels compare with."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.search import positions
from bauta.utility.loss import Reals

LARGEST_PRODUCT = 2**52
"""Counts times denominators stay below this, where floating-point numbers are exact; and so do cell sizes."""


@dataclass(frozen=True)
class Criterion:
    """What a release must meet, and what may be suppressed for it."""

    kind: CriterionKind
    thresholds: Thresholds
    suppression: SuppressionKind
    suppression_limit: Fraction
    """MaxSup: the largest share of people suppressed."""
    may_recruit: bool = True
    """Whether single people of large classes may keep suppressed ones company. Not where people have rows in several
    classes: who is taken from one of them might be suppressed already."""

    def most_suppressed(self, n_records: int) -> int:
        """People who may be suppressed: within MaxSup, and somebody remains."""
        return min(math.floor(self.suppression_limit * n_records), n_records - 1)

    def rules(self, n_records: int, *, has_population: bool) -> Reals:
        """The criterion for the kernels; positions are named there."""
        rules = np.zeros(positions.N_RULES)
        cell_size = min(self.thresholds.tau.cell_size, LARGEST_PRODUCT)  # nobody has so many matches
        stays = self.suppression is SuppressionKind.QUASI_IDENTIFIERS
        if self.kind is CriterionKind.MAXIMUM:
            rules[positions.FLOOR] = rules[positions.CUT] = cell_size
        elif self.kind is CriterionKind.SHARE:
            limit = _below(Fraction(str(self.thresholds.alpha)), n_records)
            rules[positions.MODE] = positions.SHARE
            rules[positions.AT_RISK] = rules[positions.CUT] = cell_size
        else:
            limit = _below(self.thresholds.largest_average.largest_average, n_records)
            rules[positions.MODE] = positions.AVERAGE
            rules[positions.CUT] = math.ceil(1 / limit) if limit else math.inf
            if self.kind is CriterionKind.STRICT_AVERAGE:
                rules[positions.FLOOR] = STRICT_AVERAGE_FLOOR.cell_size
                rules[positions.CUT] = max(rules[positions.CUT], rules[positions.FLOOR])
        if rules[positions.MODE] != positions.ONLY_FLOOR:
            rules[positions.NUMERATOR], rules[positions.DENOMINATOR] = limit.numerator, limit.denominator
        if has_population and rules[positions.MODE] == positions.AVERAGE:  # all else is counted in whole numbers
            rules[positions.ROUNDING] = 1e-12
        if stays:
            rules[positions.STAYS] = 1
            rules[positions.CUT] = math.inf
            rules[positions.LEAST_SUPPRESSED] = max(rules[positions.FLOOR], rules[positions.AT_RISK], 1)
            rules[positions.RECRUITS] = self.may_recruit
            if not has_population or self.kind is CriterionKind.SHARE:
                rules[positions.LEAST_PEOPLE] = rules[positions.LEAST_SUPPRESSED]
        rules[positions.MOST_SUPPRESSED] = self.most_suppressed(n_records)
        return rules


def priced(rules: Reals, loss: LossKind) -> Reals:
    """The rules with what suppressing a class costs by a loss; losses that do not look at suppression cost nothing."""
    rules = rules.copy()
    if loss is LossKind.DISCERNIBILITY:
        rules[positions.PRICE] = positions.BY_SQUARES
    elif loss is LossKind.AVERAGE_CLASS_SIZE:
        rules[positions.PRICE] = positions.BY_CLASSES
    return rules


def _below(limit: Fraction, n_records: int) -> Fraction:
    """The limit, or the nearest fraction below it whose products with counts are exact."""
    largest = max(1, LARGEST_PRODUCT // max(1, n_records))
    if limit.denominator <= largest:
        return limit
    return Fraction(math.floor(limit * largest), largest)
