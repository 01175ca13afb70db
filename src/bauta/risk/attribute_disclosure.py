"""What the classes tell about a sensitive variable, even to someone who cannot tell which record is whose.

If all males born in 1967 had the same laboratory test, whoever knows one of them knows he had it (El Emam and Malin
2015, Table 1). Distinct l-diversity: Machanavajjhala et al. 2007. t-closeness with the earth mover's distance: Li, Li
and Venkatasubramanian 2007, for the equal and the ordered ground distance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Domain, EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.model.assessment import AttributeDisclosure
from bauta.model.numbers import numbers

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class SensitiveValues:
    """The values of a sensitive variable in the whole table, in an order of their own."""

    values: Any
    """Arrow array without missing: by number where all are numbers and may be ordered, otherwise by text."""
    people: Integers
    """How often each occurs: people who have it, once for each class they have it in."""
    is_ordered: bool


def sensitive_values(domain: Domain, people: Integers, *, may_be_ordered: bool) -> SensitiveValues:
    """The values of a domain in their order; `people[c]` have the value with code c."""
    import pyarrow as pa

    texts = canonical_texts(domain.values)
    order, is_ordered = sorted(range(len(texts)), key=texts.__getitem__), False
    if may_be_ordered:
        try:
            as_numbers = [float(text) for text in texts]
        except ValueError:
            pass
        else:
            order, is_ordered = sorted(order, key=as_numbers.__getitem__), True
    return SensitiveValues(domain.values.take(pa.array(order, pa.int64())), people[order], is_ordered)


def measure_attribute_disclosure(
    detailed: EquivalenceClasses, class_sizes: Integers, known_sizes: Integers | None, sensitive: SensitiveValues
) -> AttributeDisclosure:
    """The notice for the last variable of `detailed`, whose other variables are the quasi-identifiers.

    `class_sizes[i]` is the number of people in the class that row i of `detailed` belongs to, `known_sizes[i]` of those
    whose value is known; None where a person has one row, so that they can be added up. A class is uniform when one
    value is shared by everyone in it whose value is known.
    Missing values say nothing and are left out: they make no class more diverse. `detailed` may be some of the classes
    (`together`): what is found for a class depends on no other.
    """
    *quasi_codes, sensitive_codes = detailed.codes
    keys = pack(quasi_codes, detailed.radices()[:-1])[0] if quasi_codes else np.zeros(len(detailed), np.int64)
    ranks = _ranks(detailed.domains[-1], sensitive)[sensitive_codes]
    order = np.lexsort((ranks, keys))
    order = order[ranks[order] >= 0]
    variable, distance_told = detailed.variables[-1], "ordered" if sensitive.is_ordered else "equal"
    if not len(order):  # nobody's value is known, so nothing is told
        return AttributeDisclosure(variable, 0, 0, 0, 0, 0.0, distance_told)
    keys, value, count = keys[order], ranks[order], detailed.sizes[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    diversity = np.diff(np.append(starts, len(keys)))
    people = class_sizes[order][starts]
    of_class = np.add.reduceat(count, starts)
    people_known = of_class if known_sizes is None else known_sizes[order][starts]
    uniform = np.maximum.reduceat(count, starts) >= people_known
    overall = sensitive.people / sensitive.people.sum()
    distance = _ordered_distances if sensitive.is_ordered else _equal_distances
    return AttributeDisclosure(
        variable=variable,
        smallest_diversity=int(diversity.min()),
        homogeneous_classes=int(np.count_nonzero(uniform)),
        homogeneous_records=int(people[uniform].sum()),
        homogeneous_records_not_unique=int(people[uniform & (people > 1)].sum()),
        largest_distance=_without_rounding_noise(distance(value, count, of_class, starts, diversity, overall).max()),
        distance=distance_told,
    )


def together(parts: Sequence[AttributeDisclosure]) -> AttributeDisclosure:
    """What some classes and others tell, as if all had been measured at once."""
    told = [part for part in parts if part.smallest_diversity]
    if not told:
        return parts[0]
    return AttributeDisclosure(
        variable=told[0].variable,
        smallest_diversity=min(part.smallest_diversity for part in told),
        homogeneous_classes=sum(part.homogeneous_classes for part in told),
        homogeneous_records=sum(part.homogeneous_records for part in told),
        homogeneous_records_not_unique=sum(part.homogeneous_records_not_unique for part in told),
        largest_distance=max(part.largest_distance for part in told),
        distance=told[0].distance,
    )


def _without_rounding_noise(distance: float) -> float:
    """0 for a distance that only the last binary digit of a sum of shares keeps from it."""
    return 0.0 if distance < 1e-12 else float(distance)


def _ranks(domain: Domain, sensitive: SensitiveValues) -> Integers:
    """Each code's place in the order of all values; -1 for missing."""
    import pyarrow.compute as pc

    ranks = np.full(domain.size, -1, dtype=np.int64)
    ranks[: len(domain.values)] = numbers(pc.index_in(domain.values, value_set=sensitive.values))
    return ranks


def _equal_distances(
    value: Integers, count: Integers, of_class: Integers, starts: Integers, diversity: Integers, overall: Floats
) -> Floats:
    """Half the sum of |p - q| per class: values the class does not have add their whole share q."""
    here = overall[value]
    seen = np.add.reduceat(np.abs(count / np.repeat(of_class, diversity) - here), starts)
    unseen = 1 - np.add.reduceat(here, starts)
    distances: Floats = np.maximum(0.0, (seen + unseen) / 2)
    return distances


def _ordered_distances(
    value: Integers, count: Integers, of_class: Integers, starts: Integers, diversity: Integers, overall: Floats
) -> Floats:
    """Sum over ranks of |P - Q| between the cumulative distributions, over (number of values - 1), per class.

    P is constant between two values of a class and Q rises, so each stretch is split where Q passes P and summed
    from prefix sums of Q: the cost is that of the class's own values, not of all values there are.
    """
    m = len(overall)
    if m == 1:
        return np.zeros(len(starts))
    cumulative = np.cumsum(overall)
    prefix = np.concatenate(([0.0], np.cumsum(cumulative)))

    within = np.cumsum(count)  # of whole numbers, so that no class feels the rounding of those before it
    before_class = np.repeat(within[starts] - count[starts], diversity)
    level = (within - before_class) / np.repeat(of_class, diversity)  # P from this value up to the class's next
    next_value = np.append(value[1:], m)
    ends = np.append(starts[1:], len(value)) - 1
    next_value[ends] = m
    stretches = _stretch(prefix, cumulative, level, value, next_value)
    before_first = prefix[value[starts]]  # P is 0 up to the first value
    total = np.add.reduceat(stretches, starts) + before_first
    return np.maximum(0.0, total / (m - 1))


def _stretch(prefix: Floats, cumulative: Floats, level: Floats, start: Integers, end: Integers) -> Floats:
    """Sum of |level - Q(k)| for k from start to end - 1, Q being `cumulative`."""
    crossing = np.clip(np.searchsorted(cumulative, level, side="right"), start, end)
    below = level * (crossing - start) - (prefix[crossing] - prefix[start])
    above = (prefix[end] - prefix[crossing]) - level * (end - crossing)
    return below + above
