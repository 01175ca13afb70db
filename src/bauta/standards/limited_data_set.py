"""HIPAA's limited data set: sixteen direct identifiers that go; dates, ages, cities and ZIP codes may stay.

45 CFR 164.514(e)(2). It may be used for research, public health and health care operations, under a data use agreement.
"""

from collections.abc import Callable

from bauta.classification import kinds
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards import by_kind, forms_in_text, geography, unexplained
from bauta.standards.by_kind import removed_kind
from bauta.standards.facts import TableFacts, finding, in_rows

TITLE = "HIPAA limited data set"
SOURCE = "45 CFR 164.514(e)(2)"

NAMES = Rule("(i)", "Names", "No names, and no parts of them.")
ADDRESSES = Rule("(ii)", "Postal addresses", "Of an address only town or city, state and ZIP code.")
TELEPHONES = Rule("(iii)", "Telephone numbers", "No telephone numbers.")
FAXES = Rule("(iv)", "Fax numbers", "No fax numbers.")
EMAILS = Rule("(v)", "E-mail addresses", "No e-mail addresses.")
SOCIAL_SECURITY = Rule("(vi)", "Social security numbers", "No social security numbers.")
RECORD_NUMBERS = Rule("(vii)", "Medical record numbers", "No medical record numbers.")
PLAN_NUMBERS = Rule("(viii)", "Health plan numbers", "No health plan beneficiary numbers.")
ACCOUNTS = Rule("(ix)", "Account numbers", "No account numbers.")
LICENCES = Rule("(x)", "Certificate and license numbers", "No certificate or license numbers.")
VEHICLES = Rule("(xi)", "Vehicle identifiers", "No vehicle identifiers, serial numbers or license plates.")
DEVICES = Rule("(xii)", "Device identifiers", "No device identifiers or serial numbers.")
WEB = Rule("(xiii)", "Web addresses", "No URLs.")
INTERNET = Rule("(xiv)", "IP addresses", "No Internet Protocol addresses.")
BIOMETRICS = Rule("(xv)", "Biometric identifiers", "No finger prints, voice prints or the like.")
PHOTOGRAPHS = Rule("(xvi)", "Photographs", "No full-face photographs or comparable images.")
SIXTEEN = (
    NAMES, ADDRESSES, TELEPHONES, FAXES, EMAILS, SOCIAL_SECURITY, RECORD_NUMBERS, PLAN_NUMBERS, ACCOUNTS, LICENCES,
    VEHICLES, DEVICES, WEB, INTERNET, BIOMETRICS, PHOTOGRAPHS,
)  # fmt: skip
TEXT = Rule("(e)(2)", "Text and unknown columns", "None of the sixteen in any other column either.")
AGREEMENT = Rule("(e)(4)", "Data use agreement", "The recipient has signed a data use agreement.")


def names(table: TableFacts) -> list[Finding]:
    return by_kind.names_of_people(NAMES, table)


def addresses(table: TableFacts) -> list[Finding]:
    """Streets and coordinates; towns, ZIP codes and all that is coarser may be told."""
    found = []
    for column in table.of_kind(*geography.ADDRESSES):
        if not column.is_random_code:
            why = f"It holds values of the kind {column.kind!r} in {in_rows(column.present)}."
            found.append(
                finding(ADDRESSES, column, Outcome.FAIL, why, rows=column.present, remedy=geography.REMOVE_PLACE)
            )
    for column in table.of_kind(*geography.PLACES, *geography.ZIPS, *geography.OTHER_POSTAL_CODES):
        found.append(finding(ADDRESSES, column, Outcome.PASS, "Towns, cities, states and ZIP codes may be told."))
    return found or [finding(ADDRESSES, None, Outcome.PASS, "No column holds a street address or coordinates.")]


def telephones(table: TableFacts) -> list[Finding]:
    return removed_kind(TELEPHONES, table, by_kind.PHONES, "telephone numbers", forms_in_text.PHONE)


def faxes(table: TableFacts) -> list[Finding]:
    return removed_kind(FAXES, table, by_kind.FAXES, "fax numbers")


def emails(table: TableFacts) -> list[Finding]:
    return removed_kind(EMAILS, table, by_kind.EMAILS, "e-mail addresses", forms_in_text.EMAIL)


def social_security_numbers(table: TableFacts) -> list[Finding]:
    return removed_kind(SOCIAL_SECURITY, table, by_kind.SOCIAL_SECURITY, "social security numbers", forms_in_text.SSN)


def record_numbers(table: TableFacts) -> list[Finding]:
    """Medical record numbers; a number of patients may be one, which only a person can say."""
    found = list(removed_kind(RECORD_NUMBERS, table, by_kind.RECORD_NUMBERS, "medical record numbers"))
    for column in table.of_kind(kinds.PATIENT_ID):
        if not column.is_random_code:
            why = "It numbers people. Whether by their medical record numbers, a person must say."
            remedy = "Replaced by random codes if the study asks for pseudonyms; otherwise the column is left out."
            found.append(finding(RECORD_NUMBERS, column, Outcome.CANNOT_TELL, why, rows=column.present, remedy=remedy))
    is_settled = len(found) > 1
    return [one for one in found if one.column is not None or not is_settled]


def plan_numbers(table: TableFacts) -> list[Finding]:
    return removed_kind(PLAN_NUMBERS, table, by_kind.PLAN_NUMBERS, "health plan beneficiary numbers")


def accounts(table: TableFacts) -> list[Finding]:
    return removed_kind(ACCOUNTS, table, by_kind.ACCOUNTS, "account numbers")


def licences(table: TableFacts) -> list[Finding]:
    return removed_kind(LICENCES, table, by_kind.LICENCES, "certificate or license numbers")


def vehicles(table: TableFacts) -> list[Finding]:
    return removed_kind(VEHICLES, table, by_kind.VEHICLES, "vehicle identifiers")


def devices(table: TableFacts) -> list[Finding]:
    return removed_kind(DEVICES, table, by_kind.DEVICES, "device identifiers")


def web_addresses(table: TableFacts) -> list[Finding]:
    return removed_kind(WEB, table, by_kind.WEB, "web addresses", forms_in_text.URL)


def ip_addresses(table: TableFacts) -> list[Finding]:
    return removed_kind(INTERNET, table, by_kind.INTERNET, "IP addresses", forms_in_text.IP_ADDRESS)


def biometrics(table: TableFacts) -> list[Finding]:
    return removed_kind(BIOMETRICS, table, by_kind.BIOMETRICS, "biometric identifiers")


def photographs(table: TableFacts) -> list[Finding]:
    return removed_kind(PHOTOGRAPHS, table, by_kind.PHOTOGRAPHS, "photographs or names of image files")


def text(table: TableFacts) -> list[Finding]:
    return unexplained.unexplained(TEXT, table)


def agreement(_table: TableFacts) -> list[Finding]:
    why = "A file does not tell whether an agreement was signed; a person must say."
    return [finding(AGREEMENT, None, Outcome.CANNOT_TELL, why)]


RULES: tuple[Callable[[TableFacts], list[Finding]], ...] = (
    names, addresses, telephones, faxes, emails, social_security_numbers, record_numbers, plan_numbers, accounts,
    licences, vehicles, devices, web_addresses, ip_addresses, biometrics, photographs, text, agreement,
)  # fmt: skip


def check_limited_data_set(table: TableFacts) -> tuple[Finding, ...]:
    """What every rule says of every column it is about, in the order of the law."""
    return tuple(found for rule in RULES for found in rule(table))
