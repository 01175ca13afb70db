"""Every job of an engine, told once in SQL. What is left to an engine is to open a table, to run a query and to write.

DuckDB and Spark answer to the last digit alike because they are asked the same questions: the queries of `sql` and
`sql_release` are expressions, and only their spelling differs.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from itertools import count
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.coded_texts import CodedTexts, coded_texts
from bauta.engines.division import MOST_FILES, Division, PartFile, Partition, in_partitions
from bauta.engines.engine import FoundRows, GroupCounts, PeopleCounts, Recoding, SizeCounts
from bauta.engines.readers.state import shown_path_of, state_of, staying
from bauta.engines.release import OrderKeys, ReleasePlan
from bauta.engines.sql_release import (
    PARTITION,
    code_field,
    in_release_order,
    release_query,
    with_partitions,
)
from bauta.errors import PersonKeyMissing, PopulationCountInvalid, TooManyClasses, TooManyFiles, shown
from bauta.model.columns import ColumnSummary
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Column, Microdata
from bauta.model.numbers import arrow_integers, is_missing, numbers
from bauta.model.roles import VariableType
from bauta.model.source import DataSource

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat

CELLS_COUNTED_TOGETHER = 50_000_000
"""Up to this many cells, different values of many columns are counted together; beyond, it depends (`summarize`)."""
FEW_VALUES = 100_000
CELLS_HELD_AT_ONCE = 2_000_000
MOST_CLASSES = 100_000_000
"""Classes that are fetched at most, however large the memory: what is done with them must end some day."""
BYTES_OF_A_CLASS, BYTES_OF_A_VALUE = 24, 20
"""What a class, and a variable of a class, take while they are worked with (measured: 180 for eight variables)."""
NAMES_TOLD = 4
COLUMNS_AT_A_TIME = 50
"""Columns counted exactly in one query: engines slow down when they keep many sets of values at once."""


class SqlEngine(ABC):
    """An engine that answers by SQL; closed with `close` or a `with` block, and temporary files go with it."""

    def __init__(self, memory_for_classes: int) -> None:
        self._memory_for_classes = memory_for_classes
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
        self._too_many: dict[Any, TooManyClasses] = {}
        """Questions that had more classes for an answer than fit."""

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

    # ---- profiling --------------------------------------------------------------------------------------------------

    def count_rows(self, data: Microdata) -> int:
        """Rows of the table; counted once, because a text file has to be read for it."""
        if data.relation not in self._rows:
            with self._explained_for(data):
                self._rows[data.relation] = self._number(sql.count_rows(data.relation))
        return self._rows[data.relation]

    def summarize(self, data: Microdata) -> list[ColumnSummary]:
        """Rows, missing and different values of every column.

        In large tables an estimate says first which columns have many: these are counted one by one, because an engine
        keeps every value it has met.
        """
        rows = self.count_rows(data)
        self._prepare_for_many_looks(data)
        positions = range(len(data.columns))
        if rows * len(data.columns) <= CELLS_HELD_AT_ONCE:
            measured = self._present_and_distinct_of_small_table(data)
        elif rows * len(data.columns) <= CELLS_COUNTED_TOGETHER:
            measured = self._present_and_distinct(data, positions)
        else:
            estimated = self._present_and_distinct(data, positions, exact=False)
            has_many = {i for i, (_, distinct) in estimated.items() if distinct > FEW_VALUES}
            measured = self._present_and_distinct(data, [i for i in positions if i not in has_many])
            for i in sorted(has_many):
                measured |= self._present_and_distinct(data, [i])
        return [
            ColumnSummary(
                name=column.name,
                storage=column.storage,
                rows=rows,
                missing=rows - measured[i][0],
                distinct=measured[i][1],
            )
            for i, column in enumerate(data.columns)
        ]

    def _present_and_distinct_of_small_table(self, data: Microdata) -> dict[int, tuple[int, int]]:
        """The whole table at once: with thousands of columns, planning queries would cost more than counting."""
        with self._explained_for(data):
            whole = self._fetch(exp.select(exp.Star()).from_(sql.table(data.relation)))
        return {i: (len(column) - column.null_count, _n_distinct(column)) for i, column in enumerate(whole.columns)}

    def _present_and_distinct(
        self, data: Microdata, positions: Sequence[int], *, exact: bool = True
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
            counted = self._fetch_classes(
                data, sql.count_classes(data.relation, self._fields(data, variables)), variables
            )
            groups = self._group_counts(counted, data, variables)
            if not _has_group_without_values(groups):
                return groups
            return replace(groups, empty_rows=self._count_empty_rows(data))

    def _fetch_classes(self, data: Microdata, query: exp.Select, variables: Sequence[str]) -> Any:
        """The classes; raises TooManyClasses where there are more than there is memory for."""
        most = self.most_classes(len(variables))
        classes = self._fetch_at_most(query, most, data)
        if classes is None:
            names = ", ".join(shown(name, 40) for name in variables[:NAMES_TOLD])
            names += " together" if 1 < len(variables) <= NAMES_TOLD else ""
            names += f" and {len(variables) - NAMES_TOLD} more together" if len(variables) > NAMES_TOLD else ""
            raise TooManyClasses(path=data.shown, most=most, names=names)
        return classes

    def most_classes(self, variables: int) -> int:
        """How many classes of so many variables may come up."""
        return min(MOST_CLASSES, self._memory_for_classes // (BYTES_OF_A_CLASS + BYTES_OF_A_VALUE * variables))

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
        needed = None if present is None else self._fields(data, [present])[0]
        with self._explained_for(data), self._distinct_people(data, person_key, fields, needed) as (people, empty):
            counted = self._fetch_classes(data, sql.count_classes(people, fields), variables)
            groups = self._register(counted.append_column(sql.GROUP, arrow_integers(np.arange(counted.num_rows))))
            wandering = self._fetch(sql.memberships_of_wandering_people(people, groups, fields))
            result = PeopleCounts(
                groups=replace(self._group_counts(counted, data, variables), empty_rows=empty),
                rows=self.count_rows(data) - empty,
                people=self._number(sql.count_people(people)),
                wandering_person=_integers(wandering.column(sql.PERSON)),
                wandering_group=_integers(wandering.column(sql.GROUP)),
            )
            self._drop(groups)
            return result

    @contextmanager
    def _distinct_people(
        self, data: Microdata, person_key: str, fields: Sequence[str], needed: str | None = None
    ) -> Iterator[tuple[str, int]]:
        """The name of a table with a row per person and combination, and how many rows without a value are nobody's."""
        key = self._fields(data, [person_key])[0]
        unowned = self._number(sql.count_missing(data.relation, key))
        empty = self._count_empty_rows(data) if unowned else 0
        if unowned > empty:
            raise PersonKeyMissing(name=shown(person_key), rows=unowned - empty)
        people = self._fresh_name("people")
        self._keep(people, sql.distinct_people(data.relation, fields, key, needed))
        try:
            yield people, empty
        finally:
            self._drop(people)

    # ---- counting more groups than fit ------------------------------------------------------------------------------

    def count_sizes(self, data: Microdata, variables: Sequence[str], person_key: str | None) -> SizeCounts:
        """How large the combinations are, counted where the rows are."""
        fields = self._fields(data, variables)
        with self._explained_for(data):
            if person_key is None:
                sizes, groups = self._by_size(sql.count_sizes(sql.count_classes(data.relation, fields)))
                empty = self._number(sql.count_empty_rows(data.relation, fields))
                empty = self._count_empty_rows(data) if empty else 0
                return SizeCounts(sizes, groups[0], sizes * groups[0], int(sizes @ groups[0]), 0, empty)
            with self._distinct_people(data, person_key, fields) as (people, empty):
                sizes, groups = self._by_size(sql.count_sizes(sql.count_classes(people, fields)))
                rows, everybody, wandering = self.count_rows(data) - empty, sizes * groups[0], 0
                if self._number(sql.count_people(people)) < int(sizes @ groups[0]):
                    theirs, counted = self._by_size(sql.count_people_by_size(people, fields))
                    everybody = np.zeros_like(sizes)
                    everybody[np.searchsorted(sizes, theirs)] = counted[0]
                    wandering = int(counted[1].sum())
                return SizeCounts(sizes, groups[0], everybody, rows, wandering, empty)

    def _by_size(self, query: exp.Select) -> tuple[Any, list[Any]]:
        """The sizes that a query tells, in ascending order, and what it tells of each."""
        sizes, *told = (_integers(column) for column in self._fetch(query).columns)
        order = np.argsort(sizes)
        return sizes[order], [numbers_of[order] for numbers_of in told]

    def smallest_groups(
        self, data: Microdata, variables: Sequence[str], person_key: str | None, *, groups: int
    ) -> GroupCounts:
        """So many of the smallest combinations, those alike in size in the order of the file."""
        fields = self._fields(data, variables)
        key = None if person_key is None else self._fields(data, [person_key])[0]
        query = sql.smallest_groups(self._numbered[data.relation], fields, key, groups=groups)
        with self._explained_for(data):
            return self._group_counts(self._fetch(query), data, variables)

    def count_missing(self, data: Microdata, variable: str) -> int:
        """Rows without a value of the variable."""
        with self._explained_for(data):
            return self._number(sql.count_missing(data.relation, self._fields(data, [variable])[0]))

    def recode(self, data: Microdata, recodings: Mapping[str, Recoding]) -> Microdata:
        """The table with numbers in place of the values of some columns."""
        import pyarrow as pa

        relation = self._fresh_name("data")
        self._is_made_of(data, relation)
        fields = [sql.field(i) for i in range(len(data.columns))]
        with self._explained_for(data):
            lookups = {
                self._fields(data, [name])[0]: self._register(
                    pa.table({sql.VALUE: recoding.values, sql.CODE: arrow_integers(recoding.codes).cast(pa.int32())})
                )
                for name, recoding in recodings.items()
            }
            self._view(relation, sql.recode(data.relation, fields, lookups))
        self._rows[relation] = self.count_rows(data)
        columns = (Column(one.name, VariableType.INTEGER) if one.name in recodings else one for one in data.columns)
        return Microdata(data.shown, relation, tuple(columns), data.notes)

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

    @abstractmethod
    def _with_order_keys(self, data: Microdata, keys: OrderKeys) -> exp.Select:
        """The numbered rows with what the release is sorted by."""

    def _released(self, relation: str, n_columns: int) -> exp.Select:
        fields = [sql.column(sql.field(i)) for i in range(n_columns)]
        return in_release_order(exp.select(*fields).from_(sql.table(relation)))

    def _fields_to_write(
        self, data: Microdata, release_format: "ReleaseFormat", *, without: Sequence[str] = ()
    ) -> tuple[list[str], dict[int, Any]]:
        """The released columns as a writer wants them: for Parquet, which keeps codes itself, as codes with texts."""
        from bauta.model.transformations import ReleaseFormat

        coded = self._coded[data.relation] if release_format is ReleaseFormat.PARQUET else {}
        positions = [i for i, name in enumerate(data.names) if name not in without]
        fields = [code_field(i) if i in coded else sql.field(i) for i in positions]
        return fields, {place: coded[i].texts for place, i in enumerate(positions) if i in coded}

    def _partitions(self, data: Microdata, columns: Sequence[str]) -> tuple[str, list[Partition]]:
        """A released table with the number of each row's partition, and the partitions by number.

        The numbers go down as a lookup table, so that every engine sorts by them alike, whatever the values are.
        """
        if not columns:
            return data.relation, [Partition(PurePosixPath(), self._number(sql.count_rows(data.relation)))]
        coded = self._coded[data.relation]
        positions = [data.names.index(name) for name in columns]
        fields = [code_field(i) if i in coded else sql.field(i) for i in positions]
        counted = self._fetch(sql.count_classes(data.relation, fields).limit(MOST_FILES + 1))
        if counted.num_rows > MOST_FILES:
            raise TooManyFiles(most=MOST_FILES)
        values = counted.select(fields)
        texts = self._as_texts(self._typed(values, data))
        told = [
            coded[i].texts.take(column.combine_chunks()).to_pylist() if i in coded else _without_negative_zero(text)
            for i, column, text in zip(positions, values.columns, texts.columns, strict=True)
        ]
        rows = counted.column(sql.SIZE).to_pylist()
        partitions, numbers = in_partitions(columns, list(zip(*told, strict=True)), rows)
        lookup = self._register(values.append_column(PARTITION, arrow_integers(np.array(numbers, np.int64))))
        relation = self._fresh_name("divided")
        self._view(relation, with_partitions(data.relation, lookup, fields))
        return relation, partitions

    def fetch(self, data: Microdata) -> Any:
        """A released table as an Arrow table under its true names."""
        with self._explained_for(data):
            content = self._typed(self._fetch(self._released(data.relation, len(data.columns))), data)
        return content.rename_columns(list(data.names))

    # ---- plumbing ---------------------------------------------------------------------------------------------------

    def _remembered(self, kind: str, key: Any, answer: Callable[[], Any]) -> Any:
        """The last answer of a kind, or a new one; only one is kept, for classes can be large."""
        if (kind, key) in self._too_many:
            raise self._too_many[kind, key]
        if kind not in self._latest or self._latest[kind][0] != key:
            self._latest.pop(kind, None)
            try:
                self._latest[kind] = (key, answer())
            except TooManyClasses as error:
                self._too_many[kind, key] = error
                raise
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


def _without_negative_zero(texts: Any) -> list[str | None]:
    """Values as texts. A GROUP BY takes 0.0 and -0.0 for one, and returns either."""
    return ["0.0" if text == "-0.0" else text for text in texts.to_pylist()]


def _has_group_without_values(groups: GroupCounts) -> bool:
    without_values = np.ones(len(groups.sizes), dtype=bool)
    for column in groups.values.columns:
        if column.null_count == 0:
            return False
        without_values &= is_missing(column)
    return bool(without_values.any())


def _integers(column: Any) -> np.ndarray[Any, np.dtype[np.int64]]:
    return numbers(column).astype(np.int64, copy=False)
