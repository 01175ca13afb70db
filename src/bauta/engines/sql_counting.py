"""Counting in SQL: the combinations of values that come up, how large they are where too many, and where they are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.counts import FoundRows, GroupCounts, PeopleCounts, Recoding, SizeCounts
from bauta.engines.sql_runner import SqlRunner, integers
from bauta.errors import PersonKeyMissing, PopulationCountInvalid, TooManyClasses, shown
from bauta.model.microdata import Column, Microdata
from bauta.model.numbers import arrow_integers, is_missing
from bauta.model.roles import VariableType

MOST_CLASSES = 100_000_000
"""Classes that are fetched at most, however large the memory: what is done with them must end some day."""
BYTES_OF_A_CLASS, BYTES_OF_A_VALUE = 24, 20
"""What a class, and a variable of a class, take while they are worked with (measured: 180 for eight variables)."""
NAMES_TOLD = 4


class SqlCounting(SqlRunner):
    """The part of an engine that everything rests on."""

    def __init__(self, memory_for_classes: int) -> None:
        super().__init__()
        self._memory_for_classes = memory_for_classes
        self._too_many: dict[Any, TooManyClasses] = {}
        """Questions that had more classes for an answer than fit."""

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
                wandering_person=integers(wandering.column(sql.PERSON)),
                wandering_group=integers(wandering.column(sql.GROUP)),
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
        sizes, *told = (integers(column) for column in self._fetch(query).columns)
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

    def part_of(self, data: Microdata, variables: Sequence[str], *, part: int, parts: int) -> Microdata:
        """The rows of some combinations, told apart by the engine's own hash."""
        relation = self._fresh_name("data")
        self._is_made_of(data, relation)
        in_part = exp.EQ(
            this=exp.Mod(this=self._hash(self._fields(data, variables)), expression=exp.Literal.number(parts)),
            expression=exp.Literal.number(part),
        )
        with self._explained_for(data):
            self._view(relation, exp.select(exp.Star()).from_(sql.table(data.relation)).where(in_part))
        return replace(data, relation=relation)

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


def _has_group_without_values(groups: GroupCounts) -> bool:
    without_values = np.ones(len(groups.sizes), dtype=bool)
    for column in groups.values.columns:
        if column.null_count == 0:
            return False
        without_values &= is_missing(column)
    return bool(without_values.any())
