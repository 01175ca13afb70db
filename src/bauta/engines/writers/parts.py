"""A release in several files: the stream of its rows is cut where a file ends, and one file is open at a time."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb
from sqlglot import exp

from bauta.engines import sql
from bauta.engines.division import PartFile
from bauta.engines.writers.csv import write_csv
from bauta.engines.writers.new_file import new_file, new_folder
from bauta.engines.writers.parquet import ROWS_IN_A_GROUP, write_parquet_rows
from bauta.errors import InputChanged, OutputFailed
from bauta.model.labels import ColumnLabels
from bauta.model.transformations import ReleaseFormat

_STREAM = "part"


def write_parts(
    connection: duckdb.DuckDBPyConnection,
    rows: Any,
    files: Sequence[PartFile],
    names: Sequence[str],
    folder: Path,
    release_format: ReleaseFormat,
    *,
    labels: Mapping[str, ColumnLabels],
    delimiter: str,
    escape_formulas: bool = False,
    texts: Mapping[int, Any],
    shown_path: str,
) -> None:
    """Write a stream of Arrow batches, whose rows come in the order of the files, to new files in a folder.

    `names`, `labels`, `delimiter`, `escape_formulas` and `texts` are as for `write_table`; `shown_path` is where the
    rows come from. On an error the files that are whole stay: the folder is its maker's to remove.
    """
    stream = _Cut(rows)
    writing = connection.cursor()  # the rows may be coming through the connection itself
    try:
        for file in files:
            path = folder / file.path
            new_folder(path.parent)
            with new_file(path):
                if release_format is ReleaseFormat.PARQUET:
                    own = stream.take(file.rows)
                    write_parquet_rows(own, rows.schema, names, path, labels, texts)
                else:
                    _write_csv(writing, stream, file.rows, names, path, delimiter, escape_formulas)
        if stream.is_short or not stream.is_at_end():
            raise InputChanged(path=shown_path)
    except OutputFailed as error:  # the path says what people have
        raise OutputFailed(path=folder, why=error.facts["why"]) from None
    except BaseException:
        if stream.failure is not None:  # what went wrong where the rows come from, not that none came
            raise stream.failure from None
        raise
    finally:
        writing.close()


def _write_csv(
    connection: duckdb.DuckDBPyConnection,
    stream: "_Cut",
    n: int,
    names: Sequence[str],
    path: Path,
    delimiter: str,
    escape_formulas: bool,
) -> None:
    import pyarrow as pa

    connection.register(_STREAM, pa.RecordBatchReader.from_batches(stream.schema, stream.take(n)))
    rows = exp.select(exp.Star()).from_(sql.table(_STREAM))
    write_csv(connection, rows, names, path, delimiter=delimiter, escape_formulas=escape_formulas)
    connection.unregister(_STREAM)


class _Cut:
    """A stream from which so many rows at a time are taken."""

    def __init__(self, rows: Any) -> None:
        self.schema = rows.schema
        self.failure: BaseException | None = None
        self.is_short = False
        self._rows = rows
        self._rest: Any | None = None

    def take(self, n: int) -> Iterator[Any]:
        """The next `n` rows, in batches of as many as a row group has, so that files do not show how rows came."""
        import pyarrow as pa

        while n > 0:
            wanted = min(n, ROWS_IN_A_GROUP)
            pieces, missing = [], wanted
            while missing > 0:
                batch = self._next()
                if batch is None:
                    self.is_short = True
                    break
                pieces.append(batch.slice(0, missing))
                self._rest = batch.slice(missing) if batch.num_rows > missing else None
                missing -= pieces[-1].num_rows
            if pieces:
                yield from pa.Table.from_batches(pieces, self.schema).combine_chunks().to_batches()
            n = 0 if self.is_short else n - wanted

    def is_at_end(self) -> bool:
        """Whether no row is left."""
        self._rest = self._next()
        return self._rest is None

    def _next(self) -> Any | None:
        """What is left of the last batch, or the next that has rows; None at the end."""
        if self._rest is not None:
            batch, self._rest = self._rest, None
            return batch
        try:
            return next((batch for batch in self._rows if batch.num_rows), None)
        except BaseException as error:
            self.failure = error
            raise
