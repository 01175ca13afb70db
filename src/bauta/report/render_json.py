"""A result as JSON: every figure at full precision, for programs. What each key means is in json_keys.py.

Values are JSON's own types. A number that JSON cannot hold (NaN, infinity) would be a mistake in the measuring, and
`check_strict` says so instead of writing a file that other programs refuse.
"""

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bauta.model.assessment import (
    AdversaryDecision,
    Assessment,
    AttributeDisclosure,
    Contribution,
    Decision,
    PopulationFacts,
    RiskProfile,
    SpreadFacts,
    Unsettled,
    VerifierRisk,
)
from bauta.model.columns import ColumnProfile
from bauta.model.estimates import PopulationEstimates, RiskEstimate
from bauta.model.missing import WildcardFigures
from bauta.model.threshold import Threshold, Thresholds
from bauta.report.json_keys import JSON_KEYS, PROFILE_JSON_KEYS
from bauta.report.version import bauta_version

__all__ = ["JSON_KEYS", "PROFILE_JSON_KEYS", "assessment_json", "profile_json"]

Json = dict[str, Any]

COUNTED = "counted"
"""The method where nothing was estimated: the population was counted."""


def assessment_json(assessment: Assessment) -> Json:
    """The whole assessment."""
    unit = assessment.unit
    document = {
        "bauta": bauta_version(),
        "title": assessment.title,
        "source": assessment.source,
        "quasi_identifiers": list(assessment.quasi_identifiers),
        "direct_identifiers": list(assessment.direct_identifiers),
        "roles_were_suggested": assessment.roles_were_suggested,
        "rows": unit.rows,
        "records": assessment.records,
        "person_key": unit.person_key,
        "possible_person_key": assessment.possible_person_key,
        "people_in_several_classes": unit.people_in_several_classes,
        "classes": assessment.classes,
        "smallest_class": assessment.smallest_class,
        "sample_uniques": assessment.sample_uniques,
        **risks_json(assessment),
        "decision": decision_json(assessment.decision),
        "population": None if assessment.population is None else population_json(assessment.population),
        "estimates": None if assessment.estimates is None else _population_estimates(assessment.estimates),
        "wildcard": None if assessment.wildcard is None else wildcard_json(assessment.wildcard),
        "class_sizes": [
            {"size": size.size, "classes": size.classes, "records": size.records} for size in assessment.sizes
        ],
        "contributions": [_contribution(contribution) for contribution in assessment.contributions],
        "smallest_classes": [{"size": small.size, "rows": list(small.rows)} for small in assessment.smallest_classes],
        "attribute_disclosure": [_disclosure(entry) for entry in assessment.attribute_disclosure],
        "notes": list(assessment.notes),
    }
    check_strict(document)
    return document


def wildcard_json(figures: WildcardFigures) -> Json:
    """What would be counted if a missing value matched anything."""
    return asdict(figures)


def profile_json(shown: str, rows: int, columns: Sequence[ColumnProfile], notes: Sequence[str] = ()) -> Json:
    """The whole profile."""
    document = {
        "bauta": bauta_version(),
        "source": shown,
        "rows": rows,
        "person_key": next((c.summary.name for c in columns if c.suggestion.is_person_key), None),
        "columns": [_column(column) for column in columns],
        "notes": list(notes),
    }
    check_strict(document)
    return document


