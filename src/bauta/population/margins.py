"""One variable's values in the population: how likely each is, those included that the data happen not to have.

The share of a value in the data overstates values that were met by chance, most of all where there are many of them:
of ten thousand birth dates, a sample of a thousand people has every tenth, each seemingly ten times as common as it is.
The rates of values are therefore taken to come from one gamma distribution, as Bethlehem et al. do for whole classes:
with n records, c_x of them with value x, and J values in all, of shape alpha,

    p_x = (c_x + alpha) / (n + alpha J)

for values seen, and the same with c_x = 0 for each of the J - K values that were not. J and alpha are those of
`negative_binomial.py`. For sex or age it changes nothing that matters: c_x is large.

Names and places follow a power law rather than a gamma distribution: the more people, the more rare values, and no end.
Pitman's model (`pitman.py`) is the same formula with 0 < d < 1 in place of -alpha,

    p_x = (c_x - d) / (n + theta),   all values not seen together (theta + K d) / (n + theta)

and the two are compared by the likelihood of the partition of the records into values, which is one formula for both
(theta = alpha J, d = -alpha). Pitman's is taken where it is likelier. A value not seen is then taken to be as common
as a new one is expected to be, (1 - d)/(n + theta).
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from bauta.equivalence.classes import Codes, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.population.frequencies import SizeFrequencies
from bauta.population.negative_binomial import cells_by_the_model, gamma_shape
from bauta.population.pitman import Likelihood, fit
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
    Two values, both common; then six, five of which were met once, so that many more were not met at all.

    >>> estimate_margin(np.array([0, 1]), np.array([600, 400]), 2).probabilities.round(2)
    array([0.6, 0.4])
    >>> margin = estimate_margin(np.array([0, 1, 2, 3, 4, 5]), np.array([3, 1, 1, 1, 1, 1]), 6)
    >>> margin.shares.round(3).tolist(), margin.probabilities.round(3).tolist()
    ([0.375, 0.125, 0.125, 0.125, 0.125, 0.125], [0.222, 0.039, 0.039, 0.039, 0.039, 0.039])
    """
    counts = np.bincount(codes, weights=sizes, minlength=n_values)
    n = float(counts.sum())
    pairs = float(counts @ (counts - 1))
    n_values_of_population = max(float(n_values), cells_by_the_model(float(n_values), n, pairs))
    alpha = gamma_shape(n, pairs, n_values_of_population)
    power_law = _power_law(counts[counts > 0].astype(np.int64), alpha, n_values_of_population)
    if power_law is not None:
        theta, discount = power_law
        shares = np.maximum(counts - discount, 0) / (n + theta)
        return Margin(counts / n, shares, np.ones(n_values), (theta + n_values * discount) / (1 - discount))
    if np.isinf(alpha):
        probabilities, freedom = np.full(n_values, 1 / n_values_of_population), np.zeros(n_values)
    else:
        probabilities = (counts + alpha) / (n + alpha * n_values_of_population)
        freedom = counts / (counts + alpha)
    return Margin(counts / n, probabilities, freedom, n_values_of_population - n_values)


def _power_law(counts: Integers, alpha: float, n_values: float) -> tuple[float, float] | None:
    """Theta and d of Pitman's model, where it makes the counts likelier than the gamma model with J = `n_values`."""
    frequencies = SizeFrequencies.of(counts)
    if math.isinf(alpha):
        return None
    likelihood = Likelihood(frequencies)
    try:
        fitted = fit(likelihood)
    except EstimatorCannotAnswer:
        return None
    discount = float(fitted[1])
    by_gamma = _log_likelihood_by_gamma(frequencies, alpha, n_values)
    if discount <= 0 or likelihood.derivatives(fitted)[0] <= by_gamma:
        return None
    return float(np.exp(fitted[0])) - discount, discount


def _log_likelihood_by_gamma(frequencies: SizeFrequencies, alpha: float, n_values: float) -> float:
    """Of the partition: J cells with rates of shape alpha."""
    k, n, theta = frequencies.n_classes, frequencies.n_records, alpha * n_values
    founding = (k - 1) * math.log(alpha) + float(gammaln(n_values) - gammaln(n_values - k + 1))
    arriving = float(gammaln(theta + n) - gammaln(theta + 1))
    joining = float((gammaln(frequencies.sizes + alpha) - gammaln(1 + alpha)) @ frequencies.counts)
    return founding - arriving + joining
