"""How much a column gives of another: the best guess from other people, held against chance.

People who are released in the same group g and look alike in the kept column make a cell. Each person's finer group q
is guessed from the *other* people of their cell, so that nobody is guessed by themselves and a column in which
everybody is alone gives nothing. A guess is made where at least 95 % of the others agree.

    right   = guesses that hit
    chance  = sum over guesses of P(q | g), the share of the guessed group among all who are released in g

Cells of about the same size are judged together: a cell of two agrees by chance far more often than one of twenty.
Where the guesses of a size are right in 95 % of cases, make at most a quarter of the errors that chance makes, and
are beyond chance (a binomial tail below one in a hundred million), their people are given. The guesses of a cell of s
people are not s independent trials: where all agree, the first settles what is guessed, and s - 1 agree by chance.
Somebody with several rows is one person in all of them.

Single cells count by themselves where they are so large and so pure that luck cannot make one like it anywhere in the
column. Luck is not only P(q | g) here: in a column that goes with the quasi-identifier everybody is guessed rightly
more often than that, and the purest of two hundred such cells is pure by luck. So a single cell is held against how
often the most frequent group is right in the other cells of about its size.

Where a column gives the group of half of the people, it does so by a rule that whoever looks can see, and those are
given too who are too few to be beyond chance by themselves: the four people of a rare group, whose number in the other
column is as rare.

A table asks some 10^4 to 10^6 such questions, of which one in a hundred million is answered wrongly: about one false
alarm in a hundred of the widest tables.
"""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.ties.tie import SURE, Codes, Flags, Given, distinct, packed

BEYOND_CHANCE = math.log(1e-8)
MOST_ERRORS = 0.25
"""Of those that chance makes: 95 % right where 84 % are right anyway is an association, and no tie."""
_FEWEST_IN_A_SINGLE_CELL = 3

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class Cases:
    """People with what they show and what is asked of them; those alike in all may be counted together."""

    released: Codes
    finer: Codes
    kept: Codes
    counts: Codes | None = None
    """How many people each case stands for; None: one."""
    person: Codes | None = None
    """Whose case it is, where people have several, with different codes; such cases are counted one by one."""


def given_by(cases: Cases) -> Given | None:
    """How much the codes of a kept column give of the finer group beyond the released one; None: nothing."""
    if not len(cases.kept):
        return None
    cells = count_cells(cases)
    beyond = _beyond_chance(cells, cases)
    guesses = int(cells.guesses[beyond].sum())
    if not guesses:
        return None
    is_mode = cases.finer == cells.mode[cells.of_case]
    is_given = beyond[cells.of_case] & cells.is_sure[cells.of_case] & is_mode
    is_guessed = is_given
    if _people(cases, is_given) * 2 >= _people(cases, np.ones(len(is_given), np.bool_)):
        is_given = is_mode & (cells.of_mode >= SURE * cells.size)[cells.of_case]
        is_guessed = is_given & (cells.size > 1)[cells.of_case]
    return Given(
        people=_people(cases, is_guessed),
        guesses=guesses,
        right=int(cells.right[beyond].sum()),
        chance=float((cells.guesses[beyond] * cells.chance[beyond]).sum()) / guesses,
        is_given=is_given,
    )


@dataclass(frozen=True, eq=False, repr=False)
class Cells:
    """Cells with what is guessed in them."""

    size: Codes
    mode: Codes
    of_mode: Codes
    """How many people of the cell are in its most frequent group ..."""
    """The finer group of most people of the cell."""
    chance: Reals
    """... and the share of that group among all who are released alike."""
    is_sure: Flags
    """Whether those of the mode are guessed, and rightly."""
    right: Codes
    guesses: Codes
    agreeing: Codes
    """How many would be guessed rightly by what most of the others are, however few these are."""
    of_case: Codes


def count_cells(cases: Cases) -> Cells:
    """The cells of all cases, with the guesses that are made in them and those that are right."""
    counts = np.ones(len(cases.kept), np.int64) if cases.counts is None else cases.counts
    pairs, of_case = distinct(packed(cases.released, cases.kept))
    radix = int(cases.finer.max()) + 1
    together, of_together = distinct(packed(of_case, cases.finer))
    within = np.bincount(of_together, weights=counts).astype(np.int64)
    cell_of, group_of = np.divmod(together, radix)
    in_order = np.lexsort((-within, cell_of))
    cell_of, group_of, within = cell_of[in_order], group_of[in_order], within[in_order]
    first = np.flatnonzero(np.r_[True, cell_of[1:] != cell_of[:-1]])
    size = np.add.reduceat(within, first)
    has_second = np.diff(np.r_[first, len(within)]) > 1
    second = np.where(has_second, within[np.minimum(first + 1, len(within) - 1)], 0)
    group_released = np.zeros(len(pairs), dtype=np.int64)
    group_released[of_case] = cases.released
    mode, of_mode = group_of[first], within[first]
    chance = shares(cases.released, cases.finer, counts, group_released, mode)
    others = np.maximum(size - 1, 1)
    is_open = (chance < SURE) & (size > 1)  # what the released group reveals already is not given by the column
    is_sure = is_open & (of_mode - 1 >= SURE * others) & (of_mode - 1 >= second)
    wrong_about_the_rest = is_open & (of_mode >= SURE * others)
    wrong_about_mode = is_open & (second > of_mode - 1) & (second >= SURE * others)
    right = np.where(is_sure, of_mode, 0)
    guesses = right + np.where(wrong_about_the_rest, size - of_mode, 0) + np.where(wrong_about_mode, of_mode, 0)
    agreeing = np.where((size > 1) & (of_mode - 1 >= second), of_mode, 0)
    return Cells(size, mode, of_mode, chance, is_sure, right, guesses, agreeing, of_case)


