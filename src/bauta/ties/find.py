"""All kept columns against all quasi-identifiers: the ties between them, the widest first."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from bauta.ties.cells import given_by
from bauta.ties.combinations import combined_evidence
from bauta.ties.evidence import near_in_order
from bauta.ties.tie import NOTHING, SURE, Codes, Evidence, Given, Target, Tie, least_people

Numbers = npt.NDArray[np.float64]


def find_ties(
    targets: Sequence[Target],
    evidence: Iterable[Evidence],
    *,
    numbers: Mapping[str, Numbers],
    numbers_of_targets: Mapping[str, Numbers],
    people: int,
    cell_size: int,
) -> list[Tie]:
    """The ties of a sample of people, one for each quasi-identifier and set of columns: the finest that is given.

    `numbers` are the kept columns that can be added and subtracted; `people` is how many the whole table has.
    """
    open_ones = [target for target in targets if _could_be_given(target)]
    found: dict[tuple[str, tuple[str, ...]], Tie] = {}

    def look(target: Target, shown: Evidence) -> None:
        tie = _tie(target, shown, people, cell_size)
        key = (target.variable, shown.columns)
        if tie is not None and (key not in found or tie.people > found[key].people):
            found[key] = tie

    for shown in evidence:
        for target in open_ones:
            if target.variable not in shown.columns:
                look(target, shown)
    for target in open_ones:
        if target.variable in numbers_of_targets:
            single = {columns[0] for variable, columns in found if variable == target.variable and len(columns) == 1}
            others = {name: own for name, own in numbers.items() if name not in single and name != target.variable}
            for shown in combined_evidence(others, numbers_of_targets[target.variable], target.released):
                look(target, shown)
    return sorted(found.values(), key=lambda tie: (-tie.people, tie.variable, tie.columns))


def _could_be_given(target: Target) -> bool:
    """Whether there is anything to give: some group is released in which nobody could be guessed well anyway."""
    return bool(target.finer) and len(np.unique(target.finer[0])) > len(np.unique(target.released))


def _tie(target: Target, shown: Evidence, people: int, cell_size: int) -> Tie | None:
    """The tie at the finest level that is given. What is not given coarsely is not given finely, either."""
    least = least_people(people, cell_size)
    scale = people / max(len(target.released), 1)
    codes = near_in_order(target.released, shown.codes) if shown.is_in_order else shown.codes
    if not _could_give(codes, target.released):
        return None
    best: tuple[int, Given] | None = None
    for level in reversed(range(len(target.finer))):
        given = given_by(target.released, target.finer[level], codes)
        if given is NOTHING or given.share < SURE or given.people * scale < least:
            break
        best = (level, given)
    if best is None:
        return None
    level, given = best
    return Tie(
        variable=target.variable,
        columns=shown.columns,
        how=shown.how,
        level=target.level_names[level],
        people=round(given.people * scale),
        share=given.share,
        chance=given.chance,
    )


def _could_give(codes: Codes, released: Codes) -> bool:
    """Pairs that cannot be tied by their numbers of values are not asked: one value, or nearly everybody alone."""
    different = int(codes.max(initial=0)) + 1
    if different <= 1:
        return False
    sizes = np.bincount(codes)
    return bool(sizes[sizes > 1].sum() >= LEAST_SHARE_ALIKE * len(released))


LEAST_SHARE_ALIKE = 0.005
"""Where fewer people than this share their value with anybody, nobody is guessed from others."""
