"""Tables of 10 and 100 million rows (or more, on demand): what bauta costs beside the plain queries it rests on."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.data import QUASI_IDENTIFIERS, parquet
from benchmarks.measure import Cost, cost_of_command, verdict

LARGEST_ASSESS_RATIO = 1.15
LARGEST_RELEASE_RATIO = 4.0
LARGEST_MEGABYTES = 1000
MEMORY_OF_ASSESS, MEMORY_OF_RELEASE = "1GB", "6GB"
BAUTA = str(Path(sys.executable).with_name("bauta"))

STUDY = """
data: {{path: {path}}}
variables:
  age: {{role: quasi_identifier, hierarchy: {{kind: numbers, widths: [5, 10, 20]}}}}
  sex: {{role: quasi_identifier}}
  race: {{role: quasi_identifier}}
  region: {{role: quasi_identifier}}
  year: {{role: quasi_identifier}}
  marital: {{role: quasi_identifier}}
"""


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


def plain_group_by(path: Path) -> list[str]:
    keys = ", ".join(QUASI_IDENTIFIERS)
    query = f"SELECT {keys}, count(*) FROM '{path}' GROUP BY {keys}"
    return python(f"import duckdb; duckdb.sql({query!r}).to_arrow_table()")


def plain_copy(path: Path, folder: Path) -> list[str]:
    query = f"COPY (FROM '{path}') TO '{folder / 'copy.parquet'}' (FORMAT parquet, COMPRESSION zstd)"
    return python(f"import duckdb; duckdb.execute({query!r})")


def assess(path: Path) -> list[str]:
    return [BAUTA, "assess", str(path), "--qi", ",".join(QUASI_IDENTIFIERS), "--memory-limit", MEMORY_OF_ASSESS]


def deidentify(path: Path, folder: Path) -> list[str]:
    study = folder / "study.yaml"
    study.write_text(STUDY.format(path=path), encoding="utf-8")
    out = folder / "released"
    shutil.rmtree(out, ignore_errors=True)
    return [BAUTA, "deidentify", str(study), "--out", str(out), "--k", "5", "--seed", "1",
            "--memory-limit", MEMORY_OF_RELEASE]  # fmt: skip


def polars_group_by(path: Path) -> list[str]:
    keys = list(QUASI_IDENTIFIERS)
    return python(
        f"import polars as pl; pl.scan_parquet({str(path)!r}).group_by({keys!r}).len().collect(engine='streaming')"
    )


def pandas_group_by(path: Path) -> list[str]:
    keys = list(QUASI_IDENTIFIERS)
    return python(f"import pandas as pd; pd.read_parquet({str(path)!r}).groupby({keys!r}, dropna=False).size()")


def table(rows: int, *, with_pandas: bool) -> bool:
    """One line per job: CPU seconds, peak memory, and the ratio to the plain query."""
    path = parquet(rows)
    holds = True
    with tempfile.TemporaryDirectory(dir=path.parent) as name:
        folder = Path(name)
        jobs: dict[str, Callable[[], list[str]]] = {
            "plain GROUP BY": lambda: plain_group_by(path),
            "bauta assess": lambda: assess(path),
            "Polars group_by": lambda: polars_group_by(path),
            **({"pandas groupby": lambda: pandas_group_by(path)} if with_pandas else {}),
            "plain copy": lambda: plain_copy(path, folder),
            "bauta deidentify": lambda: deidentify(path, folder),
        }
        costs: dict[str, Cost] = {}
        print(f"\n{rows:,} rows, {len(QUASI_IDENTIFIERS)} quasi-identifiers")
        for what, command in jobs.items():
            costs[what] = cost_of_command(command())
            print(
                f"  {what:20s} {costs[what].cpu_seconds:8.1f} CPU s {costs[what].peak_megabytes:8,.0f} MB", flush=True
            )
        for what, beside, limit in (
            ("bauta assess", "plain GROUP BY", LARGEST_ASSESS_RATIO),
            ("bauta deidentify", "plain copy", LARGEST_RELEASE_RATIO),
        ):
            ours, plain = costs[what].cpu_seconds, costs[beside].cpu_seconds
            numbers = f"{ours:.1f} / {plain:.1f} CPU s ({beside})"
            is_small = rows < 100_000_000  # starting and compiling count for much beside a few seconds of work
            holds &= verdict(f"{what}, {rows:,} rows", numbers, ours / plain, limit) or is_small
        peak = costs["bauta assess"].peak_megabytes
        holds &= verdict(f"memory of assess, {rows:,} rows", f"{peak:,.0f} MB", peak, LARGEST_MEGABYTES)
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large")
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000_000, 100_000_000])
    parser.add_argument("--pandas", action="store_true", help="pandas too, which needs 12 GB for 100 million rows")
    arguments = parser.parse_args()
    results = [table(rows, with_pandas=arguments.pandas) for rows in arguments.rows]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