def shares(released: Codes, finer: Codes, counts: Codes, asked_released: Codes, asked_finer: Codes) -> Reals:
    """P(q | g) for pairs of a finer and a released group."""
    radix = int(finer.max()) + 1
    pairs, of_case = distinct(released * radix + finer)
    people = np.bincount(of_case, weights=counts)
    sizes = np.bincount(released, weights=counts)
    at = np.searchsorted(pairs, asked_released * radix + asked_finer)
    result: Reals = people[at] / sizes[asked_released]
    return result


def is_beyond_chance(right: float, made: float, chance: float, independent: float) -> bool:
    """Whether guesses are nearly always right, err much less often than chance, and could not be so by luck."""
    if not made or right < SURE * made or made - right > (1 - chance) * made * MOST_ERRORS:
        return False
    trials = np.array([independent])
    return bool(log_tail(trials * (right / made), trials, np.array([chance]))[0] < BEYOND_CHANCE)


def log_tail(right: Codes | Reals, made: Codes | Reals, chance: Reals) -> Reals:
    """The logarithm of a bound on the probability of so many right guesses or more by chance (Chernoff 1952).

    P(X >= right) <= exp(-made KL(right/made || chance)) for right/made above chance.
    """
    share = right / np.maximum(made, 1e-9)
    chance = np.clip(chance, 1e-12, 1 - 1e-12)
    with np.errstate(divide="ignore", invalid="ignore"):
        divergence = np.where(share > 0, share * np.log(share / chance), 0.0)
        divergence += np.where(share < 1, (1 - share) * np.log((1 - share) / (1 - chance)), 0.0)
    return np.where(share > chance, -made * divergence, 0.0)


def _beyond_chance(cells: Cells, cases: Cases) -> Flags:
    """The cells whose guesses count."""
    beyond = np.zeros(len(cells.size), np.bool_)
    has_guess = cells.guesses > 0
    strata = np.frexp(cells.size)[1].astype(np.int64)  # 2-3, 4-7, 8-15, ... together
    for stratum in np.unique(strata[has_guess]):
        of = (strata == stratum) & has_guess
        made = int(cells.guesses[of].sum())
        expected = float((cells.guesses[of] * cells.chance[of]).sum()) / made
        independent = float((cells.guesses[of] * (1 - 1 / cells.size[of])).sum())
        if cases.person is not None:
            independent *= min(1.0, _people(cases, of[cells.of_case]) / made)
        if is_beyond_chance(int(cells.right[of].sum()), made, expected, independent):
            beyond |= of
    single = has_guess & ~beyond & (cells.size >= _FEWEST_IN_A_SINGLE_CELL) & (cells.right >= SURE * cells.size)
    single &= cells.size - cells.right <= (1 - cells.chance) * cells.size * MOST_ERRORS
    tries = math.log(max(len(cells.size), 1)) + math.log(int(cases.finer.max()) + 1)
    elsewhere = np.maximum(cells.chance, _right_elsewhere(cells, strata))
    single &= log_tail(cells.right, cells.size, elsewhere) + tries < BEYOND_CHANCE
    return beyond | single


def _right_elsewhere(cells: Cells, strata: Codes) -> Reals:
    """For each cell how often, in the other cells of about its size, the most frequent group of the others is right.

    Where it is the only one of its size, in all others.
    """
    stratum = strata - strata.min()
    sizes, right = (np.bincount(stratum, weights=own)[stratum] - own for own in (cells.size, cells.agreeing))
    all_sizes, all_right = cells.size.sum() - cells.size, cells.agreeing.sum() - cells.agreeing
    alone = sizes == 0
    result: Reals = np.where(alone, all_right, right) / np.maximum(np.where(alone, all_sizes, sizes), 1)
    return result


def _people(cases: Cases, chosen: Flags) -> int:
    if cases.person is not None:
        return len(distinct(cases.person[chosen])[0]) if chosen.any() else 0
    return int(chosen.sum() if cases.counts is None else cases.counts[chosen].sum())
