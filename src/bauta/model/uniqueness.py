"""For how many people a value that a release keeps is theirs alone."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ValueUniqueness:
    """One column, or two together, of a release."""

    columns: tuple[str, ...]
    alone: int
    """People with a value that nobody else in the release has."""
    few: int
    """People with a value that fewer people than the cell size have; those alone are among them."""
    is_changed: bool = False
    """Whether values are shifted or have noise, so that nobody knows them as they are released."""


@dataclass(frozen=True)
class NearUniqueness:
    """All of them, the most people alone first. People, not rows; a missing value is a value of its own."""

    people: int
    cell_size: int
    columns: tuple[ValueUniqueness, ...]
    pairs: tuple[ValueUniqueness, ...]
    pairs_uncounted: int
    """Pairs that could single out one in a hundred people or more and were not counted: it would take too long."""
