"""A named person accepts or rejects a release (step 10): the only decision that is not in the study file."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from bauta.errors import DecisionIncomplete, NothingToDecide
from bauta.model.assessment import Verdict
from bauta.model.steps import Acceptance, PersonalDecision, Step, StepState, StudyStatus
from bauta.model.threat import ContextRisk
from bauta.workflow.status import open_case, status_of
from bauta.workflow.steps.candidate import check_candidate

LONGEST = 10_000
"""Characters of a note."""


def decide_release(
    path: Path, decision: Acceptance, *, by: str, note: str | None, now: datetime, table: str | None = None
) -> StudyStatus:
    """Record what somebody decided on the release that waits; raises NothingToDecide where none does."""
    by, note = by.strip(), (note or "").strip() or None
    if not by:
        raise DecisionIncomplete(why="say who decided, with --by NAME")
    if decision is Acceptance.REJECTED and note is None:
        raise DecisionIncomplete(why="say what must change, with --note TEXT")
    if len(by) + len(note or "") > LONGEST:
        raise DecisionIncomplete(why=f"name and note have more than {LONGEST:,} characters; keep the rest elsewhere")
    case = open_case(path, table)
    with case.folder.locked():
        case = replace(case, records=case.folder.read_all())
        status = status_of(case).steps[Step.DIAGNOSE - 1]
        if status.state in (StepState.OPEN, StepState.STALE):
            why = "no release was made" if status.state is StepState.OPEN else f"the study changed since ({status.why})"
            raise NothingToDecide(why=why)
        if decision is Acceptance.ACCEPTED:
            risk = case.evidence(Step.ANONYMIZE, "risk_after", ContextRisk)
            if risk.verdict is Verdict.UNSETTLED and note is None:
                raise DecisionIncomplete(
                    why="the verdict is UNSETTLED; say why it is accepted all the same, with --note TEXT"
                )
            check_candidate(case)  # whoever looked at other files than those that were judged accepts nothing
        record = replace(
            case.records[Step.DIAGNOSE],
            decision=PersonalDecision(decision.value, by, note, now.isoformat(timespec="seconds")),
        )
        case.folder.write(record)
        case.records[Step.DIAGNOSE] = record
    return status_of(case)
