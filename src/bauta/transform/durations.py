"""Days between dates of a row: which may be released, and which date they are counted from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers

Flags = npt.NDArray[np.bool_]
NEARLY_COMPLETE = 0.9
"""A date is fit to count from if it has at least this share of the values of the one that has most."""


@dataclass(frozen=True, eq=False, repr=False)
class ColumnOfDays:
    """The different days of a column of dates, and how many rows have each."""

    name: str
    days: Integers
    rows: Integers

    @property
    def n_rows(self) -> int:
        return int(self.rows.sum())

    @property
    def mean(self) -> float:
        return float(np.dot(self.days, self.rows)) / max(self.n_rows, 1)


def earliest(columns: Sequence[ColumnOfDays]) -> str:
    """The column that days are counted from: the earliest on average, of those that are about complete."""
    most = max(one.n_rows for one in columns)
    complete = [one for one in columns if one.n_rows >= NEARLY_COMPLETE * most]
    return min(complete, key=lambda one: one.mean).name


def which_stay(is_first: Flags, later: Sequence[Flags], has_days: Sequence[Flags]) -> list[Flags]:
    """For each later date in which rows it may be released, so that no days between two dates are exact unseen.

    A date that has days since the first one is released by these. In a row without a first date one of the others
    stays, the first in order, and there is nothing to count from it. All other dates are left out: one that says a
    month only, beside a first date that is a day.
    """
    taken = is_first.copy()
    stay = []
    for present, counted in zip(later, has_days, strict=True):
        alone = present & ~taken
        stay.append((present & counted) | alone)
        taken |= present
    return stay
