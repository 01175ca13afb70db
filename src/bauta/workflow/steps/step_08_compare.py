"""Step 8, compare the actual risk with the threshold: whether the data must be changed."""

from bauta.model.assessment import Verdict
from bauta.model.steps import Step
from bauta.model.threat import ContextRisk
from bauta.workflow.steps.case import Case, Taken
from bauta.workflow.steps.inputs import of_steps


def rests_on(case: Case) -> dict[str, str]:
    return of_steps(case, (Step.RISK,))


def take(case: Case) -> Taken:
    """Whether any attack exceeds what is permitted."""
    risk = case.evidence(Step.RISK, "risk_before", ContextRisk)
    needs_change = risk.verdict is Verdict.HIGH
    limit = risk.threshold.threshold.probability
    compared = f"{risk.overall:.3g} against {limit:.3g} permitted"
    words = "the data must be changed" if needs_change else "masking the direct identifiers is enough"
    return Taken(
        summary=f"{risk.verdict}: {compared}; {words}.", evidence={"needs_change": needs_change}, result=needs_change
    )
