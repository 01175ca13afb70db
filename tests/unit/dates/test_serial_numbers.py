"""Dates that are numbers. The expected numbers are what the programs themselves print."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bauta.dates.serials import COUNTS, read_serial, split_serial
from bauta.model.dates import Serial


@pytest.mark.parametrize(
    ("serial", "text", "day"),
    [
        (Serial.EXCEL, "45366", date(2024, 3, 15)),  # =DATE(2024,3,15) in Excel
        (Serial.EXCEL, "61", date(1900, 3, 1)),
        (Serial.SAS, "23450", date(2024, 3, 15)),  # put('15MAR2024'd, 8.) in SAS
        (Serial.SAS, "-1", date(1959, 12, 31)),
        (Serial.SAS_DATETIME, "2026129500", date(2024, 3, 15)),  # '15MAR2024:13:45:00'dt
        (Serial.UNIX, "1710510300", date(2024, 3, 15)),  # date -u -d @1710510300
        (Serial.UNIX, "-1", date(1969, 12, 31)),
        (Serial.UNIX_MS, "1710510300123", date(2024, 3, 15)),
    ],
)
def test_a_number_is_the_day_its_program_says(serial, text, day):
    assert read_serial(text, serial).day == day


@given(st.sampled_from(Serial), st.dates(date(100, 1, 1), date(9000, 1, 1)), st.integers(0, 10**9 - 1))
def test_what_is_written_back_is_what_was_read(serial, day, part):
    count = COUNTS[serial]
    number = (day - count.origin).days * count.per_day + Decimal(part) * count.per_day / 10**9
    text = str(number if number % 1 else int(number))
    reading = read_serial(text, serial)
    assert reading.day == day
    assert Decimal(reading.form.write(reading.day, split_serial(text, serial)[1])) == number


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "1e99", "2024-03-15", "1_000", "9" * 40])
def test_what_is_no_number_of_our_calendar_is_no_date(text):
    assert all(read_serial(text, serial) is None for serial in Serial)
