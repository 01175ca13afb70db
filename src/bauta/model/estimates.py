"""Numbers that are estimated rather than counted: each with its doubt and the method it came from."""

from dataclasses import dataclass
from enum import StrEnum

from bauta.model.sampling import Sampling

SMALL_CHANCE = 0.025
"""What a 95 % interval leaves out at each end; and the chance of a smaller class up to which a maximum is LOW."""


class Estimator(StrEnum):
    """Published ways from the sizes of classes in a sample to their sizes in the population, and bauta's own."""

    POISSON_GAMMA = "poisson-gamma"
    """Gamma or log-normal rates around means from latent groups; the default."""
    LOG_LINEAR = "log-linear"
    """Poisson, model chosen by Skinner and Shlomo's criterion between independence and all two-way interactions."""
    INDEPENDENCE = "independence"
    TWO_WAY = "two-way"
    MU_ARGUS = "mu-argus"
    NEGATIVE_BINOMIAL = "negative-binomial"


class UniquenessEstimator(StrEnum):
    """Ways to estimate how many people are unique in the population; they say nothing about larger classes."""

    ZAYATZ = "zayatz"
    PITMAN = "pitman"
    SNB = "snb"
    DANKAR = "dankar"
    """Dankar et al.'s rule, which of the others to use."""


@dataclass(frozen=True)
class RiskEstimate:
    """One number with its doubt."""

    value: float
    lower: float
    upper: float
    """The ends of a 95 % interval."""
    method: str

    def __post_init__(self) -> None:
        assert self.lower <= self.value <= self.upper


@dataclass(frozen=True)
class PopulationRisk:
    """What one estimator says of a data set drawn from a larger population."""

    marketer: RiskEstimate
    """The expected share of records matched correctly; it is also the journalist's average, R_c."""
    largest_expected: float
    """The largest E[1/F] of a record: how likely the best guess about one record is to be right."""
    maximum: RiskEstimate
    """R_b: E[max 1/F], and the interval of max 1/F. Its upper end decides."""
    smallest_class: int
    """1 over that upper end: with a probability of 97.5 % nobody matches fewer people of the population."""
    chance_of_smaller: float
    """P(some F < k), k being the cell size of the threshold."""
    at_risk: RiskEstimate
    """R_a: the share of records that match fewer than k people of the population."""
    population_and_sample_uniques: RiskEstimate
    """tau_1: sample uniques who are unique in the population too."""
    sample_uniques_matched: RiskEstimate
    """tau_2: sample uniques who are matched correctly."""
    population_uniques: RiskEstimate
    """tau_1/pi: people who are unique in the population, in the data or not."""


@dataclass(frozen=True)
class UniquenessEstimate:
    """How many people one method takes to be unique in the population."""

    method: UniquenessEstimator
    estimate: RiskEstimate | None
    why_not: str | None
    """Why it cannot answer, where it cannot."""


@dataclass(frozen=True)
class AtAnotherSize:
    """The marketer's risk if the population had another size than was said."""

    sampling: Sampling
    marketer: RiskEstimate


@dataclass(frozen=True)
class PopulationEstimates:
    """What a sample tells of the population it was drawn from, nothing being known of that but its size."""

    sampling: Sampling
    estimator: Estimator
    why: str
    """Why this estimator, and what it found."""
    risk: PopulationRisk
    uniqueness: tuple[UniquenessEstimate, ...]
    sensitivity: tuple[AtAnotherSize, ...]
    """Empty unless it was asked for."""
    is_of_release: bool = False
    """Whether the table is a release, and the sample is what it was made from; `sampling` has the sample's people."""
