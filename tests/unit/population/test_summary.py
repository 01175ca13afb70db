"""Risk of a whole data set from a posterior written down by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.posterior import HALF_WIDTH, Posterior
from bauta.population.summary import summarise
from bauta.population.unseen import Unseen

SIZES = np.array([1, 1, 2, 6])
UNSEEN = Unseen.of_one(np.full(4, np.inf), np.array([1.2, 3.5, 4.0, 15.0]))
POSTERIOR = Posterior(
    reciprocal=np.array([0.5, 0.25, 0.2, 0.05]),
    reciprocal_variance=np.array([0.04, 0.02, 0.001, 0.0001]),
    unique=np.array([0.3, 0.1, 0.0, 0.0]),
    parameter_deviation=0.01,
    unseen=UNSEEN.of,
)
SAMPLING = Sampling(records=10, population_size=40)


def test_by_hand():
    risk = summarise(SIZES, POSTERIOR, SAMPLING, Threshold(0.2, 5), "by hand")
    assert risk.marketer.value == pytest.approx((0.5 + 0.25 + 0.4 + 0.3) / 10)
    assert risk.largest_expected == 0.5
    below_five = [
        sum(math.exp(-m) * m**x / math.factorial(x) for x in range(5 - f))
        for f, m in zip(SIZES.tolist(), UNSEEN.means[0].tolist(), strict=True)
    ]
    assert risk.at_risk.value == pytest.approx((below_five[0] + below_five[1] + 2 * below_five[2]) / 10)
    assert risk.chance_of_smaller == pytest.approx(1 - math.prod(1 - p for p in below_five))
    assert risk.maximum.upper == 1 / risk.smallest_class
    assert risk.population_and_sample_uniques.value == pytest.approx(0.4)
    assert risk.sample_uniques_matched.value == pytest.approx(0.75)
    assert risk.population_uniques.value == pytest.approx(1.6)
    assert {risk.marketer.method, risk.population_uniques.method} == {"by hand"}


def test_marketer_interval_is_of_the_classes_and_of_the_parameters():
    risk = summarise(SIZES, POSTERIOR, SAMPLING, Threshold(0.2, 5), "by hand").marketer
    deviation = math.sqrt((0.04 + 0.02 + 4 * 0.001 + 36 * 0.0001) / 100 + 0.01**2)
    assert risk.upper == pytest.approx(0.145 + HALF_WIDTH * deviation)
    # no 40 people can have less: (1 + 1 + sqrt 2 + sqrt 6)^2 / (10 * 40)
    assert risk.lower == pytest.approx(max(0.145 - HALF_WIDTH * deviation, 5.8637**2 / 400), rel=1e-4)


def test_interval_stays_within_what_is_possible():
    doubtful = replace(POSTERIOR, parameter_deviation=1.0)
    risk = summarise(SIZES, doubtful, SAMPLING, Threshold(0.2, 5), "by hand")
    assert risk.marketer.upper == 4 / 10
    assert risk.marketer.lower == pytest.approx((2 + math.sqrt(2) + math.sqrt(6)) ** 2 / 400)
    assert (risk.population_and_sample_uniques.lower, risk.population_and_sample_uniques.upper) == (0, 2)


def test_everybody_in_the_data_gives_the_prosecutors_risk_in_no_doubt():
    sampling = Sampling(10, 10)
    risk = summarise(SIZES, estimate_by_mu_argus(SIZES, sampling), sampling, Threshold.parse("0.5"), "mu-argus")
    assert risk.marketer.value == risk.marketer.lower == risk.marketer.upper == pytest.approx(0.4)
    assert (risk.at_risk.lower, risk.at_risk.value, risk.at_risk.upper) == (0.2, 0.2, 0.2)
    assert (risk.maximum.lower, risk.maximum.value, risk.maximum.upper) == (1, 1, 1)
    assert risk.population_uniques.value == risk.population_uniques.upper == 2
