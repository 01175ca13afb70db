"""Random telephone numbers that are written like the ones they replace.

North American numbers become numbers nobody has: those ending in 555-0100 to 555-0199 are set aside for fiction. There
are 56,000 in the area codes used here; where that is too few, any number after 555. Other numbers keep their
country code and are otherwise random: they may be somebody's, but say nothing about the one they replace.
"""

import re
from collections.abc import Sequence

import numpy as np

from bauta.transform.characters import Flags, Points, to_points
from bauta.transform.masking.column_draws import ColumnDraws
from bauta.transform.masking.formats import Form, as_drawn, draw_like, form_of

_DIGIT_TO_ZERO = str.maketrans("123456789", "000000000")
_NORTH_AMERICAN = re.compile(
    r"(?P<country>\+?0[-. ]?)?\(?(?P<area>000)\)?[-./ ]{0,2}(?P<exchange>000)[-. ]?(?P<line>0000)(?:\D{1,6}0{1,6})?"
)
_FICTION = 8 * 7 * 10 * 100

_TWO_DIGIT_CODES = (
    20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61, 62,
    63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
)  # fmt: skip
_CODE_LENGTHS = np.full(100, 3)
"""How many digits a country code has, by its first two digits (ITU-T E.164)."""
_CODE_LENGTHS[list(_TWO_DIGIT_CODES)] = 2
_CODE_LENGTHS[10:20] = _CODE_LENGTHS[70:80] = 1


def replace_phones(texts: Sequence[str], *, chance: ColumnDraws, taken: set[str], column: str) -> list[str]:
    """A telephone number written in the same way for each: all different, none in `taken`, to which they are added."""
    is_wide = len(texts) > _FICTION // 2
    rows_written: dict[str, list[int]] = {}
    for row, text in enumerate(texts):
        rows_written.setdefault(text.translate(_DIGIT_TO_ZERO), []).append(row)
    result = [""] * len(texts)
    for written, rows in rows_written.items():
        points = to_points([texts[row] for row in rows])
        form = _form(written, points, is_wide)
        drawn = draw_like(form, chance=chance.rows(np.array(rows)), taken=taken, column=column, finish=as_drawn)
        for row, text in zip(rows, drawn, strict=True):
            result[row] = text
    return result


def _form(written: str, points: Points, is_wide: bool) -> Form:
    """What the digits of numbers that are all written alike may become."""
    form = form_of(points)
    first, choices = form.first.copy(), form.choices.copy()
    digits = [at for at, character in enumerate(written) if character == "0"]
    if digits:
        _keep_country(written, points, digits, first, choices)
    parts = _NORTH_AMERICAN.fullmatch(written)
    if parts is not None:
        here = _are_north_american(points, parts)
        area, exchange, line = (parts.start(name) for name in ("area", "exchange", "line"))
        for at, sign in enumerate(written):  # the country code, and words such as ext.
            if sign != "0" or at < area:
                first[here, at], choices[here, at] = points[here, at], 1
        ending = "xxxx" if is_wide else "01xx"
        for at, (lowest, count) in enumerate(((2, 8), (2, 7), (0, 10)), start=area):  # 220 to 989: never 211, never 911
            first[here, at], choices[here, at] = ord("0") + lowest, count
        for at, sign in [*enumerate("555", start=exchange), *enumerate(ending, start=line)]:
            first[here, at], choices[here, at] = (ord("0"), 10) if sign == "x" else (ord(sign), 1)
    return Form(first, choices)


def _are_north_american(points: Points, parts: re.Match[str]) -> Flags:
    """Area code and exchange begin with 2 to 9, and the country code, if there is one, is 1."""
    here = (points[:, parts.start("area")] >= ord("2")) & (points[:, parts.start("exchange")] >= ord("2"))
    if parts["country"]:
        here &= points[:, parts["country"].index("0")] == ord("1")
    return here


def _keep_country(written: str, points: Points, digits: list[int], first: Points, choices: Points) -> None:
    """Leave the country code, written +49 or 0049, as it is; the digit after it stays zero or becomes 1 to 9."""
    values = points[:, digits].astype(np.int64) - ord("0")
    before = np.zeros(len(points), dtype=np.int64)
    if len(digits) > 6:
        is_abroad = np.full(len(points), written.startswith("+"))
        zeros = ~is_abroad & (values[:, 0] == 0) & (values[:, 1] == 0)
        at = np.where(zeros, 2, 0)
        rows = np.arange(len(points))
        code = values[rows, at] * 10 + values[rows, at + 1]
        before = np.where(is_abroad | zeros, at + _CODE_LENGTHS[code], 0)
    place = np.arange(len(digits))
    is_code = place < before[:, None]
    is_next = place == before[:, None]
    is_zero = is_next & (values == 0)
    fixed = is_code | is_zero
    first[:, digits] = np.where(fixed, points[:, digits], np.where(is_next, ord("1"), ord("0")))
    choices[:, digits] = np.where(fixed, 1, np.where(is_next, 9, 10))
