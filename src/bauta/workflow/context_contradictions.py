"""What a study says about its release that cannot all be: a sentence for each."""

from collections.abc import Iterator

from bauta.errors import shown
from bauta.model.context import Answers, ContextSection, Sharing
from bauta.model.framework import QuestionnaireKind
from bauta.model.roles import Role
from bauta.model.study import Study
from bauta.standards.thresholds import threshold_table
from bauta.workflow.context_answers import INADVERTENT, MEMBERSHIP, THRESHOLD

LARGE_SHARE = 0.5
"""A sample of less than this is no large share of its population."""


def contradictions(study: Study, context: ContextSection, answers: Answers) -> list[str]:
    """Everything that cannot be."""
    return [
        *_about_the_recipient(context, answers),
        *_said_twice(context, answers),
        *_about_the_population(study, context, answers),
        *_about_knowledge(study, context),
        *_about_the_threshold(context, answers),
    ]


def _about_the_recipient(context: ContextSection, answers: Answers) -> Iterator[str]:
    kinds = (QuestionnaireKind.CONTROLS, QuestionnaireKind.MOTIVES)
    answered = [kind.value for kind in kinds if answers.get(kind.value)]
    if context.sharing is Sharing.PUBLIC and answered:
        yield (
            f"sharing is public, so nobody is bound by a contract, but {answered[0]} is answered for a recipient; take "
            "the answers out, or share by-request."
        )
    elif context.attacks.deliberate.probability is not None and answered:
        yield f"attacks.deliberate has a probability, and {answered[0]} is answered too; keep one of them."


def _said_twice(context: ContextSection, answers: Answers) -> Iterator[str]:
    if context.membership is not None and answers.get(MEMBERSHIP):
        yield "membership is in the study and among the answers; keep one of them."
    if context.attacks.inadvertent.prevalence is not None and answers.get(INADVERTENT):
        yield "the prevalence is in the study and among the answers; keep one of them."


def _about_the_population(study: Study, context: ContextSection, answers: Answers) -> Iterator[str]:
    fraction = None if study.sampling is None else study.sampling.fraction
    answered = answers.get(MEMBERSHIP, {}).get("whole_population")
    is_whole = answered is not None and answered.answer == "yes"
    is_whole = is_whole or (context.membership is not None and context.membership.whole_population)
    if is_whole and fraction is not None and fraction < LARGE_SHARE:
        yield (
            "membership says that the data hold a whole population or a large share of one, but sampling says that "
            f"they are {fraction:g} of it."
        )


def _about_knowledge(study: Study, context: ContextSection) -> Iterator[str]:
    declared = {name for table in study.tables.values() for name in table.names_of(Role.QUASI_IDENTIFIER)}
    for kind, attack in context.attacks:
        if attack.quasi_identifiers is None:
            continue
        if not attack.quasi_identifiers:
            yield f"attacks.{kind} knows no quasi-identifier at all; leave the list out for all of them."
        for name in attack.quasi_identifiers:
            if name not in declared:
                yield f"attacks.{kind} knows {shown(name)}, which is no quasi_identifier of the study."


def _about_the_threshold(context: ContextSection, answers: Answers) -> Iterator[str]:
    chosen = context.threshold
    if chosen is None or chosen.entry is None:
        return
    table = threshold_table(chosen.table)
    if answers.get(THRESHOLD):
        yield "the line of the table of thresholds is in the study and among the answers; keep one of them."
    if chosen.entry not in table.entries:
        yield f"the table {chosen.table} has no line {shown(chosen.entry)}; it has {', '.join(table.entries)}."
    if table.by_invasion and answers.get(QuestionnaireKind.INVASION.value):
        yield "threshold.entry is given, and invasion_of_privacy, which chooses it, is answered too; keep one of them."
