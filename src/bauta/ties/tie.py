"""What is asked and what is found: a quasi-identifier at its levels, what kept columns show, and a tie between them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]

SURE = 0.95
"""The share of guesses that must be right before somebody is taken to know."""
LEAST_SHARE = 0.01
"""A tie that concerns fewer people than this share, and fewer than the cell size, is not one."""


@dataclass(frozen=True, eq=False, repr=False)
class Target:
    """A quasi-identifier that is released more coarsely than it is known, for each person of a sample."""

    variable: str
    released: Codes
    """Which group a person is released in."""
    finer: tuple[Codes, ...]
    """The groups of every finer level, finest first: the values themselves, then each level below the released one."""
    level_names: tuple[str, ...]
    """What these levels are called."""


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """What a recipient can read off kept columns: people with one code look alike in it."""

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
    chance: float
    """The share of the same guesses that would be right if the kept column had nothing to do with it."""

    @property
    def share(self) -> float:
        return self.people / self.guesses if self.guesses else 0.0


NOTHING = Given(0, 0, 0.0)


@dataclass(frozen=True)
class Tie:
    """Kept columns that reveal a quasi-identifier more finely than it is released."""

    variable: str
    columns: tuple[str, ...]
    how: str
    level: str
    """The finest level that is revealed."""
    people: int
    """People it is revealed of, in the whole table."""
    share: float
    """The share of the guesses that are right."""
    chance: float
    """The share that would be right by chance."""


def least_people(people: int, cell_size: int) -> int:
    """How many people a tie must concern: one in a hundred, or as many as the cell size, whichever is fewer."""
    return max(1, min(-(-people // round(1 / LEAST_SHARE)), cell_size))


def packed(*codes: Sequence[int] | Codes) -> Codes:
    """One number for each combination of codes, in the order of the first, then the second, and so on."""
    result = np.zeros(len(codes[0]), dtype=np.int64)
    for own in map(np.asarray, codes):
        radix = int(own.max()) + 1 if len(own) else 1
        if int(result.max(initial=0)) >= 2**62 // radix:
            result = np.unique(result, return_inverse=True)[1].astype(np.int64)
        result = result * radix + own
    return result
