"""Random e-mail addresses that reach nobody: example.org, .com and .net are set aside (RFC 2606)."""

from collections.abc import Sequence

import numpy as np

from bauta.transform.draws import draw_words
from bauta.transform.masking.name_parts import FAMILY, GIVEN

_ENDINGS = ("org", "com", "net")


def replace_emails(texts: Sequence[str], *, rng: np.random.Generator, taken: set[str]) -> list[str]:
    """An address for each: all different, none of them in `taken`, to which they are added."""
    addresses: list[str] = []
    while len(addresses) < len(texts):
        for number in draw_words(rng, len(texts) - len(addresses)).tolist():
            rest, given = divmod(number, len(GIVEN))
            rest, family = divmod(rest, len(FAMILY))
            rest, ending = divmod(rest, len(_ENDINGS))
            address = f"{GIVEN[given]}.{FAMILY[family]}{rest % 1000}@example.{_ENDINGS[ending]}".lower()
            if address not in taken:
                taken.add(address)
                addresses.append(address)
    return addresses
