"""Whether a file is a release: a manifest lies beside it and lists it."""

import json
from pathlib import Path
from typing import Any

from bauta.errors import ReleaseIsNoSample
from bauta.model.microdata import Microdata
from bauta.model.source import DataSource
from bauta.workflow.release_folder import MANIFEST

GENERALIZATION = "generalization"
"""What a release's manifest says and no other file called so is likely to."""


def check_is_sample(data: Microdata, source: DataSource | Any) -> None:
    """Raise ReleaseIsNoSample for a released file: suppression has taken people out of it, and not by chance."""
    if not isinstance(source, DataSource) or source.is_database_address:
        return
    place = Path(source.location)
    if any(_lists(folder / MANIFEST, place) for folder in (place, *place.parents[:2])):
        raise ReleaseIsNoSample(path=data.shown)


def _lists(manifest: Path, place: Path) -> bool:
    """Whether a manifest is that of a release with this file, or with files in this folder."""
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
        if GENERALIZATION not in content:
            return False
        told = place.resolve().relative_to(manifest.parent.resolve()).as_posix()
        return told == "." or any(name == told or name.startswith(f"{told}/") for name in content["files"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RuntimeError):
        return False
