"""Days between shifted dates in the steps: measured before the release as they are in it."""

from dataclasses import replace

from bauta.model.durations import DURATIONS
from bauta.model.source import DataSource
from bauta.workflow.deidentify_request import build_deidentify_request
from bauta.workflow.durations_of_release import with_durations
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.steps.case import Case
from bauta.workflow.steps.inputs import of_part


def of_days(case: Case) -> dict[str, str]:
    """What decides whether days between dates are counted, and from which date; nothing where no two are shifted."""
    shifted = sorted(name for name, variable in case.table.variables.items() if variable.shift)
    if len(shifted) < 2:
        return {}
    reason = case.request.not_known.get(DURATIONS)
    return of_part("days between shifted dates", [shifted, reason, case.study.deidentify.durations.first])


def days_counted(case: Case) -> AssessmentRequest:
    """The table as the study asks to have it measured, with the days between shifted dates."""
    request = case.request
    asked = build_deidentify_request(DataSource(str(case.path)), study_table=case.table_name)
    if len(asked.shifted) < 2:
        return request
    data = case.at_work.open(request.data, missing_codes=request.missing_codes)
    found = with_durations(case.at_work, data, asked).assessed
    return replace(request, quasi_identifiers=found.quasi_identifiers, durations=found.durations)
