"""Whether a folder may receive a release. Nothing of anybody's is ever deleted but an earlier release."""

import json
import os
from collections.abc import Iterable
from pathlib import Path, PurePath

from bauta.engines.hive_names import without_values
from bauta.errors import FolderNotARelease, FolderNotEmpty, InputInsideOutput, OutputFailed
from bauta.model.source import DataSource

RELEASE, CUSTODIAN, MANIFEST = "release", "custodian", "manifest.json"
"""What a release's folder holds: one folder for the recipient, with its manifest, and one for the custodian."""
SOME = 3
"""File names in a message."""


def check_outside(out: Path, source: object) -> None:
    """Raise OutputFailed where a release would lie in the folder that its data are in, and be read with them."""
    if not isinstance(source, DataSource) or source.is_database_address:
        return
    try:
        folder = Path(source.location)
        is_inside = folder.is_dir() and out.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # told by whoever opens it
        return
    if is_inside:
        raise OutputFailed(path=out, why="it lies in the folder that is read; name one outside of it")


def checked_place(out: Path, *, replace: bool, inputs: Iterable[Path] = ()) -> Path:
    """The folder's full path; raises, before any work is done for it, where it cannot or must not be written.

    `inputs` are the files that are read: none of them may lie in a folder that is to be replaced.
    """
    try:
        if out.is_symlink():
            raise OutputFailed(path=out, why="it is a link; name the folder itself")
        out = out.resolve()
        if out.exists() and not out.is_dir():
            raise OutputFailed(path=out, why="it is a file, not a folder")
        if os.path.ismount(out):
            raise OutputFailed(path=out, why="it is a disk of its own; name a folder on it")
        if not out.parent.is_dir():
            raise OutputFailed(path=out, why=f"there is no folder {out.parent}")
        if not os.access(out.parent, os.W_OK | os.X_OK):
            raise OutputFailed(path=out, why=f"you may not write in {out.parent}")
        if out.exists() and any(out.iterdir()):
            _check_replaceable(out, replace=replace, inputs=inputs)
    except (OSError, ValueError, RuntimeError) as error:  # a closed folder, a zero byte in the name, links in a circle
        why = getattr(error, "strerror", None) or "this is not the name of a folder"
        raise OutputFailed(path=out, why=why.lower()) from None
    return out


def listed_in(part: Path) -> str:
    """The key of a part's manifest under which its files are listed."""
    return "files" if part.name == RELEASE else "custodian_files"


def is_release(folder: Path) -> bool:
    """Whether the folder holds a release of bauta and nothing else."""
    parts = [folder / RELEASE, folder / CUSTODIAN]
    return (
        all(part.is_dir() and not part.is_symlink() for part in parts)
        and (folder / RELEASE / MANIFEST).is_file()
        and set(folder.iterdir()) == set(parts)
    )


def _check_replaceable(out: Path, *, replace: bool, inputs: Iterable[Path]) -> None:
    if not replace:
        raise FolderNotEmpty(path=out)
    if not is_release(out):
        raise FolderNotARelease(path=out, what="something else than an earlier release")
    for path in inputs:
        spellings = (path.resolve(), path.parent.resolve() / path.name)  # a link inside it would be lost as well
        if any(spelling.is_relative_to(out) for spelling in spellings):
            raise InputInsideOutput(path=path, folder=out)
    foreign = _not_in_manifests(out)
    if foreign:
        some = ", ".join(without_values(PurePath(name)) for name in foreign[:SOME]) + (
            ", ..." if len(foreign) > SOME else ""
        )
        raise FolderNotARelease(path=out, what=f"files that bauta did not write ({some})")


def _not_in_manifests(out: Path) -> list[str]:
    """Files of a release's folder that neither of its manifests lists: somebody's own."""
    foreign = []
    for part in (out / RELEASE, out / CUSTODIAN):
        try:
            own = {MANIFEST, *json.loads((part / MANIFEST).read_text(encoding="utf-8"))[listed_in(part)]}
        except (OSError, ValueError, LookupError, TypeError):
            raise FolderNotARelease(path=out, what=f"a {part.name}/{MANIFEST} that is missing or damaged") from None
        for folder, folders, files in os.walk(part):
            links = [name for name in folders if Path(folder, name).is_symlink()]
            inside = [Path(folder, name).relative_to(part).as_posix() for name in (*files, *links)]
            foreign += [f"{part.name}/{name}" for name in inside if name not in own]
    return sorted(foreign)
