"""`python -m benchmarks.scale`: what bauta costs beside plain queries and beside its peers, and how cost grows.

Makes its tables (once, in benchmarks/data), runs every job in a process of its own, best of several turns, and prints
one table. The measurements go to JSON, with a chart of how cost grows as SVG and PNG beside it.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import growth, peers, spark
from benchmarks.charts import write_charts
from benchmarks.cost_model import model_table
from benchmarks.data import FOLDER
from benchmarks.measurements import Measurement, read_json, table, write_json
from benchmarks.rows import measure_rows

ROWS = (1_000_000, 10_000_000, 100_000_000)
REPEATS = 3
FILE = "scale.json"


@dataclass(frozen=True)
class Wanted:
    """What was asked for."""

    rows: Sequence[int]
    repeats: int = REPEATS
    releases: bool = True

    @property
    def rows_of_growth(self) -> int:
        return min(growth.ROWS, max(self.rows))


PARTS: dict[str, Callable[[Wanted], Iterator[Measurement]]] = {
    "rows": lambda wanted: measure_rows(wanted.rows, wanted.repeats, releases=wanted.releases),
    "variables": lambda wanted: growth.measure_variables(wanted.repeats, wanted.rows_of_growth),
    "classes": lambda wanted: growth.measure_classes(wanted.repeats, wanted.rows_of_growth),
    "peers": lambda wanted: peers.measure_peers(wanted.repeats),
    "spark": lambda wanted: spark.measure_spark(wanted.repeats, wanted.rows_of_growth),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS, help="of the register; 1000000000 takes long")
    parser.add_argument("--repeats", type=int, default=REPEATS, help="turns; the best of each job counts")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--no-releases", action="store_true", help="count only")
    parser.add_argument("--make-peers", action="store_true", help="make the environment of pycanon and anjana first")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for the measurements and the chart")
    parser.add_argument("--add", action="store_true", help="keep what was measured there before, except the same jobs")
    arguments = parser.parse_args()
    if arguments.make_peers:
        peers.make_environment()
    wanted = Wanted(arguments.rows, arguments.repeats, not arguments.no_releases)
    sys.exit(0 if measure_and_show(wanted, arguments.parts, arguments.out, keep=arguments.add) else 1)


def measure_and_show(
    wanted: Wanted, parts: Iterable[str] = PARTS, folder: Path = FOLDER, *, keep: bool = False
) -> bool:
    """Print the table and write the files; whether every limit holds."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    before = read_json(file) if keep and file.exists() else []
    found: list[Measurement] = []
    everything = before
    for one in (one for part in parts for one in PARTS[part](wanted)):
        found.append(one)
        everything = _together(before, found)
        write_json(everything, file)  # at once: what comes next may take an hour, or fail
    print(table(everything))
    model = model_table(everything)
    if model:
        print(f"\nThe cost model: lines through two points, beside what was measured\n{model}")
    print("\nWritten:", *(path.name for path in (file, *write_charts(everything, folder))))
    return all(one.holds for one in everything)


def _together(before: Sequence[Measurement], found: Sequence[Measurement]) -> list[Measurement]:
    """What was found, and before it what was measured earlier of other jobs and tables; part by part."""
    measured = {_place(one) for one in found}
    everything = [*(one for one in before if _place(one) not in measured), *found]
    parts = list(dict.fromkeys(one.part for one in everything))
    return sorted(everything, key=lambda one: parts.index(one.part))


def _place(one: Measurement) -> tuple[str, str, int, int, int | None]:
    return one.part, one.job, one.rows, one.variables, one.classes


if __name__ == "__main__":
    main()
