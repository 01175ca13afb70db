"""What a release had to meet, in words, and which decision rule that is."""

from dataclasses import replace

from bauta.model.assessment import Adversary, Decision, RuleOutcome
from bauta.model.deidentification import Deidentification, Goal
from bauta.model.threshold import STRICT_AVERAGE_FLOOR
from bauta.model.transformations import CriterionKind, SuppressionKind
from bauta.report.figures import count, people, percent

RULE_OF = {
    CriterionKind.MAXIMUM: "D_b",
    CriterionKind.AVERAGE: "D_c",
    CriterionKind.STRICT_AVERAGE: "strict average",
    CriterionKind.SHARE: "D_a",
}
SUPPRESSED_WHAT = {
    SuppressionKind.RECORDS: "left out",
    SuppressionKind.QUASI_IDENTIFIERS: "without quasi-identifiers",
    SuppressionKind.CELLS: "with suppressed cells",
}


def adversary_of(goal: Goal) -> Adversary:
    """Whom the goal guards against."""
    if goal.verifier is not None:
        return Adversary.VERIFIER
    return Adversary.JOURNALIST if goal.is_journalists else Adversary.PROSECUTOR


def basis_of(goal: Goal) -> str:
    """Whose classes the goal is about."""
    if goal.sampling is not None:
        return "estimate"
    return "population" if goal.has_population else "data"


def decision_by_goal(result: Deidentification) -> Decision:
    """All rules on the release, the verdict being that of the rule it had to meet."""
    decision = result.after.decision
    rule, adversary = RULE_OF[result.goal.criterion], adversary_of(result.goal)
    outcome = next(outcome for outcome in rules_for(decision, adversary) if outcome.rule == rule)
    return replace(decision, rule_verdict=outcome.verdict, decided_by=f"{adversary} {rule}")


def rules_for(decision: Decision, adversary: Adversary) -> tuple[RuleOutcome, ...]:
    """The rules applied to one adversary."""
    return next(entry.outcomes for entry in decision.adversaries if entry.adversary is adversary)


def _verifier_in_words(goal: Goal) -> str:
    """Why the cell size is another than the threshold's own."""
    if goal.verifier is None:
        return ""
    attempts = "1 attempt" if goal.verifier.attempts == 1 else f"{count(goal.verifier.attempts)} attempts"
    return (
        f", so that {attempts} to verify, each telling with probability {float(goal.verifier.probability):.4g}, "
        f"succeed with probability {goal.thresholds.tau.probability:.4g} at most"
    )


def what_the_optimum_rests_on(result: Deidentification) -> str:
    """What an optimum rests on, to follow "loses less": for an average other people to suppress were not tried, and
    classes are lower bounds where people are in several.
    """
    is_average = result.goal.criterion in {CriterionKind.AVERAGE, CriterionKind.STRICT_AVERAGE}
    words = " with the people most at risk suppressed first" if is_average and result.goal.suppression_limit > 0 else ""
    if result.goal.sampling is not None:
        words = (
            f" against a {adversary_of(result.goal)} whose risk is estimated in a population of "
            f"{people(result.goal.sampling.population_size)}, with the people most at risk suppressed first"
        )
    if result.before.unit.people_in_several_classes:
        words += ", as people are counted here, each in one class; with rows that differ, finer levels might do"
    return words


def goal_in_words(goal: Goal) -> str:
    """What is asked of a release."""
    tau, average = goal.thresholds.tau, goal.thresholds.largest_average.probability
    at_risk = (
        f"matching fewer than {people(tau.cell_size)} of the population"
        if goal.is_journalists
        else f"in a class smaller than {count(tau.cell_size)}"
    )
    match goal.criterion:
        case CriterionKind.MAXIMUM:
            return f"nobody {at_risk}{_verifier_in_words(goal)}"
        case CriterionKind.AVERAGE:
            return f"an average risk of at most {average:.4g}"
        case CriterionKind.STRICT_AVERAGE:
            floor = STRICT_AVERAGE_FLOOR.cell_size
            return f"no class smaller than {floor}, an average risk of at most {average:.4g}"
        case CriterionKind.SHARE:
            return f"at most {percent(goal.thresholds.alpha)} of people {at_risk}"
