"""Try the estimators of risk on samples from a data set that is taken as the population."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bauta.engines.engine import Engine
from bauta.equivalence.coding import encode_classes
from bauta.errors import NoQuasiIdentifiers, OptionInvalid
from bauta.model.estimates import Estimator, UniquenessEstimator
from bauta.model.evaluation import EstimatorEvaluation
from bauta.model.missing import Missing
from bauta.workflow.assess import check_column
from bauta.workflow.count_classes import count_classes
from bauta.workflow.requests import AssessmentRequest

FRACTIONS = (0.1, 0.3, 0.5, 0.7, 0.9)
ALL_METHODS: tuple[Estimator | UniquenessEstimator, ...] = (*Estimator, *UniquenessEstimator)
FEWEST_PEOPLE = 2
MOST_SAMPLES = 100_000


@dataclass(frozen=True)
class EvaluationRequest:
    """What is to be tried."""

    assessed: AssessmentRequest
    """The data set and its quasi-identifiers; a population it may name plays no part."""
    fractions: Sequence[float] = FRACTIONS
    samples: int = 50
    methods: Sequence[Estimator | UniquenessEstimator] = ALL_METHODS
    seed: int = 0

    def __post_init__(self) -> None:
        for option, value, lowest, highest in (
            ("--samples", self.samples, 1, MOST_SAMPLES),
            ("--seed", self.seed, 0, 2**63 - 1),
        ):
            if not lowest <= value <= highest:
                allowed = f"a whole number from {lowest:,} to {highest:,}"
                raise OptionInvalid(option=option, value=value, allowed=allowed)


def parse_fractions(text: str | None) -> tuple[float, ...]:
    """Sampling fractions from 0.1,0.5, ascending and each once; raises OptionInvalid."""
    if text is None:
        return FRACTIONS
    return tuple(sorted({_fraction(part.strip()) for part in text.split(",")}))


def _fraction(text: str) -> float:
    try:
        fraction = float(text)
    except ValueError:
        fraction = 0.0
    if not 0 < fraction <= 1:
        allowed = "shares of the people above 0 and up to 1: 0.1,0.5"
        raise OptionInvalid(option="--fractions", value=repr(text[:20]), allowed=allowed)
    return fraction


def parse_methods(names: Sequence[str] | None) -> tuple[Estimator | UniquenessEstimator, ...]:
    """Estimators by their names, each once; raises OptionInvalid."""
    if names is None:
        return ALL_METHODS
    known = {method.value: method for method in ALL_METHODS}
    for name in names or [""]:
        if name not in known:
            raise OptionInvalid(option="--estimators", value=repr(name[:30]), allowed=", ".join(known))
    return tuple(known[name] for name in dict.fromkeys(names))


def evaluate_estimators(
    engine: Engine, request: EvaluationRequest, *, listener: Callable[[int, int], None] | None = None
) -> EstimatorEvaluation:
    """Relative errors of every estimator at every fraction."""
    from bauta.population import evaluation  # SciPy takes long to load, and mistakes should be told at once
    from bauta.workflow.estimate_population import in_order_each_once

    assessed = request.assessed
    data = engine.open(assessed.data, missing_codes=assessed.missing_codes)
    variables = tuple(dict.fromkeys(assessed.quasi_identifiers or ()))
    if not variables:
        raise NoQuasiIdentifiers(path=data.shown)
    person_key = () if assessed.person_key is None else (assessed.person_key,)
    for name in (*variables, *person_key):
        check_column(data, name)
    groups, unit, wandering = count_classes(engine, data, variables, assessed.person_key)
    population = in_order_each_once(encode_classes(groups.values, groups.sizes), wandering)
    _check_people(request.fractions, population.n_records)
    marketer, uniques = evaluation.evaluate_estimators(
        population,
        request.methods,
        fractions=request.fractions,
        samples=request.samples,
        rng=np.random.default_rng(request.seed),
        clock=time.process_time,
        listener=listener,
    )
    notes = [*data.notes]
    if unit.people_in_several_classes:
        notes.append(
            f"People with rows that differ on the quasi-identifiers: {unit.people_in_several_classes:,}. "
            "Each counts in one class."
        )
    if assessed.missing is Missing.WILDCARD:
        notes.append("Missing values are taken as a value of their own here, whatever the study says.")
    return EstimatorEvaluation(
        source=data.shown,
        quasi_identifiers=variables,
        person_key=assessed.person_key,
        people=population.n_records,
        classes=len(population),
        population_uniques=population.n_classes_of_size(1),
        fractions=tuple(request.fractions),
        people_sampled=tuple(evaluation.people_to_sample(population.n_records, one) for one in request.fractions),
        samples=request.samples,
        seed=request.seed,
        marketer=marketer,
        uniques=uniques,
        notes=tuple(notes),
    )


def _check_people(fractions: Sequence[float], people: int) -> None:
    from bauta.population.evaluation import MOST_PEOPLE, people_to_sample

    if people > MOST_PEOPLE:
        allowed = f"at most {MOST_PEOPLE:,}"
        raise OptionInvalid(option="bauta evaluate-estimators", value=f"data of {people:,} people", allowed=allowed)
    for fraction in fractions:
        if people_to_sample(people, fraction) < FEWEST_PEOPLE:
            allowed = f"fractions that draw at least {FEWEST_PEOPLE} people, or a larger data set"
            value = f"{fraction:g} for data of {people:,} {'person' if people == 1 else 'people'}"
            raise OptionInvalid(option="--fractions", value=value, allowed=allowed)
