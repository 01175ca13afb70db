"""What chance decides for the values of one column, round after round, until nobody has what somebody else has."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.transform.draws import Draws, Purpose, Words

Rows = npt.NDArray[np.intp]


@dataclass(frozen=True, eq=False, repr=False)
class ColumnDraws:
    """Numbers for the values of a column: a keyed function of the value, the column and the round."""

    draws: Draws
    subjects: Words
    purpose: Purpose
    column: str

    @classmethod
    def of(cls, draws: Draws, texts: Sequence[str], purpose: Purpose, column: str = "") -> "ColumnDraws":
        return cls(draws, draws.subjects(texts), purpose, column)

    def rows(self, rows: Rows) -> "ColumnDraws":
        """The same for some of the values."""
        return ColumnDraws(self.draws, self.subjects[rows], self.purpose, self.column)

    def words(self, rows: Rows, round_: int, *, count: int = 1) -> Words:
        """[rows x count] numbers of 64 bits; each round has others."""
        return self.draws.words(self.subjects[rows], self.purpose, self.column, str(round_), count=count)

    def order(self, texts: Sequence[str]) -> Integers:
        """An order of texts that none of the values has, in which they are dealt out."""
        numbers = self.draws.words(self.draws.subjects(texts), self.purpose, self.column, "order")
        return np.argsort(numbers[:, 0]).astype(np.int64, copy=False)
