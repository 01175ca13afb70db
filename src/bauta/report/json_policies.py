"""What `bauta policies` found, as JSON. What each key means is in json_keys.py."""

from collections.abc import Mapping

from bauta.model.estimates import RiskEstimate
from bauta.model.policies import Overlay, PolicyComparison, PolicyMeasure, PolicyNode, PolicyOutcome, PolicyRisk
from bauta.report.render_json import Json, check_strict, estimate_json, population_json
from bauta.report.version import bauta_version


def policies_json(result: PolicyComparison) -> Json:
    """The whole comparison."""
    document = {
        "bauta": bauta_version(),
        "title": result.title,
        "source": result.source,
        "population": population_json(result.population),
        "records": result.records,
        "threshold": result.threshold,
        "scaling": result.scaling,
        "variables": [
            {"variable": variable, "level_names": list(names)}
            for variable, names in zip(result.variables, result.level_names, strict=True)
        ],
        "safe_harbor": _outcome(result, result.safe_harbor),
        "policies": [_outcome(result, outcome) for outcome in result.alternatives],
        "not_tried": [{"name": name, "why": why} for name, why in result.not_tried.items()],
        "loss": str(result.loss),
        "lattice_nodes": result.lattice_nodes,
        "nodes_judged": result.nodes_judged,
        "frontier": None if result.frontier is None else [_node(result, node) for node in result.frontier],
        "overlay": None if result.overlay is None else _overlay(result.overlay),
        "notes": list(result.notes),
    }
    check_strict(document)
    return document


def _outcome(result: PolicyComparison, outcome: PolicyOutcome) -> Json:
    return {
        "name": outcome.name,
        "told": [
            {"variable": variable, "as": told} for variable, told in zip(result.variables, outcome.told, strict=True)
        ],
        "classes": outcome.classes,
        "risk": _risk(outcome.risk),
        "acceptable": _thumbs(outcome.acceptable),
        "is_acceptable": outcome.is_acceptable,
        "estimates": None if outcome.estimates is None else _estimates(outcome.estimates),
    }


def _risk(risk: PolicyRisk) -> Json:
    return {str(measure): risk.of(measure) for measure in PolicyMeasure}


def _thumbs(acceptable: Mapping[PolicyMeasure, bool]) -> Json:
    return {str(measure): acceptable[measure] for measure in PolicyMeasure}


def _estimates(estimates: Mapping[PolicyMeasure, RiskEstimate]) -> Json:
    return {str(measure): estimate_json(estimates[measure]) for measure in PolicyMeasure}


def _node(result: PolicyComparison, node: PolicyNode) -> Json:
    return {
        "levels": dict(zip(result.variables, node.levels, strict=True)),
        "information_kept": node.information_kept,
        "loss": node.loss,
        "risk": _risk(node.risk),
    }


def _overlay(overlay: Overlay) -> Json:
    return {
        "first": overlay.names[0],
        "second": overlay.names[1],
        "is_finer": overlay.is_finer,
        "classes_first": overlay.classes[0],
        "classes_second": overlay.classes[1],
        "classes": overlay.classes[2],
        "risk": _risk(overlay.risk),
        "acceptable": _thumbs(overlay.acceptable),
        "is_acceptable": overlay.is_acceptable,
    }
