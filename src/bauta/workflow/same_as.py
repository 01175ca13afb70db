"""Columns that a study releases as the quasi-identifier they repeat: RACEN the same as RACE.

Such a column reveals no more than the other one as it is released. Where each group that is released has one value of
it, it says nothing new and stays as it is; where each of its values belongs to one group, it shows the group's label;
where neither holds there is no table from value to value, and it is left out. It is suppressed wherever the other is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.engine import Engine
from bauta.engines.release import QuasiColumn
from bauta.equivalence.coding import encode_classes, encode_rows
from bauta.model.deidentification import ColumnOutcome
from bauta.model.microdata import Microdata
from bauta.workflow.find_solution import Found


@dataclass(frozen=True, eq=False, repr=False)
class TwinColumns:
    """What becomes of columns that are released as another."""

    columns: Mapping[str, QuasiColumn]
    """By name; a column that is left out is not here."""
    of: Mapping[str, str]
    """For each of these the quasi-identifier it follows."""
    outcomes: tuple[ColumnOutcome, ...]


def twin_columns(engine: Engine, data: Microdata, same_as: Mapping[str, str], found: Found) -> TwinColumns:
    """Each of these columns as it is released beside its quasi-identifier, at the level found."""
    columns: dict[str, QuasiColumn] = {}
    outcomes = []
    variables = found.counted.classes.variables
    for name, of in same_as.items():
        if name not in data.names:
            continue
        v = variables.index(of)
        column, what = _twin(engine, data, name, found, v)
        outcomes.append(ColumnOutcome(name, what))
        if column is not None:
            columns[name] = column
    return TwinColumns(columns, {name: same_as[name] for name in columns}, tuple(outcomes))


def _twin(engine: Engine, data: Microdata, name: str, found: Found, v: int) -> tuple[QuasiColumn | None, str]:
    import pyarrow as pa

    of = found.counted.classes.variables[v]
    level = found.counted.hierarchies[v].levels[found.node[v]]
    groups = engine.count_groups(data, [name, of])
    classes = encode_classes(groups.values.select([0]), groups.sizes)
    own, domain = classes.codes[0].astype(np.int64), classes.domains[0]
    values = encode_rows(groups.values.select([1]), [found.counted.classes.domains[v]])[0]
    released = level.groups[np.minimum(values, len(level.groups) - 1)].astype(np.int64)
    told = None
    what = f"kept: it says no more than {of} does at its level"
    if not _is_function(released, own):
        if not _is_function(own, released):
            return None, f"removed: no table leads from its values to those of {of} as it is released"
        group_of = np.zeros(domain.size, np.int64)
        group_of[own] = released
        told = pa.array([level.labels[group] for group in group_of], pa.string())
        what = f"released as {of}: {level.name}"
    word = int(found.counted.space.layout[v][0])
    parts = np.zeros(domain.size, np.int64)  # it adds nothing to what class a row is in
    return QuasiColumn(name=name, values=domain.all_values(), told=told, key_parts=parts, key_word=word), what


def _is_function(of: np.ndarray[Any, np.dtype[np.int64]], to: np.ndarray[Any, np.dtype[np.int64]]) -> bool:
    """Whether each code of the one comes with one code of the other only."""
    pairs = np.unique(np.stack((of, to)), axis=1)
    return bool(len(np.unique(of)) == pairs.shape[1])
