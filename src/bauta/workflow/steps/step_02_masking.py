"""Step 2, mask direct identifiers: each is removed, replaced by random values or by pseudonyms.

"Once masking has been completed there is virtually no risk of re-identification from direct identifiers." What
becomes of an identifier is a decision of the custodian's: a person is asked where the study says nothing. The masks
are carried out in step 9, when the release is made.
"""

from bauta.model.roles import Role
from bauta.model.steps import Step
from bauta.model.study_record import MaskDecision
from bauta.model.transformations import MaskSection, PseudonymMask
from bauta.workflow.steps.case import Case, Taken, asked, to_json
from bauta.workflow.steps.inputs import of_person_key, of_variables
from bauta.workflow.steps.words import counted, some

IN_WORDS = {
    "remove": "removed",
    "redact": "replaced by one tag for everybody",
    "replace": "replaced by random values of the same form",
}


def rests_on(case: Case) -> dict[str, str]:
    return of_variables(case, "role", "treatment") | of_person_key(case)


def take(case: Case) -> Taken:
    """What becomes of each direct identifier."""
    declared = case.table.variables
    key = case.table.person_key
    direct = [name for name in declared if declared[name].role is Role.DIRECT_IDENTIFIER or name == key]
    bare = [name for name in direct if declared[name].mask is None]
    if key is not None and key not in declared:
        bare.append(key)
    if bare:
        return asked(
            Step.MASKING,
            f"What becomes of {some(bare)} in the release?",
            because="A direct identifier must not be released as it is, and the study does not say what to do with "
            f"{'it' if len(bare) == 1 else 'them'}.",
            how="Add to each under `variables:` one of `mask: remove`, `mask: redact`, `mask: replace`, "
            "`mask: pseudonym`.",
        )
    masks = {name: variable.mask for name, variable in declared.items() if variable.mask is not None}
    decisions = [MaskDecision(name, _in_words(mask)) for name, mask in masks.items()]
    return Taken(
        summary=f"{counted(len(decisions), 'mask')}: " + "; ".join(_by_technique(decisions)) + "."
        if decisions
        else "Nothing to mask.",
        evidence={"masks": [to_json(one) for one in decisions]},
        result={name: mask.model_dump(mode="json") for name, mask in masks.items()},
    )


def _in_words(mask: MaskSection) -> str:
    if isinstance(mask, PseudonymMask):
        return f"{mask.method} pseudonyms" if hasattr(mask, "method") else "pseudonyms"
    return IN_WORDS[mask.kind]


def _by_technique(decisions: list[MaskDecision]) -> list[str]:
    techniques = dict.fromkeys(one.technique for one in decisions)
    return [f"{some([d.variable for d in decisions if d.technique == one])} {one}" for one in techniques]
