from pathlib import Path

import pytest

from bauta.model.source import DataSource


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://me:secret@host:5432/clinic", "postgresql://me@host:5432/clinic"),
        ("postgres://me:sec@ret@host/clinic", "postgres://me@host/clinic"),
        ("postgresql://me@host/clinic?password=secret", "postgresql://me@host/clinic"),
        ("postgresql://host/clinic", "postgresql://host/clinic"),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    assert DataSource(address).shown == shown


@pytest.mark.parametrize(
    "address",
    [
        "POSTGRESQL://me:secret@host/clinic",
        "postgresql://me:secret@[::1/clinic",
        "mysql://me:secret@host/clinic",
        "postgresql+psycopg://me:secret@host/clinic",
    ],
)
def test_a_mistaken_address_does_not_show_its_password_either(address: str) -> None:
    assert "secret" not in DataSource(address).shown


def test_a_relative_path_is_read_from_the_study_file() -> None:
    assert DataSource("data/x.csv").relative_to(Path("/studies")).location == "/studies/data/x.csv"
    assert DataSource("/data/x.csv").relative_to(Path("/studies")).location == "/data/x.csv"
    assert DataSource("postgresql://h/d").relative_to(Path("/studies")).location == "postgresql://h/d"
