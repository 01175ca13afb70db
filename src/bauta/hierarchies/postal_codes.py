"""Postal codes: ever shorter prefixes, and United States ZIP codes by the rule of 20,000 people."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from bauta.errors import HierarchyLevelsInvalid, shown
from bauta.hierarchies.hierarchy import SUPPRESSED, Hierarchy
from bauta.hierarchies.told import Telling, Told
from bauta.hierarchies.zip3_census import tellable_prefixes
from bauta.model.transformations import PostalCodeHierarchy, ZipHierarchy

EXPECTED = "ZIP codes of five digits, or nine as in 02139-1234"
RESTRICTED = "000"
"""What the prefixes of 20,000 people or fewer are told as."""
ZIP5_LEVEL, ZIP3_LEVEL = "ZIP5", "ZIP3"
ZIP = re.compile(r"(\d{5})(?:-?(\d{4}))?", re.ASCII)
ZIP_WITHOUT_ITS_ZERO = re.compile(r"\d{4}(?:-?\d{4})?", re.ASCII)
LARGEST_ZIP5 = 99_999


def told_prefixes(section: PostalCodeHierarchy, variable: str, texts: Sequence[str]) -> Told:
    """A level per number of characters kept, a * for each of the others: 021** of 02139."""
    kept = section.keep
    if any(more <= fewer for more, fewer in pairwise(kept)):
        raise HierarchyLevelsInvalid(
            name=shown(variable),
            why="a level keeps as many characters as the one before, or more",
            remedy="Give ever smaller numbers, such as keep: [4, 3, 2, 1].",
        )
    levels = [Telling(_name(n), partial(_prefix, n)) for n in kept if n > 0]  # to keep nothing is the last level
    return Told(texts, levels)


def _prefix(kept: int, text: str) -> str:
    return text[:kept] + SUPPRESSED * (len(text) - kept)


def _name(kept: int) -> str:
    return "1 character" if kept == 1 else f"{kept} characters"


def told_zips(section: ZipHierarchy, values: Any, texts: Sequence[str], like: Hierarchy | None = None) -> Told:
    """ZIP3 with 000 for prefixes of few people; before it ZIP5, if any of the data's codes has nine digits."""
    codes = read_zips(values, texts)
    if like is None:
        has_nine_digits = any(code is not None and len(code) > 5 for code in codes)
    else:
        has_nine_digits = any(level.name == ZIP5_LEVEL for level in like.levels)
    tellable = tellable_prefixes(section.census)
    zip3 = Telling(ZIP3_LEVEL, lambda code: code[:3] if code[:3] in tellable else RESTRICTED)
    zip5 = Telling(ZIP5_LEVEL, lambda code: code[:5])
    return Told(codes, [zip5, zip3] if has_nine_digits else [zip3], EXPECTED)


def read_zips(values: Any, texts: Sequence[str]) -> list[str | None]:
    """The digits of each ZIP code; in a column of numbers all leading zeros are lost, in text at most one."""
    import pyarrow as pa

    is_number = not (pa.types.is_string(values.type) or pa.types.is_large_string(values.type))
    return [read_zip(text, is_number=is_number) for text in texts]


def read_zip(text: str, *, is_number: bool = False) -> str | None:
    """The five or nine digits of a ZIP code, or None. A leading zero that a spreadsheet took away is put back.

    >>> read_zip("02139-1234"), read_zip("2139"), read_zip("601", is_number=True), read_zip("601")
    ('021391234', '02139', '00601', None)
    """
    text = text.strip()
    if is_number and text.isascii() and text.isdecimal():
        text = text.zfill(5 if int(text) <= LARGEST_ZIP5 else 9)
    elif ZIP_WITHOUT_ITS_ZERO.fullmatch(text):
        text = "0" + text
    match = ZIP.fullmatch(text)
    return None if match is None else match[1] + (match[2] or "")
