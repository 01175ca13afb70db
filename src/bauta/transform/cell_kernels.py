"""The inner loop of finding neighbourhoods, compiled. Import this module only where it is used."""

import numpy as np
from numba import njit

from bauta.equivalence.classes import Codes, Integers

DONORS = 4
"""Safe classes remembered for each neighbourhood, those with most records first to spare."""

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio: multiplying by it spreads close keys over the table."""


@njit(cache=True)
def group_by_key(
    keys: Integers, sizes: Integers, safe_keys: Integers, safe_sizes: Integers
) -> tuple[Codes, Integers, Integers, Codes]:
    """Number the classes at risk by their key, in order of appearance, and count who else has the same key.

    Returns the group of each class, per group the records at risk and all records, and up to DONORS safe classes.
    """
    bits = 4
    while (1 << bits) < 2 * len(keys):
        bits += 1
    shift, last = np.uint64(64 - bits), (1 << bits) - 1
    group_in_slot = np.full(1 << bits, -1, np.int32)
    key_of_group = np.empty(len(keys), np.int64)
    group = np.empty(len(keys), np.int32)
    at_risk = np.zeros(len(keys), np.int64)
    n_groups = 0
    for j in range(len(keys)):
        slot = np.int64((np.uint64(keys[j]) * _SPREAD) >> shift)
        while group_in_slot[slot] >= 0 and key_of_group[group_in_slot[slot]] != keys[j]:
            slot = (slot + 1) & last
        if group_in_slot[slot] < 0:
            group_in_slot[slot] = n_groups
            key_of_group[n_groups] = keys[j]
            n_groups += 1
        group[j] = group_in_slot[slot]
        at_risk[group[j]] += sizes[j]
    everyone = at_risk[:n_groups].copy()
    donors = np.full((n_groups, DONORS), -1, np.int32)
    for j in range(len(safe_keys)):
        slot = np.int64((np.uint64(safe_keys[j]) * _SPREAD) >> shift)
        while group_in_slot[slot] >= 0 and key_of_group[group_in_slot[slot]] != safe_keys[j]:
            slot = (slot + 1) & last
        if group_in_slot[slot] < 0:
            continue
        at = group_in_slot[slot]
        everyone[at] += safe_sizes[j]
        candidate = np.int32(j)
        for place in range(DONORS):  # keep the largest, in order
            there = donors[at, place]
            if there < 0 or safe_sizes[there] < safe_sizes[candidate]:
                donors[at, place] = candidate
                candidate = there
                if candidate < 0:
                    break
    return group, at_risk[:n_groups], everyone, donors


@njit(cache=True)
def members_by_group(of_class: Codes, n_groups: int) -> tuple[Integers, Codes]:
    """The columns of `of_class` by the group number in them: those of group g are `second[first[g]:first[g + 1]]`."""
    start = np.zeros(n_groups + 1, np.int64)
    for p in range(of_class.shape[0]):
        for j in range(of_class.shape[1]):
            if of_class[p, j] >= 0:
                start[of_class[p, j] + 1] += 1
    start = np.cumsum(start)
    at = start[:-1].copy()
    members = np.empty(start[-1], np.int32)
    for p in range(of_class.shape[0]):
        for j in range(of_class.shape[1]):
            g = of_class[p, j]
            if g >= 0:
                members[at[g]] = j
                at[g] += 1
    return start, members
