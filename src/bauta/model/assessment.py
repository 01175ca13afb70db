"""The result of measuring a data set: plain facts, frozen, with no value of any person in them."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from bauta.model.estimates import PopulationEstimates, RiskEstimate
from bauta.model.missing import WildcardFigures
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.verification import Verifier


class Adversary(StrEnum):
    """Who might try (El Emam 2011, appendix; Dankar and El Emam 2010)."""

    PROSECUTOR = "prosecutor"
    """Looks for one person known to be in the data."""

    JOURNALIST = "journalist"
    """Looks for anyone, not knowing who is in the data."""

    MARKETER = "marketer"
    """Matches the whole file against a list and wants as many correct matches as possible."""

    VERIFIER = "verifier"
    """Tries several of the people who fit, and checks each (El Emam et al. 2013)."""


class Verdict(StrEnum):
    """What a decision rule says, or all that is known together."""

    HIGH = "HIGH"
    LOW = "LOW"
    UNSETTLED = "UNSETTLED"
    """Low by the figures, but something in the table was not judged. Never what a single rule says."""


@dataclass(frozen=True)
class Unsettled:
    """Something in a table that could identify people and was not judged."""

    column: str
    """The column, or several as they are printed."""
    why: str
    """A sentence."""
    remedy: str
    """A sentence: what settles it."""


OTHER_TABLES = "what other tables record of the same people"
EARLIER_RELEASES = "earlier releases of the same people"
OTHER_RELEASES = (
    "other releases of them than those of the plan, and what changed since in numbers of rows and kept columns"
)
"""What is left of that where a plan was applied and its release was looked at."""
DAYS_BETWEEN_ROWS = "days between dates in different rows of one person, which shifting leaves as they were"
NOT_JUDGED = (OTHER_TABLES, EARLIER_RELEASES)
"""What no verdict covers yet; named under each of them."""


@dataclass(frozen=True)
class RiskProfile:
    """The distribution of one adversary's success over the records, reduced to the published metrics."""

    adversary: Adversary
    maximum: float
    """R_b: the probability for the record most at risk."""
    average: float
    """R_c: the mean probability, which is the expected share of records re-identified."""
    exact_average: Fraction | None
    """The same as a fraction where that is cheap to know; decisions at the edge use it."""
    strict_average: float
    """The average if no class is smaller than three, otherwise the maximum."""
    strict_average_holds: bool
    """Whether no class is smaller than three."""
    records_at_risk: int
    """Records whose class is smaller than tau's cell size."""
    share_at_risk: float
    """R_a: the same as a share of all records."""
    smallest_class: int
    """The fewest people any record could be taken for, in the data or the population."""


class VerifiedClasses(StrEnum):
    """Whose classes a verifier was measured on."""

    DATA = "data"
    """People of the data: those who fit a record are taken to be in it."""

    POPULATION = "population"
    """People of a known population."""

    SPREAD = "spread population"
    """The same, where people of its groups had to be spread: an estimate."""

    ESTIMATED = "estimated population"
    """The expectation over the sizes that classes may have in the population."""


@dataclass(frozen=True)
class VerifierRisk:
    """The risk from an adversary who verifies, each record with the probability R(F_j; M, p) of its class."""

    verifier: Verifier
    profile: RiskProfile
    """Records at risk are those in classes below `least_class_size`."""
    least_class_size: int
    """The smallest class in which the risk is within tau: what the cell size is to other adversaries."""
    classes: VerifiedClasses = VerifiedClasses.DATA


@dataclass(frozen=True)
class RuleOutcome:
    """One decision rule applied."""

    rule: str
    """D_a, D_b, D_c or strict average."""
    value: float
    limit: float
    verdict: Verdict


@dataclass(frozen=True)
class AdversaryDecision:
    """The decision rules for one adversary."""

    adversary: Adversary
    outcomes: tuple[RuleOutcome, ...]


@dataclass(frozen=True)
class Decision:
    """All rules for all adversaries, and the verdict that follows from one of them and from what was not judged."""

    thresholds: Thresholds
    adversaries: tuple[AdversaryDecision, ...]
    rule_verdict: Verdict
    """HIGH or LOW by the rule that decides: the maximum risk rule D_b for the adversary that applies."""
    decided_by: str
    """Which adversary and rule that is."""
    unsettled: tuple[Unsettled, ...] = ()
    """What was not judged, each thing once."""
    not_judged: tuple[str, ...] = NOT_JUDGED
    """What the verdict does not cover, in words."""

    @property
    def verdict(self) -> Verdict:
        """LOW only if the rule says so and nothing is left unsettled."""
        return settled_verdict(self.rule_verdict, self.unsettled)


def settled_verdict(by_rule: Verdict, unsettled: tuple[Unsettled, ...]) -> Verdict:
    """What a rule says, unless it says LOW of a table in which something was not judged."""
    return Verdict.UNSETTLED if by_rule is Verdict.LOW and unsettled else by_rule


@dataclass(frozen=True)
class SizeCount:
    """Classes of one size and the records in them."""

    size: int
    classes: int
    records: int


