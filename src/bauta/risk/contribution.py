"""What each quasi-identifier adds: the prosecutor's risk with it, less the risk without it."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.roll_up import pack, sizes_without_each
from bauta.model.assessment import Adversary, Contribution, RiskProfile
from bauta.model.threshold import Threshold
from bauta.risk.exposure import Exposure, Memberships, exposure
from bauta.risk.metrics import measure_risk


def measure_contributions(
    classes: EquivalenceClasses,
    full: RiskProfile,
    full_uniques: int,
    *,
    wandering: Memberships,
    tau: Threshold,
    dense: Any | None,
) -> tuple[Contribution, ...]:
    """One Contribution per quasi-identifier, in the order of the study; `dense` is `dense_sizes(classes)`."""
    contributions = []
    for position, reduced in enumerate(_exposures_without_each(classes, wandering, dense)):
        without = measure_risk(Adversary.PROSECUTOR, reduced, tau)
        uniques = int(reduced.records[reduced.people == 1].sum())
        contributions.append(
            Contribution(
                variable=classes.variables[position],
                values=classes.domains[position].size,
                has_missing=classes.domains[position].has_missing,
                average_without=without.average,
                average_added=full.average - without.average,
                maximum_without=without.maximum,
                uniques_without=uniques,
                uniques_added=full_uniques - uniques,
            )
        )
    return tuple(contributions)


def _exposures_without_each(
    classes: EquivalenceClasses, wandering: Memberships, dense: Any | None
) -> Iterator[Exposure]:
    if not wandering.people:
        for sizes in sizes_without_each(classes, dense):
            yield Exposure(people=sizes, records=sizes)
        return
    for left_out in range(len(classes.variables)):
        yield _exposure_of_merged(_without(classes, left_out), wandering)


def _without(classes: EquivalenceClasses, left_out: int) -> EquivalenceClasses:
    """The same classes without one variable; equal ones are not merged yet. No variable left: everyone is alike."""
    kept = [v for v in range(len(classes.variables)) if v != left_out] or [left_out]
    codes = [classes.codes[v] for v in kept]
    if kept == [left_out]:
        codes = [np.zeros_like(codes[0])]
    return EquivalenceClasses(
        tuple(classes.variables[v] for v in kept),
        tuple(classes.domains[v] for v in kept),
        tuple(codes),
        classes.sizes,
    )


def _exposure_of_merged(reduced: EquivalenceClasses, wandering: Memberships) -> Exposure:
    """Merge equal classes, counting a person who was in several of them once."""
    keys, _ = pack(reduced.codes, reduced.radices())
    _, merged = np.unique(keys, return_inverse=True)
    n_merged = int(merged.max()) + 1
    once = reduced.sizes - np.bincount(wandering.class_number, minlength=len(reduced))
    pairs = np.unique(np.column_stack((wandering.person, merged[wandering.class_number])), axis=0)
    sizes = np.bincount(merged, weights=once, minlength=n_merged).astype(np.int64)
    sizes += np.bincount(pairs[:, 1], minlength=n_merged)
    merged_classes = EquivalenceClasses((), (), (), sizes)
    return exposure(merged_classes, sizes, Memberships(person=pairs[:, 0], class_number=pairs[:, 1]))
