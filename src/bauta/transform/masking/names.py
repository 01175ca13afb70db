"""Random names that are written like the ones they replace: order, number of words, capitals, initials.

A name says nothing of the one it replaces but how that was written. Two people may get the same name, as in life.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from bauta.errors import NoRoomToReplace
from bauta.transform.masking.column_draws import ColumnDraws, Rows
from bauta.transform.masking.name_parts import (
    FAMILY,
    GIVEN,
    KNOWN_FAMILY,
    KNOWN_GIVEN,
    PARTICLES,
    SUFFIXES,
    TITLES,
)

# A digit, or a run of anything that is neither a space, an ASCII sign nor a digit.
_WORD = re.compile(r"\d|[^\s\d!-/:-@\[-`{-~]+")
_ROUNDS = 60
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
_ADDITIONS: dict[str, Sequence[str]] = {word.casefold(): pool for pool in (TITLES, SUFFIXES) for word in pool}
_PARTICLES: dict[str, Sequence[str]] = dict.fromkeys(PARTICLES, PARTICLES)


def replace_names(texts: Sequence[str], *, chance: ColumnDraws, taken: set[str], column: str) -> list[str]:
    """A name written in the same way for each; none of them is in `taken`."""
    alone = _pool_of_single_words(texts)
    result = [""] * len(texts)
    waiting = np.arange(len(texts))
    for round_ in range(_ROUNDS):
        for rows, n_words in _by_number_of_words(texts, waiting):
            numbers = chance.words(rows, round_, count=n_words).tolist()
            for row, own in zip(rows.tolist(), numbers, strict=True):
                result[row] = _renamed(texts[row], alone, iter(own))
        waiting = np.array([row for row in waiting.tolist() if result[row] in taken], dtype=np.intp)
    if len(waiting):
        raise NoRoomToReplace(count=len(waiting), column=column)
    return result


def _by_number_of_words(texts: Sequence[str], rows: Rows) -> list[tuple[Rows, int]]:
    """The rows by how many words their names have: as many numbers are drawn for each."""
    of_length: dict[int, list[int]] = {}
    for row in rows.tolist():
        of_length.setdefault(max(1, len(_WORD.findall(texts[row]))), []).append(row)
    return [(np.array(some, dtype=np.intp), n_words) for n_words, some in of_length.items()]


def _renamed(text: str, alone: Sequence[str], chance: Iterator[int]) -> str:
    """The text with every word replaced: family names before a comma or last, given names elsewhere."""
    words = list(_WORD.finditer(text))
    known_pools = [_ADDITIONS.get(word[0].casefold()) or _PARTICLES.get(word[0]) for word in words]
    comma = text.find(",")
    names = known_pools.count(None)
    parts, end, names_left = [], 0, names
    for word, known_pool in zip(words, known_pools, strict=True):
        pool = known_pool
        if pool is None:
            names_left -= 1
            is_family = word.start() < comma if comma >= 0 else names_left == 0
            pool = alone if names == 1 else FAMILY if is_family else GIVEN
        parts += [text[end : word.start()], _like(word[0], pool, next(chance))]
        end = word.end()
    return "".join([*parts, text[end:]])


def _like(word: str, pool: Sequence[str], number: int) -> str:
    """A word of the pool in the same capitals; a letter for an initial, a digit for a digit."""
    if word.isdecimal():
        return _DIGITS[number % 10]
    drawn = _LETTERS[number % 26] if len(word) == 1 else pool[number % len(pool)]
    if word.islower():
        return drawn.lower()
    return drawn.upper() if word.isupper() else drawn


def _pool_of_single_words(texts: Sequence[str]) -> Sequence[str]:
    """Given names if a column of single words has more well-known given names than family names."""
    words = {text.casefold() for text in texts}
    return GIVEN if len(words & KNOWN_GIVEN) > len(words & KNOWN_FAMILY) else FAMILY
