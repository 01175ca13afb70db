"""The compiled loops of the search: putting classes together at a coarser node, and judging them there.

A class is a row of a table: `keys` packs the code of every variable into bits (of one or more 64-bit words), `people`
counts its records, `matches` how many people each could be taken for (the same array unless a population is known).

This module imports Numba and is itself imported only when a search begins.
"""

from typing import Any

import numpy as np
from numba import njit

from bauta.search.choice_kernels import judge
from bauta.search.positions import (
    CLASSES,
    CUT,
    FLOOR,
    IS_PROVEN,
    KEPT_CLASSES,
    KEPT_SQUARES,
    LEAST_MATCHES,
    LEAST_PENALTY,
    MODE,
    N_MEASURES,
    NEEDED,
    ONLY_FLOOR,
    PENALTY,
    RISK,
    SQUARES,
    STAYS,
    SUPPRESSED,
)

_MIX = np.int64(-7046029254386353131)


@njit(cache=True)
def roll_up(
    keys: Any, people: Any, matches: Any, variables: Any, offsets: Any, layout: Any, maps: Any,
    slots: Any, out_keys: Any, out_people: Any, out_matches: Any,
) -> int:  # fmt: skip
    """Recode some variables of every row and merge rows that become equal; returns how many remain.

    `offsets[i]` is where in `maps` the new codes of `variables[i]` begin. `slots` is a hash table, a power of two long.
    """
    if keys.shape[1] > 1:
        return _roll_up_wide(
            keys, people, matches, variables, offsets, layout, maps, slots, out_keys, out_people, out_matches
        )
    two_counts = len(matches) > 0
    slot_mask = np.uint64(len(slots) - 1)
    shifts, masks = layout[variables, 1], layout[variables, 2]
    slots[:] = 0
    n_out = 0
    for row in range(len(people)):
        key = keys[row, 0]
        for i in range(len(shifts)):
            above = np.int64(maps[np.uint64(offsets[i] + ((key >> shifts[i]) & masks[i]))])
            key = (key & ~(masks[i] << shifts[i])) | (above << shifts[i])
        at = (np.uint64(key * _MIX) >> np.uint64(29)) & slot_mask
        while True:
            found = slots[at]
            if found == 0:
                slots[at] = n_out + 1
                out_keys[n_out, 0] = key
                out_people[n_out] = people[row]
                if two_counts:
                    out_matches[n_out] = matches[row]
                n_out += 1
                break
            merged = np.uint64(found - 1)
            if out_keys[merged, 0] == key:
                out_people[merged] += people[row]
                if two_counts:
                    out_matches[merged] += matches[row]
                break
            at = (at + np.uint64(1)) & slot_mask
    return n_out


@njit(cache=True)
def _roll_up_wide(
    keys: Any, people: Any, matches: Any, variables: Any, offsets: Any, layout: Any, maps: Any,
    slots: Any, out_keys: Any, out_people: Any, out_matches: Any,
) -> int:  # fmt: skip
    """The same for keys of several words, which many or large variables need."""
    words = keys.shape[1]
    two_counts = len(matches) > 0
    slot_mask = len(slots) - 1
    slots[:] = 0
    n_out = 0
    key = np.empty(words, np.int64)
    for row in range(len(people)):
        for w in range(words):
            key[w] = keys[row, w]
        for i in range(len(variables)):
            v = variables[i]
            word, shift, mask = layout[v, 0], layout[v, 1], layout[v, 2]
            digit = (key[word] >> shift) & mask
            key[word] = (key[word] & ~(mask << shift)) | (np.int64(maps[offsets[i] + digit]) << shift)
        mixed = key[0] * _MIX
        for w in range(1, words):
            mixed = (mixed ^ (mixed >> 31) ^ key[w]) * _MIX
        at = (mixed >> np.int64(29)) & slot_mask
        while True:
            found = slots[at]
            if found == 0:
                slots[at] = n_out + 1
                for w in range(words):
                    out_keys[n_out, w] = key[w]
                out_people[n_out] = people[row]
                if two_counts:
                    out_matches[n_out] = matches[row]
                n_out += 1
                break
            same = True
            for w in range(words):
                same = same and out_keys[found - 1, w] == key[w]
            if same:
                out_people[found - 1] += people[row]
                if two_counts:
                    out_matches[found - 1] += matches[row]
                break
            at = (at + 1) & slot_mask
    return n_out


