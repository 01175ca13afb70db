"""Tiny tables as rules see them."""

from datetime import date

from bauta.classification import kinds
from bauta.classification.kinds import Kind
from bauta.model.columns import ColumnSummary
from bauta.model.roles import Role, VariableType
from bauta.standards.facts import ColumnFacts, TableFacts


def column(name: str, kind: Kind | str, *values: str, storage: VariableType = VariableType.TEXT, **more) -> ColumnFacts:
    """A column with each of the values in one row."""
    label = kind if isinstance(kind, str) else kind.label
    role = more.pop("role", kind.role if isinstance(kind, Kind) else Role.OTHER)
    summary = ColumnSummary(name, storage, rows=len(values), missing=0, distinct=len(set(values)))
    return ColumnFacts(summary, label, role, storage, tuple(values), (1,) * len(values), **more)


def table(*columns: ColumnFacts, census: str = "2020", as_of: date | None = date(2025, 6, 30)) -> TableFacts:
    return TableFacts(max((one.summary.rows for one in columns), default=0), columns, census, as_of)


BIRTH, EVENT, AGE, ZIP = kinds.BIRTH_YEAR, kinds.EVENT_DATE, kinds.AGE, kinds.ZIP5
