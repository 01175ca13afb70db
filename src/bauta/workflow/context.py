"""From what a study says about its release to what follows: attacks, how likely they are, what the data may risk."""

from pathlib import Path
from typing import TYPE_CHECKING

from bauta.errors import ContextContradictory, ContextMissing, ContextUnanswered
from bauta.model.threat import ChosenThreshold, QuestionnaireScore, ReleaseContext
from bauta.model.threshold import Threshold

if TYPE_CHECKING:  # pydantic takes a tenth of a second to import, which a command without a study need not pay
    from bauta.model.context import Answers, ContextSection, MembershipSection
    from bauta.model.framework import Framework, QuestionnaireKind, ThresholdTable
    from bauta.model.study import Study


def published_thresholds() -> "dict[str, ThresholdTable]":
    """Every table of thresholds a study may name."""
    from bauta.standards.thresholds import threshold_tables

    return threshold_tables()


def context_of(study: "Study", folder: Path) -> ReleaseContext | None:
    """What follows from the study's context; None where it has none."""
    return None if study.context is None else settle_context(study, folder)


def threshold_in_context(study: "Study", folder: Path) -> Threshold | None:
    """The threshold that the context chooses, where the study sets none of its own and no question is open."""
    context = study.context
    if context is None or context.threshold is None or "tau" in study.thresholds.model_fields_set:
        return None
    try:
        return settle_context(study, folder).threshold.threshold
    except ContextUnanswered:
        return None


def settle_context(study: "Study", folder: Path, *, answers: "Answers | None" = None) -> ReleaseContext:
    """Everything that follows from the study's `context:`; relative paths in it start from `folder`.

    `answers` stands in for the study's own. Raises ContextUnanswered with every question that is open, and
    ContextContradictory with everything that cannot be.
    """
    from bauta.workflow.context_answers import (
        answers_of,
        membership_of,
        open_questions,
        read_framework,
        wrong_answers,
    )
    from bauta.workflow.context_attacks import attacks_of
    from bauta.workflow.context_contradictions import contradictions

    context = study.context
    if context is None:
        raise ContextMissing(path="The study")
    framework = read_framework(context, folder)
    given = answers_of(context, folder) if answers is None else answers
    problems = [*wrong_answers(context, framework, given), *contradictions(study, context, given)]
    if problems:
        raise ContextContradictory(problems=_listed(problems))
    open_ones = open_questions(context, framework, given)
    if open_ones:
        count = "1 question" if len(open_ones) == 1 else f"{len(open_ones)} questions"
        raise ContextUnanswered(count=count, problems=_listed([str(question) for question in open_ones]))
    scores = _scores(framework, given)
    threshold, threshold_notes = _threshold(study, context, framework, scores, given)
    membership = membership_of(context, given)
    attacks, not_applicable, attack_notes = attacks_of(
        context, framework, scores, given, threshold.threshold, is_closed=membership.is_closed
    )
    return ReleaseContext(
        sharing=context.sharing,
        mechanism=context.mechanism,
        recipient=context.recipient,
        purpose=context.purpose,
        is_closed=membership.is_closed,
        membership=_membership_in_words(membership),
        threshold=threshold,
        attacks=attacks,
        not_applicable=not_applicable,
        scores=tuple(scores.values()),
        framework=f"{framework.title}. {framework.source}" if scores else None,
        conditions=_conditions(framework, scores),
        notes=(*_notes(study, context, membership), *threshold_notes, *attack_notes),
    )


def _scores(framework: "Framework", answers: "Answers") -> "dict[QuestionnaireKind, QuestionnaireScore]":
    """Every questionnaire that was answered in full."""
    from bauta.risk.questionnaires import score_questionnaire

    return {
        kind: score_questionnaire(kind, entry, answers[kind.value])
        for kind, entry in framework.questionnaires.items()
        if entry.questions.keys() <= answers.get(kind.value, {}).keys()
    }


