"""Populations whose every cell is known, and samples of them."""

from collections.abc import Sequence

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.model.estimates import RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.poisson_gamma import estimate_by_poisson_gamma
from bauta.population.summary import summarise


def renumbered(columns: Sequence[Codes], sizes: Integers) -> EquivalenceClasses:
    """Classes with the values they have numbered from 0."""
    codes = tuple(np.unique(own, return_inverse=True)[1].astype(np.int32) for own in columns)
    domains = tuple(Domain(range(own.max() + 1), has_missing=False) for own in codes)
    names = tuple(f"v{v}" for v in range(len(codes)))
    return EquivalenceClasses(names, domains, codes, np.asarray(sizes, dtype=np.int64))


def classes_of(*columns: np.ndarray) -> EquivalenceClasses:
    """The classes of people given column by column."""
    rows, sizes = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    return renumbered([rows[:, v] for v in range(rows.shape[1])], sizes)


def from_cells(counts: np.ndarray) -> EquivalenceClasses:
    """The classes of a table of counts, one axis a variable."""
    occupied = np.nonzero(counts)
    return renumbered([own.astype(np.int32) for own in occupied], counts[occupied])


def sample_of(
    population: EquivalenceClasses, fraction: float, rng: np.random.Generator
) -> tuple[EquivalenceClasses, Sampling, Integers]:
    """A simple random sample, with values numbered anew, and the true sizes of its classes."""
    n = round(fraction * population.n_records)
    sizes = rng.multivariate_hypergeometric(population.sizes, n, method="marginals")
    kept = sizes > 0
    classes = renumbered([own[kept] for own in population.codes], sizes[kept])
    return classes, Sampling(n, population.n_records), population.sizes[kept]


def marketer_and_truth(
    population: EquivalenceClasses, fraction: float, rng: np.random.Generator
) -> tuple[RiskEstimate, float]:
    """What the default says of a sample, and the truth of that sample."""
    classes, sampling, true_sizes = sample_of(population, fraction, rng)
    posterior = estimate_by_poisson_gamma(classes, sampling).posterior
    risk = summarise(classes.sizes, posterior, sampling, DEFAULT_THRESHOLD, "poisson-gamma")
    return risk.marketer, float((classes.sizes / true_sizes).sum()) / sampling.records


def mean_error(results: Sequence[tuple[RiskEstimate, float]]) -> float:
    return float(np.mean([estimate.value / truth - 1 for estimate, truth in results]))


def covered(results: Sequence[tuple[RiskEstimate, float]]) -> float:
    return float(np.mean([estimate.lower <= truth <= estimate.upper for estimate, truth in results]))
