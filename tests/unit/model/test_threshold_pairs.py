from fractions import Fraction

import pytest

from bauta.errors import ThresholdInvalid
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold


@pytest.mark.parametrize(
    ("printed", "cell_size"),
    [
        ("0.5", 2), ("0.33", 3), ("0.333", 3), ("1/3", 3), ("0.25", 4), ("0.2", 5), ("0.167", 6), ("0.1", 10),
        ("0.14", 7), ("0.143", 7), ("0.125", 8), ("0.11", 9), ("0.09", 11), ("0.0909", 11), ("0.075", 14), ("0.05", 20),
        ("0.04", 25), ("0.01", 100), ("0.3", 4), ("0.4", 3), ("0.99", 2), ("0.001", 1000),
    ],
)  # fmt: skip
def test_a_printed_probability_stands_for_a_cell_size(printed: str, cell_size: int) -> None:
    """1/7 is printed 0.14 to two digits; it is 2 % below, just at the edge of what is read as printed short."""
    assert Threshold.parse(printed).cell_size == cell_size


@pytest.mark.parametrize(
    ("value", "probability", "cell_size"), [(5, 0.2, 5), ("11", 1 / 11, 11), (1, 1.0, 1), ("3.0", 1 / 3, 3)]
)
def test_a_whole_number_is_a_cell_size(value: str | int, probability: float, cell_size: int) -> None:
    assert Threshold.parse(value) == Threshold(probability, cell_size)


def test_a_pair_is_kept_as_given() -> None:
    """IPC Ontario pairs 0.075 with 15 although 1/15 is 0.067."""
    pair = Threshold(probability=0.075, cell_size=15)
    assert (pair.probability, pair.cell_size) == (0.075, 15)
    assert pair.accepts_class_of(15)
    assert not pair.accepts_class_of(14)
    assert pair.largest_average == Fraction("0.075")


@pytest.mark.parametrize(
    "value", ["0", 0, -1, "-0.2", 1.5, "1.0001", "", "five", "nan", "inf", "1/0", "0.2%", None, True, "1e-400"]
)
def test_what_is_neither_probability_nor_cell_size_is_refused(value: object) -> None:
    with pytest.raises(ThresholdInvalid):
        Threshold.parse(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(("probability", "cell_size"), [(0, 5), (1.01, 5), (0.2, 0), (-0.1, 5)])
def test_a_pair_that_cannot_be_is_refused(probability: float, cell_size: int) -> None:
    with pytest.raises(ThresholdInvalid):
        Threshold(probability, cell_size)


def test_an_average_may_reach_one_over_the_cell_size_that_was_printed_short() -> None:
    assert Threshold.parse("0.09").largest_average == Fraction(1, 11)
    assert Threshold.parse("0.075").largest_average == Fraction("0.075")


def test_an_average_may_not_reach_far_beyond_the_printed_probability() -> None:
    """Whoever pairs 0.05 with classes of 3 still means an average of 0.05."""
    assert Threshold(probability=0.05, cell_size=3).largest_average == Fraction("0.05")


def test_the_strict_average_asks_for_classes_of_three() -> None:
    assert (STRICT_AVERAGE_FLOOR.probability, STRICT_AVERAGE_FLOOR.cell_size) == (0.33, 3)
    assert Threshold.parse("0.33") == STRICT_AVERAGE_FLOOR


def test_both_numbers_are_shown() -> None:
    assert str(Threshold.parse("0.09")) == "0.09 (cell size 11)"
