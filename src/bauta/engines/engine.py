"""What an engine must be able to do: it holds rows and knows only counting, as the core knows only mathematics."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bauta.engines.counts import FoundRows, GroupCounts, LonelyPeople, PeopleCounts, Recoding, SizeCounts
from bauta.engines.division import Division, PartFile
from bauta.engines.release import ReleasePlan
from bauta.model.columns import ColumnSummary
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat


ProgressListener = Callable[[float], None]
"""Told the percentage done of the query under way, several times a second."""


class Engine(Protocol):
    """Reads, counts, looks up, writes. What is written is measured by opening it again."""

    def open(self, source: DataSource | Any, *, missing_codes: Mapping[str, Sequence[str]] = ...) -> Microdata:
        """The table at a place, or a frame, with missing values made alike."""

    # ---- look at columns

    def count_rows(self, data: Microdata) -> int: ...

    def count_missing(self, data: Microdata, variable: str) -> int: ...

    def summarize(self, data: Microdata) -> list[ColumnSummary]:
        """Rows, missing and different values of every column."""

    def sample_texts(self, data: Microdata, *, rows: int) -> list[list[str]]:
        """For each column its values in about so many rows, as text, the same rows each time."""

    def count_formulas(self, data: Microdata) -> dict[str, int]:
        """For each column of text how many of its cells a spreadsheet would run."""

    # ---- count combinations of values; raises TooManyClasses where they do not fit into memory

    def count_groups(self, data: Microdata, variables: Sequence[str]) -> GroupCounts:
        """Rows per combination."""

    def count_people(
        self, data: Microdata, variables: Sequence[str], person_key: str, *, present: str | None = None
    ) -> PeopleCounts:
        """Distinct people per combination, and who is in several; only rows where `present` has a value."""

    def sum_groups(self, data: Microdata, variables: Sequence[str], count: str) -> GroupCounts:
        """People per combination, in a table whose column `count` holds numbers of people."""

    # ---- count more of them than fit

    def most_classes(self, variables: int) -> int:
        """How many combinations of so many variables fit."""

    def count_sizes(self, data: Microdata, variables: Sequence[str], person_key: str | None) -> SizeCounts:
        """How large the combinations are, of which there may be any number."""

    def part_of(self, data: Microdata, variables: Sequence[str], *, part: int, parts: int) -> Microdata:
        """The rows of some combinations: every combination is, with all its rows, in one of so many parts."""

    def recode(self, data: Microdata, recodings: Mapping[str, Recoding]) -> Microdata:
        """The table with numbers in place of the values of some columns, so that it has fewer combinations."""

    # ---- look for values that few people have

    def as_numbers(self, data: Microdata, columns: Sequence[str]) -> AbstractContextManager[Microdata]:
        """These columns with a number for every value, kept to be counted many times."""

    def count_lonely(
        self, data: Microdata, combinations: Sequence[Sequence[str]], person_key: str | None, *, fewer_than: int
    ) -> list[LonelyPeople]:
        """For each combination of columns, the people whose values nobody else or few others have."""

    # ---- find rows

    def first_rows(self, data: Microdata, variables: Sequence[str], *, rows: int) -> Any:
        """The variables' values in the first rows, in the order of the file, as an Arrow table."""

    def smallest_groups(
        self, data: Microdata, variables: Sequence[str], person_key: str | None, *, groups: int
    ) -> GroupCounts:
        """So many of the smallest combinations; of those alike in size the ones met first in the file."""

    def find_rows(
        self, data: Microdata, variables: Sequence[str], groups: GroupCounts, *, classes: int, rows_per_class: int
    ) -> list[FoundRows]:
        """Row numbers of the given groups, the smallest first, then those met first in the file."""

    def rows_of(self, data: Microdata, columns: Sequence[str]) -> Any:
        """These columns of every row, in the order of the file, as an Arrow table."""

    def keep_rows(self, data: Microdata, row_numbers: Any) -> Microdata:
        """The table with these rows only, numbered from 1 again; numbers count from 1 and are given in order."""

    def with_differences(
        self,
        data: Microdata,
        differences: Mapping[str, tuple[str, str]],
        number: Callable[[str], Recoding],
        *,
        rule: Hashable,
    ) -> Microdata:
        """The table with further columns: for each row the number of one column's value less that of another's.

        `number` says which numbers the values of a column have; values that it leaves out have none, and neither has a
        difference from them. Asked for again by the same rule, it is the same table.
        """

    # ---- release

    def release(self, data: Microdata, plan: ReleasePlan) -> Microdata:
        """The table that a plan makes of the data."""

    def fetch(self, data: Microdata) -> Any:
        """A released table, under its true names, as an Arrow table."""

    def write(
        self,
        data: Microdata,
        path: Path,
        release_format: "ReleaseFormat",
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
        escape_formulas: bool = False,
    ) -> None:
        """Write a released table to a new file; in a CSV file formulas of spreadsheets can be escaped."""

    def write_files(
        self,
        data: Microdata,
        folder: Path,
        release_format: "ReleaseFormat",
        division: Division,
        *,
        labels: Mapping[str, ColumnLabels],
        delimiter: str,
        escape_formulas: bool = False,
    ) -> tuple[PartFile, ...]:
        """Write a released table to new files in a folder, and tell which."""
