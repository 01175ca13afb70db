"""The result of de-identifying a data set, and of exploring how to: plain facts, no value of any person."""

from collections.abc import Mapping
from dataclasses import dataclass

from bauta.model.assessment import Assessment
from bauta.model.durations import DurationFacts
from bauta.model.sampling import Sampling
from bauta.model.threshold import Thresholds
from bauta.model.ties import TiesOfRelease
from bauta.model.transformations import CellReading, CriterionKind, LossKind, SuppressionKind
from bauta.model.uniqueness import NearUniqueness
from bauta.model.verification import Verifier


@dataclass(frozen=True)
class Goal:
    """What a release had to meet, and what could be done for it."""

    criterion: CriterionKind
    thresholds: Thresholds
    has_population: bool
    """Whether people are matched with a population (journalist) rather than within the data (prosecutor)."""
    suppression: SuppressionKind
    suppression_limit: float
    reading: CellReading
    loss: LossKind
    verifier: Verifier | None = None
    """The adversary who verifies, if the release is made against one; tau then has the cell size for them."""
    sampling: Sampling | None = None
    """Whether people are matched with a population of this size, whose classes are estimated."""
    was_met: bool = False
    """Whether the data were judged to be acceptable as they are, so that nothing was searched for."""

    @property
    def is_journalists(self) -> bool:
        """Whether people are matched with a population, counted or estimated, rather than within the data."""
        return self.has_population or self.sampling is not None


@dataclass(frozen=True)
class VariableOutcome:
    """What became of one quasi-identifier."""

    variable: str
    level: int
    level_name: str
    highest_level: int
    hierarchy: str
    """Where its hierarchy came from, in words."""
    values_before: int
    values_after: int
    suppressed_cells: int


@dataclass(frozen=True)
class Solution:
    """A node of the lattice, what is suppressed there, and what that costs."""

    variables: tuple[VariableOutcome, ...]
    suppressed_records: int
    """People who lost a row, be it one of several, or quasi-identifiers or some cells."""
    suppressed_cells: int
    """Cells of quasi-identifiers that are suppressed in rows that stay, counted in the release."""
    losses: Mapping[LossKind, float]
    rows_left_out: int = 0
    rows_blanked: int = 0
    """Rows that stay without any quasi-identifier."""
    was_chosen: bool = False
    """Whether a person chose the levels, rather than the search."""
    was_planned: bool = False
    """Whether an earlier plan said which levels."""


@dataclass(frozen=True)
class SearchFacts:
    """How the solution was found."""

    lattice_nodes: int
    nodes_evaluated: int
    is_optimal: bool | None
    """None where levels were given and nothing was searched for."""
    gap: float | None
    """By how much, relatively, the loss can exceed the optimum; 0 where it is the optimum, None without a search."""
    cpu_seconds: float
    finer_untried: bool = False
    """Whether finer levels than those searched are allowed, but make more classes than fit into memory."""


@dataclass(frozen=True)
class ColumnOutcome:
    """What became of a column that is not a quasi-identifier."""

    column: str
    what: str
    """In words: "removed", "kept", "random pseudonyms", "dates shifted by up to 182 days"."""


@dataclass(frozen=True)
class Subsample:
    """A random share of the people was released, which itself lowers the risk. All figures are of the release."""

    fraction: float
    people_before: int
    people_drawn: int
    average_risk: float
    maximum_risk: float
    """From an adversary who knows who was drawn: drawing does nothing against them."""
    average_risk_if_unknown: float
    maximum_risk_if_unknown: float
    """From one who knows who is in the source but not who was drawn."""


@dataclass(frozen=True)
class GroupOfPeople:
    """People of a release by an earlier plan who came, stayed, changed class or are gone since the release before."""

    people: int
    """Those whom a comparison of the releases shows to be such."""
    held_back: int
    """Those who are not released because of it; of people who are gone, who is held back beside them."""
    small_groups: int
    """Groups of people alike before and now that are smaller than the least size ..."""
    people_in_small: int
    """... and the people in them."""


NOBODY_COMPARED = GroupOfPeople(0, 0, 0, 0)


@dataclass(frozen=True)
class BesideEarlier:
    """What a release by an earlier plan shows to whoever has the releases before it."""

    is_judged: bool
    """False where nobody knows who was released before."""
    reason: str | None = None
    """Why newcomers were released all the same."""
    least: int | None = None
    """The size that groups must have; for an average, with which it holds for certain."""
    newcomers: GroupOfPeople = NOBODY_COMPARED
    stayed: GroupOfPeople = NOBODY_COMPARED
    changed: GroupOfPeople = NOBODY_COMPARED
    gone: GroupOfPeople = NOBODY_COMPARED


@dataclass(frozen=True)
class Deidentification:
    """Everything `bauta deidentify` did."""

    title: str | None
    source: str
    folder: str | None
    """Where release/ and custodian/ are; None for frames in Python."""
    goal: Goal
    solution: Solution
    search: SearchFacts
    before: Assessment
    after: Assessment
    """Measured from the written file."""
    columns: tuple[ColumnOutcome, ...]
    subsample: Subsample | None
    rows_before: int
    rows_after: int
    seconds: float
    notes: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    """Notes that nobody should overlook."""
    data_files: int = 1
    """In how many files the data are."""
    is_test: bool = False
    """Whether everything was drawn with a seed that can be guessed: not to be given to anybody."""
    recipient: str | None = None
    """Who gets it; None where nobody was named."""
    near_uniqueness: NearUniqueness | None = None
    """Whom the kept columns single out; None where none are kept."""
    beside: BesideEarlier | None = None
    """What it shows beside the releases before it; None where no plan was applied, or for somebody else."""
    ties: TiesOfRelease | None = None
    """What kept columns reveal of quasi-identifiers; None in results of before this was asked."""
    durations: DurationFacts | None = None
    """What became of the days between shifted dates; None where there are none."""


@dataclass(frozen=True)
class NodeOutcome:
    """One node of the lattice."""

    levels: tuple[int, ...]
    loss: float
    """With what it must suppress."""
    suppressed_records: int
    """People who would have to be suppressed for the criterion to hold."""
    suppressed_share: float
    maximum_risk: float | None
    average_risk: float | None
    """Of the release: without those whose rows go, and with those who only lose quasi-identifiers, as a class of their
    own. None where nobody is left."""
    classes: int
    """Classes that are kept."""
    is_within_limit: bool
    is_on_frontier: bool
    """Whether no other node has both less loss and fewer people suppressed."""


@dataclass(frozen=True)
class Exploration:
    """Everything `bauta explore` found."""

    title: str | None
    source: str
    goal: Goal
    variables: tuple[str, ...]
    level_names: tuple[tuple[str, ...], ...]
    """For each variable, its levels' names."""
    records: int
    lattice_nodes: int
    nodes: tuple[NodeOutcome, ...]
    """All of them, or the frontier only, the least loss first."""
    is_whole: bool
    best: NodeOutcome | None
    """The optimum within the suppression limit; None where no node is within it."""
    notes: tuple[str, ...]
