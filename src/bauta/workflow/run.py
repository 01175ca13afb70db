"""Run a study through the eleven steps: everything that is automatic, up to where a person must decide.

Each step is recorded when it ends, so that a run that is stopped, however it is stopped, goes on from there. A step
whose record still holds is not taken again.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bauta.engines.engine import Engine
from bauta.errors import OptionInvalid
from bauta.model.deidentification import Deidentification
from bauta.model.steps import Step, StepRecord, StepState, StepStatus, StudyStatus
from bauta.workflow.find_solution import SearchListener
from bauta.workflow.status import changes_since, open_case, open_question, status_of, step_status
from bauta.workflow.steps import WORK
from bauta.workflow.steps.case import Case, RunOptions, Taken, to_json
from bauta.workflow.study_folder import sha256_of_json

StepListener = Callable[[StepStatus, bool], None]
"""Told of each step as it stands, and whether it was taken now."""


def parse_step(text: str) -> Step:
    """A step by its number or its key; raises OptionInvalid."""
    for step in Step:
        if text.strip().lower() in (str(step.value), step.key):
            return step
    allowed = f"1 to 11, or one of {', '.join(step.key for step in Step)}"
    raise OptionInvalid(option="--until", value=repr(text[:40]), allowed=allowed)


def run_study(
    engine: Engine,
    path: Path,
    *,
    table: str | None = None,
    until: Step = Step.EXPORT,
    options: RunOptions | None = None,
    describe: Callable[[Deidentification], Mapping[str, Any]],
    now: Callable[[], datetime],
    listener: SearchListener | None = None,
    on_step: StepListener = lambda _status, _taken: None,
) -> StudyStatus:
    """Take every step up to `until` that does not hold; stops at the first that asks something."""
    case = open_case(path, table)
    with case.folder.locked():
        case = replace(
            case,
            records=case.folder.read_all(),  # somebody may have written before the lock was ours
            options=options or RunOptions(),
            engine=engine,
            describe=describe,
            listener=listener,
        )
        taken = []
        steps: dict[Step, StepStatus] = {}
        for step in Step:
            if step > until:
                break
            was_taken = _bring_up_to_date(case, step, steps, now)
            if was_taken:
                taken.append(step)
            steps[step] = step_status(case, step, steps)
            on_step(steps[step], was_taken)
            if steps[step].state is not StepState.DONE:
                break
        case.files.keep()
    status = replace(status_of(case), taken=tuple(taken))
    is_beyond = status.question is not None and status.question.step > until
    return replace(status, question=None) if is_beyond else status


def _bring_up_to_date(case: Case, step: Step, earlier: dict[Step, StepStatus], now: Callable[[], datetime]) -> bool:
    """Take the step unless its record holds; a question that was asked is asked again, because data can answer it."""
    record = case.records.get(step)
    if record is not None and not changes_since(case, record, earlier):
        was_decided = record.decision is not None
        if was_decided or open_question(case, record) is None or step is Step.DIAGNOSE:
            return False
    inputs = WORK[step].rests_on(case)
    taken = WORK[step].take(case)
    new = recorded(step, inputs, taken, now())
    if record is not None and _is_same(record, new):
        new = replace(new, decision=record.decision)
    case.folder.write(new)
    case.records[step] = new
    return True


def recorded(step: Step, inputs: dict[str, str], taken: Taken, now: datetime) -> StepRecord:
    """A step as it is kept."""
    return StepRecord(
        step=step,
        inputs=inputs,
        summary=taken.summary,
        evidence={name: to_json(value) for name, value in taken.evidence.items()},
        result=sha256_of_json(taken.result),
        question=taken.question,
        at=now.isoformat(timespec="seconds"),
        bauta=version("bauta"),
    )


def _is_same(record: StepRecord, new: StepRecord) -> bool:
    """Whether a person who decided on the one has decided on the other: the same release and the same findings."""
    return (record.summary, record.evidence, record.result) == (new.summary, new.evidence, new.result)
