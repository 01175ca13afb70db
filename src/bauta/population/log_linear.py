"""Log-linear means: how many people the model expects in every class of the sample, mu_j.

A model is a set of pairs of variables that interact; the others are independent given the rest:

    log mu(x) = c + sum_v a_v(x_v) + sum over pairs (u, v) of b_uv(x_u, x_v)

Without pairs it is independence, mu = n prod_v n_v(x_v)/n; with all of them, all two-way interactions. The fitted means
have the sample's own counts n_uv and n_v as margins. Parts of the graph of pairs that no single variable cuts
(`pair_graph.blocks`) are fitted alone and put together by

    mu(x) = prod over blocks B of mu_B(x_B) / prod_v n_v(x_v)^(c_v - 1) / n^(components - 1)

where variable v is in c_v blocks. For a block of one or two variables mu_B is the observed margin, so that
forests of pairs need no iterations and no grid, however many combinations of values there are. Larger blocks are
fitted over the grid of their own variables (`proportional_fitting`).

References
----------
Bishop, Y. M. M., Fienberg, S. E. and Holland, P. W. (1975). Discrete Multivariate Analysis. MIT Press. Chapters 3, 5.
Lauritzen, S. L. (1996). Graphical Models. Oxford University Press. Chapter 4.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator
from bauta.population.pair_graph import Pair, Pairs, as_pairs, blocks
from bauta.population.posterior import Reals
from bauta.population.proportional_fitting import fit_two_way_margins, variance_of_log_means

MOST_CELLS = 5_000_000
"""Of a grid that is written down: 40 MB for each of a few copies."""


@dataclass(frozen=True, eq=False, repr=False)
class FittedBlock:
    """Class j falls into cell `position[j]` of the block, of which the model expects `means[position[j]]` people."""

    variables: tuple[int, ...]
    """In the order of the table's axes."""
    position: Integers
    means: Reals
    table: Reals | None
    """The means over all combinations of values; None where these were not enumerated."""
    pairs: Pairs
    """By axes of the table."""

    def variance(self, weights: Reals) -> float:
        """Of sum_j g_j log mu_B(x_j), g_j being `weights`."""
        sums = _totals(self.position, weights, len(self.means))
        if len(self.variables) <= 2:
            return float((sums**2 / np.where(self.means > 0, self.means, 1)).sum())
        assert self.table is not None
        return variance_of_log_means(sums.reshape(self.table.shape), self.table, self.pairs)


@dataclass(frozen=True, eq=False, repr=False)
class LogLinearFit:
    """The model with `pairs`, fitted: `means[j]` is mu_j of class j of the sample."""

    pairs: Pairs
    means: Reals
    blocks: tuple[FittedBlock, ...]
    separators: tuple[tuple[FittedBlock, int], ...]
    """Variables that are in several blocks, with c_v - 1."""
    components: int
    radices: tuple[int, ...]
    n_records: int

    def over_grid(self) -> Reals:
        """The means of all cells, one axis per variable; refused where they are too many."""
        check_grid(self.radices)
        grid = np.full(self.radices, float(self.n_records) ** (1 - self.components))
        for block in self.blocks:
            grid *= self._along_axes(block)
        for separator, times in self.separators:
            margin = self._along_axes(separator)
            grid /= np.where(margin > 0, margin, 1) ** times
        return grid

    def _along_axes(self, block: FittedBlock) -> Reals:
        """The block's table with an axis of length 1 for each variable it does not have."""
        assert block.table is not None, "a part of a grid that can be enumerated can be enumerated"
        in_order = block.table.transpose(np.argsort(block.variables))
        return in_order.reshape([r if v in block.variables else 1 for v, r in enumerate(self.radices)])

    def variance_of_log_means(self, weights: Reals) -> float:
        """Var(sum_j g_j log mu_j) by the delta method, g_j being `weights`, for a sample of fixed size n.

        Blocks are independent given what they share, so variances add, less those of what is counted repeatedly;
        the last term, (sum g)^2/n, is that of n, which is known.
        """
        total = sum(block.variance(weights) for block in self.blocks)
        shared = sum(times * separator.variance(weights) for separator, times in self.separators)
        known = self.components * float(weights.sum()) ** 2 / self.n_records
        return max(total - shared - known, 0.0)


def fit_log_linear(classes: EquivalenceClasses, pairs: Iterable[tuple[int, int]] | None = None) -> LogLinearFit:
    """The maximum-likelihood fit of the model in which `pairs` of variables, given by position, interact.

    None stands for all pairs, an empty set for independence. Refused are a block of three or more variables with more
    than 5 million combinations of values, and interactions with as many parameters as there are records: such a model
    repeats the sample and says next to nothing about the population.

    Examples
    --------
    Six people, by sex and region: 2 and 1 in the first region, 1 and 2 in the second.

    >>> from bauta.equivalence.classes import Domain
    >>> codes = (np.array([0, 1, 0, 1], np.int32), np.array([0, 0, 1, 1], np.int32))
    >>> two = Domain(["a", "b"], has_missing=False)
    >>> people = EquivalenceClasses(("sex", "region"), (two, two), codes, np.array([2, 1, 1, 2]))
    >>> fit_log_linear(people, pairs=()).means.tolist(), fit_log_linear(people).means.tolist()
    ([1.5, 1.5, 1.5, 1.5], [2.0, 1.0, 1.0, 2.0])
    """
    n_variables = len(classes.variables)
    wanted = as_pairs(pairs, n_variables)
    check_parameters(classes, wanted)
    parts = blocks(wanted, n_variables)
    fitted = tuple(_fit_block(classes, variables, wanted) for variables in parts)
    times = [sum(v in variables for variables in parts) - 1 for v in range(n_variables)]
    separators = tuple((_fit_block(classes, (v,), wanted), times[v]) for v in range(n_variables) if times[v] > 0)
    components = n_variables - sum(len(variables) - 1 for variables in parts)

    records = classes.n_records
    means = np.full(len(classes), float(records))
    for block in fitted:  # dividing as often as multiplying keeps the numbers in range
        means *= block.means[block.position] / records
    for separator, exponent in separators:
        means /= (separator.means[separator.position] / records) ** exponent
    return LogLinearFit(wanted, means, fitted, separators, components, tuple(classes.radices()), records)


