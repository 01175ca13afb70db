"""What column names alone give away, for when there is no time or mandate to look at the values."""

from collections.abc import Sequence
from dataclasses import dataclass

from bauta.classification import kinds
from bauta.classification.names import kind_from_name
from bauta.model.roles import Role

TELLS_PEOPLE_APART = (kinds.PATIENT_ID, kinds.MRN)
TOO_WEAK_A_NAME = (kinds.ROW_NUMBER,)
"""A column called `id` may number anything."""


@dataclass(frozen=True)
class NamedIdentifiers:
    """Columns that say by their names that they identify."""

    direct_identifiers: tuple[str, ...]
    person_key: str | None


def identifiers_by_name(names: Sequence[str]) -> NamedIdentifiers:
    """The columns whose names mean a direct identifier, and the first that numbers people.

    A column called just `name` counts too: in a file about patients it is better to warn once too often.
    """
    evidence = {name: kind_from_name(name) for name in names}
    certain = {
        name: found.kind
        for name, found in evidence.items()
        if found is not None and (found.is_certain or found.kind == kinds.PERSON_NAME)
    }
    return NamedIdentifiers(
        direct_identifiers=tuple(
            name
            for name, kind in certain.items()
            if kind.role is Role.DIRECT_IDENTIFIER and kind not in TOO_WEAK_A_NAME
        ),
        person_key=next((name for name, kind in certain.items() if kind in TELLS_PEOPLE_APART), None),
    )
