"""The people of a class who are not in the data: X = F - f, a mixture of negative binomials in every model here.

P(X = x+1)/P(X = x) of one of them has a closed form, so that any sum over the distribution takes one step per person,
in logarithms: neither P(X = 0) of 1e-30000 nor an infinite shape (Poisson) does harm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Unseen:
    """X of every class: [parts x classes] of shapes r, infinite for Poisson, of means, and of the parts' weights."""

    shapes: Reals
    means: Reals
    weights: Reals

    @classmethod
    def of_one(cls, shapes: Reals, means: Reals) -> "Unseen":
        """X that is negative binomial, not a mixture."""
        return cls(shapes[None, :], means[None, :], np.ones((1, len(means))))

    @classmethod
    def mixed(cls, parts: Sequence["Unseen"], weights: Reals) -> "Unseen":
        """Several together, each with its weight."""
        scaled = [weight * part.weights for part, weight in zip(parts, weights, strict=True)]
        return cls(
            np.concatenate([part.shapes for part in parts]),
            np.concatenate([part.means for part in parts]),
            np.concatenate(scaled),
        )

    def log_none(self) -> Reals:
        """Log P(X = 0) of every part."""
        is_poisson = np.isinf(self.shapes)
        finite = np.where(is_poisson, 1.0, self.shapes)
        return np.where(is_poisson, -self.means, -finite * np.log1p(self.means / finite))

    def log_step(self, x: int) -> Reals:
        """Log P(X = x+1)/P(X = x) of every part."""
        with np.errstate(divide="ignore"):
            log_means = np.log(self.means)
        steps: Reals = log_means + np.log1p(x / self.shapes) - np.log1p(self.means / self.shapes) - np.log(x + 1)
        return steps

    def of(self, classes: Places) -> "Unseen":
        """The same of some classes only."""
        return Unseen(self.shapes[:, classes], self.means[:, classes], self.weights[:, classes])


UnseenOf = Callable[[Places], Unseen]
"""X of the classes with these numbers: made for a few at a time, because a mixture of many parts is large."""
