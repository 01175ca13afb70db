"""What a release did to what the data are good for: plain facts, comparing the table before and after."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class VariableChange:
    """How the distribution of one variable changed."""

    variable: str
    rows_before: int
    rows_after: int
    missing_before: int
    missing_after: int
    values_before: int
    values_after: int
    distance: float | None
    """Total variation between the distributions, both told at the release's level; 0 same, 1 nothing in common."""
    mean_before: float | None = None
    mean_after: float | None = None
    sd_before: float | None = None
    sd_after: float | None = None


@dataclass(frozen=True)
class AssociationChange:
    """How the association of two variables changed (Cramer's V for categories, Pearson's r for numbers)."""

    first: str
    second: str
    measure: str
    before: float
    after: float


class ModelKind(StrEnum):
    """The models that can be fitted to both tables."""

    LINEAR = "linear"
    LOGISTIC = "logistic"
    POISSON = "poisson"
    COX = "cox"


@dataclass(frozen=True)
class Coefficient:
    """One coefficient of a model with its 95 % interval, before and after; None where it cannot be estimated."""

    term: str
    before: float | None
    before_lower: float | None
    before_upper: float | None
    after: float | None
    after_lower: float | None
    after_upper: float | None
    overlap: float | None
    """Mean share of the two intervals that they have in common (Karr et al. 2006); 1 same, 0 none."""


@dataclass(frozen=True)
class ModelComparison:
    """The same model fitted before and after."""

    name: str
    kind: ModelKind
    formula: str
    rows_before: int
    rows_after: int
    coefficients: tuple[Coefficient, ...]
    same_signs: bool
    """Whether no coefficient that is told apart from 0 before has the other sign after."""
    note: str | None = None
    """Why it could not be fitted, where it could not."""


@dataclass(frozen=True)
class CurvePoint:
    """One node of the lattice: information kept against risk."""

    levels: tuple[int, ...]
    loss: float
    """Share of the information lost, 0 to 1."""
    risk: float
    is_chosen: bool
    is_permitted: bool
    """Whether its risk is within the threshold ..."""
    is_useful: bool
    """... and its loss within what the study allows: both make the operating range."""


@dataclass(frozen=True)
class Comparison:
    """Everything that was compared."""

    variables: tuple[VariableChange, ...]
    associations: tuple[AssociationChange, ...]
    models: tuple[ModelComparison, ...]
    curve: tuple[CurvePoint, ...]
    """The frontier of risk against loss (El Emam and Malin 2015, Figure 8); empty where it was not explored."""
    curve_risk: str
    """Which risk the curve shows, in words."""
    curve_limit: float | None
    """The largest permitted risk."""
    notes: tuple[str, ...] = ()
    title: str | None = None
    source: str = ""
    released: str = ""
    """File names or addresses, without secrets."""
    losses: tuple[tuple[str, float], ...] = ()
    """Each measure of information loss with the release's, as when it was made."""
    largest_loss: float | None = None
    """The largest share of the information that may be lost, as the study says."""
