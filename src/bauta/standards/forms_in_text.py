"""Identifiers that stand inside other text, known by their form: an e-mail address in a column of diagnoses."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bauta.classification import forms, kinds
from bauta.classification.kinds import Kind
from bauta.model.roles import VariableType
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards.facts import ColumnFacts, TableFacts, finding, in_rows

BLANK = "Those values are left out."
_NUMERIC = (VariableType.INTEGER, VariableType.DECIMAL, VariableType.BOOLEAN, VariableType.DATE, VariableType.DATETIME)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"


@dataclass(frozen=True)
class InText:
    """A form that is looked for anywhere in a value."""

    what: str
    expression: re.Pattern[str]


def _anywhere(what: str, expression: str) -> InText:
    return InText(what, re.compile(rf"(?<![\w.-])(?:{expression})(?![\w-])", re.IGNORECASE))


EMAIL = _anywhere("e-mail addresses", forms.EMAIL)
URL = _anywhere("web addresses", forms.URL)
SSN = _anywhere("social security numbers", r"\d{3}-\d\d-\d{4}")
IP_ADDRESS = _anywhere("IP addresses", r"(?:\d{1,3}\.){3}\d{1,3}")
PHONE = _anywhere("telephone numbers", r"(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}")
DATE = _anywhere(
    "dates",
    r"(?:1[89]|20)\d\d[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?(?:T[\d:.]{2,15}Z?)?"
    r"|(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:1[89]|20)\d\d"
    rf"|(?:0?[1-9]|[12]\d|3[01])[- ]?{_MONTH}[- ,]{{0,2}}(?:1[89]|20)?\d\d|{_MONTH} (?:\d{{1,2}},? )?(?:1[89]|20)\d\d",
)
ALL = (EMAIL, URL, SSN, IP_ADDRESS, PHONE, DATE)


def found_in_text(rule: Rule, table: TableFacts, wanted: InText, *, without: Iterable[Kind]) -> list[Finding]:
    """Fail for every column of text in which the form occurs, except those that a rule on their kind is about."""
    skipped = {kind.label for kind in (*without, *LOOKED_AT_AS_A_WHOLE)}
    found = []
    for column in table.columns:
        if column.kind in skipped or column.is_random_code or not may_hold_text(column):
            continue
        rows = column.rows_where(wanted.expression.search)
        if rows:
            why = f"{wanted.what.capitalize()} stand in {in_rows(rows)} of {column.present:,}."
            found.append(finding(rule, column, Outcome.FAIL, why, rows=rows, remedy=BLANK))
    return found


def may_hold_text(column: ColumnFacts) -> bool:
    return column.summary.storage not in _NUMERIC and bool(column.values)


LOOKED_AT_AS_A_WHOLE = (
    kinds.EMAIL, kinds.URL, kinds.SSN, kinds.IP_ADDRESS, kinds.PHONE, kinds.FAX, kinds.PERSON_NAME, kinds.MRN,
    kinds.INSURANCE_NUMBER, kinds.HEALTH_NUMBER, kinds.ACCOUNT, kinds.LICENCE, kinds.VEHICLE, kinds.DEVICE,
    kinds.BIOMETRIC, kinds.PHOTOGRAPH, kinds.STREET_ADDRESS, kinds.PATIENT_ID, kinds.NATIONAL_ID, kinds.PSEUDONYM,
    kinds.EVENT_NUMBER, kinds.SPECIMEN_NUMBER, kinds.USER_NAME, kinds.ROW_NUMBER,
    kinds.BIRTH_DATE, kinds.BIRTH_YEAR, kinds.EVENT_DATE, kinds.DEATH_DATE, kinds.LOAD_DATE, kinds.AGE,
)  # fmt: skip
"""Kinds that a rule removes, or reads value by value, whatever else stands in them."""
