"""The SQL of a release: rows joined with lookup tables, classes or cells suppressed, in an order that tells nothing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.coded_texts import CodedTexts
from bauta.engines.release import (
    CellPatterns,
    DatedColumn,
    KeptColumn,
    MappedColumn,
    QuasiColumn,
    ReleasePlan,
    RowColumn,
    TaggedColumn,
)
from bauta.model.numbers import arrow_integers

ORDER_KEY = "order_key"
PARTITION = "partition"
LOT = "lot"
KEY = "key"
CODE = "code"
ORDINAL = "ordinal"
MARK = "mark"
GOES = "goes"
PERSON = "person"

Register = Callable[[dict[str, Any]], str]
"""Makes columns of Arrow arrays known to the engine as a table, and returns its name."""


@dataclass(frozen=True)
class _Joined:
    """A query under construction: what is selected from, with the columns gathered so far.

    Here queries are built on without copies, which took a third of a small release: nobody else has them.
    """

    query: exp.Select
    words: int


def release_query(
    plan: ReleasePlan,
    rows: exp.Select,
    field_of: Callable[[str], str],
    is_text: Callable[[str], bool],
    coded: Mapping[int, CodedTexts],
    register: Register,
) -> exp.Select:
    """The released rows as columns c0, c1, ..., those that are coded also as code0, code1, ..., and what they are
    sorted by; `rows` has the data's columns, the number of each row and its order key.
    """
    joined = _join_lookups(plan, rows, field_of, coded, register)
    query = joined.query
    marks: dict[str, exp.Expression] = {}
    if plan.classes is not None:
        query = _mark_classes(query, plan, joined.words, register)
        stays = exp.Not(this=exp.func("coalesce", sql.column(GOES), exp.false()))
        query = exp.select(exp.Star()).from_(query.subquery("m", copy=False)).where(stays)
        marks = dict.fromkeys(_quasi_names(plan), exp.Not(this=_is_null(sql.column(GOES))))
    if plan.cells is not None:
        query = _mark_cells(query, plan, plan.cells, joined.words, field_of, register)
        for i, name in enumerate(_quasi_names(plan)):
            marks[name] = exp.Or(this=marks.get(name, exp.false()), expression=sql.column(f"{MARK}{i}"))
    columns = [
        sql.named(_told(column, i, field_of, is_text, marks.get(column.name), plan.suppressed_text), sql.field(i))
        for i, column in enumerate(plan.columns)
    ]
    codes = [sql.named(_code(i, texts, marks.get(plan.columns[i].name)), code_field(i)) for i, texts in coded.items()]
    return exp.select(*columns, *codes, sql.column(ORDER_KEY)).from_(query.subquery("r", copy=False))


def code_field(position: int) -> str:
    """The name of the codes of a release's column."""
    return f"code{position}"


def in_release_order(query: exp.Select, *, is_partitioned: bool = False) -> exp.Select:
    """The rows of `release_query` in the order in which they are released: partition by partition, if there are any."""
    return query.order_by(*([sql.column(PARTITION)] if is_partitioned else []), sql.column(ORDER_KEY))


def with_partitions(release: str, partitions: str, fields: Sequence[str]) -> exp.Select:
    """The rows of a release with the number of their partition, from a table that has it for all that `fields` tell."""
    is_told = exp.and_(*(sql.same(sql.column(field, "r"), sql.column(field, "p")) for field in fields))
    query = exp.select(_all_of("r"), sql.column(PARTITION, "p")).from_(sql.table(release, "r"))
    return query.join(sql.table(partitions, "p"), on=is_told)


def with_order_keys(rows: exp.Select, order: str) -> exp.Select:
    """The rows with what they are sorted by, from a table of row numbers and order keys."""
    same_row = exp.EQ(this=sql.column(sql.ROW, "d"), expression=sql.column(sql.ROW, "o"))
    query = exp.select(_all_of("d"), sql.column(ORDER_KEY, "o")).from_(rows.subquery("d"))
    return query.join(sql.table(order, "o"), on=same_row)


def _quasi_names(plan: ReleasePlan) -> list[str]:
    return [column.name for column in plan.columns if isinstance(column, QuasiColumn | DatedColumn)]


