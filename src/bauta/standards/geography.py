"""Geography smaller than a state: addresses, places, ZIP codes, coordinates."""

import re
from enum import StrEnum

from bauta.classification import forms, kinds, wordlists
from bauta.classification.forms import plain
from bauta.classification.tokens import tokenise
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.hierarchies.postal_codes import RESTRICTED, read_zip
from bauta.hierarchies.zip3_census import LARGEST_RESTRICTED, tellable_prefixes
from bauta.model.roles import VariableType
from bauta.model.standards import Finding, Outcome, Rule
from bauta.standards.facts import ColumnFacts, TableFacts, finding, in_rows

ZIPS = (kinds.ZIP5, kinds.ZIP9, kinds.ZIP3)
OTHER_POSTAL_CODES = (kinds.POSTAL_CODE, kinds.CANADIAN_POSTCODE, kinds.UK_POSTCODE)
ADDRESSES = (kinds.STREET_ADDRESS, kinds.COORDINATES)
PLACES = (kinds.PLACE, kinds.BIRTH_PLACE)
SITES = (kinds.SITE, kinds.SITE_NUMBER)
LARGE_ENOUGH = (kinds.STATE, kinds.COUNTRY)
AREAS_OF_STATES = frozenset(
    [
        "northeast",
        "midwest",
        "south",
        "west",
        "northeastern",
        "midwestern",
        "southern",
        "western",
        "north",
        "east",
        "central",
        "urban",
        "rural",
        "suburban",
        "unknown",
        "other",
    ]
) | {"north east", "mid west", "new england", "middle atlantic", "south atlantic", "mountain", "pacific"}

REMOVE_PLACE = "The column is left out."
TELL_ZIP3 = "Told as the first three digits, 000 where they are restricted."
_ZIP3 = re.compile(r"(\d{3})(?:XX|xx|\*\*|xx-xxxx)?")
_FEWER_DIGITS = re.compile(r"\d{1,2}(?:X{3,4}|x{3,4}|\*{3,4})")
_FOREIGN = re.compile(rf"{forms.CANADIAN_POSTCODE}|{forms.UK_POSTCODE}", re.IGNORECASE)


class ZipReading(StrEnum):
    """What a value of a ZIP code column tells."""

    NOTHING = "nothing"
    PREFIX = "a prefix that may be told"
    RESTRICTED_PREFIX = "a prefix that may not be told"
    WHOLE = "more than three digits"
    UNREADABLE = "unreadable"


def read_zip_value(text: str, census: str, *, is_number: bool, are_prefixes: bool) -> ZipReading:
    """What a value tells. In a column of numbers leading zeros are lost; `are_prefixes` where none is above 999."""
    text = text.strip()
    if text in ("", SUPPRESSED, RESTRICTED, "000XX", "000**"):
        return ZipReading.NOTHING
    if is_number and text.isascii() and text.isdecimal():
        if not are_prefixes:
            return ZipReading.WHOLE
        text = text.zfill(3)
        if text == RESTRICTED:
            return ZipReading.NOTHING
    if match := _ZIP3.fullmatch(text):
        is_tellable = match[1] in tellable_prefixes(census)
        return ZipReading.PREFIX if is_tellable else ZipReading.RESTRICTED_PREFIX
    if read_zip(text) is not None or _FOREIGN.fullmatch(text):
        return ZipReading.WHOLE
    return ZipReading.UNREADABLE


def are_numbers(column: ColumnFacts) -> bool:
    return column.summary.storage in (VariableType.INTEGER, VariableType.DECIMAL)


def are_zip_prefixes(column: ColumnFacts) -> bool:
    """Whether a column of numbers holds three digits: none of them is above 999."""
    return all(len(value.strip()) <= 3 for value in column.values)


