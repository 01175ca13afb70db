"""The data of a release: in one file, or in a folder of several, as its division says."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bauta.engines.division import Division
from bauta.engines.engine import Engine
from bauta.engines.writers import ESCAPED_CSV, RELEASE_CSV, default_format
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource
from bauta.model.transformations import DeidentifySection, ReleaseFormat
from bauta.workflow.release_folder import MANIFEST

DATA = "data"
"""What the data are called in the recipient's folder: data.csv or, in several files, data/."""

ESCAPED = "escaped_formulas"
"""In a manifest: whoever reads the data again takes an apostrophe away from what a spreadsheet would have run."""


@dataclass(frozen=True)
class WrittenData:
    """Where the data were written."""

    place: Path
    """The file, or the folder of all files."""
    files: tuple[Path, ...]
    """All files, in the order of their rows."""
    rows: tuple[int, ...] | None
    """How many rows each has; None where there is one file."""
    partition_by: tuple[str, ...] = ()
    """Columns that are told by the names of folders."""
    has_escaped_formulas: bool = False
    """Whether text that a spreadsheet would run has an apostrophe before it."""

    @property
    def source(self) -> DataSource:
        """The data as they are to be read again."""
        return DataSource(str(self.place), csv=ESCAPED_CSV if self.has_escaped_formulas else RELEASE_CSV)

    def remove(self) -> None:
        """Take the data away again."""
        if self.place.is_dir():
            shutil.rmtree(self.place)
        else:
            self.place.unlink(missing_ok=True)


def division_of(settings: DeidentifySection) -> Division:
    """How a release is divided into files, by what the study or an option says."""
    return Division(settings.partition_by, settings.rows_per_file)


def write_data(
    engine: Engine,
    released: Microdata,
    folder: Path,
    release_format: ReleaseFormat,
    division: Division,
    *,
    name: str = DATA,
    labels: Mapping[str, ColumnLabels],
    escape_formulas: bool = False,
) -> WrittenData:
    """Write a released table into a folder; formulas are escaped in a CSV file alone, which spreadsheets run."""
    escape_formulas = escape_formulas and release_format is ReleaseFormat.CSV
    if division.is_one_file:
        file = folder / f"{name}.{release_format.value}"
        engine.write(released, file, release_format, labels=labels, delimiter=",", escape_formulas=escape_formulas)
        return WrittenData(file, (file,), None, has_escaped_formulas=escape_formulas)
    place = folder / name
    parts = engine.write_files(
        released, place, release_format, division, labels=labels, delimiter=",", escape_formulas=escape_formulas
    )
    files = tuple(place / part.path for part in parts)
    rows = tuple(part.rows for part in parts)
    return WrittenData(place, files, rows, division.partition_by, escape_formulas)


def data_of(release: Path) -> DataSource | None:
    """The data in a recipient's folder; None where there are none."""
    files = [release / f"{DATA}.{kind.value}" for kind in ReleaseFormat]
    place = next((path for path in files if path.is_file()), None)
    if place is None and (release / DATA).is_dir():
        place = release / DATA
    if place is None:
        return None
    return DataSource(str(place), csv=ESCAPED_CSV if _has_escaped_formulas(release) else RELEASE_CSV)


def format_of(settings: DeidentifySection, data: DataSource | Any) -> ReleaseFormat:
    """The format of a release: the one that was asked for, or that of the data."""
    return settings.format or (default_format(data) if isinstance(data, DataSource) else ReleaseFormat.CSV)


def _has_escaped_formulas(release: Path) -> bool:
    """What the manifest of a release says of the apostrophes in it."""
    try:
        return json.loads((release / MANIFEST).read_text(encoding="utf-8")).get(ESCAPED) is True
    except (OSError, ValueError, AttributeError):
        return False
