"""Formulas of spreadsheets in SQL: found, escaped and read again as `model.formulas` does it."""

from sqlglot import exp

from bauta.engines import sql
from bauta.model.formulas import APOSTROPHE, HARMLESS, SIGNS, STARTS


def is_formula(value: exp.Expression) -> exp.Condition:
    """Whether a spreadsheet would run a text. Its first character is compared first: that is a tenth of the work."""
    first = exp.Substring(this=value.copy(), start=exp.Literal.number(1), length=exp.Literal.number(1))
    starts = exp.In(this=first, expressions=[sql.text(sign) for sign in SIGNS])
    return exp.and_(starts, exp.Not(this=_matches(value, HARMLESS)))


def escaped(value: exp.Expression) -> exp.Expression:
    """The text as it may be opened in a spreadsheet."""
    with_sign = exp.func("concat", sql.text(APOSTROPHE), value.copy())
    return exp.Case(ifs=[exp.If(this=_is_marked(value), true=with_sign)], default=value.copy())


def unescaped(value: exp.Expression) -> exp.Expression:
    """The text that was escaped."""
    rest = exp.Substring(this=value.copy(), start=exp.Literal.number(2))
    has_sign = exp.EQ(
        this=exp.Substring(this=value.copy(), start=exp.Literal.number(1), length=exp.Literal.number(1)),
        expression=sql.text(APOSTROPHE),
    )
    return exp.Case(ifs=[exp.If(this=exp.and_(has_sign, _is_marked(value)), true=rest)], default=value.copy())


def _is_marked(value: exp.Expression) -> exp.Condition:
    return exp.and_(_matches(value, STARTS), exp.Not(this=_matches(value, HARMLESS)))


def _matches(value: exp.Expression, pattern: str) -> exp.Expression:
    return exp.RegexpLike(this=value.copy(), expression=sql.text(pattern))
