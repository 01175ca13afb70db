"""What all jobs of an engine share: opening a table once, names that clash with nothing, errors in bauta's words.

What is left to DuckDB and to Spark stands first: to open, to run a query, to write.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.counts import GroupCounts
from bauta.engines.division import Division, PartFile
from bauta.engines.readers.state import shown_path_of, state_of, staying
from bauta.engines.release import OrderKeys
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.numbers import numbers
from bauta.model.roles import VariableType
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat


class SqlRunner(ABC):
    """An engine that answers by SQL; closed with `close` or a `with` block, and temporary files go with it."""

    def __init__(self) -> None:
        self._cleanup = ExitStack()
        self._numbers = count()
        self._numbered: dict[str, exp.Select] = {}
        """For each opened table the query that has its columns and the number of every row."""
        self._rows: dict[str, int] = {}
        self._opened: dict[Any, tuple[Any, Microdata]] = {}
        self._states: dict[str, tuple[DataSource | Any, Any]] = {}
        """For each table, and what is made of it, its source and the state that had when it was opened."""
        self._latest: dict[str, tuple[Any, Any]] = {}
        """The last answers to `count_groups` and `count_people`: a job asks twice for the classes it is about."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._cleanup.close()

    def open(self, source: DataSource | Any, *, missing_codes: Mapping[str, Sequence[str]] | None = None) -> Microdata:
        """The table at a place, or a frame, with missing values made alike and columns named by position.

        A source that is opened again, and has not changed, is the same table: what was counted in it still holds.
        """
        codes = missing_codes or {}
        state = state_of(source)
        key = None if state is None else (state, tuple(sorted((name, *some) for name, some in codes.items())))
        if key is None or key not in self._opened:
            with staying(source, state, shown_path_of(source)):
                data = self._open(source, codes)
            self._states[data.relation] = (source, state)
            if key is None:
                return data
            self._opened[key] = (source, data)  # the source too, so that no other frame can have its place in memory
        return self._opened[key][1]

    # ---- what an engine does in its own way -------------------------------------------------------------------------

    @abstractmethod
    def _open(self, source: DataSource | Any, missing_codes: Mapping[str, Sequence[str]]) -> Microdata:
        """The table at a place, or a frame, with missing values made alike and columns named by position."""

    @abstractmethod
    def _fetch(self, query: exp.Select) -> Any:
        """The query's rows as an Arrow table."""

    @abstractmethod
    def _fetch_at_most(self, query: exp.Select, rows: int, data: Microdata) -> Any | None:
        """The groups that a query makes of the data, or None where there are more; never are more than these held."""

    @abstractmethod
    def _view(self, name: str, query: exp.Select) -> None:
        """Give a query a name."""

    @abstractmethod
    def _keep(self, name: str, query: exp.Select) -> None:
        """Give a query's rows a name; they are worked out once, and kept until they are dropped."""

    @abstractmethod
    def _register(self, table: Any) -> str:
        """Make an Arrow table known, under a name that is returned."""

    @abstractmethod
    def _drop(self, name: str) -> None:
        """Forget rows that were kept, or a table that was registered."""

    @abstractmethod
    def _hash(self, fields: Sequence[str]) -> exp.Expression:
        """A number from 0 up that is the same for the same values, missing ones too."""

    @abstractmethod
    def _storage(self, query: exp.Select) -> list[VariableType]:
        """How the columns of a query are stored."""

    @abstractmethod
    def _explained(self, shown_path: str, *, fields: int) -> AbstractContextManager[None]:
        """Turn the engine's errors into bauta's. Their text is looked at, never shown: it quotes the data."""

    @abstractmethod
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
        """Write a released table to a new file."""

    @abstractmethod
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

    def _joined_as_told(self) -> AbstractContextManager[None]:
        """While a release is joined with its lookup tables."""
        return nullcontext()

    def _first(self, data: Microdata, fields: Sequence[str], rows: int) -> exp.Select:
        """The first rows in the order of the file, found by their numbers."""
        is_first = exp.LTE(this=sql.column(sql.ROW), expression=exp.Literal.number(rows))
        numbered = self._numbered[data.relation].subquery("r")
        return exp.select(*map(sql.column, fields)).from_(numbered).where(is_first).order_by(sql.column(sql.ROW))

    def _prepare_for_many_looks(self, data: Microdata) -> None:  # noqa: B027 - most have nothing to prepare
        """Make a table that is slow to read quick to read again."""

    def _typed(self, table: Any, data: Microdata) -> Any:
        """Columns c0, c1, ... of a fetched table in the types that the source has."""
        return table

    @abstractmethod
    def _as_texts(self, table: Any) -> Any:
        """A small Arrow table with every value as text."""

    @abstractmethod
    def _with_order_keys(self, data: Microdata, keys: OrderKeys) -> exp.Select:
        """The numbered rows with what the release is sorted by."""

    # ---- plumbing ---------------------------------------------------------------------------------------------------
    def count_rows(self, data: Microdata) -> int:
        """Rows of the table; counted once, because a text file has to be read for it."""
        if data.relation not in self._rows:
            with self._explained_for(data):
                self._rows[data.relation] = self._number(sql.count_rows(data.relation))
        return self._rows[data.relation]

    def _fields(self, data: Microdata, variables: Sequence[str]) -> list[str]:
        position = {name: i for i, name in enumerate(data.names)}
        return [sql.field(position[name]) for name in variables]

    def _fresh_name(self, kind: str) -> str:
        return f"{kind}_{next(self._numbers)}"

    def _number(self, query: exp.Select) -> int:
        return int(self._fetch(query).column(0)[0].as_py())

    @contextmanager
    def _explained_for(self, data: Microdata) -> Iterator[None]:
        source, state = self._states.get(data.relation, (None, None))
        with staying(source, state, data.shown), self._explained(data.shown, fields=len(data.columns)):
            yield

    def _is_made_of(self, data: Microdata, relation: str) -> None:
        """A new table rests on the source of another one."""
        if data.relation in self._states:
            self._states[relation] = self._states[data.relation]

    def _group_counts(self, counted: Any, data: Microdata, variables: Sequence[str]) -> GroupCounts:
        values = self._typed(counted.select(counted.column_names[: len(variables)]), data)
        return GroupCounts(values.rename_columns(list(variables)), integers(counted.column(sql.SIZE)))


def integers(column: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    return numbers(column).astype(np.int64, copy=False)
