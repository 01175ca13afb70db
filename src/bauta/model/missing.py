"""How missing values are compared."""

from enum import StrEnum


class Missing(StrEnum):
    """How a missing value compares with others. See docs/explanation/missing-values.md."""

    CATEGORY = "category"
    """A value of its own: missing equals missing and nothing else."""

    WILDCARD = "wildcard"
    """Matches anything: the adversary cannot rule out a record because a value is absent."""