def number_of_parameters(classes: EquivalenceClasses, pairs: Pairs) -> int:
    """How many numbers the model fits: values of variables that occur, and of pairs what these do not give.

    A lower bound where the values of a pair fall into groups that do not meet.
    """
    values = [int(np.count_nonzero(np.bincount(codes))) for codes in classes.codes]
    singles = sum(own - 1 for own in values)
    return singles + sum(max(_occupied(classes, u, v) - values[u] - values[v] + 1, 0) for u, v in pairs)


def check_parameters(classes: EquivalenceClasses, pairs: Pairs) -> None:
    """Raise where a model with interactions has as many parameters as there are records."""
    parameters = number_of_parameters(classes, pairs) if pairs else 0
    if parameters >= classes.n_records:
        raise EstimatorCannotAnswer(
            method=Estimator.LOG_LINEAR.value,
            why=f"the data are too sparse for it, with {parameters:,} parameters for {classes.n_records:,} records",
            instead="",
        )


def check_grid(radices: Sequence[int]) -> None:
    """Raise where the combinations of values are too many to be written down."""
    if math.prod(radices) > MOST_CELLS:
        raise _too_many_cells(math.prod(radices))


def sample_over_grid(classes: EquivalenceClasses) -> Reals:
    """The sample's counts f over all cells, empty ones included; one axis per variable."""
    radices = classes.radices()
    check_grid(radices)
    position = np.ravel_multi_index(classes.codes, radices)
    return _totals(position, classes.sizes, math.prod(radices)).reshape(radices)


def _fit_block(classes: EquivalenceClasses, variables: tuple[int, ...], pairs: Pairs) -> FittedBlock:
    radices = classes.radices()
    # Sums over a table are several times faster where its last axis is the longest.
    order = tuple(sorted(variables, key=radices.__getitem__))
    shape = tuple(radices[v] for v in order)
    codes = [classes.codes[v] for v in order]
    within = frozenset((a, b) for a, b in combinations(range(len(order)), 2) if _ordered(order[a], order[b]) in pairs)
    n_cells = math.prod(shape)
    if n_cells > MOST_CELLS:
        if len(order) > 2:
            raise _too_many_cells(n_cells)
        keys = codes[0].astype(np.int64) * shape[-1] + codes[-1] if len(order) == 2 else codes[0].astype(np.int64)
        position = np.unique(keys, return_inverse=True)[1].astype(np.int64)
        return FittedBlock(order, position, _totals(position, classes.sizes), None, within)
    position = np.ravel_multi_index(codes, shape).astype(np.int64)
    if len(order) <= 2:
        table = _totals(position, classes.sizes, n_cells).reshape(shape)
    else:
        table = _fit_grid(codes, shape, classes.sizes, within)
    return FittedBlock(order, position, table.ravel(), table, within)


def _fit_grid(codes: list[Codes], shape: tuple[int, ...], sizes: Integers, pairs: Pairs) -> Reals:
    margins: dict[Pair, Reals] = {}
    for u, v in pairs:
        of_pair = (shape[u], shape[v])
        position = np.ravel_multi_index((codes[u], codes[v]), of_pair)
        margins[u, v] = _totals(position, sizes, math.prod(of_pair)).reshape(of_pair)
    records = float(sizes.sum())
    start = np.full(shape, records)
    for axis, radix in enumerate(shape):
        form = [radix if other == axis else 1 for other in range(len(shape))]
        start *= _totals(codes[axis], sizes, radix).reshape(form) / records
    return fit_two_way_margins(margins, start)


def _occupied(classes: EquivalenceClasses, u: int, v: int) -> int:
    """How many combinations of values of two variables occur."""
    radices = classes.radices()
    keys = classes.codes[u].astype(np.int64) * radices[v] + classes.codes[v]
    if radices[u] * radices[v] > MOST_CELLS:
        return len(np.unique(keys))
    return int(np.count_nonzero(np.bincount(keys)))


def _totals(position: npt.NDArray[np.integer[Any]], parts: Integers | Reals, n_cells: int = 0) -> Reals:
    totals: Reals = np.bincount(position, parts, minlength=n_cells).astype(np.float64, copy=False)
    return totals


def _ordered(u: int, v: int) -> Pair:
    return (u, v) if u < v else (v, u)


def _too_many_cells(cells: int) -> EstimatorCannotAnswer:
    return EstimatorCannotAnswer(
        method=Estimator.LOG_LINEAR.value,
        why=f"its variables have {cells:,} combinations of values, more than the {MOST_CELLS:,} it can enumerate",
        instead="",
    )
