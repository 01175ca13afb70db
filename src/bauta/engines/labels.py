"""The labels of a file's columns, read from its header alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bauta.errors import NotATable
from bauta.model.labels import ColumnLabels
from bauta.model.source import DataSource


def read_labels(source: DataSource) -> dict[str, ColumnLabels]:
    """Labels by column name, for the columns that have any; nothing for formats that know no labels.

    SPSS and Stata files have labels of columns and of values, SAS files of columns (their value labels lie in a catalog
    of its own), Parquet files what bauta writes there: a column's label in the metadata of its field.
    """
    path = Path(source.location)
    ending = path.suffix.lower()
    if source.is_database_address or ending not in _READERS or not path.is_file():
        return {}
    labels = _READERS[ending](path, source.shown)
    return {name: found for name, found in labels.items() if found.column_label or found.value_labels}


def _from_statistical(reader: str) -> Callable[[Path, str], dict[str, ColumnLabels]]:
    def read(path: Path, shown_path: str) -> dict[str, ColumnLabels]:
        import pyreadstat

        try:
            _, header = getattr(pyreadstat, reader)(str(path), metadataonly=True, output_format="dict")
        except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, UnicodeDecodeError, ValueError, OSError):
            raise NotATable(path=shown_path, format=path.suffix, why="it is damaged") from None
        return {
            name: ColumnLabels(label or None, dict(header.variable_value_labels.get(name, {})))
            for name, label in header.column_names_to_labels.items()
        }

    return read


def _from_parquet(path: Path, shown_path: str) -> dict[str, ColumnLabels]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(path)
    except (pa.ArrowInvalid, OSError):
        raise NotATable(path=shown_path, format="Parquet", why="it has no valid Parquet footer") from None
    return {field.name: ColumnLabels(_label_of(field)) for field in schema}


def _label_of(field: Any) -> str | None:
    label = (field.metadata or {}).get(b"label", b"")
    return label.decode("utf-8", errors="replace") or None


_READERS: dict[str, Callable[[Path, str], dict[str, ColumnLabels]]] = {
    ".xpt": _from_statistical("read_xport"),
    ".sas7bdat": _from_statistical("read_sas7bdat"),
    ".sav": _from_statistical("read_sav"),
    ".zsav": _from_statistical("read_sav"),
    ".por": _from_statistical("read_por"),
    ".dta": _from_statistical("read_dta"),
    ".parquet": _from_parquet,
    ".pq": _from_parquet,
}
