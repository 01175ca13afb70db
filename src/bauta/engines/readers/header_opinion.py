"""A second opinion on the first row: whether DuckDB's sniffer takes it for column names as well.

bauta looks at the first row alone, and at what recurs below it; DuckDB looks at whether its fields are of another kind
than those below. Either can be wrong. Where they differ nobody guesses: a row lost as column names is a person lost,
and printed.
"""

import duckdb
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.csv_dialect import DetectedCsv
from bauta.engines.readers.raw_table import Session
from bauta.errors import HeaderUnclear


def check_second_opinion(session: Session, detected: DetectedCsv, file: exp.Expression, *, shown_path: str) -> None:
    """Raise HeaderUnclear where the first row was taken for column names and DuckDB takes it for data."""
    if not detected.header or detected.header_spans_lines:
        return
    sniffed = sql.call(
        "sniff_csv",
        file,
        delim=sql.text(detected.delimiter),
        quote=sql.text(detected.quote),
        escape=sql.text(detected.escape),
        skip=exp.Literal.number(detected.lines_above),
    )
    query = exp.select(exp.column("HasHeader")).from_(exp.Table(this=sniffed)).sql("duckdb")
    try:
        row = session.connection.execute(query).fetchone()
    except duckdb.Error:  # it cannot make sense of the file: there is no second opinion, and reading says what is wrong
        return
    if row is not None and row[0] is False:
        raise HeaderUnclear(path=shown_path)
