"""What to say when no node meets the criterion: what would, tried out before it is advised."""

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bauta.errors import ThresholdUnreachable
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.model.verification import Verifier
from bauta.risk.verification import threshold_against
from bauta.workflow.find_cells import people_with_cells
from bauta.workflow.plan_hierarchy import PlannedHierarchy
from bauta.workflow.wandering import hold_for_wandering

if TYPE_CHECKING:  # importing these loads the kernels
    from bauta.search.evaluate import NodeJudge
    from bauta.search.space import Node
    from bauta.workflow.count_data import CountedData

MOST_TRIALS = 30


def unreachable(counted: "CountedData", judge: "NodeJudge") -> ThresholdUnreachable:
    """No node meets the criterion within the limit; the nodes that were judged say how far off that is."""
    from bauta.search import positions

    goal, n = counted.goal, counted.n_people
    needed, node = min((int(measures[positions.SUPPRESSED]), node) for node, measures in judge.known.items())
    remedies = []
    limit = _limit_that_does(counted, node)
    if limit is not None:
        remedies.append(f"Allow --suppression-limit {float(limit):g}")
    if goal.criterion is CriterionKind.MAXIMUM:
        cell_size = next((k for k in _cell_sizes(counted, judge) if _can_meet(counted, k)), None)
        if cell_size is not None:
            remedies.append(f"{'use' if remedies else 'Use'} a cell size of at most {cell_size}, which can be met")
    is_planned = any(isinstance(built, PlannedHierarchy) for built in counted.built)  # a plan leaves nothing to choose
    highest = [hierarchy.height - 1 for hierarchy in counted.hierarchies]
    if not is_planned and any(top < high for top, high in zip(counted.space.top, highest, strict=True)):
        remedies.append("allow higher levels" if remedies else "Allow higher levels")
    if not remedies:
        remedies.append("There are too few people")
    return ThresholdUnreachable(
        limit=f"{100 * goal.suppression_limit:g} %", needed=f"{needed:,}", records=f"{n:,}",
        remedy="; or ".join(remedies) + ".",
    )  # fmt: skip


def _limit_that_does(counted: "CountedData", node: "Node") -> Fraction | None:
    """A suppression limit with which the node meets the criterion, to three digits; None where there is none.

    Under a higher limit the criterion may be held more strictly, for people with rows in several classes.
    """
    n = counted.space.n_records
    limit = counted.criterion.suppression_limit
    for _ in range(MOST_TRIALS):
        suppressed, allowed = _suppressed(counted, node, counted.goal.thresholds, limit)
        if suppressed <= allowed:
            return limit
        if suppressed >= n:
            return None
        limit = Fraction(math.ceil(Fraction(1000 * suppressed, n)), 1000)
    return None


def _cell_sizes(counted: "CountedData", judge: "NodeJudge") -> "Iterator[int]":
    """Cell sizes worth trying, the largest first: sizes of classes at the most general node.

    Against an adversary who verifies, a cell size asks for larger classes: the largest that these are enough for.
    """
    table = judge.classes_at(counted.space.top)
    matches = table.matches if len(table.matches) else table.people
    sizes = np.unique(matches[table.people > 0])[::-1].tolist()
    goal = counted.goal
    worth = [size for size in sizes if 1 < size < goal.thresholds.tau.cell_size][:MOST_TRIALS]
    if goal.verifier is not None:
        asked = math.ceil(1 / goal.thresholds.tau.probability)
        worth = [_most_within(goal.verifier, size, asked) for size in worth]
    yield from (size for size in dict.fromkeys(worth) if size > 1)


def _most_within(verifier: Verifier, class_size: int, below: int) -> int:
    """The largest cell size below one for which classes of this size are enough against a verifier; 1 if none is."""
    low, high = 1, below
    while high - low > 1:
        middle = (low + high) // 2
        if threshold_against(verifier, Threshold(1 / middle, middle)).cell_size <= class_size:
            low = middle
        else:
            high = middle
    return low


def _can_meet(counted: "CountedData", cell_size: int) -> bool:
    tau, verifier = Threshold(1 / cell_size, cell_size), counted.goal.verifier
    thresholds = replace(counted.goal.thresholds, tau=tau if verifier is None else threshold_against(verifier, tau))
    limit = counted.criterion.suppression_limit
    suppressed, allowed = _suppressed(counted, counted.space.top, thresholds, limit)
    return suppressed <= allowed


def _suppressed(counted: "CountedData", node: "Node", thresholds: Thresholds, limit: Fraction) -> tuple[int, int]:
    """How many people would be suppressed at a node, with those who lose some of their rows, and how many might be."""
    from bauta.search import positions
    from bauta.search.criterion import Criterion
    from bauta.search.solution import classes_of_node
    from bauta.workflow.wandering_judge import judge_of

    goal, n = counted.goal, counted.space.n_records
    criterion = hold_for_wandering(
        Criterion(goal.criterion, thresholds, goal.suppression, limit),
        counted.n_people,
        counted.wandering.people,
        has_population=goal.has_population,
    )
    judge = judge_of(replace(counted, criterion=criterion))
    suppressed = int(judge(node)[positions.SUPPRESSED])
    allowed = criterion.most_suppressed(n)
    if goal.suppression is SuppressionKind.CELLS and suppressed <= allowed:
        suppressed = people_with_cells(counted, classes_of_node(judge, node), thresholds.tau.cell_size)
    return suppressed, allowed
