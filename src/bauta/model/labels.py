"""What a statistical file says about a column beside its values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Value = int | float | str
"""A code as the file stores it. Dates are not labelled."""


@dataclass(frozen=True)
class ColumnLabels:
    """The text that stands for a column, and the texts that stand for its codes: 1 is "female", 2 is "male"."""

    column_label: str | None = None
    value_labels: Mapping[Value, str] = field(default_factory=dict)
