"""Values that keep their form: a digit becomes a digit, a letter a letter of the same case, the rest stays.

New values are drawn character by character until each differs from every value there is. Where a form leaves little
room, all its values are listed and the free ones dealt out, so that it is known and not guessed when there are too few.
"""

import math
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.errors import NoRoomToReplace
from bauta.transform.characters import Flags, Points, to_texts
from bauta.transform.masking.column_draws import ColumnDraws

_ROUNDS = 8
"""Draws before values are listed: enough unless nearly half of the values of a form are taken."""
_LISTED_ANYWAY = 100_000

Finish = Callable[[Points], tuple[Points, Flags]]
"""Puts what was drawn right, such as a check digit, and says which rows may be used."""


def as_drawn(points: Points) -> tuple[Points, Flags]:
    """Every row may be used as it is."""
    return points, np.ones(len(points), dtype=bool)


@dataclass(frozen=True, eq=False, repr=False)
class Form:
    """What each character of each value may become: one of `choices` characters, from `first` on."""

    first: Points
    choices: Points

    def rows(self, wanted: npt.NDArray[np.intp]) -> "Form":
        return Form(self.first[wanted], self.choices[wanted])

    def keep(self, points: Points, cells: Flags) -> "Form":
        """The same with some characters left as they are."""
        return Form(np.where(cells, points, self.first), np.where(cells, np.uint32(1), self.choices))

    def hexadecimal(self) -> "Form":
        """The same with letters up to F only."""
        return Form(self.first, np.where(self.choices == 26, np.uint32(6), self.choices))


def form_of(points: Points) -> Form:
    """The form of values, in which a number keeps its leading zero, or that it has none."""
    first, choices = _FIRST[np.minimum(points, 128)], _CHOICES[np.minimum(points, 128)]
    is_foreign = points > 127
    if is_foreign.any():
        different, number = np.unique(points[is_foreign], return_inverse=True)
        kinds = np.array([_kind(chr(point), point) for point in different.tolist()], dtype=np.uint32)
        first[is_foreign], choices[is_foreign] = kinds[number].T
    if points.shape[1]:
        is_digit, is_zero = choices[:, 0] == 10, points[:, 0] == ord("0")
        first[is_digit & ~is_zero, 0] = ord("1")
        choices[:, 0] = np.where(is_digit, np.where(is_zero, 1, 9), choices[:, 0])
    return Form(first, choices)


def _kind(character: str, point: int) -> tuple[int, int]:
    """The first of the characters that one may become, and how many there are.

    Characters of other scripts become Latin letters; signs of any script stay.
    """
    if character.isnumeric():
        return ord("0"), 10
    if character.isupper():
        return ord("A"), 26
    if character.isspace() or unicodedata.category(character)[0] in "PSCZ":
        return point, 1
    return ord("a"), 26


_FIRST, _CHOICES = (
    np.array(column, dtype=np.uint32)
    for column in zip(*(_kind(chr(point), point) for point in range(129)), strict=True)
)


def draw_like(form: Form, *, chance: ColumnDraws, taken: set[str], column: str, finish: Finish) -> list[str]:
    """A text for each row of the form: all different, none of them in `taken`, to which they are added."""
    result = [""] * len(form.first)
    waiting = np.arange(len(result))
    rounds = 0
    while len(waiting):
        if rounds >= _ROUNDS:
            waiting = _deal_out(form, waiting, result, chance=chance, taken=taken, column=column, finish=finish)
        some = form.rows(waiting)
        drawn = chance.words(waiting, rounds, count=some.first.shape[1])
        points, usable = finish(some.first + (drawn % some.choices).astype(np.uint32))
        left = []
        for row, text, is_usable in zip(waiting.tolist(), to_texts(points), usable.tolist(), strict=True):
            if is_usable and text not in taken:
                taken.add(text)
                result[row] = text
            else:
                left.append(row)
        waiting = np.array(left, dtype=np.intp)
        rounds += 1
    return result


def _deal_out(
    form: Form,
    waiting: npt.NDArray[np.intp],
    result: list[str],
    *,
    chance: ColumnDraws,
    taken: set[str],
    column: str,
    finish: Finish,
) -> npt.NDArray[np.intp]:
    """Fill the rows whose form has so few values that they can be listed; returns the rows that can go on drawing."""
    both = np.concatenate((form.first[waiting], form.choices[waiting]), axis=1)
    forms, number = np.unique(both, axis=0, return_inverse=True)
    most = 2 * (len(taken) + len(waiting)) + _LISTED_ANYWAY  # beyond it, at least every other draw is new
    go_on, without = [], 0
    for i, one in enumerate(forms):
        rows = waiting[number.ravel() == i]
        first, choices = np.split(one, 2)
        if math.prod(choices.tolist()) > most:
            go_on.append(rows)
            continue
        free = [text for text in dict.fromkeys(_listed(first, choices, finish)) if text not in taken]
        order = chance.order(free)
        without += max(0, len(rows) - len(free))
        for row, at in zip(rows.tolist(), order.tolist(), strict=False):
            result[row] = free[at]
            taken.add(free[at])
    if without:
        raise NoRoomToReplace(count=without, column=column)
    return np.sort(np.concatenate(go_on)) if go_on else np.array([], dtype=np.intp)


def _listed(first: npt.NDArray[np.uint32], choices: npt.NDArray[np.uint32], finish: Finish) -> list[str]:
    """Every text of one form."""
    if not len(choices):
        return [""]
    numbers = np.unravel_index(np.arange(math.prod(choices.tolist())), choices.tolist())
    points, usable = finish(first + np.stack(numbers, axis=1).astype(np.uint32))
    return to_texts(points[usable])
