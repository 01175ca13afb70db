"""Latent groups: people belong to a few groups that nobody sees, and within a group the variables are independent.

    P(cell) = sum over groups g of  share_g  product over variables v of  p_gv(value of v)

One group is the independence model. A few more tell most of what a table of all two-way interactions tells (the widowed
are old, the divorced are not young), with a fraction of its parameters, and for cells that nobody is in as well
as for the others. Manrique-Vallier and Reiter (2012) estimate disclosure risk with such groups; here they serve as the
mean of a Poisson-gamma model (`poisson_gamma.py`), which also says how many groups the data support.

The groups are fitted by the EM algorithm. Within a group the share of a value is shrunk towards its share in the data
as a whole, with the weight of two records per value, so that a value met once does not make a group of its own:

    p_gv(x) = (n_gx + 2 K s_x) / (n_g + 2 K)

with n_gx of the n_g records of group g having value x, K values and the share s_x in the data. Then every p_gv(x) is
multiplied by what `margins.py` says of the value, p_x/s_x; values that were not seen are as common in every group.

References
----------
Manrique-Vallier, D. and Reiter, J. P. (2012). Estimating identification disclosure risk using mixed membership models.
Journal of the American Statistical Association 107, 1385-1394.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.population.margins import Margin
from bauta.population.posterior import Reals

MOST_ITERATIONS = 80
CONVERGED = 1e-5
"""Of the log likelihood per record, from one iteration to the next."""
PRIOR_RECORDS = 2
"""Per value. With fewer, groups follow chance in samples of a thousand records, and risk is understated."""
STARTS = 2
"""EM finds a summit near its start, so it starts more than once."""
MOST_CELLS = 200_000
"""A grid of at most so many cells is summed over cell by cell ..."""
DRAWS = 1 << 14
"""... a larger one by so many cells, spread evenly by their probability."""


@dataclass(frozen=True, eq=False, repr=False)
class LatentGroups:
    """Groups and what each says of every value."""

    shares: Reals
    tables: tuple[Reals, ...]
    """For every variable [groups x values]; the last column is one value that was not seen."""
    n_unseen: tuple[float, ...]
    """For every variable, how many such values there are."""

    n_parameters: float
    """Numbers that are free: the values as far as each is its own, and for each group beyond the first all of them."""

    def log_probabilities(self, codes: Sequence[Codes]) -> Reals:
        """Logarithm of P(cell), for cells given by their codes."""
        logs = np.log(self.shares)[:, None] + np.zeros(len(codes[0]))
        for table, own in zip(self.tables, codes, strict=True):
            logs += np.log(table)[:, own]
        return _log_sum(logs)

    def cells(self) -> tuple[Reals, Reals]:
        """Cells for sums over the whole grid: their probabilities p, and weights w.

        The sum of h(p) over all cells is that of w h(p) over these: all of them where they are few; otherwise cells
        drawn with probability p, each standing for 1/(p DRAWS) others. The draws fill the unit cube evenly (a
        Kronecker sequence), so that the same groups always give the same cells.
        """
        n_values = [table.shape[1] for table in self.tables]
        if prod(n_values) * len(self.shares) <= MOST_CELLS:
            return self._all_cells()
        even = _evenly_spread(DRAWS, len(self.tables))
        drawn, weights = [], []
        for group, share in enumerate(self.shares):
            first, last = (
                round(DRAWS * float(part)) for part in (self.shares[:group].sum(), self.shares[: group + 1].sum())
            )
            if first == last:
                continue
            codes = [
                _quantiles(table[group], unseen, even[first:last, v])
                for v, (table, unseen) in enumerate(zip(self.tables, self.n_unseen, strict=True))
            ]
            drawn.append(np.exp(self.log_probabilities(codes)))
            weights.append(np.full(last - first, share / (last - first)))
        probabilities = np.concatenate(drawn)
        return probabilities, np.concatenate(weights) / probabilities

    def _all_cells(self) -> tuple[Reals, Reals]:
        total, weights = np.zeros(1), np.ones(1)
        for group, share in enumerate(self.shares):
            cells = np.full(1, share)
            for table in self.tables:
                cells = np.multiply.outer(cells, table[group]).ravel()
            total = total + cells
        for table, unseen in zip(self.tables, self.n_unseen, strict=True):
            multiplicity = np.ones(table.shape[1])
            multiplicity[-1] = unseen
            weights = np.multiply.outer(weights, multiplicity).ravel()
        counts = (weights > 0) & (total > 0)
        return total[counts], weights[counts]


def fit_latent_groups(
    codes: Sequence[Codes], sizes: Integers, margins: Sequence[Margin], n_groups: int
) -> LatentGroups:
    """The groups that make the data most likely; `codes[v][j]` is the value of variable v in class j of `sizes[j]`."""
    best_log_likelihood, best = -np.inf, None
    for start in range(STARTS if n_groups > 1 else 1):
        log_likelihood, shares, tables = _expectation_maximisation(codes, sizes, margins, n_groups, start)
        if log_likelihood > best_log_likelihood:
            best_log_likelihood, best = log_likelihood, (shares, tables)
    assert best is not None
    shares, tables = best
    with_unseen = tuple(_with_unseen(table, margin) for table, margin in zip(tables, margins, strict=True))
    of_values = sum(max(0.0, float(margin.freedom.sum()) - 1) for margin in margins)
    n_parameters = of_values + (n_groups - 1) * (1 + sum(len(margin.shares) - 1 for margin in margins))
    return LatentGroups(shares, with_unseen, tuple(margin.n_unseen for margin in margins), n_parameters)


def _expectation_maximisation(
    codes: Sequence[Codes], sizes: Integers, margins: Sequence[Margin], n_groups: int, start: int
) -> tuple[float, Reals, list[Reals]]:
    n, n_classes = float(sizes.sum()), len(sizes)
    position = [own.astype(np.int64) + len(margin.shares) * np.arange(n_groups)[:, None]
                for own, margin in zip(codes, margins, strict=True)]  # fmt: skip
    by_shares = sum(np.take(np.log(margin.shares), own) for own, margin in zip(codes, margins, strict=True))
    independent = float((sizes * by_shares).sum())
    belonging = np.random.default_rng(start).dirichlet(np.ones(n_groups), n_classes).T
    taken = np.empty((n_groups, n_classes))
    before = -np.inf
    for _ in range(MOST_ITERATIONS):
        weights = belonging * sizes
        in_group = weights.sum(axis=1)
        shares = (in_group + 1) / (n + n_groups)
        # Tables are kept relative to the shares in the data: products of such ratios need no logarithms.
        products = np.repeat(shares[:, None], n_classes, axis=1)
        prior, ratios = 0.0, []
        for at, margin in zip(position, margins, strict=True):
            k = len(margin.shares)
            weight = PRIOR_RECORDS * k
            counts = np.bincount(at.ravel(), weights=weights.ravel(), minlength=k * n_groups).reshape(n_groups, k)
            ratio = (counts / margin.shares + weight) / (in_group[:, None] + weight)
            ratios.append(ratio)
            prior += weight * float((np.log(ratio) @ margin.shares).sum())
            products *= np.take(ratio.ravel(), at, out=taken, mode="clip")
        total = np.maximum(products.sum(axis=0), np.finfo(float).tiny)
        belonging = products / total
        log_likelihood = float((sizes * np.log(total)).sum()) + independent + prior
        if log_likelihood - before < CONVERGED * n:
            break
        before = log_likelihood
    return log_likelihood, shares, [ratio * margin.shares for ratio, margin in zip(ratios, margins, strict=True)]


def _with_unseen(table: Reals, margin: Margin) -> Reals:
    """The table corrected for what the data overstate, with one value that was not seen in a last column."""
    corrected = table * (margin.probabilities / margin.shares)
    unseen = margin.unseen_probability
    corrected *= (1 - unseen) / corrected.sum(axis=1, keepdims=True)
    one_unseen = unseen / margin.n_unseen if margin.n_unseen else 0.0
    return np.column_stack([corrected, np.full(len(table), max(one_unseen, np.finfo(float).tiny))])


def _quantiles(probabilities: Reals, n_unseen: float, uniform: Reals) -> Codes:
    """The values at which the distribution reaches `uniform`; the last one is that of all values not seen."""
    mass = probabilities.copy()
    mass[-1] *= n_unseen
    reached = np.searchsorted(np.cumsum(mass), uniform * mass.sum(), side="right")
    codes: Codes = np.minimum(reached, len(mass) - 1).astype(np.int32)
    return codes


def _evenly_spread(n: int, dimensions: int) -> Reals:
    """Points of the unit cube: multiples of powers of the root of x^(d+1) = x + 1, the golden ratio for d = 1."""
    root = 2.0
    for _ in range(40):
        root = (1 + root) ** (1 / (dimensions + 1))
    steps = root ** -np.arange(1, dimensions + 1)
    points: Reals = (0.5 + np.outer(np.arange(n), steps)) % 1
    return points


def _log_sum(logs: Reals) -> Reals:
    """Logarithm of the sum over groups of e^logs, without overflow."""
    largest = logs.max(axis=0)
    total: Reals = largest + np.log(np.exp(logs - largest).sum(axis=0))
    return total
