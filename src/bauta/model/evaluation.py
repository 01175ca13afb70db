"""What is reported of estimators tried on samples from a population that is known."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ErrorsAtFraction:
    """How one estimator did over the samples of one fraction; None where there is nothing to take a figure of."""

    method: str
    fraction: float
    """As asked for; the samples have the nearest whole number of people."""
    mean_error: float | None
    """The mean of estimate/truth - 1 over the samples it had an answer for."""
    deviation: float | None
    """The standard deviation of the same over samples; None for fewer than two."""
    coverage: float | None
    """The share of its 95 % intervals that hold the truth."""
    cpu_seconds: float | None
    """The mean over these samples."""
    unanswered: int
    """Samples it had no answer for."""
    why_unanswered: str | None
    """Its reason in the first of them."""


@dataclass(frozen=True)
class OverallError:
    """How far off one estimator was over all fractions, each counting alike."""

    method: str
    mean_absolute_error: float | None
    """The mean of |estimate/truth - 1|; None where it never had an answer."""
    unanswered: int


@dataclass(frozen=True)
class Comparison:
    """Estimators of one quantity, side by side."""

    rows: tuple[ErrorsAtFraction, ...]
    """Estimator by estimator, the smallest fraction first."""
    overall: tuple[OverallError, ...]
    """The best first: those who always answer before the others, then by error."""

    @property
    def methods(self) -> tuple[str, ...]:
        """In the order they were asked for."""
        return tuple(dict.fromkeys(row.method for row in self.rows))

    def of(self, method: str) -> tuple[ErrorsAtFraction, ...]:
        """What is known of one of them."""
        return tuple(row for row in self.rows if row.method == method)


@dataclass(frozen=True)
class EstimatorEvaluation:
    """Everything `bauta evaluate-estimators` found."""

    source: str
    quasi_identifiers: tuple[str, ...]
    person_key: str | None
    people: int
    """N: the people of the data set, taken as the population."""
    classes: int
    population_uniques: int
    """People who are alone in their class there: the truth for those who estimate uniques."""
    fractions: tuple[float, ...]
    people_sampled: tuple[int, ...]
    """n, for each fraction."""
    samples: int
    """Drawn at each fraction."""
    seed: int
    marketer: Comparison
    uniques: Comparison
    """Empty where nobody is unique: there is no relative error then."""
    notes: tuple[str, ...]
