"""`make bench`: what bauta costs beside the plain DuckDB query it rests on. Ratios, because machines differ."""

import argparse
import sys
from pathlib import Path

from benchmarks.data import QUASI_IDENTIFIERS, parquet
from benchmarks.measure import best_of, verdict, warm_cpu_seconds
from benchmarks.population import default_against_counting, estimates
from benchmarks.registries import registries
from benchmarks.search import searches

TEN_MILLION, HUNDRED_MILLION = 10_000_000, 100_000_000
LARGEST_ASSESS_RATIO = 1.15
LARGEST_COLD_RATIO = 4.0
LARGEST_MEGABYTES = 1000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--skip-large", action="store_true", help="leave out the 100 million rows")
    arguments = parser.parse_args()
    results = [assess_against_group_by(TEN_MILLION, arguments.repeats), cold_start(arguments.repeats)]
    if not arguments.skip_large:
        results.append(memory_of_large_table())
    results.append(searches(repeats=5))
    results.append(registries())
    results.append(estimates(repeats=5))
    results.append(default_against_counting(repeats=5))
    sys.exit(0 if all(results) else 1)


def group_by(path: Path) -> str:
    keys = ", ".join(QUASI_IDENTIFIERS)
    return f"SELECT {keys}, count(*) FROM '{path}' GROUP BY {keys}"


def assess_against_group_by(rows: int, repeats: int) -> bool:
    path = parquet(rows)
    bare, ours = warm_cpu_seconds(
        "import duckdb, bauta\nconnection = duckdb.connect()\nconnection.execute('set enable_progress_bar = false')",
        f"connection.sql({group_by(path)!r}).to_arrow_table()",
        f"bauta.assess({str(path)!r}, {QUASI_IDENTIFIERS!r})",
        repeats=repeats,
    )
    return verdict(f"assess {rows:,} rows", f"{ours:.2f} / {bare:.2f} CPU s", ours / bare, LARGEST_ASSESS_RATIO)


def cold_start(repeats: int) -> bool:
    """A cold `bauta assess` of a small CSV file beside a cold script with the same GROUP BY."""
    adult = Path(__file__).resolve().parents[2] / "shared" / "data" / "adult" / "adult.csv"
    if not adult.exists():
        print("cold start: skipped, the Adult data are not there")
        return True
    columns = '"sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"'
    script = f"import duckdb; duckdb.sql('''SELECT {columns}, count(*) FROM '{adult}' GROUP BY {columns}''').fetchall()"
    bauta = str(Path(sys.executable).with_name("bauta"))
    bare, ours = best_of(repeats, [sys.executable, "-c", script], [bauta, "assess", str(adult)])
    numbers = f"{ours.cpu_seconds:.2f} / {bare.cpu_seconds:.2f} CPU s"
    return verdict("cold assess adult.csv", numbers, ours.cpu_seconds / bare.cpu_seconds, LARGEST_COLD_RATIO)


def memory_of_large_table() -> bool:
    path = parquet(HUNDRED_MILLION)
    program = f"import bauta; print(repr(bauta.assess({str(path)!r}, {QUASI_IDENTIFIERS!r})))"
    bare_program = f"import duckdb; duckdb.sql({group_by(path)!r}).to_arrow_table()"
    bare, ours = best_of(2, [sys.executable, "-c", bare_program], [sys.executable, "-c", program])
    ratio = ours.cpu_seconds / bare.cpu_seconds
    print(f"(the whole process, start included: {ours.cpu_seconds:.1f} / {bare.cpu_seconds:.1f} CPU s, {ratio:.2f})")
    numbers = f"{ours.peak_megabytes:,.0f} MB (plain DuckDB {bare.peak_megabytes:,.0f} MB)"
    return verdict(f"memory for {HUNDRED_MILLION:,} rows", numbers, ours.peak_megabytes, LARGEST_MEGABYTES)


if __name__ == "__main__":
    main()
