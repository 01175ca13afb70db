"""An attacker who has nothing but the folders `release/` that recipients were given, the source code, and patience.

Nothing in this file opens a custodian's folder. Every attack returns guesses; a test says whether they are right.
"""

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from bauta.transform.date_shift import draw_offsets
from bauta.transform.draws import Draws, Purpose, Secret
from bauta.transform.masking.pseudonyms import random_pseudonyms

SEEDS = [*range(300), *range(1990, 2031), 4711, 12_345, 123_456, *range(20_260_101, 20_260_108), 4_294_967_295]
"""What people type where a program asks for a seed: small numbers, years, days."""
FILLERS = tuple(
    date.fromisoformat(day)
    for day in ("1900-01-01", "1901-01-01", "1960-01-01", "1970-01-01", "1899-12-30", "2099-12-31", "9998-12-31")
)
"""Dates that stand for none."""
Row = Mapping[str, str | None]
Pairs = list[tuple[int, int]]


def read(release: Path) -> list[Row]:
    """The rows of a release in any format, as text; an empty cell is None."""
    rows: list[Row] = []
    for path in sorted(release.rglob("data*")):
        if path.is_file():
            rows += _read_file(path)
        else:
            rows += [row for file in sorted(path.rglob("*")) if file.is_file() for row in _read_file(file)]
    return rows


def _read_file(path: Path) -> list[Row]:
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return [{name: value or None for name, value in row.items()} for row in csv.DictReader(file)]
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        table = pq.read_table(path).to_pylist()
    else:
        import pyreadstat

        reader = {".xpt": pyreadstat.read_xport, ".sav": pyreadstat.read_sav, ".dta": pyreadstat.read_dta}[path.suffix]
        table = reader(path)[0].to_dict("records")
    return [{name: None if _is_empty(value) else str(value) for name, value in row.items()} for row in table]


def _is_empty(value: object) -> bool:
    return value is None or value == "" or value != value


# ---- seeds ---------------------------------------------------------------------------------------------------------


def seeds_of_codes(rows: Sequence[Row], column: str, *, identifiers: Sequence[str], recipient: str) -> list[int]:
    """Seeds with which some identifiers (a guess of how record numbers look) have codes that are in the release."""
    codes = {row.get(column) for row in rows}
    return [
        seed
        for seed in SEEDS
        if set(random_pseudonyms(identifiers, draws=_draws(seed, recipient), taken=set(identifiers))) & codes
    ]


def seeds_of_dates(
    rows: Sequence[Row], columns: Sequence[str], *, known: Mapping[str, Sequence[date]], days: int, recipient: str
) -> list[int]:
    """Seeds with which the dates that some people are known to have would, of most of them, be in the release."""
    released = {tuple(day_of(row.get(name)) for name in columns) for row in rows}
    found = []
    for seed in SEEDS:
        offsets = draw_offsets(list(known), days=days, draws=_draws(seed, recipient)).tolist()
        moved = [
            tuple(day + timedelta(days=offset) for day in own)
            for own, offset in zip(known.values(), offsets, strict=True)
        ]
        if sum(one in released for one in moved) >= 0.6 * len(moved):
            found.append(seed)
    return found


def seeds_of_order(rows: Sequence[Row], column: str, values: Sequence[str]) -> list[int]:
    """Seeds whose stream of numbers puts a column that the attacker has, in the order of the source, as released."""
    released = [row.get(column) for row in rows]
    found = []
    for seed in SEEDS:
        order = np.argsort(_draws(seed, "").stream(Purpose.ORDER, count=len(values)))
        if [values[i] for i in order[:40]] == released[:40]:
            found.append(seed)
    return found


def _draws(seed: int, recipient: str) -> Draws:
    return Draws(Secret.of_test_seed(seed), f"named {recipient}", "")


# ---- two releases of the same people -------------------------------------------------------------------------------


def linked_by_place(one: Sequence[Row], other: Sequence[Row]) -> Pairs:
    """The row at a place is the row at the same place."""
    return [(i, i) for i in range(min(len(one), len(other)))]


