"""Ten made-up tables with ties planted in them, by a generator that nothing was tuned on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

Columns = dict[str, list[str]]
FIRST = date(1930, 1, 1)


@dataclass(frozen=True)
class MadeUpTable:
    """A table, its quasi-identifiers, and for each planted tie the columns one of which must be named."""

    columns: Columns
    quasi_identifiers: tuple[str, ...]
    shifted: tuple[str, ...]
    planted: tuple[tuple[str, ...], ...]


def made_up_tables() -> Iterator[MadeUpTable]:
    """Two ties in each table, every form four times or so, among columns that go with one another moderately."""
    forms = list(FORMS)
    for seed in range(10):
        yield made_up_table(np.random.default_rng(10_000 + seed), forms[seed % len(forms)], forms[(seed * 3 + 1) % 9])


def made_up_table(rng: np.random.Generator, *forms: str) -> MadeUpTable:
    people = int(rng.integers(400, 3000))
    frailty = rng.normal(size=people)
    birth = rng.integers(0, 25_000, people)
    visit = 29_000 + rng.integers(0, 1500, people)
    region = rng.choice(8, people, p=np.array([30, 20, 15, 10, 10, 6, 5, 4]) / 100)
    place = region * 5 + rng.integers(0, 5, people)
    group = rng.choice(5, people, p=[0.6, 0.2, 0.1, 0.06, 0.04])
    base = {"birth": birth, "visit": visit, "region": region, "place": place, "group": group}
    columns: Columns = {
        "sex": [("F", "M")[i] for i in rng.integers(0, 2, people)],
        "group": [("Alpha", "Beta", "Gamma", "Delta", "Epsilon")[i] for i in group],
        "place": [f"{100 + i}" for i in place],
        "years": [str(int(i)) for i in (visit - birth) // 365.25],
        "stage": [f"S{i}" for i in np.clip(np.round(2 + frailty + rng.normal(size=people) / 2), 0, 4).astype(int)],
        "marker": [f"{i:.2f}" for i in np.exp(0.4 * frailty + rng.normal(size=people))],
        "score": [str(i) for i in rng.poisson(6, people)],
        "arm": [("A", "B", "C")[i] for i in rng.integers(0, 3, people)],
        "drug": [f"D{i:02d}" for i in rng.zipf(1.7, people) % 40],
        "smokes": [("no", "yes")[int(i)] for i in rng.random(people) < 0.2 + 0.2 * (frailty > 0)],
        "batch": [str(i) for i in rng.permutation(people) // 7],
    }
    planted, shifted = [], []
    for form in forms:
        made, names, moved = FORMS[form](rng, base)
        columns |= made
        planted.append(names)
        shifted += moved
    order = rng.permutation(people)
    shuffled = {name: [values[i] for i in order] for name, values in columns.items()}
    return MadeUpTable(shuffled, ("sex", "group", "place", "years"), tuple(dict.fromkeys(shifted)), tuple(planted))


Planted = tuple[Columns, tuple[str, ...], tuple[str, ...]]
Base = dict[str, np.ndarray]


def _twin(rng: np.random.Generator, base: Base) -> Planted:
    return {"grpn": [str(i) for i in rng.permutation(5)[base["group"]] + 1]}, ("grpn",), ()


def _noisy_twin(rng: np.random.Generator, base: Base) -> Planted:
    own = np.where(rng.random(len(base["place"])) < 0.02, rng.integers(0, 40, len(base["place"])), base["place"])
    return {"clinic": [f"K{i * 7 % 97:02d}" for i in own]}, ("clinic",), ()


def _function(rng: np.random.Generator, base: Base) -> Planted:
    """Three rooms of each place."""
    room = base["place"] * 3 + rng.integers(0, 3, len(base["place"]))
    return {"room": [f"{i * 11 % 997}" for i in room]}, ("room",), ()


def _coarser(rng: np.random.Generator, base: Base) -> Planted:
    return {"zone": [f"Z{i}" for i in rng.permutation(8)[base["region"]]]}, ("zone",), ()


def _prefix(rng: np.random.Generator, base: Base) -> Planted:
    return {"sample": [f"{'QWERTZUI'[i // 5]}{i % 5}{rng.integers(10**6):06d}" for i in base["place"]]}, ("sample",), ()


def _order(rng: np.random.Generator, base: Base) -> Planted:
    days = base["visit"] - base["birth"] + rng.integers(-20, 20, len(base["birth"]))
    return {"lived": [str(i) for i in days * 24 + rng.integers(0, 24, len(days))]}, ("lived",), ()


def _difference(rng: np.random.Generator, base: Base) -> Planted:
    known = rng.integers(0, 60, len(base["birth"]))
    years = ((base["visit"] - base["birth"]) // 365.25).astype(int)
    return {"known": [str(i) for i in known], "total": [str(i) for i in known + years]}, ("known", "total"), ()


def _dates(rng: np.random.Generator, base: Base) -> Planted:
    """An age from two dates that move together."""
    born = [(FIRST + timedelta(int(i))).isoformat() for i in base["birth"]]
    seen = [(FIRST + timedelta(int(i))).isoformat() for i in base["visit"]]
    return {"origin": born, "seen": seen}, ("origin", "seen"), ("origin", "seen")


def _few(rng: np.random.Generator, base: Base) -> Planted:
    """A flag that is there for one group alone, and for 1.5 % of people or forty."""
    own = np.flatnonzero(base["group"] == 0)
    chosen = rng.choice(own, max(40, len(base["group"]) * 3 // 200), replace=False)
    flag = np.zeros(len(base["group"]), bool)
    flag[chosen] = True
    return {"trait": ["x" if i else "" for i in flag]}, ("trait",), ()


FORMS: dict[str, Callable[[np.random.Generator, Base], Planted]] = {
    "twin": _twin,
    "function": _function,
    "prefix": _prefix,
    "order": _order,
    "difference": _difference,
    "dates": _dates,
    "few": _few,
    "noisy twin": _noisy_twin,
    "coarser": _coarser,
}
