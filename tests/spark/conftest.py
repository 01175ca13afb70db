"""One Spark session for the whole run; where Spark or Java are absent these tests are skipped."""

import importlib.util
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from servers import QUICK, ConnectServer, connect_server, submit_arguments

from bauta.example import make_example
from bauta.model.engine import EngineKind, EngineSettings

if TYPE_CHECKING:
    from bauta.engines.spark import SparkEngine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/spark/" in item.path.as_posix():
            item.add_marker(pytest.mark.xdist_group("spark"))


STUDY = """
data: {path: DATA}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: pseudonym}
  name: {role: direct_identifier, mask: replace}
  birth_date: {role: quasi_identifier, type: date, hierarchy: {kind: dates, levels: [year, decade]}, max_level: 3}
  zip: {role: quasi_identifier, hierarchy: zip, max_level: 1}
  sex: {role: quasi_identifier, max_level: 1}
  admission_date: {role: other, type: date, shift: true}
  discharge_date: {role: other, type: date, shift: true}
  diagnosis: {role: sensitive, ignore: {birth_date: A newborn was born in the year of the data.}}
"""


@pytest.fixture(scope="session")
def installed() -> None:
    """Skips what needs Spark where it, or the Java it runs on, is absent."""
    if importlib.util.find_spec("pyspark") is None:
        pytest.skip("needs PySpark: pip install 'bauta[spark]'")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("needs Java 17, which Spark runs on")


@pytest.fixture(scope="session")
def spark_settings(installed: None) -> EngineSettings:
    os.environ["PYSPARK_SUBMIT_ARGS"] = submit_arguments(QUICK)
    return EngineSettings(EngineKind.SPARK, memory_limit="2GB", threads=2)


@pytest.fixture
def spark(spark_settings: EngineSettings) -> Iterator["SparkEngine"]:
    from bauta.engines.spark import SparkEngine

    with SparkEngine(spark_settings) as engine:
        yield engine


@pytest.fixture(scope="session")
def connect(installed: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ConnectServer]:
    """A Spark Connect server on a port of this machine, for the whole run."""
    with connect_server(tmp_path_factory.mktemp("connect"), QUICK) as server:
        yield server


@pytest.fixture
def hospital(tmp_path: Path) -> tuple[Path, Path]:
    """The first rows of the made-up hospital as a Parquet file, and a study of it."""
    path = tmp_path / "hospital.parquet"
    pq.write_table(make_example().patients.slice(0, 400), path)
    study = tmp_path / "study.yaml"
    study.write_text(STUDY.replace("DATA", str(path)))
    return path, study
