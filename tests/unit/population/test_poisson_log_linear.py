"""The Poisson log-linear estimate: by hand, on populations drawn from the model, and its interval."""

import math
from collections.abc import Iterable

import numpy as np
import pytest

from bauta.equivalence.classes import Domain, EquivalenceClasses
from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.log_linear import fit_log_linear
from bauta.population.poisson_log_linear import estimate_by_log_linear, unseen_means
from bauta.population.reciprocal import poisson_reciprocal
from bauta.population.summary import summarise


def drawn(population: np.ndarray, fraction: float, rng: np.random.Generator):
    """Classes and sampling of a simple random sample, and the true sizes of its classes."""
    people = np.repeat(np.arange(population.size), population.ravel())
    n = round(fraction * len(people))
    cells, sizes = np.unique(rng.permutation(people)[:n], return_counts=True)
    codes = np.unravel_index(cells, population.shape)
    classes = EquivalenceClasses(
        variables=tuple(f"v{axis}" for axis in range(population.ndim)),
        domains=tuple(Domain(range(size), has_missing=False) for size in population.shape),
        codes=tuple(own.astype(np.int32) for own in codes),
        sizes=sizes.astype(np.int64),
    )
    return classes, Sampling(n, len(people)), population.ravel()[cells]


def rates_of_pairs(
    shape: tuple[int, ...], pairs: Iterable[tuple[int, int]], people: float, rng: np.random.Generator, spread: float
) -> np.ndarray:
    """Means of a log-linear population with these interactions, `people` in all."""
    logs = np.zeros(shape)
    for axis, size in enumerate(shape):
        logs += rng.normal(0, 0.7, size).reshape([size if other == axis else 1 for other in range(len(shape))])
    for u, v in pairs:
        form = [size if axis in (u, v) else 1 for axis, size in enumerate(shape)]
        logs += rng.normal(0, spread, form)
    rates = np.exp(logs)
    return rates * people / rates.sum()


def four_people() -> tuple[EquivalenceClasses, Sampling]:
    two = Domain(["a", "b"], has_missing=False)
    codes = (np.array([0, 0, 1], np.int32), np.array([0, 1, 0], np.int32))
    return EquivalenceClasses(("sex", "region"), (two, two), codes, np.array([2, 1, 1])), Sampling(4, 12)


def test_four_people_by_hand():
    # margins 3 and 1 twice: mu = 9/4, 3/4, 3/4; a third of the population is in the data, x = 2 mu
    classes, sampling = four_people()
    posterior = estimate_by_log_linear(classes, sampling, pairs=())
    x = 4.5  # E[1/(2+X)] = (1 - E[1/(1+X)]) / x
    of_two = (1 - (1 - math.exp(-x)) / x) / x
    of_one = (1 - math.exp(-1.5)) / 1.5
    assert posterior.reciprocal == pytest.approx([of_two, of_one, of_one])
    assert posterior.unique == pytest.approx([0, math.exp(-1.5), math.exp(-1.5)])


def test_everybody_in_the_data_leaves_no_doubt():
    classes, _ = four_people()
    posterior = estimate_by_log_linear(classes, Sampling(4, 4))
    assert posterior.reciprocal.tolist() == [0.5, 1, 1]
    assert posterior.unique.tolist() == [0, 1, 1]
    assert posterior.reciprocal_variance.tolist() == [0, 0, 0]
    assert posterior.parameter_deviation == 0


INDEPENDENCE = ((30, 12, 6), (), 12_000)
ONE_PAIR = ((15, 8, 60), ((0, 1),), 40_000)
CIRCLE = ((12, 6, 5, 5), ((0, 1), (1, 2), (0, 2)), 30_000)


@pytest.mark.parametrize("fraction", [0.2, 0.6])
@pytest.mark.parametrize("model", [INDEPENDENCE, ONE_PAIR, CIRCLE], ids=["independence", "one pair", "circle"])
def test_interval_covers_the_truth_of_populations_drawn_from_the_model(model, fraction):
    shape, pairs, people = model
    rng = np.random.default_rng(11)
    covered = {"marketer": 0, "tau_1": 0, "tau_2": 0}
    errors = []
    repeats = 60
    for _ in range(repeats):
        population = rng.poisson(rates_of_pairs(shape, pairs, people, rng, spread=0.5))
        classes, sampling, true_sizes = drawn(population, fraction, rng)
        posterior = estimate_by_log_linear(classes, sampling, pairs)
        risk = summarise(classes.sizes, posterior, sampling, Threshold.parse(5), "log-linear")
        alone = classes.sizes == 1
        truth = {
            "marketer": float((classes.sizes / true_sizes).sum()) / sampling.records,
            "tau_1": float((true_sizes[alone] == 1).sum()),
            "tau_2": float((1 / true_sizes[alone]).sum()),
        }
        estimates = {
            "marketer": risk.marketer,
            "tau_1": risk.population_and_sample_uniques,
            "tau_2": risk.sample_uniques_matched,
        }
        for name, estimate in estimates.items():
            covered[name] += estimate.lower <= truth[name] <= estimate.upper
        errors.append(risk.marketer.value / truth["marketer"] - 1)
    assert abs(np.mean(errors)) < 0.02
    assert min(covered.values()) >= 0.85 * repeats  # 95 % of 60 is 57, give or take 1.7
    assert covered["marketer"] >= 0.88 * repeats


def test_doubt_about_the_fit_is_what_other_samples_give():
    # samples of one population of rates: how much does the estimate vary with the fitted means alone?
    rng = np.random.default_rng(12)
    rates = rates_of_pairs((8, 6, 40), ((0, 1),), 60_000, rng, spread=0.3)
    first, sampling, _ = drawn(rng.poisson(rates), 0.2, rng)
    doubt = estimate_by_log_linear(first, sampling, [(0, 1)]).parameter_deviation
    risks = []
    for _ in range(200):
        counts = rng.poisson(0.2 * rates)
        counts = counts.astype(float) * first.n_records / counts.sum()  # of the same size
        cells = np.nonzero(counts)
        scaled = EquivalenceClasses(
            first.variables, first.domains, tuple(c.astype(np.int32) for c in cells), counts[cells]
        )
        grid = fit_log_linear(scaled, [(0, 1)]).over_grid()
        x = unseen_means(grid[tuple(first.codes)], sampling)
        risks.append(float(first.sizes @ poisson_reciprocal(first.sizes, x)) / first.n_records)
    assert doubt == pytest.approx(np.std(risks), rel=0.2)
