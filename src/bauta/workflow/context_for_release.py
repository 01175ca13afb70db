"""The goal of a release that follows from the study's context."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bauta.model.threshold import Thresholds
from bauta.model.transformations import CriterionKind
from bauta.workflow.context import context_of
from bauta.workflow.study_files import read_study

OPTION_OF = {"criterion": "--criterion", "threshold": "--threshold", "average": "--lambda", "alpha": "--alpha"}


@dataclass(frozen=True)
class ContextGoal:
    """What a context asks of a release."""

    criterion: CriterionKind
    thresholds: Thresholds | None
    """None where options say what to meet."""
    is_closed: bool
    """Whether classes are to be counted in the data, whatever population the study names."""
    note: str


def goal_from_context(path: Path, options: Sequence[str]) -> ContextGoal | None:
    """The goal of the study at `path`; None where it has no context. `options` are those that override it."""
    study = read_study(path)
    if study.context is None:
        return None
    if options:
        told = (
            f"{' and '.join(options)} {'replaces' if len(options) == 1 else 'replace'} the goal of the study's context."
        )
        return ContextGoal(CriterionKind.MAXIMUM, None, False, told)
    from bauta.workflow.context_risk import context_goal

    context = context_of(study, path.parent)
    assert context is not None
    criterion, thresholds = context_goal(context)
    binding = context.binding
    limit = thresholds.tau if criterion is CriterionKind.MAXIMUM else thresholds.largest_average
    is_population_set_aside = context.is_closed and study.population is not None
    measured = criterion.value.replace("-", " ")
    told = (
        f"The goal follows from the context: threshold {context.threshold.threshold}, and {binding.kind} "
        f"re-identification with probability {binding.probability:.3g} leaves the data {limit} "
        f"({measured})."
    )
    if is_population_set_aside:
        told += " An adversary can know who is in the data, so the population is not counted on."
    return ContextGoal(criterion, thresholds, context.is_closed, told)
