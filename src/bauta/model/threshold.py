"""A threshold is a pair: a probability as printed, and the cell size it stands for.

The documents that set thresholds print rounded probabilities: Health Canada's 0.09 "equates to a target cell size of
11", although 1/11 is 0.0909; the strict average asks for a maximum of 0.33 and means classes of three. Comparing
1/11 <= 0.09 would refuse the very classes these documents accept. So both numbers are kept, class sizes are compared
with class sizes, and averages with exact fractions.
"""

import math
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from bauta.errors import ThresholdInvalid

PRINTED_SHORT = Fraction(98, 100)
"""A probability that is 1/k cut or rounded to its digits, and at most 2 % below it, is read as 1/k: 0.33 is 1/3, 0.09
is 1/11; 0.3 is too far from 1/3, and 0.49 is not how 1/2 is written ..."""
LARGEST_PRINTED_CELL = 25
"""... for cell sizes up to the largest in published use."""
ROUNDING = Fraction(1, 10**12)
"""How far, relatively, a computed 1/k may be off the true one."""
LONGEST_NUMBER = 30
EXPONENT_OF_A_NUMBER = re.compile(r"[^eE]*([eE][-+]?\d{1,2})?")
"""1e-3 is a number; 1e99999999 is a way to keep a computer busy."""


@dataclass(frozen=True)
class Threshold:
    """The largest acceptable probability of re-identification, and the smallest acceptable class.

    Give both when a document prints both (IPC Ontario pairs 0.075 with 15); otherwise use `parse`.
    """

    probability: float
    cell_size: int

    def __post_init__(self) -> None:
        if not (0 < self.probability <= 1):
            raise ThresholdInvalid(value=self.probability)
        if self.cell_size < 1:
            raise ThresholdInvalid(value=self.cell_size)

    @classmethod
    def parse(cls, value: str | float) -> "Threshold":
        """The pair meant by a number: a whole number is a cell size, anything below 1 a probability.

        >>> Threshold.parse("0.09"), Threshold.parse(3)
        (Threshold(probability=0.09, cell_size=11), Threshold(probability=0.3333333333333333, cell_size=3))
        """
        written = str(value).strip()
        if len(written) > LONGEST_NUMBER or not EXPONENT_OF_A_NUMBER.fullmatch(written):
            raise ThresholdInvalid(value=repr(written[:20]))
        try:
            number = Fraction(written)
        except (ValueError, ZeroDivisionError):
            raise ThresholdInvalid(value=repr(written[:20])) from None
        if number >= 1 and number.denominator == 1:
            return cls(probability=float(1 / number), cell_size=int(number))
        if not (0 < number < 1):
            raise ThresholdInvalid(value=written[:20])
        return cls(probability=float(number), cell_size=_cell_size(number, written))

    def accepts_class_of(self, size: int) -> bool:
        """Whether a class of this size is large enough."""
        return size >= self.cell_size

    @property
    def largest_average(self) -> Fraction:
        """What an average may reach: the printed probability, or 1/cell size where that was printed short as it."""
        printed, meant = Fraction(str(self.probability)), Fraction(1, self.cell_size)
        return max(printed, meant) if printed >= meant * PRINTED_SHORT else printed

    def __str__(self) -> str:
        return f"{self.probability:.4g} (cell size {self.cell_size})"


def _cell_size(probability: Fraction, written: str) -> int:
    """The smallest class this probability accepts; never smaller than it says, unless it is 1/k printed short."""
    nearest = round(1 / probability)
    if abs(Fraction(1, nearest) - probability) <= probability * ROUNDING:
        return nearest
    below = math.floor(1 / probability)
    meant = Fraction(1, below)
    is_close = probability >= meant * PRINTED_SHORT and 2 <= below <= LARGEST_PRINTED_CELL
    return below if is_close and _is_cut_or_rounded(meant, written) else math.ceil(1 / probability)


def _is_cut_or_rounded(meant: Fraction, written: str) -> bool:
    """Whether `written` is a number above it, `meant`, with fewer decimals."""
    try:
        decimals = max(0, -int(Decimal(written).normalize().as_tuple().exponent))
    except (InvalidOperation, ValueError):
        return False
    return meant - Fraction(written) < Fraction(1, 10**decimals)


STRICT_AVERAGE_FLOOR = Threshold(probability=0.33, cell_size=3)
"""The strict average first asks that no class is smaller than three: no uniques, no doubles (El Emam and Malin)."""

DEFAULT_THRESHOLD = Threshold(probability=0.2, cell_size=5)
"""The precedent most often met (El Emam and Malin 2015): classes of five."""


@dataclass(frozen=True)
class Thresholds:
    """What is acceptable: tau for one record, alpha for the share of records above tau, lambda for the average."""

    tau: Threshold = DEFAULT_THRESHOLD
    alpha: float = 0.0
    average: Threshold | None = None
    """lambda, a word Python keeps for itself; tau where it is None."""

    @property
    def largest_average(self) -> Threshold:
        return self.average or self.tau
