"""Local cell suppression when a suppressed cell matches anything.

A record that loses its age matches every record alike on the other variables, **and they match it too**. So one
suppressed record adds a match to each of its neighbours, and k - 1 of them cover a whole neighbourhood. That is a
covering problem: choose records and patterns so that everybody at risk has enough matches, at least cost.

Taken to its end the reading is hollow: k - 1 records without any value match everybody, and (k - 1) times the number
of variables cells would make any table pass. bauta does not do that. A record is suppressed only if it is at risk
itself, and only under a *least pattern*: one under which it has k records alike in the original values, while no
smaller one will do. So no record loses more than it needs on its own account, and each suppressed record is as safe as
if it were the only one.
"""

from collections.abc import Sequence

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses, Integers
from bauta.equivalence.matching import match_sizes
from bauta.transform.cell_entries import Entries, merge_entries
from bauta.transform.cell_neighbourhoods import Flags, Neighbourhoods, Reals, find_neighbourhoods


def suppress_wildcard(
    codes: Sequence[Codes],
    radices: Sequence[int],
    sizes: Integers,
    cell_size: int,
    missing_codes: Sequence[int | None],
    weights: Reals,
) -> Entries:
    """Cells to suppress so that every record matches `cell_size`.

    Matches are never over-counted. Those of records with missing values may be under-counted, which costs cells but
    not safety.
    """
    matches = wildcard_match_sizes(codes, radices, sizes, missing_codes)
    at_risk = matches < cell_size
    if not at_risk.any():
        return np.empty(0, np.int64), np.empty((0, len(codes)), bool), np.empty(0, np.int64)
    found = find_neighbourhoods(
        codes, radices, sizes, at_risk, cell_size, weights, enough=lambda best, _: bool(np.isfinite(best).all())
    )
    missing = np.column_stack([digits[at_risk] == code for digits, code in zip(codes, missing_codes, strict=True)])
    known = np.where(missing, -1, np.column_stack([digits[at_risk] for digits in codes])).astype(np.int32)
    groups, members = _cover(found, sizes[at_risk], cell_size - matches[at_risk], known, missing, weights)
    lost = found.patterns[found.pattern[groups]] & ~missing[members]
    return merge_entries(np.flatnonzero(at_risk)[members], lost, np.ones(len(members), np.int64))


def wildcard_match_sizes(
    codes: Sequence[Codes], radices: Sequence[int], sizes: Integers, missing_codes: Sequence[int | None]
) -> Integers:
    """Records each class matches when a missing value matches anything; see `equivalence.matching`."""
    renumbered = []  # a Domain numbers missing last
    for digits, radix, missing in zip(codes, radices, missing_codes, strict=True):
        renumbered.append(digits if missing is None else np.where(digits == missing, radix, digits))
    domains = [
        Domain(range(radix), has_missing=missing is not None)
        for radix, missing in zip(radices, missing_codes, strict=True)
    ]
    names = tuple(str(v) for v in range(len(codes)))
    return match_sizes(EquivalenceClasses(names, tuple(domains), tuple(renumbered), sizes))


def _cover(
    found: Neighbourhoods, size: Integers, need: Integers, known: Codes, missing: Flags, weights: Reals
) -> tuple[Integers, Integers]:
    """Neighbourhood and class at risk of every record to suppress."""
    from bauta.transform.cell_wildcard_kernels import Cover, Options, put_back, suppress_most_useful_first

    options = Options(
        size,
        known,
        bool(missing.any()),
        _least_patterns(found, missing),
        found.patterns,
        weights,
        found.costs,
        found.pattern,
        found.start,
        found.members,
    )
    cover = Cover(need.copy(), np.zeros(len(size), np.int64))
    groups, members = (np.array(chosen, np.int64) for chosen in suppress_most_useful_first(options, cover))
    kept = put_back(groups, members, options, cover)
    return groups[kept], members[kept]


def _least_patterns(found: Neighbourhoods, missing: Flags) -> Flags:
    """[patterns x classes at risk]: where k records are alike under the pattern, but not with one variable fewer.

    A variable the class is missing does not count as one fewer: leaving it out takes nothing from the record. Where a
    smaller pattern was not tried, only classes without any pattern so far take the larger one.
    """
    enough = found.of_class >= 0
    least = enough.copy()
    number = {pattern.tobytes(): p for p, pattern in enumerate(found.patterns)}
    settled = np.zeros(enough.shape[1], dtype=bool)
    for p, pattern in enumerate(found.patterns):
        for v in np.flatnonzero(pattern):
            smaller = pattern.copy()
            smaller[v] = False
            if smaller.any():
                tried = number.get(smaller.tobytes())
                least[p] &= ~settled if tried is None else ~enough[tried] | missing[:, v]
        settled |= enough[p]
    return least
