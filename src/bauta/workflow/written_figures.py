"""What suppression did to the rows, counted from the release as it was written: what is reported is what is in it."""

from dataclasses import dataclass

import numpy as np

from bauta.engines.engine import Engine
from bauta.engines.release import ClassSuppression
from bauta.equivalence.classes import Integers
from bauta.equivalence.coding import encode_classes
from bauta.equivalence.matching import population_sizes
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.assessment import Assessment
from bauta.model.microdata import Microdata
from bauta.model.transformations import CellReading, LossKind, SuppressionKind
from bauta.workflow.find_solution import Found
from bauta.workflow.release_plan import suppressed_classes
from bauta.workflow.wandering import keys_of_classes, number_keys

STAYS, BLANKED, GONE = 0, 1, 2


@dataclass(frozen=True)
class WrittenFigures:
    """A release counted by its rows; one number per quasi-identifier where there are several."""

    rows_left_out: int
    rows_blanked: int
    """Rows that stay without any quasi-identifier."""
    suppressed_cells: tuple[int, ...]
    """Cells that read otherwise than they would at the solution's levels."""
    values: tuple[int, ...]
    """Different values, a missing one among them; what only stands for a suppressed cell is none."""


def count_written(
    engine: Engine, data: Microdata, written: Microdata, found: Found, *, person_key: str | None
) -> WrittenFigures:
    """Count what is in a release that was `written`, made of `data`, with the days worked out of its dates."""
    classes = found.counted.classes
    rows = classes.sizes if person_key is None else _rows_per_class(engine, data, found)
    fate = _fate_of_classes(found)
    groups = engine.count_groups(written, classes.variables)
    cells, values = [], []
    is_blank, would_be_blank = np.ones(len(groups.sizes), bool), np.ones(len(classes), bool)
    for v in range(len(classes.variables)):
        is_dated = classes.variables[v] in written.computed
        hidden = None if is_dated else _hidden(found, v)
        level = found.counted.hierarchies[v].levels[found.node[v]]
        labels = [None if is_dated and label == SUPPRESSED else label for label in level.labels]
        would_read_so = np.array([label == hidden for label in labels])[level.groups[classes.codes[v]]]
        already = int(rows[would_read_so & (fate != GONE)].sum())
        texts = groups.values.column(v).to_pylist()
        reads_so = np.array([text == hidden for text in texts], bool)
        cells.append(int(groups.sizes[reads_so].sum()) - already)
        is_blank &= reads_so
        would_be_blank &= would_read_so
        values.append(len(set(texts) - (set() if already else {hidden})))
    blanked = int(groups.sizes[is_blank].sum()) - int(rows[would_be_blank & (fate == STAYS)].sum())
    return WrittenFigures(
        rows_left_out=int(rows[fate == GONE].sum()),
        rows_blanked=blanked if found.cells is None else 0,
        suppressed_cells=tuple(cells),
        values=tuple(values),
    )


def losses_as_written(found: Found, after: Assessment) -> dict[LossKind, float]:
    """The losses of the solution; those that look at classes alone are of the classes that the file has.

    Where a column has no text a suppressed cell and a missing one are both empty, and so are alike.
    """
    losses = dict(found.losses)
    goal = found.counted.goal
    if found.counted.wandering.people or not after.classes:
        return losses
    if goal.suppression is not SuppressionKind.RECORDS:
        losses[LossKind.AVERAGE_CLASS_SIZE] = found.counted.n_people / after.classes
    if goal.suppression is SuppressionKind.CELLS:
        squares = float(sum(one.classes * one.size**2 for one in after.sizes))
        losses[LossKind.DM_STAR] = losses[LossKind.DISCERNIBILITY] = squares
    return losses


def _rows_per_class(engine: Engine, data: Microdata, found: Found) -> Integers:
    """Rows rather than people."""
    if found.counted.rolled_up is not None:
        return found.counted.rolled_up.rows_per_class(engine)
    classes = found.counted.classes
    groups = engine.count_groups(data, classes.variables)
    return population_sizes(classes, encode_classes(groups.values, groups.sizes))


def _fate_of_classes(found: Found) -> Integers:
    """For each class of the data whether its rows stay as they are, are blanked, or go; a few of those who stay can be
    blanked to keep others company.
    """
    classes = found.counted.classes
    fate = np.zeros(len(classes), np.int64)
    suppression: ClassSuppression | None = None if found.cells is not None else suppressed_classes(found)
    if suppression is None:
        return fate
    at = keys_of_classes(found.counted.space, found.node, classes.codes)
    keys, numbers = number_keys(np.concatenate((suppression.keys, at)))
    fate_of_key = np.zeros(len(keys), np.int64)
    n = len(suppression.keys)
    fate_of_key[numbers[:n]] = np.where(suppression.rows_go, GONE, BLANKED)
    return fate_of_key[numbers[n:]]


def _hidden(found: Found, v: int) -> str | None:
    """What a suppressed cell of a variable reads: a star in text, nothing elsewhere."""
    import pyarrow as pa

    is_wildcard = found.cells is not None and found.counted.goal.reading is CellReading.WILDCARD
    kind = found.counted.classes.domains[v].values.type
    is_text = found.node[v] > 0 or pa.types.is_string(kind) or pa.types.is_large_string(kind)
    return SUPPRESSED if is_text and not is_wildcard else None
