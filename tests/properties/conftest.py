from collections.abc import Iterator

import pytest

from bauta.engines.duckdb import DuckDbEngine


@pytest.fixture(scope="module")
def shared_engine() -> Iterator[DuckDbEngine]:
    """One engine for all examples of a law: opening a table leaves the others as they are."""
    with DuckDbEngine() as engine:
        yield engine