@njit(cache=True)
def add_up(
    target: Any, levels: Any, keys: Any, people: Any, matches: Any, layout: Any, chunks: Any, chunk_of: Any,
    maps: Any, map_at: Any, n_groups: Any, jump: Any, cell_people: Any, cell_matches: Any,
) -> None:  # fmt: skip
    """Add the rows up at the levels of `target`, in an array with a cell for every possible combination.

    A variable's level in the table is 0 or the target's already. Neighbouring variables share a chunk of bits: `jump`
    is filled with what each possible chunk adds to the cell's number, so that a row costs one look per chunk.
    """
    stride = np.int64(1)
    for v in range(len(layout)):
        size = n_groups[v, target[v]]
        is_there = levels[v] == target[v]
        first_bit = layout[v, 1] - chunks[chunk_of[v], 1]
        start = chunks[chunk_of[v], 3]
        offset = map_at[v, 0 if is_there else target[v]]
        done = np.int64(1) << first_bit
        if first_bit == 0:
            jump[start] = 0
        for code in range((size if is_there else n_groups[v, 0]) - 1, -1, -1):
            added = maps[offset + code] * stride  # the first block last: the others are made from it
            block = start + (np.int64(code) << first_bit)
            for i in range(done):
                jump[block + i] = jump[start + i] + added
        stride *= size
    cell_people[:] = 0
    cell_matches[:] = 0
    if len(chunks) <= 4 and keys.shape[1] == 1:
        _add_rows_quickly(keys, people, matches, chunks, jump, cell_people, cell_matches)
        return
    for row in range(len(people)):
        cell = np.int64(0)
        for c in range(len(chunks)):
            cell += jump[chunks[c, 3] + ((keys[row, chunks[c, 0]] >> chunks[c, 1]) & chunks[c, 2])]
        cell_people[cell] += people[row]
        if len(matches):
            cell_matches[cell] += matches[row]


@njit(cache=True)
def _add_rows_quickly(
    keys: Any, people: Any, matches: Any, chunks: Any, jump: Any, cell_people: Any, cell_matches: Any
) -> None:
    """The loop of `add_up` written out for up to four chunks of one word: the loop over chunks costs more than a look.

    A chunk that is not there looks at the last entry of `jump`, which is 0. Unsigned numbers are never negative, so
    that the compiler need not ask whether they count from the end.
    """
    shift, mask, start = np.zeros(4, np.uint64), np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    jump[-1] = 0
    start[:] = len(jump) - 1
    for c in range(len(chunks)):
        shift[c], mask[c], start[c] = chunks[c, 1], chunks[c, 2], chunks[c, 3]
    h0, h1, h2, h3 = shift
    m0, m1, m2, m3 = mask
    s0, s1, s2, s3 = start
    words = keys.view(np.uint64)
    two_counts = len(matches) > 0
    if len(chunks) <= 2:  # a third of the time of four
        for row in range(len(people)):
            key = words[row, 0]
            cell = np.uint64(jump[s0 + ((key >> h0) & m0)] + jump[s1 + ((key >> h1) & m1)])
            cell_people[cell] += people[row]
            if two_counts:
                cell_matches[cell] += matches[row]
    elif len(chunks) == 3:
        for row in range(len(people)):
            key = words[row, 0]
            cell = np.uint64(
                jump[s0 + ((key >> h0) & m0)] + jump[s1 + ((key >> h1) & m1)] + jump[s2 + ((key >> h2) & m2)]
            )
            cell_people[cell] += people[row]
            if two_counts:
                cell_matches[cell] += matches[row]
    else:
        for row in range(len(people)):
            key = words[row, 0]
            cell = np.uint64(
                jump[s0 + ((key >> h0) & m0)]
                + jump[s1 + ((key >> h1) & m1)]
                + jump[s2 + ((key >> h2) & m2)]
                + jump[s3 + ((key >> h3) & m3)]
            )
            cell_people[cell] += people[row]
            if two_counts:
                cell_matches[cell] += matches[row]


@njit(cache=True)
def count_taken(cell_people: Any, cell_matches: Any) -> int:
    """Cells that anybody is in."""
    counts = cell_matches if len(cell_matches) else cell_people
    n = 0
    for cell in range(len(counts)):
        n += counts[cell] > 0
    return n


