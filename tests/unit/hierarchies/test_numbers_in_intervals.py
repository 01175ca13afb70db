import decimal

import numpy as np
import pyarrow as pa
import pytest
from telling import built, check_laws, domain_of, told

from bauta.errors import HierarchyAmbiguous, HierarchyDoesNotFit, HierarchyLevelsInvalid
from bauta.hierarchies.build import build_hierarchy
from bauta.model.transformations import NumberHierarchy


def test_whole_numbers_are_told_in_intervals_that_name_their_first_and_last():
    hierarchy = built(NumberHierarchy(widths=(5, 10)), "0", "4", "5", "23", None)
    assert told(hierarchy) == {
        "original": ["0", "4", "5", "23", None],
        "width 5": ["0-4", "0-4", "5-9", "20-24", None],
        "width 10": ["0-9", "0-9", "0-9", "20-29", None],
        "*": ["*", "*", "*", "*", "*"],
    }
    check_laws(hierarchy)


def test_decimals_are_told_in_intervals_open_at_the_end():
    hierarchy = built(NumberHierarchy(widths=(5,)), "20", "24.9", "25")
    assert told(hierarchy)["width 5"] == ["[20, 25)", "[20, 25)", "[25, 30)"]


def test_tenths_are_exact():
    values = [f"{n / 10:.1f}" for n in range(100)]
    hierarchy = built(NumberHierarchy(widths=(0.1, 0.3)), *values)
    assert hierarchy.levels[1].n_groups == 100
    assert told(hierarchy)["width 0.3"][6:9] == ["[0.6, 0.9)"] * 3
    assert set(np.bincount(hierarchy.levels[2].groups).tolist()) == {3, 1}


def test_the_ends_are_cut_off_from_the_first_level_on():
    hierarchy = built(
        NumberHierarchy(widths=(5, 10), bottom=18, top=92), "3", "17", "18", "19", "20", "90", "92", "110"
    )
    assert told(hierarchy)["width 5"] == ["<18", "<18", "18-19", "18-19", "20-24", "90-91", "92+", "92+"]
    assert told(hierarchy)["width 10"] == ["<18", "<18", "18-19", "18-19", "20-29", "90-91", "92+", "92+"]
    check_laws(hierarchy)


def test_with_ends_and_no_widths_only_the_ends_are_told_alike():
    hierarchy = built(NumberHierarchy(widths=(), top=90), "20", "89", "90", "101")
    assert told(hierarchy)["ends"] == ["20", "89", "90+", "90+"]


def test_intervals_may_begin_anywhere():
    assert told(built(NumberHierarchy(widths=(10,), start=5), "4", "5", "14"))["width 10"] == [
        "-5 to 4",
        "5-14",
        "5-14",
    ]


def test_an_interval_of_one_number_is_that_number():
    assert told(built(NumberHierarchy(widths=(1, 2)), "7", "8"))["width 1"] == ["7", "8"]


@pytest.mark.parametrize(
    "values",
    [
        pa.array([20, 24], pa.int8()),
        pa.array([20.0, 24.0], pa.float64()),
        pa.array([20.0, 24.0], pa.float32()),
        pa.array([decimal.Decimal("20.00"), decimal.Decimal("24.00")]),
        pa.array(["20", "24.0"]),
        pa.array(["2e1", "+24"]),
        pa.array([" 20", "24 "]),
    ],
    ids=str,
)
def test_whole_numbers_of_every_type_are_told_alike(values):
    hierarchy = build_hierarchy(NumberHierarchy(widths=(5,)), "v", type(domain_of())(values, False))
    assert told(hierarchy)["width 5"] == ["20-24", "20-24"]


@pytest.mark.parametrize("widths", [(5, 12), (10, 5), (5, 5), (0.2, 0.5)])
def test_a_width_that_is_no_multiple_of_the_one_before_is_refused(widths):
    with pytest.raises(HierarchyLevelsInvalid, match="Let every width be a multiple of the one before"):
        built(NumberHierarchy(widths=widths), "1")


def test_a_width_without_end_is_refused():
    with pytest.raises(HierarchyLevelsInvalid, match="not finite"):
        built(NumberHierarchy(widths=(5, float("inf"))), "1")


def test_a_bottom_that_is_not_below_the_top_is_refused():
    with pytest.raises(HierarchyLevelsInvalid, match="bottom is not below top"):
        built(NumberHierarchy(widths=(5,), bottom=90, top=18), "1")


@pytest.mark.parametrize(
    "other", ["unknown", "1,000.5", "3,5,1", "90+", "1e999999999", "inf", "1_000", "0x10", "٣", "-", "."]
)
def test_what_is_not_a_number_is_counted_with_its_records(other):
    records = np.array([5, 3])
    with pytest.raises(HierarchyDoesNotFit, match=r"^'v' has 1 value \(3 records\) that cannot be read as numbers"):
        built(NumberHierarchy(widths=(5,)), "1", other, records=records)


def test_a_population_is_told_in_the_words_of_the_data():
    section = NumberHierarchy(widths=(5,))
    data = built(section, "20", "24")
    population = built(section, "20", "24.5", "old", like=data, outside=True)
    assert told(population)["width 5"] == ["20-24", "20-24", "(outside the hierarchy)"]


def test_a_comma_among_dots_is_not_guessed():
    with pytest.raises(HierarchyDoesNotFit, match="has 1 value that"):
        built(NumberHierarchy(widths=(10,)), "39.5", "40,5")


def test_decimal_commas_are_read_where_all_values_agree():
    hierarchy = built(NumberHierarchy(widths=(10,)), "39,5", "40", "1000,25")
    assert told(hierarchy)["width 10"] == ["[30, 40)", "[40, 50)", "[1000, 1010)"]


def test_commas_that_may_mark_thousands_are_asked_about():
    with pytest.raises(HierarchyAmbiguous, match="decimals or thousands"):
        built(NumberHierarchy(widths=(10,)), "1,000", "2,500")
    hierarchy = built(NumberHierarchy(widths=(1,), decimal=","), "1,000", "2,500")
    assert told(hierarchy)["width 1"] == ["[1, 2)", "[2, 3)"]
