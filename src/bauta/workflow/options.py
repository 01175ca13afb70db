"""From what a person typed, in a terminal or in Python, to a request: a study or a data file, and options beside it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bauta.errors import OptionInvalid, SamplingFractionInvalid, ShareInvalid
from bauta.model.estimates import Estimator
from bauta.model.missing import Missing
from bauta.model.source import CsvDialect, DataSource
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.verification import Verifier
from bauta.workflow.requests import AssessmentRequest, PopulationRequest, SamplingRequest
from bauta.workflow.study_files import is_study_file, read_study, request_from_study
from bauta.workflow.without_effect import refuse_without_effect


def build_request(
    data: DataSource | Any,
    *,
    study_table: str | None = None,
    population: DataSource | Any | None = None,
    quasi_identifiers: Sequence[str] | str | None = None,
    sensitive: Sequence[str] | str | None = None,
    person_key: str | None = None,
    population_count: str | None = None,
    threshold: str | float | None = None,
    alpha: float | None = None,
    average: str | float | None = None,
    missing: str | None = None,
    attempts: int | None = None,
    verification_probability: str | float | None = None,
    sampling_fraction: str | float | None = None,
    population_size: int | None = None,
    estimator: str | None = None,
    sensitivity: bool = False,
) -> AssessmentRequest:
    """What is to be measured. Every option that is not None replaces what the study says about it."""
    quasi_identifiers, sensitive = _as_list(quasi_identifiers), _as_list(sensitive)
    if not _is_study(data):
        refuse_without_effect({"--study-table": study_table}, "on a data file", instead="name a study file")
    request = _from_study(data, study_table) if _is_study(data) else AssessmentRequest(data=data)
    if population is not None:
        request = replace(request, population=PopulationRequest(population))
    if quasi_identifiers is not None:
        # A variable asked for as a quasi-identifier is one, whatever the study called it.
        kept = tuple(name for name in request.sensitive if name not in quasi_identifiers)
        request = replace(request, quasi_identifiers=tuple(quasi_identifiers), sensitive=kept)
    if sensitive is not None:
        request = replace(request, sensitive=tuple(sensitive))
    if person_key is not None:
        request = replace(request, person_key=person_key)
    if population_count is not None:
        if request.population is None:
            refuse_without_effect(
                {"--population-count": population_count}, "without --population", instead="add --population"
            )
        assert request.population is not None
        request = replace(request, population=replace(request.population, count=population_count))
    if missing is not None:
        request = replace(request, missing=_missing(missing))
    request = _with_verifier(request, attempts, verification_probability)
    request = _with_sampling(
        request, sampling_fraction, population_size, estimator, sensitivity, is_population_given=population is not None
    )
    thresholds = _thresholds(request.thresholds, threshold, average, alpha)
    if request.person_key is not None and request.person_key in (request.quasi_identifiers or ()):
        raise OptionInvalid(
            option="The person key", value="a quasi-identifier", allowed="another column for one of them"
        )
    return replace(request, thresholds=thresholds)


def _with_verifier(
    request: AssessmentRequest, attempts: int | None, probability: str | float | None
) -> AssessmentRequest:
    """The request with an adversary who verifies, whose two numbers come together."""
    if attempts is None and probability is None:
        return request
    both = {"--attempts": attempts, "--verification-probability": probability}
    missing = next((option for option, value in both.items() if value is None), None)
    if missing is not None:
        refuse_without_effect(both, f"without {missing}", instead=f"add {missing}")
    assert attempts is not None
    assert probability is not None
    return replace(request, verifier=Verifier.parse(attempts, probability))


def _with_sampling(
    request: AssessmentRequest,
    fraction: str | float | None,
    size: int | None,
    estimator: str | None,
    sensitivity: bool,
    *,
    is_population_given: bool,
) -> AssessmentRequest:
    """The request with a population that is known by its size alone; options replace what the study says of it."""
    if fraction is not None and size is not None:
        raise OptionInvalid(
            option="--sampling-fraction", value="a number beside --population-size", allowed="one of them"
        )
    if fraction is not None or size is not None:
        if is_population_given:
            option = "--sampling-fraction" if fraction is not None else "--population-size"
            raise OptionInvalid(option=option, value="a number beside --population", allowed="one of them")
        asked = SamplingRequest(None if fraction is None else _fraction(fraction), size)
        request = replace(request, sampling=asked, population=None)
    elif is_population_given:
        request = replace(request, sampling=None)
    if estimator is None and not sensitivity:
        return request
    if request.sampling is None:
        refuse_without_effect(
            {"--estimator": estimator, "--sensitivity": sensitivity},
            "without --sampling-fraction or --population-size",
            instead="add one of them",
        )
    assert request.sampling is not None
    chosen = request.sampling.estimator if estimator is None else parse_estimator(estimator)
    sampling = replace(request.sampling, estimator=chosen, with_sensitivity=sensitivity)
    return replace(request, sampling=sampling)


def _fraction(value: str | float) -> float:
    try:
        fraction = float(value)
    except ValueError:
        fraction = math.nan
    if not 0 < fraction <= 1:
        raise SamplingFractionInvalid(value=str(value)[:20])
    return fraction


def parse_estimator(name: str) -> Estimator:
    """An estimator by its name; raises OptionInvalid."""
    try:
        return Estimator(name)
    except ValueError:
        raise OptionInvalid(option="--estimator", value=repr(name[:30]), allowed=", ".join(Estimator)) from None


def _thresholds(
    thresholds: Thresholds, tau: str | float | None, average: str | float | None, alpha: float | None
) -> Thresholds:
    """The thresholds with options in place of what the study says; None leaves it."""
    if tau is not None:
        thresholds = replace(thresholds, tau=Threshold.parse(tau))
    if average is not None:
        thresholds = replace(thresholds, average=Threshold.parse(average))
    if alpha is not None:
        thresholds = replace(thresholds, alpha=parse_share("alpha", alpha))
    return thresholds


def _as_list(names: Sequence[str] | str | None) -> Sequence[str] | None:
    """In Python a single column may be given as its name."""
    return [names] if isinstance(names, str) else names


def parse_share(name: str, value: object) -> float:
    """A share from 0 to 1; raises ShareInvalid."""
    try:
        share = float(str(value))
    except ValueError:
        share = math.nan
    if not 0 <= share <= 1:
        raise ShareInvalid(name=name, value=str(value)[:20])
    return share


def _is_study(data: DataSource | Any) -> bool:
    return isinstance(data, DataSource) and is_study_file(data.location)


def _from_study(study: DataSource, study_table: str | None) -> AssessmentRequest:
    if study.table is not None or study.csv != CsvDialect():
        allowed = "the `data:` section of the study for the table and for how a CSV file is written"
        raise OptionInvalid(option="A study file", value="options about its data", allowed=allowed)
    path = Path(study.location)
    described = read_study(path)
    request = request_from_study(described, path, study_table)
    if described.context is None:
        return request
    from bauta.workflow.context import threshold_in_context

    tau = threshold_in_context(described, path.parent)
    return request if tau is None else replace(request, thresholds=replace(request.thresholds, tau=tau))


def _missing(value: str) -> Missing:
    try:
        return Missing(value)
    except ValueError:
        allowed = " or ".join(rule.value for rule in Missing)
        raise OptionInvalid(option="--missing", value=repr(str(value)[:20]), allowed=allowed) from None
