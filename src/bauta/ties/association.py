"""How a kept column goes with a quasi-identifier where it does not give it away: printed, and never refused.

Everybody is guessed: as what most others are who are released alike and look alike in the column, and without the
column as what most others are who are released alike. The difference is what the column adds for who guesses.
"""

from dataclasses import dataclass

import numpy as np

from bauta.ties.cells import Cases, count_cells
from bauta.ties.tie import Evidence, Target

LEAST_GAIN = 0.1
"""Of all people, more guessed rightly than without the column."""
MOST_ROWS = 20_000
"""So many rows, evenly spread, show an association."""


@dataclass(frozen=True)
class Association:
    """One column and one quasi-identifier."""

    variable: str
    columns: tuple[str, ...]
    level: str
    """The level at which the column adds most."""
    right: float
    """The share of people guessed rightly."""
    without: float
    """The share without the column."""

    @property
    def gain(self) -> float:
        return self.right - self.without


def association(target: Target, shown: Evidence) -> Association | None:
    """What a column adds to guesses at a quasi-identifier, at the level at which that is most; None: little."""
    if target.counted is not None or shown.is_in_order:
        return None
    n = len(shown.codes)
    rows = np.arange(0, n, max(1, -(-n // MOST_ROWS)))
    values, kept = target.values[rows], shown.codes[rows]
    nothing = np.zeros(len(rows), np.int64)
    best: Association | None = None
    for finer, level in zip(target.finer, target.level_names, strict=True):
        right, without = (_right(Cases(target.released[values], finer[values], codes)) for codes in (kept, nothing))
        one = Association(target.variable, shown.columns, level, right, without)
        if one.gain >= LEAST_GAIN and (best is None or one.gain > best.gain):
            best = one
    return best


def _right(cases: Cases) -> float:
    """The share of people who are what most of the others of their cell are."""
    cells = count_cells(cases)
    return float(cells.agreeing.sum() / max(int(cells.size.sum()), 1))
