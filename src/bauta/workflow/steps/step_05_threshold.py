"""Step 5, determine the re-identification risk threshold: what is acceptable, and what that permits the data.

"As an outcome of the process used to define the threshold, the mitigating controls that need to be imposed [...]
become evident." bauta has a default for measuring; for a release somebody must choose.
"""

from bauta.model.steps import Step
from bauta.workflow.steps import step_03_threat_model
from bauta.workflow.steps.case import Case, Taken, asked, to_json
from bauta.workflow.steps.inputs import of_part, of_steps
from bauta.workflow.steps.step_03_threat_model import settled


def rests_on(case: Case) -> dict[str, str]:
    study = case.study
    chosen = None if study.context is None else study.context.threshold
    inputs = step_03_threat_model.rests_on(case) | of_part("threshold of the context", chosen)
    inputs |= of_part("thresholds", study.thresholds if _is_own(case) else None)
    inputs |= of_part("whether a population is known", [study.population is None, study.sampling is None])
    return inputs | of_steps(case, (Step.THREAT_MODEL,))


def take(case: Case) -> Taken:
    """The threshold with its source, and the largest data risk that each attack leaves."""
    section = case.study.context
    if not _is_own(case) and (section is None or section.threshold is None):
        return asked(
            Step.THRESHOLD,
            "Which risk is acceptable?",
            because="The study chooses no threshold, and a default is no reason.",
            how="Choose a published one, `context: {threshold: {table: NAME}}` (`bauta context --tables` lists them), "
            "or your own, `thresholds: {tau: 0.09}`.",
        )
    context = settled(case, Step.THRESHOLD)
    if isinstance(context, Taken):
        return context
    threshold, binding = context.threshold.threshold, context.binding
    return Taken(
        summary=f"{threshold.probability:.3g} (cell size {threshold.cell_size}); by the {binding.kind} attack the data "
        f"may have {binding.permitted.probability:.3g} (cell size {binding.permitted.cell_size}).",
        evidence={"context": context},
        result=to_json(context),
    )


def _is_own(case: Case) -> bool:
    """Whether the study sets a threshold of its own."""
    return "tau" in case.study.thresholds.model_fields_set
