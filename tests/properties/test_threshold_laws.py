from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from laws import law

from bauta.model.assessment import Verdict
from bauta.model.threshold import Threshold, Thresholds
from bauta.risk.decisions import decide

cell_sizes = st.integers(1, 10_000)
printed_probabilities = st.integers(1, 9999).map(lambda n: f"0.{n:04d}")


@law
@given(cell_sizes)
def test_a_whole_number_is_a_cell_size(size: int) -> None:
    threshold = Threshold.parse(size)
    assert threshold.cell_size == size
    assert threshold.probability == 1 / size
    assert Threshold.parse(str(size)) == threshold


@law
@given(st.integers(2, 10_000))
def test_one_over_a_cell_size_means_that_cell_size(size: int) -> None:
    assert Threshold.parse(1 / size).cell_size == size
    assert Threshold.parse(f"1/{size}").cell_size == size


@law
@given(st.integers(2, 25), st.integers(3, 8))
def test_one_over_a_cell_size_cut_off_after_some_digits_means_that_cell_size(size: int, digits: int) -> None:
    """1/7 cut off after four digits is 0.1428."""
    cut_off = f"{int(Fraction(10**digits, size)) / 10**digits:.{digits}f}"
    if Fraction(cut_off) >= Fraction(98, 100) / size:
        assert Threshold.parse(cut_off).cell_size == size


@law
@given(printed_probabilities)
def test_the_smallest_class_accepted_is_hardly_above_the_probability(printed: str) -> None:
    threshold = Threshold.parse(printed)
    assert Fraction(1, threshold.cell_size) * Fraction(98, 100) <= Fraction(printed)
    if threshold.cell_size > 1:
        assert Fraction(printed) < Fraction(1, threshold.cell_size - 1)


@law
@given(printed_probabilities, printed_probabilities)
def test_a_lower_probability_accepts_smaller_classes_only_when_printed_short(one: str, other: str) -> None:
    lower, higher = sorted((one, other), key=Fraction)
    accepted = Threshold.parse(lower).cell_size
    is_printed_short = Fraction(1, accepted) > Fraction(lower)
    assert is_printed_short or accepted >= Threshold.parse(higher).cell_size


@law
@given(printed_probabilities)
def test_what_is_printed_is_kept(printed: str) -> None:
    threshold = Threshold.parse(printed)
    assert threshold.probability == float(printed)
    assert threshold.largest_average >= Fraction(printed)
    assert Threshold.parse(float(printed)) == threshold


@law
@given(cell_sizes, st.integers(1, 20))
def test_classes_all_of_the_cell_size_pass_every_rule(size: int, classes: int) -> None:
    import numpy as np

    from bauta.model.assessment import Adversary
    from bauta.risk.exposure import Exposure
    from bauta.risk.metrics import measure_risk

    tau = Threshold.parse(size)
    sizes = np.full(classes, size, dtype=np.int64)
    profile = measure_risk(Adversary.PROSECUTOR, Exposure(sizes, sizes), tau)
    outcomes = decide(Thresholds(tau=tau), profile, None, profile).adversaries[0].outcomes
    passed = {outcome.rule: outcome.verdict is Verdict.LOW for outcome in outcomes}
    assert passed == {"D_a": True, "D_b": True, "D_c": True, "strict average": size >= 3}
