import datetime

import pyarrow as pa
import pytest
from telling import built, check_laws, domain_of, told

from bauta.errors import HierarchyAmbiguous, HierarchyDoesNotFit, HierarchyLevelsInvalid
from bauta.hierarchies.build import settled
from bauta.model.transformations import DateHierarchy


def test_a_date_is_told_at_every_level_asked_for():
    section = DateHierarchy(levels=("day", "month", "quarter", "year", "5 years", "decade"))
    hierarchy = built(section, "2024-03-01", "2019-12-31", None)
    assert told(hierarchy) == {
        "original": ["2024-03-01", "2019-12-31", None],
        "day": ["2024-03-01", "2019-12-31", None],
        "month": ["2024-03", "2019-12", None],
        "quarter": ["2024-Q1", "2019-Q4", None],
        "year": ["2024", "2019", None],
        "5 years": ["2020-2024", "2015-2019", None],
        "decade": ["2020s", "2010s", None],
        "*": ["*", "*", "*"],
    }
    check_laws(hierarchy)


def test_weeks_are_iso_weeks_which_may_belong_to_another_year():
    hierarchy = built(DateHierarchy(levels=("day", "week")), "2024-12-30", "2025-01-05", "2025-01-06")
    assert told(hierarchy)["week"] == ["2025-W01", "2025-W01", "2025-W02"]


@pytest.mark.parametrize(
    ("values", "type"),
    [
        (["2024-03-01", "2024-03-31"], None),
        (["2024-03-01 13:45", "2024-03-31T00:00:00Z"], None),
        (["2024-03-01T13:45:10.5+01:00", "2024-03-31 23:59:59"], None),
        ([datetime.date(2024, 3, 1), datetime.date(2024, 3, 31)], pa.date32()),
        ([datetime.datetime(2024, 3, 1, 13, 45), datetime.datetime(2024, 3, 31)], pa.timestamp("us")),
    ],
)
def test_text_dates_timestamps_and_typed_dates_are_told_alike(values, type):
    hierarchy = built(DateHierarchy(levels=("month",)), *values, type=type)
    assert told(hierarchy)["month"] == ["2024-03", "2024-03"]


@pytest.mark.parametrize("levels", [("week", "month"), ("week", "year"), ("day", "week", "decade")])
def test_nothing_contains_weeks(levels):
    with pytest.raises(HierarchyLevelsInvalid, match="a week may lie in two of what comes after it"):
        built(DateHierarchy(levels=levels), "2024-03-01")


@pytest.mark.parametrize("levels", [("year", "month"), ("month", "month"), ("decade", "5 years")])
def test_a_level_that_does_not_contain_the_one_before_is_refused(levels):
    with pytest.raises(HierarchyLevelsInvalid, match="does not contain"):
        built(DateHierarchy(levels=levels), "2024-03-01")


@pytest.mark.parametrize(
    "other", ["01.13.2024", "31.4.2024", "1.3.24", "2024-13-01", "2024-02-30", "20241301", "n/a", "1MAR50"]
)
def test_what_is_not_a_date_is_counted_not_guessed(other):
    with pytest.raises(
        HierarchyDoesNotFit, match=r"^'v' has 1 value that cannot be read as dates of the years"
    ) as told:
        built(DateHierarchy(), "2024-03-01", other)
    assert other not in str(told.value).replace("2024-03-01", "")


def test_a_population_may_hold_what_is_not_a_date():
    hierarchy = built(DateHierarchy(levels=("year",)), "2024-03-01", "unknown", "n/a", outside=True)
    assert told(hierarchy)["year"] == ["2024", "(outside the hierarchy)", "(outside the hierarchy)"]
    assert told(hierarchy)["*"] == ["*", "*", "*"]
    check_laws(hierarchy)


def test_dates_with_the_year_last_are_read_in_the_order_their_values_show():
    hierarchy = built(DateHierarchy(levels=("month",)), "3.4.2024", "13/05/2024", "04/03/2024 10:00")
    assert told(hierarchy)["month"] == ["2024-04", "2024-05", "2024-03"]
    hierarchy = built(DateHierarchy(levels=("month",), order="month-first"), "03/04/2024")
    assert told(hierarchy)["month"] == ["2024-03"]


@pytest.mark.parametrize("values", [["03/04/2024", "05/06/2024"], ["13/04/2024", "04/13/2024"]])
def test_an_order_that_no_value_shows_is_asked_for(values):
    with pytest.raises(HierarchyAmbiguous, match="order: day-first"):
        built(DateHierarchy(), *values)


def test_a_population_is_read_in_the_order_of_the_data():
    section = settled(DateHierarchy(levels=("month",)), "v", domain_of("13/04/2024"))
    data = built(section, "13/04/2024")
    population = built(section, "01/02/2024", like=data, outside=True)
    assert told(population)["month"] == ["2024-02"]
