"""Taking small parts of a plan apart and putting them together again for fewer cells, compiled.

Opening the cheapest neighbourhood first leaves some classes stranded whose neighbours went elsewhere for the same
price. So, class by class: close its neighbourhood and those of its neighbours under some cheaper pattern, settle the
classes that are loose now as cheaply as possible, and keep the outcome unless it costs more. Outcomes that cost the
same are kept too; they lead out of dead ends.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from bauta.equivalence.classes import Integers
from bauta.transform.cell_neighbourhoods import Reals
from bauta.transform.cell_strict_kernels import Options, Plan, can_close, close, price, recruit

MOST_LOOSE = 80
"""Classes taken apart at once."""
MOST_TURNS = 5_000
"""Turns before it is asked whether more are worth it; a turn takes a fraction of a millisecond."""
DRAWS = 20
"""Patterns looked at for a cheaper neighbourhood before a class is passed over."""

SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio: multiplying by it spreads numbers that lie close together."""

Numbers = list[int]


class Workspace(NamedTuple):
    """Counters by neighbourhood, made once; all but `inside` are zero between turns."""

    inside: Integers
    """Classes at risk in each."""
    waiting: Integers
    marked: Integers


@njit(cache=True)
def improve(options: Options, plan: Plan, least: Reals, chance: int, first: int) -> tuple[float, int]:
    """Give classes that cost more than their `least`, or need recruits, a turn; returns the cost saved and who is next.

    It starts with the class `first` and ends after MOST_TURNS, or when every class was asked.
    """
    room = Workspace(
        np.zeros(len(options.pattern), np.int64),
        np.zeros(len(options.pattern), np.int64),
        np.zeros(len(options.pattern), np.int64),
    )
    for j in range(len(options.size)):
        room.inside[plan.home[j]] += 1
    saved, turns, state = 0.0, 0, np.uint64(chance)
    for _ in range(len(options.size)):
        j = first
        first = (first + 1) % len(options.size)
        if options.costs[options.pattern[plan.home[j]]] <= least[j] and not has_recruits(plan.home[j], plan):
            continue
        target, state = draw_target(j, state, options, plan)
        if target < 0:
            continue
        chosen = neighbours(j, target, state, options, plan, room)
        if len(chosen) > 0:
            turns += 1
            saved += take_apart(chosen, state, options, plan, room)
        if turns == MOST_TURNS:
            break
    return saved, first


