"""The data of a release: in one file, or in a folder of several, as its division says."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bauta.engines.division import Division
from bauta.engines.engine import Engine
from bauta.engines.writers import RELEASE_CSV
from bauta.model.labels import ColumnLabels
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource
from bauta.model.transformations import DeidentifySection, ReleaseFormat

DATA = "data"
"""What the data are called in the recipient's folder: data.csv or, in several files, data/."""


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

    @property
    def source(self) -> DataSource:
        """The data as they are to be read again."""
        return DataSource(str(self.place), csv=RELEASE_CSV)

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
) -> WrittenData:
    """Write a released table into a folder."""
    if division.is_one_file:
        file = folder / f"{name}.{release_format.value}"
        engine.write(released, file, release_format, labels=labels, delimiter=",")
        return WrittenData(file, (file,), None)
    place = folder / name
    parts = engine.write_files(released, place, release_format, division, labels=labels, delimiter=",")
    files = tuple(place / part.path for part in parts)
    return WrittenData(place, files, tuple(part.rows for part in parts), division.partition_by)


def data_of(release: Path) -> DataSource | None:
    """The data in a recipient's folder; None where there are none."""
    files = [release / f"{DATA}.{kind.value}" for kind in ReleaseFormat]
    place = next((path for path in files if path.is_file()), None)
    if place is None and (release / DATA).is_dir():
        place = release / DATA
    return None if place is None else DataSource(str(place), csv=RELEASE_CSV)
