"""What `bauta compare` and `bauta diagnose` found, as JSON, and what each key means."""

from dataclasses import asdict
from enum import StrEnum
from typing import Any

from bauta.model.comparison import Comparison
from bauta.model.diagnostics import Diagnostics
from bauta.report.render_json import Json, check_strict
from bauta.report.version import bauta_version

COMPARE_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The study's title.",
    "source": "The table before.",
    "released": "The table after.",
    "losses": "Information loss by each measure, as when the release was made.",
    "largest_loss": "The largest share of the information that may be lost, as the study says; null if it does not.",
    "variables": "How the distribution of each variable changed.",
    "variables[].variable": "Its name.",
    "variables[].rows_before": "Rows in the source.",
    "variables[].rows_after": "Rows in the release.",
    "variables[].missing_before": "Of these, without a value.",
    "variables[].missing_after": "Of these, without a value or with a suppressed one.",
    "variables[].values_before": "Different values in the source.",
    "variables[].values_after": "Different values in the release.",
    "variables[].distance": "Total variation between the distributions of known values, both in the words of the "
    "release: 0 same, 1 nothing in common; null where nothing is told or values were moved at random.",
    "variables[].mean_before": "The mean, for numbers.",
    "variables[].mean_after": "The mean in the release, intervals taken at their middle.",
    "variables[].sd_before": "The standard deviation.",
    "variables[].sd_after": "The same in the release.",
    "associations": "How pairs of variables go together.",
    "associations[].first": "One variable.",
    "associations[].second": "The other.",
    "associations[].measure": "Cramer's V for categories, Pearson's r for numbers, eta for one of each.",
    "associations[].before": "In the source.",
    "associations[].after": "In the release.",
    "models": "The study's analyses, fitted to both tables.",
    "models[].name": "As the study calls it.",
    "models[].kind": "linear, logistic, poisson or cox.",
    "models[].formula": "What is explained by what.",
    "models[].rows_before": "Complete rows in the source.",
    "models[].rows_after": "Complete rows in the release.",
    "models[].coefficients": "Side by side. Levels of categories are named where enough people have them.",
    "models[].coefficients[].term": "The term; for a category its level and the one it is compared with.",
    "models[].coefficients[].before": "The estimate before; null where there is none.",
    "models[].coefficients[].before_lower": "The lower end of its 95 % interval.",
    "models[].coefficients[].before_upper": "The upper end.",
    "models[].coefficients[].after": "The estimate after.",
    "models[].coefficients[].after_lower": "The lower end of its 95 % interval.",
    "models[].coefficients[].after_upper": "The upper end.",
    "models[].coefficients[].overlap": "Mean share of the two intervals that they have in common: 1 same, 0 none.",
    "models[].same_signs": "Whether no coefficient that was told apart from 0 has the other sign after.",
    "models[].note": "Why it could not be fitted, where it could not.",
    "curve": "The least loss for several limits of risk, and the release; empty where it was not drawn.",
    "curve[].levels": "The levels of the quasi-identifiers, in the order of the study.",
    "curve[].loss": "Share of the information lost, with what is suppressed.",
    "curve[].risk": "The risk that remains.",
    "curve[].is_chosen": "Whether it is the release.",
    "curve[].is_permitted": "Whether the risk is within what is permitted.",
    "curve[].is_useful": "Whether the loss is within largest_loss; both make the operating range.",
    "curve_risk": "Which risk the curve shows.",
    "curve_limit": "The largest permitted risk.",
    "notes": "What a reader should know.",
}

DIAGNOSE_JSON_KEYS: dict[str, str] = {
    "bauta": "The version of bauta that made this.",
    "title": "The study's title.",
    "released": "The release that was judged.",
    "verdict": "HIGH or LOW, as assumed.",
    "overall": "The largest risk over the attacks: the data's times the context's.",
    "limit": "The threshold it is held against, as printed; class sizes are compared by cell size.",
    "scenarios": "The same with one assumption changed.",
    "scenarios[].assumption": "Which.",
    "scenarios[].assumed": "What the verdict rests on.",
    "scenarios[].instead": "What is assumed here.",
    "scenarios[].overall": "The risk then; null where it cannot be told.",
    "scenarios[].limit": "The threshold.",
    "scenarios[].verdict": "The verdict then; null where it cannot be told.",
    "scenarios[].flips": "Whether it is another.",
    "scenarios[].note": "Why it cannot be told, where it cannot.",
    "tipping_points": "How far an assumption would have to be off for the verdict to change.",
    "tipping_points[].assumption": "Which.",
    "tipping_points[].assumed": "Its value.",
    "tipping_points[].flips_at": "The nearest value with another verdict; null where there is none.",
    "tipping_points[].text": "The same in a sentence.",
    "notes": "What a reader should know.",
}


def comparison_json(result: Comparison) -> Json:
    """Everything that was compared."""
    document = {"bauta": bauta_version(), **_in_order(asdict(result), COMPARE_JSON_KEYS)}
    document["losses"] = dict(result.losses)
    return _checked(document)


def diagnostics_json(result: Diagnostics) -> Json:
    """Every scenario."""
    return _checked({"bauta": bauta_version(), **_in_order(asdict(result), DIAGNOSE_JSON_KEYS)})


def _in_order(fields: dict[str, Any], keys: dict[str, str]) -> dict[str, Any]:
    """The fields in the order they are documented."""
    return {key: fields[key] for key in keys if key in fields}


def _checked(document: dict[str, Any]) -> Json:
    plain: Json = _plain(document)
    check_strict(plain)
    return plain


def _plain(value: Any) -> Any:
    """Lists for tuples, and words for the choices they stand for."""
    if isinstance(value, StrEnum):
        return str(value)
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, tuple | list) else value
