"""What goes up from an engine, and what goes down to be counted anew: small things all, but for the combinations."""

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False, repr=False)
class GroupCounts:
    """Distinct combinations of values with the number of people (or rows) in each: what goes up from an engine."""

    values: Any
    """Arrow table: one column per variable, one row per combination."""
    sizes: np.ndarray[Any, np.dtype[np.int64]]
    empty_rows: int = 0
    """Rows without a value in any column, such as spreadsheets leave behind."""


@dataclass(frozen=True, eq=False, repr=False)
class PeopleCounts:
    """The same when a person may have several rows."""

    groups: GroupCounts
    rows: int
    people: int
    wandering_person: np.ndarray[Any, np.dtype[np.int64]]
    """For each membership of a person in more than one group: the person, numbered from 0 ..."""
    wandering_group: np.ndarray[Any, np.dtype[np.int64]]
    """... and the group."""


@dataclass(frozen=True, eq=False, repr=False)
class SizeCounts:
    """How large groups are, where the groups are too many to come up; one entry for each size that occurs."""

    sizes: np.ndarray[Any, np.dtype[np.int64]]
    """In ascending order."""
    groups: np.ndarray[Any, np.dtype[np.int64]]
    """Groups of each size."""
    people: np.ndarray[Any, np.dtype[np.int64]]
    """People whose smallest group has this size: everybody counts once, also who is in several groups."""
    rows: int
    wandering_people: int
    """People in more than one group."""
    empty_rows: int = 0


@dataclass(frozen=True)
class LonelyPeople:
    """Who is alone, or nearly, with their values of some columns."""

    values: int
    """Different values, a missing one among them."""
    alone: int
    few: int
    """People in groups smaller than was asked for; those alone are among them."""


@dataclass(frozen=True, eq=False, repr=False)
class Recoding:
    """Numbers for the values of a column, in place of them."""

    values: Any
    """Arrow array of every value that occurs, a null where it can be missing, in the source's type."""
    codes: np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class FoundRows:
    """Where a small group is in the file."""

    size: int
    rows: tuple[int, ...]
