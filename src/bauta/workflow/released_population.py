"""The population as the release tells it: generalized alike, and with the same classes suppressed."""

from typing import Any

import numpy as np

from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.model.transformations import SuppressionKind
from bauta.workflow.find_solution import Found


def released_population(found: Found, released: Microdata) -> Any:
    """A table of counts: how many people of the population each combination of the release could be taken for.

    Where suppressed rows stay, they are told alike; they could be anybody of the population whose class in the data
    was suppressed, and no more is assumed.
    """
    import pyarrow as pa

    classes = found.classes
    stays = found.counted.goal.suppression is SuppressionKind.QUASI_IDENTIFIERS
    kept = (classes.matches > 0) & ~(classes.suppressed & (classes.people > 0))
    gone = classes.suppressed & (classes.people > 0)
    storage = {column.name: column.storage for column in released.columns}
    columns: dict[str, Any] = {}
    for v, hierarchy in enumerate(found.counted.space.hierarchies):
        labels = hierarchy.levels[found.node[v]].labels
        told: list[str | None] = [labels[group] for group in classes.groups[v][kept]]
        if stays and gone.any():
            told.append(SUPPRESSED if storage[hierarchy.variable] is VariableType.TEXT else None)
        columns[hierarchy.variable] = pa.array(told, pa.string())
    people = classes.matches[kept].tolist()
    if stays and gone.any():
        people.append(int(classes.matches[gone].sum()))
    columns["people"] = pa.array(np.array(people, np.int64))
    return pa.table(columns)
