"""The people of a class who are not in the data: X = F - f, negative binomial in every model here.

P(X = x+1)/P(X = x) has a closed form, so that any sum over the distribution takes one step per person, in logarithms:
neither P(X = 0) of 1e-30000 nor an infinite shape (Poisson) does harm.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Unseen:
    """X of every class by its shape r, infinite for Poisson, and its mean."""

    shapes: Reals
    means: Reals

    def log_none(self) -> Reals:
        """Log P(X = 0)."""
        is_poisson = np.isinf(self.shapes)
        finite = np.where(is_poisson, 1.0, self.shapes)
        return np.where(is_poisson, -self.means, -finite * np.log1p(self.means / finite))

    def log_step(self, x: int) -> Reals:
        """Log P(X = x+1)/P(X = x)."""
        with np.errstate(divide="ignore"):
            log_means = np.log(self.means)
        steps: Reals = log_means + np.log1p(x / self.shapes) - np.log1p(self.means / self.shapes) - np.log(x + 1)
        return steps

    def of(self, classes: npt.NDArray[np.int64]) -> "Unseen":
        """The same of some classes only."""
        return Unseen(self.shapes[classes], self.means[classes])
