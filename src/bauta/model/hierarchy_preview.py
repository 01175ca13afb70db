"""What a hierarchy would do to the records, level by level: what `bauta hierarchy` shows."""

from dataclasses import dataclass

from bauta.model.threshold import Threshold


@dataclass(frozen=True)
class LevelPreview:
    """One level."""

    number: int
    name: str
    groups: int
    """How many different values remain."""
    smallest_group: int
    median_group: float
    """Records in the smallest group and in the one in the middle."""
    records_in_small_groups: int
    """Records in groups smaller than the threshold's cell size."""
    examples: tuple[str, ...]
    """What a few large groups are told as. Never a value of the data, nor a group of few records."""


@dataclass(frozen=True)
class HierarchyPreview:
    """One variable's hierarchy over the data."""

    source: str
    """The data, fit to be printed."""
    variable: str
    hierarchy: str
    """Where the hierarchy comes from, in words."""
    records: int
    missing: int
    """Records without a value."""
    values: int
    """Different values in the data."""
    leaves: int
    """Values the hierarchy knows, in the data or not."""
    threshold: Threshold
    levels: tuple[LevelPreview, ...]
    notes: tuple[str, ...] = ()
