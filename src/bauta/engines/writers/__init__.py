"""From a query to a file: one file per family of formats.

A release keeps names, labels and types where its format has them. What a format cannot hold is refused by the name of
the column, never changed in silence. Files say nothing of their making: no clock, no user, no folder.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from bauta.engines.division import Division
from bauta.engines.readers.many_files import files_at
from bauta.engines.writers.csv import ESCAPED_CSV, RELEASE_CSV, write_csv
from bauta.engines.writers.new_file import new_file
from bauta.engines.writers.parquet import write_parquet
from bauta.engines.writers.parts import write_parts
from bauta.engines.writers.statistical import check_extra, write_statistical
from bauta.engines.writers.statistical_limits import LIMITS, check_names
from bauta.errors import FormatNotDivided, PartitionInvalid, shown
from bauta.model.labels import ColumnLabels
from bauta.model.source import DataSource
from bauta.model.transformations import ReleaseFormat

__all__ = [
    "ESCAPED_CSV",
    "RELEASE_CSV",
    "check_divisible",
    "check_format",
    "check_partitions",
    "default_format",
    "write_parts",
    "write_table",
]

_SAME_FAMILY = {
    ".parquet": ReleaseFormat.PARQUET,
    ".pq": ReleaseFormat.PARQUET,
    ".xpt": ReleaseFormat.XPT,
    ".sas7bdat": ReleaseFormat.XPT,  # nobody but SAS can write sas7bdat
    ".sav": ReleaseFormat.SAV,
    ".zsav": ReleaseFormat.SAV,
    ".por": ReleaseFormat.SAV,
    ".dta": ReleaseFormat.DTA,
}


def default_format(source: DataSource) -> ReleaseFormat:
    """The format of the data, or the nearest that can be written; CSV for text, workbooks and databases."""
    if source.is_database_address:
        return ReleaseFormat.CSV
    path = Path(source.location)
    if path.is_dir():  # of Parquet or CSV files, all of a kind
        path = next(iter(files_at(source.location)), path)
    return _SAME_FAMILY.get(path.suffix.lower(), ReleaseFormat.CSV)


def check_format(release_format: ReleaseFormat, names: Sequence[str]) -> None:
    """Raise FormatCannotHold or ExtraMissing, before any work is done for it, where a table cannot be so written."""
    if release_format in LIMITS:
        check_names(LIMITS[release_format], names)
        check_extra(LIMITS[release_format].shown)


def check_divisible(division: Division, release_format: ReleaseFormat) -> None:
    """Raise FormatNotDivided where files of the format hold a whole table."""
    if release_format in LIMITS and not division.is_one_file:
        option = "--partition-by" if division.partition_by else "--rows-per-file"
        raise FormatNotDivided(format=release_format.value, option=option)


def check_partitions(division: Division, names: Sequence[str]) -> None:
    """Raise PartitionInvalid where a release of these columns cannot be so divided."""
    columns = division.partition_by
    for i, name in enumerate(columns):
        why = None
        if name not in names:
            why = "it is not in the release"
        elif name in columns[:i]:
            why = "it is named twice"
        elif not name:
            why = "a column without a name cannot be told by a folder"
        if why is not None:
            raise PartitionInvalid(names=shown(name), why=why)
    if columns and set(columns) == set(names):
        raise PartitionInvalid(names=", ".join(map(shown, columns)), why="no column would be left in the files")


def write_table(
    connection: duckdb.DuckDBPyConnection,
    query: exp.Query,
    names: Sequence[str],
    path: Path,
    release_format: ReleaseFormat,
    *,
    labels: Mapping[str, ColumnLabels] | None = None,
    delimiter: str = ",",
    escape_formulas: bool = False,
    texts: Mapping[int, Any] | None = None,
) -> None:
    """Write the query's rows, in its order, to a new file at `path` that only this user can read.

    `names` are the columns' true names, in the order of the query's columns, whatever those are called in it. `labels`
    are by true name; give only those of columns whose values are as they were. `delimiter` and `escape_formulas` are
    for CSV alone. `texts`, for Parquet alone, are those of columns that the query has as codes, by position. The query
    runs once. On any error no file is left.
    """
    check_format(release_format, names)
    labels = labels or {}
    with new_file(path):
        if release_format is ReleaseFormat.CSV:
            write_csv(connection, query, names, path, delimiter=delimiter, escape_formulas=escape_formulas)
        elif release_format is ReleaseFormat.PARQUET:
            write_parquet(connection, query, names, path, labels, texts or {})
        else:
            write_statistical(connection, query, names, path, release_format, labels)