def _join_lookups(
    plan: ReleasePlan,
    rows: exp.Select,
    field_of: Callable[[str], str],
    coded: Mapping[int, CodedTexts],
    register: Register,
) -> _Joined:
    """The rows with what every column is told as (told0, told1, ...), with its codes where it is coded, and with the
    class key.
    """
    query = exp.select(_all_of("d")).from_(rows.subquery("d", copy=False))
    parts: dict[int, list[exp.Expression]] = {}
    for i, column in enumerate(plan.columns):
        alias = f"l{i}"
        codes = {CODE: coded[i].codes} if i in coded else {}
        if isinstance(column, QuasiColumn):
            content = {"value": column.values, KEY: arrow_integers(column.key_parts), **codes}
            if column.told is not None:
                content["told"] = column.told
            query = _join_on_value(query, register(content), alias, field_of(column.name))
            parts.setdefault(column.key_word, []).append(sql.column(KEY, alias))
        elif isinstance(column, MappedColumn):
            table = register({"value": column.values, "told": column.told, **codes})
            query = _join_on_value(query, table, alias, field_of(column.name))
        elif isinstance(column, DatedColumn | RowColumn):
            if isinstance(column, DatedColumn):
                days = column.quasi
                lookup = register({"value": days.values, KEY: arrow_integers(days.key_parts)})
                query = _join_on_value(query, lookup, f"q{i}", field_of(days.name))
                parts.setdefault(days.key_word, []).append(sql.column(KEY, f"q{i}"))
            table = register({sql.ROW: arrow_integers(column.row_numbers), "told": column.told})
            condition = exp.EQ(this=sql.column(sql.ROW, "d"), expression=sql.column(sql.ROW, alias))
            query = query.join(sql.table(table, alias), on=condition, join_type="left", copy=False)
        if getattr(column, "told", None) is not None:
            query = query.select(sql.named(sql.column("told", alias), f"told{i}"), copy=False)
        if codes:
            query = query.select(sql.named(sql.column(CODE, alias), f"{CODE}_of_{i}"), copy=False)
    for word, shares in parts.items():
        query = query.select(sql.named(_sum(shares), f"{KEY}{word}"), copy=False)
    return _Joined(query, len(parts))


def _join_on_value(query: exp.Select, table: str, alias: str, data_field: str) -> exp.Select:
    condition = sql.same(sql.column(data_field, "d"), sql.column("value", alias))
    return query.join(sql.table(table, alias), on=condition, join_type="left", copy=False)


def _mark_classes(query: exp.Select, plan: ReleasePlan, words: int, register: Register) -> exp.Select:
    """The rows with whether they go where their class is suppressed, and with nothing where it is not."""
    import pyarrow as pa

    assert plan.classes is not None
    keys = {f"{KEY}{word}": arrow_integers(plan.classes.keys[:, word]) for word in range(words)}
    table = register({**keys, GOES: pa.array(plan.classes.rows_go.tolist(), pa.bool_())})
    return (
        exp.select(_all_of("k"), sql.column(GOES, "s"))
        .from_(query.subquery("k", copy=False))
        .join(sql.table(table, "s"), on=_same_key("k", "s", words), join_type="left")
    )


