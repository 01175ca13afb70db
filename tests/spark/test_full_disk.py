"""A disk that is really full, on both engines: one sentence, no value of anybody, nothing left behind."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from bauta.errors import DiskFull

SECRET = 987654321987
"""A number of somebody's that nobody else has."""
FULL = f"bauta: {DiskFull()}\n"
ENGINES = {
    "duckdb": ["--memory-limit", "256MB"],
    "spark": ["--engine", "spark", "--memory-limit", "1GB", "--threads", "2"],
}


@pytest.fixture
def disk(tmp_path):
    """A disk of a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this machine lets only root mount a small disk, or nobody")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture(params=ENGINES)
def engine(request):
    if request.param == "spark":
        request.getfixturevalue("installed")
    return request.param


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """More people than fit into a megabyte or into DuckDB's least memory, as a Parquet file."""
    rng = np.random.default_rng(1)
    rows = {"a": 10**9, "b": 1000, "who": 10**6}
    columns = {name: rng.integers(0, most, 3_000_000) for name, most in rows.items()}
    columns["who"][7] = SECRET
    path = tmp_path_factory.mktemp("many") / "many.parquet"
    pq.write_table(pa.table(columns), path)
    return path


def check_is_full(disk: Path, *arguments: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "bauta", *arguments], capture_output=True, text=True, check=False, timeout=300,
        env={**os.environ, "TMPDIR": str(disk.parent)},
    )  # fmt: skip
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", FULL)
    assert str(SECRET) not in ended.stderr
    assert list(disk.iterdir()) == []
    assert [path.name for path in disk.parent.iterdir() if path.is_dir()] == ["disk"]


def test_no_room_for_what_does_not_fit_into_memory(engine, many, disk):
    keys = ("--qi", "a,b", "--person-key", "who")
    check_is_full(disk, "assess", str(many), *keys, "--spill-folder", str(disk), *ENGINES[engine])


def some_of(many: Path) -> pa.Table:
    """As many as fit into memory, but not into a megabyte."""
    return pq.read_table(many).slice(0, 300_000)


def test_no_room_for_the_release(engine, many, disk, tmp_path):
    path = tmp_path / "people.parquet"
    pq.write_table(some_of(many), path)
    check_is_full(disk, "deidentify", str(path), "--qi", "b", "--k", "2", "--out", str(disk / "out"), *ENGINES[engine])


def text_file(many: Path, folder: Path) -> Path:
    path = folder / "people.csv"
    pyarrow.csv.write_csv(some_of(many), path)
    return path


def test_no_room_for_the_copy_that_spark_reads(installed, many, disk, tmp_path):
    path = text_file(many, tmp_path)
    check_is_full(disk, "assess", str(path), "--qi", "b", "--spill-folder", str(disk), *ENGINES["spark"])


def test_no_room_for_a_copy_in_another_encoding(many, disk, tmp_path):
    path = text_file(many, tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"a"', '"é"'.encode("latin-1"), 1))
    check_is_full(disk, "assess", str(path), "--qi", "b", "--spill-folder", str(disk), *ENGINES["duckdb"])
