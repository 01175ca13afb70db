"""A population known in coarser groups than the data: how its people may be spread over the finer classes.

A census may tell ages over 85 in one group, or not tell a variable at all. Malin, Benitez and Masys (2011) "use the
demographics in the sample cohort as prior knowledge and distribute the remaining individuals in the corresponding
aggregated census population uniformly across the range of possible demographics". Here this is made a posterior.

Let a group have N people in the population and C possible classes, of which class c has f_c people of the data, n in
all. The shares of the classes have a uniform Dirichlet prior, one pseudo-person for each class; the n people of the
data are known, and the N - n others are drawn from the posterior shares. Then

    F_c = f_c + X_c,   X_c ~ beta-binomial(N - n, f_c + 1, n - f_c + C - 1)

    E[F_c]   = f_c + (N - n) (f_c + 1) / (n + C)
    E[1/F_c] = (n + C - 1) / (f_c (N + C - 1))

The last line: with a = f_c + 1 and b = n - f_c + C - 1, 1/(f_c + x) = Gamma(a + x - 1)/Gamma(a + x) turns the sum over
the beta-binomial probabilities into another such sum with a - 1 in place of a, which is
B(a - 1, b)/(B(a, b) (a + b + N - n - 1)). With C = 1 nothing is spread and it is 1/N; with N = n it is 1/f_c.

A uniform spread is what remains where the data say little (n small beside C); where they say much, their shares decide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class SpreadGroups:
    """Class i has `counted[i]` people of the data and is in group `group[i]`; group b has `people[b]` people of the
    population and `n_classes[b]` possible classes, of which those that are not listed have nobody of the data.
    """

    group: Integers
    counted: Integers
    people: Integers
    n_classes: Integers

    @cached_property
    def known(self) -> Integers:
        """n: people of the data in each group."""
        return np.bincount(self.group, weights=self.counted, minlength=len(self.people)).astype(np.int64)

    @cached_property
    def is_spread(self) -> npt.NDArray[np.bool_]:
        """Of each group, whether it has more than one possible class."""
        return self.n_classes > 1

    def expected_reciprocals(self) -> Reals:
        """E[1/F] of every class with people of the data; 0 for others, of which nobody can be re-identified."""
        n, classes, people = (own[self.group].astype(np.float64) for own in (self.known, self.n_classes, self.people))
        with np.errstate(divide="ignore", invalid="ignore"):
            reciprocals = (n + classes - 1) / (self.counted * (people + classes - 1))
        return np.where(self.counted > 0, reciprocals, 0.0)

    def expected_sizes(self) -> Reals:
        """E[F] of every class."""
        n, classes, people = (own[self.group].astype(np.float64) for own in (self.known, self.n_classes, self.people))
        return self.counted + (people - n) * (self.counted + 1) / (n + classes)

    def rounded_sizes(self) -> Integers:
        """The same in whole people, whose sum over the classes listed is that of the expected ones, rounded.

        Classes of a group must stand together. What is lost in one class is made up for in the next.
        """
        expected = self.expected_sizes()
        running = np.cumsum(expected)
        starts = np.flatnonzero(np.r_[True, np.diff(self.group) != 0])
        before = np.repeat(np.r_[0.0, running[starts[1:] - 1]], np.diff(np.r_[starts, len(expected)]))
        within = np.floor(running - before + 0.5 + 1e-6)
        steps = np.diff(within, prepend=0.0)
        steps[starts] = within[starts]
        rounded: Integers = np.maximum(steps.astype(np.int64), self.counted)
        return rounded

    def draws(self, rng: np.random.Generator, number: int) -> Iterator[Integers]:
        """Sizes of all classes in populations drawn from the posterior, one after the other."""
        in_order = np.argsort(self.group, kind="stable")
        starts = np.searchsorted(self.group[in_order], np.arange(len(self.people) + 1))
        fixed = np.where(self.is_spread[self.group], 0, self.people[self.group])
        drawn = np.repeat(fixed[None, :], number, axis=0)
        for b in np.flatnonzero(self.is_spread & (np.diff(starts) > 0)).tolist():
            members = in_order[starts[b] : starts[b + 1]]
            shapes = np.r_[self.counted[members] + 1.0, float(self.n_classes[b] - len(members))]
            weights = np.zeros((number, len(shapes)))
            weights[:, shapes > 0] = rng.standard_gamma(shapes[shapes > 0], (number, int((shapes > 0).sum())))
            shares = weights / weights.sum(axis=1, keepdims=True)
            others = rng.multinomial(self.people[b] - self.known[b], shares)
            drawn[:, members] = self.counted[members] + others[:, :-1]
        yield from drawn
