"""The command line against Spark that others run: the same bytes as from DuckDB, times aside."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest
from comparing import Comparison
from servers import QUICK, connect_server, standalone_cluster, submit_arguments

RELEASE = ("--out", "out", "--test-seed", "7", "--k", "3", "--json", "--suppression-limit", "0.3")


def by_command_line(arguments: Sequence[str], folder: Path) -> tuple[int, str, str]:
    """A process of its own, which keeps its temporary files in a folder of its own and leaves nothing there."""
    spill = folder.parent / "spill"
    spill.mkdir(exist_ok=True)
    few = submit_arguments({**QUICK, "spark.sql.shuffle.partitions": "2"})
    environment = {**os.environ, "TMPDIR": str(spill), "PYSPARK_SUBMIT_ARGS": few, "SPARK_LOCAL_IP": "127.0.0.1"}
    ended = subprocess.run(
        [sys.executable, "-m", "bauta", *arguments], cwd=folder, env=environment,
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert [path.name for path in spill.iterdir() if not path.name.startswith("hsperfdata")] == []
    return ended.returncode, ended.stdout, ended.stderr


@pytest.fixture
def both(connect, tmp_path):
    return Comparison(tmp_path, by_command_line, (["--engine", "duckdb"], ["--spark-master", connect.address]))


def test_an_assessment_through_spark_connect(both, hospital):
    both("assess", str(hospital[1]), "--json", "--population-size", "5000")


def test_a_profile_of_a_csv_file_that_is_sent_through_spark_connect(both, hospital, tmp_path):
    path = tmp_path / "hospital.csv"
    pyarrow.csv.write_csv(pq.read_table(hospital[0]), path)
    both("profile", str(path), "--json")


def test_a_release_through_spark_connect(both, hospital):
    files = both("deidentify", str(hospital[1]), *RELEASE)
    assert "out/release/manifest.json" in files


def test_a_cluster_of_its_own(installed, hospital, tmp_path):
    """One test for both jobs, because starting the cluster is what costs."""
    with standalone_cluster(tmp_path) as address:
        options = ["--spark-master", address, "--memory-limit", "1GB"]
        both = Comparison(tmp_path, by_command_line, (["--engine", "duckdb"], options))
        both("assess", str(hospital[0]), "--qi", "sex,race", "--json")
        both("deidentify", str(hospital[0]), "--qi", "sex,race", *RELEASE)


PROGRESS = """
import sys
from sqlglot import parse_one
from bauta.engines.spark import SparkEngine
from bauta.model.engine import EngineKind, EngineSettings

seen = []
with SparkEngine(EngineSettings(EngineKind.SPARK, spark_master=sys.argv[1]), on_progress=seen.append) as engine:
    engine._name("slow", engine._spark.range(8_000_000))
    query = parse_one("SELECT count(DISTINCT id % 1000003) AS n FROM slow", dialect="spark")
    assert engine._number(query) == 1_000_003
assert seen
assert all(0 <= percent <= 100 for percent in seen), seen
"""


def test_progress_is_told_through_spark_connect(connect):
    """In a process of its own: one process has either a Spark of its own or one it is connected to."""
    ended = subprocess.run([sys.executable, "-c", PROGRESS, connect.address], capture_output=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_a_server_that_goes_away_midway_is_told_in_one_sentence(installed, tmp_path):
    """By itself PySpark would go on trying for ten minutes."""
    data = tmp_path / "many.parquet"
    pq.write_table(pa.table({"a": range(1_000_000)}), data)
    with connect_server(tmp_path, QUICK) as server:
        arguments = ["deidentify", str(data), "--qi", "a", "--k", "2", "--out", str(tmp_path / "out")]
        process = subprocess.Popen(
            [sys.executable, "-m", "bauta", *arguments, "--spark-master", server.address],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        while process.poll() is None and not list(server.scratch.rglob("*shuffle_*")):
            time.sleep(0.05)
        server.process.kill()
        _, said = process.communicate(timeout=120)
    assert process.returncode == 2, said
    assert "the connection to it was lost" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()
