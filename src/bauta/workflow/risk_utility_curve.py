"""The trade-off between risk and utility (El Emam and Malin 2015, Figure 8), drawn from the explored lattice.

For each of several limits of risk, from none to far below the one that is permitted, the lattice is walked and the
node of least loss that keeps to it is taken, with what it must suppress. The points are the best that can be done, so
that none lies below the curve but with another way to change data; the release itself is one more.
"""

import math
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bauta.engines.engine import Engine
from bauta.model.comparison import CurvePoint
from bauta.model.deidentification import NodeOutcome
from bauta.model.source import DataSource
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, LossKind, SuppressionKind
from bauta.utility.loss import ADDITIVE, additive_loss
from bauta.workflow.assess import measure
from bauta.workflow.count_data import CountedData, count_data
from bauta.workflow.deidentify_request import build_deidentify_request, resolve
from bauta.workflow.durations_of_release import with_durations
from bauta.workflow.explore import walk
from bauta.workflow.read_release import ReadRelease
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.told_population import told_population

LADDER = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100)
"""Limits of risk, as cell sizes."""
MOST_WORK = 500_000_000
"""Nodes times classes, for one limit; more takes minutes for the whole ladder."""
MOST_NODES = 50_000
MOST_NODES_WITH_WANDERING = 1_000
"""Where people have rows that differ every node takes a second look, of some milliseconds."""


@dataclass(frozen=True)
class Curve:
    """The points, which risk they show, and what is permitted."""

    points: tuple[CurvePoint, ...]
    risk: str
    limit: float | None
    notes: tuple[str, ...] = ()


NO_CURVE = Curve((), "", None)
BY_THE_DATA = (
    "The curve goes by the classes of the data. Where the release was searched for by the risk estimated in a "
    "population, it may lie above what is permitted here."
)
CELLS = (
    "The curve is as if everybody at risk lost all quasi-identifiers. The release suppresses single cells, which loses "
    "less, so that it may lie below."
)


def draw_curve(
    engine: Engine,
    study_file: Path,
    release: ReadRelease,
    largest_loss: float | None,
    *,
    study_table: str | None = None,
) -> Curve:
    """The curve of a study with the release marked; empty, with a note, where it cannot be drawn."""
    settings = release.request.settings
    if settings.criterion is CriterionKind.SHARE:
        return _none("for a criterion about the share of people at risk")
    request = build_deidentify_request(DataSource(str(study_file)), study_table=study_table)
    loss = settings.loss if settings.loss in ADDITIVE else LossKind.NON_UNIFORM_ENTROPY
    request = replace(
        request,
        settings=settings.model_copy(update={"loss": loss, "subsample": None}),
        assessed=replace(request.assessed, thresholds=release.request.assessed.thresholds, sampling=None),
    )
    data = engine.open(request.assessed.data, missing_codes=request.assessed.missing_codes)
    request = resolve(engine, data, with_durations(engine, data, request))
    counted = count_data(engine, data, request)
    space = counted.space
    most = MOST_NODES_WITH_WANDERING if counted.wandering.people else MOST_NODES
    if space.n_nodes > most or space.n_nodes * len(space.table) > MOST_WORK:
        return _none(f"for a lattice of {space.n_nodes:,} nodes over {len(space.table):,} classes")
    is_maximum = settings.criterion is CriterionKind.MAXIMUM
    thresholds = counted.goal.thresholds
    permitted = thresholds.tau if is_maximum else thresholds.largest_average
    total = _all_information(counted)

    def point(levels: tuple[int, ...], lost: float, risk: float, *, is_chosen: bool = False) -> CurvePoint:
        share = min(1.0, lost / total) if total else 0.0
        limit = float(permitted.largest_average)
        is_useful = largest_loss is None or share <= largest_loss
        return CurvePoint(levels, share, risk, is_chosen, risk <= limit * (1 + 1e-12), is_useful)

    found: dict[tuple[tuple[int, ...], float], CurvePoint] = {}
    for size in sorted({*LADDER, permitted.cell_size}):
        node = _best(counted, Threshold(1 / size, size))
        risk = None if node is None else node.maximum_risk if is_maximum else node.average_risk
        if node is None or risk is None:
            continue
        one = point(node.levels, node.loss, risk)
        found.setdefault((one.levels, one.risk), one)
    points = _undominated(list(found.values()))
    if loss in release.losses:
        risk_after = _risk_of_release(engine, release, request.assessed, is_maximum=is_maximum)
        levels = tuple(release.levels.get(one.name, 0) for one in request.quasi_identifiers)
        points = [one for one in points if one.levels != levels or not math.isclose(one.risk, risk_after, rel_tol=1e-9)]
        # Bits add up over people; those who were not drawn have none to lose.
        drawn = settings.subsample or 1.0 if loss is LossKind.NON_UNIFORM_ENTROPY else 1.0
        points.append(point(levels, release.losses[loss] / drawn, risk_after, is_chosen=True))
    what = "the maximum" if is_maximum else "the average"
    who = "journalist" if counted.goal.has_population else "prosecutor"
    words = f"{what} probability of re-identification by a {who}"
    notes = (CELLS,) if settings.suppression is SuppressionKind.CELLS else ()
    if release.request.assessed.sampling is not None:
        notes = (*notes, BY_THE_DATA)
    return Curve(tuple(sorted(points, key=lambda one: (one.loss, -one.risk))), words, permitted.probability, notes)


def _none(why: str) -> Curve:
    return replace(NO_CURVE, notes=(f"The curve of risk against loss is not drawn {why}.",))


def _best(counted: CountedData, limit: Threshold) -> NodeOutcome | None:
    """The node of least loss that keeps to a limit."""
    criterion = replace(counted.criterion, thresholds=Thresholds(limit, average=limit))
    return walk(replace(counted, criterion=criterion))[1]


def _undominated(points: list[CurvePoint]) -> list[CurvePoint]:
    """The points no other is better than in both."""
    kept: list[CurvePoint] = []
    lowest = math.inf
    for one in sorted(points, key=lambda one: (one.loss, one.risk)):
        if one.risk < lowest:
            kept.append(one)
            lowest = one.risk
    return kept


def _all_information(counted: CountedData) -> float:
    """The loss if nothing at all were told."""
    space = counted.space
    tables = additive_loss(space.loss_kind, space.hierarchies, space.frequencies, counted.weights)
    lost = 0.0
    for hierarchy, frequency, left in zip(space.hierarchies, space.frequencies, tables.left, strict=True):
        lost += float(np.dot(left[0][hierarchy.levels[0].groups], frequency))
    return lost / tables.scale


def _risk_of_release(engine: Engine, release: ReadRelease, request: AssessmentRequest, *, is_maximum: bool) -> float:
    """The release's own risk, measured from its file, and in the population where there is one."""
    population = None if request.population is None else told_population(engine, request, release)
    asked = AssessmentRequest(
        data=release.data,
        quasi_identifiers=release.quasi_identifiers,
        declared=release.quasi_identifiers[:1],
        person_key=release.person_key,
        population=population,
        thresholds=release.request.assessed.thresholds,
        durations=release.durations,
        dates=release.request.assessed.dates,
    )
    assessment = measure(engine, asked).assessment
    profile = assessment.journalist or assessment.prosecutor
    return profile.maximum if is_maximum else profile.average
