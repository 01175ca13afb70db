"""What to suggest for a column that neither its name nor the form of its values explains.

The rule of El Emam and Malin (IOM 2015, Figure 3) asks whether a variable is replicable, distinguishing and
knowable. For a column of unknown meaning only the second can be measured, so the others are presumed from
what the values are: codes and text are stable and may be known; decimal measurements are neither.

What does not identify is not called harmless for that. In health data most flags, scales and counts of unknown meaning
are findings, treatments and outcomes, so they are suggested as sensitive; `other` is for known bookkeeping.
"""

import re

from bauta.classification import tokens
from bauta.classification.values import Values
from bauta.model.columns import Suggestion
from bauta.model.roles import Role, VariableType

FEW_ROWS = 20
"""Below this many rows, columns differ in every row by chance: ten ages seldom repeat."""

_NEARLY_UNIQUE = 0.9
_MANY_DIFFERENT = 0.1
_LONG_NUMBER = re.compile(r"(?=(?:\D{0,12}\d){6})[0-9A-Z-]{7,20}", re.IGNORECASE | re.ASCII)
_DAY_RUN_TOGETHER = re.compile(r"(?:19|20)\d{2}(?:0\d|1[0-2])[0-3]\d|[0-3]\d(?:0\d|1[0-2])(?:19|20)\d{2}", re.ASCII)

REPEATING = frozenset({"yes/no indicator", "whole number", "category", "short text", "unknown"})
"""Kinds of columns that nothing is known of but that their values repeat."""

_IDENTIFIER_ENDINGS = frozenset({"id", "ids", "identifier", "key", "uid", "guid", "uuid"})


def suggest_by_uniqueness(values: Values) -> Suggestion:
    """The paper's rule, with uniqueness measured and the rest presumed."""
    type_ = values.type
    if values.is_yes_no:
        return Suggestion(Role.SENSITIVE, type_, "yes/no indicator", _YES_NO)
    if type_ is VariableType.DECIMAL:
        return Suggestion(Role.SENSITIVE, type_, "measurement", _why_measurement(values))
    if type_ in (VariableType.DATE, VariableType.DATETIME):
        return Suggestion(Role.QUASI_IDENTIFIER, type_, "event date", _DATE)
    return _identifying(values) or _repeating(values)


_YES_NO = (
    "The values are yes or no, which separates few people, and the name is not recognised; in health data most such "
    "columns say what somebody has, was given or went through."
)
_DATE = "The column is stored as dates, and people around a patient can know when something happened."
_OUTSIDER = "and the name is not recognised; make it a quasi-identifier if someone outside could know it."
_WHOLE_NUMBER = f"The values are whole numbers that repeat between rows, {_OUTSIDER}"
_CATEGORY = f"The values are a limited set that repeats between rows, {_OUTSIDER}"
_SHORT_TEXT = (
    "The values are many different short texts and the name is not recognised; read some before release, as "
    "typed-in text can describe a person."
)
_FEW_ROWS = (
    "The values are different in every row, but in so few rows that this says little, and the name is not "
    "recognised; decide by what the column means."
)
_MEASUREMENT = "Decimal numbers in health data are mostly measurements, which reveal rather than identify."
_UNIQUE_MEASUREMENT = (
    "The values are decimal numbers, different in nearly every row, but a measurement is neither stable over "
    "time nor known to outsiders, so it does not point at a person."
)


def _why_measurement(values: Values) -> str:
    is_nearly_unique = values.summary.uniqueness >= _NEARLY_UNIQUE and values.summary.present >= FEW_ROWS
    return _UNIQUE_MEASUREMENT if is_nearly_unique else _MEASUREMENT


def _identifying(values: Values) -> Suggestion | None:
    """A stable value that only one row has points at that row."""
    summary, type_ = values.summary, values.type
    if _is_unique(values):
        if summary.present < FEW_ROWS:
            return Suggestion(Role.SENSITIVE, type_, "unknown", _FEW_ROWS)
        return _unknown_identifier(values, "The values are different in every row")
    if summary.present < FEW_ROWS:
        return None
    if type_ in (VariableType.TEXT, VariableType.CODE) and summary.uniqueness >= _NEARLY_UNIQUE:
        return _unknown_identifier(values, "The values are different in nearly every row")
    if _are_long_numbers(values):
        return _unknown_identifier(values, "The values are long numbers, and many are different")
    words = tokens.tokenise(summary.name)
    if words and words[-1] in _IDENTIFIER_ENDINGS and summary.distinct >= max(FEW_ROWS, 0.02 * summary.present):
        return _unknown_identifier(values, "The name ends as identifiers do and there are many different values")
    return None


def _are_long_numbers(values: Values) -> bool:
    """Numbers as long as those of patients and cases, of which each stands in a few rows: not amounts, not dates."""
    if values.type not in (VariableType.INTEGER, VariableType.CODE) or values.summary.present < FEW_ROWS:
        return False
    if values.summary.distinct < max(FEW_ROWS, _MANY_DIFFERENT * values.summary.present):
        return False
    if len({len(text) for text in values.texts}) > 2 or not all(map(_LONG_NUMBER.fullmatch, values.texts)):
        return False
    return not all(map(_DAY_RUN_TOGETHER.fullmatch, values.texts))


def _repeating(values: Values) -> Suggestion:
    if values.type is VariableType.INTEGER:
        return Suggestion(Role.SENSITIVE, values.type, "whole number", _WHOLE_NUMBER)
    if values.type in (VariableType.TEXT, VariableType.CODE) and values.summary.present >= FEW_ROWS:
        return Suggestion(Role.SENSITIVE, values.type, "short text", _SHORT_TEXT)
    return Suggestion(Role.SENSITIVE, values.type, "category", _CATEGORY)


def _is_unique(values: Values) -> bool:
    """No two rows share a value."""
    return values.summary.uniqueness >= 1.0


def _unknown_identifier(values: Values, evidence: str) -> Suggestion:
    type_ = VariableType.TEXT if values.type is VariableType.TEXT and values.mean_words >= 2 else VariableType.CODE
    reason = f"{evidence}, so whoever knows one knows whose row it is."
    return Suggestion(Role.DIRECT_IDENTIFIER, type_, "identifier of unknown meaning", reason)
