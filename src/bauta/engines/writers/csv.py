"""CSV: UTF-8, fields quoted as RFC 4180 says, a line feed after every row, an empty field for a missing value."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import duckdb
from sqlglot import exp

from bauta.engines import sql, sql_formulas
from bauta.errors import FormatCannotHold, shown
from bauta.model.formulas import escaped
from bauta.model.source import CsvDialect

RELEASE_CSV = CsvDialect(delimiter=",", quote='"', encoding="utf-8", header=True)
"""How a release is to be read again; a delimiter of its own replaces the comma."""

ESCAPED_CSV = replace(RELEASE_CSV, escaped_formulas=True)
"""The same where formulas of spreadsheets were escaped."""

LINE_END = "\n"
_ZERO_BYTE = "bauta met a zero byte in column "


def write_csv(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    names: Sequence[str],
    path: Path,
    *,
    delimiter: str = ",",
    escape_formulas: bool = False,
) -> None:
    """Stream the query's rows into the file; DuckDB writes them, whatever their number, in bounded memory.

    Every name is quoted, because a name may hold anything and readers guess: between quotation marks only the true
    delimiter cuts the header.
    """
    shown_names = map(escaped, names) if escape_formulas else names
    header = delimiter.join(_quoted(name) for name in shown_names) + LINE_END
    described = connection.sql(query.sql(dialect="duckdb"))
    is_alone = len(names) == 1
    fields = [
        sql.named(_field(source, kind == "VARCHAR", is_alone, position, escape_formulas), sql.field(position))
        for position, (source, kind) in enumerate(zip(described.columns, map(str, described.types), strict=True))
    ]
    options = [
        "FORMAT csv, COMPRESSION 'none', USE_TMP_FILE false, HEADER false",  # it would rename a column A beside a
        f"PREFIX {_literal(header)}, SUFFIX {_literal(LINE_END)}, DELIMITER {_literal(delimiter)}",
    ]
    if is_alone:
        options.append("FORCE_QUOTE *")
    rows = exp.select(*fields).from_(query.subquery("release"))
    target = _literal(str(path.absolute()))
    try:
        connection.execute(f"COPY ({rows.sql('duckdb')}) TO {target} ({', '.join(options)})")
    except duckdb.InvalidInputException as error:
        met = str(error).partition(_ZERO_BYTE)[2]
        if met.isdecimal():
            raise FormatCannotHold(
                format="A CSV file", what="text with zero bytes", names=shown(names[int(met)])
            ) from None
        raise
    if path.stat().st_size == len(header.encode("utf-8")) + 1:  # no rows: PREFIX and SUFFIX leave an empty line
        os.truncate(path, path.stat().st_size - 1)


def _field(source: str, is_text: bool, is_alone: bool, position: int, escape_formulas: bool) -> exp.Expression:
    """A column as it is written. Text is searched for zero bytes, which no reader of text accepts.

    A missing value of an only column would be an empty line, which readers skip, so it becomes two quotation marks.
    """
    value: exp.Expression = sql.column(source)
    if is_text:
        met = sql.call("contains", value.copy(), sql.call("chr", exp.Literal.number(0)))
        refusal = sql.call("error", sql.text(f"{_ZERO_BYTE}{position}"))
        harmless = sql_formulas.escaped(value) if escape_formulas else value
        value = exp.Case(ifs=[exp.If(this=met, true=refusal)], default=harmless)
    if is_alone:
        return sql.call("coalesce", exp.cast(value, "varchar"), sql.text(""))
    return value


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return sql.text(text).sql(dialect="duckdb")
