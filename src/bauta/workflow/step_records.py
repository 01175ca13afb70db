"""Everything that is kept of a study, put together: what a report is made of."""

from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

from bauta.model.assessment import Assessment
from bauta.model.comparison import Comparison
from bauta.model.deidentification import Deidentification
from bauta.model.diagnostics import Diagnostics
from bauta.model.standards import StandardCheck
from bauta.model.steps import PersonalDecision, Step, StepState
from bauta.model.study_record import (
    ExportFacts,
    MaskDecision,
    SourceFacts,
    StudyRecord,
    UtilityNeeds,
    VariableDecision,
)
from bauta.model.threat import ContextRisk, ReleaseContext
from bauta.workflow.status import open_case, status_of
from bauta.workflow.steps.case import Case

Kind = TypeVar("Kind")

__all__ = ["read_study_record"]


def read_study_record(path: Path, table: str | None = None) -> StudyRecord:
    """What is recorded of the study in the file at `path`.

    A step that no longer holds counts as not taken: what it found is left out, and `stale` says why. Title and the
    document's own words come from the study file as it is now; they rest on nothing and nothing rests on them.
    """
    case = open_case(path, table)
    status = status_of(case)
    stale = [one for one in status.steps if one.state is StepState.STALE]
    held = {one.step for one in status.steps if one.state in (StepState.DONE, StepState.WAITING)}

    def part(step: Step, name: str, kind: type[Kind]) -> Kind | None:
        if step not in held or name not in case.records[step].evidence:
            return None
        return case.evidence(step, name, kind)

    return StudyRecord(
        title=case.study.title,
        study=path.name,
        bauta=version("bauta"),
        document=case.study.document,
        variables=part(Step.DIRECT_IDENTIFIERS, "variables", tuple[VariableDecision, ...]) or (),
        masks=part(Step.MASKING, "masks", tuple[MaskDecision, ...]) or (),
        context=part(Step.THRESHOLD, "context", ReleaseContext),
        utility=part(Step.UTILITY, "utility", UtilityNeeds),
        source=part(Step.IMPORT, "source", SourceFacts),
        before=part(Step.RISK, "before", Assessment),
        risk_before=part(Step.RISK, "risk_before", ContextRisk),
        needs_change=part(Step.COMPARE, "needs_change", bool),
        release=part(Step.ANONYMIZE, "release", Deidentification),
        risk_after=part(Step.ANONYMIZE, "risk_after", ContextRisk),
        diagnostics=part(Step.DIAGNOSE, "diagnostics", Diagnostics),
        comparison=part(Step.DIAGNOSE, "comparison", Comparison),
        standards=part(Step.DIAGNOSE, "standards", tuple[StandardCheck, ...]) or (),
        export=part(Step.EXPORT, "export", ExportFacts),
        decisions=_decisions(case, held),
        records=tuple(case.records[step] for step in Step if step in held),
        not_known=part(Step.DIRECT_IDENTIFIERS, "not_known", tuple[tuple[str, str], ...]) or (),
        stale=tuple(f"Step {one.step.value} ({one.step.title}) no longer holds: {one.why}." for one in stale),
    )


def _decisions(case: Case, held: set[Step]) -> tuple[tuple[str, PersonalDecision], ...]:
    records = (case.records[step] for step in Step if step in held)
    return tuple((record.step.key, record.decision) for record in records if record.decision is not None)
