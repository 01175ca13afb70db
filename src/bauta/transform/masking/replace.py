"""Random replacement: plausible values of the same kind that have nothing to do with the ones they replace."""

import re
from collections.abc import Callable, Sequence

from bauta.model.transformations import Replacement
from bauta.transform.characters import blocks
from bauta.transform.draws import Draws, Purpose
from bauta.transform.masking.check_digits import find_scheme
from bauta.transform.masking.column_draws import ColumnDraws
from bauta.transform.masking.emails import replace_emails
from bauta.transform.masking.names import replace_names
from bauta.transform.masking.numbers import replace_numbers
from bauta.transform.masking.phones import replace_phones

_MOST_LOOKED_AT = 2_000
_SHARE = 0.8
"""So many of the values must have a form; the others may be codes for "unknown"."""

_FORMS: tuple[tuple[Replacement, re.Pattern[str]], ...] = (
    (Replacement.EMAIL, re.compile(r"[^@\s]{1,64}@[^@\s]+\.[^@\s]+")),
    # (415) 555-0123 and the like; +49 30 1234567; 020 7946 0018, at least nine digits with something between them
    (
        Replacement.PHONE,
        re.compile(
            r"(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?:\D{1,6}\d{1,6})?|\+\d[\d ()./-]{7,20}"
            r"|(?=(?:\D?\d){9,15}$)\(?0\d+\)?[ /.-][\d ()./-]{4,20}"
        ),
    ),
    (Replacement.NAME, re.compile(r"(?=.*[^\W\d_]{2})[^\d@#]{2,100}")),
)


def replace_values(like: Replacement, texts: Sequence[str], *, draws: Draws, taken: set[str], column: str) -> list[str]:
    """A random value for each, none of them in `taken`; all different, unless they are names.

    Numbers, telephone numbers and e-mail addresses are added to `taken`.
    """
    if like is Replacement.AUTO:
        like = detect_kind(texts)
    chance = ColumnDraws.of(draws, texts, Purpose.REPLACEMENT, column)
    if like is Replacement.EMAIL:
        return replace_emails(texts, chance=chance, taken=taken)
    return _METHODS[like](texts, chance=chance, taken=taken, column=column)


_METHODS: dict[Replacement, Callable[..., list[str]]] = {
    Replacement.NAME: replace_names,
    Replacement.PHONE: replace_phones,
    Replacement.NUMBER: replace_numbers,
}


def detect_kind(texts: Sequence[str]) -> Replacement:
    """What nearly all values look like; numbers, which every form fits, if nothing else.

    >>> detect_kind(["Smith, John", "Garcia, Ana"]).value, detect_kind(["MRN-1", "MRN-2"]).value
    ('name', 'number')
    """
    some = texts[:: 1 + len(texts) // _MOST_LOOKED_AT]
    for kind, form in _FORMS:
        if some and sum(map(bool, map(form.fullmatch, some))) >= _SHARE * len(some):
            has_check_digit = kind is Replacement.PHONE and find_scheme(points for _, points in blocks(some))
            return Replacement.NUMBER if has_check_digit else kind  # 943 476 5919 is a number of the NHS
    return Replacement.NUMBER
