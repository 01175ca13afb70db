"""One reader of dates: every form is read, and a day is written back in the form it was read in."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauta.dates.forms import Precision, split_clock
from bauta.dates.months import NAME_SETS
from bauta.dates.reading import all_dates, is_ambiguous, looks_like_date, read_date, read_dates
from bauta.model.dates import DateNotation

FORMS = {
    "ISO": lambda d, _: d.isoformat(),
    "ISO with slashes": lambda d, _: f"{d.year}/{d.month:02d}/{d.day:02d}",
    "compact": lambda d, _: d.strftime("%Y%m%d"),
    "European": lambda d, _: f"{d.day:02d}.{d.month:02d}.{d.year}",
    "European without zeros": lambda d, _: f"{d.day}.{d.month}.{d.year}",
    "American": lambda d, _: f"{d.month:02d}/{d.day:02d}/{d.year}",
    "American without zeros": lambda d, _: f"{d.month}/{d.day}/{d.year}",
    "clinical": lambda d, names: f"{d.day:02d}-{names[d.month - 1].upper()}-{d.year}",
    "DATE9": lambda d, names: f"{d.day:02d}{names[d.month - 1].upper()}{d.year}",
    "words": lambda d, names: f"{d.day} {names[d.month - 1].title()} {d.year}",
    "American words": lambda d, names: f"{names[d.month - 1].title()} {d.day}, {d.year}",
    "month": lambda d, _: f"{d.year}-{d.month:02d}",
    "month of DATE9": lambda d, names: f"{names[d.month - 1].upper()}{d.year}",
    "unknown day": lambda d, names: f"UN-{names[d.month - 1].upper()}-{d.year}",
    "year": lambda d, _: str(d.year),
}
CLOCKS = ["", "T07", " 07:30", "T07:30:59.125", ":13:45:00", " 10:30 PM"]
days = st.dates(date(1800, 1, 1), date(2199, 12, 31))


@given(st.lists(days, min_size=1, max_size=30), st.sampled_from(sorted(FORMS)), st.sampled_from(NAME_SETS),
       st.sampled_from(CLOCKS))  # fmt: skip
def test_what_is_written_back_is_what_was_read(all_days, form, names, clock):
    texts = [FORMS[form](day, names) + clock for day in all_days]
    readings = read_dates(texts, DateNotation("month-first"))
    assert [reading.form.write(reading.day, clock) for reading in readings] == texts
    for day, reading in zip(all_days, readings, strict=True):
        assert (reading.day.year, reading.precision >= Precision.YEAR) == (day.year, True)
        assert reading.precision is not Precision.DAY or reading.day == day


@given(days, days, st.sampled_from(sorted(FORMS)))
def test_another_day_is_written_in_the_same_form(day, other, form):
    texts = [FORMS[form](date(day.year, month, 5), NAME_SETS[0]) for month in range(1, 13)]
    reading = read_dates(texts, DateNotation("month-first"))[day.month - 1]
    assert reading.form.write(other) == FORMS[form](other, NAME_SETS[0])


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-07-01T10:00:00+02:00", date(2024, 7, 1)),
        ("2024-07-01T23:59:59.999Z", date(2024, 7, 1)),
        ("15MAR2024:13:45:00", date(2024, 3, 15)),
        ("5. Januar 2024", date(2024, 1, 5)),
        ("1 de enero de 2024", date(2024, 1, 1)),
        ("14 déc 2024", date(2024, 12, 14)),
        ("15MAR24", date(2024, 3, 15)),
        ("15-Mar-69", date(1969, 3, 15)),
        ("UN-UNK-2024", date(2024, 6, 30)),
        ("29.2.2024", date(2024, 2, 29)),
    ],
)
def test_forms_with_a_catch(text, day):
    assert read_date(text).day == day


@pytest.mark.parametrize(
    "text",
    ["", "x", "20", "2023-02-29", "2024-13-01", "2024-00-10", "0000-01-01", "20241301", "2024-03-15x", "2024-03-1５",
     "2024-03-15Tnoon", "2024-03-15 ward 7", "2024-03-15 25:00", "UNK", "15MAR30", "3/4/24", "24-03-15", "3/4/2024",
     "Heart 12 2024", "12 Heart 2024", "1" * 500],
)  # fmt: skip
def test_what_is_no_date_or_may_be_two_is_not_read(text):
    assert read_date(text) is None


@pytest.mark.parametrize(("years", "read"), [(range(26), True), (range(26, 69), False), (range(69, 100), True)])
def test_two_digits_are_a_year_only_where_all_programs_agree_on_the_century(years, read):
    assert all((read_date(f"15MAR{year:02d}") is not None) is read for year in years)
    assert all(looks_like_date(f"15MAR{year:02d}") for year in years)


def test_a_column_in_several_forms_is_read_value_by_value():
    texts = ["2024-03-15", "20240316", "17MAR2024", "18.3.2024", "2024-03"]
    assert [reading.day.day for reading in read_dates(texts)] == [15, 16, 17, 18, 15]
    assert all_dates(texts)


def test_the_order_of_day_and_month_is_shown_by_the_column_or_asked_for():
    assert read_dates(["3/4/2024", "3/14/2024"])[0].day == date(2024, 3, 4)
    assert is_ambiguous(["3/4/2024", "5/6/2024"])
    assert is_ambiguous(["13/4/2024", "4/13/2024", "3/4/2024"])  # some have the one first, some the other
    assert not is_ambiguous(["3/4/2024"], DateNotation("day-first"))
    assert not is_ambiguous(["3.4.2024"])


def test_may_is_short_where_the_other_months_are():
    assert read_dates(["May 5, 2024", "January 5, 2024"])[0].form.write(date(2024, 12, 1)) == "December 1, 2024"
    assert read_dates(["May 5, 2024", "Jan 5, 2024"])[0].form.write(date(2024, 12, 1)) == "Dec 1, 2024"


def test_record_numbers_and_years_are_no_dates_by_themselves():
    assert not looks_like_date("12345678")
    assert not looks_like_date("99991231")
    assert not all_dates(["2019", "2020"])
    assert all_dates(["2019", "2020-03-01"])


def test_a_clock_time_is_cut_from_its_zone():
    assert split_clock("2024-07-01 10:00 UTC") == ("2024-07-01", " 10:00")
