"""What a study's context adds to an assessment: every attack measured, and what there is to mind."""

import shlex
from pathlib import Path

from bauta.engines.engine import Engine
from bauta.errors import ContextUnanswered, printable, shown
from bauta.model.assessment import Assessment
from bauta.model.threat import InContext
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.study_files import is_study_file, read_study


def in_context(engine: Engine, location: str, request: AssessmentRequest, assessment: Assessment) -> InContext | None:
    """The attacks of the study at `location`, measured; None where that is no study."""
    if not is_study_file(location):
        return None
    from bauta.workflow.agree import contradicting_roles
    from bauta.workflow.context import context_of
    from bauta.workflow.context_risk import measure_context_risk

    path = Path(location)
    study = read_study(path)
    remarks = tuple(f"{shown(name)}: {why}." for name, why in contradicting_roles(study))
    try:
        context = context_of(study, path.parent)
    except ContextUnanswered as unanswered:
        command = shlex.join(["bauta", "context", str(printable(location))])
        told = f"The context of the release leaves {unanswered.facts['count']} open: {command}"
        return InContext(None, (*remarks, told))
    if context is None:
        return InContext(None, remarks)
    risk = measure_context_risk(engine, request, context, measured=assessment)
    return InContext(risk, (*remarks, *risk.notes))
