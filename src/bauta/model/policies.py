"""Disclosure policies for demographics: Safe Harbor, the published alternatives, and what comparing them found.

Malin, B., Benitez, K. and Masys, D. (2011). Never too old for anonymity: a statistical standard for demographic data
sharing via the HIPAA Privacy Rule. Journal of the American Medical Informatics Association 18, 3-10. Table 2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bauta.model.assessment import PopulationFacts
from bauta.model.estimates import RiskEstimate
from bauta.model.transformations import LossKind


class AgeDetail(StrEnum):
    """How an age, or a year of birth, is told."""

    TOP_CODED = "years, 90 and over alike"
    ANY = "years"
    FIVE_YEARS = "5-year ranges"
    TEN_YEARS = "10-year ranges"


class EthnicityDetail(StrEnum):
    """How an ethnicity is told."""

    ANY = "as it is"
    THREE_VALUES = "African-American, white or other"


@dataclass(frozen=True)
class Policy:
    """One row of Table 2. Geography and sex are the same in all of them."""

    name: str
    age: AgeDetail
    ethnicity: EthnicityDetail


SAFE_HARBOR = Policy("Safe Harbor", AgeDetail.TOP_CODED, EthnicityDetail.ANY)
ALTERNATIVES = (
    Policy("GenEth", AgeDetail.ANY, EthnicityDetail.THREE_VALUES),
    Policy("5 Year", AgeDetail.FIVE_YEARS, EthnicityDetail.ANY),
    Policy("5 Year-GenEth", AgeDetail.FIVE_YEARS, EthnicityDetail.THREE_VALUES),
    Policy("10 Year", AgeDetail.TEN_YEARS, EthnicityDetail.ANY),
    Policy("10 Year-GenEth", AgeDetail.TEN_YEARS, EthnicityDetail.THREE_VALUES),
)
"""The five alternatives of Table 2, in its order."""


class PolicyMeasure(StrEnum):
    """The three ways to add up the risk of records (equations 2 to 4)."""

    TOTAL = "total"
    GRADUATED = "graduated"
    NON_GRADUATED = "non_graduated"


@dataclass(frozen=True)
class PolicyRisk:
    """The risk of a cohort under one policy, as shares of the cohort."""

    total: float
    """Every record counts 1/g^a."""
    graduated: float
    """Records in groups of at most T people count 1/g^a, others nothing."""
    non_graduated: float
    """Records in groups of at most T people count 1, others nothing."""

    def of(self, measure: PolicyMeasure) -> float:
        return {
            PolicyMeasure.TOTAL: self.total,
            PolicyMeasure.GRADUATED: self.graduated,
            PolicyMeasure.NON_GRADUATED: self.non_graduated,
        }[measure]


@dataclass(frozen=True)
class PolicyOutcome:
    """What one policy does to the cohort."""

    name: str
    told: tuple[str, ...]
    """For every variable, how the policy tells it, in words."""
    classes: int
    """Classes of the cohort."""
    risk: PolicyRisk
    acceptable: Mapping[PolicyMeasure, bool]
    """Whether the risk is no greater than Safe Harbor's, measure by measure: thumbs up or down."""
    estimates: Mapping[PolicyMeasure, RiskEstimate] | None = None
    """The same risks with their intervals, where the population was spread."""

    @property
    def is_acceptable(self) -> bool:
        """By all three measures."""
        return all(self.acceptable.values())


@dataclass(frozen=True)
class PolicyNode:
    """A node of the lattice whose risk is no greater than Safe Harbor's by all measures."""

    levels: tuple[int, ...]
    loss: float
    information_kept: float
    """1 less the loss as a share of what telling nothing would lose."""
    risk: PolicyRisk


@dataclass(frozen=True)
class Overlay:
    """What two releases of one cohort tell together, if their records can be put side by side."""

    names: tuple[str, str]
    is_finer: bool
    """Whether together they tell more than each alone."""
    classes: tuple[int, int, int]
    """Classes of the population: in the first, in the second, in both together."""
    risk: PolicyRisk
    acceptable: Mapping[PolicyMeasure, bool]

    @property
    def is_acceptable(self) -> bool:
        return all(self.acceptable.values())


@dataclass(frozen=True)
class PolicyComparison:
    """Everything `bauta policies` found."""

    title: str | None
    source: str
    population: PopulationFacts
    records: int
    threshold: int
    """T: groups of at most so many people count in the graduated and the non-graduated risk."""
    scaling: float
    """a in 1/g^a."""
    variables: tuple[str, ...]
    level_names: tuple[tuple[str, ...], ...]
    loss: LossKind
    safe_harbor: PolicyOutcome
    alternatives: tuple[PolicyOutcome, ...]
    not_tried: Mapping[str, str]
    """Policies that could not be tried, and why."""
    lattice_nodes: int
    nodes_judged: int
    frontier: tuple[PolicyNode, ...] | None
    """Nodes no finer than which is acceptable, most information first; None where it was not looked for."""
    overlay: Overlay | None
    notes: tuple[str, ...]
