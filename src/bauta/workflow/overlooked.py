"""What a study declares harmless though it does not look so: said, not forbidden, because a guess can be wrong."""

from collections.abc import Collection, Sequence

from bauta.classification.kinds import BIRTH_DATE
from bauta.errors import shown
from bauta.model.columns import ColumnProfile
from bauta.model.roles import Role


def notes_on_kept(
    columns: Sequence[ColumnProfile], kept: Collection[str], *, has_shifted: bool, known_numbers: Collection[str] = ()
) -> list[str]:
    """A sentence per way in which columns that are released as they are could identify people.

    `known_numbers` are columns that a study declares to be numbers or codes, so that they are no dates.
    """
    looks = {one.summary.name: one.suggestion for one in columns if one.summary.name in kept}
    direct = [name for name, suggestion in looks.items() if suggestion.role is Role.DIRECT_IDENTIFIER]
    quasi = [name for name, suggestion in looks.items() if suggestion.role is Role.QUASI_IDENTIFIER]
    births = [name for name, suggestion in looks.items() if suggestion.kind == BIRTH_DATE.label]
    notes = []
    if direct:
        notes.append(
            "Declared other or sensitive, but look like direct identifiers; released as they are: "
            f"{listed(direct)}. Give each a mask."
        )
    if quasi:
        notes.append(
            "Declared other or sensitive, but look like quasi-identifiers, so not in the figures and released as they "
            f"are: {listed(quasi)}."
        )
    if births and has_shifted:
        notes.append(
            f"Birth dates released as they are beside dates that are shifted: {listed(births)}. "
            "Whoever knows an age at a visit can narrow the offset down."
        )
    serials = [name for name, suggestion in looks.items() if suggestion.serials and name not in known_numbers]
    return notes + notes_on_serials(serials)


def notes_on_serials(names: Sequence[str]) -> list[str]:
    """That numbers are released of which nobody said whether they are dates."""
    if not names:
        return []
    return [
        f"Numbers that could be dates are released as they are: {listed(names)}. Say in a study file what they are: "
        "type: date with serial: excel, sas, sas-datetime, unix or unix-ms; or type: integer."
    ]


def listed(names: Sequence[str]) -> str:
    """Column names, safe to print and without quotes."""
    return ", ".join(shown(name, 40)[1:-1] for name in names)
