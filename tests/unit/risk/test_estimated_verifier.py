"""A verifier where classes of the population are estimated: against summing term by term, and against simulation."""

import json
import math

import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.model.verification import Verifier
from bauta.population.in_release import View
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.reciprocal import negative_binomial_moments_of_means
from bauta.population.unseen import Unseen
from bauta.risk.estimated_verifier import estimated_risks, measure_estimated_verifier
from bauta.risk.verification import expected_risks


def summed(f, shape, mean, verifier, most=20_000):
    """E[R(F)] term by term; the last probability stands for a tail that is too small to matter."""
    total = 0.0
    for x in range(most):
        if math.isinf(shape):
            log = -mean + x * math.log(mean) - math.lgamma(x + 1)
        else:
            log = (
                math.lgamma(shape + x) - math.lgamma(shape) - math.lgamma(x + 1)
                + shape * math.log(shape / (shape + mean)) + x * math.log(mean / (shape + mean))
            )  # fmt: skip
        total += math.exp(log) * float(expected_risks(f + x, verifier))
    return total


@pytest.mark.parametrize("f", [1, 2, 7])
@pytest.mark.parametrize(("shape", "mean"), [(1.5, 0.7), (3.0, 12.0), (math.inf, 4.0), (0.2, 30.0)])
@pytest.mark.parametrize(("attempts", "p"), [(1, "0.5"), (4, "0.9"), (15, "1"), (400, "0.3")])
def test_it_is_the_sum_over_all_sizes(f, shape, mean, attempts, p):
    verifier = Verifier.parse(attempts, p)
    sizes, unseen = np.array([f]), Unseen.of_one(np.array([shape]), np.array([mean]))
    reciprocal = negative_binomial_moments_of_means(sizes, unseen.shapes[0], unseen.means[0]).mean
    found = estimated_risks(sizes, reciprocal, unseen.of, verifier)[0]
    assert found == pytest.approx(summed(f, shape, mean, verifier), rel=1e-9)


def test_where_hardly_anybody_can_be_missing_the_distribution_does_not_underflow():
    """A mean of 50,000 has P(X = 0) = e^-50000; among 10,000 attempts nobody of such a class is singled out."""
    unseen = Unseen.of_one(np.array([math.inf]), np.array([50_000.0]))
    reciprocal = negative_binomial_moments_of_means(np.array([3]), unseen.shapes[0], unseen.means[0]).mean
    found = estimated_risks(np.array([3]), reciprocal, unseen.of, Verifier.parse(10_000, "0.9"))[0]
    assert found == pytest.approx(9_000 * reciprocal[0], rel=1e-9)


def test_it_is_the_mean_over_populations_drawn_from_the_model():
    verifier, rng = Verifier.parse(4, "0.9"), np.random.default_rng(5)
    sizes = np.array([1, 1, 2, 5])
    posterior = estimate_by_mu_argus(sizes, Sampling(records=9, population_size=30))
    found = measure_estimated_verifier(View(sizes, sizes, posterior), verifier, Threshold.parse("0.2"), 26).profile
    drawn = sizes + rng.negative_binomial(sizes, 0.3, (200_000, 4))
    assert found.average == pytest.approx((expected_risks(drawn, verifier) @ sizes / 9).mean(), rel=0.005)


def test_the_verdict_and_the_class_that_stands_for_it_agree():
    sizes = np.array([1, 30])
    posterior = estimate_by_mu_argus(sizes, Sampling(records=31, population_size=310))
    for tau in ("0.05", "0.2", "0.33", "0.5"):
        for attempts in (1, 2, 4, 20):
            verifier = Verifier.parse(attempts, "0.9")
            risk = measure_estimated_verifier(View(sizes, sizes, posterior), verifier, Threshold.parse(tau), 309)
            assert (risk.profile.smallest_class >= risk.least_class_size) == (risk.profile.records_at_risk == 0)


@pytest.fixture
def sample(tmp_path):
    rng = np.random.default_rng(3)
    rows = [f"{a},{b}" for a, b in zip(rng.integers(0, 8, 300), rng.integers(0, 9, 300), strict=True)]
    path = tmp_path / "sample.csv"
    path.write_text("zip,age\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_assess_measures_a_verifier_in_the_estimated_population_and_says_so(sample):
    import bauta

    asked = {"attempts": 4, "verification_probability": "0.9"}
    alone = bauta.assess(sample, ["zip", "age"], **asked)
    estimated = bauta.assess(sample, ["zip", "age"], sampling_fraction=0.1, **asked)
    everybody = bauta.assess(sample, ["zip", "age"], sampling_fraction=1, **asked)
    assert estimated.verifier.profile.average < alone.verifier.profile.average / 3
    assert everybody.verifier.profile.average == pytest.approx(alone.verifier.profile.average)
    assert "those in the data who fit" in " ".join(str(alone).split())
    said = " ".join(str(estimated).split())
    assert "those in the population who fit (estimated)" in said
    assert "expectations over the sizes that classes may have" in said
    assert json.loads(json.dumps(estimated.to_dict()))["verifier"]["classes"] == "estimated population"


def test_so_many_attempts_that_no_sum_is_made_are_measured_on_the_data_and_said(sample):
    import bauta

    found = bauta.assess(
        sample, ["zip", "age"], sampling_fraction=0.1, attempts=1_000_000, verification_probability="0.9"
    )
    assert found.to_dict()["verifier"]["classes"] == "data"
    assert "of the classes in the data, not of the population" in " ".join(str(found).split())
