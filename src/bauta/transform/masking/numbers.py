"""Random numbers and codes that look like the ones they replace, with check digits that are right if those were."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from bauta.errors import NoRoomToReplace
from bauta.transform.characters import blocks
from bauta.transform.masking.check_digits import CheckScheme, find_scheme, symbols_of
from bauta.transform.masking.column_draws import ColumnDraws
from bauta.transform.masking.formats import as_drawn, draw_like, form_of

_MANY = 20
"""So many values that what stands before all of them tells nothing of any one: MRN-."""


_MOST_LOOKED_AT = 50_000
"""Values, spread over the column, from which it is told what all of them have in common."""


@dataclass(frozen=True)
class _Pattern:
    """What the numbers of a column have in common."""

    scheme: CheckScheme | None
    is_hexadecimal: bool
    front: int
    """How many characters at the front are the same in all."""


def replace_numbers(texts: Sequence[str], *, chance: ColumnDraws, taken: set[str], column: str) -> list[str]:
    """A number of the same form for each: all different, none of them in `taken`, to which they are added."""
    some = texts[:: 1 + len(texts) // _MOST_LOOKED_AT]
    scheme = find_scheme(points for _, points in blocks(some))
    pattern = _Pattern(scheme, _are_hexadecimal(some), _letters_in_common(texts))
    try:
        drawn = _drawn(texts, pattern, chance=chance, taken=set(taken), column=column)
    except NoRoomToReplace:
        if not pattern.front:
            raise
        drawn = _drawn(texts, replace(pattern, front=0), chance=chance, taken=set(taken), column=column)
    taken.update(drawn)
    return drawn


def _drawn(texts: Sequence[str], pattern: _Pattern, *, chance: ColumnDraws, taken: set[str], column: str) -> list[str]:
    scheme = pattern.scheme
    finish = as_drawn if scheme is None else scheme.finish
    result = [""] * len(texts)
    for rows, points in blocks(texts):
        kept = np.zeros(points.shape, dtype=bool)
        kept[:, : pattern.front] = True
        if scheme is not None:  # check digits are computed, not drawn, and give no room
            symbols = symbols_of(points)
            kept |= scheme.check_cells(symbols) & scheme.applies(symbols)[:, None]
        form = form_of(points).keep(points, kept)
        form = form.hexadecimal() if pattern.is_hexadecimal else form
        drawn = draw_like(form, chance=chance.rows(np.array(rows)), taken=taken, column=column, finish=finish)
        for row, text in zip(rows, drawn, strict=True):
            result[row] = text
    return result


def _are_hexadecimal(texts: Sequence[str]) -> bool:
    """Whether all of many values are digits, letters up to F, and the signs of a UUID."""
    return len(texts) >= _MANY and all(map(re.compile(r"[0-9A-Fa-f{}-]{8,}").fullmatch, texts))


def _letters_in_common(texts: Sequence[str]) -> int:
    """How many letters and signs stand before the first digit in all of many values."""
    if len(texts) < _MANY:
        return 0
    for at, (one, other) in enumerate(zip(min(texts), max(texts), strict=False)):  # what these share, all share
        if one.isnumeric() and other.isnumeric():
            return at
        if one != other:
            return 0
    return 0
