"""Numbers and names as a reader should meet them.

Rounding must not change what a figure says: 4,999 of 5,000 is not 100 %, three people in a million are not 0 %, and a
probability just over its limit does not look equal to it.
"""

import re
from collections.abc import Sequence

from bauta.errors import shown

LONGEST_NAME = 40
LONGEST_OF_DAYS = 90
"""A name such as "days from seen to left", which has the names of two columns in it."""
MOST_NAMES = 8
PLAIN_NAME = re.compile(r"[\w.\-/]+(?: [\w.\-/]+)*")


def count(number: int) -> str:
    """A whole number with thousands separators.

    >>> count(30162)
    '30,162'
    """
    return f"{number:,}"


def percent(share: float, decimals: int = 1) -> str:
    """A share as a percentage, with bare 0 % and 100 % kept for exactly none and exactly all.

    >>> [percent(share) for share in (0, 0.0004, 0.0452, 0.9998, 1)]
    ['0 %', '<0.1 %', '4.5 %', '>99.9 %', '100 %']
    """
    smallest = 10.0**-decimals
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    if 100 * share < smallest:
        return f"<{smallest:.{decimals}f} %"
    rounded = f"{100 * share:.{decimals}f}"
    if float(rounded) >= 100:
        return f">{100 - smallest:.{decimals}f} %"
    return f"{rounded} %"


def probability(value: float, digits: int = 3) -> str:
    """A probability to three significant digits, with bare 0 and 1 kept for exactly these.

    From 0.999 on a fourth digit is spent, and beyond that the figure says which side of 1 it is on.

    >>> [probability(value) for value in (1, 0.99996, 0.9994, 0.9943, 0.04517, 0.2, 0.0000001, 0)]
    ['1', '>0.9999', '0.9994', '0.994', '0.0452', '0.200', '<0.000001', '0']
    """
    if value in (0, 1):
        return f"{value:.0f}"
    if value < 0:
        return f"-{probability(-value, digits)}"
    if value < 1e-6:
        return "<0.000001"
    if value > 1 - 10.0**-digits:
        digits += 1
    text = _significant(value, digits)
    return text if float(text) < 1 else ">0." + "9" * digits


def probability_beside(value: float, limit: float) -> str:
    """A probability with as many digits as it takes not to look equal to a limit that it is not equal to.

    >>> probability_beside(0.20004, 0.2), probability_beside(0.2, 0.2)
    ('0.20004', '0.200')
    """
    texts = (probability(value, digits) for digits in range(3, 10))
    return next((text for text in texts if value == limit or not _reads_as(text, limit)), "about the limit")


def percent_beside(share: float, limit: float) -> str:
    """The same for percentages.

    >>> percent_beside(0.0502, 0.05)
    '5.02 %'
    """
    texts = (percent(share, decimals) for decimals in range(1, 8))
    return next((text for text in texts if share == limit or not _reads_as(text[:-2], 100 * limit)), "about the limit")


def printable(text: str, limit: int = 300) -> str:
    """Text with control and direction characters written out, so that it cannot disturb what is around it."""
    return shown(text, limit)[1:-1]


def name(column: str) -> str:
    """A column's name, in quotation marks if it could otherwise be taken for part of the sentence.

    >>> name("birth_date"), name("a, b"), name(""), name("days from seen to left")
    ('birth_date', "'a, b'", "''", 'days from seen to left')
    """
    quoted = shown(column, LONGEST_OF_DAYS if column.startswith("days from ") else LONGEST_NAME)
    return quoted[1:-1] if PLAIN_NAME.fullmatch(quoted[1:-1]) else quoted


def names(columns: Sequence[str], most: int = MOST_NAMES) -> str:
    """A list of names, cut short if it is long.

    >>> names(["age", "sex", "zip"], most=2)
    'age, sex and 1 more'
    """
    listed = ", ".join(name(column) for column in columns[:most])
    return listed if len(columns) <= most else f"{listed} and {count(len(columns) - most)} more"


def people(number: int) -> str:
    """A number of people.

    >>> people(1), people(5000)
    ('1 person', '5,000 people')
    """
    return "1 person" if number == 1 else f"{count(number)} people"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things.

    >>> counted(1, "row"), counted(5000, "row"), counted(2, "class", "classes")
    ('1 row', '5,000 rows', '2 classes')
    """
    return f"1 {noun}" if number == 1 else f"{count(number)} {plural or noun + 's'}"


def seconds(duration: float) -> str:
    """A duration, to hundredths where it is short.

    >>> seconds(0.004), seconds(0.834), seconds(75.3)
    ('<0.01 s', '0.83 s', '75 s')
    """
    if duration < 0.01:
        return "<0.01 s"
    return f"{duration:.2f} s" if duration < 10 else f"{duration:,.0f} s"


def _significant(value: float, digits: int) -> str:
    """Decimal notation, never 4.5e-05: the exponent is the number of leading zeros."""
    leading_zeros = -int(f"{value:e}".split("e")[1])
    return f"{value:.{max(0, leading_zeros + digits - 1)}f}"


def _reads_as(text: str, number: float) -> bool:
    return text.lstrip("<>") == text and abs(float(text) - number) < 1e-12
