"""What an estimator says of every class: how large it may be in the population, given its size in the data."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.population.unseen import Unseen, UnseenOf

Reals = npt.NDArray[np.float64]

HALF_WIDTH = 1.959963984540054
"""Standard deviations either side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True, eq=False, repr=False)
class Posterior:
    """The distribution of F_j given f_j, class by class, reduced to what risk is made of."""

    reciprocal: Reals
    """E[1/F_j | f_j]: the probability that a record of the class is matched correctly."""
    reciprocal_variance: Reals
    """Var(1/F_j | f_j): how far the truth may be from it, the model being right."""
    unique: Reals
    """P(F_j = 1 | f_j): 0 for classes of more than one record."""
    parameter_deviation: float
    """Standard deviation of the marketer's risk (an average over records) that comes from fitting the model."""
    unseen: UnseenOf
    """The whole distribution of F_j - f_j."""
    uniques_deviation: float | None = None
    """Standard deviation of tau_1, the sum of `unique`, that comes from fitting; None where the method does not say."""


def everybody_is_in_the_data(class_sizes: Integers) -> Posterior:
    """F = f: the population is the data, and nothing is in doubt."""
    exact: Reals = 1 / class_sizes
    unique = (class_sizes == 1).astype(np.float64)
    nobody = Unseen.of_one(np.full(len(class_sizes), np.inf), np.zeros(len(class_sizes)))
    return Posterior(
        exact, np.zeros(len(class_sizes)), unique, parameter_deviation=0.0, uniques_deviation=0.0, unseen=nobody.of
    )
