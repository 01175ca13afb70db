"""Where a study stands: which steps hold, which are stale and why, and what comes next. Nothing is measured."""

from dataclasses import replace
from pathlib import Path

from bauta.errors import LinkedTables, StudyInvalid, printable, shown
from bauta.model.steps import Acceptance, Question, Step, StepRecord, StepState, StepStatus, StudyStatus
from bauta.model.study import Study
from bauta.workflow.fingerprints import ABSENT, Fingerprints
from bauta.workflow.steps import WORK
from bauta.workflow.steps.case import Case
from bauta.workflow.steps.inputs import name_of
from bauta.workflow.study_files import read_study
from bauta.workflow.study_folder import StudyFolder, folder_of

SOME = 3
"""Changes named in a line."""


def open_case(path: Path, table: str | None = None) -> Case:
    """The study at hand, with what is recorded of it."""
    study = read_study(path)
    folder = StudyFolder(folder_of(path, table_of_several(study, path, table)))
    return Case(
        study=study,
        path=path,
        table_name=table,
        folder=folder,
        files=Fingerprints(folder.path / "files.json"),
        records=folder.read_all(),
    )


def study_status(path: Path, table: str | None = None) -> StudyStatus:
    """Where the study stands, from its records and from what they rest on as it is now."""
    return status_of(open_case(path, table))


def status_of(case: Case) -> StudyStatus:
    """The same for a study at hand."""
    steps: dict[Step, StepStatus] = {}
    for step in Step:
        steps[step] = step_status(case, step, steps)
    waiting = next((one for one in steps.values() if one.state is StepState.WAITING), None)
    first = next((one for one in steps.values() if one.state is not StepState.DONE), None)
    question = None
    if waiting is not None and waiting is first:
        question = open_question(case, case.records[waiting.step])
    return StudyStatus(
        study=str(case.path),
        folder=str(case.folder.path),
        steps=tuple(steps.values()),
        next="" if first is None else _next(case, first),
        question=question,
    )


def step_status(case: Case, step: Step, earlier: dict[Step, StepStatus]) -> StepStatus:
    """Where one step stands, those before it being known."""
    record = case.records.get(step)
    if record is None:
        return StepStatus(step, StepState.OPEN, "")
    status = StepStatus(step, StepState.DONE, record.summary, decision=record.decision, at=record.at)
    changes = changes_since(case, record, earlier)
    if changes:
        more = f" and {len(changes) - SOME:,} more" if len(changes) > SOME else ""
        return replace(status, state=StepState.STALE, why="; ".join(changes[:SOME]) + more)
    question = open_question(case, record)
    if question is not None:
        return replace(status, state=StepState.WAITING, why=f"{question.text} {question.because}", next=question.how)
    return status


def changes_since(case: Case, record: StepRecord, earlier: dict[Step, StepStatus]) -> list[str]:
    """What a record rests on that is not as it was, in words; the nearest causes first."""
    now = WORK[record.step].rests_on(case)
    was = record.inputs
    of_steps = {name_of(step): step for step in Step}
    changes = []
    for name in sorted({*was, *now} - of_steps.keys()):
        if name not in now:
            changes.append(f"{name} is gone")
        elif name not in was:
            changes.append(f"{name} is new")
        elif now[name] != was[name]:
            changes.append(f"{name} is not there" if now[name] == ABSENT else f"{name} changed")
    for name, step in of_steps.items():
        if name not in now:
            continue
        state = earlier[step].state
        if state is not StepState.DONE:
            changes.append(f"{name} {'waits' if state is StepState.WAITING else f'is {state}'}")
        elif now[name] != was.get(name):
            changes.append(f"{name} has another result")
    return changes


def open_question(case: Case, record: StepRecord) -> Question | None:
    """What a record still asks; None where it was answered."""
    question, decision = record.question, record.decision
    if question is None or decision is None:
        return question
    if decision.decision == Acceptance.ACCEPTED:
        return None
    grounds = printable((decision.note or "").rstrip("."))
    return replace(
        question,
        text="What is to be changed?",
        because=f"The release was rejected by {printable(decision.by)}: {grounds}.",
        how=f"Change the study and call `{case.command('run')}`, or decide otherwise: `{case.command('decide')} ...`.",
    )


def _next(case: Case, first: StepStatus) -> str:
    """The command to type next."""
    if first.step is Step.DIAGNOSE and first.state is StepState.WAITING and first.decision is None:
        return case.command("decide", "--accept", "--by", "NAME", "--note", "TEXT")
    exported = case.records.get(Step.EXPORT)
    if first.step is Step.EXPORT and (exported is None or "export" not in exported.evidence):
        return case.command("run", "--out", "DIR")
    return case.command("run")


def table_of_several(study: Study, path: Path, table: str | None) -> str | None:
    """The name of the table where a study has several, one of which must be named; None where it has one."""
    names = ", ".join(shown(name, 40) for name in study.tables)
    if table is None and len(study.tables) > 1:
        from importlib.metadata import version

        raise LinkedTables(path=path, count=len(study.tables), version=version("bauta"), tables=names)
    if table is not None and table not in study.tables:
        raise StudyInvalid(path=path, problems=f"it has no table {shown(table)} under `tables:`; it has {names}.")
    return table if len(study.tables) > 1 else None
