"""The SQL of the product, as sqlglot expressions, rendered by an engine for its dialect.

Names of columns are hostile input and SQL ignores case where people do not, so an opened table has columns c0, c1, ...
and only the view that makes it so mentions a name from the data, quoted by sqlglot. Every query counts; none computes
a statistic.
"""

import math
from collections.abc import Callable, Mapping, Sequence

from sqlglot import exp

ROW = "row_no"
"""The row's number in the file, from 1."""
SIZE = "size"
GROUP = "group_no"
PERSON = "person"
GROUPS, WANDERING = "groups", "wandering"
VALUE, CODE = "value", "code"
LEAST, FIRST, ROWS = "least", "first_row", "rows"
"""Of a group that is looked for: its size, its first row, and some of its rows."""
_COUNT = r"^[ \t]*[+]?[0-9]+([.][0-9]*)?([eE][+-]?[0-9]+)?[ \t]*$"
"""A number of people as text. Engines disagree on what else is a number: 5d, 1_000, 0x10."""
LARGEST_COUNT = 2**53
"""Beyond it a floating-point number no longer counts one by one; it also keeps NaN and infinity out."""


def column(name: str, table: str | None = None) -> exp.Column:
    return exp.column(name, table=table, quoted=True)


def table(name: str, alias: str | None = None) -> exp.Table:
    return exp.to_table(exp.to_identifier(name, quoted=True).sql(), alias=alias)


def named(expression: exp.Expression, name: str) -> exp.Alias:
    return exp.Alias(this=expression, alias=exp.to_identifier(name, quoted=True))


def call(function: str, *arguments: exp.Expression, **options: exp.Expression) -> exp.Anonymous:
    """A function or table function with named options: read_csv('x', delim = ',')."""
    settings = [exp.EQ(this=exp.to_identifier(key), expression=value) for key, value in options.items()]
    return exp.Anonymous(this=function, expressions=[*arguments, *settings])


def text(value: str) -> exp.Literal:
    return exp.Literal.string(value)


def number_from_text(name: str, kind: str) -> exp.Expression:
    """A column of text as numbers of this kind, empty text as NULL."""
    return exp.cast(exp.Nullif(this=column(name), expression=text("")), kind)


def with_missing_as_null(
    stored: exp.Expression,
    *,
    may_be_empty: bool,
    float_kind: str | None,
    is_number: bool,
    missing_codes: Sequence[str],
    is_nan: Callable[[exp.Expression], exp.Expression],
) -> exp.Expression:
    """The column with everything that means "missing" turned into NULL; `float_kind` is FLOAT, DOUBLE or None.

    Empty text is missing in every source, because a CSV, XPT or Excel file cannot tell the two apart; so is a
    floating-point NaN; so are the codes the study declares: 999 means 999.0 too, and a date also that date at midnight.
    Minus zero becomes zero: the two are equal to an engine, but two values to whoever looks at their bits.
    """
    conditions: list[exp.Expression] = []
    value = stored
    if may_be_empty:
        conditions.append(exp.EQ(this=stored.copy(), expression=text("")))
    if float_kind is not None:
        conditions.append(is_nan(stored.copy()))
        is_zero = exp.EQ(this=stored.copy(), expression=exp.Literal.number(0))
        zero = exp.cast(exp.Literal.number(0), float_kind)
        value = exp.Case(ifs=[exp.If(this=is_zero, true=zero)], default=value)
    if missing_codes and is_number:
        numbers = [exp.Literal.number(repr(float(code))) for code in missing_codes if _is_number(code)]
        if numbers:
            conditions.append(exp.cast(stored.copy(), "double").isin(*numbers))
    elif missing_codes:
        midnight = ("", " 00:00:00", " 00:00:00+00")  # of a day, of a timestamp, and of one with a time zone
        spellings = [code + time for code in missing_codes for time in midnight]
        conditions.append(exp.cast(stored.copy(), "varchar").isin(*map(text, spellings)))
    if not conditions:
        return value
    return exp.Case(ifs=[exp.If(this=exp.or_(*conditions), true=exp.null())], default=value)


def _is_number(code: str) -> bool:
    try:
        return math.isfinite(float(code))
    except ValueError:
        return False


def count_rows(relation: str) -> exp.Select:
    return exp.select(named(exp.Count(this=exp.Star()), SIZE)).from_(table(relation))


def count_classes(relation: str, variables: Sequence[str]) -> exp.Select:
    """Rows per combination of values: the one GROUP BY everything rests on."""
    keys = [column(name) for name in variables]
    return exp.select(*keys, named(exp.Count(this=exp.Star()), SIZE)).from_(table(relation)).group_by(*keys)


def count_sizes(groups: exp.Select) -> exp.Select:
    """How many groups there are of each size, of those that `count_classes` makes."""
    n = exp.Count(this=exp.Star())
    return exp.select(column(SIZE), named(n, GROUPS)).from_(groups.subquery("g")).group_by(column(SIZE))


