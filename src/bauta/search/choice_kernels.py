"""The compiled rule of suppression: which classes of a node, and which single records, are suppressed.

Classes below the floor always are. What else is depends on the criterion:

- an average or strict average that still does not hold takes whole classes, the riskiest first, as few as it needs;
- a share takes the whole classes at risk whose suppression costs least, then fewest people;
- suppressed records that stay must be a class of a certain size. If they are too few they get company: single records
  of classes that can spare them, or one whole class, whichever costs less.

docs/explanation/optimal-search.md proves that these cost least, and the bounds for finer nodes.
"""

from typing import Any

import numpy as np
from numba import njit

from bauta.search.positions import (
    AT_RISK,
    AVERAGE,
    BY_CLASSES,
    BY_SQUARES,
    CLASSES,
    DECIMALS,
    DENOMINATOR,
    FLOOR,
    IS_PROVEN,
    KEPT_CLASSES,
    KEPT_SQUARES,
    LEAST_PENALTY,
    LEAST_PEOPLE,
    LEAST_SUPPRESSED,
    MODE,
    MOST_SUPPRESSED,
    NEEDED,
    NUMERATOR,
    ONLY_FLOOR,
    PENALTY,
    PRICE,
    RECRUITS,
    ROUNDING,
    SHARE,
    SQUARES,
    STAYS,
    SUPPRESSED,
)

IMPOSSIBLE, FOUND, PROVEN = 0, 1, 2
"""Whether the criterion can hold at a node, and whether what is suppressed for it is proven to cost least."""

TIE = 1e-9
"""Costs that differ by less, relatively, are taken to be equal."""
MOST_WORK = 20_000_000
"""Steps to find the cheapest classes for a share; if it takes more, fewer are considered and nothing is proven."""


@njit(cache=True)
def judge(
    people: Any, matches: Any, delta: Any, classes: int, risk: float, squares: float, rules: Any, n_records: int,
    measures: Any,
) -> Any:  # fmt: skip
    """Fill in what a node is judged by, see positions.py; returns how many people of each class are suppressed.

    The classes given are those that suppression can help, `classes` counts all; `risk` is the sum over all records of
    1 over their matches.
    """
    gone = np.zeros(len(people), np.int64)
    needed, least_penalty, outcome = choose(people, matches, delta, risk, rules, n_records, gone)
    suppressed, gone_classes = 0, 0
    penalty, gone_squares = 0.0, 0.0
    for i in range(len(people)):
        here, kept = float(people[i]), float(people[i] - gone[i])
        suppressed += gone[i]
        penalty += gone[i] * delta[i]
        gone_classes += gone[i] == people[i]
        gone_squares += here * here - kept * kept
    measures[SUPPRESSED] = n_records if outcome == IMPOSSIBLE else suppressed
    measures[NEEDED] = needed
    measures[PENALTY] = penalty
    measures[LEAST_PENALTY] = least_penalty
    measures[CLASSES] = classes
    measures[KEPT_CLASSES] = classes - gone_classes
    measures[SQUARES] = squares
    measures[KEPT_SQUARES] = squares - gone_squares
    measures[IS_PROVEN] = outcome != FOUND
    return gone


