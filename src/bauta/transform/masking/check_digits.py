"""Check digits: by which scheme the numbers of a column are valid, and how to make a new number valid.

A scheme is known by what it makes of the characters of a number: `complete` writes the check digits that belong to
the others. A number is valid if that changes nothing. Signs between the digits do not count.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.transform.characters import Flags, Points, all_of

Symbols = npt.NDArray[np.int64]
"""A row for each number: digits are 0 to 9, letters 10 to 35, other characters -1."""

_SHARE = 0.95
"""A scheme that fits fewer of the values is not the column's: some numbers are mistyped, but few."""
_ACCIDENT = 0.001
"""How likely it may be that numbers fit a scheme by accident. Not very small: a scheme found in vain does no harm."""


@dataclass(frozen=True)
class CheckScheme:
    """One way of telling mistyped numbers."""

    name: str
    chance: float
    """The share of other numbers of the same form that happen to be valid."""
    applies: Callable[[Symbols], Flags]
    """To which numbers it can apply, by their form."""
    check_cells: Callable[[Symbols], Flags]
    """Where the check digits are."""
    complete: Callable[[Symbols], tuple[Symbols, Flags]]
    """The numbers with their check digits, and which of them can be valid at all."""

    def is_valid(self, symbols: Symbols) -> Flags:
        valid = self.applies(symbols)
        completed, possible = self.complete(symbols[valid])
        valid[valid] = possible & all_of(completed == symbols[valid])
        return valid

    def finish(self, points: Points) -> tuple[Points, Flags]:
        """Characters with their check digits put right; rows of another form are left alone."""
        symbols = symbols_of(points)
        usable = np.ones(len(points), dtype=bool)
        rows = np.flatnonzero(self.applies(symbols))
        completed, usable[rows] = self.complete(symbols[rows])
        cells = self.check_cells(symbols[rows])
        finished = points.copy()
        finished[rows] = np.where(cells, completed + ord("0"), points[rows])
        return finished, usable


def symbols_of(points: Points) -> Symbols:
    return _SYMBOLS[np.minimum(points, 128)]


_SYMBOLS = np.array([int(chr(p), 36) if chr(p).isalnum() and p < 128 else -1 for p in range(129)], dtype=np.int64)


def find_scheme(blocks: Iterable[Points]) -> CheckScheme | None:
    """The scheme by which nearly all numbers are valid, more than chance explains; None if there is none.

    With a share s of n numbers valid and a share c expected by chance, that or more happens with a probability of at
    most exp(-n (s ln(s/c) + (1-s) ln((1-s)/(1-c)))), Chernoff's bound.
    """
    total, valid = 0, dict.fromkeys(SCHEMES, 0)
    for points in blocks:
        symbols = symbols_of(points)
        total += len(symbols)
        for scheme in SCHEMES:
            valid[scheme] += int(scheme.is_valid(symbols).sum())
    evidence = {scheme: _evidence(total, valid[scheme], scheme.chance) for scheme in SCHEMES}
    best = max(evidence, key=lambda scheme: evidence[scheme])
    return best if evidence[best] >= -math.log(_ACCIDENT) - 1e-9 else None


def _evidence(total: int, valid: int, chance: float) -> float:
    """Minus the logarithm of Chernoff's bound; 0 where too few are valid."""
    if valid < _SHARE * total or valid <= chance * total:
        return 0.0
    share = valid / total
    rest = 0.0 if valid == total else (1 - share) * math.log((1 - share) / (1 - chance))
    return total * (share * math.log(share / chance) + rest)


# ---- the parts of numbers --------------------------------------------------------------------------------------


def _is_digit(symbols: Symbols) -> Flags:
    return (symbols >= 0) & (symbols < 10)


def _count(cells: Flags) -> Symbols:
    """How many cells of each row are marked."""
    count: Symbols = np.add.reduce(cells, axis=1, dtype=np.int64)
    return count


def _places(cells: Flags) -> Symbols:
    """For each marked cell its place from the right, counted from 0 over marked cells only."""
    counted: Symbols = np.cumsum(cells[:, ::-1], axis=1)[:, ::-1] - 1
    return counted


