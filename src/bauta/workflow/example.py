"""The bundled example as files: a hospital extract, and the registry an adversary might hold."""

import io
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bauta.errors import OutputFailed
from bauta.example import make_example
from bauta.example.visits import make_visits
from bauta.workflow.output import check_output, write_whole


def write_example(folder: Path, *, overwrite: bool) -> dict[Path, int]:
    """Write hospital.csv and registry.csv; returns how many rows each has. The same bytes every time."""
    example = make_example()
    tables = {folder / "hospital.csv": example.patients, folder / "registry.csv": example.registry}
    return _write_tables(folder, tables, overwrite=overwrite)


def write_visits(folder: Path, *, overwrite: bool) -> dict[Path, int]:
    """Write visits.csv, with every kind of identifier Safe Harbor lists, and planted.csv, which says what is in it."""
    import pyarrow as pa

    visits = make_visits()
    planted = pa.Table.from_pylist([asdict(one) for one in visits.planted])
    tables = {folder / "visits.csv": visits.table, folder / "planted.csv": planted}
    return _write_tables(folder, tables, overwrite=overwrite, quoting="needed")


def _write_tables(
    folder: Path, tables: Mapping[Path, Any], *, overwrite: bool, quoting: str = "none"
) -> dict[Path, int]:
    from pyarrow import csv

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed(path=folder, why=(error.strerror or "refused").lower()) from None
    for path in tables:
        check_output(path, overwrite=overwrite)
    for path, table in tables.items():
        buffer = io.BytesIO()
        csv.write_csv(table, buffer, csv.WriteOptions(quoting_style=quoting))
        write_whole(path, buffer.getvalue(), overwrite=overwrite)
    return {path: table.num_rows for path, table in tables.items()}
