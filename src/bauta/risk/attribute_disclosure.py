"""What the classes tell about a sensitive variable, even to someone who cannot tell which record is whose.

If all males born in 1967 had the same laboratory test, whoever knows one of them knows he had it (El Emam and Malin
2015, Table 1). Distinct l-diversity: Machanavajjhala et al. 2007. t-closeness with the earth mover's distance: Li, Li
and Venkatasubramanian 2007, for the equal and the ordered ground distance.
"""

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.equivalence.coding import canonical_texts
from bauta.equivalence.roll_up import pack
from bauta.model.assessment import AttributeDisclosure

Floats = npt.NDArray[np.float64]


def measure_attribute_disclosure(
    detailed: EquivalenceClasses, class_sizes: Integers, known_sizes: Integers | None = None, *, may_be_ordered: bool
) -> AttributeDisclosure:
    """The notice for the last variable of `detailed`, whose other variables are the quasi-identifiers.

    `class_sizes[i]` is the number of people in the class that row i of `detailed` belongs to, `known_sizes[i]` of those
    whose value is known; None where a person has one row, so that they can be added up. A class is uniform when one
    value is shared by everyone in it whose value is known.
    Missing values say nothing and are left out: they make no class more diverse.
    """
    *quasi_codes, sensitive_codes = detailed.codes
    missing_code = detailed.domains[-1].missing_code
    keys = pack(quasi_codes, detailed.radices()[:-1])[0] if quasi_codes else np.zeros(len(detailed), np.int64)
    ranks, is_ordered = _ranks(detailed, may_be_ordered)
    known = np.ones(len(keys), bool) if missing_code is None else sensitive_codes != missing_code
    order = np.lexsort((ranks[sensitive_codes], keys))
    order = order[known[order]]
    if not len(order):  # nobody's value is known, so nothing is told
        return AttributeDisclosure(detailed.variables[-1], 0, 0, 0, 0, 0.0, "ordered" if is_ordered else "equal")
    keys, value, count = keys[order], ranks[sensitive_codes][order], detailed.sizes[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    diversity = np.diff(np.append(starts, len(keys)))
    people = class_sizes[order][starts]
    people_known = np.add.reduceat(count, starts) if known_sizes is None else known_sizes[order][starts]
    uniform = np.maximum.reduceat(count, starts) >= people_known
    shares = count / np.repeat(np.add.reduceat(count, starts), diversity)
    overall = np.bincount(value, weights=count, minlength=len(detailed.domains[-1].values)) / count.sum()
    distance = _ordered_distances if is_ordered else _equal_distances
    return AttributeDisclosure(
        variable=detailed.variables[-1],
        smallest_diversity=int(diversity.min()),
        homogeneous_classes=int(np.count_nonzero(uniform)),
        homogeneous_records=int(people[uniform].sum()),
        homogeneous_records_not_unique=int(people[uniform & (people > 1)].sum()),
        largest_distance=_without_rounding_noise(distance(value, shares, starts, diversity, overall).max()),
        distance="ordered" if is_ordered else "equal",
    )


def _without_rounding_noise(distance: float) -> float:
    """0 for a distance that only the last binary digit of a sum of shares keeps from it."""
    return 0.0 if distance < 1e-12 else float(distance)


def _ranks(detailed: EquivalenceClasses, may_be_ordered: bool) -> tuple[Integers, bool]:
    """Each sensitive code's place in the order of the numbers; no order if a value is not a number."""
    domain = detailed.domains[-1]
    ranks = np.arange(domain.size, dtype=np.int64)
    if not may_be_ordered:
        return ranks, False
    try:
        numbers = np.array([float(text) for text in canonical_texts(domain.values)])
    except ValueError:
        return ranks, False
    ranks[np.argsort(numbers, kind="stable")] = np.arange(len(numbers))
    return ranks, True


def _equal_distances(value: Integers, shares: Floats, starts: Integers, diversity: Integers, overall: Floats) -> Floats:
    """Half the sum of |p - q| per class: values the class does not have add their whole share q."""
    here = overall[value]
    seen = np.add.reduceat(np.abs(shares - here), starts)
    unseen = 1 - np.add.reduceat(here, starts)
    distances: Floats = np.maximum(0.0, (seen + unseen) / 2)
    return distances


def _ordered_distances(
    value: Integers, shares: Floats, starts: Integers, diversity: Integers, overall: Floats
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

    within = np.cumsum(shares)
    before_class = np.repeat(within[starts] - shares[starts], diversity)
    level = within - before_class  # P from this value up to the class's next
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
