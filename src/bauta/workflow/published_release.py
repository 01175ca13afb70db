"""What a release says of itself: its data, and what its dictionary says was done to each column.

That is what a recipient has too. Where the custodian's part lies beside it, the plan says more: which value became
what.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bauta.errors import PlanInvalid
from bauta.model.source import DataSource
from bauta.workflow.deidentify_request import QuasiIdentifier
from bauta.workflow.plan_files import read_plan
from bauta.workflow.release_dictionary import is_recipients_folder, read_treatments
from bauta.workflow.release_folder import CUSTODIAN, RELEASE
from bauta.workflow.write_data import data_of

UNCHANGED, NOT_TOLD, GENERALIZED = "unchanged", "not told", "generalized: "
_BY_STANDARD = {"told as years": "year", "told as ZIP3": "ZIP3"}


@dataclass(frozen=True, eq=False, repr=False)
class PublishedRelease:
    """A release, as its recipient has it."""

    data: DataSource
    treatments: Mapping[str, str]
    """Of each column, in the words of the dictionary, without what comes after a semicolon."""
    plan: Mapping[str, QuasiIdentifier]
    """Of quasi-identifiers what the custodian's plan says; empty where there is no plan."""

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The columns that were counted as quasi-identifiers and say something."""
        return tuple(
            name for name, what in self.treatments.items() if what == UNCHANGED or what.startswith(GENERALIZED)
        )

    def level_of(self, variable: str) -> str | None:
        """What the level of a variable is called; None where its values are as they were."""
        what = self.treatments.get(variable, UNCHANGED)
        if what.startswith(GENERALIZED):
            return what.removeprefix(GENERALIZED)
        if what == NOT_TOLD:
            return NOT_TOLD
        return next((level for words, level in _BY_STANDARD.items() if what.startswith(words)), None)


def published_release(source: DataSource | Any) -> PublishedRelease | None:
    """The release at a place: its folder, the recipient's part of it, or the data in that; None where it is none."""
    if not isinstance(source, DataSource) or source.is_database_address:
        return None
    place = Path(source.location)
    folders = (place / RELEASE, place, place.parent)
    folder = next(filter(is_recipients_folder, folders), None)
    if folder is None or (folder == place.parent and not _is_data(place)):
        return None
    data = data_of(folder)
    if data is None:
        return None
    return PublishedRelease(data, read_treatments(folder), _plan(folder.parent))


def _is_data(place: Path) -> bool:
    """Whether a file is the data of the release beside whose dictionary it lies."""
    own = data_of(place.parent)
    return own is not None and Path(own.location) == place


def _plan(folder: Path) -> dict[str, QuasiIdentifier]:
    """The plan beside a release; a recipient has none, and a release by a standard neither."""
    if not (folder / CUSTODIAN).is_dir():
        return {}
    try:
        plan = read_plan(folder)
    except PlanInvalid:
        return {}
    return {one.name: one for one in plan.request.quasi_identifiers}
