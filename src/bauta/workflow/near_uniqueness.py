"""How many people the kept columns of a written release single out, one by one and in pairs."""

from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import combinations
from typing import TYPE_CHECKING, Any

from bauta.engines.counts import LonelyPeople
from bauta.engines.engine import Engine
from bauta.model.assessment import Assessment
from bauta.model.source import DataSource
from bauta.model.uniqueness import NearUniqueness, ValueUniqueness

if TYPE_CHECKING:
    from bauta.workflow.deidentify_request import DeidentifyRequest

MOST_PAIRS = 12
"""Pairs take most of the time: so many take a tenth of the CPU of a release of a million rows and 20 columns."""
LEAST_SHARE = 0.01
"""Pairs with fewer combinations than this share of the people cannot single out more of them, and are left out."""
ALONE_ANYWAY = 0.5
"""A column that singles out more than this share of the people needs no other beside it."""


def measure_near_uniqueness(
    engine: Engine, written: DataSource | Any, request: "DeidentifyRequest", after: Assessment, *, cell_size: int
) -> NearUniqueness | None:
    """Counted in the file as it was written; None where it keeps nothing beside quasi-identifiers and masks."""
    data = engine.open(written)
    key = after.unit.person_key if after.unit.repeated_rows else None
    changed = {*request.shifted, *request.noise}
    spoken_for = {*after.quasi_identifiers, *request.masks, request.assessed.person_key}
    kept = [name for name in data.names if name not in spoken_for]
    if not kept:
        return None
    needed = kept if key is None else [*kept, key]
    with engine.as_numbers(data, needed) as numbers:
        alone = engine.count_lonely(numbers, [(name,) for name in kept], key, fewer_than=cell_size)
        found = dict(zip(kept, alone, strict=True))
        as_known = {name: lonely for name, lonely in found.items() if name not in changed}
        possible = list(_pairs(as_known, after.records))
        pairs = [pair for _, pair in nlargest(MOST_PAIRS, possible, key=lambda one: one[0])]
        together = engine.count_lonely(numbers, pairs, key, fewer_than=cell_size) if pairs else []
    return NearUniqueness(
        people=after.records,
        cell_size=cell_size,
        columns=_sorted(
            [ValueUniqueness((name,), one.alone, one.few, is_changed=name in changed) for name, one in found.items()]
        ),
        pairs=_sorted([ValueUniqueness(pair, one.alone, one.few) for pair, one in zip(pairs, together, strict=True)]),
        pairs_uncounted=len(possible) - len(pairs),
    )


def _pairs(found: dict[str, LonelyPeople], people: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """Pairs that can single out many whom neither column does alone, with how many combinations they may have."""
    some = [name for name, one in found.items() if one.values > 1 and one.alone <= ALONE_ANYWAY * people]
    for one, other in combinations(some, 2):
        most = found[one].values * found[other].values
        if most >= LEAST_SHARE * people:
            yield most, (one, other)


def _sorted(found: Sequence[ValueUniqueness]) -> tuple[ValueUniqueness, ...]:
    return tuple(sorted(found, key=lambda one: (-one.alone, -one.few)))
