"""Step 10, perform diagnostics on the solution: whether the verdict is robust, and the data still useful.

"Diagnostics may be objective or subjective." The objective ones are measured; whether the data are good enough, and
whether to release them, a named person decides. A decision holds for the release that was seen: if anything of it
changes, it is asked for again.
"""

from dataclasses import replace

from bauta.model.comparison import Comparison
from bauta.model.diagnostics import Diagnostics
from bauta.model.standards import Outcome, StandardCheck
from bauta.model.steps import Question, Step
from bauta.model.transformations import PseudonymMask, PseudonymMethod, ReplaceMask
from bauta.workflow.check import check_standard
from bauta.workflow.compare import compare
from bauta.workflow.diagnose import diagnose
from bauta.workflow.read_release import ReadRelease, read_release
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.steps import step_05_threshold
from bauta.workflow.steps.case import Case, Taken, to_json
from bauta.workflow.steps.inputs import of_hierarchy_files, of_part, of_person_key, of_steps, of_variables
from bauta.workflow.steps.words import counted

SOURCE, RELEASE = "the source", "the release"


def rests_on(case: Case) -> dict[str, str]:
    return (
        of_variables(case, "role", "values", "hierarchy", "treatment")
        | of_hierarchy_files(case)
        | of_person_key(case)
        | of_part("needs of the recipient", case.study.utility)
        | of_part("how missing values compare", case.study.missing)
        | of_part("settings of the release", case.study.deidentify)
        | of_part("standards", list(case.study.standards))
        | step_05_threshold.rests_on(case)
        | of_steps(case, (Step.THRESHOLD, Step.IMPORT, Step.ANONYMIZE))
    )


def take(case: Case) -> Taken:
    """What was diagnosed and compared, and the question whether the release is accepted."""
    diagnostics = diagnose(case.at_work, case.path, case.folder.release, study_table=case.table_name)
    comparison = compare(case.at_work, case.path, case.folder.release, study_table=case.table_name)
    standards = _standards(case)
    summary = " ".join((_sensitivity(diagnostics), *_utility(comparison), *_held_against(standards)))
    return Taken(
        summary=summary,
        evidence={
            "diagnostics": diagnostics,
            "comparison": comparison,
            "standards": [to_json(check) for check in standards],
        },
        result=case.records[Step.ANONYMIZE].result,
        question=Question(
            Step.DIAGNOSE,
            "Is the release accepted?",
            because="Whether the data are still good enough, and the assumptions sound, only a person can say.",
            how=f"Read the draft: `{case.command('report')}`. Then "
            f"`{case.command('decide', '--accept', '--by', 'NAME', '--note', 'TEXT')}`, or --reject.",
        ),
    )


def _standards(case: Case) -> list[StandardCheck]:
    """The data before and after, held against the lists of identifiers that the study names."""
    if not case.study.standards:
        return []
    release = read_release(case.folder.release)
    released = _request_of(case, release)
    drawn = [name for name, mask in release.request.masks.items() if _is_drawn(mask)]
    checks = []
    for standard in case.study.standards:
        before = check_standard(case.at_work, case.request, standard)
        after = check_standard(
            case.at_work, released, standard, random_codes=[name for name in drawn if name in released.declared]
        )
        checks += [replace(before, data=SOURCE), replace(after, data=RELEASE)]
    return checks


def _request_of(case: Case, release: ReadRelease) -> AssessmentRequest:
    """The written file, with what the study says of the columns that are left."""
    names = case.at_work.open(release.data).names
    request = case.request
    return replace(
        request,
        data=release.data,
        quasi_identifiers=tuple(name for name in request.quasi_identifiers or () if name in names),
        sensitive=tuple(name for name in request.sensitive if name in names),
        direct_identifiers=tuple(name for name in request.direct_identifiers if name in names),
        declared=tuple(name for name in request.declared if name in names),
        person_key=release.person_key if release.person_key in names else None,
        missing_codes={},
    )


def _is_drawn(mask: object) -> bool:
    """Whether a mask's values are drawn at random rather than computed from the identifier."""
    return isinstance(mask, ReplaceMask) or (isinstance(mask, PseudonymMask) and mask.method is PseudonymMethod.RANDOM)


def _sensitivity(diagnostics: Diagnostics) -> str:
    flipping = len(diagnostics.flipping)
    told = counted(len(diagnostics.scenarios), "changed assumption")
    if not flipping:
        return f"{diagnostics.verdict}, and so it stays with {told}."
    return f"{diagnostics.verdict}, but not with {flipping} of {told}."


def _utility(comparison: Comparison) -> list[str]:
    """What is left of the use of the data; more lost than the study allows is said first."""
    told = []
    chosen = next((point for point in comparison.curve if point.is_chosen), None)
    if chosen is not None:
        allowed = "" if chosen.is_useful else ", more than the study allows"
        told.append(f"{100 * chosen.loss:.0f} % of the information is lost{allowed}.")
    elif comparison.largest_loss is not None:
        told.append("Whether more is lost than the study allows could not be told.")
    fitted = [model for model in comparison.models if model.note is None]
    failed = len(comparison.models) - len(fitted)
    if failed:
        told.append(f"{counted(failed, 'analysis', 'analyses')} could not be fitted to both files.")
    if fitted:
        kept = sum(model.same_signs for model in fitted)
        told.append(f"Coefficients keep their signs in {kept} of {counted(len(fitted), 'model')}.")
    return told


def _held_against(standards: list[StandardCheck]) -> list[str]:
    broken = [check for check in standards if check.data == RELEASE and check.outcome is Outcome.FAIL]
    return [f"The release does not meet {check.standard}." for check in broken]
