"""The people of a class who are not in the data: X = F - f, a mixture of negative binomials in every model here.

P(X = x+1)/P(X = x) of one of them has a closed form, so that any sum over the distribution takes one step per person,
in logarithms: neither P(X = 0) of 1e-30000 nor an infinite shape (Poisson) does harm.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import betainc, gammaincc

Reals = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]
SMALLEST_EXCESS = 1e-9
"""A variance that exceeds the mean by less, relatively, is a Poisson variable's."""


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

    def below(self, people: npt.ArrayLike) -> Reals:
        """P(X < people) of every class, by the incomplete gamma and beta functions.

        >>> one = Unseen.of_one(np.array([np.inf, 1.0]), np.array([2.0, 1.0]))
        >>> one.below(1).round(4), one.below(2).round(4)
        (array([0.1353, 0.5   ]), array([0.406, 0.75 ]))
        """
        least = np.broadcast_to(np.asarray(people, np.float64), self.means.shape)
        is_poisson = np.isinf(self.shapes)
        finite = np.where(is_poisson, 1.0, self.shapes)
        at = np.maximum(least, 1.0)
        poisson = gammaincc(at, self.means)
        binomial = betainc(finite, at, finite / (finite + self.means))
        chances: Reals = np.where(least > 0, np.where(is_poisson, poisson, binomial), 0.0)
        total: Reals = np.minimum((self.weights * chances).sum(axis=0), 1.0)
        return total

    def scaled(self, factor: float) -> "Unseen":
        """The same with so many times as many people."""
        return Unseen(self.shapes, self.means * factor, self.weights)

    def together(self) -> "Unseen":
        """X of all these classes as one: a negative binomial variable with the mean and the variance of the sum."""
        means = (self.weights * self.means).sum(axis=0)
        squares = (self.weights * (self.means + self.means**2 * (1 + 1 / self.shapes))).sum(axis=0)
        mean, beyond = float(means.sum()), float((squares - means**2 - means).sum())
        shape = mean**2 / beyond if beyond > SMALLEST_EXCESS * mean else np.inf
        return Unseen.of_one(np.array([shape]), np.array([mean]))

    def of(self, classes: Places) -> "Unseen":
        """The same of some classes only."""
        return Unseen(self.shapes[:, classes], self.means[:, classes], self.weights[:, classes])


UnseenOf = Callable[[Places], Unseen]
"""X of the classes with these numbers: made for a few at a time, because a mixture of many parts is large."""
