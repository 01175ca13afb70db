"""Whether a measured release meets what it was made for, by the same decision rules an assessment uses."""

from bauta.model.assessment import Adversary, Assessment, Verdict
from bauta.model.deidentification import Goal
from bauta.model.transformations import CriterionKind

RULE_OF = {
    CriterionKind.MAXIMUM: "D_b",
    CriterionKind.AVERAGE: "D_c",
    CriterionKind.STRICT_AVERAGE: "strict average",
    CriterionKind.SHARE: "D_a",
}


def broken_rule(goal: Goal, after: Assessment) -> str | None:
    """The rule of the goal that the measured release breaks, in words; None where it holds, or was not asked for."""
    if goal.was_met:
        return None
    adversary = Adversary.JOURNALIST if goal.is_journalists else Adversary.PROSECUTOR
    if goal.verifier is not None:
        adversary = Adversary.VERIFIER
    rule = RULE_OF[goal.criterion]
    for entry in after.decision.adversaries:
        for outcome in entry.outcomes:
            if entry.adversary is adversary and outcome.rule == rule and outcome.verdict is Verdict.HIGH:
                return f"{adversary} {rule}: {outcome.value:.4g}, allowed is {outcome.limit:.4g}"
    return None
