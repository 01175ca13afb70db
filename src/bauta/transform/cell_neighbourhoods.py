"""Who is alike when some variables are left out: the groups from which suppressed cells are chosen.

A *pattern* is a set of variables. A *neighbourhood* is a pattern together with one combination of values of the other
variables: if its records lost the pattern's cells they could not be told apart. Only neighbourhoods of at least k
records that hold a class at risk are of use.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Codes, Integers
from bauta.equivalence.roll_up import LARGEST_KEY, pack

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

MOST_LOOKUPS = 1_000_000_000
"""Classes times patterns. Beyond it, patterns are no longer tried by size but along one chain."""
MOST_MEMBERSHIPS = 30_000_000
"""The same for the classes at risk, whose neighbourhoods are all kept in memory."""
ALWAYS_WORTH_TRYING = 1_000_000
"""Classes at risk times patterns up to which larger patterns are tried even if smaller ones seem enough."""


@dataclass(frozen=True, eq=False, repr=False)
class Neighbourhoods:
    """All neighbourhoods of the classes at risk, numbered pattern by pattern; the last one is everybody's."""

    patterns: Flags
    """[patterns x variables], fewest variables first, all variables last."""
    costs: Reals
    """What one record costs under each pattern: the weights of its variables."""
    of_class: Codes
    """[patterns x classes at risk]: the neighbourhood of each class, -1 where it has fewer than k records."""
    pattern: Codes
    """The pattern of each neighbourhood."""
    donors: Codes
    """[neighbourhoods x few]: the largest safe classes in each, as positions among the safe; -1 for none."""
    start: Integers
    members: Codes
    """Classes at risk by neighbourhood: those of g are `members[start[g]:start[g + 1]]`."""


Enough = Callable[[Reals, float], bool]
"""Told, for each class at risk, the least a record costs in the best neighbourhood so far (inf for none), and the least
a record can cost in any other: are larger patterns not worth a look?"""


def find_neighbourhoods(
    codes: Sequence[Codes],
    radices: Sequence[int],
    sizes: Integers,
    at_risk: Flags,
    cell_size: int,
    weights: Reals,
    enough: Enough,
) -> Neighbourhoods:
    """The neighbourhoods of all classes at risk, by ever larger patterns until `enough`.

    With very many variables not all patterns can be tried. Then the variables with most values are left out one after
    the other, which ends at the full pattern, where everybody is alike.
    """
    from bauta.transform.cell_kernels import group_by_key, members_by_group

    n_at_risk = int(np.count_nonzero(at_risk))
    order = np.argsort(~at_risk, kind="stable")  # those at risk first
    key_without = _keys([digits[order] for digits in codes], radices)
    sizes_at_risk, sizes_safe = sizes[order][:n_at_risk], sizes[order][n_at_risk:]
    best = np.full(n_at_risk, np.inf)
    patterns: list[Flags] = []
    of_class: list[Codes] = []
    donors: list[Codes] = []
    n_groups = 0
    for pattern in _patterns(radices, weights, len(sizes), n_at_risk, lambda next_cost: enough(best, next_cost)):
        keys = key_without(pattern)
        group, records, everyone, givers = group_by_key(keys[:n_at_risk], sizes_at_risk, keys[n_at_risk:], sizes_safe)
        useful = everyone >= cell_size
        per_record = np.where(useful, weights[pattern].sum() * np.maximum(records, cell_size) / records, np.inf)
        np.minimum(best, per_record[group], out=best)
        patterns.append(pattern)
        of_class.append(np.where(useful, np.cumsum(useful) - 1 + n_groups, -1).astype(np.int32)[group])
        donors.append(givers[useful])
        n_groups += int(np.count_nonzero(useful))
    memberships = np.stack(of_class)
    start, members = members_by_group(memberships, n_groups)
    return Neighbourhoods(
        patterns=np.stack(patterns),
        costs=np.array([weights[pattern].sum() for pattern in patterns]),
        of_class=memberships,
        pattern=np.repeat(np.arange(len(patterns), dtype=np.int32), [len(givers) for givers in donors]),
        donors=np.concatenate(donors),
        start=start,
        members=members,
    )


def _patterns(
    radices: Sequence[int], weights: Reals, n_classes: int, n_at_risk: int, enough: Callable[[float], bool]
) -> Iterator[Flags]:
    """Patterns by size until `enough`, or until there are too many of a size, then along a chain; the full one last."""
    n_variables, tried = len(radices), 0
    lightest = np.cumsum(np.sort(weights))
    for size in range(1, n_variables):
        tried += comb(n_variables, size)
        if tried * n_at_risk > ALWAYS_WORTH_TRYING and enough(float(lightest[size - 1])):
            break
        if tried * n_classes > MOST_LOOKUPS or tried * n_at_risk > MOST_MEMBERSHIPS:
            most_values_first = np.argsort(-np.asarray(radices), kind="stable").tolist()
            for length in range(size, n_variables):
                yield _pattern(most_values_first[:length], n_variables)
            break
        for chosen in combinations(range(n_variables), size):
            yield _pattern(chosen, n_variables)
    yield np.ones(n_variables, dtype=bool)


def _pattern(chosen: Sequence[int], n_variables: int) -> Flags:
    pattern = np.zeros(n_variables, dtype=bool)
    pattern[list(chosen)] = True
    return pattern


def _keys(codes: Sequence[Codes], radices: Sequence[int]) -> Callable[[Flags], Integers]:
    """Makes one integer per class of the variables outside a pattern.

    The digits of a mixed-radix number can be taken away by subtraction; where the whole number would outgrow 64 bits
    each key is packed anew.
    """
    if prod(radices) > LARGEST_KEY:
        nothing = np.zeros(len(codes[0]), dtype=np.int32)

        def packed_without(pattern: Flags) -> Integers:
            kept = np.flatnonzero(~pattern).tolist()
            return pack([nothing, *(codes[v] for v in kept)], [1, *(radices[v] for v in kept)])[0]

        return packed_without
    places = [prod(radices[:v]) for v in range(len(radices))]
    digits = [code.astype(np.int64) * place for code, place in zip(codes, places, strict=True)]
    whole: Integers = np.sum(digits, axis=0, dtype=np.int64)

    def key_without(pattern: Flags) -> Integers:
        key = whole.copy()
        for digit, left_out in zip(digits, pattern, strict=True):
            if left_out:
                key -= digit
        return key

    return key_without
