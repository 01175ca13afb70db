"""How many people are alone with their values of some columns, in SQL: many columns in one query, none fetched."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.counts import LonelyPeople
from bauta.engines.sql_runner import SqlRunner
from bauta.model.microdata import Column, Microdata
from bauta.model.roles import VariableType

COMBINATIONS_AT_A_TIME = 50
_VALUES, _ALONE, _FEW, _WHICH = "groups", "alone", "few", "which"


class SqlUniqueness(SqlRunner):
    """The part of an engine that looks for values few people have."""

    @contextmanager
    def as_numbers(self, data: Microdata, columns: Sequence[str]) -> Iterator[Microdata]:
        """These columns with a number of 62 bits or more in place of every value, kept to be counted many times.

        Two values get the same number with a probability of 2**-62: not once in a billion people, as a rule.
        """
        kept = self._fresh_name("numbers")
        numbered = [sql.named(self._hash([field]), sql.field(i)) for i, field in enumerate(self._fields(data, columns))]
        self._is_made_of(data, kept)
        with self._explained_for(data):
            self._keep(kept, exp.select(*numbered).from_(sql.table(data.relation)))
            try:
                yield Microdata(data.shown, kept, tuple(Column(name, VariableType.INTEGER) for name in columns))
            finally:
                self._drop(kept)

    def count_lonely(
        self, data: Microdata, combinations: Sequence[Sequence[str]], person_key: str | None, *, fewer_than: int
    ) -> list[LonelyPeople]:
        """For each combination of columns, the people whose values nobody else or few others have."""
        found: list[LonelyPeople] = []
        key = None if person_key is None else self._fields(data, [person_key])[0]
        with self._explained_for(data):
            for start in range(0, len(combinations), COMBINATIONS_AT_A_TIME):
                some = [self._fields(data, names) for names in combinations[start : start + COMBINATIONS_AT_A_TIME]]
                counted = self._fetch(_lonely(data.relation, some, key, fewer_than))
                rows = sorted(zip(*(column.to_pylist() for column in counted.columns), strict=True))
                found += [LonelyPeople(int(values), int(alone), int(few)) for _, values, alone, few in rows]
        return found


def _lonely(relation: str, combinations: Sequence[Sequence[str]], key: str | None, fewer_than: int) -> exp.Select:
    """A row per combination: its number, different values, people alone, people among few."""
    parts = [
        _of_rows(relation, fields, number, fewer_than)
        if key is None
        else _of_people(relation, fields, key, number, fewer_than)
        for number, fields in enumerate(combinations)
    ]
    whole: exp.Expression = parts[0]
    for part in parts[1:]:
        whole = exp.Union(this=whole, expression=part, distinct=False)
    return exp.select(exp.Star()).from_(exp.Subquery(this=whole, alias=exp.TableAlias(this=exp.to_identifier("u"))))


def _of_rows(relation: str, fields: Sequence[str], number: int, fewer_than: int) -> exp.Select:
    """Where every row is a person, the sizes of the groups say it all."""
    size = sql.column(sql.SIZE)
    return exp.select(
        _number(number),
        _sum(exp.Literal.number(1), _VALUES),
        _sum(_where(exp.EQ(this=size.copy(), expression=exp.Literal.number(1)), exp.Literal.number(1)), _ALONE),
        _sum(_where(size.copy() < fewer_than, size.copy()), _FEW),
    ).from_(sql.count_classes(relation, fields).subquery("g"))


def _of_people(relation: str, fields: Sequence[str], key: str, number: int, fewer_than: int) -> exp.Select:
    """Everybody counts once, in the smallest group that they are in; rows of one person are one member of a group."""
    people = sql.distinct_people(relation, fields, key, None)
    members = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[sql.column(name) for name in fields])
    memberships = exp.select(sql.column(sql.PERSON), sql.named(members, sql.SIZE)).from_(people.subquery("p"))
    size, share = (
        sql.column(sql.SIZE),
        exp.Div(this=exp.cast(exp.Literal.number(1), "double"), expression=sql.column(sql.SIZE)),
    )
    everybody = (
        exp.select(
            sql.named(exp.Min(this=size.copy()), sql.SIZE),
            sql.named(exp.Sum(this=share), _VALUES),
        )
        .from_(memberships.subquery("m"))
        .group_by(sql.column(sql.PERSON))
    )
    return exp.select(
        _number(number),
        sql.named(exp.cast(exp.Round(this=exp.Sum(this=sql.column(_VALUES))), "bigint"), _VALUES),
        _sum(_where(exp.EQ(this=size.copy(), expression=exp.Literal.number(1)), exp.Literal.number(1)), _ALONE),
        _sum(_where(size.copy() < fewer_than, exp.Literal.number(1)), _FEW),
    ).from_(everybody.subquery("e"))


def _number(number: int) -> exp.Expression:
    return sql.named(exp.Literal.number(number), _WHICH)


def _where(condition: exp.Expression, value: exp.Expression) -> exp.Expression:
    return exp.Case(ifs=[exp.If(this=condition, true=value)], default=exp.Literal.number(0))


def _sum(value: exp.Expression, name: str) -> exp.Expression:
    return sql.named(exp.cast(exp.Sum(this=value), "bigint"), name)
