"""`make bench`: everything that has a limit. `python -m benchmarks.scale` is the large part alone."""

import argparse
import sys

from benchmarks.draws import keyed_draws
from benchmarks.population import default_against_counting, estimates
from benchmarks.registries import registries
from benchmarks.roles import roles
from benchmarks.scale import ROWS, Wanted, measure_and_show
from benchmarks.search import searches
from benchmarks.starting import cold_start, warm_call


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("--skip-large", action="store_true", help="leave out the 100 million rows")
    arguments = parser.parse_args()
    results = [measure_and_show(Wanted(ROWS[:-1] if arguments.skip_large else ROWS))]
    results += [warm_call(repeats=15), cold_start(repeats=15), keyed_draws(repeats=3)]
    results += [roles()]
    results += [searches(repeats=5), registries(), estimates(repeats=5), default_against_counting(repeats=5)]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
