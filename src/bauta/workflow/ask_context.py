"""The open questions of a release asked one by one; every answer is kept at once, so that stopping loses nothing."""

from collections.abc import Callable
from pathlib import Path

from bauta.errors import printable
from bauta.model.context import Answer, Answers
from bauta.model.framework import QuestionnaireKind
from bauta.model.study import Study
from bauta.model.threat import ReleaseContext
from bauta.workflow.context import settle_context
from bauta.workflow.context_answers import (
    OpenQuestion,
    answers_of,
    open_questions,
    read_answers,
    read_framework,
    wrong_answers,
)
from bauta.workflow.output import write_whole

DEFAULT_FILE = "answers.yaml"
Ask = Callable[[OpenQuestion, int, int], Answer]
"""Asks a question, the n-th of so many, until it gets an answer that the question offers."""


def answers_file(study: Study, folder: Path, given: Path | None) -> Path:
    """Where answers are kept: what was asked for, what the study names, or a file beside it."""
    if given is not None:
        return given
    named = study.context.answers if study.context is not None else None
    return folder / (named if isinstance(named, str) else DEFAULT_FILE)


def kept_answers(study: Study, folder: Path, file: Path) -> Answers:
    """The answers there are: those in the file, and those written in the study itself."""
    context = study.context
    assert context is not None
    inline = context.answers if isinstance(context.answers, dict) else {}
    if file.exists():
        return _joined(inline, read_answers(file))
    if isinstance(context.answers, str) and folder / context.answers != file:
        return answers_of(context, folder)
    return inline


def settle_without_asking(study: Study, folder: Path, given: Path | None = None) -> ReleaseContext:
    """What follows from the context with the answers there are; raises ContextUnanswered where some are open."""
    if given is not None:
        read_answers(given)  # a name that was mistyped must not pass for a file without answers
    file = answers_file(study, folder, given)
    return settle_context(study, folder, answers=None if study.context is None else kept_answers(study, folder, file))


def unnamed_answers(study: Study, folder: Path, given: Path | None = None) -> str | None:
    """What to tell somebody whose answers are in a file that the study does not name; None where all is well."""
    file = answers_file(study, folder, given)
    if study.context is None or isinstance(study.context.answers, str) or not file.exists():
        return None
    name = printable(file.name)
    return f"The study does not name the file of its answers. Add under `context:`  answers: {name}"


def ask_open_questions(study: Study, folder: Path, file: Path, ask: Ask) -> Answers:
    """All answers, after every open question was asked; each is written to `file` as soon as it is given."""
    context = study.context
    assert context is not None
    framework = read_framework(context, folder)
    answers = kept_answers(study, folder, file)
    waiting = () if wrong_answers(context, framework, answers) else open_questions(context, framework, answers)
    for number, question in enumerate(waiting, start=1):
        answer = ask(question, number, len(waiting))
        answers = _joined(answers, {question.section: {question.key: answer}})
        write_answers(file, answers)
    return answers


def write_answers(file: Path, answers: Answers) -> None:
    """The answers as YAML, in one step."""
    import yaml

    plain = {
        section: {key: answer.model_dump(exclude_none=True) for key, answer in given.items()}
        for section, given in answers.items()
    }
    text = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)
    write_whole(
        file, f"# Answers about the release: bauta context. Who decided, and on what grounds.\n{text}", overwrite=True
    )


def title_of(study: Study, folder: Path, section: str) -> str:
    """The title of a questionnaire, to be shown above its first question."""
    assert study.context is not None
    kinds = {kind.value: kind for kind in QuestionnaireKind}
    if section not in kinds:
        return section.capitalize()
    entry = read_framework(study.context, folder).questionnaires[kinds[section]]
    return f"{entry.title}. {entry.asks}"


def _joined(one: Answers, other: Answers) -> Answers:
    """Both; where they answer the same question, the second."""
    sections = [*one, *(section for section in other if section not in one)]
    return {section: {**one.get(section, {}), **other.get(section, {})} for section in sections}
