"""Every job of an engine, told once in SQL. What is left to an engine is to open a table, to run a query and to write.

DuckDB and Spark answer to the last digit alike because they are asked the same questions: the queries of `sql` and
`sql_release` are expressions, and only their spelling differs.
"""

from bauta.engines.sql_counting import SqlCounting
from bauta.engines.sql_profiling import SqlProfiling
from bauta.engines.sql_releasing import SqlReleasing
from bauta.engines.sql_uniqueness import SqlUniqueness


class SqlEngine(SqlProfiling, SqlCounting, SqlReleasing, SqlUniqueness):
    """An engine that answers by SQL; closed with `close` or a `with` block, and temporary files go with it."""
