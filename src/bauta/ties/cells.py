"""How much a column gives of another: the best guess from other people, held against chance.

People who are released in the same group g and look alike in the kept column make a cell. Each person's finer group q
is guessed from the *other* people of their cell, so that nobody is guessed by themselves and a column in which
everybody is alone gives nothing. A guess is made where at least 95 % of the others agree.

    right   = guesses that hit
    chance  = sum over guesses of P(q | g), the share of the guessed group among all who are released in g

Cells of about the same size are judged together: a cell of two agrees by chance far more often than one of twenty.
Where the guesses of a size are right in 95 % of cases, make at most half of the errors that chance makes, and are
beyond chance (a binomial tail below one in a million), their people are given. Single cells that are so large and so
pure that chance cannot make one like it anywhere in the column count by themselves, whatever others of their size do.
"""

import math

import numpy as np
import numpy.typing as npt

from bauta.ties.tie import NOTHING, SURE, Codes, Given, packed

_ONE_IN_A_MILLION = math.log(1e-6)
_FEWEST_IN_A_SINGLE_CELL = 5

Reals = npt.NDArray[np.float64]


def given_by(released: Codes, finer: Codes, kept: Codes) -> Given:
    """How much the codes of a kept column give of the finer group beyond the released one."""
    if not len(kept):
        return NOTHING
    cells = _count(released, finer, kept)
    strata = np.frexp(cells.size)[1]  # 2, 3-4 -> the power of two
    people = guesses = 0
    by_chance = 0.0
    single = np.zeros(len(cells.size), dtype=bool)
    for stratum in np.unique(strata):
        of = (strata == stratum) & (cells.guesses > 0)
        right, made = int(cells.right[of].sum()), int(cells.guesses[of].sum())
        expected = float((cells.guesses[of] * cells.chance[of]).sum())
        if made and _is_given(right, made, expected / made):
            people, guesses, by_chance = people + right, guesses + made, by_chance + expected
        else:
            single |= of
    single &= (cells.size >= _FEWEST_IN_A_SINGLE_CELL) & (cells.right >= SURE * cells.size)
    tries = math.log(max(len(cells.size), 1)) + math.log(int(finer.max()) + 1)
    single &= _log_tail(cells.right, cells.size, cells.chance) + tries < _ONE_IN_A_MILLION
    single &= cells.size - cells.right <= (1 - cells.chance) * cells.size / 2
    people += int(cells.right[single].sum())
    guesses += int(cells.guesses[single].sum())
    by_chance += float((cells.guesses[single] * cells.chance[single]).sum())
    return Given(people, guesses, by_chance / guesses) if guesses else NOTHING


class _Cells:
    """Cells with what is guessed in them."""

    def __init__(self, size: Codes, mode: Codes, second: Codes, chance: Reals) -> None:
        others = np.maximum(size - 1, 1)
        is_open = (chance < SURE) & (size > 1)  # what the released group tells already is not given by the column
        sure_of_mode = is_open & (mode - 1 >= SURE * others) & (mode - 1 >= second)
        wrong_about_the_rest = is_open & (mode >= SURE * others)
        wrong_about_mode = is_open & (second > mode - 1) & (second >= SURE * others)
        self.size, self.chance = size, chance
        self.right = np.where(sure_of_mode, mode, 0)
        self.guesses = self.right + np.where(wrong_about_the_rest, size - mode, 0) + np.where(wrong_about_mode, mode, 0)


def _count(released: Codes, finer: Codes, kept: Codes) -> _Cells:
    cell, of_cell = np.unique(packed(released, kept), return_inverse=True)
    together, counts = np.unique(packed(of_cell, finer), return_counts=True)
    radix = int(finer.max()) + 1
    cell_of, group_of = np.divmod(together, radix)
    in_order = np.lexsort((-counts, cell_of))
    cell_of, group_of, counts = cell_of[in_order], group_of[in_order], counts[in_order]
    first = np.flatnonzero(np.r_[True, cell_of[1:] != cell_of[:-1]])
    size = np.add.reduceat(counts, first)
    has_second = np.diff(np.r_[first, len(counts)]) > 1
    second = np.where(has_second, counts[np.minimum(first + 1, len(counts) - 1)], 0)
    group_released = np.zeros(len(cell), dtype=np.int64)
    group_released[of_cell] = released
    return _Cells(size, counts[first], second, _shares(released, finer, group_released, group_of[first]))


def _shares(released: Codes, finer: Codes, asked_released: Codes, asked_finer: Codes) -> Reals:
    """P(q | g) for pairs of a finer and a released group."""
    radix = int(finer.max()) + 1
    pairs, counts = np.unique(released * radix + finer, return_counts=True)
    sizes = np.bincount(released)
    at = np.searchsorted(pairs, asked_released * radix + asked_finer)
    shares: Reals = counts[at] / sizes[asked_released]
    return shares


def _is_given(right: int, made: int, chance: float) -> bool:
    halves_the_errors = made - right <= (1 - chance) * made / 2
    tail = _log_tail(np.array([right]), np.array([made]), np.array([chance]))[0]
    return right >= SURE * made and halves_the_errors and bool(tail < _ONE_IN_A_MILLION)


def _log_tail(right: Codes, made: Codes, chance: Reals) -> Reals:
    """The logarithm of a bound on the probability of so many right guesses or more by chance (Chernoff 1952).

    P(X >= right) <= exp(-made KL(right/made || chance)) for right/made above chance.
    """
    share = right / np.maximum(made, 1)
    chance = np.clip(chance, 1e-12, 1 - 1e-12)
    with np.errstate(divide="ignore", invalid="ignore"):
        divergence = np.where(share > 0, share * np.log(share / chance), 0.0)
        divergence += np.where(share < 1, (1 - share) * np.log((1 - share) / (1 - chance)), 0.0)
    return np.where(share > chance, -made * divergence, 0.0)
