"""The decision rule for classifying variables (El Emam and Malin 2015, "Classifying Variables" and Figure 3).

replicable, distinguishable and knowable?   no: it is no identifier
unique?                                     yes: a direct identifier
used in analyses?                           yes: a quasi-identifier; no: masked like a direct identifier
"""

from dataclasses import dataclass

from bauta.model.roles import Role
from bauta.model.study import IdentifierSection

NO_IDENTIFIER = (Role.SENSITIVE, Role.OTHER)
CONDITIONS = ("replicable", "distinguishable", "knowable")


@dataclass(frozen=True)
class RuleSays:
    """What the rule says of one variable."""

    roles: tuple[Role, ...]
    """The roles that agree with the answers; all of them while they leave it open."""
    why: str
    """In words."""


def classify(answers: IdentifierSection) -> RuleSays:
    """The roles that follow from the answers of one variable."""
    given = {condition: getattr(answers, condition) for condition in CONDITIONS}
    lacking = [condition for condition, holds in given.items() if holds is False]
    if lacking:
        return RuleSays(NO_IDENTIFIER, f"it is not {' and not '.join(lacking)}, so it is no identifier")
    if None in given.values():
        return RuleSays(tuple(Role), "not all of the three conditions are answered")
    if answers.unique:
        return RuleSays((Role.DIRECT_IDENTIFIER,), "it is an identifier and unique")
    if answers.unique is None or answers.used_in_analysis is None:
        return RuleSays((Role.DIRECT_IDENTIFIER, Role.QUASI_IDENTIFIER), "it is an identifier, direct or not")
    if answers.used_in_analysis:
        return RuleSays((Role.QUASI_IDENTIFIER,), "it is an identifier, not unique, and used in analyses")
    return RuleSays(
        (Role.DIRECT_IDENTIFIER,), "it is an identifier that no analysis uses, so it is masked like a direct one"
    )


def contradiction(role: Role, answers: IdentifierSection) -> str | None:
    """Why a role does not follow from its own answers; None where it does."""
    says = classify(answers)
    if role in says.roles:
        return None
    allowed = " or ".join(says.roles)
    return f"its role is {role}, but by its own answers {says.why}: {allowed}"
