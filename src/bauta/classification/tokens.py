"""Cuts a column name into lower-case words, whatever convention it was written in."""

import re
import unicodedata

LONGEST_NAME = 200
"""Characters of a column name that are looked at. The start of a longer, generated name is enough."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

# Small words that come and go between conventions: "date of birth", "birth date", "date de naissance".
_FILLERS = frozenset({"of", "the", "de", "du", "des", "del", "da", "la", "le", "der", "die", "das", "von"})


def tokenise(name: str) -> tuple[str, ...]:
    """The words of a column name: snake_case, camelCase, kebab-case, spaces and accents all come out alike.

    Digits are words of their own, so that "dx1" and "dx_2" both say "dx".

    >>> tokenise("patientDateOfBirth")
    ('patient', 'date', 'birth')
    >>> tokenise("ICD10-Code")
    ('icd', '10', 'code')
    """
    decomposed = unicodedata.normalize("NFKD", name[:LONGEST_NAME].replace("ß", "ss"))
    ascii_only = "".join(character for character in decomposed if not unicodedata.combining(character))
    words = [word.lower() for word in _WORD.findall(ascii_only)]
    meaningful = [word for word in words if word not in _FILLERS]
    return tuple(meaningful or words)


def squash(phrase: str) -> str:
    """The phrase as one run of letters, fillers kept: how "date of birth" looks in DATEOFBIRTH."""
    return "".join(_WORD.findall(phrase)).lower()
