"""One task of one library on the Adult data, in whatever Python has the library: measure k, l and t, or release.

    python -m benchmarks.peer_tasks anjana_release FOLDER --calls 4

Prints JSON: what came out, and the CPU seconds of each call, nothing of imports and reading among them. Imports
nothing of bauta unless bauta is asked for: the peers live in an environment of their own.
"""

import argparse
import json
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

QUASI_IDENTIFIERS = [
    "sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation",
]  # fmt: skip
SENSITIVE = "salary-class"
K, SUPPRESSION_LIMIT = 5, 0.05

Task = Callable[[], dict[str, Any]]


def pycanon_measure(data: Any, _: Path) -> Task:
    from pycanon import anonymity

    def measure() -> dict[str, Any]:
        return {
            "k": anonymity.k_anonymity(data, QUASI_IDENTIFIERS),
            "l": anonymity.l_diversity(data, QUASI_IDENTIFIERS, [SENSITIVE]),
            "t": anonymity.t_closeness(data, QUASI_IDENTIFIERS, [SENSITIVE]),
        }

    return measure


def bauta_measure(data: Any, _: Path) -> Task:
    import bauta

    def measure() -> dict[str, Any]:
        found = bauta.assess(data, QUASI_IDENTIFIERS, sensitive=[SENSITIVE])
        told = found.attribute_disclosure[0]
        return {"k": found.smallest_class, "l": told.smallest_diversity, "t": told.largest_distance}

    return measure


def anjana_release(data: Any, folder: Path) -> Task:
    """With the files of hierarchies as its manual reads them, one line for each value."""
    import pandas as pd
    from anjana.anonymity import k_anonymity_inner

    hierarchies = {
        name: dict(pd.read_csv(folder / "hierarchies" / f"{name}.csv", sep=";", header=None, dtype=str))
        for name in QUASI_IDENTIFIERS
    }

    def release() -> dict[str, Any]:
        _, suppressed, levels = k_anonymity_inner(data, [], QUASI_IDENTIFIERS, K, 100 * SUPPRESSION_LIMIT, hierarchies)
        return {"suppressed": int(suppressed), "levels": {name: int(level) for name, level in levels.items()}}

    return release


def bauta_release(data: Any, folder: Path, levels: dict[str, int] | None = None) -> Task:
    """The optimum; or, with levels, what those lose."""
    import bauta

    def release() -> dict[str, Any]:
        found = bauta.deidentify(
            data, QUASI_IDENTIFIERS, hierarchies=folder / "hierarchies", k=K, suppression_limit=SUPPRESSION_LIMIT,
            levels=levels,
        ).solution  # fmt: skip
        return {
            "suppressed": found.suppressed_records,
            "levels": {one.variable: one.level for one in found.variables},
            "bits_lost": found.losses["non-uniform-entropy"],
        }

    return release


TASKS: dict[str, Callable[[Any, Path], Task]] = {
    task.__name__: task for task in (pycanon_measure, bauta_measure, anjana_release, bauta_release)
}


def main() -> None:
    import pandas as pd

    parser = argparse.ArgumentParser(prog="python -m benchmarks.peer_tasks")
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calls", type=int, default=1)
    parser.add_argument("--levels", type=json.loads, help="release at these, as JSON, instead of at the best")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    data = pd.read_csv(arguments.folder / "adult.csv", sep=";", dtype=str)
    if arguments.levels:
        task = bauta_release(data, arguments.folder, arguments.levels)
    else:
        task = TASKS[arguments.task](data, arguments.folder)
    spent, found = [], {}
    for _ in range(arguments.calls):
        started = time.process_time()
        found = task()
        spent.append(time.process_time() - started)
    print(json.dumps({"found": found, "cpu_seconds": spent}))


if __name__ == "__main__":
    main()
