"""Two analysts' study files compared by the roles they give."""

from pathlib import Path
from typing import TYPE_CHECKING

from bauta.errors import NothingToCompare
from bauta.model.agreement import Agreement, Compared, Opinion
from bauta.workflow.study_files import read_study

if TYPE_CHECKING:
    from bauta.model.study import Study, Variable


def agree(first: Path, second: Path) -> Agreement:
    """Kappa over the variables that both studies have, and where they differ."""
    from bauta.classification.agreement import measure_agreement

    one, other = _variables(read_study(first)), _variables(read_study(second))
    shared = [name for name in one if name in other]
    if not shared:
        raise NothingToCompare(first=first.name, second=second.name)
    compared = tuple(Compared(name, _opinion(one[name]), _opinion(other[name])) for name in shared)
    observed, expected, kappa = measure_agreement([(each.first.role, each.second.role) for each in compared])
    return Agreement(
        first=str(first),
        second=str(second),
        variables=compared,
        only_first=tuple(name for name in one if name not in other),
        only_second=tuple(name for name in other if name not in one),
        observed=observed,
        expected=expected,
        kappa=kappa,
    )


def contradicting_roles(study: "Study") -> tuple[tuple[str, str], ...]:
    """Variables whose role does not follow from their own answers, and why."""
    opinions = {name: _opinion(variable) for name, variable in _variables(study).items()}
    return tuple((name, one.contradiction) for name, one in opinions.items() if one.contradiction is not None)


def _variables(study: "Study") -> "dict[str, Variable]":
    """Every variable; those of several tables by table and name."""
    if len(study.tables) == 1:
        return dict(next(iter(study.tables.values())).variables)
    return {
        f"{table}.{name}": variable for table, part in study.tables.items() for name, variable in part.variables.items()
    }


def _opinion(variable: "Variable") -> Opinion:
    from bauta.classification.decision_rule import contradiction

    answers = variable.identifier
    if answers is None:
        return Opinion(variable.role, None, variable.note)
    reason = "; ".join(note for note in (answers.note, variable.note) if note) or None
    return Opinion(variable.role, answers.by, reason, contradiction(variable.role, answers))