def count_people_by_size(people: str, variables: Sequence[str]) -> exp.Select:
    """Among the rows of `distinct_people`: for each size, people whose smallest group has it, and how many of these are
    in several groups.
    """
    members = exp.Window(this=exp.Count(this=exp.Star()), partition_by=[column(name) for name in variables])
    memberships = exp.select(column(PERSON), named(members, SIZE)).from_(table(people))
    everybody = (
        exp.select(named(exp.Min(this=column(SIZE)), SIZE), named(exp.Count(this=exp.Star()), GROUPS))
        .from_(memberships.subquery("m"))
        .group_by(column(PERSON))
    )
    is_wandering = exp.Case(
        ifs=[exp.If(this=column(GROUPS) > 1, true=exp.Literal.number(1))], default=exp.Literal.number(0)
    )
    wandering = exp.cast(exp.Sum(this=is_wandering), "bigint")
    return (
        exp.select(column(SIZE), named(exp.Count(this=exp.Star()), PERSON), named(wandering, WANDERING))
        .from_(everybody.subquery("e"))
        .group_by(column(SIZE))
    )


def smallest_groups(rows: exp.Select, variables: Sequence[str], person_key: str | None, *, groups: int) -> exp.Select:
    """The smallest groups, those met first in the file first; people where there is a key, else rows."""
    keys = [column(name) for name in variables]
    size = exp.Count(this=exp.Star() if person_key is None else exp.Distinct(expressions=[column(person_key)]))
    query = exp.select(*keys, named(size, SIZE), named(exp.Min(this=column(ROW)), FIRST)).from_(rows.subquery("r"))
    if person_key is not None:
        query = query.where(exp.Not(this=exp.Is(this=column(person_key), expression=exp.null())))
    return query.group_by(*keys).order_by(column(SIZE), column(FIRST)).limit(groups)


def recode(relation: str, fields: Sequence[str], lookups: dict[str, str]) -> exp.Select:
    """The rows with some fields looked up: `lookups` names for each the table that has its values and their codes."""
    told = [named(column(CODE, f"l_{name}"), name) if name in lookups else column(name, "d") for name in fields]
    query = exp.select(*told).from_(table(relation, "d"))
    for name, lookup in lookups.items():
        alias = f"l_{name}"
        query = query.join(table(lookup, alias), on=same(column(name, "d"), column(VALUE, alias)), join_type="left")
    return query


def with_differences(
    rows: exp.Expression, differences: Mapping[str, tuple[str, ...]], lookups: Mapping[str, str]
) -> exp.Select:
    """The rows "d" with further fields: the number of one field less that of another.

    `lookups` names for each of these the table that has its values and their numbers.
    """
    query = exp.select(exp.Column(this=exp.Star(), table=exp.to_identifier("d")))
    for name, (more, less) in differences.items():
        number = exp.Sub(this=column(CODE, f"l_{more}"), expression=column(CODE, f"l_{less}"))
        query = query.select(named(exp.cast(number, "bigint"), name))
    query = query.from_(rows)
    for field, lookup in lookups.items():
        alias = f"l_{field}"
        on = exp.EQ(this=column(field, "d"), expression=column(VALUE, alias))
        query = query.join(table(lookup, alias), on=on, join_type="left")
    return query


def sum_classes(relation: str, variables: Sequence[str], count: str) -> exp.Select:
    """People per combination of values, in a table that already holds counts, all of them valid."""
    keys = [column(name) for name in variables]
    number = exp.cast(exp.cast(column(count), "double"), "bigint")  # exact: no count is beyond LARGEST_COUNT
    people = exp.cast(exp.Sum(this=number), "bigint")
    return exp.select(*keys, named(people, SIZE)).from_(table(relation)).group_by(*keys)


def count_invalid_counts(relation: str, count: str, *, is_text: bool) -> exp.Select:
    """Rows whose count of people is not a whole number from 0 up."""
    number = exp.TryCast(this=column(count), to=exp.DataType.build("double"))
    is_whole = exp.and_(
        number.copy() >= 0,
        number.copy() <= LARGEST_COUNT,
        exp.EQ(this=call("floor", number.copy()), expression=number.copy()),
    )
    if is_text:
        is_whole = exp.and_(is_whole, exp.RegexpLike(this=column(count), expression=text(_COUNT)))
    bad = exp.Not(this=exp.Paren(this=exp.func("coalesce", is_whole, exp.false())))
    return exp.select(named(exp.Count(this=exp.Star()), SIZE)).from_(table(relation)).where(bad)


def distinct_people(relation: str, variables: Sequence[str], person_key: str, present: str | None) -> exp.Select:
    """One row per person and combination of values, however many rows the person has; rows with `present` only."""
    keys = [column(name) for name in variables]
    person = named(column(person_key), PERSON)
    is_somebody = exp.Not(this=exp.Is(this=column(person_key), expression=exp.null()))
    query = exp.select(*keys, person).distinct().from_(table(relation)).where(is_somebody)
    if present is not None:
        query = query.where(exp.Not(this=exp.Is(this=column(present), expression=exp.null())))
    return query


