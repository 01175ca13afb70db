"""Groups of numbers as tables of a population write them: 20-24, 85+, [20,25), under 5.

The counterpart of numbers.py, which tells numbers in intervals: what it tells can be read here.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from bauta.hierarchies.numbers import read_number

NUMBER = r"[+-]?\d+(?:\.\d+)?"
UNIT = r"(?:\s*(?:years?|yrs?|years? old))?"
FORMS = {
    "between": re.compile(rf"({NUMBER})\s*(?:-|–|to|bis)\s*({NUMBER}){UNIT}", re.I | re.ASCII),
    "brackets": re.compile(rf"([\[(])\s*({NUMBER})\s*[,;]\s*({NUMBER})\s*([\])])", re.ASCII),
    "from": re.compile(rf"(?:>=|≥|at least\s)\s*({NUMBER}){UNIT}|({NUMBER}){UNIT}\s*(?:\+|plus|(?:and|or)\s"
                       rf"(?:over|older|more|above)){UNIT}", re.I),
    "above": re.compile(rf"(?:>|over\s|more than\s)\s*({NUMBER}){UNIT}", re.I),
    "below": re.compile(rf"(?:<|under\s|less than\s)\s*({NUMBER}){UNIT}", re.I),
    "up to": re.compile(rf"(?:<=|≤|up to\s)\s*({NUMBER}){UNIT}", re.I),
}  # fmt: skip
LONGEST = 60


@dataclass(frozen=True)
class Interval:
    """The numbers from `low` up to, but not with, `high`; None is no end."""

    low: Fraction | None
    high: Fraction | None

    def contains(self, number: Fraction) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number < self.high)

    def overlaps(self, other: "Interval") -> bool:
        lows = [interval.low for interval in (self, other) if interval.low is not None]
        highs = [interval.high for interval in (self, other) if interval.high is not None]
        return not lows or not highs or max(lows) < min(highs)


def read_fraction(text: str) -> Fraction | None:
    """The number a text is."""
    number = read_number(text)
    return None if number is None else Fraction(number[0], 10 ** number[1])


def read_interval(text: str, step: Fraction = Fraction(1)) -> Interval | None:
    """The interval a text tells, numbers being multiples of `step`; None if it tells none.

    Where both ends are told, as in 20-24, the second belongs to it: up to the next whole number if it is whole, because
    ages are told in completed years.

    >>> [str(end) for text in ("20-24", "85+", "[20, 25)", "under 5") for end in vars(read_interval(text)).values()]
    ['20', '25', '85', 'None', '20', '25', 'None', '5']
    """
    text = text.strip()
    if len(text) > LONGEST:
        return None
    for form, pattern in FORMS.items():
        match = pattern.fullmatch(text)
        if match is not None:
            return _interval(form, [group for group in match.groups() if group is not None], step)
    return None


def _interval(form: str, parts: list[str], step: Fraction) -> Interval | None:
    if form == "brackets":
        low, high = Fraction(parts[1]), Fraction(parts[2])
        interval = Interval(low + step * (parts[0] == "("), high + step * (parts[3] == "]"))
    elif form == "between":
        interval = Interval(Fraction(parts[0]), _after(Fraction(parts[1]), step))
    elif form == "from":
        return Interval(Fraction(parts[0]), None)
    elif form == "above":
        return Interval(_after(Fraction(parts[0]), step), None)
    elif form == "below":
        return Interval(None, Fraction(parts[0]))
    else:
        return Interval(None, _after(Fraction(parts[0]), step))
    return interval if interval.overlaps(interval) else None  # one that ends before it begins holds nothing


def _after(number: Fraction, step: Fraction) -> Fraction:
    """The least number that is not told as this one any more."""
    return number + (1 if number.denominator == 1 and step <= 1 else step)
