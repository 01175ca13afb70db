"""`python -m benchmarks.population`: what estimates for a population cost, in CPU milliseconds.

The classes of Adult (age, education, race, sex: 72 x 16 x 5 x 2 cells) as a tenth of a population. Everything after
the counting is measured: fitting, E[1/F | f] of every class, and the doubt about both.

Then the default on a million rows of the made-up register, six variables, beside the counting of its classes: all that
`bauta assess --sampling-fraction 0.1` adds, the other estimates of uniqueness included.
"""

import argparse
import sys
import time
from collections.abc import Callable

from bauta.engines.duckdb import DuckDbEngine
from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.coding import encode_classes
from bauta.model.sampling import Sampling
from bauta.model.source import DataSource
from bauta.model.threshold import DEFAULT_THRESHOLD
from bauta.population.chosen_log_linear import estimate_by_chosen_log_linear, estimate_by_log_linear_of_each_size
from bauta.population.poisson_log_linear import estimate_by_log_linear
from bauta.risk.exposure import NOBODY
from bauta.workflow.estimate_population import estimate_population
from bauta.workflow.requests import SamplingRequest
from benchmarks.data import ADULT, QUASI_IDENTIFIERS, register
from benchmarks.measure import verdict

VARIABLES = ("age", "education", "race", "sex")
MILLION = 1_000_000
LARGEST_RATIO = 3.0
"""Of the default estimator to the counting of classes."""

# What is estimated, and the most milliseconds it may take.
TASKS: tuple[tuple[str, Callable[[EquivalenceClasses, Sampling], object], float], ...] = (
    ("independence", lambda classes, sampling: estimate_by_log_linear(classes, sampling, pairs=()), 50),
    ("all two-way", estimate_by_log_linear, 50),
    ("model chosen", estimate_by_chosen_log_linear, 500),
    ("a model for each class size", estimate_by_log_linear_of_each_size, 10_000),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.population")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    results = [estimates(arguments.repeats), default_against_counting(arguments.repeats)]
    sys.exit(0 if all(results) else 1)


def estimates(repeats: int) -> bool:
    """All estimators; whether every limit holds."""
    if not ADULT.exists():
        print("population estimates: skipped, the Adult data are not there")
        return True
    with DuckDbEngine() as engine:
        groups = engine.count_groups(engine.open(DataSource(str(ADULT / "adult.csv"))), VARIABLES)
    classes = encode_classes(groups.values, groups.sizes)
    sampling = Sampling(classes.n_records, 10 * classes.n_records)
    holds = []
    for name, estimate, limit in TASKS:
        best = float("inf")
        for _ in range(repeats):
            start = time.process_time()
            estimate(classes, sampling)
            best = min(best, time.process_time() - start)
        holds.append(verdict(f"log-linear, {name}", f"{len(classes):,} classes, CPU ms", 1000 * best, limit))
    return all(holds)


def default_against_counting(repeats: int) -> bool:
    """The default estimator beside the GROUP BY that it starts from."""
    path = register(MILLION)
    counting = estimating = float("inf")
    with DuckDbEngine() as engine:
        data = engine.open(DataSource(str(path)))
        for _ in range(repeats):
            start = time.process_time()
            groups = engine.count_groups(data, QUASI_IDENTIFIERS)
            classes = encode_classes(groups.values, groups.sizes)
            counted = time.process_time()
            estimate_population(classes, NOBODY, MILLION, SamplingRequest(fraction=0.1), DEFAULT_THRESHOLD)
            counting = min(counting, counted - start)
            estimating = min(estimating, time.process_time() - counted)
    numbers = f"{estimating:.2f} / {counting:.2f} CPU s"
    return verdict(
        f"default, {MILLION:,} rows, {len(classes):,} classes", numbers, estimating / counting, LARGEST_RATIO
    )


if __name__ == "__main__":
    main()
