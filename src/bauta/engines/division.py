"""A release in several files: how it is divided, how many rows each file has, and how files and folders are called.

All of this is known before a row is written, from the number of rows of each partition: the rows only have to come in
the order of the files, and are cut where one ends.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from bauta.engines.hive_names import folder_name, is_too_long
from bauta.errors import FolderNameTooLong, TooManyFiles, shown

MOST_FILES = 10_000
"""More are slow to list, to hash and to read, and mean that the wrong column was chosen."""

Told = tuple[str | None, ...]
"""What a row tells in each of the columns that a release is divided by."""


@dataclass(frozen=True)
class Division:
    """How a release is divided into files; not at all if neither is given."""

    partition_by: tuple[str, ...] = ()
    """Columns whose values are told by the names of folders, not in the files."""
    rows_per_file: int | None = None
    """The most rows of a file."""

    @property
    def is_one_file(self) -> bool:
        return not self.partition_by and self.rows_per_file is None


@dataclass(frozen=True)
class PartFile:
    """One of the files."""

    path: PurePosixPath
    """In the folder of all of them."""
    rows: int


@dataclass(frozen=True)
class Partition:
    """The rows that go into one folder."""

    folder: PurePosixPath
    rows: int


def in_partitions(
    columns: Sequence[str], told: Sequence[Told], rows: Sequence[int]
) -> tuple[list[Partition], list[int]]:
    """The partitions in the order of their folders, and for each combination of values the number of its partition.

    Two combinations share a folder where one value is empty text and the other is missing. Raises FolderNameTooLong.
    """
    folders = [_folder(columns, one) for one in told]
    total: Counter[PurePosixPath] = Counter()
    for folder, n in zip(folders, rows, strict=True):
        total[folder] += n
    in_order = sorted(total, key=lambda folder: folder.parts)
    number = {folder: i for i, folder in enumerate(in_order)}
    return [Partition(folder, total[folder]) for folder in in_order], [number[folder] for folder in folders]


def files_of(division: Division, partitions: Sequence[Partition], ending: str) -> list[PartFile]:
    """The files in their order; raises TooManyFiles. One without rows if there are none at all."""
    if sum(-(-one.rows // (division.rows_per_file or one.rows)) for one in partitions if one.rows) > MOST_FILES:
        raise TooManyFiles(most=MOST_FILES)
    files = []
    for one in partitions:
        most = division.rows_per_file or one.rows
        for n, start in enumerate(range(0, one.rows, most or 1), start=1):
            files.append(PartFile(one.folder / _file_name(n, ending), min(most, one.rows - start)))
    return files or [PartFile(PurePosixPath(_file_name(1, ending)), 0)]


def _folder(columns: Sequence[str], told: Told) -> PurePosixPath:
    names = [folder_name(column, value) for column, value in zip(columns, told, strict=True)]
    for column, name in zip(columns, names, strict=True):
        if is_too_long(name):
            raise FolderNameTooLong(name=shown(column))
    return PurePosixPath(*names)


def _file_name(number: int, ending: str) -> str:
    return f"part-{number:05}.{ending}"
