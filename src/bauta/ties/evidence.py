"""What can be read off a kept column: its values; where they are in order, who stands near; parts of its texts."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from bauta.ties.tie import Codes, Evidence

MOST_CHARACTERS = 8
"""Prefixes are tried up to this length."""
_MANY = 4
"""A column with fewer people a value than this is read by its order and its parts, too."""
_FEW = 12
"""A column of more numbers than this is read by its order, too."""
_DIGITS, _LETTERS = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
_HAIR = 1e-6
"""Of an hour: a full hour is a hair less in floating point."""
_PARTS = re.compile(r"[^\w]+|_|(?<=\d)(?=[^\W\d])|(?<=[^\W\d])(?=\d)")


def evidence_of_numbers(name: str, numbers: npt.NDArray[np.float64]) -> Iterator[Evidence]:
    """A column of numbers or days (missing ones are NaN): its values, and its order where there are many values."""
    values, codes = np.unique(numbers, return_inverse=True)
    yield Evidence((name,), "its values", codes.astype(np.int64))
    if len(values) > _FEW:
        yield Evidence((name,), "its order", codes.astype(np.int64), is_in_order=True)


def evidence_of_texts(name: str, texts: Sequence[str], codes: Codes) -> Iterator[Evidence]:
    """A column of texts: its values and, where nearly everybody has a text of their own, what texts begin with.

    `codes` say for each person which of the texts is theirs; the last number after the texts stands for missing.
    """
    yield Evidence((name,), "its values", codes)
    if len(texts) * _MANY <= len(codes):
        return
    longest = max(map(len, texts), default=0)
    seen = {len(texts)}
    for length in range(1, min(MOST_CHARACTERS, longest - 1) + 1):
        part = _coded([text[:length] for text in texts])
        if len(set(part)) not in seen:  # as many groups as with one character less: the same groups
            seen.add(len(set(part)))
            yield Evidence(
                (name,), f"its first {length} characters" if length > 1 else "its first character", _of(part, codes)
            )
    split = [_PARTS.split(text) for text in texts]
    for place in range(max(map(len, split), default=0) if len(texts) else 0):
        if place >= MOST_CHARACTERS:
            break
        part = _coded([pieces[place] if place < len(pieces) else "" for pieces in split])
        if 1 < len(set(part)) < len(texts):
            yield Evidence((name,), f"part {place + 1} of it", _of(part, codes))


def evidence_of_spelling(
    name: str, texts: Sequence[str], known: npt.NDArray[np.float64], codes: Codes
) -> Iterator[Evidence]:
    """What texts that are read as numbers or days show beside these: decimals, signs, the form of a date, the hour."""
    forms = _coded([_LETTERS.sub("a", _DIGITS.sub("9", text)) for text in texts])
    shapes = _coded([re.sub(r"\d", "9", text) for text in texts])
    for how, part in (("its form", forms), ("its number of digits", shapes)):
        if 1 < len(set(part)) < len(texts):
            yield Evidence((name,), how, _of(part, codes))
    if len(np.unique(known)) < len(texts):  # some are one number, and are not written alike
        yield from evidence_of_texts(name, texts, codes)


def evidence_of_clock(name: str, days: npt.NDArray[np.float64]) -> Iterator[Evidence]:
    """The hour of a time, where it has one."""
    hours = np.where(np.isfinite(days), np.floor((days % 1) * 24 + _HAIR), -1).astype(np.int64) + 1
    if len(np.unique(hours)) > 1:
        yield Evidence((name,), "its hour", hours)


def _coded(parts: Sequence[str]) -> list[int]:
    number: dict[str, int] = {}
    return [number.setdefault(part, len(number)) for part in parts]


def _of(part: Sequence[int], codes: Codes) -> Codes:
    missing = max(part, default=-1) + 1
    return np.array([*part, missing], dtype=np.int64)[codes]
