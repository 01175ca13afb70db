"""Laws of E[1/F | f]: it lies between 0 and 1/f, and falls as more people are unseen."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from laws import law

from bauta.population.reciprocal import negative_binomial_moments, poisson_moments

sizes = st.integers(1, 1_000_000)
shapes = st.floats(-8, 7).map(lambda x: 10**x)
odds = st.floats(-9, 9).map(lambda x: 10**x)
ROUNDING = 1e-12


@law
@given(sizes, shapes, odds, st.floats(1.01, 100))
def test_negative_binomial_lies_between_jensens_bound_and_one_over_the_size(size, shape, c, factor):
    moments = negative_binomial_moments(size, shape, 1 / (1 + np.array([c, c * factor])))
    mean = size + shape * c
    assert (moments.mean <= 1 / size * (1 + ROUNDING)).all()
    assert moments.mean[0] >= 1 / mean * (1 - 1e-6)  # 1/p - 1 loses digits of c near p = 1, which is the tolerance
    assert (moments.square >= moments.mean**2 * (1 - ROUNDING)).all()
    assert (moments.square <= moments.mean / size * (1 + ROUNDING)).all()
    assert moments.mean[1] <= moments.mean[0] * (1 + ROUNDING)


@law
@given(sizes, odds, st.floats(1.01, 100))
def test_poisson_lies_between_jensens_bound_and_one_over_the_size(size, mean, factor):
    moments = poisson_moments(size, np.array([mean, mean * factor]))
    assert 1 / (size + mean) * (1 - ROUNDING) <= moments.mean[0] <= 1 / size * (1 + ROUNDING)
    assert moments.mean[1] <= moments.mean[0] * (1 + ROUNDING)
    assert (moments.square >= moments.mean**2 * (1 - ROUNDING)).all()
    assert (moments.square <= moments.mean / size * (1 + ROUNDING)).all()
    # Chao and Strawderman (1972) for a Poisson count: E[1/(X+1)] = (1 - e^-m)/m bounds every larger size
    assert moments.mean[0] <= -np.expm1(-mean) / mean * (1 + ROUNDING)
