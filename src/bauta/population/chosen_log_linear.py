"""The Poisson log-linear estimate, its model chosen by the data: one for all class sizes, or one for each size.

`model_choice` says how a model is judged. *One model for all sizes* takes the misfit in the marketer's risk, summed
over every class size. *A model for each size* is what Dankar and El Emam (2010, section 2.4.2) do: for each size s that
occurs a model is chosen by B_s, and the classes of that size get their estimates from it. It has no single set of
means, and where few classes have a size there is little to choose by.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from bauta.equivalence.classes import EquivalenceClasses
from bauta.model.sampling import Sampling
from bauta.population.model_choice import Measure, Misfit, ModelSearch, ModelStep, of_all_sizes
from bauta.population.pair_graph import Pairs
from bauta.population.poisson_log_linear import change_of_risk, posterior_of_means, unseen_means
from bauta.population.posterior import Posterior
from bauta.population.reciprocal import poisson_moments
from bauta.population.unseen import Unseen


class ChosenLogLinear(NamedTuple):
    """An estimate, the pairs of variables that interact in its model, and the models on the way there."""

    posterior: Posterior
    pairs: Pairs
    steps: tuple[ModelStep, ...]
    """From independence to the chosen model, each with B and v."""

    @property
    def misfit(self) -> Misfit:
        return self.steps[-1].misfit


class LogLinearOfSizes(NamedTuple):
    """An estimate made of as many models as there are class sizes."""

    posterior: Posterior
    pairs: Mapping[int, Pairs]
    steps: Mapping[int, tuple[ModelStep, ...]]


def estimate_by_chosen_log_linear(
    classes: EquivalenceClasses, sampling: Sampling, measure: Measure = of_all_sizes
) -> ChosenLogLinear:
    """What the chosen model says of every class; one model for all class sizes.

    `measure` says whose risk the model is judged by: records of all class sizes, by default. The interval takes the
    chosen model as given: that another might have been chosen is not in it.
    """
    search = ModelSearch(classes, sampling)
    steps = search.choose(measure)
    posterior = posterior_of_means(search.fit(steps[-1].pairs), classes.sizes, sampling)
    return ChosenLogLinear(posterior, steps[-1].pairs, tuple(steps))


def estimate_by_log_linear_of_each_size(classes: EquivalenceClasses, sampling: Sampling) -> LogLinearOfSizes:
    """The published way: a model for every class size.

    The doubts of different models are added up as if they had the same sign, which is the most they can come to.
    """
    search = ModelSearch(classes, sampling)
    steps = {int(size): tuple(search.choose_for_size(int(size))) for size in np.unique(classes.sizes)}
    pairs = {size: of_size[-1].pairs for size, of_size in steps.items()}
    reciprocal, variance, unique, unseen = np.zeros((4, len(classes)))
    deviation = 0.0
    for model in dict.fromkeys(pairs.values()):
        members = np.isin(classes.sizes, [size for size, chosen in pairs.items() if chosen == model])
        fit = search.fit(model)
        x = unseen_means(fit.means, sampling)
        moments = poisson_moments(classes.sizes[members], x[members])
        reciprocal[members], variance[members] = moments.mean, moments.variance
        unique[members] = np.where(classes.sizes[members] == 1, np.exp(-x[members]), 0.0)
        unseen[members] = x[members]
        change = np.where(members, change_of_risk(classes.sizes, x, reciprocal), 0.0)
        deviation += float(np.sqrt(fit.variance_of_log_means(change)))
    of_classes = Unseen.of_one(np.full(len(classes), np.inf), unseen).of
    return LogLinearOfSizes(Posterior(reciprocal, variance, unique, deviation, of_classes), pairs, steps)
