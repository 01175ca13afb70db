"""Groups in an order of their own: an engine returns them in any, and what is drawn by chance goes by it."""

from dataclasses import replace

import numpy as np

from bauta.engines.counts import GroupCounts
from bauta.risk.exposure import Memberships


def in_fixed_order(groups: GroupCounts) -> GroupCounts:
    """The same groups, sorted by their values as texts."""
    return _taken(groups, _order(groups))


def in_fixed_order_with(groups: GroupCounts, wandering: Memberships) -> tuple[GroupCounts, Memberships]:
    """The same, and whoever is in several groups is in the same ones, under their new numbers."""
    order = _order(groups)
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    return _taken(groups, order), replace(wandering, class_number=number[wandering.class_number])


def _order(groups: GroupCounts) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    import pyarrow as pa
    import pyarrow.compute as pc

    names = [str(position) for position in range(groups.values.num_columns)]
    texts = pa.table([column.cast(pa.string()) for column in groups.values.columns], names=names)
    order = pc.sort_indices(texts, sort_keys=[(name, "ascending") for name in names])
    return np.asarray(order, dtype=np.int64)


def _taken(groups: GroupCounts, order: np.ndarray[tuple[int], np.dtype[np.int64]]) -> GroupCounts:
    return replace(groups, values=groups.values.take(order), sizes=groups.sizes[order])
