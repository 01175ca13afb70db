"""A table of rows that some engine holds. The rows stay there; this is only what may be said about them."""

from dataclasses import dataclass

from bauta.model.roles import VariableType


@dataclass(frozen=True)
class Column:
    """A column's name and how the source stores it."""

    name: str
    storage: VariableType


@dataclass(frozen=True)
class Microdata:
    """A table an engine has opened."""

    shown: str
    """The file or address, fit to be printed."""
    relation: str
    """The engine's own name for the table."""
    columns: tuple[Column, ...]
    notes: tuple[str, ...] = ()
    """What was detected rather than told: the separator, the encoding."""
    computed: tuple[str, ...] = ()
    """Columns that were worked out of others and are not in the source."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)