def _mark_cells(
    query: exp.Select,
    plan: ReleasePlan,
    cells: CellPatterns,
    words: int,
    field_of: Callable[[str], str],
    register: Register,
) -> exp.Select:
    """The rows with a mark for every quasi-identifier that is suppressed in them (mark0, mark1, ...).

    People of a class are numbered by lot; all rows of a person get one number. A person draws one lot, however many
    rows they have: the smallest of several would be a small one, and take cells from those with many rows.
    """
    import pyarrow as pa

    assert plan.lots is not None
    n = cells.suppressed.shape[1]
    keys = {f"{KEY}{word}": arrow_integers(cells.keys[:, word]) for word in range(words)}
    flags = {f"{MARK}{i}": pa.array(cells.suppressed[:, i].tolist(), pa.bool_()) for i in range(n)}
    table = register({**keys, "first": arrow_integers(cells.first), "last": arrow_integers(cells.last), **flags})
    person: exp.Expression = sql.column(sql.ROW)
    if plan.person_key is not None:
        key = exp.Ordered(this=sql.column(field_of(plan.person_key)))
        person = exp.Window(this=exp.DenseRank(), order=exp.Order(expressions=[key]))
    numbered = exp.select(_all_of("k"), sql.named(person, PERSON)).from_(query.subquery("k", copy=False))
    lots = register({PERSON: arrow_integers(np.arange(1, len(plan.lots) + 1)), LOT: arrow_integers(plan.lots)})
    same_person = exp.EQ(this=sql.column(PERSON, "n"), expression=sql.column(PERSON, "t"))
    drawn = exp.select(_all_of("n"), sql.column(LOT, "t")).from_(numbered.subquery("n", copy=False))
    drawn = drawn.join(sql.table(lots, "t"), on=same_person)
    number = exp.Window(
        this=exp.DenseRank(),
        partition_by=[sql.column(f"{KEY}{word}") for word in range(words)],
        order=exp.Order(expressions=[exp.Ordered(this=sql.column(LOT))]),
    )
    ranked = exp.select(exp.Star(), sql.named(number, ORDINAL)).from_(drawn.subquery("p", copy=False))
    is_in_range = exp.and_(
        _same_key("q", "s", words),
        exp.GTE(this=sql.column(ORDINAL, "q"), expression=sql.column("first", "s")),
        exp.LTE(this=sql.column(ORDINAL, "q"), expression=sql.column("last", "s")),
    )
    marks = [
        sql.named(exp.Coalesce(this=sql.column(f"{MARK}{i}", "s"), expressions=[exp.false()]), f"{MARK}{i}")
        for i in range(n)
    ]
    return (
        exp.select(_all_of("q"), *marks)
        .from_(ranked.subquery("q", copy=False))
        .join(sql.table(table, "s"), on=is_in_range, join_type="left")
    )


def _told(
    column: object,
    i: int,
    field_of: Callable[[str], str],
    is_text: Callable[[str], bool],
    mark: exp.Expression | None,
    suppressed_text: str | None,
) -> exp.Expression:
    """What a column of the release shows."""
    if isinstance(column, KeptColumn):
        return sql.column(field_of(column.name))
    if isinstance(column, TaggedColumn):
        own = sql.column(field_of(column.name))
        return exp.Case(ifs=[exp.If(this=_is_null(own), true=exp.null())], default=sql.text(column.tag))
    if isinstance(column, MappedColumn | RowColumn):
        return sql.column(f"told{i}")
    if isinstance(column, DatedColumn):
        told = sql.column(f"told{i}")
        return told if mark is None else exp.Case(ifs=[exp.If(this=mark.copy(), true=exp.null())], default=told)
    assert isinstance(column, QuasiColumn)
    is_told = column.told is not None
    shown = sql.column(f"told{i}" if is_told else field_of(column.name))
    if mark is None:
        return shown
    hidden = (
        sql.text(suppressed_text) if suppressed_text is not None and (is_told or is_text(column.name)) else exp.null()
    )
    return exp.Case(ifs=[exp.If(this=mark.copy(), true=hidden)], default=shown)


def _code(i: int, texts: CodedTexts, mark: exp.Expression | None) -> exp.Expression:
    """The code of what a column of the release shows."""
    shown = sql.column(f"{CODE}_of_{i}")
    if mark is None:
        return shown
    hidden: exp.Expression = exp.null() if texts.suppressed is None else exp.Literal.number(texts.suppressed)
    code = exp.Case(ifs=[exp.If(this=mark.copy(), true=hidden)], default=shown)
    return exp.cast(code, "smallint")


def _all_of(alias: str) -> exp.Expression:
    return exp.Column(this=exp.Star(), table=exp.to_identifier(alias))


def _same_key(left: str, right: str, words: int) -> exp.Condition:
    return exp.and_(
        *(
            exp.EQ(this=sql.column(f"{KEY}{word}", left), expression=sql.column(f"{KEY}{word}", right))
            for word in range(words)
        )
    )


def _sum(terms: Sequence[exp.Expression]) -> exp.Expression:
    total = terms[0]
    for term in terms[1:]:
        total = exp.Add(this=total, expression=term)
    return total


def _is_null(value: exp.Expression) -> exp.Expression:
    return exp.Is(this=value, expression=exp.null())
