"""A command that is stopped within a query, on any engine: soon, in one sentence, and nothing is left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")

STOPPED = "bauta: Stopped. Nothing was left half-written.\n"
SECONDS_TO_STOP = 60
"""It takes two; a machine may be busy."""
ROWS = 3_000_000
"""Enough for a query to take seconds, and to put more than a megabyte aside, on every engine."""
ENGINES = {
    "duckdb": ["--memory-limit", "256MB"],
    "spark": ["--engine", "spark", "--memory-limit", "1GB", "--threads", "2"],
}


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """A table in which nearly everybody is alone."""
    path = tmp_path_factory.mktemp("many") / "many.parquet"
    rng = np.random.default_rng(1)
    columns = {"a": 10**9, "b": 1000, "who": 10**6}
    pq.write_table(pa.table({name: rng.integers(0, most, ROWS) for name, most in columns.items()}), path)
    return path


def job(name: str, data: Path, folder: Path) -> list[str]:
    if name == "assess":
        return ["assess", str(data), "--qi", "a,b", "--person-key", "who"]
    return ["deidentify", str(data), "--qi", "b", "--k", "2", "--out", str(folder / "out")]


def size_of(folder: Path) -> int:
    """Bytes in a folder whose files come and go."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total


def awaited(is_so: Callable[[], bool], what: str, seconds: float = 240) -> None:
    ends = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < ends, f"waited in vain until {what}"
        time.sleep(0.05)


def stopped_within_a_query(
    arguments: list[str], number: signal.Signals, spill: Path, scratch: Path
) -> tuple[int, str, float]:
    """The exit code, what was said, and how long it took to stop once the engine had put something aside."""
    spill.mkdir()
    before = size_of(scratch)
    process = subprocess.Popen(
        [sys.executable, "-m", "bauta", *arguments], env={**os.environ, "TMPDIR": str(spill)},
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        awaited(lambda: process.poll() is not None or size_of(scratch) > before + 1_000_000, "the query runs")
        started = time.monotonic()
        process.send_signal(number)
        _, said = process.communicate(timeout=SECONDS_TO_STOP)
    finally:
        process.kill()
        process.wait()
    return process.returncode, said, time.monotonic() - started


def nobody_works_in(folder: Path) -> bool:
    """Whether no process, such as a Java that was left alone, was started with this folder."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(folder).encode() in command.read_bytes():
                return False
        except OSError:
            continue
    return True


STOPS = [("assess", signal.SIGINT), ("assess", signal.SIGTERM), ("deidentify", signal.SIGINT),
         ("deidentify", signal.SIGTERM)]  # fmt: skip


def check_nothing_is_left(ended: tuple[int, str, float], folder: Path) -> None:
    assert ended[:2] == (130, STOPPED)
    assert list((folder / "spill").iterdir()) == []
    assert [path.name for path in folder.iterdir()] == ["spill"]
    awaited(lambda: nobody_works_in(folder / "spill"), "Java has ended", SECONDS_TO_STOP)


@pytest.mark.parametrize(("name", "number"), STOPS)
def test_duckdb_stops_within_a_query(name, number, many, tmp_path):
    spill = tmp_path / "spill"
    ended = stopped_within_a_query([*job(name, many, tmp_path), *ENGINES["duckdb"]], number, spill, tmp_path)
    check_nothing_is_left(ended, tmp_path)


@pytest.mark.parametrize(("name", "number"), [STOPS[1], STOPS[2]])
def test_spark_stops_within_a_query_and_takes_its_java_along(name, number, installed, many, tmp_path):
    spill = tmp_path / "spill"
    ended = stopped_within_a_query([*job(name, many, tmp_path), *ENGINES["spark"]], number, spill, spill)
    check_nothing_is_left(ended, tmp_path)


@pytest.mark.parametrize(("name", "number"), STOPS)
def test_through_spark_connect_the_servers_jobs_are_cancelled(name, number, connect, many, tmp_path):
    logged = connect.log.stat().st_size
    arguments = [*job(name, many, tmp_path), "--spark-master", connect.address]
    ended = stopped_within_a_query(arguments, number, tmp_path / "spill", connect.scratch)
    check_nothing_is_left(ended, tmp_path)
    if name == "assess":  # a release may be stopped while rows are sent to the server, when there is no job
        awaited(lambda: b"JOB_CANCELLED" in connect.log.read_bytes()[logged:], "the job is cancelled", SECONDS_TO_STOP)


@pytest.mark.parametrize("engine", ENGINES)
def test_killed_outright_there_is_no_release_and_the_next_run_tidies_up(engine, request, many, tmp_path):
    if engine == "spark":
        request.getfixturevalue("installed")
    spill, out = tmp_path / "spill", tmp_path / "out"
    arguments = [*job("deidentify", many, tmp_path), *ENGINES[engine]]
    code, said, _ = stopped_within_a_query(arguments, signal.SIGKILL, spill, tmp_path)
    assert (code, said) == (-signal.SIGKILL, "")
    assert not out.exists()
    assert list(spill.iterdir())  # nobody was left to tidy up
    awaited(lambda: nobody_works_in(spill), "Java has ended", SECONDS_TO_STOP)
    few = tmp_path / "few.csv"
    few.write_text("sex,age\n" + "F,30\nM,40\n" * 20, encoding="utf-8")
    again = subprocess.run(
        [sys.executable, "-m", "bauta", "deidentify", str(few), "--qi", "sex,age", "--out", str(out)],
        env={**os.environ, "TMPDIR": str(spill)}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert list(spill.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["few.csv", "out", "spill"]
