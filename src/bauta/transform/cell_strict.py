"""Local cell suppression when a suppressed cell is a value of its own.

Every record at risk must lose a cell: nobody else can become equal to it otherwise. Records that lose the same cells
and are alike on the others form a class, which must have k records. So classes at risk are gathered into
neighbourhoods (`cell_neighbourhoods.py`), with a few records of safe classes recruited where that is cheaper than a
wider pattern.
"""

from collections.abc import Sequence

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.transform.cell_neighbourhoods import Flags, Neighbourhoods, Reals, find_neighbourhoods

MOST_PASSES = 40
WORTH_A_PASS = 0.001
"""Share of the cost a pass of improvement should save; after three that did not, it ends."""
START_OF_CHANCE = 88_172_645_463_325_252

Suppressions = tuple[Integers, Flags, Integers]
"""Class numbers, patterns and numbers of records."""


def suppress_strict(
    codes: Sequence[Codes], radices: Sequence[int], sizes: Integers, cell_size: int, weights: Reals
) -> Suppressions:
    """Cells to suppress so that every class, suppressed cells being values of their own, has `cell_size` records."""
    at_risk = sizes < cell_size
    if not at_risk.any():
        return np.empty(0, np.int64), np.empty((0, len(codes)), bool), np.empty(0, np.int64)
    found = find_neighbourhoods(
        codes,
        radices,
        sizes,
        at_risk,
        cell_size,
        weights,
        enough=lambda best, next_cost: bool((best <= next_cost).all()),
    )
    classes_at_risk, safe_classes = np.flatnonzero(at_risk), np.flatnonzero(~at_risk)
    home, recruited, donors = _gather(found, sizes[classes_at_risk], sizes[safe_classes], cell_size)
    from_group, from_place = np.nonzero(recruited)
    helpers = safe_classes[donors[from_group, from_place]]
    groups = np.concatenate((home, from_group))
    return (
        np.concatenate((classes_at_risk, helpers)),
        found.patterns[found.pattern[groups]],
        np.concatenate((sizes[classes_at_risk], recruited[from_group, from_place])),
    )


def _gather(
    found: Neighbourhoods, size: Integers, safe_size: Integers, cell_size: int
) -> tuple[Integers, Integers, Codes]:
    """The neighbourhood of each class at risk; per neighbourhood how many recruits, and from which safe classes."""
    from bauta.transform.cell_strict_improvement import improve
    from bauta.transform.cell_strict_kernels import Options, Plan, open_cheapest_first, recruit, widen_to_fit

    options = Options(cell_size, size, found.of_class, found.pattern, found.costs, found.start, found.members)
    plan = Plan(
        home=np.full(len(size), -1, np.int64),
        filled=np.zeros(len(found.pattern), np.int64),
        donors=found.donors,
        recruited=np.zeros(found.donors.shape, np.int64),
        left=safe_size.copy(),
    )
    open_cheapest_first(options, plan)
    if (plan.home < 0).any():
        _offer_what_is_left(plan.donors, plan.left)
        open_cheapest_first(options, plan)
    if (plan.home < 0).any():
        widened = widen_to_fit(options, plan)
        _offer_what_is_left(plan.donors, plan.left)
        recruit(widened, options, plan)
    least = np.where(found.of_class >= 0, found.costs[:, None], np.inf).min(axis=0)
    poor_passes = 0
    for turn in range(MOST_PASSES):
        saved = improve(options, plan, least, START_OF_CHANCE + turn)
        poor_passes = poor_passes + 1 if saved <= WORTH_A_PASS * float(found.costs[found.pattern] @ plan.filled) else 0
        if poor_passes == 3:
            break
    everyone_at_risk = int(size.sum())
    full = len(found.pattern) - 1
    if everyone_at_risk >= cell_size and found.costs[-1] * everyone_at_risk < found.costs[found.pattern] @ plan.filled:
        plan.home[:], plan.recruited[:] = full, 0
    return plan.home, plan.recruited, plan.donors


def _offer_what_is_left(donors: Codes, left: Integers) -> None:
    """Let the neighbourhood of everybody, which comes last, recruit from the safe classes with most records left."""
    largest = np.argsort(-left, kind="stable")[: donors.shape[1]]
    donors[-1] = -1
    donors[-1, : len(largest)] = largest