def _last(cells: Flags, count: int) -> Flags:
    """The last marked cells of each row."""
    return cells & (_places(cells) < count)


def _digits(fewest: int, most: int = 40) -> Callable[[Symbols], Flags]:
    """Numbers with so many digits, whatever else is in them."""

    def applies(symbols: Symbols) -> Flags:
        count = _count(_is_digit(symbols))
        return (count >= fewest) & (count <= most)

    return applies


def _last_digit(symbols: Symbols) -> Flags:
    return _last(_is_digit(symbols), 1)


def _with_check(symbols: Symbols, check: npt.NDArray[Any]) -> tuple[Symbols, Flags]:
    """The check digit written as the last digit; 10 cannot be written."""
    return np.where(_last_digit(symbols), check[:, None], symbols), check < 10


# ---- modulus 10 (Luhn) and modulus 11 --------------------------------------------------------------------------


def _luhn(constant: int) -> Callable[[Symbols], tuple[Symbols, Flags]]:
    """ISO/IEC 7812-1: every other digit counts double. `constant` is what digits that are not written add."""

    def complete(symbols: Symbols) -> tuple[Symbols, Flags]:
        is_digit = _is_digit(symbols)
        place = _places(is_digit)
        doubled = 2 * symbols - 9 * (symbols > 4)
        counted = np.where(place % 2 == 1, doubled, symbols) * (is_digit & (place > 0))
        return _with_check(symbols, -(counted.sum(axis=1) + constant) % 10)

    return complete


def _mod_11(symbols: Symbols) -> tuple[Symbols, Flags]:
    """The NHS number of England: ten digits with weights 10 to 1 add up to a multiple of 11."""
    is_digit = _is_digit(symbols)
    place = _places(is_digit)
    counted = symbols * (place + 1) * (is_digit & (place > 0))
    return _with_check(symbols, -counted.sum(axis=1) % 11)


# ---- Verhoeff --------------------------------------------------------------------------------------------------


def _dihedral(a: int, b: int) -> int:
    """The product of two symmetries of a pentagon: 0 to 4 are turns, 5 to 9 reflections."""
    if a < 5:
        return (a + b) % 5 if b < 5 else 5 + (a + b) % 5
    return 5 + (a - b) % 5 if b < 5 else (a - b) % 5


_PRODUCT = np.array([[_dihedral(a, b) for b in range(10)] for a in range(10)])
_INVERSE = np.array([0, 4, 3, 2, 1, 5, 6, 7, 8, 9])
_PERMUTED = [np.arange(10), np.array([1, 5, 7, 6, 2, 8, 3, 0, 9, 4])]
for _power in range(2, 8):
    _PERMUTED.append(_PERMUTED[1][_PERMUTED[-1]])
_PERMUTATIONS = np.array(_PERMUTED)


def _verhoeff(symbols: Symbols) -> tuple[Symbols, Flags]:
    """Verhoeff (1969), used by India's Aadhaar: digits permuted by place and multiplied as symmetries of a pentagon."""
    is_digit = _is_digit(symbols)
    place = _places(is_digit)
    product = np.zeros(len(symbols), dtype=np.int64)
    for column in reversed(range(symbols.shape[1])):
        factor = _PERMUTATIONS[place[:, column] % 8, symbols[:, column] % 10]
        counts = is_digit[:, column] & (place[:, column] > 0)
        product = np.where(counts, _PRODUCT[product, factor], product)
    return _with_check(symbols, _INVERSE[product])


# ---- modulus 97 (ISO 7064) -------------------------------------------------------------------------------------


