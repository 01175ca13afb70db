"""Numbers that could be dates are asked about; ages, years, money and numbers of records are not."""

import random
from datetime import date

import pytest

from bauta.classification.suggest import suggest
from bauta.dates.serials import COUNTS
from bauta.model.columns import ColumnSummary
from bauta.model.dates import Serial
from bauta.model.roles import VariableType


def serials(name: str, numbers: list[float], storage: VariableType = VariableType.TEXT) -> tuple[Serial, ...]:
    texts = [f"{number:g}" if isinstance(number, float) else str(number) for number in numbers]
    summary = ColumnSummary(name, storage, len(texts), 0, len(set(texts)))
    return suggest(summary, texts).serials


def numbers_of(serial: Serial, first: date, years: int, n: int = 300) -> list[float]:
    count, chance = COUNTS[serial], random.Random(2)
    days = [(first - count.origin).days + chance.randrange(365 * years) for _ in range(n)]
    return [day * count.per_day + chance.randrange(count.per_day) for day in days]


@pytest.mark.parametrize("serial", Serial)
@pytest.mark.parametrize("name", ["x", "start", "score", "admission_date", "lab_collected", "visit_dt"])
@pytest.mark.parametrize("storage", [VariableType.TEXT, VariableType.INTEGER])
def test_numbers_spread_as_dates_are_asked_about(serial, name, storage):
    assert serial in serials(name, numbers_of(serial, date(2018, 1, 1), 5), storage)


@pytest.mark.parametrize("serial", [Serial.EXCEL, Serial.SAS])
def test_births_are_asked_about_where_the_name_says_so(serial):
    assert serial in serials("birth_date", numbers_of(serial, date(1935, 1, 1), 70))


CHANCE = random.Random(5)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("age", [CHANCE.randrange(18, 95) for _ in range(300)]),
        ("x", [CHANCE.randrange(1930, 2020) for _ in range(300)]),
        ("event_date", [CHANCE.randrange(1990, 2020) for _ in range(300)]),
        ("visit_date", [CHANCE.randrange(1, 32) for _ in range(300)]),
        ("income", [round(CHANCE.gauss(40_000, 3000)) for _ in range(300)]),
        ("x", [100 * CHANCE.randrange(330, 490) for _ in range(300)]),
        ("zip", [CHANCE.randrange(11_000, 27_000) for _ in range(300)]),
        ("x", list(range(20_000, 20_300))),
        ("count", [CHANCE.randrange(3000) for _ in range(300)]),
        ("x", [40_000, 41_000, 42_000] * 100),
        ("wbc", [CHANCE.gauss(7000, 1500) for _ in range(300)]),
        ("npi", [CHANCE.randrange(1_003_000_000, 2_000_000_000) for _ in range(300)]),
    ],
)
def test_other_numbers_are_left_alone(name, numbers):
    assert serials(name, numbers) == ()


def test_the_reason_asks_and_shows_no_value():
    numbers = numbers_of(Serial.EXCEL, date(2018, 1, 1), 5)
    texts = [str(number) for number in numbers]
    reason = suggest(ColumnSummary("x", VariableType.INTEGER, 300, 0, len(set(texts))), texts).reason
    assert reason.endswith("These numbers could be dates, counted in days as Excel does.")
