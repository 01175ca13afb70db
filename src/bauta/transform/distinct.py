"""Different numbers among many, without sorting these where the numbers are small."""

import numpy as np

from bauta.equivalence.classes import Integers

_MOST_PLACES_PER_KEY = 32
_PLACES_ALWAYS = 1_000_000


def distinct(keys: Integers, size: int) -> tuple[Integers, Integers]:
    """The different keys, sorted, and for each key its place among them; all keys are at least 0 and below `size`."""
    if size > max(_MOST_PLACES_PER_KEY * len(keys), _PLACES_ALWAYS):
        different, places = np.unique(keys, return_inverse=True)
        return different, places.astype(np.int64, copy=False)
    occurs = np.zeros(size, np.bool_)
    occurs[keys] = True
    different = np.flatnonzero(occurs)
    place = np.zeros(size, np.int32)
    place[different] = np.arange(len(different), dtype=np.int32)
    return different, place[keys].astype(np.int64)


def distinct_values(keys: Integers, size: int) -> Integers:
    """The same without the places."""
    if size > max(_MOST_PLACES_PER_KEY * len(keys), _PLACES_ALWAYS):
        return np.unique(keys)
    occurs = np.zeros(size, np.bool_)
    occurs[keys] = True
    return np.flatnonzero(occurs)
