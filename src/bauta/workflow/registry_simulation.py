"""Simulate the registry an adversary would match reports with: read the tables, simulate, sum up."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from bauta.engines.engine import Engine
from bauta.errors import OptionInvalid
from bauta.model.registry_simulation import DatePrecision, Precision, RegistrySimulation, Window
from bauta.model.source import DataSource
from bauta.model.threshold import DEFAULT_THRESHOLD, Threshold
from bauta.model.verification import Verifier
from bauta.risk.registry_simulation import SimulationListener, simulate_registries
from bauta.risk.verification import least_class_size, risk_limit
from bauta.workflow.registry_tables import RegistryTables, read_registry_tables

AGE_WIDTHS = (1, 2, 5, 10)
PROBABILITIES = (Fraction(1, 2), Fraction(7, 10), Fraction(9, 10))
"""Those of the paper's Table 4."""
MOST_REGISTRIES = 100_000
LONGEST_WINDOW = 366


@dataclass(frozen=True)
class RegistryRequest:
    """What is to be simulated."""

    reports: DataSource
    by_age: DataSource
    by_month: DataSource
    registries: int = 1000
    threshold: Threshold = DEFAULT_THRESHOLD
    attempts: int = 1
    probabilities: Sequence[Fraction] = PROBABILITIES
    age_widths: Sequence[int] = AGE_WIDTHS
    window: Window = field(default_factory=Window)
    seed: int = 0

    def __post_init__(self) -> None:
        _check("--registries", self.registries, 1, MOST_REGISTRIES)
        _check("--days-before", self.window.before, 0, LONGEST_WINDOW)
        _check("--days-after", self.window.after, 0, LONGEST_WINDOW)
        _check("--seed", self.seed, 0, 2**63 - 1)
        for width in self.age_widths:
            _check("--age-widths", width, 1, 150)


def parse_probabilities(text: str | None) -> tuple[Fraction, ...]:
    """Probabilities from 0.5,0.7,0.9."""
    if text is None:
        return PROBABILITIES
    return tuple(Verifier.parse(1, part).probability for part in text.split(","))


def parse_widths(text: str | None) -> tuple[int, ...]:
    """Widths of age groups from 1,5,10."""
    if text is None:
        return AGE_WIDTHS
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) < 5 for part in parts):
        raise OptionInvalid(option="--age-widths", value=repr(text[:30]), allowed="whole numbers: 1,5,10")
    return tuple(int(part) for part in parts)


def simulate_registry(
    engine: Engine, request: RegistryRequest, *, listener: SimulationListener | None = None
) -> RegistrySimulation:
    """The percentage of reports at risk for every combination of what could be told."""
    tables = read_registry_tables(engine, request.by_age, request.by_month, request.reports)
    limit = risk_limit(request.threshold)
    least = tuple(least_class_size(Verifier(request.attempts, p), limit) for p in request.probabilities)
    told = (True, False) if tables.assigned else (False,)
    precisions = tuple(
        Precision(tells, width, date)
        for tells in told
        for width in sorted(set(request.age_widths))
        for date in DatePrecision
    )
    found = simulate_registries(
        tables.margins,
        tables.reports,
        precisions,
        least,
        window=request.window,
        registries=request.registries,
        rng=np.random.default_rng(request.seed),
        listener=listener,
    )
    return RegistrySimulation(
        source=tables.source,
        registries=request.registries,
        people=int(tables.margins.people.sum()),
        reports=len(tables.reports.day),
        left_out=tables.left_out,
        cut_windows=_cut_windows(tables, request.window),
        assigned=tables.assigned,
        told=tables.told,
        window=request.window,
        threshold=request.threshold,
        attempts=request.attempts,
        probabilities=tuple(request.probabilities),
        least_class_sizes=least,
        fits_nobody=found.fits_nobody,
        rows=found.rows,
        notes=tables.notes,
    )


def _cut_windows(tables: RegistryTables, window: Window) -> int:
    """Reports whose window reaches beyond the first or last day of the registry, where nobody can fit."""
    day = tables.reports.day
    return int(np.count_nonzero((day < window.before) | (day + window.after >= tables.margins.n_days)))


def _check(option: str, value: int, lowest: int, highest: int) -> None:
    if not lowest <= value <= highest:
        raise OptionInvalid(option=option, value=value, allowed=f"a whole number from {lowest:,} to {highest:,}")
