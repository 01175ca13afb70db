"""The register at several sizes: what counting and releasing cost beside plain DuckDB, Polars and pandas."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import jobs
from benchmarks.data import FOLDER, QUASI_IDENTIFIERS, register
from benchmarks.measurements import Job, Measurement, measure_jobs

PART = "rows"
GROUP_BY, COPY = "DuckDB GROUP BY", "DuckDB copy"
ASSESS, DEIDENTIFY = "bauta assess", "bauta deidentify"
POLARS, PANDAS = "Polars group_by", "pandas groupby"
LIMITS_FROM = 100_000_000
"""Ratios are held to their limits from here on: before, starting and compiling count for more than the work."""
LARGEST_ASSESS_RATIO, LARGEST_RELEASE_RATIO, LARGEST_MEGABYTES = 1.15, 4.0, 1000
MOST_ROWS_OF_POLARS, MOST_ROWS_OF_PANDAS = 100_000_000, 10_000_000
"""Beyond, they need more memory than a common machine has: at ten times the rows 25 and 12 GB."""
MOST_ROWS_OF_SMALL_RELEASE = 100_000_000


def measure_rows(sizes: Sequence[int], repeats: int, *, releases: bool) -> Iterator[Measurement]:
    for rows in sizes:
        path = register(rows)
        with tempfile.TemporaryDirectory(dir=FOLDER) as name:
            compared = [*counting(path, rows), *(releasing(path, Path(name), rows) if releases else [])]
            yield from measure_jobs(
                PART, compared, repeats, rows=rows, variables=len(QUASI_IDENTIFIERS), counts_classes=GROUP_BY
            )


def counting(path: Path, rows: int) -> list[Job]:
    assess = jobs.assess(path, QUASI_IDENTIFIERS, "--memory-limit", "1GB")
    compared = [
        Job(GROUP_BY, jobs.duckdb_group_by(path)),
        Job(ASSESS, assess, GROUP_BY, _from_large(rows, LARGEST_ASSESS_RATIO), LARGEST_MEGABYTES),
    ]
    if rows <= MOST_ROWS_OF_POLARS:
        compared.append(Job(POLARS, jobs.polars_group_by(path), GROUP_BY))
    if rows <= MOST_ROWS_OF_PANDAS:
        compared.append(Job(PANDAS, jobs.pandas_group_by(path), GROUP_BY))
    return compared


def releasing(path: Path, folder: Path, rows: int) -> list[Job]:
    memory = "6GB" if rows <= MOST_ROWS_OF_SMALL_RELEASE else "12GB"
    release = jobs.deidentify(path, folder, "--memory-limit", memory, "--spill-folder", str(folder))
    return [
        Job(COPY, jobs.duckdb_copy(path, folder)),
        Job(DEIDENTIFY, release, COPY, _from_large(rows, LARGEST_RELEASE_RATIO)),
    ]


def _from_large(rows: int, limit: float) -> float | None:
    return limit if rows >= LIMITS_FROM else None
