"""One variable's values in the population: how likely each is, those included that the data happen not to have.

The share of a value in the data overstates values that were met by chance, most of all where there are many of them:
of ten thousand birth dates, a sample of a thousand people has every tenth, each seemingly ten times as common as it is.
The rates of values are therefore taken to come from one gamma distribution, as Bethlehem et al. do for whole classes:
with n records, c_x of them with value x, and J values in all, of shape alpha,

    p_x = (c_x + alpha) / (n + alpha J)

for values seen, and the same with c_x = 0 for each of the J - K values that were not. J and alpha are those of
`negative_binomial.py`. For sex or age it changes nothing that matters: c_x is large.
"""

from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.population.negative_binomial import cells_by_the_model, gamma_shape
from bauta.population.posterior import Reals


@dataclass(frozen=True, eq=False, repr=False)
class Margin:
    """The values of one variable."""

    shares: Reals
    """Of the records, by value: c_x/n."""
    probabilities: Reals
    """In the population, by value: p_x. They sum to less than one where values were not seen."""
    freedom: Reals
    """c_x/(c_x + alpha), by value: how far its probability is its own rather than that of all values."""
    n_unseen: float
    """How many values the population has and the data have not; an estimate, so not a whole number."""

    @property
    def unseen_probability(self) -> float:
        """Of all values that were not seen together."""
        return max(0.0, 1.0 - float(self.probabilities.sum())) if self.n_unseen else 0.0


def estimate_margin(codes: Codes, sizes: Integers, n_values: int) -> Margin:
    """The margin of a variable with `n_values` values, `codes[j]` being that of class j with `sizes[j]` records.

    Examples
    --------
    Two values, both common; then four that were met once each among eight records.

    >>> estimate_margin(np.array([0, 1]), np.array([600, 400]), 2).probabilities.round(3)
    array([0.598, 0.402])
    >>> margin = estimate_margin(np.array([0, 1, 2, 3, 4, 5]), np.array([3, 1, 1, 1, 1, 1]), 6)
    >>> margin.shares.round(3).tolist(), margin.probabilities.round(3).tolist()
    ([0.375, 0.125, 0.125, 0.125, 0.125, 0.125], [0.161, 0.054, 0.054, 0.054, 0.054, 0.054])
    """
    counts = np.bincount(codes, weights=sizes, minlength=n_values)
    n = float(counts.sum())
    pairs = float(counts @ (counts - 1))
    n_values_of_population = max(float(n_values), cells_by_the_model(float(n_values), n, pairs))
    alpha = gamma_shape(n, pairs, n_values_of_population)
    if np.isinf(alpha):
        probabilities, freedom = np.full(n_values, 1 / n_values_of_population), np.zeros(n_values)
    else:
        probabilities = (counts + alpha) / (n + alpha * n_values_of_population)
        freedom = counts / (counts + alpha)
    return Margin(counts / n, probabilities, freedom, n_values_of_population - n_values)
