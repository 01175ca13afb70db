"""What a rule sees of a table: a column's meaning, and its distinct values with how often each occurs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from bauta.classification.kinds import Kind
from bauta.model.columns import ColumnSummary
from bauta.model.dates import DateNotation, Serial
from bauta.model.roles import Role, VariableType
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards.readings import is_date_element


@dataclass(frozen=True)
class ColumnFacts:
    """One column."""

    summary: ColumnSummary
    kind: str
    """What it holds, as the classification calls it: "birth date"."""
    role: Role
    type: VariableType
    values: Sequence[str] = field(default=(), repr=False)
    """Its distinct values as text, without missing; none where the kind alone decides."""
    counts: Sequence[int] = ()
    """Rows with each of them."""
    units: Sequence[str | None] = field(default=(), repr=False)
    """For ages with a column of units beside them: the unit of each entry of `values`."""
    notation: DateNotation | None = None
    """How dates are written, where a study says that it holds some."""
    serials: tuple[Serial, ...] = ()
    """What its numbers would count if they were dates, as they could be; nobody says that they are not."""
    is_declared: bool = False
    """Whether a study says what it is, rather than its name and values."""
    is_person_key: bool = False
    is_random_code: bool = False
    """Whether it holds codes known to be drawn at random (45 CFR 164.514(c))."""
    is_derived_code: bool = False
    """Whether it holds codes known to be computed from an identifier."""

    @property
    def name(self) -> str:
        return self.summary.name

    @property
    def present(self) -> int:
        return self.summary.present

    def holds(self, *kinds: Kind) -> bool:
        return any(kind.label == self.kind for kind in kinds)

    @cached_property
    def rows_with_dates(self) -> int:
        """Rows whose value is a date or a part of one; asked for by several rules, so counted once."""
        return self.rows_where(is_date_element)

    def rows_where(self, test: Callable[[str], object]) -> int:
        """Rows whose value passes the test."""
        return sum(count for value, count in zip(self.values, self.counts, strict=True) if test(value))


@dataclass(frozen=True)
class TableFacts:
    """A table, and what its ages and ZIP codes are held against."""

    rows: int
    columns: tuple[ColumnFacts, ...]
    census: str = "2020"
    as_of: date | None = None
    """The day ages are counted on; None where no date was given and none could be read."""

    def of_kind(self, *kinds: Kind) -> list[ColumnFacts]:
        return [column for column in self.columns if column.present and column.holds(*kinds)]


def finding(
    rule: Rule,
    column: ColumnFacts | None,
    outcome: Outcome,
    why: str,
    *,
    rows: int | None = None,
    remedy: str | None = None,
) -> Finding:
    """What a rule says of a column."""
    return Finding(rule, None if column is None else column.name, outcome, why, rows, remedy)


def in_rows(count: int) -> str:
    """How many rows, in words."""
    return "1 row" if count == 1 else f"{count:,} rows"
