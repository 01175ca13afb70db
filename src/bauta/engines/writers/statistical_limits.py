"""What the files of SAS, SPSS and Stata can hold: names, text, numbers and dates.

Beyond these limits the programs refuse a file or, worse, read something else than was written. Names and dates are as
the makers' manuals have them (SPSS: rules for variable names; Stata: help dta, date; SAS: dates from 1582 on). How far
numbers go in a SAS transport file was measured with pyreadstat 1.3: 2^249 reads back as infinity, 2^-261 as zero.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bauta.errors import FormatCannotHold, shown
from bauta.model.transformations import ReleaseFormat

LARGEST_WHOLE_NUMBER = 2**53
"""All three keep numbers in 8 bytes of floating point: beyond, whole numbers are no longer told apart."""


@dataclass(frozen=True)
class Limits:
    """One format's limits."""

    shown: str
    can_be_named: Callable[[str], bool]
    tells_case_apart: bool
    text_bytes: int
    largest_number: float
    smallest_number: float
    """The smallest above zero."""
    first_day: dt.date
    column_label: Callable[[str], str]
    """The label, cut to the length there is room for."""
    value_label_bytes: int


def cut(text: str, most_bytes: int) -> str:
    """The longest beginning of `text` that fits, without half a letter at its end."""
    return text.encode("utf-8")[:most_bytes].decode("utf-8", errors="ignore")


def _is_sas_name(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,31}", name) is not None


_SPSS_WORDS = {"ALL", "AND", "BY", "EQ", "GE", "GT", "LE", "LT", "NE", "NOT", "OR", "TO", "WITH"}


def _is_spss_name(name: str) -> bool:
    fits = 0 < len(name.encode("utf-8")) <= 64 and name.upper() not in _SPSS_WORDS and not name.endswith(".")
    return fits and name[0].isalpha() and all(c.isalpha() or c.isdecimal() or c in "._@#$" for c in name)


_STATA_WORDS = {
    "_all", "_b", "byte", "_coef", "_cons", "double", "float", "if", "in", "int", "long", "_n", "_N", "_pi", "_pred",
    "_rc", "_skip", "strL", "using", "with",
}  # fmt: skip


def _is_stata_name(name: str) -> bool:
    fits = 0 < len(name) <= 32 and name not in _STATA_WORDS and not re.fullmatch(r"str\d+", name)
    return fits and not name[0].isdecimal() and all(c.isalpha() or c.isdecimal() or c == "_" for c in name)


FIRST_GREGORIAN_DAY = dt.date(1582, 10, 15)

LIMITS = {
    ReleaseFormat.XPT: Limits(
        shown="A SAS transport file",
        can_be_named=_is_sas_name,
        tells_case_apart=False,
        text_bytes=32_767,
        largest_number=2.0**248,
        smallest_number=2.0**-260,
        first_day=FIRST_GREGORIAN_DAY,
        column_label=lambda label: cut(label, 256),
        value_label_bytes=0,
    ),
    ReleaseFormat.SAV: Limits(
        shown="An SPSS file",
        can_be_named=_is_spss_name,
        tells_case_apart=False,
        text_bytes=32_767,
        largest_number=1e308,  # the very largest mean "missing", "lowest" and "highest"
        smallest_number=0.0,
        first_day=FIRST_GREGORIAN_DAY,
        column_label=lambda label: cut(label, 256),
        value_label_bytes=120,
    ),
    ReleaseFormat.DTA: Limits(
        shown="A Stata file",
        can_be_named=_is_stata_name,
        tells_case_apart=True,
        text_bytes=2_000_000_000,
        largest_number=8.9e307,  # larger ones mean "missing"
        smallest_number=0.0,
        first_day=dt.date(100, 1, 1),
        column_label=lambda label: label[:80],
        value_label_bytes=32_000,
    ),
}


def check_names(limits: Limits, names: Sequence[str]) -> None:
    """Raise FormatCannotHold with every name the format cannot hold; nothing is renamed in silence."""
    wrong = [name for name in names if not limits.can_be_named(name)]
    if wrong:
        raise FormatCannotHold(format=limits.shown, what="the names of columns", names=listed(wrong))
    if not limits.tells_case_apart:
        met = Counter(name.upper() for name in names)
        alike = [name for name in names if met[name.upper()] > 1]
        if alike:
            what = "names that differ in upper and lower case only"
            raise FormatCannotHold(format=limits.shown, what=what, names=listed(alike))


def listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - 10} more" if len(names) > 10 else ""
    return ", ".join(shown(name, 40) for name in names[:10]) + more
