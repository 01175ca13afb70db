"""From the classes of a sample and the size of the population to estimated risks, with their doubt."""

from dataclasses import replace

import numpy as np

from bauta.equivalence.classes import Codes, Domain, EquivalenceClasses
from bauta.equivalence.coding import in_order
from bauta.errors import EstimatorCannotAnswer
from bauta.model.assessment import VerifierRisk
from bauta.model.estimates import (
    AtAnotherSize,
    Estimator,
    PopulationEstimates,
    UniquenessEstimate,
    UniquenessEstimator,
)
from bauta.model.sampling import Sampling
from bauta.model.threshold import Threshold
from bauta.model.verification import Verifier
from bauta.population.estimators import estimate_by_default, estimate_classes, estimate_uniques, with_alternatives
from bauta.population.in_release import InRelease, view_of
from bauta.population.summary import largest_class, summarise
from bauta.risk.estimated_verifier import can_be_estimated, measure_estimated_verifier
from bauta.risk.exposure import Memberships
from bauta.workflow.requests import SamplingRequest

OTHER_SIZES = (0.5, 0.8, 1.25, 2.0)
"""Times the size of the population that was said: what if that is wrong?"""
CHOSEN_BY_A_PERSON = "It was asked for."
DEFAULT = "The default."


def estimate_population(
    classes: EquivalenceClasses,
    wandering: Memberships,
    people: int,
    asked: SamplingRequest,
    tau: Threshold,
    verifier: Verifier | None = None,
) -> tuple[PopulationEstimates, VerifierRisk | None]:
    """What the classes tell of the population, and of the risk from `verifier` there, where that can be told.

    Where they are of a release the whole sample it was made from is estimated from, and the release summed over.
    Somebody in several classes counts in the one that exposes them most.
    """
    release = None
    if asked.whole is None:
        classes = in_order_each_once(classes, wandering)
    else:  # some of the sample is in the table, and not by chance
        whole = asked.whole(classes.variables)
        classes, release, people = whole.classes, whole.release, whole.classes.n_records
    sampling = asked.resolve(people)
    try:
        estimated = (
            estimate_by_default(classes, sampling)
            if asked.estimator is None
            else estimate_classes(classes, sampling, asked.estimator)
        )
    except EstimatorCannotAnswer as refusal:
        raise with_alternatives(refusal, classes, sampling, asked.estimator or Estimator.POISSON_GAMMA) from refusal
    name = estimated.estimator.value
    why = DEFAULT if asked.estimator is None else CHOSEN_BY_A_PERSON
    verified = None
    if verifier is not None and can_be_estimated(verifier):
        view = view_of(classes.sizes, estimated.posterior, release)
        verified = measure_estimated_verifier(view, verifier, tau, largest_class(view, sampling))
    estimates = PopulationEstimates(
        sampling=sampling,
        estimator=estimated.estimator,
        why=f"{why} {estimated.found}",
        risk=summarise(classes.sizes, estimated.posterior, sampling, tau, name, release),
        uniqueness=tuple(_uniqueness(classes, sampling, method) for method in UniquenessEstimator),
        sensitivity=_at_other_sizes(classes, sampling, estimated.estimator, tau, release)
        if asked.with_sensitivity
        else (),
        is_of_release=release is not None,
    )
    return estimates, verified


def in_order_each_once(classes: EquivalenceClasses, wandering: Memberships) -> EquivalenceClasses:
    """The classes in an order of their own, by which chance goes, with everybody in one of them only.

    Whoever is in several counts in the smallest, as for the prosecutor: in a larger one they would look better hidden
    than they are. Classes and values that lose everybody are gone.
    """
    ordered = in_order(classes)
    if not wandering.people:
        return ordered
    came_from = in_order(replace(classes, sizes=np.arange(len(classes)))).sizes
    number = np.empty(len(classes), np.int64)
    number[came_from] = np.arange(len(classes))
    class_number = number[wandering.class_number]
    by_size = np.lexsort((class_number, ordered.sizes[class_number], wandering.person))
    _, first = np.unique(wandering.person[by_size], return_index=True)
    others = ordered.sizes - np.bincount(class_number, minlength=len(ordered))
    sizes = others + np.bincount(class_number[by_size][first], minlength=len(ordered))
    kept = sizes > 0
    numbered = [
        _without_nobodys(domain, codes[kept]) for domain, codes in zip(ordered.domains, ordered.codes, strict=True)
    ]
    return EquivalenceClasses(
        ordered.variables, tuple(one for one, _ in numbered), tuple(codes for _, codes in numbered), sizes[kept]
    )


def _without_nobodys(domain: Domain, codes: Codes) -> tuple[Domain, Codes]:
    """The values that somebody still has, numbered anew: an estimator can say nothing of a value with nobody."""
    import pyarrow as pa

    is_used = np.bincount(codes, minlength=domain.size) > 0
    number = (np.cumsum(is_used) - 1).astype(np.int32)
    values = domain.values.filter(pa.array(is_used[: len(domain.values)]))
    return Domain(values, domain.has_missing and bool(is_used[-1])), number[codes]


def _uniqueness(classes: EquivalenceClasses, sampling: Sampling, method: UniquenessEstimator) -> UniquenessEstimate:
    try:
        return UniquenessEstimate(method, estimate_uniques(classes.sizes, sampling, method), None)
    except EstimatorCannotAnswer as refusal:
        return UniquenessEstimate(method, None, str(refusal.facts["why"]))


def _at_other_sizes(
    classes: EquivalenceClasses, sampling: Sampling, estimator: Estimator, tau: Threshold, release: InRelease | None
) -> tuple[AtAnotherSize, ...]:
    others = {max(sampling.records, round(sampling.population_size * factor)) for factor in OTHER_SIZES}
    results = []
    for size in sorted(others - {sampling.population_size}):
        other = Sampling(sampling.records, size)
        posterior = estimate_classes(classes, other, estimator).posterior
        risk = summarise(classes.sizes, posterior, other, tau, estimator.value, release)
        results.append(AtAnotherSize(other, risk.marketer))
    return tuple(results)
