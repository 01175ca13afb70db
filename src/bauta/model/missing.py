"""How missing values are compared."""

from dataclasses import dataclass
from enum import StrEnum


class Missing(StrEnum):
    """What is counted of missing values. See docs/explanation/missing-values.md."""

    CATEGORY = "category"
    """A value of its own: missing equals missing and nothing else. Every figure and every verdict is counted so."""

    WILDCARD = "wildcard"
    """The same, and beside it what would be counted if missing matched anything (`WildcardFigures`)."""


@dataclass(frozen=True)
class WildcardFigures:
    """What would be counted if a missing value matched anything: printed as optimistic, never decided by."""

    maximum: float
    average: float
    smallest_match: int
    uniques: int
    """People who match nobody else."""
    records_at_risk: int
    """People who match fewer than tau's cell size."""
    population_maximum: float | None
    population_average: float | None
    """The same two in a known population."""
    exact_and_alone: int
    """People without a missing value whom nobody else equals: whatever others' missing values may stand for, each of
    them fits one row exactly."""
    left_with_few: int
    """People for whom fewer rows than the cell size may be left to somebody who knows their true values ..."""
    left_with_one: int
    """... or only their own."""
