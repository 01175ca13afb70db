"""The same numbers the slow way: pure Python, one record at a time, written from the definitions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Row = tuple[Any, ...]


def alike(left: Row, right: Row) -> bool:
    """Missing is a value like any other."""
    return left == right


def compatible(left: Row, right: Row) -> bool:
    """Missing matches anything."""
    return all(a is None or b is None or a == b for a, b in zip(left, right, strict=True))


SAME = {"category": alike, "wildcard": compatible}


def match_sizes(rows: Sequence[Row], others: Sequence[Row], same: Callable[[Row, Row], bool]) -> list[int]:
    """For each row, how many of the others it could be taken for."""
    return [sum(same(row, other) for other in others) for row in rows]


def people_match_sizes(rows: Sequence[Row], people: Sequence[Hashable]) -> list[int]:
    """For each person, in order of appearance: the fewest distinct people in any class the person is in."""
    members: dict[Row, set[Hashable]] = defaultdict(set)
    rows_of: dict[Hashable, set[Row]] = defaultdict(set)
    for row, person in zip(rows, people, strict=True):
        members[row].add(person)
        rows_of[person].add(row)
    return [min(len(members[row]) for row in rows_of[person]) for person in dict.fromkeys(people)]


@dataclass(frozen=True)
class NaiveRisk:
    average: Fraction
    smallest: int
    at_risk: int
    uniques: int


def risk(sizes: Sequence[int], cell_size: int) -> NaiveRisk:
    return NaiveRisk(
        average=sum(Fraction(1, size) for size in sizes) / len(sizes),
        smallest=min(sizes),
        at_risk=sum(size < cell_size for size in sizes),
        uniques=sum(size == 1 for size in sizes),
    )


def without(rows: Sequence[Row], column: int) -> list[Row]:
    return [row[:column] + row[column + 1 :] for row in rows]


@dataclass(frozen=True)
class NaiveDisclosure:
    smallest_diversity: int
    homogeneous_classes: int
    homogeneous_records: int
    homogeneous_records_not_unique: int
    largest_distance: Fraction


def attribute_disclosure(rows: Sequence[Row], sensitive: Sequence[Any], *, ordered: bool) -> NaiveDisclosure:
    """Missing values say nothing and are left out; a class is uniform when all known values in it are the same."""
    members: dict[Row, list[Any]] = defaultdict(list)
    for row, value in zip(rows, sensitive, strict=True):
        members[row].append(value)
    known = {row: [value for value in inside if value is not None] for row, inside in members.items()}
    known = {row: values for row, values in known.items() if values}
    everyone = [value for value in sensitive if value is not None]
    if not everyone:
        return NaiveDisclosure(0, 0, 0, 0, Fraction(0))
    uniform = [len(members[row]) for row, values in known.items() if len(set(values)) == 1]
    distance = _ordered_distance if ordered else _equal_distance
    return NaiveDisclosure(
        smallest_diversity=min(len(set(values)) for values in known.values()),
        homogeneous_classes=len(uniform),
        homogeneous_records=sum(uniform),
        homogeneous_records_not_unique=sum(people for people in uniform if people > 1),
        largest_distance=max(distance(values, everyone) for values in known.values()),
    )


def _shares(values: Sequence[Any]) -> dict[Any, Fraction]:
    return {value: Fraction(times, len(values)) for value, times in Counter(values).items()}


def _equal_distance(inside: Sequence[Any], everyone: Sequence[Any]) -> Fraction:
    """Li et al. 2007, section 5.1: half the sum of |p_i - q_i|."""
    p, q = _shares(inside), _shares(everyone)
    return sum((abs(p.get(value, Fraction(0)) - share) for value, share in q.items()), Fraction(0)) / 2


def _ordered_distance(inside: Sequence[Any], everyone: Sequence[Any]) -> Fraction:
    """Li et al. 2007, section 5.1: the sum over i of |r_1 + ... + r_i|, with r_i = p_i - q_i, over m - 1."""
    p, q = _shares(inside), _shares(everyone)
    ranked = sorted(q)
    if len(ranked) == 1:
        return Fraction(0)
    carried, moved = Fraction(0), Fraction(0)
    for value in ranked:
        carried += p.get(value, Fraction(0)) - q[value]
        moved += abs(carried)
    return moved / (len(ranked) - 1)