@njit(cache=True)
def choose(
    people: Any, matches: Any, delta: Any, risk: float, rules: Any, n_records: int, gone: Any
) -> tuple[float, float, int]:
    """Fill `gone` with how many people of each class are suppressed: none, some or all.

    Returns the bounds NEEDED and LEAST_PENALTY, and whether it is possible and proven to cost least.
    """
    suppressed, matched, at_risk = 0, 0, 0
    penalty = 0.0
    for i in range(len(people)):
        if matches[i] < rules[FLOOR]:
            gone[i] = people[i]
            suppressed += people[i]
            matched += matches[i]
            penalty += people[i] * delta[i]
            risk -= people[i] / matches[i]
        elif matches[i] < rules[AT_RISK]:
            at_risk += people[i]
    needed, least_penalty = float(suppressed), penalty
    slack = rules[ROUNDING] * rules[DENOMINATOR] * risk
    excess = _excess(risk, at_risk, suppressed, n_records, slack, rules)
    outcome = PROVEN
    if excess > 0 and rules[MODE] == SHARE:
        needed, least_penalty, outcome = _choose_share(people, matches, delta, excess, rules, n_records, gone)
    elif excess > 0:
        waiting = _riskiest_first(people, matches, delta, rules)
        more, cost = _least(people, matches, delta, waiting, excess, rules)
        needed += more
        least_penalty += cost
        outcome = _choose_riskiest(people, matches, waiting, excess, slack, rules, gone)
    elif 0 < matched < rules[LEAST_SUPPRESSED]:
        outcome = _add_company(people, matches, delta, suppressed, matched, rules, n_records, gone)
    if outcome == IMPOSSIBLE:
        gone[:] = people
    if 0 < needed < rules[LEAST_PEOPLE]:
        # Whoever is suppressed has company, at this node and at any finer one; nobody's costs less than the cheapest.
        lacking = rules[LEAST_PEOPLE] - suppressed
        least_penalty = max(least_penalty, penalty + lacking * _least_left(matches, delta, rules))
        needed = rules[LEAST_PEOPLE]
    return needed, least_penalty, outcome


@njit(cache=True)
def _excess(risk: float, at_risk: int, suppressed: int, n_records: int, slack: float, rules: Any) -> float:
    """By how much the kept classes exceed the limit of the average or the share, times its denominator; 0 if not.

    Where suppressed records stay in the release they count among its people, and for the average as one more class.
    """
    if rules[MODE] == ONLY_FLOOR:
        return 0.0
    kept = n_records if rules[STAYS] else n_records - suppressed
    limit = rules[NUMERATOR] * kept
    reached = (risk if rules[MODE] == AVERAGE else float(at_risk)) * rules[DENOMINATOR]
    excess = reached - limit
    if rules[MODE] == AVERAGE and rules[STAYS] and (suppressed > 0 or excess > slack):
        excess += rules[DENOMINATOR]
    return excess if excess > slack else 0.0


@njit(cache=True)
def _least_left(matches: Any, delta: Any, rules: Any) -> float:
    """What a record that need not be suppressed has left to lose at least."""
    least = np.inf
    for i in range(len(matches)):
        if matches[i] >= rules[FLOOR]:
            least = min(least, delta[i])
    return least if least < np.inf else 0.0


# ---- averages: the riskiest first --------------------------------------------------------------------------------


@njit(cache=True)
def _choose_riskiest(
    people: Any, matches: Any, waiting: Any, excess: float, slack: float, rules: Any, gone: Any
) -> int:
    """Suppress whole classes in their order until the average holds. Each is large enough to be company."""
    for j in waiting:
        if excess <= slack:
            break
        excess -= _relief(people[j], matches[j], rules)
        gone[j] = people[j]
    return PROVEN if excess <= slack else IMPOSSIBLE


@njit(cache=True)
def _relief(people: int, matches: int, rules: Any) -> float:
    """By how much the excess of an average shrinks when a class is suppressed."""
    relief = rules[DENOMINATOR] * people / matches
    if not rules[STAYS]:
        relief -= rules[NUMERATOR] * people
    return float(relief)


@njit(cache=True)
def _riskiest_first(people: Any, matches: Any, delta: Any, rules: Any) -> Any:
    """The classes at or above the floor: fewest matches first, then least loss per record, then fewest people."""
    waiting = np.empty(len(people), np.int64)
    n = 0
    for i in range(len(people)):
        if matches[i] >= rules[FLOOR]:
            waiting[n] = i
            n += 1
    waiting = waiting[:n]
    _sort(waiting, matches.astype(np.float64), np.rint(delta * DECIMALS), people.astype(np.float64))
    return waiting


