import datetime

import numpy as np
import pytest

from bauta.errors import DatesAmbiguous, NotDates
from bauta.model.dates import DateNotation, Serial
from bauta.transform.date_shift import draw_offsets, read_texts, shift_serials
from drawing import draws_of


def shift(texts: list[str], offsets: list[int], *, keep_time: bool = False, **notation: object) -> list[str]:
    rows = np.ones(len(texts), np.int64)
    read = read_texts(texts, rows, "visit", notation=DateNotation(**notation), keep_time=keep_time)
    written, which = read.shift(np.arange(len(texts)), np.array(offsets))
    return [written[i] for i in which]


@pytest.mark.parametrize(
    ("old", "days", "new"),
    [
        ("2024-02-28", 1, "2024-02-29"),
        ("2023-02-28", 1, "2023-03-01"),
        ("2024-01-01", -1, "2023-12-31"),
        ("1900-02-28", 1, "1900-03-01"),
        ("20240228", 2, "20240301"),
        ("28FEB2024", 2, "01MAR2024"),
        ("28-FEB-2024", 2, "01-MAR-2024"),
        ("February 28, 2024", 2, "March 1, 2024"),
        ("28/2/2024", 2, "1/3/2024"),
        ("2024/02/28", 2, "2024/03/01"),
        ("28.02.2024", 2, "01.03.2024"),
        ("UN-FEB-2024", 20, "UN-MAR-2024"),
        ("0001-01-02", -1, "0001-01-01"),
        ("9998-12-31", 364, "9999-12-30"),
    ],
)
def test_a_date_moves_by_days_in_its_own_form(old: str, days: int, new: str) -> None:
    assert shift([old], [days]) == [new]


@pytest.mark.parametrize(
    ("old", "cut", "kept"),
    [
        ("2024-02-28T07:30", "2024-03-01", "2024-03-01T07:30"),
        ("2024-02-28 23:59:59.999", "2024-03-01", "2024-03-01 23:59:59.999"),
        ("28FEB2024:13:45:00", "01MAR2024", "01MAR2024:13:45:00"),
        ("2/28/2024 10:30 PM", "3/1/2024", "3/1/2024 10:30 PM"),
        ("2024-02-28T07:30:00+01:00", "2024-03-01", "2024-03-01T07:30:00"),
        ("2024-02-28T07:30:00Z", "2024-03-01", "2024-03-01T07:30:00"),
    ],
)
def test_clock_times_are_cut_off_or_kept_without_their_zone(old: str, cut: str, kept: str) -> None:
    assert shift([old], [2]) == [cut]
    assert shift([old], [2], keep_time=True) == [kept]


@pytest.mark.parametrize(
    ("serial", "old", "cut", "kept"),
    [
        (Serial.EXCEL, "45366.25", "45368", "45368.25"),
        (Serial.SAS, "23450", "23452", "23452"),
        (Serial.UNIX, "1710510300", "1710633600", "1710683100"),
    ],
)
def test_serial_numbers_stay_the_same_serial_numbers(serial: Serial, old: str, cut: str, kept: str) -> None:
    assert shift([old], [2], serial=serial) == [cut]
    assert shift([old], [2], serial=serial, keep_time=True) == [kept]
    number, offset = np.array([float(old)]), np.array([2])
    assert shift_serials(number, offset, serial, keep_time=False) == [float(cut)]
    assert shift_serials(number, offset, serial, keep_time=True) == [float(kept)]


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
    assert shift([old], [days]) == [new]


@pytest.mark.parametrize(
    "text",
    [
        "", "x", "20", "2024-13-01", "2024-00-10", "2024-02-30", "2024-04-31", "2024-03-15x", "2024-03-15Tnoon",
        "0000-01-01", "9999-12-31", "99991231", "9999", "2024-03-1５", "abcd", "2024_03", "2024-03-15 ward 7", "3/4/24",
        "15MAR50",
    ],
)  # fmt: skip
def test_what_is_no_date_is_counted_and_not_shown(text: str) -> None:
    with pytest.raises(NotDates, match=r"^3 values of 'visit' cannot be read as dates") as told:
        read_texts(["2024-03-15", text, "2024"], np.array([5, 3, 2]), "visit")
    assert len(text) < 5 or text not in str(told.value)


def test_day_and_month_are_not_guessed() -> None:
    with pytest.raises(DatesAmbiguous, match=r"order: day-first"):
        shift(["3/4/2024"], [1])
    assert shift(["3/4/2024"], [1], order="day-first") == ["4/4/2024"]
    assert shift(["3/4/2024"], [1], order="month-first") == ["3/5/2024"]


def test_dates_of_all_kinds_are_moved_in_one_go_and_keep_their_places() -> None:
    rng = np.random.default_rng(0)
    days = [datetime.date(1900, 1, 1) + datetime.timedelta(days=int(day)) for day in rng.integers(0, 50_000, 2_000)]
    offsets = draw_offsets([str(i) for i in range(len(days))], days=3650, draws=draws_of(0))
    forms = ["%Y-%m-%d", "%Y%m%d", "%d%b%Y", "%Y/%m/%d"]
    old = [day.strftime(forms[i % 4]) for i, day in enumerate(days)]
    moved = [day + datetime.timedelta(days=int(offset)) for day, offset in zip(days, offsets, strict=True)]
    new = [day.strftime(forms[i % 4]) for i, day in enumerate(moved)]
    different = sorted(set(old))
    read = read_texts(different, np.ones(len(different), np.int64), "visit")
    written, which = read.shift(np.array([different.index(text) for text in old]), offsets)
    assert [written[i].lower() for i in which] == [text.lower() for text in new]


def test_offsets_are_spread_evenly_over_all_days_but_none() -> None:
    offsets = draw_offsets([str(i) for i in range(200_000)], days=10, draws=draws_of(0))
    values, counts = np.unique(offsets, return_counts=True)
    assert values.tolist() == [*range(-10, 0), *range(1, 11)]
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert chi_square < 43.8  # 19 degrees of freedom, exceeded by chance once in a thousand
