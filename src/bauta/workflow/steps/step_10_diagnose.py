"""Step 10, perform diagnostics on the solution: does the verdict hold if an assumption does not, and are the data useful?

"Diagnostics may be objective or subjective." The objective ones are measured; whether the data are good enough, and whether
to release them, a named person decides. A decision holds for the release that was seen: if anything of it changes, it is
asked for again.
"""

from bauta.model.comparison import Comparison
from bauta.model.steps import Question, Step
from bauta.workflow.compare import compare
from bauta.workflow.steps.case import Case, Taken
from bauta.workflow.steps.inputs import of_part, of_steps, of_variables


def rests_on(case: Case) -> dict[str, str]:
    return (
        of_variables(case, "role", "values")
        | of_part("needs of the recipient", case.study.utility)
        | of_part("how missing values compare", case.study.missing)
        | of_steps(case, (Step.THRESHOLD, Step.IMPORT, Step.ANONYMIZE))
    )


def take(case: Case) -> Taken:
    """What was compared and diagnosed, and the question whether the release is accepted."""
    comparison = compare(case.at_work, case.path, case.folder.release, study_table=case.table_name)
    summary = _summary(comparison)
    return Taken(
        summary=summary,
        evidence={"comparison": comparison},
        result=case.records[Step.ANONYMIZE].result,
        question=Question(
            Step.DIAGNOSE,
            "Is the release accepted?",
            because=f"{summary} Whether that is good enough, a person decides.",
            how=f"`{case.command('decide', '--accept', '--by', 'NAME', '--note', 'TEXT')}`, or --reject.",
        ),
    )


def _summary(comparison: Comparison) -> str:
    kept = sum(model.same_signs for model in comparison.models)
    return f"{kept} of {len(comparison.models)} analyses keep their signs." if comparison.models else "Compared."