def count_people(people: str) -> exp.Select:
    """Distinct people among the rows of `distinct_people`."""
    everyone = exp.Count(this=exp.Distinct(expressions=[column(PERSON)]))
    return exp.select(named(everyone, SIZE)).from_(table(people))


def count_missing(relation: str, name: str) -> exp.Select:
    return (
        exp.select(named(exp.Count(this=exp.Star()), SIZE))
        .from_(table(relation))
        .where(exp.Is(this=column(name), expression=exp.null()))
    )


def count_empty_rows(relation: str, fields: Sequence[str]) -> exp.Select:
    """Rows without a value in any column."""
    is_empty = exp.and_(*(exp.Is(this=column(name), expression=exp.null()) for name in fields))
    return exp.select(named(exp.Count(this=exp.Star()), SIZE)).from_(table(relation)).where(is_empty)


def memberships_of_wandering_people(people: str, groups: str, variables: Sequence[str]) -> exp.Select:
    """(person, group) pairs of the people that are in more than one group."""
    several = (
        exp.select(column(PERSON)).from_(table(people)).group_by(column(PERSON)).having(exp.Count(this=exp.Star()) > 1)
    )
    person_number = exp.Window(
        this=exp.DenseRank(), order=exp.Order(expressions=[exp.Ordered(this=column(PERSON, "p"))])
    )
    return (
        exp.select(named(person_number - 1, PERSON), column(GROUP, "g"))
        .from_(table(people, "p"))
        .join(several.subquery("several"), on=same(column(PERSON, "p"), column(PERSON, "several")))
        .join(table(groups, "g"), on=exp.and_(*(same(column(v, "p"), column(v, "g")) for v in variables)))
    )


def same(left: exp.Expression, right: exp.Expression) -> exp.NullSafeEQ:
    """Equal, or both missing."""
    return exp.NullSafeEQ(this=left, expression=right)


def find_rows(
    rows: exp.Select,
    groups: str,
    variables: Sequence[str],
    never_missing: Sequence[str],
    *,
    classes: int,
    rows_per_class: int,
) -> exp.Select:
    """Numbers of the rows that lie in the given groups: the smallest groups first, then those met first in the file.

    Variables that are never missing in the groups are compared plainly, which lets an engine skip most of a file.
    """
    conditions = [
        exp.EQ(this=column(v, "r"), expression=column(v, "g"))
        if v in never_missing
        else same(column(v, "r"), column(v, "g"))
        for v in variables
    ]
    pairs = (
        exp.select(column(GROUP, "g"), column(SIZE, "g"), column(ROW, "r"))
        .from_(rows.subquery("r"))
        .join(table(groups, "g"), on=exp.and_(*conditions))
    )
    row_list = exp.ArraySlice(
        this=exp.ArraySort(this=exp.ArrayAgg(this=column(ROW))),
        start=exp.Literal.number(1),
        end=exp.Literal.number(rows_per_class),  # from the first on, an end in one dialect is a length in the other
    )
    return (
        exp.select(
            named(exp.Min(this=column(SIZE)), LEAST), named(exp.Min(this=column(ROW)), FIRST), named(row_list, ROWS)
        )
        .from_(pairs.subquery("pairs"))
        .group_by(column(GROUP))
        .order_by(column(LEAST), column(FIRST))
        .limit(classes)
    )


def summarize(relation: str, names: Sequence[str], *, exact: bool) -> exp.Select:
    """For each column in turn: values present, different values (counted, or estimated when `exact` is False)."""
    measures: list[exp.Expression] = [named(exp.Count(this=exp.Star()), SIZE)]
    for i, name in enumerate(names):
        distinct: exp.Expression
        if exact:
            distinct = exp.Count(this=exp.Distinct(expressions=[column(name)]))
        else:
            distinct = exp.ApproxDistinct(this=column(name))
        measures += [named(exp.Count(this=column(name)), f"present {i}"), named(distinct, f"distinct {i}")]
    return exp.select(*measures).from_(table(relation))


def systematic_sample(rows: exp.Select, names: Sequence[str], *, every: int) -> exp.Select:
    """Every so-manieth row, in order: the same rows each time, spread over the whole file."""
    chosen = exp.EQ(this=exp.Mod(this=exp.Paren(this=column(ROW) - 1), expression=exp.Literal.number(every)),
                    expression=exp.Literal.number(0))  # fmt: skip
    return exp.select(*map(column, names)).from_(rows.subquery("r")).where(chosen).order_by(column(ROW))


def create(name: str, query: exp.Expression, *, view: bool = False) -> exp.Create:
    """CREATE OR REPLACE TEMP TABLE (or VIEW) name AS query."""
    return exp.Create(
        this=table(name),
        kind="VIEW" if view else "TABLE",
        expression=query,
        replace=True,
        properties=exp.Properties(expressions=[exp.TemporaryProperty()]),
    )


def field(position: int) -> str:
    """The name of the column at this position in an opened table."""
    return f"c{position}"


def drop(name: str) -> exp.Drop:
    """DROP TABLE name."""
    return exp.Drop(tables=[table(name)], kind="TABLE")
