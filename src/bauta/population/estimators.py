"""All estimators under their names, and which one is taken if nobody says."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bauta.equivalence.classes import EquivalenceClasses, Integers
from bauta.errors import EstimatorCannotAnswer
from bauta.model.estimates import Estimator, RiskEstimate, UniquenessEstimator
from bauta.model.sampling import Sampling
from bauta.population.chosen_log_linear import estimate_by_chosen_log_linear
from bauta.population.dankar import estimate_uniques_by_dankar
from bauta.population.mu_argus import estimate_by_mu_argus
from bauta.population.negative_binomial import estimate_by_negative_binomial
from bauta.population.pitman import estimate_uniques_by_pitman
from bauta.population.poisson_gamma import ALIKE, PoissonGamma, estimate_by_poisson_gamma
from bauta.population.poisson_log_linear import estimate_by_log_linear
from bauta.population.posterior import Posterior, everybody_is_in_the_data
from bauta.population.snb import estimate_uniques_by_snb
from bauta.population.zayatz import estimate_uniques_by_zayatz

SMALLEST_SHAPE_WITHOUT_SPREAD = 1e4
"""From here on the gamma distribution has no width that matters."""


@dataclass(frozen=True, eq=False, repr=False)
class Estimated:
    """What one estimator says of every class, and what it found on the way, in words."""

    estimator: Estimator
    posterior: Posterior
    found: str


def estimate_classes(classes: EquivalenceClasses, sampling: Sampling, estimator: Estimator) -> Estimated:
    """What `estimator` says; raises EstimatorCannotAnswer where it cannot. If everybody is in the data, F = f."""
    if sampling.records == sampling.population_size:
        exact = everybody_is_in_the_data(classes.sizes)
        return Estimated(estimator, exact, "Everybody is in the data, so that nothing had to be estimated.")
    return Estimated(estimator, *_ESTIMATORS[estimator](classes, sampling))


def estimate_by_default(classes: EquivalenceClasses, sampling: Sampling) -> Estimated:
    """What Poisson-gamma says or, where there is one variable only, the negative binomial; raises if neither can tell.

    Never mu-Argus, which takes a file of nothing but uniques for harmless. docs/explanation/population-estimates.md has
    the evidence.
    """
    try:
        return estimate_classes(classes, sampling, Estimator.POISSON_GAMMA)
    except EstimatorCannotAnswer as refusal:
        why = f"{refusal.facts['method']} cannot answer ({refusal.facts['why']}). "
    instead = estimate_classes(classes, sampling, Estimator.NEGATIVE_BINOMIAL)
    return Estimated(instead.estimator, instead.posterior, why + instead.found)


def with_alternatives(
    refusal: EstimatorCannotAnswer, classes: EquivalenceClasses, sampling: Sampling, asked: Estimator
) -> EstimatorCannotAnswer:
    """The refusal in the name of who was asked, with the estimators that do answer for these data: they are tried."""
    able = []
    for other in Estimator:
        if other is asked or other is Estimator.MU_ARGUS:  # mu-Argus always answers; it is told apart
            continue
        with suppress(EstimatorCannotAnswer):
            estimate_classes(classes, sampling, other)
            able.append(other.value)
    warning = f"{Estimator.MU_ARGUS.value} would, but it understates the risk where most classes are small"
    instead = f" These estimators can: {', '.join(able)}; {warning}." if able else f" No other can; {warning}."
    return EstimatorCannotAnswer(method=asked.value, why=refusal.facts["why"], instead=instead)


def estimate_uniques(class_sizes: Integers, sampling: Sampling, method: UniquenessEstimator) -> RiskEstimate:
    """People who are unique in the population; raises EstimatorCannotAnswer where the method cannot tell."""
    return _UNIQUENESS[method](class_sizes, sampling)


def _poisson_gamma(classes: EquivalenceClasses, sampling: Sampling) -> tuple[Posterior, str]:
    fit = estimate_by_poisson_gamma(classes, sampling)
    groups = (
        "as if the variables were independent"
        if fit.n_groups == 1
        else f"with {fit.n_groups} groups of people in whom the variables hang together differently"
    )
    spread = (
        "no spread around it"
        if fit.shape > SMALLEST_SHAPE_WITHOUT_SPREAD
        else f"a spread around it of {100 / math.sqrt(fit.shape):.3g} %{_family(fit)}"
    )
    return fit.posterior, f"The data are best described {groups}, and {spread}."


def _family(fit: PoissonGamma) -> str:
    """Which kind of spread, where the kinds differ: " (log-normal, with a weight of 0.8)"."""
    if fit.spread is None or fit.spread.standard_deviation < ALIKE:
        return ""
    return f" ({fit.spread.family.value}, with a weight of {fit.weight:.2g})"


def _log_linear(classes: EquivalenceClasses, sampling: Sampling) -> tuple[Posterior, str]:
    chosen = estimate_by_chosen_log_linear(classes, sampling)
    pairs = len(chosen.pairs)
    return chosen.posterior, f"Skinner and Shlomo's criterion chose {pairs} two-way {_interactions(pairs)}."


def _interactions(number: int) -> str:
    return "interaction" if number == 1 else "interactions"


_ESTIMATORS: dict[Estimator, Callable[[EquivalenceClasses, Sampling], tuple[Posterior, str]]] = {
    Estimator.POISSON_GAMMA: _poisson_gamma,
    Estimator.LOG_LINEAR: _log_linear,
    Estimator.INDEPENDENCE: lambda classes, sampling: (
        estimate_by_log_linear(classes, sampling, ()),
        "All variables are taken to be independent.",
    ),
    Estimator.TWO_WAY: lambda classes, sampling: (
        estimate_by_log_linear(classes, sampling, None),
        "All pairs of variables are taken to hang together.",
    ),
    Estimator.MU_ARGUS: lambda classes, sampling: (
        estimate_by_mu_argus(classes.sizes, sampling),
        "It looks at each class by itself, and understates risk where most classes are small.",
    ),
    Estimator.NEGATIVE_BINOMIAL: lambda classes, sampling: (
        estimate_by_negative_binomial(classes.sizes, sampling),
        "It looks at the sizes of classes alone.",
    ),
}
_UNIQUENESS: dict[UniquenessEstimator, Callable[[Integers, Sampling], RiskEstimate]] = {
    UniquenessEstimator.ZAYATZ: estimate_uniques_by_zayatz,
    UniquenessEstimator.PITMAN: estimate_uniques_by_pitman,
    UniquenessEstimator.SNB: estimate_uniques_by_snb,
    UniquenessEstimator.DANKAR: estimate_uniques_by_dankar,
}
