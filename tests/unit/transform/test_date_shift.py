import datetime

import numpy as np
import pytest

from bauta.errors import NotDates
from bauta.transform.date_shift import draw_offsets, shift_dates
from drawing import draws_of


def shifted(text: str, days: int) -> str:
    return shift_dates([text], np.array([days]))[0]


@pytest.mark.parametrize(
    ("old", "days", "new"),
    [
        ("2024-02-28", 1, "2024-02-29"),
        ("2023-02-28", 1, "2023-03-01"),
        ("2024-01-01", -1, "2023-12-31"),
        ("1900-02-28", 1, "1900-03-01"),
        ("20240228", 2, "20240301"),
        ("2024-02-28T07:30", 2, "2024-03-01T07:30"),
        ("2024-02-28 23:59:59.999", 1, "2024-02-29 23:59:59.999"),
        ("2024-02-28T07:30:00+01:00", -59, "2023-12-31T07:30:00+01:00"),
        ("0001-01-02", -1, "0001-01-01"),
        ("9998-12-31", 364, "9999-12-30"),
    ],
)
def test_a_date_moves_by_days_and_keeps_its_time(old: str, days: int, new: str) -> None:
    assert shifted(old, days) == new


@pytest.mark.parametrize(
    ("old", "days", "new"),
    [
        ("2024-03", -14, "2024-03"),  # 15 March to 1 March
        ("2024-03", -15, "2024-02"),  # to 29 February
        ("2024-03", 16, "2024-03"),
        ("2024-03", 17, "2024-04"),
        ("2024", 184, "2024"),  # 30 June to 31 December
        ("2024", 185, "2025"),
        ("2023", -181, "2022"),  # to 31 December
        ("2023", -180, "2023"),
    ],
)
def test_a_part_of_a_date_moves_from_its_middle_and_stays_a_part(old: str, days: int, new: str) -> None:
    assert shifted(old, days) == new


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "20", "2024-3-1", "03/15/2024", "16.03.2024", "2024-13-01", "2024-00-10", "2024-02-30", "2024-04-31",
        "2024-03-15x", "2024-03-15Tnoon", "2024/03/15", "0000-01-01", "9999-12-31", "99991231", "9999", "2024-03-1５",
        "abcd", "2024_03", "0001-01-01", "2024-03-15 ward 7",
    ],
)  # fmt: skip
def test_what_is_no_date_is_counted_and_not_shown(text: str) -> None:
    with pytest.raises(NotDates, match=r"^1 value of 'visit' cannot be read as dates") as told:
        shift_dates(["2024-03-15", text, "2024"], np.array([-1, -1, -1]), column="visit")
    assert len(text) < 4 or text not in str(told.value).replace("2024-03-15", "")


def test_a_date_may_not_leave_the_calendar() -> None:
    with pytest.raises(NotDates, match=r"^2 values"):
        shift_dates(["9998-12-31", "0001-01-01"], np.array([366, -1]))


def test_dates_of_all_kinds_are_moved_in_one_go_and_keep_their_places() -> None:
    rng = np.random.default_rng(0)
    days = [datetime.date(1900, 1, 1) + datetime.timedelta(days=int(day)) for day in rng.integers(0, 50_000, 2_000)]
    offsets = draw_offsets([str(i) for i in range(len(days))], days=3650, draws=draws_of(0))
    forms = ["%Y-%m-%d", "%Y%m%d", "%Y-%m-%dT10:00", "%Y-%m-%d 10:00:00"]
    old = [day.strftime(forms[i % 4]) for i, day in enumerate(days)]
    moved = [day + datetime.timedelta(days=int(offset)) for day, offset in zip(days, offsets, strict=True)]
    assert shift_dates(old, offsets) == [day.strftime(forms[i % 4]) for i, day in enumerate(moved)]


def test_offsets_are_spread_evenly_over_all_days_but_none() -> None:
    offsets = draw_offsets([str(i) for i in range(200_000)], days=10, draws=draws_of(0))
    values, counts = np.unique(offsets, return_counts=True)
    assert values.tolist() == [*range(-10, 0), *range(1, 11)]
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 43.8  # 19 degrees of freedom, exceeded by chance once in a thousand
