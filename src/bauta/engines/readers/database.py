"""Tables of SQLite and PostgreSQL databases, through ADBC, copied into the engine as a stream of Arrow batches."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlglot import exp

from bauta.engines import sql
from bauta.engines.readers.raw_table import ROW_IN_LOADED_TABLE, RawTable, Session, check_names
from bauta.errors import DatabaseRefused, HeaderOnly, NotATable, TableMissing, shown
from bauta.model.source import DataSource

_SYSTEM_SCHEMAS = ("pg_catalog", "information_schema")
_SQLITE_SIGNATURE = b"SQLite format 3\x00"


def open_sqlite(session: Session, source: DataSource, path: Path) -> RawTable:
    """A table of an SQLite file."""
    import adbc_driver_manager
    import adbc_driver_sqlite.dbapi as sqlite

    with path.open("rb") as file:
        if file.read(len(_SQLITE_SIGNATURE)) != _SQLITE_SIGNATURE:
            raise NotATable(path=source.shown, format="an SQLite database", why="it does not start like one")
    try:
        with sqlite.connect(f"file:{quote(str(path.absolute()))}?mode=ro") as connection, connection.cursor() as cursor:
            is_own = exp.EQ(this=sql.call("substr", exp.column("name"), *map(exp.Literal.number, (1, 7))),
                            expression=sql.text("sqlite_"))  # fmt: skip
            listing = (
                exp.select("name")
                .from_("sqlite_master")
                .where(exp.column("type").isin("table", "view"), exp.Not(this=is_own))
                .order_by("name")
            )
            tables = {name: sql.table(name) for (name,) in _fetch(cursor, listing, "sqlite")}
            table = tables[_choose(source, tables)]
            return _copy_sqlite(session, source, cursor, table)
    except adbc_driver_manager.Error:
        raise NotATable(path=source.shown, format="an SQLite database", why="it is damaged or locked") from None


def _copy_sqlite(session: Session, source: DataSource, cursor: Any, table: exp.Table) -> RawTable:
    """Copy a table whose columns may hold any mixture of kinds.

    In SQLite a kind belongs to a value, not to a column, and the driver settles a column's kind from the first rows
    alone. So values travel as text, and a column becomes numbers again where all its values are.
    """
    cursor.execute(exp.select(exp.Star()).from_(table).limit(0).sql(dialect="sqlite"))
    names = tuple(column[0] for column in cursor.description)
    check_names(names, source.shown)
    kinds = ("integer", "real", "text", "blob")
    occurs = [
        exp.Max(this=exp.EQ(this=sql.call("typeof", sql.column(name)), expression=sql.text(kind)))
        for name in names
        for kind in kinds
    ]
    found: list[Any] = []
    for start in range(0, len(occurs), 400):  # SQLite limits the columns of a result
        query = exp.select(*(sql.named(e, f"k{i}") for i, e in enumerate(occurs[start : start + 400]))).from_(
            table.copy()
        )
        found += _fetch(cursor, query, "sqlite")[0]
    types: list[str | None] = []
    for i in range(len(names)):
        integer, real, text, blob = found[4 * i : 4 * i + 4]
        types.append(None if text or blob else "double" if real else "bigint" if integer else None)
    cursor.execute(exp.select(*map(_sqlite_text, names)).from_(table.copy()).sql(dialect="sqlite"))
    return _finish(session, source, cursor.fetch_record_batch(), names, types)


def _sqlite_text(name: str) -> exp.Expression:
    """A value as text, numbers with all their digits; NULL stays NULL through the empty text, which is missing too."""
    column = sql.column(name)
    kind = sql.call("typeof", column.copy())
    written = exp.Case(
        this=kind,
        ifs=[
            exp.If(this=sql.text("real"), true=sql.call("printf", sql.text("%.17g"), column.copy())),
            exp.If(this=sql.text("blob"), true=sql.call("hex", column.copy())),
        ],
        default=exp.cast(column, "text"),
    )
    return sql.named(exp.Coalesce(this=written, expressions=[sql.text("")]), name)


def open_postgresql(session: Session, source: DataSource) -> RawTable:
    """A table of a PostgreSQL database; the password comes from the address, ~/.pgpass or PGPASSWORD."""
    import adbc_driver_manager
    import adbc_driver_postgresql.dbapi as postgresql

    try:
        with postgresql.connect(source.location) as connection, connection.cursor() as cursor:
            listing = (
                exp.select("table_schema", "table_name")
                .from_("information_schema.tables")
                .where(exp.Not(this=exp.column("table_schema").isin(*_SYSTEM_SCHEMAS)))
                .order_by("table_schema", "table_name")
            )
            tables: dict[str, exp.Table] = {}
            for schema, name in _fetch(cursor, listing, "postgres"):
                relation = exp.table_(name, db=schema, quoted=True)
                tables[f"{schema}.{name}"] = relation
                if schema == "public":
                    tables[name] = relation
            return _copy_postgresql(session, source, cursor, tables[_choose(source, tables)])
    except adbc_driver_manager.Error:
        raise DatabaseRefused(path=source.shown) from None


def _copy_postgresql(session: Session, source: DataSource, cursor: Any, table: exp.Table) -> RawTable:
    """Copy a table; numbers of any scale arrive as text, so their trailing zeros are taken off first: 1.50 is 1.5."""
    columns = (
        exp.select("column_name", "data_type")
        .from_("information_schema.columns")
        .where(
            exp.column("table_schema").eq(sql.text(table.db)),
            exp.column("table_name").eq(sql.text(table.name)),
        )
        .order_by("ordinal_position")
    )
    found = _fetch(cursor, columns, "postgres")
    names = tuple(name for name, _ in found)
    check_names(names, source.shown)
    expressions = [
        sql.named(exp.cast(sql.call("trim_scale", sql.column(name)), "text"), name)
        if kind == "numeric"
        else sql.column(name)
        for name, kind in found
    ]
    cursor.execute(exp.select(*expressions).from_(table.copy()).sql(dialect="postgres"))
    return _finish(session, source, cursor.fetch_record_batch(), names, [None] * len(names))


def _fetch(cursor: Any, query: exp.Expression, dialect: str) -> list[tuple[Any, ...]]:
    cursor.execute(query.sql(dialect=dialect))
    return list(cursor.fetchall())


def _choose(source: DataSource, tables: dict[str, exp.Table]) -> str:
    """The table named, or the only one there is."""
    wanted = source.table
    if wanted is None and len({table.sql() for table in tables.values()}) == 1:
        wanted = next(iter(tables))
    if wanted is None or wanted not in tables:
        problem = f"has {len(tables)} tables" if wanted is None else f"has no table {shown(wanted)}"
        listed = ", ".join(shown(name, 40) for name in list(tables)[:12]) or "(there are none)"
        raise TableMissing(path=source.shown, problem=problem, tables=listed)
    return wanted


def _finish(
    session: Session, source: DataSource, stream: Any, names: tuple[str, ...], types: list[str | None]
) -> RawTable:
    relation = session.load(stream, types)
    if not session.connection.sql(exp.select("1").from_(relation).limit(1).sql(dialect="duckdb")).fetchall():
        raise HeaderOnly(path=source.shown)
    return RawTable(relation, names, ROW_IN_LOADED_TABLE.copy())
