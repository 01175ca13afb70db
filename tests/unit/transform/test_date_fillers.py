"""Which dates of a column would show offsets, and which columns are like any other."""

from datetime import date, timedelta

import numpy as np
import pytest

from bauta.errors import DateSharedByMany, DateStandsForNone
from bauta.transform.date_fillers import EPOCH, KNOWN, check_fillers

BOUND = 182


def check(*dates: date, people: list[int] | None = None) -> None:
    days = np.array([(day - EPOCH).days for day in dates])
    check_fillers(days, np.arange(len(days)) if people is None else np.array(people), BOUND, "visit")


def visits(n: int, over: int = 1000, first: date = date(2020, 1, 1)) -> list[date]:
    rng = np.random.default_rng(7)
    return [first + timedelta(int(day)) for day in rng.integers(0, over, n)]


@pytest.mark.parametrize("filler", [day for day in KNOWN if not date(2018, 1, 1) < day < date(2025, 1, 1)])
def test_one_person_with_a_known_code_for_no_date_is_enough(filler):
    with pytest.raises(DateStandsForNone, match=rf"^{filler} in 'visit', which 1 person had"):
        check(*visits(200), filler)


def test_several_codes_are_found_though_they_stand_together():
    with pytest.raises(DateStandsForNone):
        check(*visits(50), date(1900, 1, 1), date(1900, 1, 2))


@pytest.mark.parametrize(("people", "refused"), [(3, True), (2, False)])
def test_a_date_far_from_all_others_is_refused_if_several_people_have_it(people, refused):
    column = [*visits(200), *[date(2035, 4, 9)] * people]
    if refused:
        with pytest.raises(DateSharedByMany, match=f"belongs to {people} people of {200 + people}") as told:
            check(*column)
        assert "2035" not in str(told.value)
    else:
        check(*column)


@pytest.mark.parametrize(("share", "refused"), [(0.06, True), (0.02, False)])
def test_the_first_day_of_a_study_is_refused_if_many_people_share_it(share, refused):
    column = [*visits(1000), *[date(2021, 6, 1)] * int(1000 * share)]
    if refused:
        with pytest.raises(DateSharedByMany):
            check(*column)
    else:
        check(*column)


def test_a_column_with_one_date_for_everybody_is_refused():
    with pytest.raises(DateSharedByMany, match="belongs to 30 people of 30"):
        check(*[date(2024, 5, 1)] * 30)


def test_people_are_counted_and_not_their_rows():
    check(*visits(100), *[date(2021, 6, 1)] * 50, people=[*range(100), *[0] * 50])


@pytest.mark.parametrize(
    "column",
    [
        visits(1000, over=14),  # two weeks: every day has its 7 %
        visits(40, over=10),
        [date(2024, 5, 1)] * 4,
        visits(5000, over=30_000, first=date(1930, 1, 1)),  # births, among which are the first days of 1950 to 1980
        [*visits(300, over=25_000, first=date(1940, 1, 1)), date(1970, 1, 1), date(1960, 1, 1)],
        [],
    ],
    ids=["two weeks", "few people", "four people", "births", "births on days programs use", "nothing"],
)
def test_dates_as_they_come_are_not_refused(column):
    check(*column)


def test_many_births_on_a_day_programs_write_for_none_are_refused():
    with pytest.raises(DateStandsForNone, match=r"which 4. people had"):
        check(*visits(5000, over=30_000, first=date(1930, 1, 1)), *[date(1970, 1, 1)] * 40)
