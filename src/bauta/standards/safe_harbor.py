"""HIPAA's Safe Harbor: eighteen kinds of identifiers, each with its rule. 45 CFR 164.514(b)(2)."""

from collections.abc import Callable

from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards import by_kind, forms_in_text, unexplained
from bauta.standards.by_kind import removed_kind
from bauta.standards.dates import dates_and_ages
from bauta.standards.facts import TableFacts, finding
from bauta.standards.geography import small_areas

TITLE = "HIPAA Safe Harbor"
SOURCE = "45 CFR 164.514(b)(2)"

A = Rule("A", "Names", "No names, and no parts of them.")
B = Rule(
    "B",
    "Areas smaller than a state",
    "No street, city, county, precinct, ZIP code or geocode; of a ZIP code the first three digits if more than 20,000 "
    "people share them, 000 otherwise.",
)
C = Rule(
    "C",
    "Dates and ages over 89",
    "Of dates about a person only the year, and nothing that tells an age over 89, except that they are 90 or older.",
)
D = Rule("D", "Telephone numbers", "No telephone numbers.")
E = Rule("E", "Fax numbers", "No fax numbers.")
F = Rule("F", "E-mail addresses", "No e-mail addresses.")
G = Rule("G", "Social security numbers", "No social security numbers, and no last digits of them.")
H = Rule("H", "Medical record numbers", "No medical record numbers.")
I = Rule("I", "Health plan numbers", "No health plan beneficiary numbers.")  # noqa: E741
J = Rule("J", "Account numbers", "No account numbers.")
K = Rule("K", "Certificate and license numbers", "No certificate or license numbers.")
L = Rule("L", "Vehicle identifiers", "No vehicle identifiers, serial numbers or license plates.")
M = Rule("M", "Device identifiers", "No device identifiers or serial numbers.")
N = Rule("N", "Web addresses", "No URLs.")
O = Rule("O", "IP addresses", "No Internet Protocol addresses.")  # noqa: E741
P = Rule("P", "Biometric identifiers", "No finger prints, voice prints or the like.")
Q = Rule("Q", "Photographs", "No full-face photographs or comparable images.")
R = Rule(
    "R",
    "Any other unique number or code",
    "No other number, characteristic or code that points at one person, except a code as paragraph (c) allows it.",
)
EIGHTEEN = (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R)
TEXT = Rule("(i)", "Text and unknown columns", "None of the eighteen in any other column either.")
KNOWLEDGE = Rule(
    "(ii)",
    "Actual knowledge",
    "Nobody at the covered entity knows that what remains could identify a person, alone or with other information.",
)


def names(table: TableFacts) -> list[Finding]:
    return by_kind.names_of_people(A, table)


def areas(table: TableFacts) -> list[Finding]:
    return small_areas(B, table)


def dates(table: TableFacts) -> list[Finding]:
    return dates_and_ages(C, table)


def telephones(table: TableFacts) -> list[Finding]:
    return removed_kind(D, table, by_kind.PHONES, "telephone numbers", forms_in_text.PHONE)


def faxes(table: TableFacts) -> list[Finding]:
    return removed_kind(E, table, by_kind.FAXES, "fax numbers")


def emails(table: TableFacts) -> list[Finding]:
    return removed_kind(F, table, by_kind.EMAILS, "e-mail addresses", forms_in_text.EMAIL)


def social_security_numbers(table: TableFacts) -> list[Finding]:
    return removed_kind(G, table, by_kind.SOCIAL_SECURITY, "social security numbers", forms_in_text.SSN)


def record_numbers(table: TableFacts) -> list[Finding]:
    return removed_kind(H, table, by_kind.RECORD_NUMBERS, "medical record numbers")


def plan_numbers(table: TableFacts) -> list[Finding]:
    return removed_kind(I, table, by_kind.PLAN_NUMBERS, "health plan beneficiary numbers")


def accounts(table: TableFacts) -> list[Finding]:
    return removed_kind(J, table, by_kind.ACCOUNTS, "account numbers")


def licences(table: TableFacts) -> list[Finding]:
    return removed_kind(K, table, by_kind.LICENCES, "certificate or license numbers")


def vehicles(table: TableFacts) -> list[Finding]:
    return removed_kind(L, table, by_kind.VEHICLES, "vehicle identifiers")


def devices(table: TableFacts) -> list[Finding]:
    return removed_kind(M, table, by_kind.DEVICES, "device identifiers")


def web_addresses(table: TableFacts) -> list[Finding]:
    return removed_kind(N, table, by_kind.WEB, "web addresses", forms_in_text.URL)


def ip_addresses(table: TableFacts) -> list[Finding]:
    return removed_kind(O, table, by_kind.INTERNET, "IP addresses", forms_in_text.IP_ADDRESS)


def biometrics(table: TableFacts) -> list[Finding]:
    return removed_kind(P, table, by_kind.BIOMETRICS, "biometric identifiers")


def photographs(table: TableFacts) -> list[Finding]:
    return removed_kind(Q, table, by_kind.PHOTOGRAPHS, "photographs or names of image files")


def other_codes(table: TableFacts) -> list[Finding]:
    return unexplained.other_codes(R, table)


def text(table: TableFacts) -> list[Finding]:
    return unexplained.unexplained(TEXT, table)


def knowledge(_table: TableFacts) -> list[Finding]:
    why = "No file tells what people know; a person must say, for this recipient and these data."
    return [finding(KNOWLEDGE, None, Outcome.CANNOT_TELL, why)]


RULES: tuple[Callable[[TableFacts], list[Finding]], ...] = (
    names, areas, dates, telephones, faxes, emails, social_security_numbers, record_numbers, plan_numbers, accounts,
    licences, vehicles, devices, web_addresses, ip_addresses, biometrics, photographs, other_codes, text, knowledge,
)  # fmt: skip
"""A to R, then the two paragraphs that no list of kinds can settle."""


def check_safe_harbor(table: TableFacts) -> tuple[Finding, ...]:
    """What every rule says of every column it is about, in the order of the law."""
    return tuple(found for rule in RULES for found in rule(table))
