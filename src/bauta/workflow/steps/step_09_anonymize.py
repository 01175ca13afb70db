"""Step 9, set parameters and apply data transformations: the least distorting release that every attack permits.

It is made in the study's folder, which is closed to others, and stays there until a person accepts it (step 10). The
written file is read again and measured against every attack; if one is too likely to succeed, there is no release.
"""

from dataclasses import replace

from bauta.errors import (
    BautaError,
    CellsNotPossible,
    CellSuppressionExceedsLimit,
    ReleaseRefused,
    SearchEndedEarly,
    ThresholdUnreachable,
)
from bauta.model.assessment import Adversary, Assessment, Verdict
from bauta.model.source import DataSource
from bauta.model.steps import Step
from bauta.model.threat import ContextRisk
from bauta.model.transformations import KeySource
from bauta.workflow.context_risk import context_goal, measure_context_risk
from bauta.workflow.deidentify import deidentify
from bauta.workflow.deidentify_request import DeidentifyRequest, build_deidentify_request
from bauta.workflow.find_solution import SECONDS_TO_SEARCH
from bauta.workflow.keys import read_secret
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.steps.candidate import FILES, hashes_of, told
from bauta.workflow.steps.case import Case, Taken, asked
from bauta.workflow.steps.inputs import of_hierarchy_files, of_part, of_person_key, of_steps, of_variables

ACCEPTABLE = (
    "By every attack of the context the data were acceptable as they are (step 8), so nobody was suppressed and no "
    "quasi-identifier was told more coarsely than the study asks for."
)
NO_SOLUTION = (
    ThresholdUnreachable,
    SearchEndedEarly,
    CellSuppressionExceedsLimit,
    CellsNotPossible,
    ReleaseRefused,
)
"""Ways in which no release can be found within the parameters: only a person can say which of them gives way."""


def rests_on(case: Case) -> dict[str, str]:
    inputs = of_variables(case, "role", "values", "hierarchy", "treatment") | of_hierarchy_files(case)
    inputs |= of_person_key(case) | of_part("settings of the release", case.study.deidentify)
    inputs |= of_part("how missing values compare", case.study.missing)
    inputs |= of_part("what nobody could know", dict(case.request.not_known))
    inputs |= of_part("adversary who verifies", case.study.adversary)
    inputs |= of_steps(case, (Step.THRESHOLD, Step.IMPORT, Step.COMPARE))
    if (
        recipient := case.study.deidentify.recipient or (case.study.context and case.study.context.recipient)
    ) is not None:
        inputs |= of_part("recipient", recipient)
    recorded = {} if case.records.get(Step.ANONYMIZE) is None else case.records[Step.ANONYMIZE].inputs
    for name, value in (("secret", _secret_as_input(case)), ("seed of the test mode", case.options.test_seed)):
        if value is not None:
            inputs |= of_part(name, value)
        elif name in recorded:
            inputs[name] = recorded[name]
    return inputs


def _secret_as_input(case: Case) -> str | None:
    """What changes when another secret is given, and says nothing of the secret."""
    if case.options.secret is None:
        return None
    secret = read_secret(KeySource(file=str(case.options.secret.absolute())), case.path.parent)
    return secret.fingerprint


def take(case: Case) -> Taken:
    """The release, and the risk from each attack measured in the file that was written."""
    measured: list[ContextRisk] = []
    seconds = case.options.search_seconds

    def judge(written: AssessmentRequest, after: Assessment) -> None:
        risk = measure_context_risk(case.at_work, written, case.context, measured=after)
        measured.append(risk)
        high = [str(one.attack.kind) for one in risk.risks if one.verdict is Verdict.HIGH]
        if high:
            raise ReleaseRefused(rule=f"attacks: {', '.join(high)}", remedy="Nothing was released.")

    try:
        release = deidentify(
            case.at_work,
            _request(case),
            case.folder.release,
            replace_earlier=True,
            describe=case.describe,
            now=case.now,
            listener=case.listener,
            search_seconds=SECONDS_TO_SEARCH if seconds is None else seconds,
            judge=judge,
        )
    except NO_SOLUTION as error:
        return _unsolved(case, error)
    (measured_risk,) = measured
    risk = replace(measured_risk, unsettled=release.after.decision.unsettled)
    suppressed = release.solution.suppressed_records
    files = hashes_of(case.folder.release)
    return Taken(
        summary=f"{risk.verdict}: risk {risk.overall:.3g}; {release.after.records:,} people in "
        f"{release.rows_after:,} rows; {suppressed:,} of {release.before.records:,} suppressed.",
        evidence={"release": release, "risk_after": risk, FILES: files},
        result=told(files),
    )


def _request(case: Case) -> DeidentifyRequest:
    """The release the study asks for, with what its context permits as the criterion."""
    request = build_deidentify_request(
        DataSource(str(case.path)),
        study_table=case.table_name,
        secret=case.options.secret,
        test_seed=case.options.test_seed,
    )
    criterion, thresholds = context_goal(case.context)
    assessed = replace(request.assessed, thresholds=thresholds)
    if any(attack.measured_as is Adversary.PROSECUTOR for attack in case.context.attacks):
        assessed = replace(
            assessed, population=None, sampling=None
        )  # whoever knows that a target is in the data needs no population
    settings = request.settings.model_copy(update={"criterion": criterion})
    request = replace(request, assessed=assessed, settings=settings)
    if case.evidence(Step.COMPARE, "needs_change", bool):
        return request
    return replace(request, is_acceptable=True, notes=(*request.notes, ACCEPTABLE))


def _unsolved(case: Case, error: BautaError) -> Taken:
    return asked(
        Step.ANONYMIZE,
        "What gives way: the suppression limit, the detail, the threshold or the conditions of the release?",
        because=str(error),
        how="Change one of these in the study and run it again: `deidentify: {suppression_limit: ...}`, `max_level:` "
        "or `hierarchy:` of a quasi-identifier (agree on it with the recipient), the sharing model or the recipient's "
        "controls under `context:`, or the threshold, with a reason.",
    )
