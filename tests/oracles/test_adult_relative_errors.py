"""Adult as the population: mean relative errors of fixed estimators, against figures from before bauta had them.

The figures are means over 50 samples, stated in the project's task; the program that made them is not at hand. Here
fewer samples are drawn. Relative error is estimated over true marketer risk less 1, the truth being
sum_j (f_j/F_j)/n of the sample itself.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.classes import Domain, EquivalenceClasses
from bauta.equivalence.coding import encode_classes
from bauta.model.sampling import Sampling
from bauta.model.source import DataSource
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.poisson_log_linear import estimate_by_log_linear
from bauta.population.posterior import Posterior

VARIABLES = ("age", "education", "race", "sex")
SAMPLES = 12
FRACTIONS = (0.1, 0.3, 0.5, 0.7, 0.9)
MEAN_RELATIVE_ERRORS = {
    "mu-argus": (-0.30, -0.13, -0.07, -0.03, -0.01),
    "independence": (0.044, 0.014, -0.002, -0.009, -0.006),
    "two-way": (-0.25, -0.06, -0.02, -0.006, -0.001),
}
ESTIMATORS: dict[str, Callable[[EquivalenceClasses, Sampling], Posterior]] = {
    "mu-argus": lambda classes, sampling: estimate_by_mu_argus(classes.sizes, sampling),
    "independence": lambda classes, sampling: estimate_by_log_linear(classes, sampling, pairs=()),
    "two-way": estimate_by_log_linear,
}


@pytest.fixture(scope="module")
def adult(shared_data: Callable[[str], Path]) -> EquivalenceClasses:
    path = shared_data("adult/adult.csv")
    with DuckDbEngine() as engine:
        groups = engine.count_groups(engine.open(DataSource(str(path))), VARIABLES)
    return encode_classes(groups.values, groups.sizes)


def sample_of(
    population: EquivalenceClasses, fraction: float, rng: np.random.Generator
) -> tuple[EquivalenceClasses, Sampling, np.ndarray]:
    """A simple random sample, with values numbered anew, and the true sizes of its classes."""
    people = np.repeat(np.arange(len(population)), population.sizes)
    n = round(fraction * len(people))
    drawn, sizes = np.unique(rng.permutation(people)[:n], return_counts=True)
    codes = tuple(np.unique(own[drawn], return_inverse=True)[1].astype(np.int32) for own in population.codes)
    domains = tuple(Domain(range(own.max() + 1), has_missing=False) for own in codes)
    classes = EquivalenceClasses(population.variables, domains, codes, sizes.astype(np.int64))
    return classes, Sampling(n, len(people)), population.sizes[drawn]


@pytest.mark.parametrize("position", range(len(FRACTIONS)), ids=[str(fraction) for fraction in FRACTIONS])
def test_mean_relative_error(adult: EquivalenceClasses, position: int) -> None:
    assert adult.n_records == 30_162
    rng = np.random.default_rng(2010)
    errors: dict[str, list[float]] = {name: [] for name in ESTIMATORS}
    for _ in range(SAMPLES):
        classes, sampling, true_sizes = sample_of(adult, FRACTIONS[position], rng)
        truth = (classes.sizes / true_sizes).sum()
        for name, estimate in ESTIMATORS.items():
            errors[name].append(float(classes.sizes @ estimate(classes, sampling).reciprocal / truth - 1))
    for name, expected in MEAN_RELATIVE_ERRORS.items():
        assert np.mean(errors[name]) == pytest.approx(expected[position], abs=0.02), name
