"""The risk of a cohort under a disclosure policy, to be compared with Safe Harbor's (Malin, Benitez and Masys 2011).

    Risk(r) = 1 / g_r^a                                        (1)
    Non-graduated risk(R, T) = sum over r with g_r <= T of 1    (2)
    Graduated risk(R, T) = sum over r with g_r <= T of Risk(r)  (3)
    Total risk(R) = sum over r of Risk(r)                       (4)

g_r is the number of people in the population who are told like record r, a the scaling factor: with a = 1 the risk of
a record is the probability of a correct match, and the total is the marketer's expected number of them. Equations 2
and 3 are printed with g_r < T, but the paper uses T = 1 for uniques and counts groups "of 10 or less": the rule in use,
and here, is g_r <= T. All three are divided by the number of records; the paper prints them as percentages.

Telling a variable more coarsely never raises any of the three: g_r can only grow.
"""

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.model.policies import PolicyMeasure, PolicyRisk

Reals = npt.NDArray[np.float64]

ROUNDING = 1e-9
"""Sums of the same fractions in another order may differ by less than this, relatively: no difference in risk."""


def record_risk(group_sizes: Integers | Reals, scaling: float = 1.0) -> Reals:
    """Equation 1: the risk of a record that is told like so many people of the population.

    >>> record_risk(np.array([1, 2, 10])).tolist(), record_risk(np.array([10]), scaling=2).tolist()
    ([1.0, 0.5, 0.1], [0.01])
    """
    sizes = np.asarray(group_sizes, dtype=np.float64)
    return 1 / sizes if scaling == 1 else sizes**-scaling


def measure_policy_risk(
    records: Integers, group_sizes: Integers | Reals, *, threshold: int, scaling: float = 1.0
) -> PolicyRisk:
    """Equations 2 to 4 for `records[j]` records told like `group_sizes[j]` people, as shares of the cohort.

    Two of 2,646 patients in groups of at most ten people:

    >>> round(measure_policy_risk(np.array([2, 2644]), np.array([7, 50_000]), threshold=10).non_graduated, 7)
    0.0007559
    """
    occurs = records > 0
    counted: Reals = records[occurs].astype(np.float64)
    sizes: Reals = np.asarray(group_sizes, dtype=np.float64)[occurs]
    n = counted.sum()
    risk: Reals = counted * record_risk(sizes, scaling)
    small = sizes <= threshold
    return PolicyRisk(
        total=float(risk.sum() / n),
        graduated=float(risk[small].sum() / n),
        non_graduated=float(counted[small].sum() / n),
    )


def is_no_greater(risk: float, limit: float) -> bool:
    """Whether a risk is within a limit, rounding aside."""
    return risk <= limit * (1 + ROUNDING)


def compare_with(risk: PolicyRisk, safe_harbor: PolicyRisk) -> dict[PolicyMeasure, bool]:
    """Thumbs up or down, as in Table 4: whether the risk is no greater than Safe Harbor's, measure by measure."""
    return {measure: is_no_greater(risk.of(measure), safe_harbor.of(measure)) for measure in PolicyMeasure}
