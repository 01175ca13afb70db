"""What was found by simulating the registry that an adversary would match reports with."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from bauta.model.threshold import Threshold


class DatePrecision(StrEnum):
    """How much of a report's date is told."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True)
class Window:
    """The days around a report's date on which the event may have been: `before` it, and `after` it."""

    before: int = 15
    after: int = 0


@dataclass(frozen=True)
class Precision:
    """One combination of what a release of the reports could tell."""

    tells_assigned: bool
    """Whether it tells the variables that the reports lack and that were assigned from the registry."""
    age_width: int
    date: DatePrecision


@dataclass(frozen=True)
class Spread:
    """A figure over the simulated registries: its mean, and the interval that holds 95 % of them."""

    mean: float
    lower: float
    upper: float


@dataclass(frozen=True)
class PrecisionRisk:
    """What one combination would mean for the reports."""

    precision: Precision
    at_risk: tuple[Spread, ...]
    """Share of the reports whose class in the registry is too small, for each probability of verification."""
    unique: Spread
    """Share of the reports that fit one person or none."""
    smallest_class: Spread
    """People in the smallest class that a report fits."""


@dataclass(frozen=True)
class LeftOut:
    """Reports that could not be matched, each counted under the first reason that applies."""

    no_date: int = 0
    unreadable_date: int = 0
    no_age: int = 0
    """Without an age, or with one that is no whole number."""
    not_in_registry: int = 0
    """With a year, an age or another value that the registry does not have."""

    @property
    def total(self) -> int:
        return self.no_date + self.unreadable_date + self.no_age + self.not_in_registry


@dataclass(frozen=True)
class RegistrySimulation:
    """Everything `bauta simulate-registry` found."""

    source: str
    registries: int
    people: int
    """People in each simulated registry."""
    reports: int
    """Reports that were matched."""
    left_out: LeftOut
    cut_windows: int
    """Reports so near an end of the registry that some days of their window are outside of it."""
    assigned: tuple[str, ...]
    """Variables the reports lack."""
    told: tuple[str, ...]
    """Variables that every combination tells."""
    window: Window
    threshold: Threshold
    attempts: int
    probabilities: tuple[Fraction, ...]
    least_class_sizes: tuple[int, ...]
    """For each probability, the class from which on the risk is within the threshold."""
    fits_nobody: Spread
    """Share of the reports that no one in the registry fits, at full precision; they count as unique."""
    rows: tuple[PrecisionRisk, ...]
    notes: tuple[str, ...]
