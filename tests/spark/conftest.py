"""One Spark session for the whole run; where Spark or Java are absent these tests are skipped."""

import importlib.util
import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from bauta.model.engine import EngineKind, EngineSettings

if TYPE_CHECKING:
    from bauta.engines.spark import SparkEngine

QUICK = {
    "spark.sql.codegen.wholeStage": "false",  # compiling a query takes longer than running it over ten rows
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.shuffle.compress": "false",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/spark/" in item.path.as_posix():
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(scope="session")
def spark_settings() -> EngineSettings:
    if importlib.util.find_spec("pyspark") is None:
        pytest.skip("needs PySpark: pip install 'bauta[spark]'")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("needs Java 17, which Spark runs on")
    conf = " ".join(f"--conf {name}={value}" for name, value in QUICK.items())
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"{conf} pyspark-shell"
    return EngineSettings(EngineKind.SPARK, memory_limit="2GB", threads=2)


@pytest.fixture
def spark(spark_settings: EngineSettings) -> Iterator["SparkEngine"]:
    from bauta.engines.spark import SparkEngine

    with SparkEngine(spark_settings) as engine:
        yield engine
