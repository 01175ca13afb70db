"""Numbers that states and health services issue to persons, known by their check digits and birth dates.

One number passes by chance: one in eleven of any nine digits is a valid BSN. A column does not. Nearly all its
different values must pass, and so many that chance is out of the question. Numbers without a check digit must hold
birth dates of many years. That the numbers repeat, as in visits, is no objection.
"""

import importlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bauta.classification import kinds
from bauta.classification.kinds import Kind

_LOOKED_AT = 150
"""Different values that are tried: 10 to 30 microseconds each."""
_PROBES = 8
_NEARLY_ALL = 0.95
_NEARLY_ALL_DATED = 0.9
"""Where a birth date must fit as well, a few typing errors are forgiven."""
_CHANCE = 1e-6
"""The most that a column of random digits may have of passing."""
_FEWEST = 5
_LOST_ZEROS = 2
"""A column of numbers has lost the zeros in front: 0212... is a PESEL of 2002."""
_FEWEST_YEARS = 12
"""Different birth years; running numbers that begin with a day are of fewer."""


@dataclass(frozen=True)
class Scheme:
    """A way of numbering persons."""

    label: str
    """Ends the sentence "97 % of sampled values are valid ..."."""
    kind: Kind
    form: str
    """What a number looks like, spaces and signs between its parts aside."""
    module: str
    """Of python-stdnum, which checks the rest; "" where the form is all there is to check."""
    chance: float
    """The share of random values of this form that pass; measured."""
    is_dated: bool = False
    """It begins with a birth date, or nearly."""
    birth: tuple[int, int] | None = None
    """Where the two digits of the birth year stand, for a number without a check digit."""

    @cached_property
    def _matches(self) -> re.Pattern[str]:
        return re.compile(self.form, re.IGNORECASE | re.ASCII)

    @property
    def width(self) -> int | None:
        """How many digits, where it is digits alone."""
        found = re.fullmatch(r"\\d\{(\d+)\}", self.form)
        return int(found[1]) if found else None

    def passes(self, value: str) -> bool:
        """Whether one value is a number of this scheme."""
        if not self._matches.fullmatch(value):
            return False
        return not self.module or bool(importlib.import_module(f"stdnum.{self.module}").is_valid(value))


_NATIONAL, _HEALTH = kinds.NATIONAL_ID, kinds.HEALTH_NUMBER

