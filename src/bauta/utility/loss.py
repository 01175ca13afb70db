"""Information loss: how much of the original detail a solution gives up.

Three losses add up over records and variables, so that a node's loss is known from one table per variable:

    loss(node) = sum over variables of generalized(v, level) + sum over suppressed records of what they had left

non-uniform entropy   -log2(freq(value) / freq(generalized value)), in bits; a suppressed record counts as fully
                      generalized (de Waal and Willenborg 1999; Gionis and Tassa 2009)
LM                    (leaves under the value - 1) / (leaves in the hierarchy - 1), mean over all cells; a suppressed
                      cell counts 1 (Iyengar 2002)
precision             level / height, mean over all cells; a suppressed cell counts 1 (one minus Sweeney's Prec, 2002)

Three others look at the classes alone:

DM*                   sum of squared class sizes, suppressed or not (El Emam et al. 2009)
discernibility        the same over kept classes, and every suppressed record counts as many as there are records
                      (Bayardo and Agrawal 2005)
average class size    records over classes, all suppressed records being one class (LeFevre et al. 2006)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Integers
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.model.transformations import LossKind

Reals = npt.NDArray[np.float64]

ADDITIVE = (LossKind.NON_UNIFORM_ENTROPY, LossKind.LM, LossKind.PRECISION)
"""Losses that add up over records and variables; weights per variable apply to these alone."""


@dataclass(frozen=True, eq=False, repr=False)
class AdditiveLoss:
    """An additive loss as tables: `generalized[v][level]`, and `left[v][level][group]` for each record of a group."""

    generalized: tuple[Reals, ...]
    left: tuple[tuple[Reals, ...], ...]
    """What suppressing a record of this group would still cost; falls from level to level."""
    scale: float
    """The sum is divided by this: 1 for bits, the number of cells for means."""


def additive_loss(
    kind: LossKind,
    hierarchies: Sequence[Hierarchy],
    frequencies: Sequence[Reals],
    weights: Sequence[float],
) -> AdditiveLoss:
    """The tables of an additive loss; `frequencies[v]` are the records that have each value of variable v."""
    n = round(float(frequencies[0].sum()))
    measure = {
        LossKind.NON_UNIFORM_ENTROPY: _entropy,
        LossKind.LM: _leaves,
        LossKind.PRECISION: _precision,
    }[kind]
    generalized, left = [], []
    for hierarchy, frequency, weight in zip(hierarchies, frequencies, weights, strict=True):
        tables = [measure(hierarchy, level, frequency, n) for level in range(hierarchy.height)]
        generalized.append(np.array([weight * total for total, _ in tables]))
        left.append(tuple(weight * rest for _, rest in tables))
    scale = 1.0 if kind is LossKind.NON_UNIFORM_ENTROPY else n * float(sum(weights))
    return AdditiveLoss(tuple(generalized), tuple(left), scale)


def frequencies_of(hierarchies: Sequence[Hierarchy], codes: Sequence[Codes], records: Integers) -> tuple[Reals, ...]:
    """Records that have each value; `codes[v]` are the classes' codes on variable v and `records` their sizes."""
    return tuple(
        np.bincount(own, weights=records, minlength=len(hierarchy.levels[0].groups)).astype(np.float64)
        for hierarchy, own in zip(hierarchies, codes, strict=True)
    )


def _entropy(hierarchy: Hierarchy, level: int, frequency: Reals, n: int) -> tuple[float, Reals]:
    groups = hierarchy.levels[level].groups
    of_group = np.bincount(groups, weights=frequency, minlength=hierarchy.levels[level].n_groups)
    occurs = frequency > 0
    total = frequency[occurs] @ np.log2(of_group[groups[occurs]] / frequency[occurs])
    left = np.log2(n / np.maximum(of_group, 1))  # a group without records has nothing to lose: it is never asked for
    return float(total), left


def _leaves(hierarchy: Hierarchy, level: int, frequency: Reals, n: int) -> tuple[float, Reals]:
    told = hierarchy.levels[level]
    cost = (told.leaves - 1) / max(1, hierarchy.n_leaves - 1)
    of_group = np.bincount(told.groups, weights=frequency, minlength=told.n_groups)
    return float(of_group @ cost), 1 - cost


def _precision(hierarchy: Hierarchy, level: int, frequency: Reals, n: int) -> tuple[float, Reals]:
    cost = level / max(1, hierarchy.height - 1)
    return n * cost, np.full(hierarchy.levels[level].n_groups, 1 - cost)