def small_areas(rule: Rule, table: TableFacts) -> list[Finding]:
    """What every column says of where people live."""
    found: list[Finding] = []
    for column in table.columns:
        if not column.present or column.is_random_code:
            continue
        if column.holds(*ADDRESSES):
            why = f"It holds street addresses in {in_rows(column.present)}."
            if column.holds(kinds.COORDINATES):
                why = f"It holds map coordinates in {in_rows(column.present)}, which stand for an address."
            found.append(_fail(rule, column, why))
        elif column.holds(*PLACES):
            found.append(_place(rule, column))
        elif column.holds(*ZIPS) or column.holds(*OTHER_POSTAL_CODES):
            found += zip_codes(rule, column, table.census)
        elif column.holds(*SITES):
            why = "Where people were treated may tell an area smaller than a state; whether it does, a person must say."
            found.append(finding(rule, column, Outcome.CANNOT_TELL, why, remedy=REMOVE_PLACE))
        elif column.holds(*LARGE_ENOUGH):
            found.append(finding(rule, column, Outcome.PASS, "States and countries may be told."))
    return found or [finding(rule, None, Outcome.PASS, "No column holds an address or a place.")]


def _fail(rule: Rule, column: ColumnFacts, why: str) -> Finding:
    return finding(rule, column, Outcome.FAIL, why, rows=column.present, remedy=REMOVE_PLACE)


def is_large_area(text: str) -> bool:
    """Whether a place is a state, a country, or a part of the country made of several states."""
    word = plain(text.strip())
    return word in ("", SUPPRESSED) or word in wordlists.US_STATES | wordlists.COUNTRIES | AREAS_OF_STATES


def _place(rule: Rule, column: ColumnFacts) -> Finding:
    small = column.rows_where(lambda text: not is_large_area(text))
    if column.values and not small:
        return finding(rule, column, Outcome.PASS, "All values are states, countries or larger.")
    if "region" in tokenise(column.name):
        why = f"Regions in {in_rows(small)} may be parts of a state; which they are, a person must say."
        return finding(rule, column, Outcome.CANNOT_TELL, why, rows=small, remedy=REMOVE_PLACE)
    rows = small or column.present
    why = f"{in_rows(rows).capitalize()} tell a place smaller than a state."
    return finding(rule, column, Outcome.FAIL, why, rows=rows, remedy=REMOVE_PLACE)


def zip_codes(rule: Rule, column: ColumnFacts, census: str) -> list[Finding]:
    """More than three digits, and prefixes of areas of 20,000 people or fewer, fail; each with its rows."""
    is_number, are_prefixes = are_numbers(column), are_zip_prefixes(column)
    rows = dict.fromkeys(ZipReading, 0)
    for value, count in zip(column.values, column.counts, strict=True):
        rows[read_zip_value(value, census, is_number=is_number, are_prefixes=are_prefixes)] += count
    found = []
    whole, restricted, unreadable = (
        rows[one] for one in (ZipReading.WHOLE, ZipReading.RESTRICTED_PREFIX, ZipReading.UNREADABLE)
    )
    if whole:
        why = f"{in_rows(whole).capitalize()} tell more than the first three digits."
        found.append(finding(rule, column, Outcome.FAIL, why, rows=whole, remedy=TELL_ZIP3))
    if restricted:
        why = (
            f"{in_rows(restricted).capitalize()} tell a prefix that {LARGEST_RESTRICTED:,} people or fewer share, or "
            f"that the census of {census} does not have."
        )
        found.append(finding(rule, column, Outcome.FAIL, why, rows=restricted, remedy=TELL_ZIP3))
    if unreadable:
        why = f"{in_rows(unreadable).capitalize()} could not be read as ZIP codes."
        found.append(finding(rule, column, Outcome.CANNOT_TELL, why, rows=unreadable, remedy=TELL_ZIP3))
    why = f"Only prefixes that more than {LARGEST_RESTRICTED:,} people share by the census of {census}, and 000."
    return found or [finding(rule, column, Outcome.PASS, why)]
