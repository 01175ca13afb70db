"""Step 4, determine minimal acceptable data utility: what the recipient needs, and how coarse each variable may become.

"This step concludes with the imposition of practical limits on how some data may be de-identified and the analyses
that may need to be performed later on." Nothing in the data says what they are for, so a person is asked where the
study does not.
"""

from bauta.hierarchies.words import describe
from bauta.model.roles import Role
from bauta.model.steps import Step
from bauta.model.study import AnalysisSection, Variable
from bauta.model.study_record import UtilityLimit, UtilityNeeds
from bauta.model.transformations import DateHierarchy, NumberHierarchy, PostalCodeHierarchy
from bauta.workflow.steps.case import Case, Taken, asked
from bauta.workflow.steps.inputs import of_hierarchy_files, of_part, of_variables
from bauta.workflow.steps.words import counted

SUGGESTED = "suggested by the values"


def rests_on(case: Case) -> dict[str, str]:
    return (
        of_variables(case, "role", "hierarchy")
        | of_hierarchy_files(case)
        | of_part("needs of the recipient", case.study.utility)
    )


def take(case: Case) -> Taken:
    """The needs, the limits and the analyses."""
    utility = case.study.utility
    if utility.needs is None and utility.largest_loss is None and not utility.analyses:
        return asked(
            Step.UTILITY,
            "What does the recipient need of the data?",
            because="Every release loses something, and the study does not say what must remain.",
            how="Say it under `utility:`, in words (`needs:`), as the largest share of the information that may be "
            "lost (`largest_loss:`), or as models to be fitted before and after (`analyses:`):\n"
            "  utility:\n"
            "    needs: age in five-year groups and sex must remain, for rates by age",
        )
    limits = tuple(
        UtilityLimit(
            variable=name,
            hierarchy=SUGGESTED if variable.hierarchy is None else describe(variable.hierarchy),
            coarsest=_coarsest(variable),
            weight=variable.weight,
        )
        for name, variable in case.table.variables.items()
        if variable.role is Role.QUASI_IDENTIFIER
    )
    analyses = tuple(_in_words(analysis) for analysis in utility.analyses)
    needs = UtilityNeeds(utility.needs, utility.largest_loss, limits, analyses)
    limited = sum(one.coarsest is not None for one in limits)
    parts = [f"{limited} of {counted(len(limits), 'quasi-identifier')} limited in how coarse they may become"]
    if utility.largest_loss is not None:
        parts.append(f"at most {utility.largest_loss:.0%} of the information may be lost")
    if analyses:
        parts.append(f"{counted(len(analyses), 'analysis', 'analyses')} to be repeated")
    return Taken(summary="; ".join(parts) + ".", evidence={"utility": needs}, result=None)


def _coarsest(variable: Variable) -> str | None:
    """The highest level that is still useful, in words; None where any is."""
    level, hierarchy = variable.max_level, variable.hierarchy
    if level is None:
        return None
    if level == 0:
        return "the value itself"
    if isinstance(hierarchy, DateHierarchy) and level <= len(hierarchy.levels):
        return hierarchy.levels[level - 1].value
    if isinstance(hierarchy, NumberHierarchy) and level <= len(hierarchy.widths):
        return f"intervals of {hierarchy.widths[level - 1]:g}"
    if isinstance(hierarchy, PostalCodeHierarchy) and level <= len(hierarchy.keep):
        return f"first {hierarchy.keep[level - 1]} characters"
    return f"level {level}"


def _in_words(analysis: AnalysisSection) -> str:
    explained = analysis.outcome or f"{analysis.duration} until {analysis.event}"
    return f"{analysis.name}: {analysis.model} model of {explained} by {', '.join(analysis.terms)}"