@njit(cache=True)
def collect(
    target: Any, cell_people: Any, cell_matches: Any, layout: Any, n_groups: Any,
    out_keys: Any, out_people: Any, out_matches: Any,
) -> None:  # fmt: skip
    """The cells that anybody is in, as rows of a table."""
    two_counts = len(cell_matches) > 0
    counts = cell_matches if two_counts else cell_people
    group = np.zeros(len(layout), np.int64)
    key = np.zeros(out_keys.shape[1], np.int64)
    row = 0
    for cell in range(len(counts)):
        if counts[cell] > 0:
            for w in range(len(key)):
                out_keys[row, w] = key[w]
            out_people[row] = cell_people[cell]
            if two_counts:
                out_matches[row] = cell_matches[cell]
            row += 1
        for v in range(len(layout)):  # count on to the next cell, as an odometer does
            group[v] += 1
            key[layout[v, 0]] += np.int64(1) << layout[v, 1]
            if group[v] < n_groups[v, target[v]]:
                break
            key[layout[v, 0]] -= group[v] << layout[v, 1]
            group[v] = 0


@njit(cache=True)
def judge_cells(
    target: Any, people: Any, matches: Any, n_groups: Any, left: Any, left_at: Any, rules: Any, n_records: int,
    measures: Any,
) -> None:  # fmt: skip
    """Judge the classes in an array of cells; see `judge` in choice_kernels.py.

    What a record has left to lose is the sum of a part by the low variables and one by the high ones, so that no cell's
    number has to be taken apart.
    """
    n_variables = len(target)
    sizes = np.empty(n_variables, np.int64)
    at = np.empty(n_variables, np.int64)
    half, n_low = 0, np.int64(1)
    for v in range(n_variables):
        sizes[v] = n_groups[v, target[v]]
        at[v] = left_at[v, target[v]]
        if n_low * n_low < len(people):
            half, n_low = v + 1, n_low * sizes[v]
    low, high = _sums(left, at[:half], sizes[:half]), _sums(left, at[half:], sizes[half:])
    if _is_plain(matches, rules, n_records):
        _judge_plain_cells(people, low, high, int(rules[FLOOR]), measures)
    else:
        _judge_cells(people, matches, low, high, rules, n_records, measures)


@njit(cache=True)
def _sums(tables: Any, at: Any, sizes: Any) -> Any:
    """For every combination of groups of some variables, the first one running fastest, the sum of their entries."""
    sums = np.zeros(sizes.prod())
    done = 1
    for j in range(len(sizes)):
        for group in range(sizes[j] - 1, -1, -1):
            for i in range(done):
                sums[group * done + i] = sums[i] + tables[at[j] + group]
        done *= sizes[j]
    return sums


@njit(cache=True)
def _is_plain(matches: Any, rules: Any, n_records: int) -> bool:
    """Whether all that counts is a floor and class sizes, whose squares add up in 64 bits."""
    return len(matches) == 0 and rules[MODE] == ONLY_FLOOR and not rules[STAYS] and n_records < 2**31


@njit(cache=True)
def _judge_plain_cells(people: Any, low_delta: Any, high_delta: Any, floor: int, measures: Any) -> None:
    """`_judge_cells` in the plain case: whole numbers and no branches, so that several cells are taken at a time."""
    n_low = len(low_delta)
    gone_low = np.zeros(n_low, np.int64)
    classes, gone_classes, suppressed, squares, gone_squares = 0, 0, 0, 0, 0
    penalty = 0.0
    for high in range(len(high_delta)):
        cells = people[high * n_low : (high + 1) * n_low]
        gone_high = 0
        for low in range(n_low):
            here = int(cells[low])
            gone = here if here < floor else 0
            classes += here > 0
            gone_classes += gone > 0
            gone_high += gone
            gone_low[low] += gone
            squares += here * here
            gone_squares += gone * gone
        suppressed += gone_high
        penalty += gone_high * high_delta[high]
    for low in range(n_low):
        penalty += gone_low[low] * low_delta[low]
    _tell(suppressed, penalty, classes, gone_classes, squares, gone_squares, measures)


