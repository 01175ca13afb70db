"""What bauta adds to small work: a call in a program that runs already, and a command that has to start."""

import sys

from benchmarks import jobs
from benchmarks.data import ADULT, QUASI_IDENTIFIERS, register
from benchmarks.measure import best_of, verdict, warm_cpu_seconds

ROWS_OF_CALL = 10_000_000
LARGEST_WARM_RATIO = 1.15
LARGEST_COLD_RATIO = 4.0


def warm_call(repeats: int) -> bool:
    """`bauta.assess` beside the GROUP BY, both called before."""
    path = register(ROWS_OF_CALL)
    bare, ours = warm_cpu_seconds(
        "import duckdb, bauta\nconnection = duckdb.connect()\nconnection.execute('set enable_progress_bar = false')",
        f"connection.sql({jobs.group_by(path)!r}).to_arrow_table()",
        f"bauta.assess({str(path)!r}, {QUASI_IDENTIFIERS!r})",
        repeats=repeats,
    )
    numbers = f"{ours:.2f} / {bare:.2f} CPU s"
    return verdict(f"bauta.assess {ROWS_OF_CALL:,} rows", numbers, ours / bare, LARGEST_WARM_RATIO)


def cold_start(repeats: int) -> bool:
    """`bauta assess` of a small CSV file beside a script with the same GROUP BY."""
    adult = ADULT / "adult.csv"
    if not adult.exists():
        print("cold start: skipped, the Adult data are not there")
        return True
    columns = '"sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"'
    script = f"import duckdb; duckdb.sql('''SELECT {columns}, count(*) FROM '{adult}' GROUP BY {columns}''').fetchall()"
    commands = {"script": [sys.executable, "-c", script], "bauta": [jobs.BAUTA, "assess", str(adult)]}
    costs = best_of(repeats, commands)
    bare, ours = costs["script"].cpu_seconds, costs["bauta"].cpu_seconds
    return verdict("cold assess adult.csv", f"{ours:.2f} / {bare:.2f} CPU s", ours / bare, LARGEST_COLD_RATIO)
