"""Numbers in intervals, with the ends cut off if asked. All arithmetic is on whole numbers: 0.3 is three tenths.

A value is scaled by a power of ten that makes every number in play whole, and so is everything the study says.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Literal

from bauta.errors import HierarchyAmbiguous, HierarchyLevelsInvalid, shown
from bauta.hierarchies.told import Telling, Told
from bauta.model.transformations import NumberHierarchy

EXPECTED = "numbers written like 39 or 39.5 (or 39,5 in all of them)"
NUMBER = re.compile(r"([+-]?)(?=\.?\d)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?", re.ASCII)
COMMA_NUMBER = re.compile(r"[+-]?(?=,?\d)\d*(?:,\d+)?", re.ASCII)
THOUSANDS = 3
"""Digits between thousands separators."""
LONGEST_NUMBER = 400
"""Bounded, like the exponent, because 1e999999999 is a way to keep a computer busy."""


DecimalSign = Literal[".", ","]
Number = tuple[int, int]
"""(digits, decimals): digits / 10**decimals, with no more decimals than it takes."""


def told_numbers(
    section: NumberHierarchy, variable: str, texts: Sequence[str], like: Sequence[str | None] | None = None
) -> Told:
    """A level per width; where only ends are given, one level with the ends told alike.

    Intervals of whole numbers read 20-24, others [20, 25). Which it is depends on the values, or on those of `like`.
    """
    sign = with_decimal_sign(section, variable, texts if like is None else [text for text in like if text]).decimal
    values = [read_number(text, sign or ".") for text in texts]
    widths = [_number(width, variable) for width in section.widths]
    start = _number(section.start, variable)
    ends = [None if end is None else _number(end, variable) for end in (section.bottom, section.top)]
    given = [number for number in (*widths, start, *ends) if number is not None]
    seen = values if like is None else [read_number(text, sign or ".") for text in like if text is not None]
    decimals = max(number[1] for number in (*values, *given) if number is not None)
    bottom, top = (None if end is None else _scaled(end, decimals) for end in ends)
    ruler = Ruler(
        start=_scaled(start, decimals),
        bottom=bottom,
        top=top,
        decimals=decimals,
        is_whole=all(number[1] == 0 for number in (*seen, *given) if number is not None),
    )
    scaled_widths = [_scaled(width, decimals) for width in widths]
    _check(scaled_widths, ruler, variable)
    levels = [
        Telling(f"width {decimal_text(width, decimals)}", partial(ruler.interval, width)) for width in scaled_widths
    ]
    if not levels and (bottom, top) != (None, None):
        levels = [Telling("ends", ruler.end_or_number)]
    return Told([None if value is None else _scaled(value, decimals) for value in values], levels, EXPECTED)


@dataclass(frozen=True)
class Ruler:
    """Where intervals begin and where they are cut off, in scaled whole numbers."""

    start: int
    bottom: int | None
    top: int | None
    decimals: int
    is_whole: bool

    def end(self, value: int) -> str | None:
        """What a number beyond an end is told as."""
        if self.bottom is not None and value < self.bottom:
            return f"<{decimal_text(self.bottom, self.decimals)}"
        if self.top is not None and value >= self.top:
            return f"{decimal_text(self.top, self.decimals)}+"
        return None

    def end_or_number(self, value: int) -> str:
        """A number beyond an end as that end, any other as it is."""
        return self.end(value) or decimal_text(value, self.decimals)

    def interval(self, width: int, value: int) -> str:
        """The interval around a number. One that straddles an end is cut there, so that wider ones contain it."""
        beyond = self.end(value)
        if beyond is not None:
            return beyond
        low = value - (value - self.start) % width
        high = low + width
        low = low if self.bottom is None else max(low, self.bottom)
        high = high if self.top is None else min(high, self.top)
        if not self.is_whole:
            return f"[{decimal_text(low, self.decimals)}, {decimal_text(high, self.decimals)})"
        first, last = low // 10**self.decimals, high // 10**self.decimals - 1
        if first == last:
            return str(first)
        return f"{first}-{last}" if first >= 0 else f"{first} to {last}"


def with_decimal_sign(section: NumberHierarchy, variable: str, texts: Sequence[str]) -> NumberHierarchy:
    """The section with a decimal comma if the values have one; raises HierarchyAmbiguous if 1,000 may be a thousand."""
    if section.decimal is not None or not has_commas(texts):
        return section
    sign = find_decimal_sign(texts)
    if sign is None:
        raise HierarchyAmbiguous(
            name=shown(variable),
            why="all its commas stand before three digits, so they may mark decimals or thousands",
            remedy='hierarchy: {kind: numbers, widths: [...], decimal: ","}; thousands are not read',
        )
    return section.model_copy(update={"decimal": sign})


def has_commas(texts: Sequence[str]) -> bool:
    """Whether all values could be numbers with decimal commas, and some have one."""
    return any("," in text for text in texts) and all(COMMA_NUMBER.fullmatch(text.strip()) for text in texts)


def find_decimal_sign(texts: Sequence[str]) -> DecimalSign | None:
    """The decimal sign of all values together; None where 1,000 may be one or a thousand.

    >>> find_decimal_sign(["39,5", "40"]), find_decimal_sign(["39.5"]), find_decimal_sign(["1,000", "2,500"])
    (',', '.', None)
    """
    if not has_commas(texts):
        return "."
    parts = [text.strip().lstrip("+-").split(",") for text in texts if "," in text]
    shows = any(len(fraction) != THOUSANDS or whole in {"", "0"} or len(whole) > THOUSANDS for whole, fraction in parts)
    return "," if shows else None


def read_number(text: str, decimal_sign: DecimalSign = ".") -> Number | None:
    """The number a text is, or None; thousands separators are not read, and a decimal comma only where it is said.

    >>> read_number("39.50"), read_number("2e3"), read_number("1,000"), read_number("unknown")
    ((395, 1), (2000, 0), None, None)
    >>> read_number("39,5", ",")
    (395, 1)
    """
    if decimal_sign == ",":
        if not COMMA_NUMBER.fullmatch(text.strip()):
            return None
        text = text.replace(",", ".")
    if text.isdecimal() and text.isascii() and len(text) < LONGEST_NUMBER:
        return int(text), 0
    match = NUMBER.fullmatch(text.strip())
    if match is None or len(text) > LONGEST_NUMBER:
        return None
    sign, whole, fraction, exponent = match.groups(default="")
    fraction = fraction.rstrip("0")
    digits, decimals = int(f"{sign}{whole}{fraction}"), len(fraction)
    if exponent:
        decimals -= int(exponent)
        while decimals > 0 and digits % 10 == 0:
            digits, decimals = digits // 10, decimals - 1 if digits else 0
    return (digits, decimals) if decimals >= 0 else (digits * 10**-decimals, 0)


def decimal_text(scaled: int, decimals: int) -> str:
    """A scaled whole number as the number it stands for, without an exponent or idle zeros.

    >>> decimal_text(250, 1), decimal_text(-5, 2)
    ('25', '-0.05')
    """
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**decimals)
    fraction = str(rest).zfill(decimals).rstrip("0") if decimals else ""
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"


def _number(given: float, variable: str) -> Number:
    """A number of the study, as it was written: 0.1 is one tenth."""
    number = read_number(repr(float(given)))
    if number is None:
        raise HierarchyLevelsInvalid(
            name=shown(variable), why="one of its numbers is not finite", remedy="Give numbers such as 5 or 0.5."
        )
    return number


def _scaled(number: Number, decimals: int) -> int:
    """The number times 10**decimals, which is whole."""
    return number[0] * int(10 ** (decimals - number[1]))


def _check(widths: Sequence[int], ruler: Ruler, variable: str) -> None:
    for finer, coarser in pairwise(widths):
        if coarser % finer or coarser == finer:
            raise HierarchyLevelsInvalid(
                name=shown(variable),
                why=f"an interval of width {decimal_text(coarser, ruler.decimals)} is not made of whole intervals of "
                f"width {decimal_text(finer, ruler.decimals)}",
                remedy="Let every width be a multiple of the one before, such as 5, 10, 20.",
            )
    if ruler.bottom is not None and ruler.top is not None and ruler.bottom >= ruler.top:
        raise HierarchyLevelsInvalid(
            name=shown(variable),
            why="bottom is not below top",
            remedy="Give a bottom that is smaller than the top.",
        )
