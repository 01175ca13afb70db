"""Small made-up columns for the tests, measured the way an engine would measure them."""

from collections.abc import Callable, Sequence

import pytest

from bauta.model.columns import ColumnSummary
from bauta.model.roles import VariableType

Column = tuple[ColumnSummary, list[str]]


@pytest.fixture
def column() -> Callable[..., Column]:
    """Builds a column from its name and values; empty strings are missing."""

    def build(name: str, values: Sequence[str], storage: VariableType = VariableType.TEXT) -> Column:
        present = [value for value in values if value]
        missing = len(values) - len(present)
        return ColumnSummary(name, storage, len(values), missing, len(set(present))), present

    return build
