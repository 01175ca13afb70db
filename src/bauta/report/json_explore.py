"""What `bauta explore` found, as JSON. What each key means is in json_keys.py."""

from bauta.model.deidentification import Exploration, NodeOutcome
from bauta.report.json_deidentify import goal_json
from bauta.report.render_json import Json, check_strict
from bauta.report.version import bauta_version


def exploration_json(result: Exploration) -> Json:
    """The whole solution space, or its frontier."""
    document = {
        "bauta": bauta_version(),
        "title": result.title,
        "source": result.source,
        "goal": goal_json(result.goal),
        "records": result.records,
        "variables": [
            {"variable": variable, "level_names": list(names)}
            for variable, names in zip(result.variables, result.level_names, strict=True)
        ],
        "lattice_nodes": result.lattice_nodes,
        "is_whole": result.is_whole,
        "best": None if result.best is None else _node(result, result.best),
        "nodes": [_node(result, node) for node in result.nodes],
        "notes": list(result.notes),
    }
    check_strict(document)
    return document


def _node(result: Exploration, node: NodeOutcome) -> Json:
    return {
        "levels": dict(zip(result.variables, node.levels, strict=True)),
        "loss": node.loss,
        "suppressed_records": node.suppressed_records,
        "suppressed_share": node.suppressed_share,
        "maximum_risk": node.maximum_risk,
        "average_risk": node.average_risk,
        "classes": node.classes,
        "is_within_limit": node.is_within_limit,
        "is_on_frontier": node.is_on_frontier,
    }
