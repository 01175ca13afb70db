"""Whatever the class sizes: an estimate is a number within its interval and within what is possible, or a reason."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import law

from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import RiskEstimate
from bauta.model.sampling import Sampling
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.dankar import estimate_uniques_by_dankar
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.negative_binomial import estimate_by_negative_binomial
from bauta.population.number_of_classes import ClassCounter, estimate_number_of_classes
from bauta.population.pitman import estimate_uniques_by_pitman
from bauta.population.snb import estimate_uniques_by_snb
from bauta.population.summary import summarise
from bauta.population.zayatz import estimate_uniques_by_zayatz

class_sizes = st.dictionaries(
    st.one_of(st.integers(1, 4), st.integers(1, 60), st.integers(1, 1_000_000)),
    st.integers(1, 400),
    min_size=1,
    max_size=6,
).map(lambda counts: np.repeat(np.array(list(counts)), list(counts.values())))
fractions = st.one_of(st.floats(1e-6, 1), st.floats(0.05, 1), st.just(1.0))

Uniques = Callable[[np.ndarray, Sampling], RiskEstimate]


@pytest.mark.parametrize(
    "estimate_uniques",
    [estimate_uniques_by_zayatz, estimate_uniques_by_pitman, estimate_uniques_by_snb, estimate_uniques_by_dankar],
)
@law
@given(class_sizes, fractions)
def test_uniques_are_a_possible_number_or_refused(estimate_uniques: Uniques, sizes, fraction):
    sampling = Sampling.by_fraction(int(sizes.sum()), fraction)
    alone = int((sizes == 1).sum())
    with np.errstate(all="raise", under="ignore"):
        try:
            estimate = estimate_uniques(sizes, sampling)
        except EstimatorCannotAnswer:
            return
    assert (
        0 <= estimate.lower <= estimate.value <= estimate.upper <= alone + sampling.population_size - sampling.records
    )
    if sampling.records == sampling.population_size:
        assert estimate.lower == estimate.upper == alone


@law
@given(class_sizes, fractions, st.sampled_from(ClassCounter))
def test_classes_are_a_possible_number(sizes, fraction, counter):
    sampling = Sampling.by_fraction(int(sizes.sum()), fraction)
    with np.errstate(all="raise", under="ignore"):
        estimate = estimate_number_of_classes(sizes, sampling, counter)
    assert len(sizes) <= estimate.lower <= estimate.value <= estimate.upper
    assert estimate.upper <= (len(sizes) + sampling.population_size - sampling.records) * (1 + 1e-12)


@pytest.mark.parametrize("estimate", [estimate_by_mu_argus, estimate_by_negative_binomial])
@law
@given(class_sizes, fractions)
def test_probabilities_lie_between_zero_and_one_over_the_size(estimate, sizes, fraction):
    sampling = Sampling.by_fraction(int(sizes.sum()), fraction)
    with np.errstate(all="raise", under="ignore"):
        try:
            posterior = estimate(sizes, sampling)
        except EstimatorCannotAnswer:
            return
    assert ((posterior.reciprocal > 0) & (posterior.reciprocal <= (1 + 1e-12) / sizes)).all()
    assert (posterior.reciprocal_variance >= 0).all()
    assert ((posterior.unique >= 0) & (posterior.unique <= posterior.reciprocal * (1 + 1e-12))).all()
    assert (posterior.unique[sizes > 1] == 0).all()
    assert 0 <= posterior.parameter_deviation < np.inf
    risk = summarise(sizes, posterior, sampling, DEFAULT_THRESHOLD, "law")
    assert risk.marketer.upper <= len(sizes) / sizes.sum() * (1 + 1e-12)
    if sampling.records == sampling.population_size:
        assert (posterior.reciprocal == 1 / sizes).all()
        assert risk.marketer.value == pytest.approx(len(sizes) / sizes.sum())
