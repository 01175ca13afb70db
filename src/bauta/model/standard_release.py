"""The result of releasing a table by a standard: plain facts, no value of any person."""

from dataclasses import dataclass

from bauta.model.assessment import Assessment
from bauta.model.deidentification import ColumnOutcome
from bauta.model.standards import StandardCheck


@dataclass(frozen=True)
class StandardRelease:
    """A table released by a standard: what became of it, what the standard says of it, and what is measured."""

    title: str | None
    source: str
    folder: str
    before: StandardCheck
    after: StandardCheck
    """Of the written file, read again."""
    columns: tuple[ColumnOutcome, ...]
    risk_before: Assessment | None
    risk_after: Assessment | None
    """Measured from the written file; None where it has no quasi-identifier."""
    rows: int
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    """What nobody should overlook: columns kept though no rule can tell what is in them."""
    data_files: int = 1
    """In how many files the data are."""
    is_test: bool = False
    """Whether everything was drawn with a seed that can be guessed: not to be given to anybody."""
    recipient: str | None = None
    """Who gets it; None where nobody was named."""