def _mod_97(symbols: Symbols, check_cells: Flags) -> tuple[Symbols, Flags]:
    """ISO 7064, MOD 97-10: read as one number, letters as 10 to 35, it leaves 1. The two check digits are 98 - rest."""
    without = np.where(check_cells, 0, symbols)
    rest = np.zeros(len(symbols), dtype=np.int64)
    for column in range(symbols.shape[1]):
        symbol = without[:, column]
        shifted = (rest * np.where(symbol < 10, 10, 100) + symbol) % 97
        rest = np.where(symbol < 0, rest, shifted)
    check = 98 - rest
    is_tens = check_cells & (_places(check_cells) == 1)
    written = np.where(is_tens, check[:, None] // 10, check[:, None] % 10)
    return np.where(check_cells, written, symbols), np.ones(len(symbols), dtype=bool)


def _last_two(symbols: Symbols) -> Flags:
    return _last(symbols >= 0, 2)


def _ends_in_two_digits(symbols: Symbols) -> Flags:
    return (_count(symbols >= 0) >= 6) & (_count(_last_two(symbols) & _is_digit(symbols)) >= 2)


def _looks_like_an_iban(symbols: Symbols) -> Flags:
    """Two letters, two check digits, then up to thirty more."""
    if symbols.shape[1] < 15:
        return np.zeros(len(symbols), dtype=bool)
    return all_of(symbols[:, :2] >= 10) & all_of(_is_digit(symbols[:, 2:4]))


def _third_and_fourth(symbols: Symbols) -> Flags:
    cells = np.zeros(symbols.shape, dtype=bool)
    cells[:, 2:4] = True
    return cells


def _iban(symbols: Symbols) -> tuple[Symbols, Flags]:
    """ISO 13616: the first four characters are read after the others."""
    turned = np.roll(symbols, -4, axis=1)
    completed, possible = _mod_97(turned, np.roll(_third_and_fourth(symbols), -4, axis=1))
    return np.roll(completed, 4, axis=1), possible


# ---- social security numbers -----------------------------------------------------------------------------------


def _ssn(symbols: Symbols) -> tuple[Symbols, Flags]:
    """United States: no area 000, 666 or 900 and above, no group 00, no serial 0000. There is no check digit."""
    digits = symbols[_is_digit(symbols)].reshape(-1, 9)
    area = digits[:, :3] @ np.array([100, 10, 1])
    group, serial = digits[:, 3:5].any(axis=1), digits[:, 5:].any(axis=1)
    return symbols, (area > 0) & (area != 666) & (area < 900) & group & serial


def _nowhere(symbols: Symbols) -> Flags:
    return np.zeros(symbols.shape, dtype=bool)


def _nine_digits_alone(symbols: Symbols) -> Flags:
    return _digits(9, 9)(symbols) & (_count(symbols >= 0) <= 9)


def _three_two_four(symbols: Symbols) -> Flags:
    """123-45-6789."""
    if symbols.shape[1] != 11:
        return np.zeros(len(symbols), dtype=bool)
    return _nine_digits_alone(symbols) & (symbols[:, 3] < 0) & (symbols[:, 6] < 0)


LUHN = CheckScheme("Luhn", 1 / 10, _digits(6), _last_digit, _luhn(0))
NPI = CheckScheme("NPI", 1 / 10, _digits(10, 10), _last_digit, _luhn(24))
"""United States provider numbers: Luhn, as if 80840 stood before them."""
MOD_11 = CheckScheme("modulus 11", 1 / 11, _digits(10, 10), _last_digit, _mod_11)
VERHOEFF = CheckScheme("Verhoeff", 1 / 10, _digits(6), _last_digit, _verhoeff)
MOD_97 = CheckScheme("modulus 97", 1 / 97, _ends_in_two_digits, _last_two, lambda s: _mod_97(s, _last_two(s)))
IBAN = CheckScheme("IBAN", 1 / 97, _looks_like_an_iban, _third_and_fourth, _iban)
SSN = CheckScheme("SSN", 0.889, _nine_digits_alone, _nowhere, _ssn)
WRITTEN_SSN = CheckScheme("SSN", _ACCIDENT, _three_two_four, _nowhere, _ssn)
"""Hardly anything else is written 123-45-6789, so one such number tells as much as many without the signs."""

SCHEMES = (LUHN, NPI, MOD_11, VERHOEFF, MOD_97, IBAN, SSN, WRITTEN_SSN)
