"""Local cell suppression when a suppressed cell is a value of its own.

Every record at risk must lose a cell: nobody else can become equal to it otherwise. Records that lose the same cells
and are alike on the others form a class, which must have k records. So classes at risk are gathered into
neighbourhoods (`cell_neighbourhoods.py`), with a few records of safe classes recruited where that is cheaper than a
wider pattern.
"""

from collections.abc import Sequence

import numpy as np

from bauta.equivalence.classes import Codes, Integers
from bauta.transform.cell_entries import Entries, merge_entries
from bauta.transform.cell_neighbourhoods import Neighbourhoods, Reals, find_neighbourhoods

WORTH_A_ROUND = 0.001
"""Share of the cost that a round of improvement should save."""
MOST_SINGLE_RECORDS = 2_000
"""Records at risk up to which those of one class may be suppressed differently."""
START_OF_CHANCE = 88_172_645_463_325_252


def suppress_strict(
    codes: Sequence[Codes], radices: Sequence[int], sizes: Integers, cell_size: int, weights: Reals
) -> Entries:
    """Cells to suppress so that every class, suppressed cells being values of their own, has `cell_size` records."""
    classes_at_risk, safe_classes = np.flatnonzero(sizes < cell_size), np.flatnonzero(sizes >= cell_size)
    if not len(classes_at_risk):
        return np.empty(0, np.int64), np.empty((0, len(codes)), bool), np.empty(0, np.int64)
    if sizes[classes_at_risk].sum() <= MOST_SINGLE_RECORDS:  # each record may go its own way
        units = np.repeat(classes_at_risk, sizes[classes_at_risk])
        unit_sizes = np.ones(len(units), np.int64)
    else:
        units, unit_sizes = classes_at_risk, sizes[classes_at_risk]
    rows = np.concatenate((units, safe_classes))
    found = find_neighbourhoods(
        [digits[rows] for digits in codes],
        radices,
        np.concatenate((unit_sizes, sizes[safe_classes])),
        np.arange(len(rows)) < len(units),
        cell_size,
        weights,
        enough=lambda best, next_cost: bool((best <= next_cost).all()),
    )
    home, recruited, donors = _gather(found, unit_sizes, sizes[safe_classes], cell_size)
    from_group, from_place = np.nonzero(recruited)
    recruits = safe_classes[donors[from_group, from_place]]
    return merge_entries(
        np.concatenate((units, recruits)),
        found.patterns[found.pattern[np.concatenate((home, from_group))]],
        np.concatenate((unit_sizes, recruited[from_group, from_place])),
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
    first = rounds = poor_rounds = 0
    while poor_rounds < _patience(len(size)):
        saved, first = improve(options, plan, least, START_OF_CHANCE + rounds, first)
        rounds += 1
        poor_rounds += saved <= WORTH_A_ROUND * float(found.costs[found.pattern] @ plan.filled)
    everyone_at_risk = int(size.sum())
    full = len(found.pattern) - 1
    if everyone_at_risk >= cell_size and found.costs[-1] * everyone_at_risk < found.costs[found.pattern] @ plan.filled:
        plan.home[:], plan.recruited[:] = full, 0
    return plan.home, plan.recruited, plan.donors


def _patience(n_units: int) -> int:
    """How many rounds may save little before improvement ends: on small tables they cost next to nothing."""
    return min(30, max(1, 20_000 // n_units))


def _offer_what_is_left(donors: Codes, left: Integers) -> None:
    """Let the neighbourhood of everybody, which comes last, recruit from the safe classes with most records left."""
    largest = np.argsort(-left, kind="stable")[: donors.shape[1]]
    donors[-1] = -1
    donors[-1, : len(largest)] = largest
