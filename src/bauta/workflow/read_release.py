"""A release that was made before, read from its folder: its data, how they were told, and what was measured."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bauta.errors import PlanInvalid
from bauta.model.durations import Duration
from bauta.model.source import DataSource
from bauta.model.transformations import (
    CriterionKind,
    LossKind,
    PseudonymMask,
)
from bauta.workflow.deidentify_request import DeidentifyRequest
from bauta.workflow.plan_files import Lookup, SavedPlan, read_plan
from bauta.workflow.write_data import data_of


@dataclass(frozen=True, eq=False, repr=False)
class ReadRelease:
    """A release and its plan."""

    data: DataSource
    plan: SavedPlan
    losses: Mapping[LossKind, float]
    """As they were computed when it was made."""
    people_before: int
    """People in the source it was made from."""

    @property
    def request(self) -> DeidentifyRequest:
        return self.plan.request

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.request.quasi_identifiers)

    @property
    def durations(self) -> tuple[Duration, ...]:
        """The days that are to be counted from the dates of the release; those that are a column of it need not."""
        return () if self.request.settings.durations.as_column else self.request.assessed.durations

    @property
    def criterion(self) -> CriterionKind:
        return self.request.settings.criterion

    @property
    def levels(self) -> dict[str, int]:
        return {one.name: one.rule_level for one in self.request.quasi_identifiers}

    @property
    def lookups(self) -> dict[str, Lookup]:
        """For each quasi-identifier what its values are told as."""
        return {one.name: one.lookup or {} for one in self.request.quasi_identifiers}

    @property
    def person_key(self) -> str | None:
        """The column that tells people apart in the release; None where there is none."""
        key = self.request.assessed.person_key
        return key if key is not None and isinstance(self.request.masks.get(key), PseudonymMask) else None


def read_release(folder: Path) -> ReadRelease:
    """The release in a folder that `bauta deidentify` made; raises PlanInvalid if the custodian's part is not there."""
    plan = read_plan(folder)
    place = folder if (folder / "release").is_dir() else folder.parent
    data = data_of(place / "release")
    if data is None:
        raise PlanInvalid(path=folder, why="there is no release/data beside it")
    losses, people = _results(place)
    return ReadRelease(data, plan, losses, people)


def _results(place: Path) -> tuple[dict[LossKind, float], int]:
    try:
        content: Any = json.loads((place / "custodian" / "results.json").read_text(encoding="utf-8"))
        losses = {LossKind(kind): float(loss) for kind, loss in content["solution"]["loss"].items()}
        return losses, int(content["risk_before"]["records"])
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise PlanInvalid(path=place, why="custodian/results.json is damaged or missing") from None
