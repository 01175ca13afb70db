"""Where a study stands, in words and as JSON: the eleven steps, what is asked, and what to type next."""

from typing import Any

from bauta.errors import printable
from bauta.model.steps import Acceptance, PersonalDecision, Step, StepState, StepStatus, StudyStatus
from bauta.report.page import Cell, Column, Headline, Page, Paragraph, Row, Section, Table, Tone, cells
from bauta.report.render_json import check_strict
from bauta.report.version import bauta_version

STEPS_JSON_KEYS = {
    "bauta": "The version of bauta that made this.",
    "study": "The study file.",
    "folder": "Where the records of its steps are.",
    "is_done": "Whether all eleven steps are done and hold.",
    "taken": "Keys of the steps that this run took; the others held, or were not reached.",
    "next": "The command to type next; empty where nothing is left to do.",
    "question": "What a person must decide before the study goes on; null where nothing is asked.",
    "question.step": "The key of the step that asks.",
    "question.text": "The question.",
    "question.because": "Why it cannot be answered from what is known.",
    "question.how": "The command, or the lines of the study, that answer it.",
    "steps": "The eleven steps of El Emam and Malin (2015), Figure 7.",
    "steps[].number": "1 to 11.",
    "steps[].step": "Its key.",
    "steps[].title": "What is done there.",
    "steps[].state": "done, stale (something it rests on has changed since), waiting (a person must decide) or open.",
    "steps[].summary": "What was decided or found, in a sentence; empty where nothing was.",
    "steps[].why": "Of a stale step what changed; of a waiting one the question.",
    "steps[].at": "When the step was taken; empty where it was not.",
    "steps[].decision": "What a person decided; null where nobody did.",
    "steps[].decision.decision": "accepted or rejected.",
    "steps[].decision.by": "Who decided.",
    "steps[].decision.note": "On what grounds.",
    "steps[].decision.at": "When.",
}
TONES = {
    StepState.DONE: Tone.GOOD,
    StepState.STALE: Tone.WARNING,
    StepState.WAITING: Tone.WARNING,
    StepState.OPEN: Tone.QUIET,
}


WHO_GETS_WHAT = (
    "The recipient gets release/ and the recipient's edition of the report. With you stay custodian/, the study with "
    "its records, and the full edition, which is for whoever signs and for the regulator."
)


def steps_sections(status: StudyStatus) -> Page:
    """The steps in a table, then the question, then what to type."""
    rows = tuple(_row(one, was_taken=one.step in status.taken) for one in status.steps)
    columns = (Column("Step"), Column("State"), Column("What was decided or found"))
    sections = [Section("The eleven steps", (Table("", columns, rows),))]
    question = status.question
    if question is not None:
        parts = (Paragraph(question.text), Paragraph(question.because), Paragraph(question.how))
        sections.append(Section(f"Question of step {question.step.value}", parts))
    if status.next:
        sections.append(Section("Next", (Paragraph(status.next, is_command=True),)))
    if status.is_done:
        sections.append(Section("Who gets what", (Paragraph(WHO_GETS_WHAT),)))
    return Page(title="Study", source=status.study, headline=_headline(status), lead=(), sections=tuple(sections))


def decision_sections(status: StudyStatus) -> Page:
    """What was decided, on what, and what to type next."""
    diagnosed = status.steps[Step.DIAGNOSE - 1]
    decision = diagnosed.decision
    assert decision is not None
    is_good = decision.decision == Acceptance.ACCEPTED
    sentence = _decided(decision).partition(" ")[2]
    headline = Headline(decision.decision.upper(), Tone.GOOD if is_good else Tone.WARNING, sentence, "", label="Study")
    parts = [Paragraph(f"The release: {status.steps[Step.ANONYMIZE - 1].summary}"), Paragraph(diagnosed.summary)]
    next_one = Section("Next", (Paragraph(status.next, is_command=True),))
    return Page("Study", status.study, headline, (), (Section("What it is about", tuple(parts)), next_one))


def _headline(status: StudyStatus) -> Headline:
    done = sum(one.state is StepState.DONE for one in status.steps)
    if status.is_done:
        export = status.steps[Step.EXPORT - 1]
        return Headline("DONE", Tone.GOOD, f"All eleven steps are done. {export.summary}", "", label="Study")
    first = next(one for one in status.steps if one.state is not StepState.DONE)
    words = {
        StepState.WAITING: "waits for a person",
        StepState.STALE: "is stale",
        StepState.OPEN: "is open",
        StepState.DONE: "is done",
    }[first.state]
    verdict = "WAITS" if first.state is StepState.WAITING else "OPEN"
    sentence = f"{done} of 11 steps hold; step {first.step.value} ({first.step.title.lower()}) {words}."
    return Headline(verdict, Tone.WARNING, sentence, "", label="Study")


def _row(one: StepStatus, *, was_taken: bool) -> Row:
    state = f"{one.state}, now" if was_taken and one.state is StepState.DONE else str(one.state)
    found = one.summary if one.decision is None else f"{one.summary} {_decided(one.decision)}"
    if one.state is StepState.STALE:
        found = f"Since then: {one.why}. Before: {found}"
    elif one.state is StepState.WAITING:
        found = f"{found} {one.why.partition('?')[0]}?".strip()
    return Row(cells(f"{one.step.value:>2} {one.step.title}", Cell(state, TONES[one.state]), found))


def _decided(decision: PersonalDecision) -> str:
    """What a person decided, on one line whatever they wrote."""
    grounds = f": {printable(decision.note.rstrip('.'))}" if decision.note else ""
    return f"{decision.decision.capitalize()} by {printable(decision.by)} on {decision.at[:10]}{grounds}."


def steps_json(status: StudyStatus) -> dict[str, Any]:
    """The whole status."""
    question = status.question
    document = {
        "bauta": bauta_version(),
        "study": status.study,
        "folder": status.folder,
        "is_done": status.is_done,
        "taken": [step.key for step in status.taken],
        "next": status.next,
        "question": None
        if question is None
        else {
            "step": question.step.key,
            "text": question.text,
            "because": question.because,
            "how": question.how,
        },
        "steps": [_step_json(one) for one in status.steps],
    }
    check_strict(document)
    return document


def _step_json(one: StepStatus) -> dict[str, Any]:
    decision = one.decision
    return {
        "number": one.step.value,
        "step": one.step.key,
        "title": one.step.title,
        "state": str(one.state),
        "summary": one.summary,
        "why": one.why,
        "at": one.at,
        "decision": None
        if decision is None
        else {"decision": decision.decision, "by": decision.by, "note": decision.note, "at": decision.at},
    }
