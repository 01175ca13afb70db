"""`python -m benchmarks.scale` runs, on tables so small that nothing it measures means anything."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
JOBS = ["DuckDB GROUP BY", "bauta assess", "Polars group_by", "pandas groupby", "DuckDB copy", "bauta deidentify"]


def test_it_prints_one_table_and_writes_the_measurements_and_a_chart(tmp_path):
    command = [sys.executable, "-m", "benchmarks.scale", "--rows", "20000", "--repeats", "1", "--out", str(tmp_path)]
    command += ["--parts", "rows", "classes"]
    place = {**os.environ, "BENCHMARK_DATA": str(tmp_path / "data")}
    done = subprocess.run(command, cwd=ROOT, env=place, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert all(job in done.stdout for job in JOBS)
    assert "1,000 MB  ok" in done.stdout
    measured = json.loads((tmp_path / "scale.json").read_text(encoding="utf-8"))
    assert {one["part"] for one in measured} == {"rows", "classes"}
    assert all(one["cpu_seconds"] > 0 and one["peak_megabytes"] > 0 for one in measured)
    assert "bauta deidentify" in (tmp_path / "scale.svg").read_text(encoding="utf-8")
    assert (tmp_path / "scale.png").read_bytes().startswith(b"\x89PNG")
