"""What leaves as it is although it could identify somebody: named with the reason and the remedy, never judged away."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
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
from bauta.transform.masking.form_of_codes import have_form_of_codes
from bauta.workflow.release_dictionary import pseudonyms_beside
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


@dataclass(frozen=True)
class LookedAt:
    """What looking at the other columns of a table brought up."""

    unsettled: tuple[Unsettled, ...]
    pseudonyms: tuple[str, ...]
    """Columns that hold pseudonyms of bauta's, by their form and by the dictionary beside the table."""


def unsettled_in_table(engine: Engine, data: Microdata, request: AssessmentRequest) -> LookedAt:
    """What was not judged in a table that is measured as it stands: its other columns, by names and first values."""
    direct = [name for name in request.direct_identifiers if name in data.names]
    genomic = [name for name in request.genomic if name in data.names]
    spoken_for = {*(request.quasi_identifiers or ()), *direct, *genomic, *request.treated, request.person_key}
    others = [name for name in data.names if name not in spoken_for]
    # A study says what a column is; a name that was only found by itself can be that of pseudonyms.
    asked = others if request.declared else [*others, *direct]
    quasi = [name for name in dict.fromkeys(request.quasi_identifiers or ()) if name in data.names]
    rows = engine.first_rows(data, [*asked, *quasi], rows=ROWS_ASKED_FOR_TIES) if asked else None
    looks, codes = ({}, []) if rows is None else _looks(data, rows.slice(0, ROWS_LOOKED_AT), asked)
    known = pseudonyms_beside(request.data) if codes else ()
    found = [Unsettled(name, _DIRECT, "Remove or pseudonymise it.") for name in direct if name not in codes]
    found += unsettled_genomic(genomic)
    found += [
        Unsettled(name, _CODES, _CODES_REMEDY.format(name=listed([name])))
        for name in codes
        if name not in known and name not in request.not_known
    ]
    remedy = OF_A_STUDY if request.declared else "Name it as a quasi-identifier, or leave it out."
    looks = {name: suggestion for name, suggestion in looks.items() if name in others and name not in codes}
    found += unsettled_columns(looks, reasons=request.not_known, numbers=request.numbers, remedy=remedy)
    named = {one.column for one in found}
    if rows is not None:
        compared = rows.select([*range(len(others)), *range(len(asked), len(asked) + len(quasi))])
        found += [one for one in unsettled_ties(compared, request, others, quasi) if one.column not in named]
    return LookedAt(tuple(found), tuple(name for name in codes if name in known))


def note_on_pseudonyms(names: Sequence[str]) -> str:
    """What is known of columns of pseudonyms, and what that rests on."""
    return (
        f"Pseudonyms that bauta made, by their form and by the dictionary beside the table: {listed(names)}. They "
        "point at nobody for whoever has neither the key nor the crosswalk."
    )


def unsettled_in(engine: Engine, request: AssessmentRequest) -> tuple[Unsettled, ...]:
    """The same for a table that is not open yet."""
    opened = engine.open(request.data, missing_codes=request.missing_codes)
    return unsettled_in_table(engine, opened, request).unsettled


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
_CODES = "Its values have the form of bauta's pseudonyms, but nothing beside the table says how they were made."
_CODES_REMEDY = (
    "Assess the table in the folder of its release, or say in a study, where its role is other, why nobody could know "
    'it: not_known: {{{name}: "the reason"}}.'
)
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


def _looks(data: Microdata, rows: Any, names: Sequence[str]) -> tuple[dict[str, Suggestion], list[str]]:
    """What columns seem to hold, by their names and their values in these rows, in whose table they stand first; and
    which have the form of bauta's pseudonyms, whatever they are called.
    """
    storage = {column.name: column.storage for column in data.columns}
    looks, codes = {}, []
    for i, name in enumerate(names):
        column = rows.column(i).combine_chunks()
        texts = canonical_texts(column.drop_null())
        summary = ColumnSummary(name, storage[name], len(column), column.null_count, len(set(texts)))
        looks[name] = suggest(summary, texts)
        if looks[name].role is Role.DIRECT_IDENTIFIER and have_form_of_codes(texts):
            codes.append(name)
    return looks, codes
