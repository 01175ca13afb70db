"""Which cells of how many records: the form in which both readings give their result."""

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.transform.cell_neighbourhoods import Flags

Entries = tuple[Integers, Flags, Integers]
"""Class number, pattern and number of records of each entry."""


def merge_entries(class_number: Integers, pattern: Flags, records: Integers) -> Entries:
    """One entry for each class and pattern, in order, and none without a suppressed cell."""
    entries, number = np.unique(np.column_stack((class_number, pattern)), axis=0, return_inverse=True)
    merged = np.zeros(len(entries), np.int64)
    np.add.at(merged, number.ravel(), records)
    return entries[:, 0].astype(np.int64), entries[:, 1:].astype(bool), merged
