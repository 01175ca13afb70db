"""Every job of an engine, told once in SQL. What is left to an engine is to open a table, to run a query and to write.

DuckDB and Spark answer to the last digit alike because they are asked the same questions: the queries of `sql` and
`sql_release` are expressions, and only their spelling differs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.coded_texts import CodedTexts, coded_texts
from bauta.engines.engine import FoundRows, GroupCounts, PeopleCounts
from bauta.engines.readers.state import shown_path_of, state_of, staying
from bauta.engines.release import ReleasePlan
from bauta.engines.sql_release import ORDER_KEY, code_field, in_release_order, release_query, with_order_keys
from bauta.errors import PersonKeyMissing, PopulationCountInvalid, TooManyClasses, shown
from bauta.model.columns import ColumnSummary
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Column, Microdata
from bauta.model.numbers import arrow_integers, is_missing, numbers
from bauta.model.roles import VariableType
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat

CELLS_COUNTED_EXACTLY = 50_000_000
"""Up to this many cells, different values are counted; beyond, they are estimated first (see `summarize`)."""
CELLS_HELD_AT_ONCE = 2_000_000
MOST_CLASSES = 100_000_000
"""Classes that are fetched at most: with some 200 bytes each, as much memory as a large machine has."""
COLUMNS_AT_A_TIME = 50
"""Columns counted exactly in one query: engines slow down when they keep many sets of values at once."""


class SqlEngine(ABC):
    """An engine that answers by SQL; closed with `close` or a `with` block, and temporary files go with it."""

    def __init__(self) -> None:
        self._cleanup = ExitStack()
        self._numbers = count()
        self._numbered: dict[str, exp.Select] = {}
        """For each opened table the query that has its columns and the number of every row."""
        self._rows: dict[str, int] = {}
        self._coded: dict[str, dict[int, CodedTexts]] = {}
        """For each release the columns that can be had as codes."""
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
    ) -> None:
        """Write a released table to a new file."""

    def _first(self, data: Microdata, fields: Sequence[str], rows: int) -> exp.Select:
        """The first rows in the order of the file, found by their numbers."""
        is_first = exp.LTE(this=sql.column(sql.ROW), expression=exp.Literal.number(rows))
        numbered = self._numbered[data.relation].subquery("r")
        return exp.select(*map(sql.column, fields)).from_(numbered).where(is_first).order_by(sql.column(sql.ROW))

    def _prepare_for_many_looks(self, data: Microdata) -> None:  # noqa: B027 - most have nothing to prepare
        """Make a table that is slow to read quick to read again."""

    def _rows_are_quick_to_count(self, data: Microdata) -> bool:
        return True

    def _typed(self, table: Any, data: Microdata) -> Any:
        """Columns c0, c1, ... of a fetched table in the types that the source has."""
        return table

    # ---- profiling --------------------------------------------------------------------------------------------------

    def count_rows(self, data: Microdata) -> int:
        """Rows of the table; counted once, because a text file has to be read for it."""
        if data.relation not in self._rows:
            with self._explained_for(data):
                self._rows[data.relation] = self._number(sql.count_rows(data.relation))
        return self._rows[data.relation]

    def summarize(self, data: Microdata) -> list[ColumnSummary]:
        """Rows, missing and different values of every column.

        Different values are counted exactly up to CELLS_COUNTED_EXACTLY cells. In larger tables they are estimated,
        and then counted for the columns that seem nearly unique, where a few percent would change the suggestion.
        """
        rows = self.count_rows(data)
        exact = rows * len(data.columns) <= CELLS_COUNTED_EXACTLY
        if exact:
            self._prepare_for_many_looks(data)
        positions = range(len(data.columns))
        if rows * len(data.columns) <= CELLS_HELD_AT_ONCE:
            measured = self._present_and_distinct_of_small_table(data)
        else:
            measured = self._present_and_distinct(data, positions, exact=exact)
        counted = set(positions) if exact else set()
        if not exact:
            counted = {i for i, (present, distinct) in measured.items() if distinct > 0.8 * present}
            measured |= self._present_and_distinct(data, sorted(counted), exact=True)
        return [
            ColumnSummary(
                name=column.name,
                storage=column.storage,
                rows=rows,
                missing=rows - measured[i][0],
                distinct=min(measured[i]) if i in counted else min(measured[i][1], measured[i][0]),
                distinct_is_exact=i in counted,
            )
            for i, column in enumerate(data.columns)
        ]

    def _present_and_distinct_of_small_table(self, data: Microdata) -> dict[int, tuple[int, int]]:
        """The whole table at once: with thousands of columns, planning queries would cost more than counting."""
        with self._explained_for(data):
            whole = self._fetch(exp.select(exp.Star()).from_(sql.table(data.relation)))
        return {i: (len(column) - column.null_count, _n_distinct(column)) for i, column in enumerate(whole.columns)}

    def _present_and_distinct(
        self, data: Microdata, positions: Sequence[int], *, exact: bool
    ) -> dict[int, tuple[int, int]]:
        measured: dict[int, tuple[int, int]] = {}
        width = COLUMNS_AT_A_TIME if exact else max(1, len(positions))
        for start in range(0, len(positions), width):
            some = positions[start : start + width]
            query = sql.summarize(data.relation, [sql.field(i) for i in some], exact=exact)
            with self._explained_for(data):
                row = [column[0].as_py() for column in self._fetch(query).columns]
            measured |= {i: (int(row[1 + 2 * k]), int(row[2 + 2 * k])) for k, i in enumerate(some)}
        return measured

    def sample_texts(self, data: Microdata, *, rows: int) -> list[list[str]]:
        """For each column, its values in about `rows` rows spread over the file, as text, without the missing."""
        every = max(1, self.count_rows(data) // rows)
        fields = [sql.field(i) for i in range(len(data.columns))]
        with self._explained_for(data):
            sample = self._fetch(sql.systematic_sample(self._numbered[data.relation], fields, every=every))
            texts = self._as_texts(self._typed(sample, data))
        return [[value for value in column.to_pylist() if value is not None] for column in texts.columns]

    @abstractmethod
    def _as_texts(self, table: Any) -> Any:
        """A small Arrow table with every value as text."""

    # ---- counting ---------------------------------------------------------------------------------------------------

    def count_groups(self, data: Microdata, variables: Sequence[str]) -> GroupCounts:
        """Rows per combination of the variables' values."""
        key = (data.relation, tuple(variables))
        groups: GroupCounts = self._remembered("groups", key, lambda: self._count_groups(data, variables))
        return groups

    def _count_groups(self, data: Microdata, variables: Sequence[str]) -> GroupCounts:
        with self._explained_for(data):
            counted = self._fetch_classes(data, sql.count_classes(data.relation, self._fields(data, variables)))
            groups = self._group_counts(counted, data, variables)
            if not _has_group_without_values(groups):
                return groups
            return replace(groups, empty_rows=self._count_empty_rows(data))

    def _fetch_classes(self, data: Microdata, query: exp.Select) -> Any:
        """The classes, unless there are more than memory is meant for: no more than one too many is fetched."""
        if self._rows_are_quick_to_count(data) and self.count_rows(data) > MOST_CLASSES:
            query = query.limit(MOST_CLASSES + 1)
        classes = self._fetch(query)
        if classes.num_rows > MOST_CLASSES:
            raise TooManyClasses(path=data.shown, most=MOST_CLASSES)
        return classes

    def _count_empty_rows(self, data: Microdata) -> int:
        fields = [sql.field(i) for i in range(len(data.columns))]
        return self._number(sql.count_empty_rows(data.relation, fields))

    def sum_groups(self, data: Microdata, variables: Sequence[str], count: str) -> GroupCounts:
        """People per combination, in a table whose column `count` holds numbers of people."""
        count_field = self._fields(data, [count])[0]
        is_text = next(column.storage for column in data.columns if column.name == count) is VariableType.TEXT
        with self._explained_for(data):
            invalid = self._number(sql.count_invalid_counts(data.relation, count_field, is_text=is_text))
            if invalid:
                raise PopulationCountInvalid(name=shown(count), path=data.shown, rows=invalid)
            query = sql.sum_classes(data.relation, self._fields(data, variables), count_field)
            return self._group_counts(self._fetch(query), data, variables)

    def count_people(
        self, data: Microdata, variables: Sequence[str], person_key: str, *, present: str | None = None
    ) -> PeopleCounts:
        """Distinct people per combination, and the memberships of those who are in several."""
        key = (data.relation, tuple(variables), person_key, present)
        counts: PeopleCounts = self._remembered(
            "people", key, lambda: self._count_people(data, variables, person_key, present)
        )
        return counts

    def _count_people(
        self, data: Microdata, variables: Sequence[str], person_key: str, present: str | None
    ) -> PeopleCounts:
        fields = self._fields(data, variables)
        key = self._fields(data, [person_key])[0]
        needed = None if present is None else self._fields(data, [present])[0]
        with self._explained_for(data):
            unowned = self._number(sql.count_missing(data.relation, key))
            empty = self._count_empty_rows(data) if unowned else 0
            if unowned > empty:
                raise PersonKeyMissing(name=shown(person_key), rows=unowned - empty)
            people = self._fresh_name("people")
            self._keep(people, sql.distinct_people(data.relation, fields, key, needed))
            counted = self._fetch_classes(data, sql.count_classes(people, fields))
            groups = self._register(counted.append_column(sql.GROUP, arrow_integers(np.arange(counted.num_rows))))
            wandering = self._fetch(sql.memberships_of_wandering_people(people, groups, fields))
            result = PeopleCounts(
                groups=replace(self._group_counts(counted, data, variables), empty_rows=empty),
                rows=self.count_rows(data) - empty,
                people=self._number(sql.count_people(people)),
                wandering_person=_integers(wandering.column(sql.PERSON)),
                wandering_group=_integers(wandering.column(sql.GROUP)),
            )
            for name in (people, groups):
                self._drop(name)
            return result

    def first_rows(self, data: Microdata, variables: Sequence[str], *, rows: int) -> Any:
        """The variables' values in the first rows of the file, as an Arrow table."""
        with self._explained_for(data):
            return self._typed(self._fetch(self._first(data, self._fields(data, variables), rows)), data)

    def find_rows(
        self, data: Microdata, variables: Sequence[str], groups: GroupCounts, *, classes: int, rows_per_class: int
    ) -> list[FoundRows]:
        """Row numbers of the given groups, the smallest and then the first met first."""
        fields = self._fields(data, variables)
        numbered = groups.values.rename_columns(fields).append_column(sql.SIZE, arrow_integers(groups.sizes))
        numbered = numbered.append_column(sql.GROUP, arrow_integers(np.arange(len(groups.sizes))))
        rows = exp.select(*(sql.column(field) for field in [*fields, sql.ROW]))
        rows = rows.from_(self._numbered[data.relation].subquery("numbered"))
        never_missing = [f for f, column in zip(fields, groups.values.columns, strict=True) if column.null_count == 0]
        with self._explained_for(data):
            wanted = self._register(numbered)
            query = sql.find_rows(rows, wanted, fields, never_missing, classes=classes, rows_per_class=rows_per_class)
            found = self._fetch(query)
            self._drop(wanted)
        pairs = zip(found.column(sql.LEAST).to_pylist(), found.column(sql.ROWS).to_pylist(), strict=True)
        return [FoundRows(int(size), tuple(int(row) for row in row_list)) for size, row_list in pairs]

    # ---- releasing --------------------------------------------------------------------------------------------------

    def rows_of(self, data: Microdata, columns: Sequence[str]) -> Any:
        """These columns of every row, in the order of the file, as an Arrow table under their true names."""
        fields = self._fields(data, columns)
        rows = self._numbered[data.relation].subquery("r")
        query = exp.select(*map(sql.column, fields)).from_(rows).order_by(sql.column(sql.ROW))
        with self._explained_for(data):
            return self._typed(self._fetch(query), data).rename_columns(list(columns))

    def keep_rows(self, data: Microdata, row_numbers: np.ndarray[Any, np.dtype[np.int64]]) -> Microdata:
        """The table with these rows only, numbered from 1 again."""
        import pyarrow as pa

        kept, relation = self._fresh_name("kept"), self._fresh_name("data")
        self._is_made_of(data, relation)
        fields = [sql.column(sql.field(i)) for i in range(len(data.columns))]
        same_row = exp.EQ(this=sql.column(sql.ROW, "r"), expression=sql.column(sql.ROW, "w"))
        new_number = arrow_integers(np.arange(1, len(row_numbers) + 1))
        with self._explained_for(data):
            wanted = self._register(pa.table({sql.ROW: arrow_integers(row_numbers), sql.GROUP: new_number}))
            query = (
                exp.select(*fields, sql.named(sql.column(sql.GROUP, "w"), sql.ROW))
                .from_(self._numbered[data.relation].subquery("r"))
                .join(sql.table(wanted, "w"), on=same_row)
                .order_by(sql.column(sql.GROUP, "w"))
            )
            self._keep(kept, query)
            self._drop(wanted)
            self._view(relation, exp.select(*(field.copy() for field in fields)).from_(sql.table(kept)))
        self._numbered[relation] = exp.select(exp.Star()).from_(sql.table(kept))
        self._rows[relation] = len(row_numbers)
        return replace(data, relation=relation)

    def release(self, data: Microdata, plan: ReleasePlan) -> Microdata:
        """The table that a plan makes of the data; its rows are joined when it is written or fetched."""
        import pyarrow as pa

        self._latest.clear()  # writing needs the memory
        storage = {column.name: column.storage for column in data.columns}
        relation = self._fresh_name("release")
        self._is_made_of(data, relation)
        found = {i: coded_texts(column, plan.suppressed_text) for i, column in enumerate(plan.columns)}
        coded = {i: texts for i, texts in found.items() if texts is not None}
        self._coded[relation] = coded
        with self._explained_for(data):
            query = release_query(
                plan,
                self._with_order_keys(data, plan.order_keys),
                lambda name: self._fields(data, [name])[0],
                lambda name: storage[name] is VariableType.TEXT,
                coded,
                lambda content: self._register(pa.table(content)),
            )
            self._view(relation, query)
            kinds = self._storage(self._released(relation, len(plan.columns)))
        columns = [Column(column.name, kind) for column, kind in zip(plan.columns, kinds, strict=True)]
        return Microdata(data.shown, relation, tuple(columns))

    def _with_order_keys(self, data: Microdata, keys: np.ndarray[Any, np.dtype[np.int64]]) -> exp.Select:
        """The numbered rows with what the release is sorted by."""
        import pyarrow as pa

        row_numbers = arrow_integers(np.arange(1, len(keys) + 1))
        order = self._register(pa.table({sql.ROW: row_numbers, ORDER_KEY: arrow_integers(keys)}))
        return with_order_keys(self._numbered[data.relation], order)

    def _released(self, relation: str, n_columns: int) -> exp.Select:
        fields = [sql.column(sql.field(i)) for i in range(n_columns)]
        return in_release_order(exp.select(*fields).from_(sql.table(relation)))

    def _fields_to_write(self, data: Microdata, release_format: "ReleaseFormat") -> tuple[list[str], dict[int, Any]]:
        """The released columns as a writer wants them: for Parquet, which keeps codes itself, as codes with texts."""
        from bauta.model.transformations import ReleaseFormat

        coded = self._coded[data.relation] if release_format is ReleaseFormat.PARQUET else {}
        fields = [code_field(i) if i in coded else sql.field(i) for i in range(len(data.columns))]
        return fields, {i: texts.texts for i, texts in coded.items()}

    def fetch(self, data: Microdata) -> Any:
        """A released table as an Arrow table under its true names."""
        with self._explained_for(data):
            content = self._typed(self._fetch(self._released(data.relation, len(data.columns))), data)
        return content.rename_columns(list(data.names))

    # ---- plumbing ---------------------------------------------------------------------------------------------------

    def _remembered(self, kind: str, key: Any, answer: Callable[[], Any]) -> Any:
        """The last answer of a kind, or a new one; only one is kept, for classes can be large."""
        if kind not in self._latest or self._latest[kind][0] != key:
            self._latest.pop(kind, None)
            self._latest[kind] = (key, answer())
        return self._latest[kind][1]

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
        return GroupCounts(values.rename_columns(list(variables)), _integers(counted.column(sql.SIZE)))


def _n_distinct(column: Any) -> int:
    """Different values that are not missing; 0.0 and -0.0 are one, as they are in a GROUP BY."""
    import pyarrow as pa

    if column.type in {pa.float16(), pa.float32(), pa.float64()}:
        return len(set(column.unique().to_pylist()) - {None})
    return int(len(column.unique()) - (column.null_count > 0))


def _has_group_without_values(groups: GroupCounts) -> bool:
    without_values = np.ones(len(groups.sizes), dtype=bool)
    for column in groups.values.columns:
        if column.null_count == 0:
            return False
        without_values &= is_missing(column)
    return bool(without_values.any())


def _integers(column: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    return numbers(column).astype(np.int64, copy=False)
