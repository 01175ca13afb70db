"""Step 3, perform threat modeling: the plausible adversaries, what they can know, and how likely they are to try.

"(1) identification of the plausible adversaries and what information they may be able to access, and (2)
determination of the quasi-identifiers in the data set." Everything that is not answered is asked at once.
"""

from typing import Any

from bauta.errors import ContextContradictory, ContextMissing, ContextUnanswered, NoQuasiIdentifiers
from bauta.model.context import ContextSection
from bauta.model.roles import Role
from bauta.model.steps import Step
from bauta.model.threat import ReleaseContext
from bauta.workflow.context import settle_context
from bauta.workflow.steps.case import Case, Taken, asked, to_json
from bauta.workflow.steps.inputs import of_file, of_part, of_variables
from bauta.workflow.steps.words import counted


def rests_on(case: Case) -> dict[str, str]:
    context = case.study.context
    inputs = of_variables(case, "role")
    if context is None:
        return inputs | of_part("context", None)
    return inputs | of_part("context", context.model_copy(update={"threshold": None})) | of_files(case, context)


def of_files(case: Case, context: ContextSection) -> dict[str, str]:
    """The files that the context names: answers, and questionnaires of one's own."""
    inputs: dict[str, str] = {}
    if isinstance(context.answers, str):
        inputs |= of_file(case, "answers", case.path.parent / context.answers)
    if "." in context.framework:
        inputs |= of_file(case, "framework", case.path.parent / context.framework)
    return inputs


def take(case: Case) -> Taken:
    """The attacks that apply, with their probabilities."""
    if not case.table.names_of(Role.QUASI_IDENTIFIER):
        return asked(
            Step.THREAT_MODEL,
            "Which variables could an adversary know?",
            because=str(NoQuasiIdentifiers(path=case.path)),
            how="Give variables the role quasi_identifier; `bauta profile` suggests which.",
        )
    context = settled(case, Step.THREAT_MODEL)
    if isinstance(context, Taken):
        return context
    threat = _without_threshold(to_json(context))
    kinds = ", ".join(f"{attack.kind} (probability {attack.probability:.3g})" for attack in context.attacks)
    return Taken(
        summary=f"Shared {context.sharing}; {counted(len(context.attacks), 'attack')}: {kinds}.",
        evidence={"threat": threat},
        result=threat,
    )


def settled(case: Case, step: Step) -> ReleaseContext | Taken:
    """What follows from the context, or the question that is still open."""
    try:
        return settle_context(case.study, case.path.parent)
    except ContextMissing as error:
        text, because = "Who gets the data, how, and what could happen there?", str(error)
    except ContextUnanswered as error:
        text, because = "How are these questions about the recipient and the data answered?", str(error)
    except ContextContradictory as error:
        text, because = "Which of these is true?", str(error)
    return asked(
        step, text, because=because, how=f"`{case.command('context')}` asks and explains, and keeps the answers."
    )


def _without_threshold(context: dict[str, Any]) -> dict[str, Any]:
    """The threat alone: what risk it permits is for step 5 to say."""
    attacks = [{key: value for key, value in attack.items() if key != "permitted"} for attack in context["attacks"]]
    return {**{key: value for key, value in context.items() if key != "threshold"}, "attacks": attacks}
