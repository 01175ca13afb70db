"""`python -m benchmarks.registries`: 1,000 simulated registries of two million deaths, as many as the paper has."""

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.source import DataSource
from bauta.workflow.registry_simulation import RegistryRequest, simulate_registry
from benchmarks.measure import verdict

DEATHS, REPORTS, YEARS = 1_993_351, 3_482, range(1997, 2006)
PROVINCES = np.array([0.38, 0.25, 0.13, 0.09, 0.045, 0.04, 0.036, 0.029, 0.02, 0.006, 0.0007, 0.0008, 0.0005])
"""Shares of thirteen provinces and territories, roughly those of Canada."""
LARGEST_SECONDS = 300


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.registries")
    parser.add_argument("--registries", type=int, default=1000)
    sys.exit(0 if registries(parser.parse_args().registries) else 1)


def registries(number: int = 1000) -> bool:
    with TemporaryDirectory() as place:
        folder = Path(place)
        write_tables(folder)
        reports, by_age, by_month = (
            DataSource(str(folder / name)) for name in ("reports.csv", "by_age.csv", "by_month.csv")
        )
        with DuckDbEngine() as engine:
            simulate_registry(engine, RegistryRequest(reports, by_age, by_month, registries=1))  # compiles
            wall, cpu = time.perf_counter(), time.process_time()
            simulate_registry(engine, RegistryRequest(reports, by_age, by_month, registries=number))
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    numbers = f"{cpu:.1f} CPU s, {wall:.1f} s by the clock"
    return verdict(f"{number:,} registries of {DEATHS:,} people", numbers, cpu, LARGEST_SECONDS * number / 1000)


def write_tables(folder: Path) -> None:
    """Deaths by year, province, sex and age; by year, month and province; and reports of some."""
    rng = np.random.default_rng(1)
    by_age = np.exp(-(((np.arange(101) - 78) / 13.0) ** 2)) + 0.004
    shares = np.outer(PROVINCES / PROVINCES.sum(), np.tile(by_age, 2) / by_age.sum() / 2).ravel()
    ages, months = ["year,province,sex,age,count\n"], ["year,month,province,count\n"]
    for year in YEARS:
        cells = rng.multinomial(DEATHS // len(YEARS), shares).reshape(len(PROVINCES), 2, 101)
        for province, sex, age in np.ndindex(cells.shape):
            ages.append(f"{year},P{province},{'FM'[sex]},{age},{cells[province, sex, age]}\n")
        for province, deaths in enumerate(cells.sum(axis=(1, 2))):
            counted = rng.multinomial(deaths, np.full(12, 1 / 12))
            months += [f"{year},{month},P{province},{n}\n" for month, n in enumerate(counted, 1)]
    days = np.datetime64("1997-01-16") + rng.integers(0, 3270, REPORTS)
    old = np.clip(rng.normal(62, 20, REPORTS), 0, 100).astype(int)
    reports = [f"{day},{age},{'FM'[age % 2]}\n" for day, age in zip(days, old, strict=True)]
    (folder / "by_age.csv").write_text("".join(ages), encoding="utf-8")
    (folder / "by_month.csv").write_text("".join(months), encoding="utf-8")
    (folder / "reports.csv").write_text("date,age,sex\n" + "".join(reports), encoding="utf-8")


if __name__ == "__main__":
    main()
