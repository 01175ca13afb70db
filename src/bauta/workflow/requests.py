"""What a person asks to have measured, from a study file or from options alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bauta.model.dates import DateNotation
from bauta.model.durations import Duration
from bauta.model.estimates import Estimator
from bauta.model.missing import Missing
from bauta.model.roles import VariableType
from bauta.model.sampling import Sampling
from bauta.model.source import DataSource
from bauta.model.threshold import Thresholds
from bauta.model.verification import Verifier

if TYPE_CHECKING:  # importing it loads SciPy, which takes as long as a small file
    from bauta.population.in_release import WholeSample

WholeSampleOf = Callable[[tuple[str, ...]], "WholeSample"]

NAMES_OF_THINGS = (VariableType.CATEGORY, VariableType.CODE, VariableType.BOOLEAN)
"""Types whose values have no order, whatever they look like."""

NO_DATES = (*NAMES_OF_THINGS, VariableType.INTEGER, VariableType.DECIMAL)
"""Types of values that a person has looked at and not taken for dates."""


@dataclass(frozen=True)
class PopulationRequest:
    """The people the data came from."""

    source: DataSource | Any = field(repr=False)
    count: str | None = None
    """Column with numbers of people; None for one row per person."""


@dataclass(frozen=True)
class SamplingRequest:
    """The population is known by its size alone, or by the share of it that is in the data."""

    fraction: float | None = None
    population_size: int | None = None
    estimator: Estimator | None = None
    """None: the default."""
    with_sensitivity: bool = False
    whole: WholeSampleOf | None = field(default=None, repr=False, compare=False)
    """Of what the table is a release, where it is one: the sample with these variables."""

    def resolve(self, people: int) -> Sampling:
        """The sampling of data with so many people."""
        if self.population_size is not None:
            return Sampling(people, self.population_size)
        assert self.fraction is not None
        return Sampling.by_fraction(people, self.fraction)


@dataclass(frozen=True)
class AssessmentRequest:
    """One table to measure."""

    data: DataSource | Any = field(repr=False)
    """A source, or a pandas, Polars or Arrow table; not shown, because a table shows its values."""
    quasi_identifiers: Sequence[str] | None = None
    """None: profile the data and take what that suggests."""
    sensitive: Sequence[str] = ()
    unordered: frozenset[str] = frozenset()
    """Sensitive variables declared to be names of things, even if they look like numbers."""
    direct_identifiers: Sequence[str] = ()
    declared: Sequence[str] = ()
    """Every column the study names; one that the data lacks is a mistake worth telling."""
    person_key: str | None = None
    possible_person_key: str | None = None
    """A column whose name says it tells people apart, though nobody said so."""
    missing_codes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    dates: Mapping[str, DateNotation] = field(default_factory=dict)
    """Columns declared to be dates, and how they are written."""
    not_known: Mapping[str, str] = field(default_factory=dict)
    """Columns that nobody could know, as a study says, with the reason; under `durations` the days between dates."""
    ignored_ties: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For columns the quasi-identifiers they reveal, with the reason of the study why that does not matter."""
    durations: tuple[Duration, ...] = ()
    """Days between dates of a row that are counted as columns beside the table's own."""
    genomic: Sequence[str] = ()
    """Columns that hold genotypes and are not taken away."""
    treated: Sequence[str] = ()
    """Columns that a release masks, shifts or leaves out: what they hold now is nobody's question."""
    numbers: frozenset[str] = frozenset()
    """Columns declared to be numbers or codes, so that nobody need ask whether they are dates."""
    population: PopulationRequest | None = None
    sampling: SamplingRequest | None = None
    """Only where there is no population."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    verifier: Verifier | None = None
    """An adversary who checks matches, to be measured beside the others."""
    missing: Missing = Missing.CATEGORY
    hierarchies: Mapping[str, tuple[Any, Path]] = field(default_factory=dict)
    """Hierarchies that a study writes out, by variable, with the folder of the study: they name groups of categories
    in which a population may be told."""
    title: str | None = None

    @property
    def inputs(self) -> tuple[object, ...]:
        """What is read."""
        return (self.data,) if self.population is None else (self.data, self.population.source)
