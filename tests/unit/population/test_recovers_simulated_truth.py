"""Every estimator on populations drawn from its own model: near the truth, and in doubt as much as it should be.

A 95 % interval covers at least 34 of 40 populations in all but 3 of 1,000 such tests. What is asked is 32, because most
intervals are by the delta method and known to be a little short. Fractions are those at which a method works;
Zayatz's is 4 % too high at one half on the same populations, and Sh3 and SNB fail below three in ten.
"""

import numpy as np
import numpy.typing as npt
import pytest

from bauta.equivalence.classes import Integers
from bauta.model.estimates import RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.negative_binomial import estimate_by_negative_binomial
from bauta.population.number_of_classes import ClassCounter, estimate_number_of_classes
from bauta.population.pitman import estimate_uniques_by_pitman
from bauta.population.snb import estimate_uniques_by_snb
from bauta.population.summary import summarise
from bauta.population.zayatz import estimate_uniques_by_zayatz

POPULATIONS = 40


def drawn(population: Integers, fraction: float, rng: np.random.Generator) -> tuple[Integers, Integers, Sampling]:
    """Sizes in the data and in the population of the classes seen, every person being drawn independently."""
    sizes = rng.binomial(population, fraction)
    seen = sizes > 0
    return sizes[seen], population[seen], Sampling(int(sizes.sum()), int(population.sum()))


def check_recovery(results: list[tuple[RiskEstimate, float]], bias: float, least_cover: float = 0.8) -> None:
    errors = [estimate.value / truth - 1 for estimate, truth in results]
    covered = [estimate.lower <= truth <= estimate.upper for estimate, truth in results]
    assert abs(np.mean(errors)) < bias
    assert np.mean(covered) >= least_cover


@pytest.mark.parametrize("fraction", [0.05, 0.3, 0.9])
@pytest.mark.parametrize("cells_known", [True, False])
def test_negative_binomial(fraction, cells_known):
    rng = np.random.default_rng(7)
    marketer, tau_1, tau_2, uniques = [], [], [], []
    for _ in range(POPULATIONS):
        population = rng.poisson(rng.gamma(0.8, 5 / 0.8, 8000))
        sizes, sizes_there, sampling = drawn(population, fraction, rng)
        posterior = estimate_by_negative_binomial(sizes, sampling, 8000 if cells_known else None)
        risk = summarise(sizes, posterior, sampling, DEFAULT_THRESHOLD, "negative-binomial")
        alone = sizes == 1
        marketer.append((risk.marketer, (sizes / sizes_there).sum() / sampling.records))
        tau_1.append((risk.population_and_sample_uniques, (sizes_there[alone] == 1).sum()))
        tau_2.append((risk.sample_uniques_matched, (1 / sizes_there[alone]).sum()))
        uniques.append((risk.population_uniques, (population == 1).sum()))
    check_recovery(marketer, bias=0.03)
    check_recovery(tau_2, bias=0.03)
    check_recovery(tau_1, bias=0.05)
    check_recovery(uniques, bias=0.05)


@pytest.mark.parametrize("fraction", [0.1, 0.5])
def test_mu_argus_where_class_sizes_are_spread_evenly_on_the_log_scale(fraction):
    # P(F = h | f) is mu-Argus's where every F is beforehand as likely as 1/F: Bayes' rule with a prior of 1/h.
    rng = np.random.default_rng(8)
    h = np.arange(1, 20_001)
    chance = 1 / h / (1 / h).sum()
    marketer = []
    for _ in range(POPULATIONS):
        population = rng.choice(h, size=6000, p=chance)
        sizes, sizes_there, sampling = drawn(population, fraction, rng)
        risk = summarise(sizes, estimate_by_mu_argus(sizes, sampling), sampling, DEFAULT_THRESHOLD, "mu-argus")
        marketer.append((risk.marketer, (sizes / sizes_there).sum() / sampling.records))
    check_recovery(marketer, bias=0.01, least_cover=0.9)


@pytest.mark.parametrize(
    ("counter", "shape", "fraction"),
    [(ClassCounter.SH3, 2.0, 0.4), (ClassCounter.DUJ2, 1e6, 0.4), (ClassCounter.SH, 0.5, 0.7)],
)
def test_number_of_classes_where_each_estimator_is_at_home(counter, shape, fraction):
    rng = np.random.default_rng(9)
    results = []
    for _ in range(POPULATIONS):
        population = rng.poisson(rng.gamma(shape, 10 / shape, 5000))
        sizes, _, sampling = drawn(population, fraction, rng)
        results.append((estimate_number_of_classes(sizes, sampling, counter), np.count_nonzero(population)))
    check_recovery(results, bias=0.005)


def arrived(theta: float, alpha: float, people: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """The class of each person, in the order of their arrival, by Pitman's rule."""
    classes: list[int] = []
    sizes: list[int] = []
    for k in range(people):
        if rng.random() * (theta + k) < theta + len(sizes) * alpha:
            classes.append(len(sizes))
            sizes.append(1)
            continue
        # A class with probability (i - alpha): that of a person met at random, and again with probability alpha/i.
        chosen = classes[int(rng.random() * k)]
        while rng.random() * sizes[chosen] < alpha:
            chosen = classes[int(rng.random() * k)]
        classes.append(chosen)
        sizes[chosen] += 1
    return np.array(classes)


@pytest.mark.parametrize(("theta", "alpha", "fraction"), [(50.0, 0.6, 0.1), (300.0, 0.3, 0.3), (20.0, 0.8, 0.7)])
def test_pitman(theta, alpha, fraction):
    rng = np.random.default_rng(10)
    results = []
    for _ in range(POPULATIONS):
        classes = arrived(theta, alpha, 8000, rng)
        records = int(8000 * fraction)
        sizes = np.bincount(classes[:records])
        uniques = np.count_nonzero(np.bincount(classes) == 1)
        results.append((estimate_uniques_by_pitman(sizes, Sampling(records, 8000)), uniques))
    check_recovery(results, bias=0.05)


@pytest.mark.parametrize(("alpha", "beta"), [(0.8, 0.15), (0.3, 0.05)])
def test_snb_where_sh3_is_right(alpha, beta):
    rng = np.random.default_rng(11)
    results = []
    for _ in range(POPULATIONS):
        population = 1 + rng.negative_binomial(alpha, beta, 8000)
        sizes, _, sampling = drawn(population, 0.5, rng)
        results.append((estimate_uniques_by_snb(sizes, sampling), np.count_nonzero(population == 1)))
    check_recovery(results, bias=0.03)


def test_zayatz_where_a_sample_looks_like_its_population():
    # Zipf's classes, seven in ten people drawn: the sizes seen are in nearly the proportions of those there are.
    rng = np.random.default_rng(12)
    results = []
    for _ in range(POPULATIONS):
        population = np.minimum(rng.zipf(1.6, 8000), 2000)
        sizes, _, sampling = drawn(population, 0.7, rng)
        results.append((estimate_uniques_by_zayatz(sizes, sampling), np.count_nonzero(population == 1)))
    check_recovery(results, bias=0.03)
