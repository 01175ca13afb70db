"""The release that waits in the study's folder: its files as step 9 wrote them, and nothing in their place."""

import errno
import os
import shutil
from pathlib import Path

from bauta.engines.hive_names import without_values
from bauta.errors import DiskFull, FileUnreadable, OutputFailed, RecordInvalid
from bauta.model.steps import Step
from bauta.workflow.plan_files import sha256_of
from bauta.workflow.release_folder import MANIFEST, RELEASE, ReleaseFolder
from bauta.workflow.release_folder_checks import is_release
from bauta.workflow.steps.case import Case

FILES = "files"
"""The evidence of step 9 that names every file of the release, the custodian's too, with its hash."""
NO_FILE = ""
"""Stands for the hash of a link or a device."""


def hashes_of(folder: Path) -> dict[str, str]:
    """Every file below a release's folder with its hash; raises FileUnreadable."""
    try:
        if not is_release(folder):
            return {}
        walk = os.walk(folder, onerror=_raise)
        below = [Path(base, name) for base, folders, files in walk for name in (*folders, *files)]
        return {path.relative_to(folder).as_posix(): _hash(path) for path in sorted(below) if not _is_folder(path)}
    except OSError as error:
        path = without_values(Path(error.filename or folder))
        raise FileUnreadable(path=path, why=(error.strerror or "refused").lower()) from None


def released_files(folder: Path) -> dict[str, str]:
    """The files of the recipient's part of a release's folder with their hashes; raises FileUnreadable."""
    own = f"{RELEASE}/"
    return {name.removeprefix(own): sha256 for name, sha256 in hashes_of(folder).items() if name.startswith(own)}


def told(hashes: dict[str, str]) -> dict[str, str]:
    """What makes a release the one that was judged: its data and dictionary. Its manifest, which has the date, and
    the custodian's files differ from one making to the next.
    """
    return {name: sha256 for name, sha256 in hashes.items() if name.startswith(f"{RELEASE}/") and _is_told(name)}


def check_candidate(case: Case) -> dict[str, str]:
    """The files of the release that waits; raises RecordInvalid where they are not those of step 9."""
    seen = case.evidence(Step.ANONYMIZE, FILES, dict[str, str])
    _check_same(case, hashes_of(case.folder.release), seen)
    return seen


def copy_candidate(case: Case, seen: dict[str, str], place: ReleaseFolder, out: Path) -> None:
    """Copy the release to where it is written aside, and check the copies: what is exported is what was accepted."""
    target = place.release.parent
    try:
        for name in seen:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(case.folder.release / name, target / name, follow_symlinks=False)
        _check_same(case, {name: _hash(target / name) for name in seen}, seen)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFull() from None
        raise OutputFailed(path=out, why=(error.strerror or "refused").lower()) from None


def _check_same(case: Case, present: dict[str, str], seen: dict[str, str]) -> None:
    if present != seen:
        why = f"the files in {case.folder.release} are not those that this step wrote"
        raise RecordInvalid(path=case.folder.file_of(Step.ANONYMIZE), why=why)


def _raise(error: OSError) -> None:
    raise error


def _is_told(name: str) -> bool:
    return name != f"{RELEASE}/{MANIFEST}"


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _hash(path: Path) -> str:
    return sha256_of(path) if path.is_file() and not path.is_symlink() else NO_FILE
