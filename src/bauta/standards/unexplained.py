"""Columns of which neither a rule nor a person says what they are: free text, and names and values that say nothing."""

from bauta.classification import kinds
from bauta.classification.tokens import tokenise
from bauta.model.roles import Role, VariableType
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards import forms_in_text, geography
from bauta.standards.by_kind import OTHER_CODES, UNKNOWN_IDENTIFIER
from bauta.standards.dates import UNCERTAIN_KINDS, ask_of_serials, is_date_column
from bauta.standards.facts import ColumnFacts, TableFacts, finding

LEAVE_OUT = "The column is left out unless a study says what it is."
LEAVE_OUT_TEXT = "The column is left out unless a study says to keep it."
_FEW_VALUES = 2
_NUMBERING = frozenset({"id", "ids", "number", "no", "num", "key", "code"})
_SDTM_CODES = ("REFID", "SPID")
"""Reference and sponsor-defined identifiers of SDTM, which the PHUSE standard recodes."""
COVERED = frozenset(
    kind.label
    for kind in (
        *forms_in_text.LOOKED_AT_AS_A_WHOLE, *geography.ADDRESSES, *geography.PLACES, *geography.ZIPS,
        *geography.OTHER_POSTAL_CODES, kinds.FREE_TEXT,
    )
)  # fmt: skip
"""Kinds that another rule is about."""


def unexplained(rule: Rule, table: TableFacts) -> list[Finding]:
    """Cannot tell for every column that may hold any of the identifiers."""
    found = []
    for column in table.columns:
        why = _why(column)
        if why is not None:
            remedy = LEAVE_OUT_TEXT if column.holds(kinds.FREE_TEXT) else LEAVE_OUT
            found.append(finding(rule, column, Outcome.CANNOT_TELL, why, rows=column.present, remedy=remedy))
    return found or [finding(rule, None, Outcome.PASS, "Every column is known by its name, its values or the study.")]


def _why(column: ColumnFacts) -> str | None:
    if not column.present or column.is_random_code or is_date_column(column):
        return None
    if column.serials:
        return ask_of_serials(column.serials).strip()
    if column.holds(kinds.FREE_TEXT):
        return f"It holds free text in {column.present:,} rows, in which any of the identifiers may stand."
    if column.kind == "short text" and not _is_settled(column):
        return f"It holds {column.summary.distinct:,} different short texts, in which any of the identifiers may stand."
    is_unknown = column.kind in UNCERTAIN_KINDS - {UNKNOWN_IDENTIFIER}
    is_constant = column.summary.distinct < _FEW_VALUES and column.type is not VariableType.TEXT
    if is_unknown and not _is_settled(column) and not is_constant:
        return "Neither its name nor its values say what it is; any of the identifiers may be in it."
    return None


def _is_settled(column: ColumnFacts) -> bool:
    """Whether a study says that the column identifies nobody."""
    return column.is_declared and column.role in (Role.OTHER, Role.SENSITIVE)


def other_codes(rule: Rule, table: TableFacts) -> list[Finding]:
    """Numbers and codes that point at one person or event, unless they are known to be random (paragraph c)."""
    found = []
    for column in table.columns:
        if column.present and (is_other_code(column) or column.is_random_code or column.is_derived_code):
            found.append(_code(rule, column))
    return found or [finding(rule, None, Outcome.PASS, "No column holds another number or code of a person.")]


def is_other_code(column: ColumnFacts) -> bool:
    """Whether a column holds a unique code that no other rule is about."""
    if is_date_column(column):
        return False
    if column.holds(*OTHER_CODES) or column.kind == UNKNOWN_IDENTIFIER:
        return True
    if column.holds(kinds.HOUSEHOLD) and _NUMBERING & set(tokenise(column.name)):
        return True  # relatives and household members are in the law too
    if column.holds(kinds.SEQUENCE) and column.name.upper().endswith(_SDTM_CODES):
        return True
    return column.role is Role.DIRECT_IDENTIFIER and column.kind not in COVERED


def _code(rule: Rule, column: ColumnFacts) -> Finding:
    remedy = "Replaced by random codes if the study asks for pseudonyms; otherwise the column is left out."
    if column.is_random_code:
        why = "Its codes were drawn at random and say nothing of a person, which paragraph (c) allows."
        return finding(rule, column, Outcome.PASS, why)
    if column.is_derived_code:
        why = "Its codes are computed from an identifier; paragraph (c) allows only codes not derived from a person."
        return finding(rule, column, Outcome.FAIL, why, rows=column.present, remedy=remedy)
    if column.holds(kinds.PSEUDONYM):
        why = (
            f"It holds codes in {column.present:,} rows. Random ones are allowed (paragraph c), hashes are not; which "
            "they are, a person must say."
        )
        return finding(rule, column, Outcome.CANNOT_TELL, why, rows=column.present, remedy=remedy)
    what = "codes that tell people apart" if column.is_person_key else f"values of the kind {column.kind!r}"
    if column.kind == UNKNOWN_IDENTIFIER:
        what = "different values in nearly every row"
    why = f"It holds {what} in {column.present:,} rows, and nobody says that they are random."
    return finding(rule, column, Outcome.FAIL, why, rows=column.present, remedy=remedy)