@dataclass(frozen=True)
class Contribution:
    """What one quasi-identifier adds to the prosecutor's risk."""

    variable: str
    values: int
    """Different values, missing counted as one."""
    has_missing: bool
    average_without: float
    average_added: float
    maximum_without: float
    uniques_without: int
    uniques_added: int


@dataclass(frozen=True)
class SmallClass:
    """One of the smallest classes: where it is, never what is in it."""

    size: int
    rows: tuple[int, ...]
    """Numbers of the data rows, from 1, the header not counted; cut short when there are many."""


@dataclass(frozen=True)
class AttributeDisclosure:
    """What an adversary learns about a sensitive variable without knowing which record is whose."""

    variable: str
    smallest_diversity: int
    """Distinct l-diversity: the fewest different sensitive values in any class."""
    homogeneous_classes: int
    homogeneous_records: int
    """Records in classes in which everybody has the same value."""
    homogeneous_records_not_unique: int
    """Of these, the records that share their class with others: told although not singled out."""
    largest_distance: float
    """t-closeness: the largest distance between a class's distribution and the whole table's."""
    distance: str
    """"equal" (any two values are equally far apart) or "ordered" (numbers, by rank)."""


@dataclass(frozen=True)
class Unit:
    """How rows became people."""

    rows: int
    people: int
    person_key: str | None
    people_in_several_classes: int = 0

    @property
    def repeated_rows(self) -> int:
        return self.rows - self.people


class PopulationUnit(StrEnum):
    """How the population's people were counted."""

    ROWS = "rows"
    """Every row was taken for one person."""

    PERSON_KEY = "person_key"
    """Distinct people, by the data's person key."""

    COUNTS = "counts"
    """A column holds numbers of people."""


@dataclass(frozen=True)
class SpreadFacts:
    """A population that is coarser than the data: what was spread over finer classes, and the risk with its doubt."""

    groups: int
    """Groups of the population whose people were spread."""
    classes: int
    """Classes of the data they were spread over."""
    records: int
    """People of the data in these."""
    coarser: tuple[str, ...]
    """Variables the population tells in groups."""
    lacking: tuple[str, ...]
    """Variables the population does not have."""
    prior: float
    """alpha: people added to every possible class before the shares in the data decide; the more, the evener."""
    journalist: RiskEstimate
    """The maximum: E[1/F] of the class where it is largest, and the interval of 1/F there."""
    marketer: RiskEstimate
    """The average."""


@dataclass(frozen=True)
class PopulationFacts:
    """What the data was compared with."""

    shown: str
    people: int
    sampling_fraction: float
    unit: PopulationUnit = PopulationUnit.ROWS
    absent_classes: int = 0
    """Classes of the data that the population does not have, taken to be as large there as in the data ..."""
    absent_records: int = 0
    """... and the people in them."""
    spread: SpreadFacts | None = None
    unreadable: tuple[tuple[str, int], ...] = ()
    """Variables with people in groups that cannot be read, and how many people: they fit nobody of the data."""
    notes: tuple[str, ...] = ()
    """What was left out of it."""


@dataclass(frozen=True)
class Assessment:
    """Everything `bauta assess` found."""

    title: str | None
    source: str
    quasi_identifiers: tuple[str, ...]
    direct_identifiers: tuple[str, ...]
    """Direct identifiers declared or suggested: with them in the file its risk is 1, whatever follows."""
    possible_person_key: str | None
    """A column that may tell people apart, by its name, where rows were taken for people."""
    roles_were_suggested: bool
    """True where no study and no --qi named the quasi-identifiers, so that the profile's suggestion was used."""
    unit: Unit
    classes: int
    smallest_class: int
    sample_uniques: int
    sizes: tuple[SizeCount, ...]
    prosecutor: RiskProfile
    journalist: RiskProfile | None
    marketer: RiskProfile
    decision: Decision
    contributions: tuple[Contribution, ...]
    smallest_classes: tuple[SmallClass, ...]
    attribute_disclosure: tuple[AttributeDisclosure, ...]
    population: PopulationFacts | None
    notes: tuple[str, ...]
    estimates: PopulationEstimates | None = None
    """What was estimated of a population that is known by its size alone."""
    verifier: VerifierRisk | None = None
    """Where attempts and a probability of verification were given."""
    wildcard: WildcardFigures | None = None
    """Where missing values were asked to be counted as wildcards too."""

    @property
    def records(self) -> int:
        """People: the unit of risk."""
        return self.unit.people

    @property
    def is_estimated(self) -> bool:
        """Whether figures of the population are estimates, by its size alone or where its groups were spread."""
        return self.estimates is not None or (self.population is not None and self.population.spread is not None)

    @property
    def threshold(self) -> Threshold:
        return self.decision.thresholds.tau

    def without_judging(self, *names: str) -> "Assessment":
        """The same, with what its verdict does not cover."""
        return replace(self, decision=replace(self.decision, not_judged=names))

    def with_unsettled(self, *found: Unsettled) -> "Assessment":
        """The same with more that was not judged."""
        unsettled = tuple(dict.fromkeys((*self.decision.unsettled, *found)))
        return replace(self, decision=replace(self.decision, unsettled=unsettled))
