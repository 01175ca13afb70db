"""What Spark adds on one machine: the same jobs on both engines, Java's CPU and memory included."""

import importlib.util
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import jobs
from benchmarks.data import FOLDER, QUASI_IDENTIFIERS, register
from benchmarks.measurements import Job, Measurement, measure_jobs

PART = "Spark, local"
ROWS = 10_000_000
ON_SPARK = ("--engine", "spark", "--memory-limit", "6GB")


def measure_spark(repeats: int, rows: int = ROWS) -> Iterator[Measurement]:
    if importlib.util.find_spec("pyspark") is None:
        print("Spark: skipped, it is not installed: pip install 'bauta[spark]'", file=sys.stderr)
        return
    tiny, path = register(1000), register(rows)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        for size, data in ((1000, tiny), (rows, path)):
            compared = [
                Job("bauta assess", jobs.assess(data)),
                Job("bauta assess, Spark", jobs.assess(data, QUASI_IDENTIFIERS, *ON_SPARK), "bauta assess"),
                Job("bauta deidentify", jobs.deidentify(data, Path(name))),
                Job("bauta deidentify, Spark", jobs.deidentify(data, Path(name), *ON_SPARK), "bauta deidentify"),
            ]
            yield from measure_jobs(PART, compared, repeats, rows=size, variables=len(QUASI_IDENTIFIERS))
