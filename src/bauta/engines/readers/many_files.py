"""A table in several files: a folder, or a pattern such as claims-*.parquet. What folders are called may be columns."""

import glob
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bauta.engines.hive_names import said_by
from bauta.errors import FileMissing, FilesDiffer, FilesMixed, FolderGiven, printable, shown

TEXT_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".csv.gz", ".tsv.gz", ".txt.gz")
PARQUET_ENDINGS = (".parquet", ".pq")
_PATTERN_CHARACTERS = "*?["


@dataclass(frozen=True)
class FoundFiles:
    """The files of a table in the order of their names, and what the names of their folders say."""

    paths: tuple[Path, ...]
    keys: tuple[str, ...] = ()
    """Columns that only names of folders have: year for year=2020."""
    values: tuple[tuple[str | None, ...], ...] = ()
    """For each file the value of each key. Text, as all that is read from text."""


def is_pattern(location: str) -> bool:
    """Whether a location stands for the files that match it: there is no file or folder of that very name."""
    return any(sign in location for sign in _PATTERN_CHARACTERS) and not os.path.lexists(location)


def find_files(location: str, shown_path: str) -> FoundFiles:
    """The data files in a folder and its folders, or those that match a pattern, and what names of folders say."""
    root = _root(location)
    files = data_files_at(location)
    if not files:
        raise FileMissing(path=shown_path) if is_pattern(location) else FolderGiven(path=shown_path)
    kinds = {path.name.lower().removesuffix(".gz").rpartition(".")[2] in {"parquet", "pq"} for path in files}
    if len(kinds) > 1:
        raise FilesMixed(path=shown_path)
    said = [_said_by_folders(path.relative_to(root)) for path in files]
    keys = tuple(said[0])
    for path, own in zip(files, said, strict=True):
        if tuple(own) != keys:
            what = f"its folders are called by {_listed(own)}, and those of the first file by {_listed(keys)}"
            raise FilesDiffer(path=printable(path), first=printable(files[0]), what=what)
    return FoundFiles(tuple(files), keys, tuple(tuple(own.values()) for own in said))


def data_files_at(location: str) -> list[Path]:
    """Those of the files that can be part of a table."""
    return [path for path in files_at(location) if path.name.lower().endswith((*TEXT_ENDINGS, *PARQUET_ENDINGS))]


def files_at(location: str) -> list[Path]:
    """All files in a folder and its folders, or those that match a pattern, in the order of their paths.

    Files and folders whose names begin with a dot or an underscore are nobody's data: Spark and Hive keep notes so.
    """
    places = [Path(name) for name in glob.iglob(location, recursive=True)] if is_pattern(location) else [Path(location)]
    inside = {path for path in places if path.is_file()}
    for folder in (path for path in places if path.is_dir()):
        inside |= set(_files_in(folder))
    root = _root(location)
    return [path for path in sorted(inside, key=lambda path: path.parts) if not _is_hidden(path.relative_to(root))]


def _files_in(folder: Path) -> Iterator[Path]:
    """All files below a folder, also by links to other folders and links that lead nowhere: none is passed over."""
    seen: set[str] = set()
    for place, below, names in os.walk(folder, followlinks=True):
        true_place = os.path.realpath(place)
        if true_place in seen:  # links in a circle
            below.clear()
            continue
        seen.add(true_place)
        yield from (Path(place, name) for name in names)


def _root(location: str) -> Path:
    """The folder that all files are in: of a pattern, what stands before its first sign."""
    if not is_pattern(location):
        return Path(location)
    return Path(location[: min(location.find(sign) for sign in _PATTERN_CHARACTERS if sign in location)] + "x").parent


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) and "=" not in part for part in path.parts)


def _said_by_folders(path: Path) -> dict[str, str | None]:
    return dict(said for said in map(said_by, path.parts[:-1]) if said is not None)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(shown(name, 40) for name in names) or "nothing"