SCHEMES: tuple[Scheme, ...] = (
    # Those that pass by chance least come first: eleven digits may fit several.
    Scheme("Belgian national numbers", _NATIONAL, r"\d{11}", "be.nn", 0.002, is_dated=True),
    Scheme("Norwegian fødselsnummer", _NATIONAL, r"\d{11}", "no.fodselsnummer", 0.002, is_dated=True),
    Scheme("Estonian or Lithuanian personal codes", _NATIONAL, r"\d{11}", "ee.ik", 0.003, is_dated=True),
    Scheme("Greek AMKA", _HEALTH, r"\d{11}", "gr.amka", 0.005, is_dated=True),
    Scheme("German tax identification numbers", _NATIONAL, r"\d{11}", "de.idnr", 0.004),
    Scheme("Turkish identity numbers", _NATIONAL, r"\d{11}", "tr.tckimlik", 0.01),
    Scheme("Brazilian CPF", _NATIONAL, r"\d{11}", "br.cpf", 0.012),
    Scheme("PESEL", _NATIONAL, r"\d{11}", "pl.pesel", 0.02, is_dated=True),
    Scheme("Icelandic kennitala", _NATIONAL, r"\d{10}", "is_.kennitala", 0.002, is_dated=True),
    Scheme("Swedish personnummer", _NATIONAL, r"\d{10}|\d{12}", "se.personnummer", 0.003, is_dated=True),
    Scheme("Bulgarian EGN", _NATIONAL, r"\d{10}", "bg.egn", 0.013, is_dated=True),
    Scheme("Czech or Slovak birth numbers", _NATIONAL, r"\d{10}", "cz.rc", 0.024, is_dated=True),
    Scheme("NHS or CHI numbers", _HEALTH, r"\d{10}", "gb.nhs", 0.092),
    Scheme("Danish CPR numbers", _NATIONAL, r"\d{10}", "dk.cpr", 0.032, is_dated=True, birth=(4, 6)),
    Scheme("BSN", _NATIONAL, r"\d{9}", "nl.bsn", 0.092),
    Scheme("NIR", _NATIONAL, r"[1-478]\d{4}(?:\d\d|2[AB])\d{8}", "fr.nir", 0.011, is_dated=True),
    Scheme("NIR without their key", _NATIONAL, r"[12]\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[1-8]\d|9[0-57-9]|2[AB])\d{6}",
           "", 0.024, is_dated=True, birth=(1, 3)),
    Scheme("Romanian CNP", _NATIONAL, r"\d{13}", "ro.cnp", 0.002, is_dated=True),
    Scheme("South African identity numbers", _NATIONAL, r"\d{13}", "za.idnr", 0.001, is_dated=True),
    Scheme("Korean resident registration numbers", _NATIONAL, r"\d{13}", "kr.rrn", 0.004, is_dated=True),
    Scheme("numbers of the former Yugoslavia", _NATIONAL, r"\d{13}", "si.emso", 0.004, is_dated=True),
    Scheme("Swiss AHV numbers", _NATIONAL, r"756\d{10}", "ch.ssn", 0.1),
    Scheme("Chinese resident identity numbers", _NATIONAL, r"\d{17}[\dX]", "cn.ric", 0.001, is_dated=True),
    Scheme("Finnish personal identity codes", _NATIONAL, r"\d{6}[-+A-FU-Y]?\d{3}[A-Y\d]", "fi.hetu", 0.001,
           is_dated=True),
    Scheme("Spanish DNI", _NATIONAL, r"\d{8}[A-Z]", "es.dni", 0.039),
    Scheme("Spanish NIE", _NATIONAL, r"[XYZ]\d{7}[A-Z]", "es.nie", 0.039),
    Scheme("Irish PPS numbers", _NATIONAL, r"\d{7}[A-W][A-IW]?", "ie.pps", 0.044),
    Scheme("Chilean RUT", _NATIONAL, r"\d{7,8}-[\dK]", "cl.rut", 0.091),
    Scheme("Italian codici fiscali", _NATIONAL, r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", "it.codicefiscale", 0.04),
    Scheme("Mexican CURP", _NATIONAL, r"[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d", "mx.curp", 0.1),
    Scheme("Aadhaar numbers", _NATIONAL, r"[2-9]\d{11}", "in_.aadhaar", 0.1),
)  # fmt: skip

_SEPARATORS = re.compile(r"(?<=\w)[ ./-](?=\w)")
_SIGN_COUNTS = frozenset({"fi.hetu", "cl.rut"})
"""Schemes in which the sign between the parts means something."""


@dataclass(frozen=True)
class FoundNumbers:
    """A column whose values are numbers of persons."""

    scheme: Scheme
    share: float


def find_numbers_of_persons(values: Sequence[str]) -> FoundNumbers | None:
    """The scheme that nearly all different values pass; None where there is none, or too few values to say."""
    different = tuple(dict.fromkeys(values))[:_LOOKED_AT]
    if len(different) < _FEWEST or not any(character.isdecimal() for character in different[0]):
        return None
    plain = [_SEPARATORS.sub("", value.removesuffix(".0")) for value in different]
    for scheme in SCHEMES:
        share = _share(scheme, different if scheme.module in _SIGN_COUNTS else plain)
        if share:
            return FoundNumbers(scheme, share)
    return None


def _share(scheme: Scheme, values: Sequence[str]) -> float:
    """The share of values that pass; 0.0 where that is not nearly all, or could be by chance."""
    values = _with_lost_zeros(scheme, values)
    least = _NEARLY_ALL_DATED if scheme.is_dated else _NEARLY_ALL
    probes = values[:: max(1, len(values) // _PROBES)]
    if sum(map(scheme.passes, probes)) < 0.75 * len(probes):
        return 0.0
    valid = [value for value in values if scheme.passes(value)]
    share = len(valid) / len(values)
    if share < least or scheme.chance ** len(valid) > _CHANCE:
        return 0.0
    return share if scheme.birth is None or _are_births(valid, scheme.birth) else 0.0


def _with_lost_zeros(scheme: Scheme, values: Sequence[str]) -> Sequence[str]:
    width = scheme.width
    if width is None or not all(value.isdecimal() for value in values):
        return values
    longest = max(map(len, values))
    if longest != width or all(len(value) == width for value in values):
        return values
    return [value.zfill(width) if len(value) >= width - _LOST_ZEROS else value for value in values]


def _are_births(values: Sequence[str], where: tuple[int, int]) -> bool:
    """Whether there are as many years as people's births have, and the rest is no time of day."""
    years = {value[where[0] : where[1]] for value in values}
    are_clocks = all(int(value[-4:-2]) < 24 and int(value[-2:]) < 60 for value in values)
    return len(years) >= _FEWEST_YEARS and not are_clocks
