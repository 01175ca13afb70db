from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from laws import law

from bauta.model.framework import exact
from bauta.model.threshold import Threshold
from bauta.risk.context import acquaintance_probability, permitted_risk

probabilities = st.integers(1, 9999).map(lambda n: n / 10_000)
attacks = st.one_of(probabilities, st.floats(1e-9, 1.0))
thresholds = st.one_of(
    probabilities.map(Threshold.parse),
    st.builds(Threshold, probabilities, st.integers(1, 200)),  # also pairs that contradict themselves
)


@law
@given(thresholds, attacks, attacks)
def test_the_likelier_an_attack_the_less_is_permitted(threshold: Threshold, one: float, other: float) -> None:
    likely, unlikely = max(one, other), min(one, other)
    if likely == 1:
        return  # the pair itself, whatever it says
    less, more = permitted_risk(threshold, likely), permitted_risk(threshold, unlikely)
    assert less.probability <= more.probability
    assert less.cell_size >= more.cell_size


@law
@given(thresholds, attacks)
def test_data_at_the_permitted_risk_keep_within_the_threshold(threshold: Threshold, attack: float) -> None:
    permitted = permitted_risk(threshold, attack)
    assert permitted.largest_average * exact(attack) <= threshold.largest_average
    if attack < 1:
        assert Fraction(1, permitted.cell_size) * exact(attack) <= Fraction(1, threshold.cell_size)


@law
@given(thresholds, attacks)
def test_nothing_stricter_than_the_threshold_is_asked(threshold: Threshold, attack: float) -> None:
    permitted = permitted_risk(threshold, attack)
    assert permitted.probability >= threshold.probability or attack == 1
    if exact(threshold.probability) * threshold.cell_size >= Fraction(98, 100):
        assert permitted.cell_size <= threshold.cell_size


@law
@given(st.floats(1e-12, 1.0), st.integers(1, 1000), st.integers(1, 1000))
def test_knowing_more_people_is_never_safer(prevalence: float, one: int, other: int) -> None:
    fewer, more = sorted((one, other))
    low, high = acquaintance_probability(prevalence, fewer), acquaintance_probability(prevalence, more)
    assert 0 < low <= high <= 1
