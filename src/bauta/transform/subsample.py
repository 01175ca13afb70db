"""A random subsample of the people, and what it does for them.

It does nothing against who knows that somebody is in the released sample: for that prosecutor the classes are those of
the sample, and smaller. But who knows only that somebody is in the full file no longer knows whether they were drawn.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.transform.draws import Draws, Purpose


def draw_subsample(people: Sequence[str], fraction: float, draws: Draws) -> Integers:
    """The people drawn, in ascending order: each with this probability, by themselves, and at least one person.

    Whether somebody is drawn depends on the secret and the person alone, so that whoever was not drawn once is never
    drawn: not for another recipient, not from next year's extract, and not in a smaller share. Six samples of 30 % that
    are drawn afresh hold 88 % of the people between them.
    """
    words = draws.words_for_all_recipients(draws.subjects(people), Purpose.SUBSAMPLE)
    drawn = np.flatnonzero(words < np.uint64(min(int(fraction * 2**64), 2**64 - 1)))
    return drawn if len(drawn) else np.array([int(np.argmin(words))])


def risk_if_drawing_is_unknown(
    class_number: Integers,
    released_as: Integers,
    records: Integers,
    *,
    source_sizes: Integers,
    match_sizes: Integers,
) -> npt.NDArray[np.float64]:
    """For a person of each class: the probability of being found by who knows the source but not who was drawn.

    An entry e says that `records[e]` people of class j = `class_number[e]` are in the release as its class
    c = `released_as[e]`, among the g_c = `match_sizes[c]` that look alike; class j has F_j = `source_sizes[j]` people
    in the source. Everybody in a class was equally likely to be drawn, so a given one of them is among these with
    probability records/F_j, and picking one of the g_c alike is right with probability 1/g_c:

        P_j = max over the entries e of class j of  (records[e] / F_j) * (1 / g_c)

    For a class that is released as it is, records = g_c and P_j = 1/F_j: drawing turns the size of the class in the
    release into its size in the source. Where people of several classes are told alike (suppressed cells), the
    adversary is taken to know how many of each class there are, and to look where the chances are best. 0 for
    classes of which nobody is in the release.

    Five people of a class of ten are released as they are; two of a class of three are blanked, with eight others:

    >>> risk_if_drawing_is_unknown(
    ...     np.array([0, 1]), np.array([0, 1]), np.array([5, 2]),
    ...     source_sizes=np.array([10, 3]), match_sizes=np.array([5, 10]),
    ... ).round(4).tolist()
    [0.1, 0.0667]
    """
    risk = np.zeros(len(source_sizes))
    np.maximum.at(risk, class_number, records / (source_sizes[class_number] * match_sizes[released_as]))
    return risk
