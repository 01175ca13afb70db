"""The bundled example as files: a hospital extract, and the registry an adversary might hold."""

import io
from pathlib import Path

from bauta.errors import OutputFailed
from bauta.example import make_example
from bauta.workflow.output import check_output, write_whole


def write_example(folder: Path, *, overwrite: bool) -> dict[Path, int]:
    """Write hospital.csv and registry.csv; returns how many rows each has. The same bytes every time."""
    from pyarrow import csv

    example = make_example()
    tables = {folder / "hospital.csv": example.patients, folder / "registry.csv": example.registry}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputFailed(path=folder, why=(error.strerror or "refused").lower()) from None
    for path in tables:
        check_output(path, overwrite=overwrite)
    for path, table in tables.items():
        buffer = io.BytesIO()
        csv.write_csv(table, buffer, csv.WriteOptions(quoting_style="none"))
        write_whole(path, buffer.getvalue(), overwrite=overwrite)
    return {path: table.num_rows for path, table in tables.items()}
