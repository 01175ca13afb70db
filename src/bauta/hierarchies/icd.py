"""Diagnosis codes by the structure of the classification: category, block, chapter.

Both classifications give three levels between the code and everything, so that a study's level numbers mean the same
everywhere. Chapters and the blocks of ICD-9-CM are known here. The blocks of ICD-10-CM are those of the tabular list
if the package simple-icd-10-cm is installed (`pip install bauta[icd]`), and else ten categories each, A00-A09.
"""

import re
import warnings
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache

from bauta.hierarchies.told import Telling, Told
from bauta.model.transformations import IcdHierarchy

EXPECTED = {
    "icd10cm": "ICD-10-CM codes such as E11.9 or E119",
    "icd9cm": "ICD-9-CM codes such as 250.00, 25000, V30.01 or E950.0",
}

ICD10 = re.compile(r"([A-Z](?:\d[0-9A-Z]|[A-Z]\d))(?:\.?[0-9A-Z]{1,4})?", re.ASCII)
ICD10_CHAPTER_RANGES = (
    "A00-B99 C00-D49 D50-D89 E00-E89 F01-F99 G00-G99 H00-H59 H60-H95 I00-I99 J00-J99 K00-K95 L00-L99 M00-M99 N00-N99 "
    "O00-O9A P00-P96 Q00-QA0 R00-R99 S00-T88 U00-U85 V00-Y99 Z00-Z99"
)

ICD9 = re.compile(r"(\d{3}|V\d\d)(?:\.?\d{1,2})?|(E\d{3})(?:\.?\d)?|(\d{1,2})\.\d{1,2}", re.ASCII)
ICD9_CHAPTER_RANGES = (
    "001-139 140-239 240-279 280-289 290-319 320-389 390-459 460-519 520-579 580-629 630-679 680-709 710-739 740-759 "
    "760-779 780-799 800-999 E000-E999 V01-V91"
)
ICD9_BLOCK_RANGES = """
001-009 010-018 020-027 030-041 042 045-049 050-059 060-066 070-079 080-088 090-099 100-104 110-118 120-129 130-136
137-139 140-149 150-159 160-165 170-176 179-189 190-199 200-208 209 210-229 230-234 235-238 239 240-246 249-259
260-269 270-279 280-289 290-299 300-316 317-319 320-326 327 330-337 338 339 340-349 350-359 360-379 380-389 390-392
393-398 401-405 410-414 415-417 420-429 430-438 440-449 451-459 460-466 470-478 480-488 490-496 500-508 510-519
520-529 530-539 540-543 550-553 555-558 560-569 570-579 580-589 590-599 600-608 610-612 614-616 617-629 630-633
634-639 640-649 650-659 660-669 670-677 678-679 680-686 690-698 700-709 710-719 720-724 725-729 730-739 740-759
760-763 764-779 780-789 790-796 797-799 800-829 830-839 840-848 850-854 860-869 870-897 900-904 905-909 910-919
920-924 925-929 930-939 940-949 950-957 958-959 960-979 980-989 990-995 996-999 V01-V06 V07-V09 V10-V19 V20-V29
V30-V39 V40-V49 V50-V59 V60-V69 V70-V82 V83-V84 V85 V86 V87 V88 V89 V90 V91 E000 E001-E030 E800-E848 E849 E850-E858
E860-E869 E870-E876 E878-E879 E880-E888 E890-E899 E900-E909 E910-E915 E916-E928 E929 E930-E949 E950-E959 E960-E969
E970-E978 E979 E980-E989 E990-E999
"""
"""The blocks of the last tabular list, by CMS and NCHS (public domain)."""

ICD10_CHAPTERS = ICD10_CHAPTER_RANGES.split()
_ICD10_STARTS = [chapter[:2] for chapter in ICD10_CHAPTERS]
ICD9_CHAPTERS = ICD9_CHAPTER_RANGES.split()
_ICD9_CHAPTER_STARTS = [chapter[:3] if chapter[0].isdigit() else chapter[0] for chapter in ICD9_CHAPTERS]
ICD9_BLOCKS = sorted(ICD9_BLOCK_RANGES.split())
_ICD9_BLOCK_STARTS = [block.partition("-")[0] for block in ICD9_BLOCKS]


def told_icd(section: IcdHierarchy, texts: Sequence[str]) -> Told:
    """Category, block and chapter of every code, written with or without the dot, in capitals or not."""
    if section.kind == "icd10cm":
        read, block, chapter = icd10_category, icd10_block, icd10_chapter
    else:
        read, block, chapter = icd9_category, icd9_block, icd9_chapter
    levels = [Telling("category", str), Telling("block", block), Telling("chapter", chapter)]
    return Told([read(text) for text in texts], levels, EXPECTED[section.kind])


def icd10_category(text: str) -> str | None:
    """The first three characters of an ICD-10-CM code, or None if it cannot be one.

    >>> icd10_category("e11.65"), icd10_category("C7A00"), icd10_category("unknown")
    ('E11', 'C7A', None)
    """
    match = ICD10.fullmatch(text.strip().upper())
    return None if match is None else match[1]


def icd10_chapter(category: str) -> str:
    """The chapter, as the range of its categories.

    Chapters end with a letter, except that D and H are divided, at D50 and H60: the tens decide.
    """
    return ICD10_CHAPTERS[bisect_right(_ICD10_STARTS, category[:2]) - 1]


def icd10_block(category: str) -> str:
    """The block of the tabular list; ten categories where the list is not installed or lacks the category."""
    return icd10_tabular_blocks().get(category, f"{category[:2]}0-{category[:2]}9")


@cache
def icd10_tabular_blocks() -> dict[str, str]:
    """For each category of ICD-10-CM its block; empty without the package that bundles the tabular list."""
    with warnings.catch_warnings(action="ignore"):  # it reads its list in a way that Python has deprecated
        try:
            import simple_icd_10_cm as tabular_list
        except ImportError:
            return {}
    chapters = (str(number) for number in range(1, len(ICD10_CHAPTERS) + 1))
    blocks = (block for chapter in chapters for block in tabular_list.get_children(chapter))
    return {
        category: block for block in blocks for category in tabular_list.get_children(block, prioritize_blocks=True)
    }


def icd9_category(text: str) -> str | None:
    """The three digits (E and three digits for external causes) of an ICD-9-CM code, or None if it cannot be one.

    >>> icd9_category("25000"), icd9_category("E950.0"), icd9_category("8.45"), icd9_category("E11.9")
    ('250', 'E950', '008', None)
    """
    match = ICD9.fullmatch(text.strip().upper())
    category = "000" if match is None else match[1] or match[2] or match[3].zfill(3)
    return None if category == "000" else category


def icd9_chapter(category: str) -> str:
    """The chapter, as the range of its categories."""
    return ICD9_CHAPTERS[bisect_right(_ICD9_CHAPTER_STARTS, category) - 1]


def icd9_block(category: str) -> str:
    """The block, as the range of its categories; a category outside all of them is a block of its own."""
    block = ICD9_BLOCKS[max(0, bisect_right(_ICD9_BLOCK_STARTS, category) - 1)]
    first, _, last = block.partition("-")
    return block if first <= category <= (last or first) else category
