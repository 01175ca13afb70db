"""The compiled loops of the registry simulation.

A registry is a table of counts: [assigned values, other values, age, day]. This module imports Numba and is itself
imported only when a simulation begins.
"""

from typing import Any

from numba import njit


@njit(cache=True)
def draw_days(draws: Any, sizes: Any, starts: Any, tables: Any, days: Any, stays: Any, other: Any, counts: Any) -> None:
    """Give each of the `sizes[c]` people of cell c a day, adding them up in the flat table `counts`.

    Day k of the year has the probability that the alias tables say (Walker 1977): one uniform number picks a day by
    its whole part and decides by the rest between it and its partner.
    """
    drawn = 0
    for c in range(len(sizes)):
        start, table, n_days = starts[c], tables[c], days[c]
        for _ in range(sizes[c]):
            place = draws[drawn] * n_days
            day = int(place)
            if place - day >= stays[table, day]:
                day = other[table, day]
            counts[start + day] += 1
            drawn += 1


@njit(cache=True)
def sum_up(counts: Any, sums: Any) -> None:
    """Sums over all ages and days up to a place; sums[-1] is over all assigned values.

    People of ages a..b-1 on days d..e-1 are then four numbers: S[b, e] - S[a, e] - S[b, d] + S[a, d].
    """
    n_assigned, n_other, n_ages, n_days = counts.shape
    everyone = sums[n_assigned]
    everyone[:] = 0
    for assigned in range(n_assigned):
        for other in range(n_other):
            for age in range(n_ages):
                so_far = 0
                for day in range(n_days):
                    so_far += counts[assigned, other, age, day]
                    total = sums[assigned, other, age, day + 1] + so_far
                    sums[assigned, other, age + 1, day + 1] = total
                    everyone[other, age + 1, day + 1] += total


@njit(cache=True)
def assign(counts: Any, others: Any, ages: Any, first: Any, last: Any, draws: Any, shares: Any, assigned: Any) -> int:
    """Draw each report's missing values from the people it fits, taking the one drawn out of `counts`.

    `first` and `last` are the days that the report fits. Where nobody is left, the values are drawn by `shares`, which
    add up to 1. Returns how many reports nobody fitted.
    """
    n_assigned = counts.shape[0]
    nobody = 0
    for r in range(len(others)):
        fitting = 0
        for value in range(n_assigned):
            for day in range(first[r], last[r] + 1):
                fitting += counts[value, others[r], ages[r], day]
        if fitting == 0:
            nobody += 1
            rest = draws[r]
            chosen = 0
            while chosen < n_assigned - 1 and rest >= shares[chosen]:
                rest -= shares[chosen]
                chosen += 1
            assigned[r] = chosen
            continue
        place = int(draws[r] * fitting)
        found = False
        for value in range(n_assigned):
            for day in range(first[r], last[r] + 1):
                here = counts[value, others[r], ages[r], day]
                if place < here:
                    counts[value, others[r], ages[r], day] -= 1
                    assigned[r] = value
                    found = True
                    break
                place -= here
            if found:
                break
    return nobody


@njit(cache=True)
def class_sizes(
    sums: Any, tells_assigned: bool, assigned: Any, others: Any, youngest: Any, oldest: Any, first: Any, last: Any,
    sizes: Any,
) -> None:  # fmt: skip
    """People of the registry whom each report fits at one precision."""
    everyone = sums.shape[0] - 1
    for r in range(len(others)):
        table = sums[assigned[r] if tells_assigned else everyone, others[r]]
        a, b, d, e = youngest[r], oldest[r] + 1, first[r], last[r] + 1
        sizes[r] = table[b, e] - table[a, e] - table[b, d] + table[a, d]