@njit(cache=True)
def _least(people: Any, matches: Any, delta: Any, waiting: Any, excess: float, rules: Any) -> tuple[float, float]:
    """The fewest records, and the least penalty, that could remove the excess if classes could be divided."""
    records = 0.0
    left = excess
    price = np.empty(len(waiting), np.float64)
    for i in range(len(waiting)):
        j = waiting[i]
        relief = _relief(people[j], matches[j], rules)
        price[i] = people[j] * delta[j] / relief if relief > 0 else np.inf
        if relief > 0 and left > 0:
            share = min(1.0, left / relief)
            records += share * people[j]
            left -= share * relief
    cost = 0.0
    left = excess
    cheapest_first = np.arange(len(waiting))
    _sort(cheapest_first, price, price, price)
    for rank in range(len(cheapest_first)):
        i = cheapest_first[rank]
        if left <= 0 or price[i] == np.inf:
            break
        j = waiting[i]
        share = min(1.0, left / _relief(people[j], matches[j], rules))
        cost += share * people[j] * delta[j]
        left -= share * _relief(people[j], matches[j], rules)
    return records, cost


# ---- company for suppressed records that stay --------------------------------------------------------------------


@njit(cache=True)
def _add_company(
    people: Any, matches: Any, delta: Any, suppressed: int, matched: int, rules: Any, n_records: int, gone: Any
) -> int:
    """Suppress single records or one whole class beside those that are, so that they are enough."""
    lacking = int(rules[LEAST_SUPPRESSED]) - matched
    recruits, running = _recruits(people, matches, delta, lacking, rules, n_records)
    for most in (rules[MOST_SUPPRESSED], float(n_records - 1)):  # within the limit, or else as few as will do
        is_over = most > rules[MOST_SUPPRESSED]
        _, more, whole = _company(
            people, matches, delta, running, lacking, most - suppressed, is_over, rules, n_records
        )
        if more > 0:
            _take_company(people, recruits, lacking, whole, gone)
            return PROVEN
    return IMPOSSIBLE


@njit(cache=True)
def _company(
    people: Any, matches: Any, delta: Any, running: Any, lacking: int, room: float, is_fewest: bool, rules: Any,
    n_records: int,
) -> tuple[float, int, int]:  # fmt: skip
    """The cheapest company of so many, or that of fewest people: its cost, its people, and the class if it is a whole.

    One whole class is always enough: it has the matches that are asked of a class. Of those that cost alike it is the
    one with fewest matches. There are 0 people where none fits.
    """
    if lacking <= 0:
        return 0.0, 0, -1
    cost, more, whole = np.inf, 0, -1
    if lacking < len(running) and lacking <= room:
        cost, more = running[lacking], lacking
    for j in range(len(people)):
        if matches[j] >= rules[LEAST_SUPPRESSED] and people[j] <= room:
            price = _price(people[j], delta[j], rules, n_records)
            is_equal = whole >= 0 and people[j] == more and not _is_preferred(cost, more, price, people[j], is_fewest)
            if more == 0 or _is_preferred(price, people[j], cost, more, is_fewest) or (
                is_equal and matches[j] < matches[whole]
            ):  # fmt: skip
                cost, more, whole = price, people[j], j
    return cost, more, whole


@njit(cache=True)
def _take_company(people: Any, recruits: Any, lacking: int, whole: int, gone: Any) -> None:
    if whole >= 0:
        gone[whole] = people[whole]
    else:
        for i in range(lacking):
            gone[recruits[i]] += 1


@njit(cache=True)
def _is_preferred(cost: float, people: int, other_cost: float, other_people: int, is_fewest: bool) -> bool:
    """Whether one choice is better: less cost and then fewer people, or the other way round."""
    if max(cost, other_cost) == np.inf:
        return bool(cost < other_cost)
    is_less = cost < other_cost - TIE * max(abs(cost), abs(other_cost))
    is_more = cost > other_cost + TIE * max(abs(cost), abs(other_cost))
    if is_fewest:
        return bool(people < other_people or (people == other_people and is_less))
    return bool(is_less or (not is_more and people < other_people))


