"""Estimators tried where the truth is known: a data set is the population, and samples are drawn from it.

Dankar and El Emam (2010), Figure 2. The people are drawn without replacement, so that with n of N people the sizes f_j
of the classes in a sample are multivariate hypergeometric, given their sizes F_j. Nobody has to be drawn one by one.
What the sample lacks is not known: values that nobody drawn has are no values of the sample.

The truth is that of the sample at hand for the marketer's risk, (1/n) sum_j f_j/F_j, and that of the population for its
uniques, the number of classes with F_j = 1. The error of an estimate is estimate/truth - 1.

References
----------
Dankar, F. K. and El Emam, K. (2010). A method for evaluating marketer re-identification risk. Proceedings of the 2010
EDBT/ICDT Workshops (PAIS), article 28.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from bauta.equivalence.classes import Domain, EquivalenceClasses, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator, RiskEstimate, UniquenessEstimator
from bauta.model.evaluation import Comparison, ErrorsAtFraction, OverallError
from bauta.model.sampling import Sampling
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.estimators import estimate_classes, estimate_uniques
from bauta.population.summary import summarise

EstimationListener = Callable[[int, int], None]
"""Hears how many of how many estimates are made."""
Method = Estimator | UniquenessEstimator
Clock = Callable[[], float]
"""Seconds of work done so far."""

MOST_PEOPLE = 10**9 - 1
"""More cannot be drawn from: numpy's limit."""
ROUNDING = 1e-9
"""How far, relatively, a truth may be outside of an interval and still count as its end."""
TELLS_UNIQUES = (Estimator.POISSON_GAMMA,)
"""Estimators of whole classes that are compared with the estimators of uniques."""


@dataclass(frozen=True, eq=False, repr=False)
class Sample:
    """A sample from a known population."""

    classes: EquivalenceClasses
    sampling: Sampling
    population_sizes: Integers
    """F_j of the sample's own classes: the truth."""

    @property
    def marketer_risk(self) -> float:
        """The expected share of the sample's records that are matched correctly with the population."""
        return float((self.classes.sizes / self.population_sizes).sum()) / self.sampling.records


def people_to_sample(people: int, fraction: float) -> int:
    """The size of a sample, the nearest whole number."""
    return round(fraction * people)


def draw_sample(population: EquivalenceClasses, people: int, rng: np.random.Generator) -> Sample:
    """A simple random sample without replacement, its values numbered anew."""
    sizes = rng.multivariate_hypergeometric(population.sizes, people, method="marginals")
    drawn = np.flatnonzero(sizes)
    domains, codes = [], []
    for domain, own in zip(population.domains, population.codes, strict=True):
        occurs = np.zeros(domain.size, bool)
        occurs[own[drawn]] = True
        number = (np.cumsum(occurs) - 1).astype(np.int32)
        domains.append(Domain(range(int(number[-1]) + 1), has_missing=False))  # missing is a value like any other here
        codes.append(number[own[drawn]])
    classes = EquivalenceClasses(population.variables, tuple(domains), tuple(codes), sizes[drawn].astype(np.int64))
    return Sample(classes, Sampling(people, population.n_records), population.sizes[drawn])


def evaluate_estimators(
    population: EquivalenceClasses,
    methods: Sequence[Method],
    *,
    fractions: Sequence[float],
    samples: int,
    rng: np.random.Generator,
    clock: Clock,
    listener: EstimationListener | None = None,
) -> tuple[Comparison, Comparison]:
    """Errors of the marketer's risk, and of the number of population uniques unless there are none.

    The samples depend on `rng` and on the population's order of classes alone, not on the methods tried on them.
    """
    uniques = int(np.count_nonzero(population.sizes == 1))
    asked = [method for method in methods if uniques or isinstance(method, Estimator)]
    marketer = {(one.value, fraction): _Record() for one in asked if _tells_risk(one) for fraction in fractions}
    alone = {
        (one.value, fraction): _Record() for one in asked if uniques and _tells_uniques(one) for fraction in fractions
    }
    total, done = len(fractions) * samples * len(asked), 0
    for fraction in fractions:
        people = people_to_sample(population.n_records, fraction)
        for _ in range(samples):
            sample = draw_sample(population, people, rng)
            for method in asked:
                began = clock()
                told = _ask(method, sample)
                seconds, place = clock() - began, (method.value, fraction)
                if place in marketer:
                    marketer[place].add(told.marketer, sample.marketer_risk, seconds, told.why)
                if place in alone:
                    alone[place].add(told.uniques, uniques, seconds, told.why)
                done += 1
                if listener is not None:
                    listener(done, total)
    return _compare(marketer), _compare(alone)


def _tells_risk(method: Method) -> bool:
    return isinstance(method, Estimator)


def _tells_uniques(method: Method) -> bool:
    return isinstance(method, UniquenessEstimator) or method in TELLS_UNIQUES


@dataclass(frozen=True)
class _Told:
    """What a method says of a sample, or why it says nothing."""

    marketer: RiskEstimate | None = None
    uniques: RiskEstimate | None = None
    why: str | None = None


def _ask(method: Method, sample: Sample) -> _Told:
    try:
        if isinstance(method, UniquenessEstimator):
            return _Told(uniques=estimate_uniques(sample.classes.sizes, sample.sampling, method))
        posterior = estimate_classes(sample.classes, sample.sampling, method).posterior
    except EstimatorCannotAnswer as refusal:
        return _Told(why=str(refusal.facts["why"]))
    risk = summarise(sample.classes.sizes, posterior, sample.sampling, DEFAULT_THRESHOLD, method.value)
    return _Told(risk.marketer, risk.population_uniques)


@dataclass(eq=False)
class _Record:
    """How one method does at one fraction, sample by sample."""

    errors: list[float] = field(default_factory=list)
    held: int = 0
    seconds: float = 0.0
    refusals: list[str] = field(default_factory=list)

    def add(self, estimate: RiskEstimate | None, truth: float, seconds: float, why: str | None) -> None:
        if estimate is None:
            self.refusals.append(why or "")
            return
        self.errors.append(estimate.value / truth - 1)
        self.held += estimate.lower <= truth * (1 + ROUNDING) and estimate.upper >= truth * (1 - ROUNDING)
        self.seconds += seconds

    def result(self, method: str, fraction: float) -> ErrorsAtFraction:
        n = len(self.errors)
        return ErrorsAtFraction(
            method=method,
            fraction=fraction,
            mean_error=float(np.mean(self.errors)) if n else None,
            deviation=float(np.std(self.errors, ddof=1)) if n > 1 else None,
            coverage=self.held / n if n else None,
            cpu_seconds=self.seconds / n if n else None,
            unanswered=len(self.refusals),
            why_unanswered=self.refusals[0] if self.refusals else None,
        )


def _compare(records: dict[tuple[str, float], _Record]) -> Comparison:
    rows = tuple(record.result(method, fraction) for (method, fraction), record in records.items())
    overall = []
    for method in dict.fromkeys(method for method, _ in records):
        own = [record for (whose, _), record in records.items() if whose == method]
        errors = [float(np.mean(np.abs(record.errors))) for record in own if record.errors]
        unanswered = sum(len(record.refusals) for record in own)
        overall.append(OverallError(method, float(np.mean(errors)) if errors else None, unanswered))
    return Comparison(rows, tuple(sorted(overall, key=_place)))


def _place(overall: OverallError) -> tuple[bool, bool, float]:
    error = overall.mean_absolute_error
    return error is None, overall.unanswered > 0, round(error or 0.0, 9)
