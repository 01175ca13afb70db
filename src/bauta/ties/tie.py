"""What is asked and what is found: a quasi-identifier at its levels, what kept columns show, and a tie between them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

SURE = 0.95
"""The share of guesses that must be right before somebody is taken to know."""
LEAST_SHARE = 0.01
"""A tie that concerns fewer people than this share, and fewer than the cell size, does not stop a release."""
_DENSE = 1 << 22
"""Codes below this are counted in a table rather than sorted."""


@dataclass(frozen=True, eq=False, repr=False)
class Target:
    """A quasi-identifier that is released more coarsely than it is known, for each row of a sample."""

    variable: str
    values: Codes
    """Which value a row has, by number."""
    released: Codes
    """For each value the group it is released in."""
    finer: tuple[Codes, ...]
    """For each value its groups at every finer level, finest first: the values themselves, then each level below the
    released one."""
    level_names: tuple[str, ...]
    """What these levels are called."""
    counted: Flags | None = None
    """The rows of which something is to be given, where others only show how; None: all."""
    first_depth: int = 0
    """The depth of the first of the finer levels."""
    made_of: frozenset[str] = frozenset()
    """Columns that it is worked out of, as days are of dates: by themselves these reveal what is released of it."""

    def of_rows(self, rows: Codes) -> "Target":
        """The same for some of the rows."""
        counted = None if self.counted is None else self.counted[rows]
        return replace(self, values=self.values[rows], counted=counted)

    @property
    def released_of_rows(self) -> Codes:
        return self.released[self.values]


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """What a recipient can read off kept columns: rows with one code look alike in it."""

    columns: tuple[str, ...]
    how: str
    """Ends the sentence "DIAGNOSIS reveals SEX by ...": "its values", "its first 3 characters"."""
    codes: Codes
    is_in_order: bool = False
    """Whether the codes are in an order: then people near to one another in it are held together, too."""


@dataclass(frozen=True)
class Given:
    """How well the group of a person is guessed from other people who look alike."""

    people: int
    """People whose group is guessed rightly, among those for whom a guess is sure."""
    guesses: int
    right: int
    chance: float
    """The share of the same guesses that would be right if the kept column had nothing to do with it."""
    is_given: Flags = field(repr=False, compare=False)
    """For each case whether its group is guessed rightly."""

    @property
    def share(self) -> float:
        return self.right / self.guesses if self.guesses else 0.0


@dataclass(frozen=True, eq=False)
class Tie:
    """Kept columns that reveal a quasi-identifier more finely than it is released."""

    variable: str
    columns: tuple[str, ...]
    how: str
    level: str
    """The finest level that is revealed of at least half as many people as any."""
    people: int
    """People it is revealed of, in the whole table."""
    share: float
    """The share of the guesses that are right."""
    chance: float
    """The share that would be right by chance."""
    depth: int = 0
    """Which of the target's finer levels that is, 0 for the values themselves."""
    rows: Codes = field(default_factory=lambda: np.empty(0, np.int64), repr=False)
    """Rows of the sample whose group is guessed rightly."""


def least_people(people: int, cell_size: int) -> int:
    """How many people a tie must concern: one in a hundred, or as many as the cell size, whichever is fewer."""
    return max(1, min(-(-people // round(1 / LEAST_SHARE)), cell_size))


def packed(*codes: Sequence[int] | Codes) -> Codes:
    """One number for each combination of codes, in the order of the first, then the second, and so on."""
    result = np.zeros(len(codes[0]), dtype=np.int64)
    for own in map(np.asarray, codes):
        radix = int(own.max()) + 1 if len(own) else 1
        if int(result.max(initial=0)) >= 2**62 // radix:
            result = distinct(result)[1]
        result = result * radix + own
    return result


def distinct(codes: Codes) -> tuple[Codes, Codes]:
    """The different codes in order, and for each code the number of it among them. Sorting is avoided where it can."""
    highest = int(codes.max(initial=0))
    if highest >= max(_DENSE, 4 * len(codes)):
        different, numbers = np.unique(codes, return_inverse=True)
        return different, numbers.astype(np.int64)
    occurs = np.zeros(highest + 1, np.bool_)
    occurs[codes] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[codes]
