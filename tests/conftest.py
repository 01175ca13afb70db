"""What every test may ask for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.assessment import Assessment
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Callable[[str], Path]:
    """Finds a file of the data sets kept beside the repository; the test is skipped where they are not there."""

    def find(name: str) -> Path:
        path = REPOSITORY.parent / "shared" / "data" / name
        if not path.exists():
            pytest.skip(f"needs the data set shared/data/{name}, which is kept beside the repository, not in it")
        return path

    return find


@pytest.fixture
def engine() -> Iterator[DuckDbEngine]:
    with DuckDbEngine() as engine:
        yield engine


@pytest.fixture
def measured(engine: DuckDbEngine) -> Callable[..., Assessment]:
    """Assesses a source or a table by its quasi-identifiers, with any other part of a request by name."""

    def measure(data: Any, *quasi_identifiers: str, **request: Any) -> Assessment:
        return assess(engine, AssessmentRequest(data=data, quasi_identifiers=quasi_identifiers, **request))

    return measure
