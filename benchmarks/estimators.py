"""`python -m benchmarks.estimators`: how far estimates are off, on populations that are known.

What `bauta evaluate-estimators` does, for the data sets beside the repository and for families of made-up populations
(`made_up.py`), several of each family. The tables of docs/explanation/population-estimates.md are made here. Held: how
often the 95 % interval held the truth of its sample, at the smallest fraction and at all.
"""

import argparse
import time
from collections.abc import Sequence

import numpy as np

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.estimates import Estimator
from bauta.model.evaluation import Comparison
from bauta.model.source import DataSource
from bauta.population.evaluation import evaluate_estimators
from bauta.workflow import evaluate_estimators as workflow
from bauta.workflow.requests import AssessmentRequest
from benchmarks.data import SHARED
from benchmarks.made_up import FAMILIES, HELD_OUT

FILES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Adult, education": ("adult/adult.csv", ("age", "education", "race", "sex")),
    "Adult, occupation": ("adult/adult.csv", ("age", "marital-status", "occupation", "sex")),
    "Adult, country": ("adult/adult.csv", ("age", "native-country", "workclass", "sex", "salary-class")),
    "FARS subset": ("fars_subset/fars_subset.csv", ("iage", "irace", "isex", "ideathmon")),
}
"""Data sets kept beside the repository."""
SEED = 2010


def of_file(name: str, estimators: Sequence[Estimator], fractions: Sequence[float], samples: int) -> list[Comparison]:
    """Errors on a data set; none where its file is not there."""
    path, variables = FILES[name]
    file = SHARED / "data" / path
    if not file.exists():
        return []
    asked = AssessmentRequest(DataSource(str(file)), variables)
    request = workflow.EvaluationRequest(asked, fractions, samples, tuple(estimators), SEED)
    with DuckDbEngine() as engine:
        return [workflow.evaluate_estimators(engine, request).marketer]


def of_family(
    name: str, estimators: Sequence[Estimator], fractions: Sequence[float], samples: int, populations: int
) -> list[Comparison]:
    """Errors on each of some populations of one family."""
    comparisons = []
    for number in range(populations):
        rng = np.random.default_rng([SEED, number])
        population = (FAMILIES | HELD_OUT)[name](rng)
        marketer, _ = evaluate_estimators(
            population, estimators, fractions=fractions, samples=samples, rng=rng, clock=time.process_time
        )
        comparisons.append(marketer)
    return comparisons


def row(comparisons: Sequence[Comparison], estimator: Estimator, fractions: Sequence[float]) -> str:
    """Mean error at each fraction, and how often intervals held the truth: at the smallest, and over all."""
    cells, held = [], []
    for fraction in fractions:
        found = [one for told in comparisons for one in told.of(estimator.value) if one.fraction == fraction]
        errors = [one.mean_error for one in found if one.mean_error is not None]
        held.append([one.coverage for one in found if one.coverage is not None])
        cells.append(f"{np.mean(errors):+.3f}" if errors else "refused")
    if not any(held):
        return " | ".join([*cells, "", ""])
    return " | ".join([*cells, f"{np.mean(held[0]):.0%}", f"{np.mean([one for own in held for one in own]):.0%}"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimators")
    parser.add_argument("--samples", type=int, default=20, help="of a data set, and of all populations of a family")
    parser.add_argument("--each", type=int, default=5, help="populations of a family")
    parser.add_argument("--estimators", default=",".join(Estimator))
    parser.add_argument("--fractions", type=workflow.parse_fractions, default=workflow.FRACTIONS)
    parser.add_argument("--populations", nargs="*", default=[*FILES, *FAMILIES, *HELD_OUT])
    arguments = parser.parse_args()
    estimators = [Estimator(name) for name in arguments.estimators.split(",")]
    fractions = arguments.fractions
    print("| population | estimator |" + "".join(f" {fraction} |" for fraction in fractions) + " held, least | all |")
    print("|---|---|" + "---|" * (len(fractions) + 2))
    for name in arguments.populations:
        if name in FILES:
            comparisons = of_file(name, estimators, fractions, arguments.samples)
        else:
            samples = max(1, arguments.samples // arguments.each)
            comparisons = of_family(name, estimators, fractions, samples, arguments.each)
        if not comparisons:
            print(f"| {name} | not there |")
            continue
        for estimator in estimators:
            print(f"| {name} | {estimator.value} | {row(comparisons, estimator, fractions)} |", flush=True)


if __name__ == "__main__":
    main()