@njit(cache=True)
def next_state(state: np.uint64) -> np.uint64:
    """Marsaglia's xorshift: the same sequence on every machine."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@njit(cache=True)
def has_recruits(g: int, plan: Plan) -> bool:
    return bool(plan.recruited[g].sum() > 0)


@njit(cache=True)
def draw_target(j: int, state: np.uint64, options: Options, plan: Plan) -> tuple[int, np.uint64]:
    """A neighbourhood of class j that costs no more than its present one; -1 if none was drawn."""
    home = plan.home[j]
    for _ in range(DRAWS):
        state = next_state(state)
        p = int((state >> np.uint64(32)) % np.uint64(len(options.costs)))
        g = int(options.of_class[p, j])
        if (
            g >= 0
            and (g != home or has_recruits(home, plan))
            and options.costs[p] <= options.costs[options.pattern[home]]
        ):
            return g, state
    return -1, state


@njit(cache=True)
def neighbours(j: int, target: int, state: np.uint64, options: Options, plan: Plan, room: Workspace) -> Numbers:
    """The open neighbourhoods of j and of classes in `target`, as many as may be taken apart at once; or none."""
    chosen: Numbers = [plan.home[j]]
    room.marked[plan.home[j]] = 1
    loose = room.inside[plan.home[j]]
    count = options.start[target + 1] - options.start[target]
    first = int((state >> np.uint64(16)) % np.uint64(count))
    for step in range(count):
        h = plan.home[options.members[options.start[target] + (first + step) % count]]
        if room.marked[h] == 0 and loose + room.inside[h] <= MOST_LOOSE:
            room.marked[h] = 1
            chosen.append(h)
            loose += room.inside[h]
        if loose >= MOST_LOOSE:
            break
    possible = loose <= MOST_LOOSE
    for h in chosen:
        room.marked[h] = 0
        possible = possible and can_close(h, options, plan)
    if not possible:
        chosen.clear()
    return chosen


@njit(cache=True)
def take_apart(chosen: Numbers, state: np.uint64, options: Options, plan: Plan, room: Workspace) -> float:
    """Close the chosen neighbourhoods and settle their classes anew; returns the cost saved, 0 if all is as before."""
    before, dearest = 0.0, 0.0
    loose = [0 for _ in range(0)]
    old_home = [0 for _ in range(0)]
    old_filled = np.empty(len(chosen), np.int64)
    old_recruited = np.empty((len(chosen), plan.donors.shape[1]), np.int64)
    for i in range(len(chosen)):
        h = chosen[i]
        before += options.costs[options.pattern[h]] * plan.filled[h]
        dearest = max(dearest, options.costs[options.pattern[h]])
        old_filled[i] = plan.filled[h]
        old_recruited[i] = plan.recruited[h]
        close(h, loose, options, plan)
        while len(old_home) < len(loose):
            old_home.append(h)
    after, entered = settle(loose, dearest, state, options, plan, room)
    if after <= before:
        for h in chosen:
            room.inside[h] = 0
        for j in loose:
            room.inside[plan.home[j]] += 1
        return before - after
    leave(loose, entered, options, plan)
    for i in range(len(loose)):
        plan.home[loose[i]] = old_home[i]
    for i in range(len(chosen)):
        plan.filled[chosen[i]] = old_filled[i]
        plan.recruited[chosen[i]] = old_recruited[i]
        for place in range(plan.donors.shape[1]):
            if old_recruited[i, place] > 0:
                plan.left[plan.donors[chosen[i], place]] -= old_recruited[i, place]
    return 0.0


@njit(cache=True)
def leave(loose: Numbers, entered: Numbers, options: Options, plan: Plan) -> None:
    """Undo `settle`: the classes leave the neighbourhoods entered, and recruits of those opened for them go home."""
    for j in loose:
        if plan.home[j] >= 0:
            plan.filled[plan.home[j]] -= options.size[j]
    for g in entered:
        recruits = plan.recruited[g].sum()
        if recruits > 0 and plan.filled[g] == recruits:  # it was closed before: nobody at risk is left in it
            for place in range(plan.donors.shape[1]):
                if plan.recruited[g, place] > 0:
                    plan.left[plan.donors[g, place]] += plan.recruited[g, place]
            plan.recruited[g] = 0
            plan.filled[g] = 0


@njit(cache=True)
def settle(
    loose: Numbers, dearest: float, state: np.uint64, options: Options, plan: Plan, room: Workspace
) -> tuple[float, Numbers]:
    """Give every loose class a home, the cheapest per record first; returns the cost, inf if some found none."""
    touched = [0 for _ in range(0)]
    entered = [0 for _ in range(0)]
    for j in loose:
        for p in range(len(options.costs)):
            g = considered(p, j, dearest, state, options)
            if g >= 0:
                if room.waiting[g] == 0:
                    touched.append(g)
                room.waiting[g] += options.size[j]
    spent, homeless = 0.0, len(loose)
    while homeless > 0:
        ratio, g = cheapest(touched, state, options, plan, room)
        if g < 0:
            spent = np.inf
            break
        spent += ratio * room.waiting[g]
        plan.filled[g] += room.waiting[g]
        entered.append(g)
        for j in loose:
            if plan.home[j] < 0 and considered(options.pattern[g], j, dearest, state, options) == g:
                plan.home[j] = g
                homeless -= 1
                for p in range(len(options.costs)):
                    left = considered(p, j, dearest, state, options)
                    if left >= 0:
                        room.waiting[left] -= options.size[j]
        recruit(g, options, plan)
    for g in touched:
        room.waiting[g] = 0
    return spent, entered


@njit(cache=True)
def considered(p: int, j: int, dearest: float, state: np.uint64, options: Options) -> int:
    """The neighbourhood class j may settle in under a pattern this time; -1 for none.

    Not above the dearest price paid before. And in some turns each class passes over some patterns: not everybody who
    can join a neighbourhood should, if others need them more.
    """
    if options.costs[p] > dearest:
        return -1
    if state & np.uint64(3) == 0 and p != len(options.costs) - 1:
        mixed = (np.uint64(j * 1_000_003 + p) ^ state) * SPREAD
        if mixed >> np.uint64(62) == 0:
            return -1
    return int(options.of_class[p, j])


@njit(cache=True)
def cheapest(touched: Numbers, state: np.uint64, options: Options, plan: Plan, room: Workspace) -> tuple[float, int]:
    """The neighbourhood with the lowest price per waiting record, ties broken by chance; -1 if none is possible."""
    best, best_tie, chosen = np.inf, np.uint64(0), -1
    at = 0
    while at < len(touched):
        g = touched[at]
        if room.waiting[g] == 0:  # all its classes have a home by now
            touched[at] = touched[-1]
            touched.pop()
            continue
        at += 1
        if options.costs[options.pattern[g]] > best:
            continue
        ratio = price(g, room.waiting[g], options, plan) / room.waiting[g]
        tie = (np.uint64(g) ^ state) * SPREAD
        if ratio < best or (ratio == best and tie < best_tie):
            best, best_tie, chosen = ratio, tie, g
    return best, chosen
