"""Gathering classes at risk into neighbourhoods of at least k records, compiled. Import it only where it is used."""

import heapq
from typing import NamedTuple

import numpy as np
from numba import njit

from bauta.equivalence.classes import Codes, Integers
from bauta.transform.cell_neighbourhoods import Reals


class Options(NamedTuple):
    """What there is to choose from; see `Neighbourhoods`. Not changed."""

    cell_size: int
    size: Integers
    """Records of each class at risk."""
    of_class: Codes
    pattern: Codes
    costs: Reals
    start: Integers
    members: Codes


class Plan(NamedTuple):
    """Who is where. Changed by every function here."""

    home: Integers
    """The neighbourhood each class at risk is suppressed to, -1 while it waits."""
    filled: Integers
    """Records in each neighbourhood, recruits included; 0 where it is closed."""
    donors: Codes
    recruited: Integers
    """[neighbourhoods x few]: records taken from each of its donors."""
    left: Integers
    """Records each safe class still has."""


@njit(cache=True)
def open_cheapest_first(options: Options, plan: Plan) -> None:
    """Open the neighbourhood that costs least per record at risk, again and again, larger ones first.

    A ratio can only rise while others are opened, so an entry of the heap is looked at again when it comes up.
    """
    heap = [(0.0, 0, 0) for _ in range(0)]
    for g in range(len(options.pattern)):
        waiting = waiting_records(g, options, plan)
        ratio = price(g, waiting, options, plan) / waiting if waiting > 0 else np.inf
        if ratio < np.inf:
            heap.append((ratio, -waiting, g))
    heapq.heapify(heap)
    while len(heap) > 0:
        _, _, g = heapq.heappop(heap)
        waiting = waiting_records(g, options, plan)
        if waiting == 0:
            continue
        ratio = price(g, waiting, options, plan) / waiting
        if ratio == np.inf:
            continue
        entry = (ratio, -waiting, g)
        if len(heap) > 0 and entry > heap[0]:
            heapq.heappush(heap, entry)
            continue
        for at in range(options.start[g], options.start[g + 1]):
            if plan.home[options.members[at]] < 0:
                plan.home[options.members[at]] = g
        plan.filled[g] += waiting
        recruit(g, options, plan)


@njit(cache=True)
def waiting_records(g: int, options: Options, plan: Plan) -> int:
    total = 0
    for at in range(options.start[g], options.start[g + 1]):
        if plan.home[options.members[at]] < 0:
            total += options.size[options.members[at]]
    return total


@njit(cache=True)
def price(g: int, records: int, options: Options, plan: Plan) -> float:
    """What it costs to put so many records at risk into g, recruits included; inf if g cannot be made large enough."""
    cost = options.costs[options.pattern[g]]
    if plan.filled[g] > 0 or records >= options.cell_size:
        return float(cost * records)
    spare, smallest = offers(g, options, plan)
    if spare >= options.cell_size - records:
        return float(cost * options.cell_size)
    if smallest >= 0:
        return float(cost * (records + plan.left[plan.donors[g, smallest]]))
    return np.inf


@njit(cache=True)
def offers(g: int, options: Options, plan: Plan) -> tuple[int, int]:
    """Records the donors of g can spare and stay safe, and which donor is the smallest; -1 for none."""
    spare, smallest = 0, -1
    for place in range(plan.donors.shape[1]):
        donor = plan.donors[g, place]
        if donor >= 0 and plan.left[donor] >= options.cell_size:
            spare += plan.left[donor] - options.cell_size
            if smallest < 0 or plan.left[donor] < plan.left[plan.donors[g, smallest]]:
                smallest = place
    return spare, smallest


@njit(cache=True)
def recruit(g: int, options: Options, plan: Plan) -> None:
    """Fill g up to k with records its donors can spare, or else with all records of the smallest of them."""
    wanted = options.cell_size - plan.filled[g]
    if wanted <= 0:
        return
    spare, smallest = offers(g, options, plan)
    if spare < wanted:
        enlist(g, smallest, plan.left[plan.donors[g, smallest]], plan)
        return
    for place in range(plan.donors.shape[1]):
        donor = plan.donors[g, place]
        if donor >= 0 and plan.left[donor] > options.cell_size and wanted > 0:
            moved = min(wanted, plan.left[donor] - options.cell_size)
            enlist(g, place, moved, plan)
            wanted -= moved


@njit(cache=True)
def enlist(g: int, place: int, records: int, plan: Plan) -> None:
    """Move records of a donor into g, or back if negative."""
    plan.recruited[g, place] += records
    plan.left[plan.donors[g, place]] -= records
    plan.filled[g] += records


@njit(cache=True)
def can_close(g: int, options: Options, plan: Plan) -> bool:
    """Whether all recruits of g can go home: no safe class may be left with 1 to k - 1 records."""
    for place in range(plan.donors.shape[1]):
        recruits = plan.recruited[g, place]
        if recruits > 0 and plan.left[plan.donors[g, place]] + recruits < options.cell_size:
            return False
    return True


@njit(cache=True)
def close(g: int, loose: list[int], options: Options, plan: Plan) -> None:
    """Send the recruits of g home and let its classes wait; they are appended to `loose`."""
    for place in range(plan.donors.shape[1]):
        if plan.recruited[g, place] > 0:
            enlist(g, place, -plan.recruited[g, place], plan)
    for at in range(options.start[g], options.start[g + 1]):
        j = options.members[at]
        if plan.home[j] == g:
            plan.home[j] = -1
            loose.append(int(j))
    plan.filled[g] = 0


@njit(cache=True)
def widen_to_fit(options: Options, plan: Plan) -> int:
    """Find room for classes that still wait although no safe class has records left: widen one open neighbourhood.

    Fewer than k records wait. Together with all of an open neighbourhood they are k or more, and alike under the
    full pattern at the latest. Of all neighbourhoods and patterns the cheapest pair is taken. Returns where they are
    now; if that is everybody's neighbourhood, recruits that went home may have to come back.
    """
    loose = [0 for _ in range(0)]
    records = 0
    for j in range(len(options.size)):
        if plan.home[j] < 0:
            loose.append(int(j))
            records += options.size[j]
    best, widened, under = np.inf, -1, -1
    for h in range(len(options.pattern)):
        if plan.filled[h] == 0 or not can_close(h, options, plan):
            continue
        for p in range(len(options.costs)):
            g = options.of_class[p, loose[0]]
            together, everyone = g >= 0, records
            for j in loose:
                together = together and options.of_class[p, j] == g
            for at in range(options.start[h], options.start[h + 1]):
                j = options.members[at]
                if plan.home[j] == h:
                    together = together and options.of_class[p, j] == g
                    everyone += options.size[j]
            if p == len(options.costs) - 1:
                everyone = records + plan.filled[h]
            extra = options.costs[p] * everyone - options.costs[options.pattern[h]] * plan.filled[h]
            if together and everyone >= options.cell_size and extra < best:
                best, widened, under = extra, h, p
    close(widened, loose, options, plan)
    g = options.of_class[under, loose[0]]
    for j in loose:
        plan.home[j] = g
        plan.filled[g] += options.size[j]
    return int(g)