@njit(cache=True)
def _judge_cells(
    people: Any, matches: Any, low_delta: Any, high_delta: Any, rules: Any, n_records: int, measures: Any
) -> None:
    """Judge the classes in an array of cells; see `judge` in choice_kernels.py.

    A record's delta is the sum of a low and a high part.
    """
    two_counts = len(matches) > 0
    cut = rules[CUT]
    n_low = len(low_delta)
    is_simple = rules[MODE] == ONLY_FLOOR and not rules[STAYS]
    at_risk, classes, suppressed = 0, 0, 0
    squares, risk, penalty, gone_squares = 0.0, 0.0, 0.0, 0.0
    for high in range(len(high_delta)):
        for low in range(n_low):
            here = people[high * n_low + low]
            if here == 0:
                continue
            match = matches[high * n_low + low] if two_counts else here
            classes += 1
            squares += float(here) * float(here)
            if match < cut:
                at_risk += 1
                suppressed += here
                penalty += here * (low_delta[low] + high_delta[high])
                gone_squares += float(here) * float(here)
            if not is_simple:
                risk += here / match
    if is_simple:
        _tell(suppressed, penalty, classes, at_risk, squares, gone_squares, measures)
        return
    risky_people = np.empty(at_risk, np.int64)
    risky_matches = np.empty(at_risk, np.int64)
    risky_delta = np.empty(at_risk, np.float64)
    i = 0
    for high in range(len(high_delta)):
        for low in range(n_low):
            here = people[high * n_low + low]
            if here == 0:
                continue
            match = matches[high * n_low + low] if two_counts else here
            if match < cut:
                risky_people[i], risky_matches[i] = here, match
                risky_delta[i] = low_delta[low] + high_delta[high]
                i += 1
    judge(risky_people, risky_matches, risky_delta, classes, risk, squares, rules, n_records, measures)


@njit(cache=True)
def judge_rows(
    node: Any, keys: Any, people: Any, matches: Any, layout: Any, left: Any, left_at: Any, rules: Any, n_records: int,
    measures: Any,
) -> None:  # fmt: skip
    """Judge the classes in the rows of a table; see `judge` in choice_kernels.py."""
    counts = matches if len(matches) else people
    delta = np.zeros(len(people))
    for row in range(len(people)):
        if counts[row] < rules[CUT]:
            for v in range(len(layout)):
                code = (keys[row, layout[v, 0]] >> layout[v, 1]) & layout[v, 2]
                delta[row] += left[left_at[v, node[v]] + code]
    _judge_told(people, matches, delta, rules, n_records, measures)


@njit(cache=True)
def _tell(
    suppressed: int, penalty: float, classes: int, gone: int, squares: float, gone_squares: float, measures: Any
) -> None:
    """The measures where every class below the floor, and no other, is suppressed."""
    measures[SUPPRESSED] = measures[NEEDED] = suppressed
    measures[PENALTY] = measures[LEAST_PENALTY] = penalty
    measures[CLASSES], measures[KEPT_CLASSES] = classes, classes - gone
    measures[SQUARES], measures[KEPT_SQUARES] = squares, squares - gone_squares
    measures[IS_PROVEN] = 1


@njit(cache=True)
def walk(
    keys: Any, people: Any, matches: Any, bottom: Any, top: Any, order: Any, layout: Any, steps: Any, step_at: Any,
    left: Any, left_at: Any, rules: Any, n_records: int, all_measures: Any,
) -> None:  # fmt: skip
    """Judge every node between `bottom` and `top`, each rolled up from the one before it on the way.

    The walk raises one variable by one level at a time, never one that stands earlier in `order` than the last raised,
    so that it meets every node once; `steps` recode a level into the next. The table given is that of `bottom`.
    """
    n_variables, rows, n_matches = len(bottom), len(people), len(matches)
    deepest = int((top - bottom).sum())
    strides = np.ones(n_variables, np.int64)
    for v in range(n_variables - 2, -1, -1):
        strides[v] = strides[v + 1] * (top[v + 1] - bottom[v + 1] + 1)
    # A table for every step of the way; the delta of a class is what its records have left to lose.
    own_keys = np.empty((deepest + 1, keys.shape[1], rows), np.int64)  # word by word: rows are read one after the other
    own_people = np.empty((deepest + 1, rows), people.dtype)
    own_matches = np.empty((deepest + 1, n_matches), matches.dtype)
    own_delta = np.empty((deepest + 1, rows), np.float64)
    own_keys[0], own_people[0], own_matches[0] = keys.T, people, matches
    for row in range(rows):
        own_delta[0, row] = 0.0
        for v in range(n_variables):
            code = (keys[row, layout[v, 0]] >> layout[v, 1]) & layout[v, 2]
            own_delta[0, row] += left[left_at[v, bottom[v]] + code]
    n = np.zeros(deepest + 1, np.int64)
    n[0] = rows
    raised = np.zeros(deepest + 1, np.int64)
    following = np.zeros(deepest + 1, np.int64)
    slots = np.empty(_slots_for(rows), np.int32)
    level = bottom.copy()
    depth = 0
    is_new = True
    while depth >= 0:
        m = n[depth]
        m_matches = m if n_matches else 0
        if is_new:
            at = ((level - bottom) * strides).sum()
            gone = _judge_told(
                own_people[depth, :m], own_matches[depth, :m_matches], own_delta[depth, :m], rules, n_records,
                all_measures[at],
            )  # fmt: skip
            if all_measures.shape[1] > N_MEASURES:
                _tell_risk(own_people[depth, :m], own_matches[depth, :m_matches], gone, rules, all_measures[at])
            is_new = False
        i = following[depth]
        if i >= n_variables:
            if depth > 0:
                level[order[raised[depth]]] -= 1
            depth -= 1
            continue
        following[depth] += 1
        v = order[i]
        if level[v] >= top[v]:
            continue
        n[depth + 1] = _step_up(
            own_keys[depth], own_people[depth, :m], own_matches[depth, :m_matches], own_delta[depth, :m],
            layout[v, 0], layout[v, 1], layout[v, 2], steps[step_at[v, level[v]] :], left[left_at[v, level[v]] :],
            left[left_at[v, level[v] + 1] :], slots[: _slots_for(m)], own_keys[depth + 1], own_people[depth + 1],
            own_matches[depth + 1], own_delta[depth + 1],
        )  # fmt: skip
        level[v] += 1
        depth += 1
        raised[depth] = following[depth] = i
        is_new = True


