"""From a solution to the lookup tables an engine joins with the rows."""

from collections.abc import Sequence

import numpy as np

from bauta.engines.release import CellPatterns, ClassSuppression, DatedColumn, QuasiColumn, ReleaseColumn, ReleasePlan
from bauta.equivalence.classes import Integers
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.microdata import Microdata
from bauta.model.transformations import CellReading, SuppressionKind
from bauta.transform.cell_suppression import CellSuppression
from bauta.transform.draws import Draws
from bauta.transform.shuffle import draw_lots, draw_order_keys
from bauta.workflow.change_columns import ChangedColumns
from bauta.workflow.durations_of_release import Bands, dated_column
from bauta.workflow.find_solution import Found
from bauta.workflow.same_as import TwinColumns


def plan_release(
    data: Microdata,
    n_rows: int,
    found: Found,
    changed: ChangedColumns,
    person_key: str | None,
    draws: Draws,
    twins: TwinColumns | None = None,
    bands: Sequence[Bands] = (),
) -> ReleasePlan:
    """Everything the engine needs: what each column becomes, what is suppressed, and where each row goes."""
    goal = found.counted.goal
    variables = found.counted.classes.variables
    quasi = {name: v for v, name in enumerate(variables)}
    columns: list[ReleaseColumn] = []
    days_of = {one.duration.later: one for one in bands}
    dated = {one.duration.name for one in bands if not one.as_column}
    for name in data.names:
        if name in days_of:
            own = days_of[name]
            if not own.as_column:
                days = own.duration.name
                columns.append(dated_column(changed.columns[name], _quasi_column(found, quasi[days], days)))
        elif name in dated:
            continue
        elif name in variables:
            columns.append(_quasi_column(found, quasi[name], name))
        elif name in changed.columns:
            columns.append(changed.columns[name])
        elif twins is not None and name in twins.columns:
            columns.append(twins.columns[name])
            quasi[name] = quasi[twins.of[name]]  # it loses its cells where the other does
    in_order = [
        quasi[column.quasi.name if isinstance(column, DatedColumn) else column.name]
        for column in columns
        if isinstance(column, QuasiColumn | DatedColumn)
    ]
    suppressed_cells = found.cells if found.cells is not None else _recruits(found)
    cells = None if suppressed_cells is None else _cell_patterns(found, suppressed_cells, in_order)
    classes = suppressed_classes(found) if found.cells is None else None
    is_wildcard = found.cells is not None and goal.reading is CellReading.WILDCARD
    return ReleasePlan(
        columns=tuple(columns),
        order_keys=draw_order_keys(n_rows, draws),
        lots=None if cells is None else draw_lots(n_rows, draws),
        classes=classes,
        cells=cells,
        person_key=person_key,
        suppressed_text=None if is_wildcard else SUPPRESSED,
    )


def suppressed_classes(found: Found) -> ClassSuppression | None:
    """The classes whose rows go or lose their quasi-identifiers, all of them; None where there are none."""
    suppressed = found.classes.suppressed
    keys = np.concatenate((found.classes.keys[suppressed], found.uncounted.keys))
    if not len(keys):
        return None
    stay = found.counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS
    n_counted = int(suppressed.sum())
    rows_go = np.ones(len(keys), bool)
    rows_go[:n_counted] = not stay
    rows_go[n_counted:] = not found.uncounted.is_blanked
    return ClassSuppression(keys, rows_go)


def _quasi_column(found: Found, v: int, name: str) -> QuasiColumn:
    import pyarrow as pa

    level = found.counted.built[v].hierarchy.levels[found.node[v]]
    united = found.counted.space.hierarchies[v].levels[found.node[v]]
    word, shift, _ = found.counted.space.layout[v]
    domain = found.counted.classes.domains[v]
    told = None
    if found.node[v] > 0:
        told = pa.array([level.labels[group] for group in level.groups], pa.string())
    return QuasiColumn(
        name=name,
        values=domain.all_values(),
        told=told,
        key_parts=united.groups[: domain.size].astype(np.int64) << shift,
        key_word=int(word),
    )


def _recruits(found: Found) -> CellSuppression | None:
    """People of classes that are kept who lose all their quasi-identifiers, as cells: who they are is drawn by lot."""
    class_number = np.flatnonzero(found.classes.recruits)
    if not len(class_number):
        return None
    pattern = np.ones((len(class_number), len(found.node)), bool)
    return CellSuppression(class_number, pattern, found.classes.recruits[class_number])


def _cell_patterns(found: Found, cells: CellSuppression, in_order: list[int]) -> CellPatterns:
    """Which people of a class, numbered from 1, lose which cells: patterns of one class follow on each other."""
    order = np.argsort(cells.class_number, kind="stable")
    class_number, records = cells.class_number[order], cells.records[order]
    last = _running_within(class_number, records)
    return CellPatterns(
        keys=found.classes.keys[class_number],
        first=last - records + 1,
        last=last,
        suppressed=cells.pattern[order][:, in_order],
    )


def _running_within(group: Integers, amounts: Integers) -> Integers:
    """Running totals that begin anew with every group."""
    total = np.cumsum(amounts)
    is_first = np.r_[True, group[1:] != group[:-1]]
    before = np.where(is_first, total - amounts, 0)
    return total - np.maximum.accumulate(before)
