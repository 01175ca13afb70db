"""`python -m benchmarks.estimated_releases`: what is estimated of releases, where the truth can be counted.

Adult and FARS are taken for whole populations. Samples are drawn, small classes suppressed, and what is left is
estimated from the whole sample (`population/in_release.py`); the truth is counted in the population. Mean errors, how
often the 95 % interval held the truth, and how often the verdict by the maximum was LOW although somebody matches
fewer than k people.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses
from bauta.equivalence.coding import encode_classes, in_order
from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.population.estimators import estimate_by_default
from bauta.population.in_release import InRelease
from bauta.population.summary import summarise
from benchmarks.data import SHARED

SEED = 2010
ADULT, FARS = "adult/adult.csv", "fars_subset/fars_subset.csv"
CHOICES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Adult, education": (ADULT, ("age", "education", "race", "sex")),
    "Adult, education by fives": (ADULT, ("age/5", "education", "race", "sex")),
    "Adult, occupation": (ADULT, ("age", "marital-status", "occupation", "sex")),
    "Adult, occupation by tens": (ADULT, ("age/10", "marital-status", "occupation", "sex")),
    "Adult, country": (ADULT, ("age/5", "native-country", "workclass", "sex", "salary-class")),
    "FARS": (FARS, ("iage", "irace", "isex", "ideathmon")),
    "FARS by fives": (FARS, ("iage/5", "irace", "isex", "ideathmon")),
    "FARS by tens": (FARS, ("iage/10", "irace", "isex", "ideathmon")),
}
"""Variables, some of them in groups of so many."""
SMALLEST = (2, 5)
"""Classes of fewer people are left out."""
K = 5


@dataclass(frozen=True)
class Found:
    """One sample: an estimate with its interval and the truth, and the same of the share at risk."""

    average: float
    average_is_held: bool
    average_truth: float
    share: float
    share_is_held: bool
    share_truth: float
    chance: float
    somebody_below: bool
    is_low: bool


def column(values: Any, width: int) -> list[str]:
    texts = values.to_pylist()
    return [str(int(text) // width * width) if width > 1 and str(text).isdigit() else str(text) for text in texts]


def table(choice: str) -> Any:
    """The population with these variables; None where the file is not there."""
    import pyarrow as pa
    from pyarrow import csv

    path, names = CHOICES[choice]
    file = SHARED / "data" / path
    if not file.exists():
        return None
    read = csv.read_csv(file, parse_options=csv.ParseOptions(delimiter=";"))
    parts = [name.partition("/") for name in names]
    return pa.table({name: column(read.column(name), int(width or 1)) for name, _, width in parts})


def counted(rows: Any) -> EquivalenceClasses:
    groups = rows.group_by(rows.column_names, use_threads=False).aggregate([([], "count_all")])
    sizes = groups.column("count_all").to_numpy().astype(np.int64)
    return in_order(encode_classes(groups.select(rows.column_names), sizes))


def sizes_in(population: EquivalenceClasses, sample: EquivalenceClasses) -> Any:
    """How many people of the population are in each class of the sample."""

    def keys(classes: EquivalenceClasses) -> list[tuple[Any, ...]]:
        columns = [np.array(d.values.to_pylist(), object)[codes] for d, codes in zip(
            classes.domains, classes.codes, strict=True)]  # fmt: skip
        return list(zip(*columns, strict=True))

    size = dict(zip(keys(population), population.sizes.tolist(), strict=True))
    return np.array([size[key] for key in keys(sample)])


def samples(choice: str, smallest: Sequence[int], fraction: float, number: int) -> Iterator[tuple[int, Found]]:
    """So many samples, and a release of each for each smallest class."""
    rows = table(choice)
    if rows is None:
        return
    population, tau = counted(rows), Threshold.parse(K)
    rng = np.random.default_rng([SEED, list(CHOICES).index(choice)])
    for _ in range(number):
        drawn = np.sort(rng.choice(rows.num_rows, round(fraction * rows.num_rows), replace=False))
        sample = counted(rows.take(drawn))
        true = sizes_in(population, sample)
        sampling = Sampling(len(drawn), rows.num_rows)
        posterior = estimate_by_default(sample, sampling).posterior
        for least in smallest:
            kept = np.where(sample.sizes >= least, sample.sizes, 0)
            n = kept.sum()
            risk = summarise(sample.sizes, posterior, sampling, tau, "default", InRelease(kept))
            average, share = float((kept / true).sum() / n), float(kept[true < K].sum() / n)
            yield (
                least,
                Found(
                    risk.marketer.value,
                    risk.marketer.lower <= average <= risk.marketer.upper,
                    average,
                    risk.at_risk.value,
                    risk.at_risk.lower <= share <= risk.at_risk.upper,
                    share,
                    risk.chance_of_smaller,
                    bool((true[kept > 0] < K).any()),
                    risk.smallest_class >= K,
                ),
            )


def line(found: Sequence[Found]) -> str:
    """A row of the table."""
    errors = [one.average / one.average_truth - 1 for one in found]
    shares = [one.share - one.share_truth for one in found]
    return (
        f"{np.mean([one.average_truth for one in found]):.3f} | {np.mean(errors):+.3f} | "
        f"{np.mean([one.average_is_held for one in found]):.0%} | "
        f"{np.mean([one.share_truth for one in found]):.3f} | {np.mean(shares):+.3f} | "
        f"{np.mean([one.share_is_held for one in found]):.0%} | "
        f"{np.mean([one.chance for one in found]):.2f} | {np.mean([one.somebody_below for one in found]):.2f} | "
        f"{sum(one.is_low for one in found)} | {sum(one.is_low and one.somebody_below for one in found)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimated_releases")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--fraction", type=float, default=0.1)
    parser.add_argument("--choices", nargs="*", default=list(CHOICES))
    parser.add_argument("--smallest", nargs="*", type=int, default=SMALLEST)
    arguments = parser.parse_args()
    print(
        "| variables | classes kept | R_c | error | held | R_a | error | held | P(some F < 5) | truth | LOW | wrong |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|---|")
    everything: list[Found] = []
    for choice in arguments.choices:
        by_least: dict[int, list[Found]] = {least: [] for least in arguments.smallest}
        for least, one in samples(choice, arguments.smallest, arguments.fraction, arguments.samples):
            by_least[least].append(one)
            everything.append(one)
        for least, found in by_least.items():
            print(f"| {choice} | {least} or more | {line(found) if found else 'not there'} |", flush=True)
    if everything:
        print(f"| all | | {line(everything)} |")


if __name__ == "__main__":
    main()
