"""Apply: do again with another extract what a plan did with the first."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from bauta.engines.engine import Engine
from bauta.errors import OptionInvalid, PlanColumnsMissing, shown
from bauta.model.deidentification import Deidentification
from bauta.workflow.change_columns import Earlier
from bauta.workflow.deidentify import Describe, deidentify
from bauta.workflow.deidentify_request import with_recipient, with_settings
from bauta.workflow.hold_back import NO_KEY, OLDER_PLAN, TOO_MANY, EarlierReleases
from bauta.workflow.plan_files import SavedPlan, read_plan
from bauta.workflow.release_draws import is_same_recipient
from bauta.workflow.requests import PopulationRequest

FOR_SOMEBODY_ELSE = (
    "This release is for another recipient than the one whose plan was applied, so the two were not compared: they "
    "share no pseudonyms. What the two recipients find out together was not judged."
)


def apply_plan(
    engine: Engine,
    plan: Path,
    data: Any,
    out: Path,
    *,
    replace_earlier: bool,
    describe: Describe,
    now: datetime,
    suppression_limit: str | float | None = None,
    unseen: str | None = None,
    population: PopulationRequest | None = None,
    recipient: str | None = None,
    release_newcomers: str | None = None,
) -> Deidentification:
    """Release another extract by an earlier plan: the same levels, the same pseudonyms and offsets for the same people.

    Which classes are too small is a matter of the extract, so suppression is decided anew, within the plan's limit.
    """
    saved = read_plan(plan)
    if saved.has_population != (population is not None):
        value = "a plan made with a population" if saved.has_population else "a plan made without one"
        raise OptionInvalid(option="--population", value=value, allowed="it as the plan was made")
    request = with_settings(saved.request, suppression_limit=suppression_limit, unseen=unseen)
    earlier = saved.earlier
    releases: EarlierReleases | None = _releases_before(saved, release_newcomers)
    if recipient is not None and not is_same_recipient(
        recipient, saved.request
    ):  # somebody else, who is to share no code and no offset with whom the plan was made for
        request, earlier = replace(with_recipient(request, recipient), drawn_for=None), Earlier()
        releases = None
        request = replace(request, notes=(*request.notes, FOR_SOMEBODY_ELSE))
    opened = engine.open(data, missing_codes=request.assessed.missing_codes)
    key = request.assessed.person_key
    counted = {one.name for one in request.assessed.durations}
    needed = [
        *(one.name for one in request.quasi_identifiers if one.name not in counted),
        *request.masks, *request.shifted, *request.noise,
        *([key] if key is not None else []),
    ]  # fmt: skip
    lacking = [name for name in dict.fromkeys(needed) if name not in opened.names]
    if lacking:
        raise PlanColumnsMissing(path=opened.shown, names=", ".join(shown(name) for name in lacking))
    assessed = replace(request.assessed, data=data, population=population)
    return deidentify(
        engine,
        replace(request, assessed=assessed, inputs=(plan,)),
        out,
        replace_earlier=replace_earlier,
        describe=describe,
        now=now,
        earlier=earlier,
        releases=releases,
    )


def _releases_before(saved: SavedPlan, reason: str | None) -> EarlierReleases:
    """What is known of the releases that the plan has made, and why newcomers may be seen, if somebody says so."""
    if reason is not None and not reason.strip():
        raise OptionInvalid(option="--release-newcomers", value="an empty reason", allowed="why they may be seen")
    why = TOO_MANY if saved.knows_people else OLDER_PLAN
    if saved.request.assessed.person_key is None:
        why = NO_KEY
    return EarlierReleases(saved.people, why, None if reason is None else reason.strip())
