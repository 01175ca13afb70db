"""From what a study says about a quasi-identifier's hierarchy to the hierarchy of the values it takes."""

from collections.abc import Sequence
from dataclasses import replace

from bauta.equivalence.classes import Domain, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.hierarchies.bands import told_bands
from bauta.hierarchies.characters import told_characters
from bauta.hierarchies.dates import told_dates, with_order
from bauta.hierarchies.hierarchy import Hierarchy
from bauta.hierarchies.icd import told_icd
from bauta.hierarchies.listed import listed_hierarchy, rows_of_tree
from bauta.hierarchies.numbers import told_numbers, with_decimal_sign
from bauta.hierarchies.postal_codes import told_prefixes, told_zips
from bauta.hierarchies.rows import HierarchyRows
from bauta.hierarchies.told import Told, computed_hierarchy
from bauta.hierarchies.words import describe
from bauta.model.transformations import (
    BandHierarchy,
    CharacterHierarchy,
    DateHierarchy,
    FileHierarchy,
    HierarchySection,
    IcdHierarchy,
    NoHierarchy,
    NumberHierarchy,
    PostalCodeHierarchy,
    TreeHierarchy,
    ZipHierarchy,
)


def build_hierarchy(
    section: HierarchySection,
    variable: str,
    domain: Domain,
    *,
    rows: HierarchyRows | None = None,
    records: Integers | None = None,
    outside: bool = False,
    like: Hierarchy | None = None,
) -> Hierarchy:
    """The hierarchy `section` asks for, over the values of `domain`.

    `rows` are those of a file, which somebody else has read. `records` counts the records of each code, for messages.
    For a population, give the data's own hierarchy as `like`, so that both are told in the same words, and let
    values the hierarchy does not know be `outside` of it instead of a mistake.
    """
    texts = canonical_texts(domain.values)
    if isinstance(section, FileHierarchy | TreeHierarchy):
        rows = rows_of_tree(section.tree, variable) if isinstance(section, TreeHierarchy) else rows
        if rows is None:
            raise ValueError("a hierarchy in a file needs the rows of the file")
        source = describe(section) if isinstance(section, TreeHierarchy) else rows.source
        hierarchy = listed_hierarchy(variable, domain, texts, rows, records=records, outside=outside)
        return replace(hierarchy, source=source)
    told = _told(section, variable, domain, texts, like)
    return computed_hierarchy(variable, domain, texts, told, source=describe(section), records=records, outside=outside)


def settled(section: HierarchySection, variable: str, domain: Domain) -> HierarchySection:
    """The section with what these values show about how they are written, so that others are read the same way."""
    if isinstance(section, DateHierarchy):
        return with_order(section, variable, canonical_texts(domain.values))
    if isinstance(section, NumberHierarchy):
        return with_decimal_sign(section, variable, canonical_texts(domain.values))
    return section


def readable(section: HierarchySection, variable: str, domain: Domain, like: Hierarchy) -> list[bool]:
    """Which values of the domain a hierarchy that tells values by their form can tell, read as those of `like`."""
    told = _told(section, variable, domain, canonical_texts(domain.values), like)
    return [value is not None for value in told.read]


def _told(
    section: HierarchySection, variable: str, domain: Domain, texts: Sequence[str], like: Hierarchy | None
) -> Told:
    match section:
        case DateHierarchy():
            return told_dates(section, variable, texts, is_settled=like is not None)
        case NumberHierarchy():
            return told_numbers(section, variable, texts, None if like is None else like.levels[0].labels)
        case BandHierarchy():
            return told_bands(section, texts)
        case PostalCodeHierarchy():
            return told_prefixes(section, variable, texts)
        case ZipHierarchy():
            return told_zips(section, domain.values, texts, like)
        case IcdHierarchy():
            return told_icd(section, texts)
        case CharacterHierarchy():
            return told_characters(section, variable, texts)
        case NoHierarchy():
            return Told(texts, ())
        case _:
            raise ValueError("a file or a tree tells the values it lists, not values by their form")
