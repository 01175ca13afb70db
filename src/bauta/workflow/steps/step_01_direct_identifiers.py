"""Step 1, determine direct identifiers: every column of the data has a role, and a reason for it.

"Determine which fields in the data set are direct identifiers." A column the study says nothing about would be left
out of the release silently, which is safe but seldom meant; so a person is asked.
"""

from bauta.errors import listed
from bauta.model.roles import Role
from bauta.model.steps import Step
from bauta.model.study import Undeclared, Variable
from bauta.model.study_record import VariableDecision
from bauta.workflow.profile import profile_table
from bauta.workflow.steps.case import Case, Taken, asked, to_json
from bauta.workflow.steps.inputs import of_part, of_person_key, of_source, of_variables
from bauta.workflow.steps.words import counted, some
from bauta.workflow.unsettled import OF_A_STUDY, births_beside_shifts, unsettled_columns


def rests_on(case: Case) -> dict[str, str]:
    return (
        of_variables(case, "role", "values", "reasons", "treatment")
        | of_person_key(case)
        | of_part("undeclared", case.table.undeclared.value)
        | of_part("what nobody could know", dict(case.request.not_known))
        | of_source(case, "data", case.table.data.source.relative_to(case.path.parent))
    )


def take(case: Case) -> Taken:
    """Every column's role, and what looks otherwise than it was declared."""
    data = case.at_work.open(case.request.data, missing_codes=case.request.missing_codes)
    declared = case.table.variables
    silent = [name for name in data.names if name not in declared]
    profile = profile_table(case.at_work, data)
    if silent and case.table.undeclared is Undeclared.ASK:
        suggested = {one.summary.name: one.suggestion.role for one in profile.columns}
        return asked(
            Step.DIRECT_IDENTIFIERS,
            f"What are {some(silent)}?" if len(silent) > 1 else f"What is {some(silent)}?",
            because=f"The data have {counted(len(silent), 'column')} that the study says nothing about.",
            how="Give each a role under `variables:`, and `mask: remove` to what nobody needs; or write `undeclared: "
            "leave-out` to leave out all that are not listed. By names and values they look like this (a suggestion):"
            "\n" + "\n".join(f"  {_key(name)}: {{role: {suggested[name]}}}" for name in silent),
        )
    kept = {
        name
        for name, variable in declared.items()
        if variable.role in (Role.SENSITIVE, Role.OTHER, Role.GENOMIC) and not variable.is_treated
    }
    looks = {one.summary.name: one.suggestion for one in profile.columns if one.summary.name in kept}
    reasons, numbers = case.request.not_known, case.request.numbers
    unsettled = unsettled_columns(looks, reasons=reasons, numbers=numbers, remedy=OF_A_STUDY)
    warnings = [f"{listed([one.column])}: {one.why} {one.remedy}" for one in unsettled]
    if any(one.shift for one in declared.values()):
        warnings += births_beside_shifts(looks)
    direct = case.table.names_of(Role.DIRECT_IDENTIFIER)
    roles = {name: variable.role.value for name, variable in declared.items()}
    n_quasi = len(case.table.names_of(Role.QUASI_IDENTIFIER))
    summary = (
        f"{counted(len(direct), 'direct identifier')}{': ' + some(direct) if direct else ''}; "
        f"{counted(n_quasi, 'quasi-identifier')}, {counted(len(declared) - len(direct) - n_quasi, 'other variable')}."
    )
    if silent:
        summary += f" {counted(len(silent), 'column')} that the study does not mention left out."
    return Taken(
        summary=" ".join((summary, *warnings)),
        evidence={
            "variables": [to_json(_decision(name, variable)) for name, variable in declared.items()],
            "not_known": list(case.request.not_known.items()),
            "warnings": warnings,
        },
        result=roles,
    )


def _decision(name: str, variable: Variable) -> VariableDecision:
    """The role of a variable, with the reason the study gives."""
    answers = variable.identifier
    said = [text for text in (variable.note, None if answers is None else answers.note) if text]
    if answers is not None:
        given = answers.model_dump(exclude={"by", "note"}, exclude_none=True)
        yes = [question.replace("_", " ") for question, answer in given.items() if answer]
        no = [question.replace("_", " ") for question, answer in given.items() if not answer]
        parts = [f"it is {', '.join(yes)}" if yes else "", f"it is not {', '.join(no)}" if no else ""]
        told = "; ".join(part for part in parts if part)
        said += [f"{told.capitalize()}."] if told else []
    return VariableDecision(
        variable=name,
        role=variable.role,
        type=variable.type,
        why=" ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in said)
        or "Declared in the study, without a note.",
        by=None if answers is None else answers.by,
    )


def _key(name: str) -> str:
    """A column name as a key of a YAML file."""
    import json

    return name if name.isidentifier() and name.isascii() else json.dumps(name)
