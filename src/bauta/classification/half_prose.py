"""Text that is not quite prose and yet says anything about anybody: notes in short, dates and lot numbers among words.

Such columns hide behind names that sound like one value ("laboratory data", "history"). What gives them away is that
the values vary, hold several words, and mix words with numbers and dates. A list of answers repeats itself, a code has
one form, and a measurement has a number and a unit: none of them is taken for notes.
"""

import re
from collections.abc import Callable, Sequence

from bauta.classification.unrecognised import FEW_ROWS
from bauta.classification.values import Values

_MONTH = r"(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-z]*\.?"
_YEAR = r"(?:19|20)?\d\d"
_DATE_INSIDE = re.compile(
    rf"(?<![\w.-])(?:(?:19|20)\d\d-\d{{1,2}}-\d{{1,2}}"
    rf"|\d{{1,2}}([/-])\d{{1,2}}\1{_YEAR}|\d{{1,2}}\.\d{{1,2}}\.(?:19|20)\d\d|\d\d\.\d\d\.\d\d"
    rf"|\d{{1,2}}\.?[ -]?{_MONTH},?[ -]?{_YEAR}"
    rf"|{_MONTH} (?:\d{{1,2}}(?:st|nd|rd|th)?,? ?)?(?:19|20)\d\d)(?![\w-])",
    re.IGNORECASE,
)
_TIME_WORDS = re.compile(rf"(?:{_MONTH}|mon|tue|wed|thu|fri|sat|sun|utc|gmt|cet|est|edt)[a-z]*\.?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_KEY_AND_VALUE = re.compile(r"[^\W\d_]\w*\"?\s*[:=]\s*[^\s:=]")

_FEW_DATES = 0.05
_FEWEST_WITH_DATES = 3
_MOST = 0.5
_SOME = 0.1
_FEWEST_DIFFERENT = 60
_VARIES = 0.3


def has_dates_inside(values: Values) -> str | None:
    """Dates among words, as in "Lot 4711, 12 Mar 2021", whatever the name says and however often values repeat."""
    with_dates = sum(map(_has_date_among_words, values.texts))
    if with_dates < _FEWEST_WITH_DATES or with_dates < _FEW_DATES * len(values.texts):
        return None
    return "The values hold dates among words"


def has_keys_inside(values: Values) -> str | None:
    """Records within a value: several pairs of a key and what it is, as in "BP: 120/80; HR: 72", or JSON."""
    if values.summary.uniqueness < _VARIES or not _share(values, lambda text: len(_KEY_AND_VALUE.findall(text)) > 1):
        return None
    return "The values hold several entries each"


def reads_like_notes(values: Values) -> str | None:
    """Short notes: several words, in most rows others, or now and then a sentence among single words."""
    summary = values.summary
    if summary.present < FEW_ROWS or not values.texts:
        return None
    words = sum(len(_WORD.findall(text)) for text in values.texts) / len(values.texts)
    mixes = _share(values, lambda text: any(map(str.isdigit, text)) and _WORD.search(text) is not None)
    are_sentences = words >= 3 and values.mean_words >= 4
    are_mixed = words >= 2 and values.mean_words >= 4 and mixes
    if summary.uniqueness >= _MOST and (are_sentences or are_mixed):
        return "The values are several words each, and hardly two alike"
    is_typed = summary.distinct > _FEWEST_DIFFERENT and summary.uniqueness >= _VARIES
    if is_typed and _share(values, lambda text: len(_WORD.findall(text)) >= 5, at_least=_SOME):
        return "Many values are different, and some of them are sentences"
    return None


WHATEVER_THE_NAME: Sequence[Callable[[Values], str | None]] = (has_dates_inside, has_keys_inside)


def _has_date_among_words(text: str) -> bool:
    found = _DATE_INSIDE.search(text)
    if found is None:
        return False
    rest = _TIME_WORDS.sub(" ", text[: found.start()] + " " + text[found.end() :])
    return _WORD.search(rest) is not None


def _share(values: Values, holds: Callable[[str], bool], *, at_least: float = _MOST) -> bool:
    """Whether something is true of so large a share of the values that were looked at."""
    return bool(values.texts) and sum(map(holds, values.texts)) >= at_least * len(values.texts)
