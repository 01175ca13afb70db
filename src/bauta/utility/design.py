"""The columns of a model, alike before and after: numbers as they are, categories against the commonest.

Levels of a category are values of people. One that fewer people have than the smallest acceptable class, in either
table, is put together with the others like it. Where even these together are few, they keep their place in the model
but their coefficient is not told: a level of one person would tell what is left of that person's outcome.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.utility.loss import Reals

OTHER = "other levels"
MOST_LEVELS = 50
"""More levels of one term are names or free text, not categories."""
CONSTANT = "constant"


@dataclass(frozen=True)
class Numbers:
    """A term that enters as a number, in the complete rows of one table."""

    name: str
    values: Reals


@dataclass(frozen=True)
class Categories:
    """A term that enters as categories; each row has the label it is told as."""

    name: str
    labels: Sequence[str]


Term = Numbers | Categories


@dataclass(frozen=True)
class Levels:
    """How a category enters: its reference, the levels told by themselves, and whether there are others."""

    reference: str
    told: tuple[str, ...]
    has_other: bool
    is_other_told: bool


@dataclass(frozen=True)
class DesignColumn:
    """One coefficient."""

    term: str
    is_told: bool = True


def choose_levels(before: Mapping[str, int], after: Mapping[str, int], *, smallest: int) -> Levels | None:
    """Which levels are told, given how many people have each before and after; None where fewer than two groups remain.

    The reference is the commonest level before, the first by name among equals.
    """
    everywhere = {**before, **after}
    large = [label for label in everywhere if min(before.get(label, 0), after.get(label, 0)) >= smallest]
    large.sort(key=lambda label: (-before[label], label))
    rest = [label for label in everywhere if label not in set(large)]
    if not large or len(large) + bool(rest) < 2:
        return None
    few = min(sum(counts.get(label, 0) for label in rest) for counts in (before, after)) < smallest
    return Levels(large[0], tuple(sorted(large[1:])), bool(rest), bool(rest) and not few)


def build_design(
    terms: Sequence[Term], levels: Mapping[str, Levels], n_rows: int, *, has_constant: bool
) -> tuple[Reals, tuple[DesignColumn, ...]]:
    """The design's matrix and what its columns are; a column that is 0 throughout stays out of it."""
    matrix: list[Reals] = []
    columns: list[DesignColumn] = []

    def add(values: Reals, column: DesignColumn) -> None:
        if values.any():
            matrix.append(values)
            columns.append(column)

    if has_constant:
        add(np.ones(n_rows), DesignColumn(CONSTANT))
    for term in terms:
        if isinstance(term, Numbers):
            matrix.append(term.values)
            columns.append(DesignColumn(term.name))
            continue
        chosen = levels[term.name]
        labels = np.array(term.labels, dtype=object)
        for label in chosen.told:
            add((labels == label).astype(np.float64), DesignColumn(f"{term.name}: {label}, not {chosen.reference}"))
        if chosen.has_other:
            is_other = ~np.isin(labels, [chosen.reference, *chosen.told])
            title = f"{term.name}: {OTHER}, not {chosen.reference}"
            add(is_other.astype(np.float64), DesignColumn(title, chosen.is_other_told))
    return np.column_stack(matrix) if matrix else np.zeros((n_rows, 0)), tuple(columns)


def people_by_label(labels: Sequence[str], records: Integers, person: Integers | None) -> dict[str, int]:
    """How many people have each label: rows, or different people where it is known whose rows they are."""
    if person is None:
        counts: dict[str, int] = {}
        for label, number in zip(labels, records.tolist(), strict=True):
            counts[label] = counts.get(label, 0) + number
        return counts
    different: dict[str, set[int]] = {}
    for label, who in zip(labels, person.tolist(), strict=True):
        different.setdefault(label, set()).add(who)
    return {label: len(whose) for label, whose in different.items()}
