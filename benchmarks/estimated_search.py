"""`python -m benchmarks.estimated_search`: what is lost by the data's classes, and by the risk in the population.

A tenth of Adult and of FARS, drawn at random, is released twice under each of ten goals: searched for by the classes of
the data, as if nothing were known of a population, and by the risk estimated in the population it was drawn from. Both
are judged by the second, and by counting in the whole file, which is the population.
"""

import argparse
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import bauta
from benchmarks.data import SHARED

SEED = 7
LOSS = "non-uniform-entropy"


@dataclass(frozen=True)
class Setting:
    """What is released and what is asked of it."""

    data: str
    variables: tuple[str, ...]
    goal: dict[str, Any]


ADULT, FARS = "adult/adult.csv", "fars_subset/fars_subset.csv"
EDUCATION = ("age", "education", "race", "sex")
WORK = ("age", "marital-status", "occupation", "sex")
COUNTRY = ("age", "native-country", "sex", "race")
DEATHS = ("iage", "irace", "isex", "ideathmon")
SETTINGS = (
    Setting(ADULT, EDUCATION, {"k": 5}),
    Setting(ADULT, EDUCATION, {"k": 11}),
    Setting(ADULT, EDUCATION, {"criterion": "average", "average_threshold": 0.1}),
    Setting(ADULT, EDUCATION, {"criterion": "strict-average", "average_threshold": 0.1}),
    Setting(ADULT, WORK, {"k": 5}),
    Setting(ADULT, WORK, {"criterion": "average", "average_threshold": 0.05}),
    Setting(ADULT, COUNTRY, {"k": 5, "suppression": "quasi-identifiers"}),
    Setting(FARS, DEATHS, {"k": 5}),
    Setting(FARS, DEATHS, {"criterion": "strict-average", "average_threshold": 0.1}),
    Setting(FARS, DEATHS, {"criterion": "share", "alpha": 0.02, "k": 5}),
)


def hierarchies(setting: Setting, folder: Path) -> Path:
    """The hierarchy files of these variables."""
    folder.mkdir()
    source = (SHARED / "data" / setting.data).parent / "hierarchies"
    for name in setting.variables:
        (found,) = [path for path in source.iterdir() if path.stem in (name, f"{Path(setting.data).stem}_{name}")]
        shutil.copyfile(found, folder / f"{name}.csv")
    return folder


def sample(setting: Setting) -> tuple[Any, int]:
    """A tenth of the people, and how many there are."""
    import pyarrow as pa
    from pyarrow import csv

    read = csv.read_csv(SHARED / "data" / setting.data, parse_options=csv.ParseOptions(delimiter=";"))
    rows = pa.table({name: [str(value) for value in read.column(name).to_pylist()] for name in setting.variables})
    drawn = np.random.default_rng(SEED).choice(rows.num_rows, rows.num_rows // 10, replace=False)
    return rows.take(np.sort(drawn)), rows.num_rows


def compare(setting: Setting, folder: Path, seconds: float) -> str:
    """Both releases, as a row of the table."""
    rows, people = sample(setting)
    given: dict[str, Any] = {
        "hierarchies": hierarchies(setting, folder),
        "suppression_limit": 0.05,
        "search_seconds": seconds,
    }
    names = list(setting.variables)
    plain = bauta.deidentify(rows, names, **given, **setting.goal).to_dict()
    known = bauta.deidentify(rows, names, population_size=people, **given, **setting.goal).to_dict()
    before, after = (one["solution"]["loss"][LOSS] for one in (plain, known))
    search, asked = known["search"], " ".join(f"{key} {value}" for key, value in setting.goal.items())
    proven = "optimum" if search["optimal"] else f"at most {search['gap']:.0%} off"
    return (
        f"| {Path(setting.data).stem}: {', '.join(names)} | {asked} | {before:,.0f} | {after:,.0f} | "
        f"{after / before - 1:+.0%} | {known['decision']['verdict']} | {search['nodes_evaluated']} of "
        f"{search['lattice_nodes']} | {proven} | {search['cpu_seconds']:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.estimated_search")
    parser.add_argument("--seconds", type=float, default=120)
    arguments = parser.parse_args()
    print("| data | goal | by the data | by the population | difference | verdict | nodes fitted | proven | CPU s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for number, setting in enumerate(SETTINGS):
        if not (SHARED / "data" / setting.data).exists():
            print(f"| {setting.data} | not there |")
            continue
        with tempfile.TemporaryDirectory() as place:
            print(compare(setting, Path(place) / str(number), arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
