from datetime import date
from typing import Any

import pytest

from bauta.example import Example, make_example

Row = dict[str, Any]


@pytest.fixture(scope="session")
def example() -> Example:
    return make_example()


@pytest.fixture(scope="session")
def patients(example: Example) -> list[Row]:
    return example.patients.to_pylist()


@pytest.fixture(scope="session")
def residents(example: Example) -> list[Row]:
    return example.registry.to_pylist()


@pytest.fixture(scope="session")
def patient_ages(patients: list[Row]) -> list[int]:
    """Age at admission in completed years."""
    return [_completed_years(row["birth_date"], row["admission_date"]) for row in patients]


def _completed_years(birth: date, day: date) -> int:
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
