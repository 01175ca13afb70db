"""What leaves as it is although it could identify somebody: named with the reason and the remedy, never judged away."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from bauta.classification.kinds import BIRTH_DATE, FREE_TEXT
from bauta.classification.suggest import suggest
from bauta.engines.engine import Engine
from bauta.equivalence.coding import canonical_texts
from bauta.errors import listed
from bauta.model.assessment import Unsettled
from bauta.model.columns import ColumnSummary, Suggestion
from bauta.model.microdata import Microdata
from bauta.model.roles import Role
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.ties_in_table import unsettled_ties

ROWS_LOOKED_AT = 300
"""The first rows of a table, whose values are held against patterns."""
ROWS_ASKED_FOR_TIES = 1_000
"""The first rows of a table, in which columns are held against one another; measuring it must stay as fast as it is."""


def unsettled_columns(
    looks: Mapping[str, Suggestion], *, reasons: Collection[str] = (), numbers: Collection[str] = (), remedy: str
) -> list[Unsettled]:
    """The columns that could identify people by what they seem to hold.

    `reasons` are columns of which a study says why nobody knows them, `numbers` those it declares to be no dates.
    Free text and genotypes cannot be excused: nobody has judged what stands in them.
    """
    found = []
    for name, suggestion in looks.items():
        why = _why(suggestion, is_excused=name in reasons, is_number=name in numbers)
        if why is not None:
            found.append(Unsettled(name, why, _SETTLES.get(suggestion.role, remedy).format(name=listed([name]))))
    return found


def could_identify(suggestion: Suggestion) -> bool:
    """Whether a column with these looks is left out of a release unless somebody names it."""
    return suggestion.role in (Role.DIRECT_IDENTIFIER, Role.QUASI_IDENTIFIER, Role.GENOMIC)


def unsettled_genomic(names: Sequence[str]) -> list[Unsettled]:
    """Columns that a study declares genomic and releases all the same."""
    return [Unsettled(name, _GENOMIC, _SETTLES[Role.GENOMIC]) for name in names]


def unsettled_in_table(engine: Engine, data: Microdata, request: AssessmentRequest) -> list[Unsettled]:
    """What was not judged in a table that is measured as it stands: its other columns, by names and first values."""
    direct = [name for name in request.direct_identifiers if name in data.names]
    genomic = [name for name in request.genomic if name in data.names]
    spoken_for = {*(request.quasi_identifiers or ()), *direct, *genomic, *request.treated, request.person_key}
    others = [name for name in data.names if name not in spoken_for]
    found = [Unsettled(name, _DIRECT, "Remove or pseudonymise it.") for name in direct]
    found += unsettled_genomic(genomic)
    remedy = "Name it as a quasi-identifier, or leave it out."
    if request.declared:
        remedy = OF_A_STUDY
    if not others:
        return found
    quasi = [name for name in dict.fromkeys(request.quasi_identifiers or ()) if name in data.names]
    rows = engine.first_rows(data, [*others, *quasi], rows=ROWS_ASKED_FOR_TIES)
    looks = _looks(data, rows.slice(0, ROWS_LOOKED_AT), others)
    found += unsettled_columns(looks, reasons=request.not_known, numbers=request.numbers, remedy=remedy)
    known = {one.column for one in found}
    return found + [one for one in unsettled_ties(rows, request, others, quasi) if one.column not in known]


def unsettled_in(engine: Engine, request: AssessmentRequest) -> list[Unsettled]:
    """The same for a table that is not open yet."""
    return unsettled_in_table(engine, engine.open(request.data, missing_codes=request.missing_codes), request)


def births_beside_shifts(looks: Mapping[str, Suggestion]) -> list[str]:
    """A warning where birth dates are released as they are beside dates that are shifted."""
    births = [name for name, suggestion in looks.items() if suggestion.kind == BIRTH_DATE.label]
    if not births:
        return []
    return [
        f"Birth dates released as they are beside dates that are shifted: {listed(births)}. "
        "Whoever knows an age at a visit can narrow the offset down."
    ]


OF_A_STUDY = (
    "Make it a quasi_identifier in the study, or write there why nobody could know it: "
    'not_known: {{{name}: "the reason"}}.'
)
OF_THE_COMMAND = "Name it with --qi, or leave it out."
_DIRECT = "It points at one person by itself."
_GENOMIC = "It holds genotypes, which point at a person and at relatives, and no figure here counts them."
_SETTLES = {
    Role.DIRECT_IDENTIFIER: "Leave it out, or give it a mask in a study.",
    Role.GENOMIC: "Leave it out, and have genetic data judged on their own.",
}


def _why(suggestion: Suggestion, *, is_excused: bool, is_number: bool) -> str | None:
    """Why a column with these looks is unsettled; None where nothing speaks against it."""
    if suggestion.kind == FREE_TEXT.label:
        return "It holds free text, in which anything about anybody can stand."
    if suggestion.role is Role.GENOMIC:
        return _GENOMIC
    if is_excused:
        return None
    doubts = []
    if suggestion.role is Role.DIRECT_IDENTIFIER:
        doubts.append(f"It looks like a direct identifier ({suggestion.kind}).")
    if suggestion.role is Role.QUASI_IDENTIFIER:
        doubts.append(f"It looks like a quasi-identifier ({suggestion.kind}), but no figure counts it.")
    if suggestion.serials and not is_number:
        doubts.append("Its numbers could be dates.")
    return " ".join(doubts) or None


def _looks(data: Microdata, rows: Any, names: Sequence[str]) -> dict[str, Suggestion]:
    """What columns seem to hold, by their names and their values in these rows, in whose table they stand first."""
    storage = {column.name: column.storage for column in data.columns}
    looks = {}
    for i, name in enumerate(names):
        column = rows.column(i).combine_chunks()
        texts = canonical_texts(column.drop_null())
        summary = ColumnSummary(name, storage[name], len(column), column.null_count, len(set(texts)))
        looks[name] = suggest(summary, texts)
    return looks
