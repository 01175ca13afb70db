"""What the order of a column gives: people who follow on each other in it.

An age in days gives the age in years, though nearly everybody has days of their own. Two questions are asked: what
those directly before and after somebody agree on, which finds a function that holds for everybody, and what a run of
people agrees on (as a cell), which finds one that holds at one end of the column only.
"""

import numpy as np

from bauta.ties.cells import Cases, is_beyond_chance, shares
from bauta.ties.tie import SURE, Codes, Given

NEAR = (16, 128)
"""So many people who follow on each other in the order of a column are held together."""
_SHARED = 3
"""Three people decide on one guess: a third of the guesses are independent."""


def in_order(released: Codes, codes: Codes) -> Codes:
    """The rows, those released alike together, in the order of the codes.

    Rows with one code stand in an order of their own: that of a file sorted by what is asked would give it away.
    """
    return np.lexsort((_scattered(len(codes)), codes, released))


def runs(released: Codes, order: Codes, near: int) -> Codes:
    """A number for each run of people who are released alike and follow on each other in the order."""
    place = np.empty(len(order), dtype=np.int64)
    starts = np.r_[0, np.flatnonzero(np.diff(released[order])) + 1]
    begun = np.zeros(len(order), dtype=np.int64)
    begun[starts] = starts
    place[order] = (np.arange(len(order)) - np.maximum.accumulate(begun)) // near
    return place


def given_between(cases: Cases, order: Codes) -> Given | None:
    """What is guessed of each person from whoever stands before and after, where these two agree."""
    if len(order) < 3:
        return None
    released, finer = cases.released[order], cases.finer[order]
    before, own, after = finer[:-2], finer[1:-1], finer[2:]
    made = (before == after) & (released[:-2] == released[1:-1]) & (released[1:-1] == released[2:])
    chance = shares(cases.released, cases.finer, np.ones(len(order), np.int64), released[1:-1][made], before[made])
    made[made] = chance < SURE
    guesses = int(made.sum())
    if not guesses:
        return None
    expected = float(chance[chance < SURE].mean())
    is_right = made & (own == before)
    right = int(is_right.sum())
    if not is_beyond_chance(right, guesses, expected, guesses / _SHARED):
        return None
    is_given = np.zeros(len(order), np.bool_)
    is_given[order[1:-1][is_right]] = True
    return Given(right, guesses, right, expected, is_given)


def _scattered(n: int) -> Codes:
    """A fixed number for each row that has nothing to do with where it stands (the finaliser of MurmurHash3)."""
    number = np.arange(1, n + 1, dtype=np.uint64)
    for multiplier in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        number ^= number >> np.uint64(33)
        number *= np.uint64(multiplier)
    return (number ^ (number >> np.uint64(33))).view(np.int64)
