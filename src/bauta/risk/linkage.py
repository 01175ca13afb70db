"""Two releases linked on the variables they share: how many records are put together correctly.

Dankar and El Emam (2010), section 4.4: two researchers with a release each may collude, and somebody who lost some
records may want to know whom to tell. Records are matched at random within a class of the common variables.

Let class j have a_j people in release A and b_j in B, of whom o_j are in both. In a random one-to-one matching every
record of the smaller side gets a partner, and every pair of records is equally likely to be one: there are a_j b_j
pairs and min(a_j, b_j) of them are chosen, so each with probability 1/max(a_j, b_j). o_j of the pairs are right, hence

    E(correct matches) = sum_j o_j / max(a_j, b_j).

If each record of A is matched to any of B, whether or not another was, max(a_j, b_j) becomes b_j. The published cases:

    A is a part of B        o_j = a_j <= b_j    sum_j a_j / b_j            Theorem 1
    the same people         o_j = a_j = b_j     the number of classes      Theorem 1 with n = N

Who is in both is not known without a key. Then o_j = min(a_j, b_j), everybody who can be, is the most there can be.
"""

from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Integers


@dataclass(frozen=True)
class ExpectedMatches:
    """What matching every record of A with one of B is expected to give."""

    one_to_one: float
    """Correct matches if no record is used twice."""
    any_mapping: float
    """Correct matches if each record of A is matched to any of its class in B."""


def expected_matches(people_a: Integers, people_b: Integers, in_both: Integers) -> ExpectedMatches:
    """Correct matches, class by class summed, for classes with so many people in A, in B and in both.

    >>> a, b = np.array([1, 2, 3]), np.array([4, 2, 0])
    >>> expected_matches(a, b, np.minimum(a, b))
    ExpectedMatches(one_to_one=1.25, any_mapping=1.25)
    """
    larger = np.maximum(np.maximum(people_a, people_b), 1)
    return ExpectedMatches(
        one_to_one=float((in_both / larger).sum()),
        any_mapping=float((in_both / np.maximum(people_b, 1)).sum()),
    )


@dataclass(frozen=True)
class ExpectedNotification:
    """Whom to tell of a breach: A is what was exposed, B the list of everybody it can have come from."""

    told_if_linked: int
    """People told if every record exposed is linked to one person: as many as there are records ..."""
    reached_if_linked: float
    """... and how many of them are expected to be people whose record was exposed."""
    told_by_class: int
    """People told if everybody is who could be in a class that was exposed; that reaches all who were."""
    told_if_all: int
    """People told if everybody on the list is."""


def expected_notification(exposed: Integers, listed: Integers, everybody: int) -> ExpectedNotification:
    """What linking exposed records to the list they came from would do, for classes with so many of each.

    Of the F_j people of a class f_j are chosen at random, and f_j were exposed: f_j * f_j / F_j of the chosen are
    expected to be among them (the mean of a hypergeometric distribution). That is more than the f_j / F_j records
    linked to the right person: whoever was exposed may be told because of another's record.
    """
    return ExpectedNotification(
        told_if_linked=int(exposed.sum()),
        reached_if_linked=float((exposed * exposed / listed).sum()),
        told_by_class=int(listed[exposed > 0].sum()),
        told_if_all=everybody,
    )
