"""Tables of SQLite and PostgreSQL databases, through ADBC, copied into the engine as a stream of Arrow batches."""

from pathlib import Path
from typing import Any

from sqlglot import exp

from bauta.engines.readers.raw_table import ROW_IN_LOADED_TABLE, RawTable, Session, check_names
from bauta.errors import DatabaseRefused, HeaderOnly, NotATable, TableMissing, shown
from bauta.model.source import DataSource

_SYSTEM_SCHEMAS = ("pg_catalog", "information_schema")


def open_sqlite(session: Session, source: DataSource, path: Path) -> RawTable:
    """A table of an SQLite file."""
    import adbc_driver_sqlite.dbapi as sqlite

    if not path.read_bytes()[:16].startswith(b"SQLite format 3"):
        raise NotATable(path=source.shown, format="an SQLite database", why="it does not start like one")
    with sqlite.connect(f"file:{path}?mode=ro") as connection, connection.cursor() as cursor:
        name = exp.column("name")
        listing = (
            exp.select(name)
            .from_("sqlite_master")
            .where(exp.column("type").isin("table", "view"))
            .where(exp.Not(this=name.like("sqlite\\_%").copy()))
            .order_by("name")
        )
        tables = {
            row[0]: exp.to_table(exp.to_identifier(row[0], quoted=True).sql())
            for row in _fetch(cursor, listing, "sqlite")
        }
        return _copy(session, source, cursor, tables, "sqlite")


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
            return _copy(session, source, cursor, tables, "postgres")
    except adbc_driver_manager.Error:
        raise DatabaseRefused(path=source.shown) from None


def _fetch(cursor: Any, query: exp.Expression, dialect: str) -> list[tuple[str, ...]]:
    cursor.execute(query.sql(dialect=dialect))
    return list(cursor.fetchall())


def _copy(session: Session, source: DataSource, cursor: Any, tables: dict[str, exp.Table], dialect: str) -> RawTable:
    wanted = source.table
    if wanted is None and len({table.sql() for table in tables.values()}) == 1:
        wanted = next(iter(tables))
    if wanted is None or wanted not in tables:
        problem = f"has {len(tables)} tables" if wanted is None else f"has no table {shown(wanted)}"
        listed = ", ".join(shown(name, 40) for name in list(tables)[:12]) or "(there are none)"
        raise TableMissing(path=source.shown, problem=problem, tables=listed)
    cursor.execute(exp.select(exp.Star()).from_(tables[wanted]).sql(dialect=dialect))
    stream = cursor.fetch_record_batch()
    names = tuple(stream.schema.names)
    check_names(names, source.shown)
    relation = session.load(stream)
    if not session.connection.sql(exp.select("1").from_(relation).limit(1).sql(dialect="duckdb")).fetchall():
        raise HeaderOnly(path=source.shown)
    return RawTable(relation, names, ROW_IN_LOADED_TABLE.copy())
