"""The default estimator on real populations: Adult and a subset of FARS, taken for everybody there is.

The goal, from the project's task: a mean relative error of the marketer's risk within 0.03 at a tenth and within 0.02
from three tenths on, with 95 % intervals that hold the truth at least nine times in ten. Relative error is estimated
over true risk less 1, the truth being sum_j (f_j/F_j)/n of the sample itself. `python -m benchmarks.estimators` prints
these and the other estimators' as a table.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import encode_classes, in_order
from bauta.model.estimates import RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.source import DataSource
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.poisson_gamma import estimate_by_poisson_gamma
from bauta.population.summary import summarise

POPULATIONS = {
    "Adult, education": ("adult/adult.csv", ("age", "education", "race", "sex")),
    "Adult, occupation": ("adult/adult.csv", ("age", "marital-status", "occupation", "sex")),
    "Adult, country": ("adult/adult.csv", ("age", "native-country", "workclass", "sex", "salary-class")),
    "FARS": ("fars_subset/fars_subset.csv", ("iage", "irace", "isex", "ideathmon")),
}
FRACTIONS = (0.1, 0.3, 0.5, 0.7, 0.9)
SAMPLES = {0.1: 24, 0.3: 8, 0.5: 8, 0.7: 8, 0.9: 8}
"""More of the small ones: a single estimate from a tenth is off by some 0.03 either way."""
GOAL = {0.1: 0.03, 0.3: 0.02, 0.5: 0.02, 0.7: 0.02, 0.9: 0.02}


def classes_with(columns: list[Codes], sizes: Integers) -> EquivalenceClasses:
    """Classes with the values they have numbered from 0."""
    codes = tuple(np.unique(own, return_inverse=True)[1].astype(np.int32) for own in columns)
    domains = tuple(Domain(range(own.max() + 1), has_missing=False) for own in codes)
    return EquivalenceClasses(tuple(f"v{v}" for v in range(len(codes))), domains, codes, sizes)


def estimate_and_truth(
    population: EquivalenceClasses, fraction: float, rng: np.random.Generator
) -> tuple[RiskEstimate, float]:
    """Of one simple random sample."""
    n = round(fraction * population.n_records)
    sizes = rng.multivariate_hypergeometric(population.sizes, n, method="marginals")
    kept = sizes > 0
    classes = classes_with([own[kept] for own in population.codes], sizes[kept])
    sampling = Sampling(n, population.n_records)
    posterior = estimate_by_poisson_gamma(classes, sampling).posterior
    estimate = summarise(classes.sizes, posterior, sampling, DEFAULT_THRESHOLD, "poisson-gamma").marketer
    return estimate, float((classes.sizes / population.sizes[kept]).sum()) / n


Results = tuple[tuple[RiskEstimate, float], ...]


@pytest.fixture(scope="module")
def results_of(shared_data: Callable[[str], Path]) -> Callable[[str, float], Results]:
    """Estimates and truths of the samples of one population at one fraction."""

    @cache
    def population(name: str) -> EquivalenceClasses:
        file, variables = POPULATIONS[name]
        with DuckDbEngine() as engine:
            groups = engine.count_groups(engine.open(DataSource(str(shared_data(file)))), variables)
        return in_order(encode_classes(groups.values, groups.sizes))  # or samples would differ from run to run

    @cache
    def results(name: str, fraction: float) -> Results:
        rng = np.random.default_rng(2010)
        return tuple(estimate_and_truth(population(name), fraction, rng) for _ in range(SAMPLES[fraction]))

    return results


CELLS = [(name, fraction) for name in POPULATIONS for fraction in FRACTIONS]


@pytest.mark.parametrize(("name", "fraction"), CELLS)
def test_mean_relative_error_meets_the_goal(
    name: str, fraction: float, results_of: Callable[[str, float], Results]
) -> None:
    error = float(np.mean([estimate.value / truth - 1 for estimate, truth in results_of(name, fraction)]))
    assert abs(error) <= GOAL[fraction]


@pytest.mark.parametrize("name", POPULATIONS)
def test_intervals_hold_the_truth_nine_times_in_ten(name: str, results_of: Callable[[str, float], Results]) -> None:
    results = [result for fraction in FRACTIONS for result in results_of(name, fraction)]
    assert np.mean([estimate.lower <= truth <= estimate.upper for estimate, truth in results]) >= 0.9


def test_no_cell_is_far_off(results_of: Callable[[str, float], Results]) -> None:
    for name, fraction in CELLS:
        error = float(np.mean([estimate.value / truth - 1 for estimate, truth in results_of(name, fraction)]))
        assert abs(error) <= 0.035, (name, fraction)
