"""The questions of a release: which are asked, what was answered, and what is still open."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bauta.errors import shown
from bauta.model.context import Answer, Answers, ContextSection, Mechanism, MembershipSection, Sharing
from bauta.model.framework import Framework, QuestionnaireKind
from bauta.model.study_text import FileKind, parse_part
from bauta.risk.questionnaires import points_of
from bauta.standards.frameworks import framework_by_name, parse_framework
from bauta.standards.thresholds import threshold_table
from bauta.workflow.study_files import is_study_file, read_text

MEMBERSHIP = "membership"
INADVERTENT = "inadvertent"
THRESHOLD = "threshold"
YES_OR_NO = ("yes", "no")
MEMBERSHIP_QUESTIONS = {
    "whole_population": "Do the data hold everybody of a population, or a large share of it?",
    "findable": "Is it easy to find out who is in the data, for a parent or a colleague, say?",
    "self_revealed": "Do people tell others that they took part, as they do in most clinical trials?",
}
"""El Emam 2011, appendix: one yes, and an adversary can know who is in the data."""
PREVALENCE = "What share of people has what everybody in the data has, such as the disease (0.0013, say)?"
ENTRY = "Which line of the table of thresholds?"


@dataclass(frozen=True)
class OpenQuestion:
    """A question that must be answered before anything follows."""

    section: str
    """The questionnaire, or membership, inadvertent or threshold."""
    key: str
    text: str
    options: tuple[str, ...]
    """What may be answered; a number from 0 to 1 where there is none."""
    place: str
    """Where a study answers it."""

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


def read_framework(context: ContextSection, folder: Path) -> Framework:
    """The framework the study names: one that comes with bauta, or a file beside the study."""
    if not is_study_file(context.framework):
        return framework_by_name(context.framework)
    path = folder / context.framework
    return parse_framework(read_text(path, "a framework"), path=str(path))


def read_answers(path: Path) -> Answers:
    """The answers in a file: a section for each questionnaire; raises StudyInvalid naming each faulty line."""
    opening = "answers start with a questionnaire, such as `mitigating_controls:`"
    kind = FileKind("a file of answers", opening, set(Answer.model_fields))
    return parse_part(read_text(path, "a file of answers"), Answers, kind, path=str(path))


def answers_of(context: ContextSection, folder: Path) -> Answers:
    """What the study says, itself or in a file beside it."""
    if isinstance(context.answers, str):
        return read_answers(folder / context.answers)
    return context.answers or {}


def questionnaires_asked(context: ContextSection) -> tuple[QuestionnaireKind, ...]:
    """The questionnaires that something depends on."""
    asked = []
    is_for_recipient = context.sharing is Sharing.BY_REQUEST and context.mechanism is Mechanism.MICRODATA
    if is_for_recipient and context.attacks.deliberate.probability is None:
        asked += [QuestionnaireKind.CONTROLS, QuestionnaireKind.MOTIVES]
    chosen = context.threshold
    if chosen is not None and chosen.entry is None and threshold_table(chosen.table).by_invasion:
        asked.append(QuestionnaireKind.INVASION)
    return tuple(asked)


def open_questions(context: ContextSection, framework: Framework, answers: Answers) -> tuple[OpenQuestion, ...]:
    """Every question that must be answered and is not, in the order they are asked."""
    found = []
    if context.membership is None:
        given = answers.get(MEMBERSHIP, {})
        found += [
            OpenQuestion(MEMBERSHIP, key, text, YES_OR_NO, f"context.membership.{key}")
            for key, text in MEMBERSHIP_QUESTIONS.items()
            if key not in given
        ]
    inadvertent = context.attacks.inadvertent
    is_prevalence_asked = context.sharing is not Sharing.PUBLIC and inadvertent.plausible
    if is_prevalence_asked and inadvertent.prevalence is None and "prevalence" not in answers.get(INADVERTENT, {}):
        place = "context.attacks.inadvertent.prevalence"
        found.append(OpenQuestion(INADVERTENT, "prevalence", PREVALENCE, (), place))
    chosen = context.threshold
    if chosen is not None and chosen.entry is None and "entry" not in answers.get(THRESHOLD, {}):
        table = threshold_table(chosen.table)
        if not table.by_invasion and len(table.entries) > 1:
            found.append(OpenQuestion(THRESHOLD, "entry", ENTRY, tuple(table.entries), "context.threshold.entry"))
    for kind in questionnaires_asked(context):
        questionnaire, given = framework.questionnaires[kind], answers.get(kind.value, {})
        found += [
            OpenQuestion(
                kind.value,
                key,
                question.text,
                tuple(points_of(questionnaire, question)),
                f"context.answers.{kind.value}.{key}",
            )
            for key, question in questionnaire.questions.items()
            if key not in given
        ]
    return tuple(found)


def wrong_answers(context: ContextSection, framework: Framework, answers: Answers) -> list[str]:
    """A sentence for every answer to a question there is not, or that the question does not offer."""
    allowed: dict[str, dict[str, tuple[str, ...]]] = {
        kind.value: {key: tuple(points_of(entry, question)) for key, question in entry.questions.items()}
        for kind, entry in framework.questionnaires.items()
    }
    allowed[MEMBERSHIP] = dict.fromkeys(MEMBERSHIP_QUESTIONS, YES_OR_NO)
    allowed[INADVERTENT] = {"prevalence": ()}
    entries = () if context.threshold is None else tuple(threshold_table(context.threshold.table).entries)
    allowed[THRESHOLD] = {"entry": entries}
    problems = []
    for section, given in answers.items():
        if section not in allowed:
            problems.append(f"there is no questionnaire {shown(section)}; there are {', '.join(allowed)}.")
            continue
        for key, answer in given.items():
            if key not in allowed[section]:
                problems.append(f"{section} has no question {shown(key)}.")
            elif not allowed[section][key]:
                if section == INADVERTENT and _share(answer.answer) is None:
                    problems.append(f"{section}.{key} must be answered with a number above 0 and at most 1.")
            elif answer.answer not in allowed[section][key]:
                problems.append(f"{section}.{key} must be answered with {_either(allowed[section][key])}.")
    return problems


def membership_of(context: ContextSection, answers: Answers) -> MembershipSection:
    """The three conditions, as the study or the answers have them."""
    if context.membership is not None:
        return context.membership
    given = answers[MEMBERSHIP]
    said = {key: given[key].answer == "yes" for key in MEMBERSHIP_QUESTIONS}
    return MembershipSection(**said, note=_joined_notes(given))


def prevalence_of(context: ContextSection, answers: Answers) -> float:
    """The prevalence, as the study or the answers have it."""
    declared = context.attacks.inadvertent.prevalence
    if declared is not None:
        return declared
    answered = _share(answers[INADVERTENT]["prevalence"].answer)
    assert answered is not None  # wrong answers were refused
    return answered


def _share(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 < number <= 1 else None


def _either(options: tuple[str, ...]) -> str:
    return f"{', '.join(options[:-1])} or {options[-1]}" if len(options) > 1 else options[0]


def _joined_notes(given: Mapping[str, Answer]) -> str | None:
    return "; ".join(answer.note for answer in given.values() if answer.note) or None