@njit(cache=True)
def _tell_risk(people: Any, matches: Any, gone: Any, rules: Any, measures: Any) -> None:
    """The risk of what is released: `gone` says how many people are suppressed of each class below the cut.

    If it is empty, all of them are. A recruit is one of the matches of the class they are taken from, which it has no
    more; whoever is suppressed and stays could be anybody of the classes that went, or one of the recruits.
    """
    two_counts = len(matches) > 0
    least, risk, blank_matches = np.inf, 0.0, 0.0
    i = 0
    for row in range(len(people)):
        here = people[row]
        if here == 0:
            continue
        match = matches[row] if two_counts else here
        leaving = 0
        if match < rules[CUT]:
            leaving = gone[i] if len(gone) > 0 else here
            i += 1
        if leaving == here:
            blank_matches += match
        else:
            blank_matches += leaving
            least = min(least, match - leaving)
            risk += (here - leaving) / (match - leaving)
    if rules[STAYS] and blank_matches > 0:
        least = min(least, blank_matches)
        risk += measures[SUPPRESSED] / blank_matches
    measures[LEAST_MATCHES], measures[RISK] = least, risk


@njit(cache=True)
def _slots_for(rows: int) -> int:
    """How long a hash table for so many rows is."""
    size = 16
    while size < 2 * rows:
        size *= 2
    return size


@njit(cache=True)
def _step_up(
    keys: Any, people: Any, matches: Any, delta: Any, word: int, shift: int, mask: int, step: Any, left: Any,
    left_above: Any, slots: Any, out_keys: Any, out_people: Any, out_matches: Any, out_delta: Any,
) -> int:  # fmt: skip
    """Raise one variable by one level and merge rows that become equal; returns how many remain.

    Keys are [words x rows] here.
    """
    if keys.shape[0] > 1:
        return _step_up_wide(
            keys, people, matches, delta, word, shift, mask, step, left, left_above, slots, out_keys, out_people,
            out_matches, out_delta,
        )  # fmt: skip
    own_keys, merged_keys = keys[0], out_keys[0]
    two_counts = len(matches) > 0
    slot_mask = np.uint64(len(slots) - 1)
    keep = ~(mask << shift)
    slots[:] = 0
    n_out = 0
    for row in range(len(people)):
        own = own_keys[row]
        code = np.uint64((own >> shift) & mask)
        above = np.int64(step[code])
        key = (own & keep) | (above << shift)
        at = (np.uint64(key * _MIX) >> np.uint64(29)) & slot_mask
        while True:
            found = slots[at]
            if found == 0:
                slots[at] = n_out + 1
                merged_keys[n_out] = key
                out_people[n_out] = people[row]
                out_delta[n_out] = delta[row] - left[code] + left_above[np.uint64(above)]
                if two_counts:
                    out_matches[n_out] = matches[row]
                n_out += 1
                break
            merged = np.uint64(found - 1)
            if merged_keys[merged] == key:
                out_people[merged] += people[row]
                if two_counts:
                    out_matches[merged] += matches[row]
                break
            at = (at + np.uint64(1)) & slot_mask
    return n_out


