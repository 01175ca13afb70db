"""What the values of a column are: numbers, dates, yes or no, codes, categories, prose. None is converted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bauta.classification import wordlists
from bauta.classification.patterns import DATE, PARTIAL_DATE, share_matching
from bauta.classification.tokens import tokenise
from bauta.dates.reading import has_clock
from bauta.model.columns import ColumnSummary
from bauta.model.roles import VariableType

_LARGEST_SAMPLE = 500
_LONGEST_VALUE = 200
"""Characters of a value that are looked at; an identifier shows within that or not at all."""

_LARGEST_INTEGER = 15
"""Digits. Longer numbers are names of something, and would not survive as floating point anyway."""

_INTEGER = re.compile(rf"[+-]?(?:0|[1-9]\d{{0,{_LARGEST_INTEGER - 1}}})")
_DIGITS = re.compile(r"\d+")
_DECIMAL = re.compile(r"[+-]?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})(?:[eE][+-]?\d{1,3})?")
_CODE = re.compile(r"(?=\D{0,40}\d)[\w./:#-]{1,40}")
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d")

_NUMBERING_ENDINGS = frozenset({"id", "ids", "identifier", "key", "code", "cd", "uid"})
_MOST_CATEGORIES = 60
_MANY_ROWS, _MOST_OF_A_LIST = 100, 0.2
_DATE_TYPE_SHARE = 0.95
_BIRTH_SPREAD_YEARS = 35
"""Years between the 10th and 90th percentile: patients' births spread wider than the events of most files."""


@dataclass(frozen=True)
class Values:
    """A column's sample, cut to what is worth looking at, beside its counts."""

    summary: ColumnSummary
    texts: tuple[str, ...]
    mean_length: float
    """Of the whole values, before cutting."""

    @classmethod
    def of(cls, summary: ColumnSummary, sample: Sequence[str]) -> "Values":
        kept = sample[:_LARGEST_SAMPLE]
        texts = tuple(text for text in (value[:_LONGEST_VALUE].strip() for value in kept) if text)
        mean_length = sum(map(len, kept)) / len(kept) if kept else 0.0
        return cls(summary, texts, mean_length)

    @cached_property
    def mean_words(self) -> float:
        return sum(text.count(" ") + 1 for text in self.texts) / len(self.texts) if self.texts else 0.0

    @cached_property
    def is_yes_no(self) -> bool:
        """Also with a third answer for "unknown"; Y, N and U say nothing about who answered."""
        if self.summary.storage is VariableType.BOOLEAN:
            return True
        if not self.texts or self.summary.distinct > 6:
            return False
        return all(text.lower() in wordlists.YES_NO for text in self.texts)

    @cached_property
    def is_prose(self) -> bool:
        """Long, of many words, and hardly two alike."""
        return self.mean_length >= 30 and self.mean_words >= 5 and self.summary.uniqueness >= 0.5

    @cached_property
    def can_be_notes(self) -> bool:
        """Text that is not a choice from a short list."""
        is_short_list = self.summary.distinct <= 20 and self.summary.uniqueness <= 0.5
        is_text = self.type in (VariableType.TEXT, VariableType.CATEGORY, VariableType.CODE)
        return is_text and not is_short_list

    @cached_property
    def is_chosen_from_a_list(self) -> bool:
        """Each value stands in many rows."""
        return self.summary.present >= _MANY_ROWS and self.summary.uniqueness <= _MOST_OF_A_LIST

    @cached_property
    def is_a_few_words(self) -> bool:
        """A short list of categories without a digit in them."""
        if not self.texts or self.summary.distinct > 20:
            return False
        return not any(_DIGITS.search(text) for text in self.texts)

    @cached_property
    def spread_like_births(self) -> bool:
        years = sorted(int(found.group()) for text in self.texts if (found := _YEAR.search(text)))
        if len(years) < 20:
            return False
        return years[int(0.9 * len(years))] - years[int(0.1 * len(years))] >= _BIRTH_SPREAD_YEARS

    @cached_property
    def type(self) -> VariableType:
        """What the source stores, or for text what the values show. Numbers that name something are codes."""
        shown = self._shown_type() if self.summary.storage is VariableType.TEXT else self.summary.storage
        words = tokenise(self.summary.name)
        names_something = bool(words) and words[-1] in _NUMBERING_ENDINGS and not self.is_yes_no
        return VariableType.CODE if shown is VariableType.INTEGER and names_something else shown

    def _shown_type(self) -> VariableType:
        if not self.texts:
            return VariableType.TEXT
        if self.is_yes_no and self.summary.distinct <= 2:
            return VariableType.BOOLEAN
        if self._are_dates():
            has_time = any(map(has_clock, self.texts))
            return VariableType.DATETIME if has_time else VariableType.DATE
        return self._numeric_type() or self._textual_type()

    def _are_dates(self) -> bool:
        """Also where SDTM leaves the day or the month out of some; years alone are numbers."""
        if share_matching(DATE, self.texts) >= _DATE_TYPE_SHARE:
            return True
        some_are_whole = any(map(DATE.test, self.texts))
        return some_are_whole and share_matching(PARTIAL_DATE, self.texts) >= _DATE_TYPE_SHARE

    def _numeric_type(self) -> VariableType | None:
        """Integer only if no digit would be lost: 007 and a twenty-digit number are codes."""
        if all(map(_INTEGER.fullmatch, self.texts)):
            return VariableType.INTEGER
        if all(map(_DIGITS.fullmatch, self.texts)):
            return VariableType.CODE
        if all(map(_DECIMAL.fullmatch, self.texts)):
            return VariableType.DECIMAL
        return None

    def _textual_type(self) -> VariableType:
        few = self.summary.distinct <= _MOST_CATEGORIES or self.summary.uniqueness <= 0.05
        is_small_file = self.summary.present <= _MOST_CATEGORIES and self.summary.uniqueness > 0.5
        if few and not is_small_file:
            return VariableType.CATEGORY
        return VariableType.CODE if all(map(_CODE.fullmatch, self.texts)) else VariableType.TEXT
