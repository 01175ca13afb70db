"""Every attack of a release measured on the data, and the goal of a search for a release that meets them all."""

import math
from collections.abc import Sequence
from dataclasses import replace

from bauta.engines.engine import Engine
from bauta.model.assessment import Adversary, Assessment, RiskProfile
from bauta.model.sharing import DataMetric
from bauta.model.threat import Attack, AttackRisk, ContextRisk, ReleaseContext
from bauta.model.threshold import STRICT_AVERAGE_FLOOR, Threshold, Thresholds
from bauta.model.transformations import CriterionKind
from bauta.risk.context import data_risk, overall_risk, verdict_on
from bauta.workflow.assess import measure
from bauta.workflow.requests import AssessmentRequest
from bauta.workflow.unsettled import unsettled_in


def measure_context_risk(
    engine: Engine, request: AssessmentRequest, context: ReleaseContext, *, measured: Assessment | None = None
) -> ContextRisk:
    """Each attack with its own quasi-identifiers and metric; `measured` is what was found with all of them, if at hand.

    Where an adversary can know who is in the data the population is not asked; where one cannot and nothing is known
    of the population, the prosecutor stands in for the journalist.
    """
    everything = tuple(dict.fromkeys(request.quasi_identifiers or (measured.quasi_identifiers if measured else ())))
    found: dict[tuple[str, ...], Assessment] = {} if measured is None else {measured.quasi_identifiers: measured}
    risks, notes = [], []
    for attack in context.attacks:
        known = everything if attack.knows is None else tuple(name for name in everything if name in attack.knows)
        if known not in found:
            asked = replace(
                request,
                quasi_identifiers=known,
                sensitive=(),
                verifier=None,
                thresholds=Thresholds(tau=context.threshold.threshold),
            )
            if context.is_closed:
                asked = replace(asked, population=None, sampling=None)
            found[known] = measure(engine, asked).assessment
        profile = _profile(found[known], attack)
        risks.append(_measured(attack, known, profile))
        notes += _doubt(found[known], risks[-1])
    return ContextRisk(
        threshold=context.threshold,
        risks=tuple(risks),
        notes=tuple(dict.fromkeys(notes)),
        unsettled=() if measured is None else measured.decision.unsettled,
    )


def measure_data_in_context(engine: Engine, request: AssessmentRequest, context: ReleaseContext) -> ContextRisk:
    """Each attack on a table as it stands, and what was not judged in it."""
    risk = measure_context_risk(engine, request, context)
    return replace(risk, unsettled=unsettled_in(engine, request))


def _profile(assessment: Assessment, attack: Attack) -> RiskProfile:
    if attack.measured_as is Adversary.JOURNALIST and assessment.journalist is not None:
        return assessment.journalist
    return assessment.prosecutor


def _measured(attack: Attack, known: tuple[str, ...], profile: RiskProfile) -> AttackRisk:
    risk = data_risk(profile, attack.metric)
    return AttackRisk(
        attack=attack,
        quasi_identifiers=known,
        measured_as=profile.adversary,
        data_risk=risk,
        smallest_class=profile.smallest_class,
        overall=overall_risk(risk, attack.probability),
        verdict=verdict_on(profile, attack.metric, attack.permitted),
    )


def _doubt(assessment: Assessment, risk: AttackRisk) -> list[str]:
    """A note where an estimate is within what is permitted and the upper end of its interval is not."""
    estimates = assessment.estimates
    if estimates is None or risk.measured_as is not Adversary.JOURNALIST:
        return []
    is_maximum = risk.attack.metric is DataMetric.MAXIMUM
    estimate = estimates.risk.maximum if is_maximum else estimates.risk.marketer
    limit = float(risk.attack.permitted.largest_average)
    if estimate.value <= limit < estimate.upper:
        return [
            f"{risk.attack.kind.capitalize()}: the estimated risk of the data, {estimate.value:.3g}, is within the "
            f"{limit:.3g} that is permitted; the upper end of its interval, {estimate.upper:.3g}, is not."
        ]
    return []


def context_goal(context: ReleaseContext) -> tuple[CriterionKind, Thresholds]:
    """The criterion that meets every attack at once, searched with all quasi-identifiers.

    What holds with all of them holds with fewer, because classes only grow. Strict averages go by the smallest one.
    An attack measured by the maximum asks for a class size, which is then also made large enough for the averages.
    """
    averages = [attack.permitted for attack in context.attacks if attack.metric is DataMetric.STRICT_AVERAGE]
    maxima = [attack.permitted for attack in context.attacks if attack.metric is DataMetric.MAXIMUM]
    if not maxima:
        smallest = min(averages, key=lambda permitted: permitted.largest_average)
        return CriterionKind.STRICT_AVERAGE, Thresholds(tau=context.threshold.threshold, average=smallest)
    return CriterionKind.MAXIMUM, Thresholds(tau=_class_size_for(maxima, averages))


def _class_size_for(maxima: Sequence[Threshold], averages: Sequence[Threshold]) -> Threshold:
    largest = max(maxima, key=lambda permitted: permitted.cell_size)
    needed = [math.ceil(1 / permitted.largest_average) for permitted in averages]
    if averages:
        needed.append(STRICT_AVERAGE_FLOOR.cell_size)
    cell_size = max([largest.cell_size, *needed])
    return largest if cell_size == largest.cell_size else Threshold.parse(cell_size)
