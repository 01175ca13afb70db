"""A hierarchy for a quasi-identifier that was given none, chosen by its name and its values."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from bauta.dates.reading import AS_WRITTEN, all_dates, find_order, is_ambiguous
from bauta.equivalence.classes import Domain, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.hierarchies.build import build_hierarchy
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.hierarchies.icd import icd10_category
from bauta.hierarchies.numbers import Number, find_decimal_sign, read_number
from bauta.hierarchies.postal_codes import read_zips
from bauta.hierarchies.quantities import are_quantities
from bauta.model.dates import DateNotation
from bauta.model.roles import VariableType
from bauta.model.transformations import (
    CharacterHierarchy,
    DateHierarchy,
    HierarchySection,
    IcdHierarchy,
    NoHierarchy,
    NumberHierarchy,
    PostalCodeHierarchy,
    ZipHierarchy,
)

FEW_VALUES = 10
"""Up to so many different values a variable is told as it is or not at all."""
OLDEST = 125
LARGEST_SPAN = Fraction(10**300)
WIDEST_POSTAL_CODE = 10
FEWEST_INTERVALS, MOST_LEVELS = 3, 3
"""The widest of at most so many widths still leaves about so many intervals."""

CANADIAN_POSTCODE = re.compile(r"[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d", re.ASCII)
"""The one form of a postal code that nothing else has and that is equally long in all of them."""
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
ZIP_WORDS = {"zip", "zipcode", "zip5", "zcta", "zip9"}
POSTAL_WORDS = {"postal", "postcode", "postalcode", "plz", "fsa", "postnr", "postnummer"}
AGE_WORDS = {"age", "ages", "alter", "edad"}
YEAR_WORDS = {"year", "yr", "yob", "birthyear", "jahr", "ano", "annee"}
ICD_WORDS = {"icd", "icd10", "icd10cm", "dx", "diag", "diagnosis", "diagnoses", "disease", "cause"}
SECTIONS: dict[str, HierarchySection] = {
    "dates": DateHierarchy(),
    "postal_codes": PostalCodeHierarchy(),
    "zip": ZipHierarchy(),
    "icd10cm": IcdHierarchy(kind="icd10cm"),
    "icd9cm": IcdHierarchy(kind="icd9cm"),
    "characters": CharacterHierarchy(),
    "none": NoHierarchy(),
}
KINDS = ("numbers", *SECTIONS)
"""Those that can be asked for by their name alone."""
DATES = (VariableType.DATE, VariableType.DATETIME)
NUMERIC = (VariableType.INTEGER, VariableType.DECIMAL)
NAMES_OF_THINGS = (VariableType.CATEGORY, VariableType.BOOLEAN)


def suggest_hierarchy(
    variable: str,
    domain: Domain,
    *,
    type: VariableType | None = None,
    notation: DateNotation = AS_WRITTEN,
    records: Integers | None = None,
) -> tuple[HierarchySection, Hierarchy]:
    """What to use where nothing was said, as a section and built; its source says that it was suggested."""
    section = suggest_section(variable, domain, type=type, notation=notation)
    hierarchy = build_hierarchy(section, variable, domain, records=records)
    texts = canonical_texts(domain.values)
    is_told_less = isinstance(section, NoHierarchy | CharacterHierarchy) and type is None
    why = _two_ways(texts) if is_told_less else ""
    return section, replace(hierarchy, source=f"suggested: {hierarchy.source}{why}")


def suggest_section(
    variable: str, domain: Domain, *, type: VariableType | None = None, notation: DateNotation = AS_WRITTEN
) -> HierarchySection:
    """The section that fits all values of the domain best. `type` is what the study says the values are.

    Whole numbers that neither the study nor their name calls quantities name things, and are never put in intervals.
    What it says are dates are dates or a mistake: they are never taken for numbers, nor for names of things.
    """
    import pyarrow as pa

    texts = canonical_texts(domain.values)
    if not texts or type in NAMES_OF_THINGS or pa.types.is_boolean(domain.values.type):
        return NoHierarchy()
    words = _words(variable)
    if type in DATES or all_dates(texts, notation):
        order = notation.order if notation.serial is not None else find_order(texts, notation.order)[0]
        return DateHierarchy(order=order, serial=notation.serial)
    if words & ZIP_WORDS and all(read_zips(domain.values, texts)):
        return ZipHierarchy()
    if _are_icd_codes(texts, words):
        return IcdHierarchy(kind="icd10cm")
    is_postal = bool(words & POSTAL_WORDS)
    if len(texts) <= FEW_VALUES and not is_postal:
        return NoHierarchy()
    width = max(map(len, texts)) if is_postal else _width_of_codes(texts)
    is_code = is_postal or type is VariableType.CODE
    if is_postal or (width and all(CANADIAN_POSTCODE.fullmatch(text) for text in texts)):
        return PostalCodeHierarchy(keep=tuple(range(min(width, WIDEST_POSTAL_CODE) - 1, 0, -1)))
    sign = find_decimal_sign(texts) or "."
    numbers = [number for text in texts if (number := read_number(text, sign)) is not None]
    are_numbers = len(numbers) == len(texts)
    if not is_code and are_numbers and not _keep_leading_zeros(texts):
        is_code = type not in NUMERIC and not are_quantities(numbers, words)
    if width and (is_code or _keep_leading_zeros(texts) or not are_numbers):
        return CharacterHierarchy(hide=tuple(range(1, width)))
    if is_code or not are_numbers:
        return NoHierarchy()
    return NumberHierarchy(widths=_widths(numbers, words), decimal="," if sign == "," else None)


def section_of_kind(kind: str, variable: str, domain: Domain) -> HierarchySection:
    """The section of one of KINDS, with nothing further said; numbers get widths by their range."""
    if kind != "numbers":
        return SECTIONS[kind]
    texts = canonical_texts(domain.values)
    sign = find_decimal_sign(texts) or "."
    read = (read_number(text, sign) for text in texts)
    numbers = [number for number in read if number is not None]
    return NumberHierarchy(widths=_widths(numbers, _words(variable)) if numbers else ())


def _two_ways(texts: Sequence[str]) -> str:
    """Why dates or numbers get no better hierarchy, where they can be read in two ways; else nothing."""
    if is_ambiguous(texts) and all_dates(texts, DateNotation("day-first")):
        return " (which of day and month comes first is not known; say it in a study file)"
    if find_decimal_sign(texts) is None:
        return " (whether commas mark decimals or thousands is not known; say it in a study file)"
    if len(texts) > FEW_VALUES and all(text.isdecimal() for text in texts):
        return _CODES
    return ""


_CODES = " (whole numbers that may be codes; if they are quantities say type: integer in a study file)"


def _words(variable: str) -> set[str]:
    return {word.lower() for word in WORD.findall(variable)} | {variable.lower()}


def _are_icd_codes(texts: Sequence[str], words: set[str]) -> bool:
    """Codes such as E11.9; without dots only if the name says so, because B12 may be anything."""
    if not all(icd10_category(text) for text in texts):
        return False
    return bool(words & ICD_WORDS) or sum("." in text for text in texts) * 2 >= len(texts)


def _width_of_codes(texts: Sequence[str]) -> int:
    """How long the values are if they are all equally long codes with a digit in each; else 0."""
    width = len(texts[0])
    is_code = re.compile(r"(?=.*\d)[0-9A-Z]+(?:[ -][0-9A-Z]+)?", re.ASCII)
    if not 3 <= width <= WIDEST_POSTAL_CODE:
        return 0
    return width if all(len(text) == width and is_code.fullmatch(text) for text in texts) else 0


def _keep_leading_zeros(texts: Sequence[str]) -> bool:
    return any(len(text) > 1 and text[0] == "0" and text.isdecimal() for text in texts)


def _widths(numbers: Sequence[Number], words: set[str]) -> tuple[float, ...]:
    """Ages in 5, 10, 20; years in 5, 10; anything else in round steps by its range."""
    most_decimals = max(decimals for _, decimals in numbers)
    are_whole = most_decimals == 0
    scaled = [digits * 10 ** (most_decimals - decimals) for digits, decimals in numbers]
    low, high = (Fraction(number, 10**most_decimals) for number in (min(scaled), max(scaled)))
    if are_whole and words & AGE_WORDS and low >= 0 and high <= OLDEST:
        return (5, 10, 20)
    if are_whole and ((words & YEAR_WORDS and low > 1000) or (low >= 1850 and high <= 2100)):
        return (5, 10)
    return _round_widths(float(min(high - low, LARGEST_SPAN)), are_whole=are_whole)


def _round_widths(span: float, *, are_whole: bool) -> tuple[float, ...]:
    """Widths of 1, 2 or 5 times a power of ten, each a multiple of the one before, the widest by the range.

    >>> _round_widths(100, are_whole=True), _round_widths(12, are_whole=True), _round_widths(2.5, are_whole=False)
    ((5.0, 10.0, 20.0), (2.0,), (0.05, 0.1, 0.5))
    """
    if span <= 0:
        return ()
    widest = Decimal(str(span)) / FEWEST_INTERVALS
    width = max(w for digit in (1, 2, 5) if (w := Decimal(digit).scaleb(widest.adjusted())) <= widest)
    widths: list[Decimal] = []
    while len(widths) < MOST_LEVELS and (width > 1 or not are_whole):
        widths.append(width)
        width /= 5 if width.as_tuple().digits[0] == 5 else 2
    return tuple(float(width) for width in reversed(widths))
