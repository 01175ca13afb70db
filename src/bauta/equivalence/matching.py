"""How many people each class could be taken for: in the data itself, or in a population counted apart.

Under the rule `category` a missing value is a value like any other, so a class matches only itself. Under `wildcard`
a missing value matches anything, on either side; the classes then overlap, and each has a match size instead.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bauta.equivalence.classes import Codes, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts, encode_rows
from bauta.equivalence.roll_up import pack


def align(population: EquivalenceClasses, data: EquivalenceClasses) -> tuple[list[Codes], list[int]]:
    """The population's codes in the numbering of the data, compared by canonical text, and the radices to pack with.

    A value the data does not have gets a code of its own, one past the data's last; so does a missing value where
    the data has none missing.
    """
    codes, radices = [], []
    for theirs, their_codes, ours in zip(population.domains, population.codes, data.domains, strict=True):
        number = {text: code for code, text in enumerate(canonical_texts(ours.values))}
        unknown, missing = ours.size, ours.size + 1
        translation = [number.get(text, unknown) for text in canonical_texts(theirs.values)]
        translation.append(missing if ours.missing_code is None else ours.missing_code)
        codes.append(np.asarray(translation, dtype=np.int32)[their_codes])
        radices.append(ours.size + 2)
    return codes, radices


def population_sizes(data: EquivalenceClasses, population: EquivalenceClasses) -> Integers:
    """F_j for every class of the data: people of the population with exactly these values; 0 where there are none."""
    their_codes, radices = align(population, data)
    together = [np.concatenate((ours, theirs)) for ours, theirs in zip(data.codes, their_codes, strict=True)]
    keys, _ = pack(together, radices)
    ours, theirs = keys[: len(data)], keys[len(data) :]
    distinct, number = np.unique(theirs, return_inverse=True)
    people = np.zeros(len(distinct) + 1, dtype=np.int64)
    np.add.at(people, number, population.sizes)
    at = np.searchsorted(distinct, ours)
    found = (at < len(distinct)) & (distinct[np.minimum(at, len(distinct) - 1)] == ours)
    return np.where(found, people[np.minimum(at, len(distinct) - 1)], 0)


def unique_rows(rows: Any, classes: EquivalenceClasses, dense: Any | None) -> Integers:
    """Positions of the rows whose class has one member; `rows` is an Arrow table of values that occur in `classes`."""
    codes = encode_rows(rows, classes.domains)
    if dense is not None:
        return np.flatnonzero(dense[codes] == 1)
    wanted = np.flatnonzero(classes.sizes == 1)
    together = [np.concatenate((theirs, ours[wanted])) for theirs, ours in zip(codes, classes.codes, strict=True)]
    keys, _ = pack(together, classes.radices())
    distinct, number = np.unique(keys[: len(codes[0])], return_inverse=True)  # few, beside millions of classes
    unique = keys[len(codes[0]) :]
    at = np.minimum(np.searchsorted(distinct, unique), len(distinct) - 1)
    is_unique = np.zeros(len(distinct), bool)
    is_unique[at[distinct[at] == unique]] = True
    return np.flatnonzero(is_unique[number])


def match_sizes(classes: EquivalenceClasses) -> Integers:
    """People each class could be taken for within the data, when a missing value matches anything."""
    missing = [domain.missing_code for domain in classes.domains]
    return compatible_people(classes.codes, missing, classes.codes, missing, classes.sizes, classes.radices())


def fewest_candidates(classes: EquivalenceClasses) -> Integers:
    """The fewest rows that can be left to somebody who knows the true values of a person of each class.

    A row is left if its values agree with the true ones wherever it has a value. What a missing value truly is, is not
    known here; where no other row has it, only the rows that miss it too are left.
    """
    missing = [domain.missing_code for domain in classes.domains]
    known = [None] * len(missing)
    return compatible_people(classes.codes, known, classes.codes, missing, classes.sizes, classes.radices())


def population_match_sizes(data: EquivalenceClasses, population: EquivalenceClasses) -> Integers:
    """People of the population each class could be taken for, when a missing value matches anything."""
    their_codes, radices = align(population, data)
    ours = [domain.missing_code for domain in data.domains]
    theirs = [domain.size + 1 if domain.missing_code is None else domain.missing_code for domain in data.domains]
    return compatible_people(data.codes, ours, their_codes, theirs, population.sizes, radices)


def compatible_people(
    asking: Sequence[Codes],
    asking_missing: Sequence[int | None],
    answering: Sequence[Codes],
    answering_missing: Sequence[int | None],
    people: Integers,
    radices: Sequence[int],
) -> Integers:
    """For each asking class, the people in answering classes that agree wherever both have a value.

    Classes are taken together by which variables they miss. Between two such patterns exactly the variables neither
    misses must agree, so one lookup per pair of patterns suffices; there are few patterns in practice.
    """
    result = np.zeros(len(asking[0]), dtype=np.int64)
    their_patterns = _by_pattern(answering, answering_missing)
    for our_pattern, ours in _by_pattern(asking, asking_missing).items():
        for their_pattern, theirs in their_patterns.items():
            compared = [v for v in range(len(asking)) if not (our_pattern[v] or their_pattern[v])]
            if not compared:
                result[ours] += people[theirs].sum()
                continue
            together = [np.concatenate((asking[v][ours], answering[v][theirs])) for v in compared]
            keys, _ = pack(together, [radices[v] for v in compared])
            _, number = np.unique(keys, return_inverse=True)
            totals = np.bincount(number[len(ours) :], weights=people[theirs], minlength=int(number.max()) + 1)
            result[ours] += totals[number[: len(ours)]].astype(np.int64)
    return result


def _by_pattern(codes: Sequence[Codes], missing: Sequence[int | None]) -> dict[tuple[bool, ...], Integers]:
    """Class numbers by which variables are missing."""
    absent = np.column_stack(
        [
            np.zeros(len(digits), bool) if code is None else digits == code
            for digits, code in zip(codes, missing, strict=True)
        ]
    )
    patterns, number = np.unique(absent, axis=0, return_inverse=True)
    return {
        tuple(bool(flag) for flag in pattern): np.flatnonzero(number.ravel() == i) for i, pattern in enumerate(patterns)
    }
