"""Tests of form that one value passes or fails, and further conditions on a whole column.

Every expression runs on hostile input, so repetitions are bounded or cannot overlap, and values are cut short
before they come here.
"""

import re
from collections.abc import Callable, Sequence

from bauta.classification import wordlists
from bauta.model.columns import ColumnSummary

Test = Callable[[str], object]
"""Truthy when the value has the form."""

Condition = Callable[[ColumnSummary, Sequence[str]], bool]
"""Asked of a column whose values have a form, before that form may speak without the name."""


def form(expression: str) -> Test:
    """The whole value matches."""
    return re.compile(expression, re.IGNORECASE).fullmatch


def part(expression: str) -> Test:
    """Some of the value matches."""
    return re.compile(expression, re.IGNORECASE).search


def plain(value: str) -> str:
    """The value as the word lists write it."""
    return value.lower().replace("-", " ").replace("_", " ")


def one_of(words: frozenset[str]) -> Test:
    return lambda value: plain(value) in words


def number_between(low: float, high: float) -> Test:
    number = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?")

    def is_between(value: str) -> bool:
        return bool(number.fullmatch(value)) and low <= float(value) <= high

    return is_between


MONTH_AND_YEAR = r"[^\W\d]{2}[^\d]{1,7}[-/ .']\d{2,4}|\d{1,2}[-/]\d{4}"

EMAIL = r"[\w.+%'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"
URL = r"(?:https?|ftp)://\S+|www\.\S+"
SSN = r"(?:\d{3}|X{3})-(?:\d\d|XX)-\d{4}"
IP_ADDRESS = r"(?:\d{1,3}\.){3}\d{1,3}|(?=.{0,40}:.{0,40}:)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}"
HARDWARE_ADDRESS = r"[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}"
PHONE = r"(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?: ?(?:x|ext\.?) ?\d{1,6})?|\+\d[\d ().-]{7,18}"
UUID_OR_HASH = (
    r"\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?"
    r"|(?=\d{0,63}[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})"
)
IMAGE_FILE = r"[^\n]{1,190}\.(?:jpe?g|png|gif|tiff?|bmp|dcm|heic)|data:image/.*"
PATIENT_NUMBER = r"(?:MRN|PAT|PT|PATIENT|SUBJ|SUBJECT)[-_:# ]?\d{2,12}"
BANK_ACCOUNT = r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?"
VEHICLE_NUMBER = r"(?=\d{0,17}[A-Z])(?=[A-Z]{0,17}\d)[A-HJ-NPR-Z0-9]{17}"
RECORD_NUMBER = r"(?=\D{0,40}\d)[A-Z0-9][A-Z0-9./_-]{0,39}"
STREET_ADDRESS = (
    r"^\d{1,6}[a-z]?[ ,].{1,60}\b(?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|way"
    r"|place|pl|terrace|highway|hwy|close|rue|calle)\b"
    r"|^\d{1,4},? (?:rue|avenue|boulevard|place|chemin) "
    r"|^\D{2,60}(?:stra(?:ß|ss)e|str\.|weg|platz|allee) \d{1,4}"
)
PERSON_NAME = (
    r"(?:(?:Dr|Mrs?|Ms|Prof)\.? )?[^\W\d_]{1,30}(?:(?:\. |['’. -])[^\W\d_]{1,30}){0,4}\.?"
    r"(?:, ?[^\W\d_][^\d_,]{0,40})?"
)
AGE_BAND = r"(?:[<>≤≥]=? ?)?\d{1,3}(?: ?(?:-|–|to) ?\d{1,3}| ?\+| (?:years?|months?|and over))?"

CANADIAN_POSTCODE = r"[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d"
UK_POSTCODE = r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"
ZIP9 = r"\d{5}-\d{4}"
ZIP3 = r"\d{3}(?:XX|\*\*)?"
ZIP = r"\d{4,5}(?:-?\d{4})?"

ICD10 = r"[A-TV-Z]\d[\dAB](?:\.?[\dA-Z]{1,4})?"
ICD9 = r"(?:\d{3}|V\d{2})(?:\.?\d{1,2})?|E\d{3}\.?\d?"
CPT = r"\d{4}[\dFTU]|[A-V]\d{4}"
NDC = r"\d{4,5}-\d{3,4}-\d{1,2}"
LOINC = r"\d{3,5}-\d"
SNP = r"rs\d{3,12}"


def has_several_values(summary: ColumnSummary, _values: Sequence[str]) -> bool:
    return summary.distinct >= 5


def has_few_values_and_one_of(telltales: frozenset[str]) -> Condition:
    """Lists hold words such as "other" that any column may have; a telltale settles it."""

    def has_telltale(summary: ColumnSummary, values: Sequence[str]) -> bool:
        return summary.distinct <= 60 and not telltales.isdisjoint({plain(value) for value in values})

    return has_telltale


def has_both_sexes(summary: ColumnSummary, values: Sequence[str]) -> bool:
    seen = {plain(value) for value in values}
    return summary.distinct <= 6 and any(pair <= seen for pair in wordlists.SEX_PAIRS)


def is_coded_like_icd10(summary: ColumnSummary, values: Sequence[str]) -> bool:
    """Subject numbers such as A101 have the same form; but they differ in every row and have no dots."""
    return any("." in value for value in values) or (summary.distinct >= 5 and summary.uniqueness < 0.5)


_LETTERS = re.compile(r"[^\W\d_]+")


def holds_given_names(_summary: ColumnSummary, values: Sequence[str]) -> bool:
    """Heart Failure looks like a name too; given names are found only among people, or in hospital names."""
    words_of = [frozenset(_LETTERS.findall(value.lower())) for value in values]
    people = [
        words for words in words_of if words & wordlists.COMMON_GIVEN_NAMES and not words & wordlists.INSTITUTIONS
    ]
    return len(people) >= 0.3 * len(values)
