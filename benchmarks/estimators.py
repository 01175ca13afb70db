"""`python -m benchmarks.estimators`: how far estimates are off, on populations that are known.

A data set is taken for the population, samples are drawn from it, and every estimator is asked for the marketer's risk
of the sample. Relative error is the estimate over the truth, less 1; the truth is sum_j (f_j/F_j)/n of the sample
itself. Covered: how often the 95 % interval held that truth, and how often it held J/N, what the risk is on average
over all samples. The tables of docs/explanation/population-estimates.md are made here.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes, in_order
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator, RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.source import DataSource
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.estimators import estimate_classes
from bauta.population.summary import summarise

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
FRACTIONS = (0.1, 0.3, 0.5, 0.7, 0.9)
FILES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Adult, education": ("adult/adult.csv", ("age", "education", "race", "sex")),
    "Adult, occupation": ("adult/adult.csv", ("age", "marital-status", "occupation", "sex")),
    "Adult, country": ("adult/adult.csv", ("age", "native-country", "workclass", "sex", "salary-class")),
    "FARS subset": ("fars_subset/fars_subset.csv", ("iage", "irace", "isex", "ideathmon")),
}
"""Data sets kept beside the repository."""


def skewed() -> EquivalenceClasses:
    """25,000 people: places by Zipf's law, and an age, a trade and a state of health that depend on the place."""
    rng = np.random.default_rng(1)
    n = 25_000
    place = np.minimum(rng.zipf(1.5, n), 300) - 1
    age = np.clip(rng.normal(40 + 15 * np.sin(place), 14), 0, 95).astype(int)
    trade = np.minimum(rng.zipf(1.7, n) - 1 + place % 3, 40)
    health = (rng.random(n) < age / 120).astype(int) + 2 * (rng.random(n) < 0.1)
    return counted(place, age, trade, health)


def nearly_uniform() -> EquivalenceClasses:
    """25,000 people: a day of the year, one of 12 places, one of 5 bands and a sex, every one nearly as likely."""
    rng = np.random.default_rng(2)
    n = 25_000
    return counted(*(rng.integers(k, size=n) for k in (365, 12, 5, 2)))


def birth_dates() -> EquivalenceClasses:
    """25,000 people: a day of birth among 10,950, a sex and one of 12 places of uneven size."""
    rng = np.random.default_rng(3)
    n = 25_000
    return counted(rng.integers(10_950, size=n), rng.integers(2, size=n), rng.geometric(0.35, n).clip(max=12))


MADE_UP: dict[str, Callable[[], EquivalenceClasses]] = {
    "skewed": skewed,
    "nearly uniform": nearly_uniform,
    "birth dates": birth_dates,
}


@dataclass
class Results:
    """What one estimator said of the samples of one fraction."""

    errors: list[float] = field(default_factory=list)
    covers_file: list[bool] = field(default_factory=list)
    covers_population: list[bool] = field(default_factory=list)
    refusals: int = 0


def counted(*columns: np.ndarray) -> EquivalenceClasses:
    """The classes of people given column by column."""
    rows, sizes = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    return renumbered([rows[:, v] for v in range(rows.shape[1])], sizes)


def renumbered(columns: Sequence[Codes], sizes: Integers) -> EquivalenceClasses:
    """Classes with the values they have numbered from 0."""
    codes = tuple(np.unique(own, return_inverse=True)[1].astype(np.int32) for own in columns)
    domains = tuple(Domain(range(own.max() + 1), has_missing=False) for own in codes)
    return EquivalenceClasses(tuple(f"v{v}" for v in range(len(codes))), domains, codes, sizes.astype(np.int64))


def population_of(name: str) -> EquivalenceClasses | None:
    """The classes of a population by its name; None where its file is not there."""
    if name in MADE_UP:
        return MADE_UP[name]()
    path, variables = FILES[name]
    if not (SHARED / path).exists():
        return None
    with DuckDbEngine() as engine:
        groups = engine.count_groups(engine.open(DataSource(str(SHARED / path))), variables)
    return in_order(encode_classes(groups.values, groups.sizes))


def sample_of(
    population: EquivalenceClasses, fraction: float, rng: np.random.Generator
) -> tuple[EquivalenceClasses, Sampling, Integers]:
    """A simple random sample, with values numbered anew, and the true sizes of its classes."""
    n = round(fraction * population.n_records)
    sizes = rng.multivariate_hypergeometric(population.sizes, n, method="marginals")
    kept = sizes > 0
    classes = renumbered([own[kept] for own in population.codes], sizes[kept])
    return classes, Sampling(n, population.n_records), population.sizes[kept]


def estimated_risk(classes: EquivalenceClasses, sampling: Sampling, estimator: Estimator) -> RiskEstimate:
    """The marketer's risk by one estimator."""
    posterior = estimate_classes(classes, sampling, estimator).posterior
    return summarise(classes.sizes, posterior, sampling, DEFAULT_THRESHOLD, estimator.value).marketer


def evaluate(
    population: EquivalenceClasses, fraction: float, samples: int, estimators: Sequence[Estimator], seed: int = 2010
) -> dict[Estimator, Results]:
    """Every estimator on the same samples."""
    rng = np.random.default_rng(seed)
    results = {estimator: Results() for estimator in estimators}
    on_average = len(population) / population.n_records
    for _ in range(samples):
        classes, sampling, true_sizes = sample_of(population, fraction, rng)
        truth = float((classes.sizes / true_sizes).sum()) / sampling.records
        for estimator, result in results.items():
            try:
                risk = estimated_risk(classes, sampling, estimator)
            except EstimatorCannotAnswer:
                result.refusals += 1
                continue
            result.errors.append(risk.value / truth - 1)
            result.covers_file.append(risk.lower <= truth <= risk.upper)
            result.covers_population.append(risk.lower <= on_average <= risk.upper)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimators")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--estimators", default=",".join(Estimator))
    parser.add_argument("--populations", nargs="*", default=[*FILES, *MADE_UP])
    arguments = parser.parse_args()
    estimators = [Estimator(name) for name in arguments.estimators.split(",")]
    print("| population | estimator |" + "".join(f" {fraction} |" for fraction in FRACTIONS) + " file | J/N |")
    print("|---|---|" + "---|" * (len(FRACTIONS) + 2))
    for name in arguments.populations:
        population = population_of(name)
        if population is None:
            print(f"| {name} | not there |")
            continue
        by_fraction = [evaluate(population, fraction, arguments.samples, estimators) for fraction in FRACTIONS]
        for estimator in estimators:
            results = [found[estimator] for found in by_fraction]
            errors = "".join(
                f" {np.mean(result.errors):+.3f} |" if result.errors else " refused |" for result in results
            )
            of_file = np.mean([held for result in results for held in result.covers_file])
            of_population = np.mean([held for result in results for held in result.covers_population])
            print(f"| {name} | {estimator.value} |{errors} {of_file:.0%} | {of_population:.0%} |", flush=True)


if __name__ == "__main__":
    main()
