"""How strongly two variables go together, from a table of counts.

Cramer's V       two variables in categories: sqrt(chi-squared / (n (min(rows, columns) - 1)))       (Cramer 1946)
Pearson's r      two numbers
eta              a number and categories: the root of the share of its variance between them         (Pearson 1905)

V and eta are biased upward where cells are few people: independent variables do not give 0. Before and after are taken
over the same categories, so that most of this bias is in both.
"""

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.utility.loss import Reals

CRAMERS_V = "Cramer's V"
PEARSONS_R = "Pearson's r"
ETA = "eta"
FEW_PER_CELL = 5
"""Where fewer people come to a cell of the table on average, V says more than there is."""


def cramers_v(counts: Integers) -> float | None:
    """V of a table [first x second]; None where a variable has one value only.

    >>> cramers_v(np.array([[10, 0], [0, 10]])), cramers_v(np.array([[5, 5], [5, 5]]))
    (1.0, 0.0)
    """
    counts = counts[counts.sum(axis=1) > 0][:, counts.sum(axis=0) > 0]
    if min(counts.shape) < 2:
        return None
    n = counts.sum()
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / n
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    return min(1.0, float(np.sqrt(chi_squared / (n * (min(counts.shape) - 1)))))


def is_sparse(counts: Integers) -> bool:
    """Whether V of this table is biased so far that a reader should know."""
    counts = counts[counts.sum(axis=1) > 0][:, counts.sum(axis=0) > 0]
    return bool(counts.sum() < FEW_PER_CELL * counts.size)


def pearsons_r(first: Reals, second: Reals, records: Integers) -> float | None:
    """R of pairs of numbers that occur so often; None where one of them does not vary."""
    n = records.sum()
    if n < 2:
        return None
    first = first - first @ records / n
    second = second - second @ records / n
    spread = np.sqrt((first**2 @ records) * (second**2 @ records))
    if not spread > 0:
        return None
    return float(np.clip((first * second) @ records / spread, -1, 1))


def correlation_ratio(groups: Integers, numbers: Reals, records: Integers) -> float | None:
    """Eta of a number over groups, 0 to 1; None where the number does not vary or there is one group."""
    n = records.sum()
    if n < 2:
        return None
    numbers = numbers - numbers @ records / n
    total = float(numbers**2 @ records)
    size = np.bincount(groups, weights=records)
    if not total > 0 or np.count_nonzero(size) < 2:
        return None
    sums = np.bincount(groups, weights=numbers * records)
    between = float((sums[size > 0] ** 2 / size[size > 0]).sum())
    return float(np.sqrt(min(1.0, between / total)))
