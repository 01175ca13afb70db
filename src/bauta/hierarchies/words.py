"""Where a hierarchy comes from, in words."""

from collections.abc import Iterable

from bauta.hierarchies.icd import icd10_tabular_blocks
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


def describe(section: HierarchySection) -> str:
    """What the section asks for.

    >>> describe(NumberHierarchy(widths=(5, 10), top=90))
    'numbers in widths 5, 10, top 90'
    """
    match section:
        case FileHierarchy():
            return section.path
        case TreeHierarchy():
            return "the tree in the study"
        case DateHierarchy():
            return f"dates by {_listed(section.levels)}" if section.levels else "dates"
        case NumberHierarchy():
            return _numbers(section)
        case BandHierarchy():
            return f"bands up to {section.starts[0][-1]}+" if section.starts else "the value or nothing"
        case PostalCodeHierarchy():
            return f"postal codes, first {_listed(section.keep)} characters"
        case ZipHierarchy():
            return f"ZIP codes, first three digits by the census of {section.census}"
        case IcdHierarchy(kind="icd9cm"):
            return "ICD-9-CM: category, block, chapter"
        case IcdHierarchy():
            blocks = "blocks of the tabular list" if icd10_tabular_blocks() else "blocks of ten categories"
            return f"ICD-10-CM: category, block, chapter; {blocks}"
        case CharacterHierarchy():
            return f"{_listed(section.hide)} characters hidden from the {section.side}"
        case NoHierarchy():
            return "the value or nothing"


def _numbers(section: NumberHierarchy) -> str:
    parts = [f"in widths {_listed(f'{width:g}' for width in section.widths)}"] if section.widths else []
    parts += [f"{word} {end:g}" for word, end in (("bottom", section.bottom), ("top", section.top)) if end is not None]
    return f"numbers {', '.join(parts)}" if parts else "numbers"


def _listed(parts: Iterable[object]) -> str:
    return ", ".join(str(part) for part in parts)