def check_strict(value: object, path: str = "") -> None:
    """Raise ValueError, naming the key, if a value is not one of JSON's types or not a finite number."""
    if isinstance(value, dict):
        for key, inner in value.items():
            check_strict(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for inner in value:
            check_strict(inner, f"{path}[]")
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{path} is not a finite number")
    elif type(value) not in (str, int, bool, type(None)):
        raise ValueError(f"{path} is a {type(value).__name__}, which JSON does not have")


def risks_json(assessment: Assessment) -> Json:
    """The risk from each adversary."""
    journalist, marketer = assessment.journalist, assessment.marketer
    maximum, average = _estimates_of(assessment)
    return {
        "prosecutor": _risk(assessment.prosecutor),
        "journalist": None if journalist is None else {**_risk(journalist), **_estimate_or_null(maximum)},
        "marketer": {
            **_risk(marketer),
            **_estimate_or_null(average),
            "expected_reidentifications": marketer.average * assessment.records,
            "basis": _basis(assessment),
        },
        "verifier": None if assessment.verifier is None else _verifier(assessment.verifier),
    }


def _estimates_of(assessment: Assessment) -> tuple[RiskEstimate | None, RiskEstimate | None]:
    """The journalist's maximum and the marketer's average with their doubt: none where a population was counted."""
    population, estimates, journalist = assessment.population, assessment.estimates, assessment.journalist
    if estimates is not None:
        return estimates.risk.maximum, estimates.risk.marketer
    if population is None or journalist is None:
        return None, None
    if population.spread is not None:
        return population.spread.journalist, population.spread.marketer
    maximum, average = journalist.maximum, assessment.marketer.average
    return RiskEstimate(maximum, maximum, maximum, COUNTED), RiskEstimate(average, average, average, COUNTED)


def _estimate_or_null(estimate: RiskEstimate | None) -> Json:
    return dict.fromkeys(("estimate", "lower", "upper", "method")) if estimate is None else estimate_json(estimate)


def _basis(assessment: Assessment) -> str:
    if assessment.estimates is not None:
        return "estimate"
    return "data" if assessment.population is None else "population"


def _population_estimates(estimates: PopulationEstimates) -> Json:
    risk = estimates.risk
    return {
        "sampling_fraction": estimates.sampling.fraction,
        "population_size": estimates.sampling.population_size,
        "of_release": estimates.is_of_release,
        "method": estimates.estimator.value,
        "why": estimates.why,
        "largest_expected": risk.largest_expected,
        "chance_of_smaller": risk.chance_of_smaller,
        "share_at_risk": estimate_json(risk.at_risk),
        "population_uniques": estimate_json(risk.population_uniques),
        "uniques_in_both": estimate_json(risk.population_and_sample_uniques),
        "uniques_matched": estimate_json(risk.sample_uniques_matched),
        "uniqueness": [
            {"method": one.method.value, **_without_method(one.estimate), "why_not": one.why_not}
            for one in estimates.uniqueness
        ],
        "sensitivity": [
            {
                "population_size": one.sampling.population_size,
                "sampling_fraction": one.sampling.fraction,
                **_without_method(one.marketer),
            }
            for one in estimates.sensitivity
        ],
    }


def _without_method(estimate: RiskEstimate | None) -> Json:
    return {key: value for key, value in _estimate_or_null(estimate).items() if key != "method"}


def _risk(profile: RiskProfile) -> Json:
    return {
        "maximum": profile.maximum,
        "average": profile.average,
        "strict_average": profile.strict_average,
        "strict_average_holds": profile.strict_average_holds,
        "records_at_risk": profile.records_at_risk,
        "share_at_risk": profile.share_at_risk,
        "smallest_class": profile.smallest_class,
    }


def _verifier(risk: VerifierRisk) -> Json:
    return {
        **_risk(risk.profile),
        "attempts": risk.verifier.attempts,
        "probability": float(risk.verifier.probability),
        "least_class_size": risk.least_class_size,
        "classes": str(risk.classes),
    }


def decision_json(decision: Decision) -> Json:
    """The verdict, what was acceptable, and every rule for every adversary."""
    by_adversary = {str(entry.adversary): _outcomes(entry) for entry in decision.adversaries}
    return {
        "verdict": str(decision.verdict),
        "decided_by": decision.decided_by,
        "unsettled": unsettled_json(decision.unsettled),
        "not_judged": list(decision.not_judged),
        "thresholds": thresholds_json(decision.thresholds),
        "prosecutor": by_adversary.get("prosecutor"),
        "journalist": by_adversary.get("journalist"),
        "marketer": by_adversary.get("marketer"),
        "verifier": by_adversary.get("verifier"),
    }


def unsettled_json(unsettled: tuple[Unsettled, ...]) -> list[Json]:
    """What was not judged, and what would settle it."""
    return [{"column": one.column, "why": one.why, "remedy": one.remedy} for one in unsettled]


def thresholds_json(thresholds: Thresholds) -> Json:
    """What is acceptable."""
    return {
        "tau": _threshold(thresholds.tau),
        "alpha": thresholds.alpha,
        "lambda": _threshold(thresholds.largest_average),
    }


def _outcomes(entry: AdversaryDecision) -> Json:
    return {
        outcome.rule.replace(" ", "_"): {
            "value": outcome.value,
            "limit": outcome.limit,
            "verdict": str(outcome.verdict),
        }
        for outcome in entry.outcomes
    }


def _threshold(threshold: Threshold) -> Json:
    return {"probability": threshold.probability, "cell_size": threshold.cell_size}


def population_json(population: PopulationFacts) -> Json:
    """What the data was compared with, and what was assumed of it."""
    spread = population.spread
    return {
        "source": population.shown,
        "people": population.people,
        "unit": str(population.unit),
        "sampling_fraction": population.sampling_fraction,
        "absent_classes": population.absent_classes,
        "absent_records": population.absent_records,
        "unreadable": [{"variable": name, "people": people} for name, people in population.unreadable],
        "notes": list(population.notes),
        "spread": None if spread is None else _spread(spread),
    }


def _spread(spread: SpreadFacts) -> Json:
    return {
        "groups": spread.groups,
        "classes": spread.classes,
        "records": spread.records,
        "coarser": list(spread.coarser),
        "lacking": list(spread.lacking),
        "prior": spread.prior,
        "journalist": estimate_json(spread.journalist),
        "marketer": estimate_json(spread.marketer),
    }


def estimate_json(estimate: RiskEstimate) -> Json:
    """A number with its doubt."""
    return {
        "estimate": estimate.value,
        "lower": estimate.lower,
        "upper": estimate.upper,
        "method": estimate.method,
    }


def _contribution(contribution: Contribution) -> Json:
    return {
        "variable": contribution.variable,
        "values": contribution.values,
        "has_missing": contribution.has_missing,
        "average_without": contribution.average_without,
        "average_added": contribution.average_added,
        "maximum_without": contribution.maximum_without,
        "uniques_without": contribution.uniques_without,
        "uniques_added": contribution.uniques_added,
    }


def _disclosure(entry: AttributeDisclosure) -> Json:
    return {
        "variable": entry.variable,
        "smallest_diversity": entry.smallest_diversity,
        "homogeneous_classes": entry.homogeneous_classes,
        "homogeneous_records": entry.homogeneous_records,
        "homogeneous_records_not_unique": entry.homogeneous_records_not_unique,
        "largest_distance": entry.largest_distance,
        "distance": entry.distance,
    }


def _column(column: ColumnProfile) -> Json:
    summary, suggestion = column.summary, column.suggestion
    return {
        "name": summary.name,
        "storage": str(summary.storage),
        "missing": summary.missing,
        "distinct": summary.distinct,
        "uniqueness": summary.uniqueness,
        "role": str(suggestion.role),
        "type": str(suggestion.type),
        "kind": suggestion.kind,
        "reason": suggestion.reason,
        "is_person_key": suggestion.is_person_key,
    }
