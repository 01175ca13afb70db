"""Random e-mail addresses that reach nobody: example.org, .com and .net are set aside (RFC 2606)."""

from collections.abc import Sequence

import numpy as np

from bauta.transform.masking.column_draws import ColumnDraws
from bauta.transform.masking.name_parts import FAMILY, GIVEN

_ENDINGS = ("org", "com", "net")


def replace_emails(texts: Sequence[str], *, chance: ColumnDraws, taken: set[str]) -> list[str]:
    """An address for each: all different, none of them in `taken`, to which they are added."""
    addresses = [""] * len(texts)
    waiting, round_ = np.arange(len(texts)), 0
    while len(waiting):
        left = []
        for row, number in zip(waiting.tolist(), chance.words(waiting, round_)[:, 0].tolist(), strict=True):
            rest, given = divmod(number, len(GIVEN))
            rest, family = divmod(rest, len(FAMILY))
            rest, ending = divmod(rest, len(_ENDINGS))
            address = f"{GIVEN[given]}.{FAMILY[family]}{rest % 1000}@example.{_ENDINGS[ending]}".lower()
            if address in taken:
                left.append(row)
            else:
                taken.add(address)
                addresses[row] = address
        waiting, round_ = np.array(left, dtype=np.intp), round_ + 1
    return addresses
