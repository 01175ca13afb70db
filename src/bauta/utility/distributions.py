"""How far two distributions are apart, and the moments of one, from counts."""

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.utility.loss import Reals

Value = TypeVar("Value")


def total_variation(before: Mapping[Value, int], after: Mapping[Value, int]) -> float | None:
    """Half the sum of absolute differences of shares: the most any event's probability changed. None without people.

    >>> total_variation({"a": 3, "b": 1}, {"a": 1, "b": 1})
    0.25
    """
    n_before, n_after = sum(before.values()), sum(after.values())
    if not n_before or not n_after:
        return None
    # In whole numbers until the end, so that equal shares are equal.
    crossed = sum(abs(before.get(value, 0) * n_after - after.get(value, 0) * n_before) for value in {**before, **after})
    return crossed / (2 * n_before * n_after)


def mean_and_sd(numbers: Reals, records: Integers) -> tuple[float | None, float | None]:
    """The mean and the standard deviation (divisor n - 1) of numbers that occur so often; None where there are none.

    >>> mean_and_sd(np.array([1.0, 4.0]), np.array([2, 1]))
    (2.0, 1.7320508075688772)
    """
    n = int(records.sum())
    if n == 0:
        return None, None
    mean = float(numbers @ records / n)
    if n == 1:
        return mean, None
    return mean, float(np.sqrt((numbers - mean) ** 2 @ records / (n - 1)))
