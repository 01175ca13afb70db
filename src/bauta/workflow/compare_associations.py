"""How pairs of variables go together before and after a release, from their counts."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.model.comparison import AssociationChange
from bauta.utility.association import CRAMERS_V, ETA, PEARSONS_R, correlation_ratio, cramers_v, is_sparse, pearsons_r
from bauta.utility.design import MOST_LEVELS
from bauta.utility.loss import Reals
from bauta.workflow.told_alike import Counted, Reading, Tables, count_texts, read_texts

MOST_IN_PAIRS = 12
"""Variables that are looked at two by two; every pair is a query on either table."""


def compare_associations(
    tables: Tables, wanted: Sequence[str], moved: set[str]
) -> tuple[tuple[AssociationChange, ...], list[str]]:
    """The association of every pair of these variables that can be told, and notes.

    Values that were `moved` at random have an association as numbers only.
    """
    readings = [tables.readings[name] for name in wanted if name in tables.readings]
    readings = [reading for reading in readings if reading.is_number or reading.name not in moved]
    notes = []
    if len(readings) > MOST_IN_PAIRS:
        notes.append(f"Associations are shown between the first {MOST_IN_PAIRS} of {len(readings)} variables.")
        readings = readings[:MOST_IN_PAIRS]
    changes, sparse = [], 0
    for first, second in combinations(readings, 2):
        counted = [
            count_texts(tables.engine, data, [first.name, second.name]) for data in (tables.source, tables.released)
        ]
        measure, (was, now), is_biased = _measured(first, second, *counted)
        if was is not None and now is not None:
            changes.append(AssociationChange(first.name, second.name, measure, was, now))
            sparse += is_biased
    if sparse:
        notes.append(
            f"Cramer's V of {sparse} {'pair' if sparse == 1 else 'pairs'} is from tables with fewer than 5 rows to a "
            "cell on average. There V is too large, before and after alike: it is not 0 even for independent variables."
        )
    return tuple(changes), notes


def _measured(
    first: Reading, second: Reading, before: Counted, after: Counted
) -> tuple[str, tuple[float | None, float | None], bool]:
    """Which measure fits the pair, its value before and after, and whether it is biased by few rows."""
    if first.is_number and second.is_number:
        return PEARSONS_R, (_pearson(first, second, before, False), _pearson(first, second, after, True)), False
    if first.is_number or second.is_number:
        at = 0 if first.is_number else 1
        number, category = (first, second) if first.is_number else (second, first)
        return ETA, (_eta(number, category, at, before, False), _eta(number, category, at, after, True)), False
    crossed = [_cross(first, second, before, False), _cross(first, second, after, True)]
    values = [None if table is None else cramers_v(table) for table in crossed]
    return CRAMERS_V, (values[0], values[1]), any(table is not None and is_sparse(table) for table in crossed)


def _numbers(reading: Reading, at: int, counted: Counted, is_after: bool) -> Reals:
    return np.array(
        read_texts(counted, at, reading.number_after if is_after else reading.number_before), dtype=np.float64
    )


def _pearson(first: Reading, second: Reading, counted: Counted, is_after: bool) -> float | None:
    x, y = _numbers(first, 0, counted, is_after), _numbers(second, 1, counted, is_after)
    present = ~(np.isnan(x) | np.isnan(y))
    return pearsons_r(x[present], y[present], counted.rows[present])


def _eta(number: Reading, category: Reading, at: int, counted: Counted, is_after: bool) -> float | None:
    x = _numbers(number, at, counted, is_after)
    groups, n_groups = _groups(category, 1 - at, counted, is_after)
    present = ~np.isnan(x) & (groups >= 0)
    return None if n_groups > MOST_LEVELS else correlation_ratio(groups[present], x[present], counted.rows[present])


def _cross(first: Reading, second: Reading, counted: Counted, is_after: bool) -> Integers | None:
    """The table of both; None where one has so many values that they are no categories."""
    rows, n_rows = _groups(first, 0, counted, is_after)
    columns, n_columns = _groups(second, 1, counted, is_after)
    if max(n_rows, n_columns) > MOST_LEVELS or not min(n_rows, n_columns):
        return None
    present = (rows >= 0) & (columns >= 0)
    table = np.zeros((n_rows, n_columns), np.int64)
    np.add.at(table, (rows[present], columns[present]), counted.rows[present])
    return table


def _groups(reading: Reading, at: int, counted: Counted, is_after: bool) -> tuple[Integers, int]:
    """For each combination the number of its label, -1 for none, and how many labels there are."""
    labels: list[Any] = read_texts(counted, at, reading.label_after if is_after else reading.label_before)
    number = {label: i for i, label in enumerate(sorted({label for label in labels if label is not None}))}
    return np.array([-1 if label is None else number[label] for label in labels], np.int64), len(number)
