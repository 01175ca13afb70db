"""Step 7, evaluate the actual risk: every attack of the context, measured on the data as they are."""

from dataclasses import replace

from bauta.model.steps import Step
from bauta.workflow.assess import assess
from bauta.workflow.context_risk import context_goal, measure_context_risk
from bauta.workflow.steps.case import Case, Taken, to_json
from bauta.workflow.steps.days import days_counted, of_days
from bauta.workflow.steps.inputs import of_part, of_person_key, of_steps, of_variables


def rests_on(case: Case) -> dict[str, str]:
    return (
        of_variables(case, "role", "values")
        | of_person_key(case)
        | of_part("how missing values compare", case.study.missing)
        | of_part("adversary who verifies", case.study.adversary)
        | of_days(case)
        | of_steps(case, (Step.THRESHOLD, Step.IMPORT))
    )


def take(case: Case) -> Taken:
    """The assessment of the data, and the risk from each attack."""
    context = case.context
    request = replace(days_counted(case), thresholds=context_goal(context)[1])
    before = assess(case.at_work, request)
    risk = measure_context_risk(case.at_work, request, context, measured=before)
    worst = max(risk.risks, key=lambda one: one.overall)
    return Taken(
        summary=f"Risk {risk.overall:.3g} by the {worst.attack.kind} attack; "
        f"{before.sample_uniques:,} of {before.records:,} people are unique.",
        evidence={"before": before, "risk_before": risk},
        result=to_json(risk),
    )