@njit(cache=True)
def _step_up_wide(
    keys: Any, people: Any, matches: Any, delta: Any, word: int, shift: int, mask: int, step: Any, left: Any,
    left_above: Any, slots: Any, out_keys: Any, out_people: Any, out_matches: Any, out_delta: Any,
) -> int:  # fmt: skip
    """The same for keys of several words."""
    words = keys.shape[0]
    two_counts = len(matches) > 0
    slot_mask = np.uint64(len(slots) - 1)
    slots[:] = 0
    n_out = 0
    for row in range(len(people)):
        own = keys[word, row]
        code = (own >> shift) & mask
        above = np.int64(step[code])
        changed = (own & ~(mask << shift)) | (above << shift)
        mixed = changed * _MIX
        for w in range(words):
            if w != word:
                mixed = (mixed ^ (mixed >> 31) ^ keys[w, row]) * _MIX
        at = (np.uint64(mixed) >> np.uint64(29)) & slot_mask
        while True:
            found = slots[at]
            if found == 0:
                slots[at] = n_out + 1
                for w in range(words):
                    out_keys[w, n_out] = keys[w, row]
                out_keys[word, n_out] = changed
                out_people[n_out] = people[row]
                out_delta[n_out] = delta[row] - left[code] + left_above[above]
                if two_counts:
                    out_matches[n_out] = matches[row]
                n_out += 1
                break
            same = out_keys[word, found - 1] == changed
            for w in range(words):
                same = same and (w == word or out_keys[w, found - 1] == keys[w, row])
            if same:
                out_people[found - 1] += people[row]
                if two_counts:
                    out_matches[found - 1] += matches[row]
                break
            at = (at + np.uint64(1)) & slot_mask
    return n_out


@njit(cache=True)
def _judge_told(people: Any, matches: Any, delta: Any, rules: Any, n_records: int, measures: Any) -> Any:
    """Judge classes of which it is known what their records have left to lose; see `judge` in choice_kernels.py.

    Returns how many people of each class below the cut are suppressed; nothing where that is all of them.
    """
    gone = np.empty(0, np.int64)
    if _is_plain(matches, rules, n_records):
        _judge_plain_rows(people, delta, int(rules[FLOOR]), measures)
        return gone
    two_counts = len(matches) > 0
    cut = rules[CUT]
    is_simple = rules[MODE] == ONLY_FLOOR and not rules[STAYS]
    at_risk, classes, suppressed = 0, 0, 0
    squares, risk, penalty, gone_squares = 0.0, 0.0, 0.0, 0.0
    for row in range(len(people)):
        here = people[row]
        if here == 0:
            continue
        match = matches[row] if two_counts else here
        square = float(here) * float(here)
        classes += 1
        squares += square
        if match < cut:
            at_risk += 1
            suppressed += here
            penalty += here * delta[row]
            gone_squares += square
        if not is_simple:
            risk += here / match
    if is_simple:
        _tell(suppressed, penalty, classes, at_risk, squares, gone_squares, measures)
        return gone
    risky_people = np.empty(at_risk, np.int64)
    risky_matches = np.empty(at_risk, np.int64)
    risky_delta = np.empty(at_risk, np.float64)
    i = 0
    for row in range(len(people)):
        match = matches[row] if two_counts else people[row]
        if people[row] > 0 and match < cut:
            risky_people[i], risky_matches[i], risky_delta[i] = people[row], match, delta[row]
            i += 1
    return judge(risky_people, risky_matches, risky_delta, classes, risk, squares, rules, n_records, measures)


@njit(cache=True)
def _judge_plain_rows(people: Any, delta: Any, floor: int, measures: Any) -> None:
    """`_judge_told` in the plain case, without branches: which classes are small is hard to foresee."""
    gone_classes, suppressed, squares, gone_squares = 0, 0, 0, 0
    penalty = 0.0
    for row in range(len(people)):
        here = int(people[row])
        gone = here if here < floor else 0
        gone_classes += gone > 0
        suppressed += gone
        penalty += gone * delta[row]
        squares += here * here
        gone_squares += gone * gone
    _tell(suppressed, penalty, len(people), gone_classes, squares, gone_squares, measures)
