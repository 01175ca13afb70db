"""Identifiers that are known by what a column holds: whatever their values, they go."""

from bauta.classification import kinds
from bauta.classification.kinds import Kind
from bauta.classification.tokens import tokenise
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards.facts import ColumnFacts, TableFacts, finding
from bauta.standards.forms_in_text import InText, found_in_text

REMOVE = "The column is left out, or holds random codes."

NAMES = (kinds.PERSON_NAME,)
PHONES, FAXES, EMAILS = (kinds.PHONE,), (kinds.FAX,), (kinds.EMAIL,)
SOCIAL_SECURITY = (kinds.SSN,)
RECORD_NUMBERS = (kinds.MRN,)
PLAN_NUMBERS = (kinds.INSURANCE_NUMBER, kinds.HEALTH_NUMBER)
ACCOUNTS, LICENCES, VEHICLES, DEVICES = (kinds.ACCOUNT,), (kinds.LICENCE,), (kinds.VEHICLE,), (kinds.DEVICE,)
WEB, INTERNET = (kinds.URL,), (kinds.IP_ADDRESS,)
BIOMETRICS, PHOTOGRAPHS = (kinds.BIOMETRIC,), (kinds.PHOTOGRAPH,)
OTHER_CODES = (
    kinds.PATIENT_ID, kinds.NATIONAL_ID, kinds.PSEUDONYM, kinds.EVENT_NUMBER, kinds.SPECIMEN_NUMBER,
    kinds.USER_NAME, kinds.ROW_NUMBER,
)  # fmt: skip
UNKNOWN_IDENTIFIER = "identifier of unknown meaning"
_PARTS = {"initials", "initial", "last4", "last"}


def names_of_people(rule: Rule, table: TableFacts) -> list[Finding]:
    """Names of people and, since the law names them too, of their employers."""
    found = [_of_column(rule, column, "names") for column in table.of_kind(*NAMES)]
    for column in table.of_kind(kinds.OCCUPATION):
        if "employer" in tokenise(column.name) and not column.is_random_code:
            why = f"It names employers in {column.present:,} of {column.summary.rows:,} rows."
            found.append(finding(rule, column, Outcome.FAIL, why, rows=column.present, remedy=REMOVE))
    return found or [finding(rule, None, Outcome.PASS, "No column holds names.")]


def removed_kind(
    rule: Rule, table: TableFacts, wanted: tuple[Kind, ...], what: str, in_text: InText | None = None
) -> list[Finding]:
    """Fail for every column of these kinds and every text such identifiers stand in; one pass where there is none."""
    found = [_of_column(rule, column, what) for column in table.of_kind(*wanted)]
    if in_text is not None:
        found += found_in_text(rule, table, in_text, without=wanted)
    return found or [finding(rule, None, Outcome.PASS, f"No column holds {what}.")]


def _of_column(rule: Rule, column: ColumnFacts, what: str) -> Finding:
    if column.is_random_code:
        why = "It holds other values in place of the identifiers."
        return finding(rule, column, Outcome.PASS, why)
    is_part = _PARTS & set(tokenise(column.name))
    parts = " Initials and last digits count as well: parts of an identifier identify." if is_part else ""
    why = f"It holds {what} in {column.present:,} of {column.summary.rows:,} rows.{parts}"
    return finding(rule, column, Outcome.FAIL, why, rows=column.present, remedy=REMOVE)
