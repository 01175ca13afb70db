"""Kept columns that reveal a quasi-identifier more finely than it is released: plain facts, no value of any person."""

from dataclasses import dataclass
from enum import StrEnum


class TieTreatment(StrEnum):
    """What became of a tie."""

    STOPS = "stops the release"
    LEFT_OUT = "left out"
    KEPT = "released all the same"
    IGNORED = "excused by the study"
    TOO_FEW = "of too few people to stop a release"


@dataclass(frozen=True)
class TieFact:
    """One quasi-identifier, and the kept column or the two of them that reveal it."""

    variable: str
    columns: tuple[str, ...]
    how: str
    """Ends the sentence "RACEN reveals RACE by ...": "its values", "its order", "the difference between them"."""
    level: str
    """The finest level that is revealed of at least half as many people as any."""
    people: int
    """People it is revealed of, in the whole table."""
    share: float
    """The share of guesses that are right, made from other people."""
    chance: float
    """The share that would be right by chance."""
    treatment: TieTreatment
    reason: str | None = None
    """Why it does not matter, as the study says."""


@dataclass(frozen=True)
class AssociationFact:
    """A kept column that goes with a quasi-identifier without giving it away."""

    variable: str
    columns: tuple[str, ...]
    level: str
    """The level at which it adds most to guesses."""
    right: float
    """The share of people guessed rightly with it ..."""
    without: float
    """... and without it."""


@dataclass(frozen=True)
class RiskWithTies:
    """The risk of a release when what its kept columns give away is counted with the quasi-identifiers."""

    people: int
    """People it was measured on."""
    smallest_class: int
    maximum: float
    average: float


@dataclass(frozen=True)
class TiesOfRelease:
    """What was asked of the kept columns of a release, and what was found."""

    columns: int
    """Kept, shifted and noisy columns that were asked."""
    people: int
    """People that were looked at."""
    is_whole: bool
    """Whether these are all."""
    found: tuple[TieFact, ...]
    risk: RiskWithTies | None
    """Where some ties are released; None without, and where the table is too large to count it."""
    associations: tuple[AssociationFact, ...] = ()
    """What goes with a quasi-identifier and stops nothing, the strongest first."""
