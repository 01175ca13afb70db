"""A random subsample of the people, and what it does for them.

Who knows that somebody is in the released sample gains nothing from it: for that prosecutor the classes are those of
the sample, and smaller. But who knows only that somebody is in the full file no longer knows whether they were drawn.
"""

import math

import numpy as np
import numpy.typing as npt

from bauta.equivalence.classes import Integers
from bauta.transform.shuffle import draw_order


def draw_subsample(n_people: int, fraction: float, rng: np.random.Generator) -> Integers:
    """The people drawn, in ascending order: fraction x n_people of them, rounded, and at least one."""
    return np.sort(draw_order(n_people, rng)[: sample_size(n_people, fraction)])


def sample_size(n_people: int, fraction: float) -> int:
    """How many people a fraction is."""
    return min(n_people, max(1, math.floor(fraction * n_people + 0.5)))


def expected_risk_if_drawing_is_unknown(
    class_sizes: Integers, *, n_people: int, n_drawn: int
) -> npt.NDArray[np.float64]:
    """For a person of each class of the full file: the probability of being found by somebody who cannot know the draw.

    The adversary knows that the person is in the full file, picks one of the sampled records of the person's class, if
    there are any, and takes it for the person's. Each member of the class is equally likely to be the one picked, so

        P = P(any of the class drawn) / F,     P(none drawn) = C(n - F, m) / C(n, m)

    with F the size of the class in the full file, n `n_people` and m `n_drawn`. A person alone in the class is found
    with probability m/n, the sampling fraction; without sampling the probability would be 1/F.

    >>> expected_risk_if_drawing_is_unknown(np.array([1, 2]), n_people=10, n_drawn=5).round(4).tolist()
    [0.5, 0.3889]
    """
    if not len(class_sizes):
        return np.zeros(0)
    others = n_people - np.arange(int(class_sizes.max()))
    still_undrawn = np.maximum(others - n_drawn, 0) / others
    none_drawn = np.cumprod(still_undrawn)[class_sizes - 1]
    return (1 - none_drawn) / class_sizes
