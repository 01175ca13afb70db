"""Where the smallest classes are in the file: row numbers, never values."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.counts import GroupCounts
from bauta.engines.engine import Engine
from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.matching import unique_rows
from bauta.model.assessment import SmallClass
from bauta.model.microdata import Microdata
from bauta.model.numbers import arrow_integers

CLASSES_SHOWN = 10
ROWS_SHOWN_PER_CLASS = 20
FEWEST_ROWS_TRIED = 2_000
MOST_ROWS_TRIED = 1_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Search:
    """The groups to be found: those no larger than the tenth smallest."""

    variables: tuple[str, ...]
    groups: GroupCounts | None
    """None where there are too many groups to come up: the engine finds the smallest itself ..."""
    person_key: str | None = None
    """... by their people."""


def meet_uniques(
    engine: Engine, data: Microdata, classes: EquivalenceClasses, dense: Any | None
) -> tuple[SmallClass, ...]:
    """The first ten unique records of the file, where so many are likely met in its first rows; otherwise nothing.

    Only for classes that count rows, so that a class of one is one row.
    """
    uniques = classes.n_classes_of_size(1)
    likely_enough = 3 * CLASSES_SHOWN * classes.n_records // max(1, uniques)
    if uniques < CLASSES_SHOWN or likely_enough > MOST_ROWS_TRIED:
        return ()
    first = engine.first_rows(data, classes.variables, rows=max(FEWEST_ROWS_TRIED, likely_enough))
    rows = unique_rows(first, classes, dense)[:CLASSES_SHOWN]
    if len(rows) < CLASSES_SHOWN:
        return ()
    return tuple(SmallClass(size=1, rows=(int(row) + 1,)) for row in rows)


def search_for_smallest(variables: Sequence[str], groups: GroupCounts) -> Search:
    """What has to be looked for in the whole file to tell where the smallest groups are."""
    rank = min(CLASSES_SHOWN, len(groups.sizes)) - 1
    wanted = np.flatnonzero(groups.sizes <= np.partition(groups.sizes, rank)[rank])
    return Search(tuple(variables), GroupCounts(groups.values.take(arrow_integers(wanted)), groups.sizes[wanted]))


def find_smallest(engine: Engine, data: Microdata, search: Search) -> tuple[SmallClass, ...]:
    """The smallest groups by their rows, those met first in the file first."""
    groups = search.groups
    if groups is None:
        groups = engine.smallest_groups(data, search.variables, search.person_key, groups=CLASSES_SHOWN)
    found = engine.find_rows(data, search.variables, groups, classes=CLASSES_SHOWN, rows_per_class=ROWS_SHOWN_PER_CLASS)
    return tuple(SmallClass(size=place.size, rows=place.rows) for place in found)
