"""Profiling in SQL: rows, missing and different values of every column, and a sample of them."""

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from bauta.engines import sql, sql_formulas
from bauta.engines.sql_runner import SqlRunner
from bauta.model.columns import ColumnSummary
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType

CELLS_COUNTED_TOGETHER = 50_000_000
"""Up to this many cells, different values of many columns are counted together; beyond, it depends (`summarize`)."""
FEW_VALUES = 100_000
CELLS_HELD_AT_ONCE = 2_000_000
COLUMNS_AT_A_TIME = 50
"""Columns counted exactly in one query: engines slow down when they keep many sets of values at once."""


class SqlProfiling(SqlRunner):
    """The part of an engine that looks at columns one by one."""

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

    def count_formulas(self, data: Microdata) -> dict[str, int]:
        """For each column of text how many of its cells a spreadsheet would run."""
        texts = [(i, column.name) for i, column in enumerate(data.columns) if column.storage is VariableType.TEXT]
        if len(texts) > COLUMNS_AT_A_TIME:
            self._prepare_for_many_looks(data)
        found: dict[str, int] = {}
        for begin in range(0, len(texts), COLUMNS_AT_A_TIME):
            some = texts[begin : begin + COLUMNS_AT_A_TIME]
            runs = (sql_formulas.is_formula(sql.column(sql.field(i))) for i, _ in some)
            one = (exp.Case(ifs=[exp.If(this=condition, true=exp.Literal.number(1))]) for condition in runs)
            counts = [sql.named(exp.Count(this=case), sql.field(i)) for case, (i, _) in zip(one, some, strict=True)]
            with self._explained_for(data):
                row = self._fetch(exp.select(*counts).from_(sql.table(data.relation)))
            found |= {name: int(row.column(at)[0].as_py()) for at, (_, name) in enumerate(some)}
        return found

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


def _n_distinct(column: Any) -> int:
    """Different values that are not missing; 0.0 and -0.0 are one, as they are in a GROUP BY."""
    import pyarrow as pa

    if column.type in {pa.float16(), pa.float32(), pa.float64()}:
        return len(set(column.unique().to_pylist()) - {None})
    return int(len(column.unique()) - (column.null_count > 0))
