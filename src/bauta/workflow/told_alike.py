"""Two tables told alike: the source and the release made of it, counted by the engine and read in the same words.

What a value of the source is told as is known from the plan. A number that was told in intervals is compared as the
number it was with the middle of its interval, as whoever analyses the release would take it; everything else is
compared in the words of the release.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bauta.engines.counts import GroupCounts
from bauta.engines.engine import Engine
from bauta.equivalence.classes import Codes, Integers
from bauta.equivalence.coding import canonical_text, canonical_texts, encode_classes, in_order
from bauta.hierarchies.hierarchy import SUPPRESSED
from bauta.hierarchies.intervals import read_fraction
from bauta.model.microdata import Microdata
from bauta.model.roles import VariableType
from bauta.utility.midpoints import told_number
from bauta.workflow.requests import NAMES_OF_THINGS

MOST_OPEN = 0.05
"""Up to this share of rows may be told without an end, such as 90+, for the variable still to be taken as a number."""
NUMBERS = (VariableType.INTEGER, VariableType.DECIMAL)
DATES = (VariableType.DATE, VariableType.DATETIME)
Read = Callable[[str], Any]


@dataclass(frozen=True, eq=False, repr=False)
class Counted:
    """Combinations of some variables' values in one table, and how many rows have each."""

    texts: tuple[list[str | None], ...]
    """For each variable the canonical text of each code; None is missing."""
    codes: tuple[Codes, ...]
    rows: Integers


def count_texts(engine: Engine, data: Microdata, variables: Sequence[str]) -> Counted:
    """Rows per combination, with the values as texts."""
    return texts_of(engine.count_groups(data, variables))


def texts_of(groups: GroupCounts) -> Counted:
    """Combinations with their values as texts, in the order of these: sums then come out the same each time."""
    classes = in_order(encode_classes(groups.values, groups.sizes))
    texts = tuple([*canonical_texts(d.values), *([None] if d.has_missing else [])] for d in classes.domains)
    return Counted(texts, classes.codes, classes.sizes)


@dataclass(frozen=True, eq=False, repr=False)
class Reading:
    """How one variable is read in both tables."""

    name: str
    tell: Callable[[str], str | None]
    """What a value of the source is told as in the release."""
    is_quasi: bool
    is_number: bool
    """Whether its values are numbers, and can be taken as such after the release too."""
    is_number_before: bool
    is_declared_number: bool
    is_date: bool
    is_told: bool
    """Whether the release tells any value of it."""

    def label_before(self, text: str | None) -> str | None:
        return None if text is None else self._plain(self.tell(text))

    def label_after(self, text: str | None) -> str | None:
        return None if text is None else self._plain(text)

    def number_before(self, text: str | None) -> float | None:
        number = None if text is None else read_fraction(text)
        return None if number is None else float(number)

    def number_after(self, text: str | None) -> float | None:
        told = None if text is None else told_number(text)
        return None if told is None else told[0]

    def _plain(self, label: str | None) -> str | None:
        """The label, numbers in one spelling, and None for a suppressed cell."""
        if label is None or (self.is_quasi and label == SUPPRESSED):
            return None
        number = read_fraction(label) if self.is_number_before else None
        return label if number is None else canonical_text(float(number))


def _is_number(text: str) -> bool:
    """Whether no digit would be lost: 02139 names something."""
    return read_fraction(text) is not None and not (text.isdigit() and len(text) > 1 and text[0] == "0")


def read_variable(
    name: str,
    before: Counted,
    after: Counted,
    kind: VariableType,
    lookup: Mapping[str | None, str | None] | None,
) -> Reading:
    """How a variable is read, from how often its values occur before and after."""
    texts = [text for text in before.texts[0] if text is not None]
    may_be_number = kind not in NAMES_OF_THINGS and kind not in DATES
    is_number_before = may_be_number and bool(texts) and all(map(_is_number, texts))

    def tell(text: str) -> str | None:
        return text if lookup is None else lookup.get(text, text)

    rows = np.bincount(after.codes[0], weights=after.rows, minlength=len(after.texts[0]))
    is_number, told_rows, open_rows = is_number_before, 0.0, 0.0
    for text, own in zip(after.texts[0], rows.tolist(), strict=True):
        if text is None or (lookup is not None and text == SUPPRESSED) or not own:
            continue
        number = told_number(text)
        is_number &= number is not None
        told_rows += own
        open_rows += own if number is not None and number[1] else 0
    is_number &= told_rows > 0 and open_rows <= MOST_OPEN * told_rows
    return Reading(
        name=name,
        tell=tell,
        is_quasi=lookup is not None,
        is_number=is_number,
        is_number_before=is_number_before,
        is_declared_number=kind in NUMBERS,
        is_date=kind in DATES,
        is_told=told_rows > 0,
    )


def read_texts(counted: Counted, position: int, read: Callable[[str | None], Any]) -> list[Any]:
    """For each combination what one of its values is read as; each different value is read once."""
    by_code = [read(text) for text in counted.texts[position]]
    return [by_code[code] for code in counted.codes[position].tolist()]


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """Both tables opened, and how the variables they share are read."""

    engine: Engine
    source: Microdata
    released: Microdata
    person_key: str | None
    """In the source."""
    released_key: str | None
    """In the release."""
    smallest: int
    """The fewest people of whom a level of a category is told."""
    readings: Mapping[str, Reading]
    left_out: Mapping[str, str]
    """Variables that cannot be compared -> why, as a clause."""
