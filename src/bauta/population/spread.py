"""A population known in coarser groups than the data: how its people may be spread over the finer classes.

A census may tell ages over 85 in one group, or not tell a variable at all. Malin, Benitez and Masys (2011) "use the
demographics in the sample cohort as prior knowledge and distribute the remaining individuals in the corresponding
aggregated census population uniformly across the range of possible demographics". Here this is made a posterior.

Let a group have N people in the population and C possible classes, of which class c has f_c people of the data, n in
all. The shares of the classes have a Dirichlet prior, alpha pseudo-people for each class; the n people of the data are
known, and the N - n others are drawn from the posterior shares. Then

    F_c = f_c + X_c,   X_c ~ beta-binomial(N - n, a, b),   a = f_c + alpha,   b = n - f_c + alpha (C - 1)

    E[F_c] = f_c + (N - n) a / (a + b)

and for alpha = 1, because 1/(f_c + x) = Gamma(a + x - 1)/Gamma(a + x) turns the sum over the beta-binomial
probabilities into another such sum with a - 1 in place of a,

    E[1/F_c] = (n + C - 1) / (f_c (N + C - 1)).

For other alpha it is summed. With C = 1 nothing is spread and it is 1/N; with N = n it is 1/f_c. As alpha grows the
others are spread uniformly, which is the published way; with a small alpha the shares in the data decide. alpha is the
value that makes the data most likely, given all groups, with a weak pull towards 1 for data that say nothing about it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers

Reals = npt.NDArray[np.float64]

NARROW = 0.03
"""Sizes that vary less than this, relatively, need no sum."""
EACH = 400
ROWS_AT_ONCE = 2_000
PULL = 2.0
"""Standard deviation of log alpha before any data were seen: so weak that a few dozen people outweigh it."""


@dataclass(frozen=True, eq=False, repr=False)
class SpreadGroups:
    """Class i has `counted[i]` people of the data and is in group `group[i]`; group b has `people[b]` people of the
    population and `n_classes[b]` possible classes, of which those that are not listed have nobody of the data.
    """

    group: Integers
    counted: Integers
    people: Integers
    n_classes: Integers
    alpha: float | None = None
    """Pseudo-people for each class; None: chosen by the data."""

    @cached_property
    def prior(self) -> float:
        """Alpha."""
        return likeliest_alpha(self) if self.alpha is None else self.alpha

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
        spread = (self.counted > 0) & self.is_spread[self.group]
        reciprocals = np.where(self.counted > 0, 1 / np.maximum(self.people, 1)[self.group], 0.0)
        at = self.group[spread]
        rows = np.column_stack((self.counted[spread], self.known[at], self.people[at], self.n_classes[at]))
        if len(rows):
            different, number = np.unique(rows, axis=0, return_inverse=True)
            f, n, people, n_classes = different.astype(np.float64).T
            reciprocals[spread] = expected_reciprocal(f, n, people, n_classes, self.prior)[number.ravel()]
        return reciprocals

    def expected_sizes(self) -> Reals:
        """E[F] of every class."""
        n, classes, people = (own[self.group].astype(np.float64) for own in (self.known, self.n_classes, self.people))
        return self.counted + (people - n) * (self.counted + self.prior) / (n + self.prior * classes)

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
            shapes = np.r_[self.counted[members] + self.prior, self.prior * (self.n_classes[b] - len(members))]
            weights = np.zeros((number, len(shapes)))
            weights[:, shapes > 0] = rng.standard_gamma(shapes[shapes > 0], (number, int((shapes > 0).sum())))
            shares = weights / weights.sum(axis=1, keepdims=True)
            others = rng.multinomial(self.people[b] - self.known[b], shares)
            drawn[:, members] = self.counted[members] + others[:, :-1]
        yield from drawn


def expected_reciprocal(f: Reals, n: Reals, people: Reals, n_classes: Reals, alpha: float) -> Reals:
    """E[1/F] of classes with `f` people of the data, in groups with `n` of them and so many people and classes."""
    if alpha == 1:
        return (n + n_classes - 1) / (f * (people + n_classes - 1))
    others, a, b = people - n, f + alpha, n - f + alpha * (n_classes - 1)
    share = a / (a + b)
    mean = f + others * share
    variance = others * share * (1 - share) * (a + b + others) / (a + b + 1)
    result: Reals = (1 + variance / mean**2) / mean  # exact enough where the sizes hardly vary
    wide = np.flatnonzero(variance > (NARROW * mean) ** 2)
    for start in range(0, len(wide), ROWS_AT_ONCE):
        rows = wide[start : start + ROWS_AT_ONCE]
        result[rows] = _summed(f[rows, None], others[rows, None], a[rows, None], b[rows, None])
    return result


def _summed(f: Reals, others: Reals, a: Reals, b: Reals) -> Reals:
    """Sums over the beta-binomial distribution: every number up to EACH, then in steps of one in a hundred."""
    most = max(float(others.max()), EACH + 1.0)
    far = np.unique(np.rint(np.geomspace(EACH, most, int(100 * np.log(most / EACH)) + 2)))
    x = np.concatenate((np.arange(EACH, dtype=np.float64), far))
    ends = np.concatenate(([-0.5], (x[1:] + x[:-1]) / 2, [most + 0.5]))  # each stands for the numbers nearest to it
    ends[EACH] = EACH - 0.5
    steps = np.clip(np.minimum(ends[1:], others + 0.5) - ends[:-1], 0, None)
    inside = np.minimum(x, others)
    logs = (
        log_gamma(others + 1) - log_gamma(inside + 1) - log_gamma(others - inside + 1)
        + log_gamma(inside + a) + log_gamma(others - inside + b)
    )  # fmt: skip
    logs = np.where(steps > 0, logs, -np.inf)
    weights = np.exp(logs - logs.max(axis=1, keepdims=True)) * steps
    summed: Reals = (weights / (f + inside)).sum(axis=1) / weights.sum(axis=1)
    return summed


def likeliest_alpha(groups: SpreadGroups) -> float:
    """The prior under which the data's shares within groups are likeliest, all groups together."""
    rows = groups.is_spread[groups.group] & (groups.counted > 0)
    f = groups.counted[rows].astype(np.float64)
    used = np.unique(groups.group[rows])
    n, classes = groups.known[used].astype(np.float64), groups.n_classes[used].astype(np.float64)
    grid = np.geomspace(0.25, 4096, 43)  # 1 is one of them
    likelihoods = [
        (log_gamma(alpha * classes) - log_gamma(alpha * classes + n)).sum()
        + (log_gamma(alpha + f) - log_gamma(np.array([alpha]))).sum()
        - 0.5 * (np.log(alpha) / PULL) ** 2
        for alpha in grid
    ]
    return float(grid[int(np.argmax(likelihoods))])


def log_gamma(x: Reals) -> Reals:
    """The logarithm of the gamma function for x > 0, to twelve digits: Stirling's series from 8 on.

    >>> log_gamma(np.array([1.0, 5.0])).round(10).tolist()  # log 1, log 24
    [0.0, 3.1780538303]
    """
    x = np.asarray(x, dtype=np.float64)
    shift = np.zeros_like(x)
    small = x < 8
    low = np.where(small, x, 8.0)
    for k in range(8):
        shift -= np.where(small, np.log(low + k), 0.0)
    big = np.where(small, x + 8, x)
    inverse = 1 / (big * big)
    series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / big
    stirling: Reals = (big - 0.5) * np.log(big) - big + 0.5 * np.log(2 * np.pi) + series + shift
    return stirling
