"""Covering records at risk by suppressed neighbours, compiled. Import this module only where it is used."""

import heapq
from typing import NamedTuple

import numpy as np
from numba import njit

from bauta.equivalence.classes import Codes, Integers
from bauta.transform.cell_neighbourhoods import Flags, Reals


class Options(NamedTuple):
    """What there is to choose from; see `Neighbourhoods`. Not changed."""

    size: Integers
    """Records of each class at risk."""
    codes: Codes
    """[classes at risk x variables], -1 where the value is missing."""
    has_missing: bool
    eligible: Flags
    """[patterns x classes at risk]: whether a record of the class may take the pattern."""
    patterns: Flags
    weights: Reals
    costs: Reals
    pattern: Codes
    start: Integers
    members: Codes


class Cover(NamedTuple):
    """What is suppressed so far. Changed by every function here."""

    need: Integers
    """Matches each class at risk still lacks; 0 or less when its records are safe as they are."""
    suppressed: Integers
    """Records of each class at risk that are suppressed, and so safe."""


@njit(cache=True)
def suppress_most_useful_first(options: Options, cover: Cover) -> tuple[list[int], list[int]]:
    """Suppress the record that helps most per cell, again and again; returns neighbourhood and class of each.

    A score can only fall while others are suppressed, so an entry of the heap is looked at again when it comes up.
    """
    heap = [(0.0, 0) for _ in range(0)]
    for g in range(len(options.pattern)):
        score, chosen = most_useful(g, options, cover)
        if chosen >= 0:
            heap.append((-score, g))
    heapq.heapify(heap)
    groups, classes = [0 for _ in range(0)], [0 for _ in range(0)]
    while len(heap) > 0:
        _, g = heapq.heappop(heap)
        score, chosen = most_useful(g, options, cover)
        if chosen < 0:
            continue
        heapq.heappush(heap, (-score, g))
        if (-score, g) > heap[0]:
            continue
        cover.suppressed[chosen] += 1
        add_matches(g, chosen, 1, options, cover)
        groups.append(g)
        classes.append(chosen)
    return groups, classes


@njit(cache=True)
def most_useful(g: int, options: Options, cover: Cover) -> tuple[float, int]:
    """The class of g whose next record is best suppressed, and its score; -1 if nobody in g needs it.

    The score is the number of matches gained that somebody lacked, per cost of a cell. A suppressed record needs
    nothing any more: that counts for what it lacked, shared among the records of its class.
    """
    waiting = 0
    for at in range(options.start[g], options.start[g + 1]):
        j = options.members[at]
        if cover.need[j] > 0 and cover.suppressed[j] < options.size[j]:
            waiting += 1
    best, chosen = 0.0, -1
    if waiting == 0:
        return best, chosen
    p = options.pattern[g]
    for at in range(options.start[g], options.start[g + 1]):
        j = options.members[at]
        unsuppressed = options.size[j] - cover.suppressed[j]
        if unsuppressed == 0 or not options.eligible[p, j]:
            continue
        gained = waiting - 1 + cover.need[j] / unsuppressed if cover.need[j] > 0 else float(waiting)
        score = gained / cost_of_record(p, j, options)
        if score > best:
            best, chosen = score, j
    return best, chosen


@njit(cache=True)
def cost_of_record(p: int, j: int, options: Options) -> float:
    """The weights of the cells a record of class j loses under a pattern; a missing cell cannot be lost."""
    if not options.has_missing:
        return float(options.costs[p])
    cost = 0.0
    for v in range(options.codes.shape[1]):
        if options.patterns[p, v] and options.codes[j, v] >= 0:
            cost += options.weights[v]
    return cost


@njit(cache=True)
def add_matches(g: int, j: int, records: int, options: Options, cover: Cover) -> None:
    """Count records of class j, suppressed to g, as matches of its neighbours that they did not match before."""
    for at in range(options.start[g], options.start[g + 1]):
        other = options.members[at]
        if newly_matched(other, j, options):
            cover.need[other] -= records


@njit(cache=True)
def newly_matched(other: int, j: int, options: Options) -> bool:
    """Whether two classes of a neighbourhood differ where both have a value, and so do not match as they are."""
    if not options.has_missing:
        return other != j
    for v in range(options.codes.shape[1]):
        if options.codes[j, v] >= 0 and options.codes[other, v] >= 0 and options.codes[j, v] != options.codes[other, v]:
            return True
    return False


@njit(cache=True)
def put_back(groups: Integers, classes: Integers, options: Options, cover: Cover) -> Flags:
    """Restore records nobody depends on any more, the last suppressed first; returns which stay suppressed."""
    kept = np.ones(len(groups), np.bool_)
    for i in range(len(groups) - 1, -1, -1):
        g, j = groups[i], classes[i]
        needed = cover.need[j] > 0  # its own record would lack matches again
        for at in range(options.start[g], options.start[g + 1]):
            if needed:
                break
            other = options.members[at]
            unsuppressed = cover.suppressed[other] < options.size[other]
            needed = cover.need[other] == 0 and unsuppressed and newly_matched(other, j, options)
        if not needed:
            kept[i] = False
            cover.suppressed[j] -= 1
            add_matches(g, j, -1, options, cover)
    return kept
