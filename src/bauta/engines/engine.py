"""What an engine must be able to do: it holds rows and knows only counting, as the core knows only mathematics."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from bauta.engines.division import Division, PartFile
from bauta.engines.release import ReleasePlan
from bauta.model.columns import ColumnSummary
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat


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


ProgressListener = Callable[[float], None]
"""Told the percentage done of the query under way, several times a second."""


class Engine(Protocol):
    """Reads, counts, looks up. Everything it returns is small, except the combinations themselves."""

    def open(self, source: DataSource | Any, *, missing_codes: Mapping[str, Sequence[str]] = ...) -> Microdata:
        """The table at a place, or a frame, with missing values made alike."""

    def summarize(self, data: Microdata) -> list[ColumnSummary]:
        """Rows, missing and different values of every column."""

    def sample_texts(self, data: Microdata, *, rows: int) -> list[list[str]]:
        """For each column its values in about so many rows, as text, the same rows each time."""

    def count_groups(self, data: Microdata, variables: Sequence[str]) -> GroupCounts:
        """Rows per combination of values."""

    def count_people(
        self, data: Microdata, variables: Sequence[str], person_key: str, *, present: str | None = None
    ) -> PeopleCounts:
        """Distinct people per combination of values, and who is in several; only rows where `present` has a value."""

    def most_classes(self, variables: int) -> int:
        """How many combinations of so many variables fit into memory; asked for more, it raises TooManyClasses."""

    def count_sizes(self, data: Microdata, variables: Sequence[str], person_key: str | None) -> SizeCounts:
        """How large the combinations are, counted where the rows are: there may be any number of combinations."""

    def smallest_groups(
        self, data: Microdata, variables: Sequence[str], person_key: str | None, *, groups: int
    ) -> GroupCounts:
        """So many of the smallest combinations; of those alike in size the ones met first in the file."""

    def count_missing(self, data: Microdata, variable: str) -> int:
        """Rows without a value of the variable."""

    def recode(self, data: Microdata, recodings: Mapping[str, Recoding]) -> Microdata:
        """The table with numbers in place of the values of some columns, so that it has fewer combinations."""

    def sum_groups(self, data: Microdata, variables: Sequence[str], count: str) -> GroupCounts:
        """People per combination, in a table whose column `count` holds numbers of people."""

    def first_rows(self, data: Microdata, variables: Sequence[str], *, rows: int) -> Any:
        """The variables' values in the first rows, in the order of the file, as an Arrow table."""

    def find_rows(
        self, data: Microdata, variables: Sequence[str], groups: GroupCounts, *, classes: int, rows_per_class: int
    ) -> list[FoundRows]:
        """Row numbers of the given groups, the smallest first, then those met first in the file."""

    def count_rows(self, data: Microdata) -> int:
        """Rows of the table."""

    def rows_of(self, data: Microdata, columns: Sequence[str]) -> Any:
        """These columns of every row, in the order of the file, as an Arrow table."""

    def keep_rows(self, data: Microdata, row_numbers: Any) -> Microdata:
        """The table with these rows only, numbered from 1 again; numbers count from 1 and are given in order."""

    def release(self, data: Microdata, plan: ReleasePlan) -> Microdata:
        """The table that a plan makes of the data."""

    def fetch(self, data: Microdata) -> Any:
        """The whole table, under its true names, as an Arrow table."""

    def write(
        self,
        data: Microdata,
        path: Path,
        release_format: "ReleaseFormat",
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
    ) -> None:
        """Write a released table to a new file."""

    def write_files(
        self,
        data: Microdata,
        folder: Path,
        release_format: "ReleaseFormat",
        division: Division,
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
    ) -> tuple[PartFile, ...]:
        """Write a released table to new files in a folder, and tell which."""
