"""What an engine must be able to do: it holds rows and knows only counting, as the core knows only mathematics."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from bauta.model.columns import ColumnSummary
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource


@dataclass(frozen=True, eq=False, repr=False)
class GroupCounts:
    """Distinct combinations of values with the number of people (or rows) in each: what goes up from an engine."""

    values: Any
    """Arrow table: one column per variable, one row per combination."""
    sizes: np.ndarray[Any, np.dtype[np.int64]]


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


@dataclass(frozen=True)
class FoundRows:
    """Where a small group is in the file."""

    size: int
    rows: tuple[int, ...]


class Engine(Protocol):
    """Reads, counts, looks up. Everything it returns is small, except the combinations themselves."""

    def open(self, source: DataSource | Any, *, missing_codes: Mapping[str, Sequence[str]] = ...) -> Microdata: ...

    def summarize(self, data: Microdata) -> list[ColumnSummary]: ...

    def sample_texts(self, data: Microdata, *, rows: int) -> list[list[str]]: ...

    def count_groups(self, data: Microdata, variables: Sequence[str]) -> GroupCounts: ...

    def count_people(self, data: Microdata, variables: Sequence[str], person_key: str) -> PeopleCounts: ...

    def sum_groups(self, data: Microdata, variables: Sequence[str], count: str) -> GroupCounts: ...

    def first_rows(self, data: Microdata, variables: Sequence[str], *, rows: int) -> Any: ...

    def find_rows(
        self,
        data: Microdata,
        variables: Sequence[str],
        groups: GroupCounts,
        *,
        classes: int,
        rows_per_class: int,
    ) -> list[FoundRows]: ...

    def close(self) -> None: ...
