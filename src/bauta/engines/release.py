"""What comes down to an engine: lookup tables that turn rows into a release, and what to do with each column."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

Integers = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, eq=False, repr=False)
class QuasiColumn:
    """A quasi-identifier of the release."""

    name: str
    values: Any
    """Arrow array of every value it takes, in the source's type; missing is a null in it."""
    told: Any | None
    """Arrow array of texts, what each value is told as; None where values are told as they are."""
    key_parts: Integers
    """For each value its share of the row's class key: the keys of a row are the sums of these, word by word ..."""
    key_word: int
    """... and the word it belongs to."""


@dataclass(frozen=True, eq=False, repr=False)
class MappedColumn:
    """A column whose values are replaced one by one: pseudonyms, random replacement."""

    name: str
    values: Any
    """Arrow array of every value that occurs, without missing, in the source's type."""
    told: Any
    """Arrow array of texts."""


@dataclass(frozen=True, eq=False, repr=False)
class RowColumn:
    """A column with a new value for every row: shifted dates, numbers with noise."""

    name: str
    row_numbers: Integers
    told: Any
    """Arrow array, of the type the column is to have."""


@dataclass(frozen=True)
class TaggedColumn:
    """A column in which every value becomes the same tag."""

    name: str
    tag: str


@dataclass(frozen=True)
class KeptColumn:
    """A column that stays as it is."""

    name: str


@dataclass(frozen=True, eq=False, repr=False)
class DatedColumn:
    """A date of the release that is no finer than a quasi-identifier which is worked out of it: days since another."""

    name: str
    quasi: QuasiColumn
    """The days, which are not in the release themselves; where they are suppressed, the date is missing."""
    row_numbers: Integers
    told: Any
    """Arrow array of the dates of these rows, of the type the column is to have."""


ReleaseColumn = DatedColumn | QuasiColumn | MappedColumn | RowColumn | TaggedColumn | KeptColumn


@dataclass(frozen=True, eq=False, repr=False)
class ClassSuppression:
    """Classes that are suppressed as a whole."""

    keys: Any
    """[classes x words] of int64, as sums of `QuasiColumn.key_parts`."""
    rows_go: Any
    """[classes] of bool: whether their rows go, or only their quasi-identifiers."""


@dataclass(frozen=True, eq=False, repr=False)
class CellPatterns:
    """Which cells are suppressed for how many people of which classes; none of these is suppressed as a whole."""

    keys: Any
    first: Integers
    """People of a class are numbered from 1 in random order; the pattern holds from this number ..."""
    last: Integers
    """... to this one."""
    suppressed: Any
    """[patterns x quasi-identifiers] of bool, in the order of the quasi-identifiers among the columns."""


class OrderKeys(Protocol):
    """For every row of the data, in its order, a number, no two alike; a release is sorted by these."""

    def stretches(self) -> Iterator[Integers]:
        """Some at a time; the same each time it is asked."""


@dataclass(frozen=True)
class AsTheyStand:
    """Keys that leave the rows in the order of the data: for tables of which nobody is to be protected."""

    n_rows: int

    def stretches(self) -> Iterator[Integers]:
        yield np.arange(self.n_rows)


@dataclass(frozen=True, eq=False, repr=False)
class ReleasePlan:
    """How the rows of one table become a release."""

    columns: tuple[ReleaseColumn, ...]
    """In the order of the release; columns of the data that are not listed are left out."""
    order_keys: OrderKeys
    lots: Integers | None = None
    """For every person, or row where there is no person key, another random number, by which it is decided who of a
    class loses cells; there may be more of them than people. Not the order key: those who lose cells would stand
    before the others of their class, and so give away which class is theirs."""
    classes: ClassSuppression | None = None
    cells: CellPatterns | None = None
    person_key: str | None = None
    suppressed_text: str | None = field(default="*")
    """What a suppressed cell of text is told as; None for a missing value. Other types always have a missing value."""
