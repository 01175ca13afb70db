"""Spark finds, escapes and reads formulas of spreadsheets as Python does."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "engines"))

from test_formulas import HARMLESS, RUN, check_engine

if TYPE_CHECKING:
    from bauta.engines.spark import SparkEngine


def test_spark_does_the_same(spark: "SparkEngine", tmp_path: Path) -> None:
    check_engine(spark, [*RUN, *HARMLESS, "'=1", "''=1", "-3\u2028", "-3\r"], tmp_path)
