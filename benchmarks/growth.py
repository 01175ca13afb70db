"""How counting grows with one thing at a time, on tables in which only that changes: quasi-identifiers, classes."""

from collections.abc import Iterator

from benchmarks import jobs
from benchmarks.data import even_table
from benchmarks.measurements import Job, Measurement, measure_jobs
from benchmarks.rows import ASSESS, GROUP_BY, POLARS

VARIABLES_PART, CLASSES_PART = "quasi-identifiers", "classes"
VARIABLES = (4, 6, 8, 10, 12)
CLASSES = (10_000, 100_000, 1_000_000, 10_000_000)
VARIABLES_IF_CLASSES_GROW, CLASSES_IF_VARIABLES_GROW = 8, 100_000
ROWS = 10_000_000


def measure_variables(repeats: int, rows: int = ROWS) -> Iterator[Measurement]:
    for number in VARIABLES:
        yield from _measured(VARIABLES_PART, repeats, rows, number, CLASSES_IF_VARIABLES_GROW)


def measure_classes(repeats: int, rows: int = ROWS) -> Iterator[Measurement]:
    for number in (number for number in CLASSES if number <= rows):
        yield from _measured(CLASSES_PART, repeats, rows, VARIABLES_IF_CLASSES_GROW, number)


def _measured(part: str, repeats: int, rows: int, n_variables: int, n_classes: int) -> list[Measurement]:
    path = even_table(rows, n_variables, n_classes)
    variables = [f"v{v}" for v in range(n_variables)]
    compared = [
        Job(GROUP_BY, jobs.duckdb_group_by(path, variables)),
        Job(ASSESS, jobs.assess(path, variables), GROUP_BY),
        Job(POLARS, jobs.polars_group_by(path, variables), GROUP_BY),
    ]
    return measure_jobs(part, compared, repeats, rows=rows, variables=n_variables, counts_classes=GROUP_BY)