def linked_by_values(one: Sequence[Row], other: Sequence[Row], columns: Sequence[str]) -> Pairs:
    """Rows that have, each alone in its release, the same values."""
    return _unique_pairs(*([tuple(row.get(name) for name in columns) for row in rows] for rows in (one, other)))


def linked_by_clock(one: Sequence[Row], other: Sequence[Row], columns: Sequence[str]) -> Pairs:
    """Rows that have, each alone in its release, the same times of day: these survive a shift of days."""
    return _unique_pairs(*([tuple(_clock(row.get(name)) for name in columns) for row in rows] for rows in (one, other)))


def linked_by_distances(one: Sequence[Row], other: Sequence[Row], columns: Sequence[str]) -> Pairs:
    """Rows with the same days between their dates: these survive a shift too, and only the verdict can speak of it."""

    def distances(row: Row) -> tuple[int, ...] | None:
        days = [day_of(row.get(name)) for name in columns]
        return None if None in days else tuple((later - days[0]).days for later in days[1:])  # type: ignore[operator,union-attr]

    return _unique_pairs(*([distances(row) for row in rows] for rows in (one, other)))


def _unique_pairs(one: Sequence[object], other: Sequence[object]) -> Pairs:
    counts = [Counter(values) for values in (one, other)]
    where = {value: i for i, value in enumerate(other) if counts[1][value] == 1}
    is_told = [value for value in where if value is not None and value != (None,)]
    alone = set(is_told)
    return [(i, where[value]) for i, value in enumerate(one) if value in alone and counts[0][value] == 1]


_TIME = re.compile(r"[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)")
_ZONE = re.compile(r"\d\d:\d\d(?::\d\d)?(?:\.\d+)? ?([+-]\d\d):?\d\d$")


def _clock(text: str | None) -> str | None:
    match = None if text is None else _TIME.search(text)
    return None if match is None or not match[1].strip("0:.") else match[1]


def day_of(text: str | None) -> date | None:
    """The day that a released date starts with."""
    try:
        return None if text is None else date.fromisoformat(text[:10])
    except ValueError:
        return None


# ---- offsets -------------------------------------------------------------------------------------------------------


def offsets_by_fillers(rows: Sequence[Row], columns: Sequence[str], *, days: int) -> dict[int, int]:
    """Row to offset, where a date can only be one that stands for "none": far from all others, near to 1900-01-01."""
    found = {}
    for name in columns:
        moved = {i: day for i, row in enumerate(rows) if (day := day_of(row.get(name))) is not None}
        for filler in FILLERS:
            near = {i: (day - filler).days for i, day in moved.items() if abs((day - filler).days) <= days}
            found = near | found
    return found


def offsets_by_one_date(rows: Sequence[Row], columns: Sequence[str]) -> dict[int, int]:
    """Row to offset, where a column is taken to hold one date, which the middle of the released ones is near to."""
    found = {}
    for name in columns:
        moved = {i: day.toordinal() for i, row in enumerate(rows) if (day := day_of(row.get(name))) is not None}
        if moved:
            middle = round((min(moved.values()) + max(moved.values())) / 2)
            found |= {i: day - middle for i, day in moved.items()}
    return found


def seasons_by_zone(rows: Sequence[Row], columns: Sequence[str]) -> dict[int, str]:
    """Row to the season of the true date, where its clock is that of summer or winter time."""
    zones = {
        i: match[1]
        for name in columns
        for i, row in enumerate(rows)
        if (match := _ZONE.search(row.get(name) or "")) is not None
    }
    if len(set(zones.values())) < 2:
        return {}
    latest = max(zones.values(), key=int)
    return {i: "summer" if zone == latest else "winter" for i, zone in zones.items()}


# ---- noise ---------------------------------------------------------------------------------------------------------


def means(releases: Sequence[Sequence[Row]], key: str, column: str) -> dict[str, float]:
    """The mean of a person's numbers over several releases, which is nearer to the truth if each has other noise."""
    sums: dict[str, list[float]] = {}
    for rows in releases:
        for row in rows:
            if row.get(key) is not None and row.get(column) is not None:
                sums.setdefault(str(row[key]), []).append(float(str(row[column])))
    return {code: sum(numbers) / len(numbers) for code, numbers in sums.items()}
