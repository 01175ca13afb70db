"""What profiling finds out about one column, and what it suggests."""

from dataclasses import dataclass

from bauta.model.dates import Serial
from bauta.model.roles import Role, VariableType


@dataclass(frozen=True)
class ColumnSummary:
    """Counts over one column, as the engine measured them. Holds no value of any person."""

    name: str
    storage: VariableType
    """How the source stores the column. A CSV file stores everything as text."""
    rows: int
    missing: int
    distinct: int
    """Different values that are not missing."""

    @property
    def present(self) -> int:
        return self.rows - self.missing

    @property
    def uniqueness(self) -> float:
        """Different values per value present: 1.0 when no two rows share a value, 0.0 when nothing is present."""
        return min(1.0, self.distinct / self.present) if self.present else 0.0


@dataclass(frozen=True)
class Suggestion:
    """A proposed classification of one column, with the reason a person needs to accept or refuse it."""

    role: Role
    type: VariableType
    kind: str
    """What the column seems to hold, in a reader's words: "e-mail address", "birth date", "ICD-10 code"."""
    reason: str
    """One sentence naming the evidence. Never contains a value from the data."""
    is_person_key: bool = False
    """True for the one kind of column that tells whose row this is (a medical record number, a subject id)."""
    serials: tuple[Serial, ...] = ()
    """What its numbers would count if they were dates, as they could be: to be asked of a person."""


@dataclass(frozen=True)
class ColumnProfile:
    """One line of `bauta profile`: what was measured and what is suggested."""

    summary: ColumnSummary
    suggestion: Suggestion