@njit(cache=True)
def _price(people: int, delta: float, rules: Any, n_records: int) -> float:
    """What suppressing a whole class adds to the loss."""
    if rules[PRICE] == BY_SQUARES:
        return float(people) * float(n_records - people)
    if rules[PRICE] == BY_CLASSES:
        return 1.0
    return float(people * delta)


@njit(cache=True)
def _recruits(people: Any, matches: Any, delta: Any, wanted: int, rules: Any, n_records: int) -> tuple[Any, Any]:
    """The classes that single records are taken from, one after the other, and what the first 0, 1, ... of them cost.

    The next is one who has least left to lose and, among those, of the class that is largest by then, or has most
    matches left. A class can spare records while it keeps enough matches, each recruit being one of them, and somebody
    remains. The best candidate is at the root of a heap, which numbers the classes from the end: the first comes last.
    """
    heap = np.empty(len(people), np.int64)
    spare = np.zeros(len(people), np.int64)
    n, to_spare = 0, 0
    for j in range(len(people)):
        if rules[RECRUITS] and matches[j] > rules[LEAST_SUPPRESSED] and people[j] > 1:
            spare[j] = min(people[j] - 1, matches[j] - int(rules[LEAST_SUPPRESSED]))
            to_spare += spare[j]
            heap[n] = len(people) - 1 - j
            n += 1
    wanted = max(0, min(wanted, to_spare))
    cheapness = -np.rint(delta[::-1] * DECIMALS)
    size, matches_left = people[::-1].astype(np.float64), matches[::-1].astype(np.float64)
    for start in range(n // 2 - 1, -1, -1):
        _sift_down(heap, start, n, cheapness, size, matches_left)
    recruits = np.empty(wanted, np.int64)
    running = np.zeros(wanted + 1)
    for found in range(wanted):
        root = heap[0]
        j = len(people) - 1 - root
        price = delta[j]
        if rules[PRICE] == BY_SQUARES:
            price = n_records - 2 * size[root] + 1
        elif rules[PRICE] == BY_CLASSES:
            price = 0.0
        recruits[found] = j
        running[found + 1] = running[found] + price
        size[root] -= 1
        matches_left[root] -= 1
        spare[j] -= 1
        if spare[j] == 0:
            n -= 1
            heap[0] = heap[n]
        _sift_down(heap, 0, n, cheapness, size, matches_left)
    return recruits, running


# ---- a share: the cheapest classes at risk -----------------------------------------------------------------------


@njit(cache=True)
def _choose_share(
    people: Any, matches: Any, delta: Any, excess: float, rules: Any, n_records: int, gone: Any
) -> tuple[float, float, int]:
    """Suppress the classes at risk that cost least, and company if they stay; returns the bounds and how good that is.

    Every person at risk who goes helps alike, so it is a knapsack to be filled with at least so many people. All
    classes in it are small. The cheapest per person, taken one after the other, are nearly right: only a few of each
    size, next to where they end, can be chosen otherwise, and all ways to choose those are tried.
    """
    helps = rules[DENOMINATOR] if rules[STAYS] else rules[DENOMINATOR] - rules[NUMERATOR]
    least = int(np.ceil(excess / helps))
    cheapest_first = _at_risk(people, matches, delta, rules, n_records)
    needed, least_penalty = excess / helps, _in_part(people, delta, cheapest_first, excess / helps)
    by_size, sizes, starts = _by_size(people, cheapest_first)
    enough = max(least, int(rules[LEAST_SUPPRESSED]))
    most = min(people[by_size].sum(), enough + sizes[-1] - 1)
    first, last, is_proven = _window(people, cheapest_first, sizes, starts, least, most, rules)
    fixed = (first * sizes).sum()
    cost, classes, taken = _fill(people, delta, by_size, sizes, starts, first, last, most - fixed, rules, n_records)
    recruits, running = _recruits(people, matches, delta, int(rules[LEAST_SUPPRESSED]) - least, rules, n_records)
    for limit in (int(rules[MOST_SUPPRESSED]), n_records - 1):  # within the limit, or else as few as will do
        chosen, whole = _best_filled(
            people, matches, delta, cost, classes, fixed, least, limit, running, rules, n_records
        )
        if chosen >= 0:
            left = chosen - fixed
            for s in range(len(sizes) - 1, -1, -1):
                for rank in range(starts[s], starts[s] + first[s] + taken[s, left]):
                    gone[by_size[rank]] = people[by_size[rank]]
                left -= taken[s, left] * sizes[s]
            _take_company(people, recruits, int(rules[LEAST_SUPPRESSED]) - chosen, whole, gone)
            return needed, least_penalty, PROVEN if is_proven else FOUND
    return needed, least_penalty, IMPOSSIBLE


@njit(cache=True)
def _at_risk(people: Any, matches: Any, delta: Any, rules: Any, n_records: int) -> Any:
    """The classes at risk: the cheapest per person first, then fewest people, then fewest matches."""
    found = np.empty(len(people), np.int64)
    per_person = np.zeros(len(people))
    n = 0
    for i in range(len(people)):
        if matches[i] < rules[AT_RISK]:
            found[n] = i
            n += 1
            per_person[i] = np.rint(_price(people[i], delta[i], rules, n_records) / people[i] * DECIMALS)
    found = found[:n]
    _sort(found, per_person, people.astype(np.float64), matches.astype(np.float64))
    return found


@njit(cache=True)
def _in_part(people: Any, delta: Any, cheapest_first: Any, wanted: float) -> float:
    """The penalty of suppressing so many people, the cheapest first, if classes could be divided."""
    cost = 0.0
    for i in cheapest_first:
        share = min(wanted, float(people[i]))
        cost += share * delta[i]
        wanted -= share
    return cost


@njit(cache=True)
def _by_size(people: Any, cheapest_first: Any) -> tuple[Any, Any, Any]:
    """The same classes by size, the cheapest of each first; the sizes there are, and where each begins and ends."""
    largest = 0
    for i in cheapest_first:
        largest = max(largest, people[i])
    count = np.zeros(largest + 2, np.int64)
    for i in cheapest_first:
        count[people[i] + 1] += 1
    begin = np.cumsum(count)
    sizes = np.flatnonzero(count[1:])
    starts = np.append(begin[sizes], len(cheapest_first))
    by_size = np.empty(len(cheapest_first), np.int64)
    for i in cheapest_first:
        by_size[begin[people[i]]] = i
        begin[people[i]] += 1
    return by_size, sizes, starts


@njit(cache=True)
def _window(
    people: Any, cheapest_first: Any, sizes: Any, starts: Any, least: int, most: int, rules: Any
) -> tuple[Any, Any, bool]:
    """For each size how many of its cheapest classes go for certain, how many may go, and whether that is proven.

    Those that fill the knapsack one after the other, and as many less or more as an exchange of classes can matter.
    """
    greedy = np.zeros(sizes[-1] + 1, np.int64)
    total = 0
    for i in cheapest_first:
        if total >= least:
            break
        greedy[people[i]] += 1
        total += people[i]
    around = 3 * sizes[-1] + int(rules[LEAST_SUPPRESSED])
    is_proven = True
    while True:
        first = np.maximum(greedy[sizes] - around, 0)
        last = np.minimum(greedy[sizes] + around, starts[1:] - starts[:-1])
        if float(most - (first * sizes).sum()) * float((last - first).sum()) <= MOST_WORK or around == 0:
            return first, last, is_proven
        around //= 2
        is_proven = False


@njit(cache=True)
def _fill(
    people: Any, delta: Any, by_size: Any, sizes: Any, starts: Any, first: Any, last: Any, room: int, rules: Any,
    n_records: int,
) -> tuple[Any, Any, Any]:  # fmt: skip
    """The least cost, and then the fewest classes, of filling the knapsack with 0, 1, ... people up to `room`.

    The first of each size are in it already; `taken` says how many more of each size there are in each filling.
    """
    base = 0.0
    for s in range(len(sizes)):
        for rank in range(starts[s], starts[s] + first[s]):
            base += _price(people[by_size[rank]], delta[by_size[rank]], rules, n_records)
    cost, classes = np.full(room + 1, np.inf), np.zeros(room + 1, np.int64)
    cost[0], classes[0] = base, first.sum()
    taken = np.zeros((len(sizes), room + 1), np.int64)
    for s in range(len(sizes)):
        running = np.zeros(last[s] - first[s] + 1)
        for m in range(1, len(running)):
            j = by_size[starts[s] + first[s] + m - 1]
            running[m] = running[m - 1] + _price(people[j], delta[j], rules, n_records)
        for filled in range(room, -1, -1):  # what is smaller has none of this size yet
            for m in range(1, min(len(running) - 1, filled // sizes[s]) + 1):
                before = filled - m * sizes[s]
                if cost[before] < np.inf:
                    total, n = cost[before] + running[m], classes[before] + m
                    if _is_preferred(total, n, cost[filled], classes[filled], False):
                        cost[filled], classes[filled], taken[s, filled] = total, n, m
    return cost, classes, taken


@njit(cache=True)
def _best_filled(
    people: Any, matches: Any, delta: Any, cost: Any, classes: Any, fixed: int, least: int, limit: int, running: Any,
    rules: Any, n_records: int,
) -> tuple[int, int]:  # fmt: skip
    """How many people at risk to suppress, and the class that is company if it is a whole one; -1 where none fits.

    Least cost, then fewest people, then fewest classes; beyond the limit fewest people first.
    """
    is_fewest = limit > rules[MOST_SUPPRESSED]
    best, best_whole, best_cost, best_people, best_classes = -1, -1, np.inf, 0, 0
    for chosen in range(max(least, fixed), min(fixed + len(cost) - 1, limit) + 1):
        if cost[chosen - fixed] == np.inf:
            continue
        lacking = int(rules[LEAST_SUPPRESSED]) - chosen
        more_cost, more, whole = _company(
            people, matches, delta, running, lacking, limit - chosen, is_fewest, rules, n_records
        )
        if lacking > 0 and more == 0:
            continue
        total, n, n_classes = cost[chosen - fixed] + more_cost, chosen + more, classes[chosen - fixed] + (whole >= 0)
        is_worse = _is_preferred(best_cost, best_people, total, n, is_fewest)
        is_equal = n == best_people and not is_worse
        if best < 0 or _is_preferred(total, n, best_cost, best_people, is_fewest) or (
            is_equal and n_classes < best_classes
        ):  # fmt: skip
            best, best_whole, best_cost, best_people, best_classes = chosen, whole, total, n, n_classes
    return best, best_whole


# ---- sorting -----------------------------------------------------------------------------------------------------


@njit(cache=True)
def _comes_first(i: int, j: int, first: Any, second: Any, third: Any) -> bool:
    if first[i] != first[j]:
        return bool(first[i] < first[j])
    if second[i] != second[j]:
        return bool(second[i] < second[j])
    if third[i] != third[j]:
        return bool(third[i] < third[j])
    return i < j


@njit(cache=True)
def _sort(order: Any, first: Any, second: Any, third: Any) -> None:
    """Sort numbers of rows in place, by three columns one after the other and then by the number: a heap sort.

    NumPy's sorts inside compiled code take longer to compile than all the rest of the search together.
    """
    n = len(order)
    for start in range(n // 2 - 1, -1, -1):
        _sift_down(order, start, n, first, second, third)
    for end in range(n - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        _sift_down(order, 0, end, first, second, third)


@njit(cache=True)
def _sift_down(order: Any, start: int, end: int, first: Any, second: Any, third: Any) -> None:
    root = start
    while 2 * root + 1 < end:
        child = 2 * root + 1
        if child + 1 < end and _comes_first(order[child], order[child + 1], first, second, third):
            child += 1
        if not _comes_first(order[root], order[child], first, second, third):
            return
        order[root], order[child] = order[child], order[root]
        root = child
