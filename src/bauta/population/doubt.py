"""How far other figures are in doubt where the doubt of the marketer's risk is known.

An estimator says how far the average of 1/F over the whole sample may be off because its model was fitted to a sample
(`parameter_deviation`). Mostly that means that all classes may have more people, or fewer, than it takes them to have.
So everybody who is not in the data is taken e^h times, and another figure is in as much more doubt as it moves more
than the average does:

    deviation of G = |dG/dh| / |dR_c/dh| x parameter_deviation
"""

from dataclasses import dataclass

import numpy as np

from bauta.equivalence.classes import Integers
from bauta.population.in_release import View
from bauta.population.posterior import Posterior, Reals
from bauta.population.reciprocal import negative_binomial_moments_of_means
from bauta.population.unseen import Unseen

STEP = 0.05
"""h, to either side."""
MOST_CLASSES = 2_000
"""Slopes are looked at in so many classes, spread evenly over all."""


@dataclass(frozen=True)
class Doubt:
    """Standard deviations that come from fitting the model."""

    average: float
    """Of the average over the people of a release."""
    share: float
    """Of the share of them in classes below k."""


def doubt_of(sizes: Integers, posterior: Posterior, view: View, k: int) -> Doubt:
    """The doubt of a release's figures, from that of the whole sample's average."""
    if posterior.parameter_deviation == 0:
        return Doubt(0.0, 0.0)
    of_sample = _slope_of_average(sizes, sizes, posterior)
    if of_sample == 0:
        return Doubt(posterior.parameter_deviation, 0.0)
    each = posterior.parameter_deviation / of_sample
    average = of_sample if view.posterior is posterior else _slope_of_average(view.sizes, view.people, view.posterior)
    return Doubt(abs(each * average), abs(each * _slope_of_share(view, k)))


def _few(sizes: Integers) -> Integers:
    few: Integers = np.arange(len(sizes))[:: max(1, -(-len(sizes) // MOST_CLASSES))]
    return few


def _slope_of_average(sizes: Integers, people: Integers, posterior: Posterior) -> float:
    few = _few(sizes)
    unseen, own, weights = posterior.unseen(few), sizes[few], people[few].astype(np.float64)

    def average(scaled: Unseen) -> float:
        parts: Reals = negative_binomial_moments_of_means(own, scaled.shapes, scaled.means).mean
        return float((weights * (scaled.weights * parts).sum(axis=0)).sum() / max(weights.sum(), 1.0))

    return average(unseen.scaled(np.exp(STEP))) - average(unseen.scaled(np.exp(-STEP)))


def _slope_of_share(view: View, k: int) -> float:
    few = _few(view.sizes)
    unseen, least, weights = view.posterior.unseen(few), k - view.sizes[few], view.people[few].astype(np.float64)
    more, fewer = (unseen.scaled(np.exp(h)).below(least) for h in (STEP, -STEP))
    return float((weights * (more - fewer)).sum() / max(weights.sum(), 1.0))
