"""The same content gives the same classes, whatever it is kept in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyreadstat
import pytest
from reader_sources import COMBINATIONS, NAMES, ROWS, WRITERS, csv_with_comma, parquet, partition

from bauta.engines.duckdb import DuckDbEngine
from bauta.engines.readers import statistical
from bauta.equivalence.coding import canonical_texts, encode_classes
from bauta.model.source import DataSource
from bauta.workflow.assess import assess
from bauta.workflow.requests import AssessmentRequest, PopulationRequest

ALL_WRITERS = pytest.mark.parametrize("writer", WRITERS.values(), ids=WRITERS.keys())


def check_classes(engine: DuckDbEngine, source: Any) -> None:
    for variables in COMBINATIONS:
        assessment = assess(engine, AssessmentRequest(source, variables))
        expected = partition(variables)
        assert [place.rows for place in assessment.smallest_classes] == expected, variables
        assert assessment.classes == len(expected)
        assert assessment.sample_uniques == sum(len(rows) == 1 for rows in expected)
        assert assessment.unit.rows == len(ROWS)


def values_of(engine: DuckDbEngine, source: Any, name: str) -> set[str]:
    counted = engine.count_groups(engine.open(source), [name])
    return set(canonical_texts(encode_classes(counted.values, counted.sizes).domains[0].values))


def expected_values(name: str) -> set[str]:
    return {str(value) for row in ROWS if (value := row[NAMES.index(name)]) not in (None, "")}


@ALL_WRITERS
def test_classes_are_those_of_the_content(writer: Callable[[Path], Any], engine: DuckDbEngine, tmp_path: Path) -> None:
    check_classes(engine, writer(tmp_path))


@ALL_WRITERS
def test_values_are_those_of_the_content_with_their_leading_zeros(
    writer: Callable[[Path], Any], engine: DuckDbEngine, tmp_path: Path
) -> None:
    source = writer(tmp_path)
    assert {name: values_of(engine, source, name) for name in NAMES} == {name: expected_values(name) for name in NAMES}


@ALL_WRITERS
def test_any_format_can_be_the_population_of_any_other(
    writer: Callable[[Path], Any], engine: DuckDbEngine, tmp_path: Path
) -> None:
    kept_in, variables = writer(tmp_path), ("name", "born", "age", "zip", "sex")
    for data, population in ((kept_in, csv_with_comma(tmp_path)), (parquet(tmp_path), kept_in)):
        assessment = assess(engine, AssessmentRequest(data, variables, population=PopulationRequest(population)))
        assert assessment.journalist is not None
        assert assessment.journalist.exact_average == assessment.prosecutor.exact_average


@pytest.fixture
def in_postgresql(postgresql: Callable[..., DataSource]) -> DataSource:
    def literal(value: object) -> str:
        return "NULL" if value is None else "'" + str(value).replace("'", "''") + "'"

    return postgresql(
        "id text, name varchar(40), born date, age integer, zip text, sex text, note text",
        ", ".join(f"({', '.join(map(literal, row))})" for row in ROWS),
    )


def test_classes_in_postgresql_are_those_of_the_content(engine: DuckDbEngine, in_postgresql: DataSource) -> None:
    check_classes(engine, in_postgresql)


def test_values_in_postgresql_are_those_of_the_content(engine: DuckDbEngine, in_postgresql: DataSource) -> None:
    for name in NAMES:
        assert values_of(engine, in_postgresql, name) == expected_values(name)


def test_postgresql_can_be_the_population_of_a_csv_file(
    engine: DuckDbEngine, in_postgresql: DataSource, tmp_path: Path
) -> None:
    request = AssessmentRequest(
        csv_with_comma(tmp_path), ["born", "age", "zip"], population=PopulationRequest(in_postgresql)
    )
    assessment = assess(engine, request)
    assert assessment.journalist is not None
    assert assessment.journalist.exact_average == assessment.prosecutor.exact_average


@pytest.mark.parametrize("writer", ["xpt", "spss", "stata"])
@pytest.mark.parametrize("rows_at_a_time", [1, 2, 5, 11])
def test_a_statistical_file_read_in_pieces_has_the_same_classes(
    writer: str, rows_at_a_time: int, engine: DuckDbEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistical, "_ROWS_AT_A_TIME", rows_at_a_time)
    check_classes(engine, WRITERS[writer](tmp_path))


def test_a_sas7bdat_file_is_given_to_the_reader_for_sas7bdat_files(
    engine: DuckDbEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No program at hand writes sas7bdat files and no package ships one, so pyreadstat's reader is stood in for."""
    transport = WRITERS["xpt"](tmp_path)
    stand_in = tmp_path / "data.SAS7BDAT"
    stand_in.write_bytes(b"stands for a SAS file")
    asked_for: list[str] = []

    def read(path: str, **options: Any) -> Any:
        asked_for.append(path)
        return pyreadstat.read_xport(transport.location, **options)

    monkeypatch.setattr(pyreadstat, "read_sas7bdat", read)
    check_classes(engine, DataSource(str(stand_in)))
    assert set(asked_for) == {str(stand_in)}
