"""The form that bauta's pseudonyms have. Anybody can write such codes: it does not say who made them, or how."""

import re
from collections.abc import Sequence

from bauta.transform.masking.codes import ALPHABET, letters_for
from bauta.transform.masking.pseudonyms import BLOCK, LETTERS

LONGEST_PREFIX = 20
_MOST_BLOCKS = 8
_LENGTHS = (LETTERS, *(letters_for(BLOCK * (1 + blocks)) for blocks in range(1, _MOST_BLOCKS + 1)))
_FORM = re.compile(rf"(.{{0,{LONGEST_PREFIX}}}?)({'|'.join(f'[{ALPHABET}]{{{n}}}' for n in _LENGTHS)})", re.DOTALL)
_TWO_KINDS = re.compile(r"(?=.*[0-9])(?=.*[A-Z])")


def have_form_of_codes(texts: Sequence[str]) -> bool:
    """Whether these are all of the form of bauta's pseudonyms, with one prefix."""
    found = [_FORM.fullmatch(text) for text in texts]
    if not texts or not all(found):
        return False
    # A number of 26 digits is another thing; of random letters hardly one code in a thousand has no digit.
    mixed = sum(_TWO_KINDS.match(match[2]) is not None for match in found if match is not None)
    return mixed >= 0.9 * len(texts) and len({match[1] for match in found if match is not None}) == 1
