"""How the cost of `bauta assess` grows: with rows, quasi-identifiers and classes. A table, and bars to look at."""

import argparse
import subprocess
import sys
from pathlib import Path

import duckdb

from benchmarks.data import FOLDER
from benchmarks.measure import cost_of_command

ROWS = [1_000_000, 10_000_000]
VARIABLES = [4, 6, 8, 10, 12]
CLASSES = [10_000, 100_000, 1_000_000, 10_000_000]
BAUTA = str(Path(sys.executable).with_name("bauta"))
BAR = 40


def made(rows: int, variables: int, classes: int) -> Path:
    """A table with so many classes at most, evenly filled: a row's class comes from a hash of its number, and every
    variable tells some bits of another hash of the class.
    """
    path = FOLDER / f"growth_{rows}_{variables}_{classes}.parquet"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        subprocess.run(
            [sys.executable, "-m", "benchmarks.growth", "--make", *map(str, (rows, variables, classes))], check=True
        )
    return path


def write(rows: int, variables: int, classes: int) -> None:
    path = FOLDER / f"growth_{rows}_{variables}_{classes}.parquet"
    aside = path.with_suffix(".part")
    columns = ", ".join(f"cast((hash(k) >> {4 * v}) & 15 as utinyint) as v{v}" for v in range(variables))
    query = f"select {columns} from (select hash(i) % {classes} as k from range({rows}) t(i))"
    with duckdb.connect() as connection:
        connection.execute("set enable_progress_bar = false")
        connection.execute(f"copy ({query}) to '{aside}' (format parquet)")
    aside.rename(path)


def measured(rows: int, variables: int, classes: int) -> tuple[float, float]:
    path = made(rows, variables, classes)
    names = ",".join(f"v{v}" for v in range(variables))
    cost = cost_of_command([BAUTA, "assess", str(path), "--qi", names])
    return cost.cpu_seconds, cost.peak_megabytes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("--large", action="store_true", help="100 million rows too")
    parser.add_argument("--make", type=int, nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.make:
        write(*arguments.make)
        return
    rows = [*ROWS, 100_000_000] if arguments.large else ROWS
    points = [("rows", n, (n, 6, 100_000)) for n in rows]
    points += [("quasi-identifiers", q, (1_000_000, q, 100_000)) for q in VARIABLES]
    points += [("classes", c, (10_000_000, 8, c)) for c in CLASSES]
    costs = [(what, size, *measured(*shape)) for what, size, shape in points]
    most = max(cpu for _, _, cpu, _ in costs)
    for what, size, cpu, megabytes in costs:
        print(f"{what:18s} {size:12,d} {cpu:8.2f} CPU s {megabytes:8,.0f} MB  {'█' * max(1, round(BAR * cpu / most))}")


if __name__ == "__main__":
    main()