def _threshold(
    study: "Study",
    context: "ContextSection",
    framework: "Framework",
    scores: "dict[QuestionnaireKind, QuestionnaireScore]",
    answers: "Answers",
) -> tuple[ChosenThreshold, list[str]]:
    """The threshold, and what there is to say about it."""
    from bauta.model.framework import QuestionnaireKind
    from bauta.standards.thresholds import threshold_table
    from bauta.workflow.context_answers import THRESHOLD

    is_own = "tau" in study.thresholds.model_fields_set
    chosen = context.threshold
    if chosen is None:
        tau = study.thresholds.tau
        if is_own:
            return ChosenThreshold(tau, "the study's own thresholds", "The study sets tau itself."), []
        source = threshold_table("precedents").source
        return ChosenThreshold(tau, source, "None was chosen, so the precedent most often met: classes of five."), []
    table = threshold_table(chosen.table)
    notes = []
    if chosen.entry is not None:
        entry, why = chosen.entry, "The study names this line."
    elif table.by_invasion:
        score = scores[QuestionnaireKind.INVASION]
        entry = framework.invasion_as.get(score.band, score.band)
        why = f"Invasion of privacy is {score.band} ({score.percent:.3g} of 100)."
        if score.triggers:
            trigger = score.triggers[0]
            why = f"Invasion of privacy is {score.band}: {trigger.text} {trigger.answer.capitalize()}."
        if entry not in table.entries:
            entry = next(reversed(table.entries))
            notes.append(f"The table of thresholds has no line for {score.band}; the last, strictest line was taken.")
    elif len(table.entries) == 1:
        entry, why = next(iter(table.entries)), "It is the only line of its table."
    else:
        entry, why = answers[THRESHOLD]["entry"].answer, "This line was chosen among the answers."
    if context.sharing not in table.sharing:
        meant = " or ".join(sharing.value for sharing in table.sharing)
        notes.append(f"{table.title}: this threshold is meant for {meant} data, not for data shared {context.sharing}.")
    if is_own:
        notes.append("The study's own tau is for the figures of `assess`; the context's threshold decides here.")
    if chosen.note:
        why = f"{why} {chosen.note[:1].upper()}{chosen.note[1:].rstrip('.')}."
    line = table.entries[entry]
    return ChosenThreshold(line.threshold, f"{table.source}, {entry}", why), notes


def _membership_in_words(membership: "MembershipSection") -> str:
    reasons = [
        words
        for holds, words in (
            (membership.whole_population, "the data hold a whole population or a large share of one"),
            (membership.findable, "it is easy to find out who is in them"),
            (membership.self_revealed, "people tell others that they took part"),
        )
        if holds
    ]
    if not reasons:
        return "An adversary cannot know who is in the data, so the journalist's risk applies."
    return f"An adversary can know who is in the data, because {' and '.join(reasons)}: the prosecutor's risk applies."


def _conditions(framework: "Framework", scores: "dict[QuestionnaireKind, QuestionnaireScore]") -> tuple[str, ...]:
    from bauta.model.framework import QuestionnaireKind

    score = scores.get(QuestionnaireKind.CONTROLS)
    if score is None:
        return ()
    questions = framework.questionnaires[QuestionnaireKind.CONTROLS].questions
    kept = [questions[one.question].condition for one in score.questions if one.answer == "yes"]
    return tuple(condition for condition in kept if condition is not None)


def _notes(study: "Study", context: "ContextSection", membership: "MembershipSection") -> list[str]:
    """What is not wrong but should be known."""
    from bauta.model.context import Sharing

    notes = []
    if context.sharing is Sharing.PUBLIC and context.recipient is not None:
        notes.append("The data are public: anybody can get them, not only the recipient who is named.")
    if membership.is_closed and (study.population is not None or study.sampling is not None):
        notes.append("An adversary can know who is in the data, so the population the study names is not used here.")
    if not membership.is_closed and study.population is None and study.sampling is None:
        notes.append(
            "Nothing is known of the population, so the prosecutor's risk, which is never lower, stands in for the "
            "journalist's."
        )
    return notes


def _listed(problems: list[str]) -> str:
    return problems[0] if len(problems) == 1 else "".join(f"\n  {problem}" for problem in problems)
