"""Releasing in SQL: rows joined with lookup tables and put in their order, or some rows kept."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.coded_texts import CodedTexts, coded_texts
from bauta.engines.counts import Recoding
from bauta.engines.division import MOST_FILES, Partition, in_partitions
from bauta.engines.release import OrderKeys, ReleasePlan
from bauta.engines.sql_release import PARTITION, code_field, in_release_order, release_query, with_partitions
from bauta.engines.sql_runner import SqlRunner
from bauta.errors import TooManyFiles
from bauta.model.microdata import Column, Microdata
from bauta.model.numbers import arrow_integers
from bauta.model.roles import VariableType

if TYPE_CHECKING:  # a release needs pydantic, which counting does not
    from bauta.model.transformations import ReleaseFormat


class SqlReleasing(SqlRunner):
    """The part of an engine that makes a release of rows."""

    def __init__(self) -> None:
        super().__init__()
        self._coded: dict[str, dict[int, CodedTexts]] = {}
        """For each release the columns that can be had as codes."""
        self._with_further: dict[Hashable, Microdata] = {}
        """Tables with differences, by what was asked for."""
        self._widened: dict[str, tuple[Microdata, Callable[[exp.Expression], exp.Select]]] = {}
        """For each of these the table it was made of, and what adds the columns to its rows."""

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

    def with_differences(
        self,
        data: Microdata,
        differences: Mapping[str, tuple[str, str]],
        number: Callable[[str], Recoding],
        *,
        rule: Hashable,
    ) -> Microdata:
        """The table with further columns: for each row the number of one column's value less that of another's."""
        import pyarrow as pa

        key = (data.relation, tuple(differences.items()), rule)
        if key in self._with_further:
            return self._with_further[key]
        names = list(dict.fromkeys(name for pair in differences.values() for name in pair))
        numbers = {name: number(name) for name in names}
        relation = self._fresh_name("data")
        self._is_made_of(data, relation)
        first = len(data.columns)
        pairs = {sql.field(first + i): tuple(self._fields(data, pair)) for i, pair in enumerate(differences.values())}
        with self._explained_for(data):
            lookups = {
                self._fields(data, [name])[0]: self._register(
                    pa.table({sql.VALUE: one.values, sql.CODE: arrow_integers(one.codes)})
                )
                for name, one in numbers.items()
            }

            def widen(rows: exp.Expression) -> exp.Select:
                return sql.with_differences(rows, pairs, lookups)

            self._view(relation, widen(sql.table(data.relation, "d")))
        self._numbered[relation] = widen(self._numbered[data.relation].subquery("d"))
        self._widened[relation] = (data, widen)
        self._rows[relation] = self.count_rows(data)
        further = tuple(Column(name, VariableType.INTEGER) for name in differences)
        wider = replace(
            data, relation=relation, columns=(*data.columns, *further), computed=(*data.computed, *differences)
        )
        self._with_further[key] = wider
        return wider

    def _keyed(self, data: Microdata, keys: OrderKeys) -> exp.Select:
        """The numbered rows with their order keys, which are laid beside a table as it was opened."""
        if data.relation not in self._widened:
            return self._with_order_keys(data, keys)
        opened, widen = self._widened[data.relation]
        return widen(self._keyed(opened, keys).subquery("d"))

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
                self._keyed(data, plan.order_keys),
                lambda name: self._fields(data, [name])[0],
                lambda name: storage[name] is VariableType.TEXT,
                coded,
                lambda content: self._register(pa.table(content)),
            )
            self._view(relation, query)
            kinds = self._storage(self._released(relation, len(plan.columns)))
        columns = [Column(column.name, kind) for column, kind in zip(plan.columns, kinds, strict=True)]
        return Microdata(data.shown, relation, tuple(columns))

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


def _without_negative_zero(texts: Any) -> list[str | None]:
    """Values as texts. A GROUP BY takes 0.0 and -0.0 for one, and returns either."""
    return ["0.0" if text == "-0.0" else text for text in texts.to_pylist()]
