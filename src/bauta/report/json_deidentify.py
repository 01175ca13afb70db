"""What `bauta deidentify` did, as JSON. What each key means is in json_keys.py."""

from dataclasses import asdict

from bauta.model.assessment import Assessment
from bauta.model.deidentification import (
    BesideEarlier,
    Deidentification,
    Goal,
    SearchFacts,
    Solution,
    Subsample,
    VariableOutcome,
)
from bauta.model.durations import DurationFacts
from bauta.model.ties import TiesOfRelease
from bauta.model.transformations import LossKind
from bauta.model.uniqueness import NearUniqueness, ValueUniqueness
from bauta.report.goal_words import adversary_of, basis_of, decision_by_goal
from bauta.report.render_json import Json, check_strict, decision_json, risks_json, thresholds_json, wildcard_json
from bauta.report.version import bauta_version

_GROUPS = ("newcomers", "stayed", "changed", "gone")


def deidentification_json(result: Deidentification) -> Json:
    """Everything about one release; never what undoes it."""
    document = {
        "bauta": bauta_version(),
        "title": result.title,
        "source": result.source,
        "folder": result.folder,
        "data_files": result.data_files,
        "goal": goal_json(result.goal),
        "solution": _solution(result.solution),
        "search": {
            **_search(result.search),
            "adversary": str(adversary_of(result.goal)),
            "basis": basis_of(result.goal),
        },
        "risk_before": _risk(result.before),
        "risk_after": _risk(result.after),
        "decision": {**decision_json(decision_by_goal(result)), "released": True},
        "columns": [{"column": outcome.column, "what": outcome.what} for outcome in result.columns],
        "ties": None if result.ties is None else _ties(result.ties),
        "subsample": None if result.subsample is None else _subsample(result.subsample),
        "near_uniqueness": None if result.near_uniqueness is None else near_uniqueness_json(result.near_uniqueness),
        "durations": None if result.durations is None else _durations(result.durations),
        "rows_before": result.rows_before,
        "rows_after": result.rows_after,
        "test_mode": result.is_test,
        "recipient": result.recipient,
        "beside_earlier": None if result.beside is None else _beside(result.beside),
        "seconds": result.seconds,
        "notes": [*result.warnings, *result.notes],
    }
    check_strict(document)
    return document


def _beside(beside: BesideEarlier) -> Json:
    if not beside.is_judged:
        return {"judged": False, "reason": beside.reason, "least_group": None, **dict.fromkeys(_GROUPS)}
    groups = {
        name: asdict(group)
        for name, group in zip(_GROUPS, (beside.newcomers, beside.stayed, beside.changed, beside.gone), strict=True)
    }
    return {"judged": True, "reason": beside.reason, "least_group": beside.least, **groups}


def _ties(ties: TiesOfRelease) -> Json:
    return {
        "columns": ties.columns,
        "people": ties.people,
        "is_whole": ties.is_whole,
        "found": [
            {
                "variable": tie.variable,
                "columns": list(tie.columns),
                "how": tie.how,
                "level": tie.level,
                "people": tie.people,
                "share": tie.share,
                "chance": tie.chance,
                "treatment": str(tie.treatment),
                "reason": tie.reason,
            }
            for tie in ties.found
        ],
        "associations": [
            {
                "variable": one.variable,
                "columns": list(one.columns),
                "level": one.level,
                "right": one.right,
                "without": one.without,
            }
            for one in ties.associations
        ],
        "risk": None
        if ties.risk is None
        else {
            "people": ties.risk.people,
            "smallest_class": ties.risk.smallest_class,
            "maximum": ties.risk.maximum,
            "average": ties.risk.average,
        },
    }


def _durations(facts: DurationFacts) -> Json:
    return {
        "days": [{"name": one.name, "first": one.first, "later": one.later} for one in facts.durations],
        "judged": facts.is_judged,
        "reason": facts.reason,
        "people": facts.people,
        "unique_people": facts.unique_people,
        "repeated_rows": facts.repeated_rows,
    }


def goal_json(goal: Goal) -> Json:
    """What a release had to meet, and what could be done for it."""
    return {
        "criterion": str(goal.criterion),
        "adversary": str(adversary_of(goal)),
        "basis": basis_of(goal),
        "population_size": None if goal.sampling is None else goal.sampling.population_size,
        "was_met": goal.was_met,
        "thresholds": thresholds_json(goal.thresholds),
        "suppression": str(goal.suppression),
        "suppression_limit": goal.suppression_limit,
        "reading": str(goal.reading),
        "loss": str(goal.loss),
        "verifier": None
        if goal.verifier is None
        else {"attempts": goal.verifier.attempts, "probability": float(goal.verifier.probability)},
    }


def _solution(solution: Solution) -> Json:
    return {
        "levels": {outcome.variable: outcome.level for outcome in solution.variables},
        "variables": [_variable(outcome) for outcome in solution.variables],
        "suppressed_records": solution.suppressed_records,
        "suppressed_cells": solution.suppressed_cells,
        "rows_left_out": solution.rows_left_out,
        "rows_blanked": solution.rows_blanked,
        "loss": {str(kind): solution.losses[kind] for kind in LossKind if kind in solution.losses},
        "was_chosen": solution.was_chosen,
        "was_planned": solution.was_planned,
    }


def _variable(outcome: VariableOutcome) -> Json:
    return {
        "variable": outcome.variable,
        "level": outcome.level,
        "level_name": outcome.level_name,
        "highest_level": outcome.highest_level,
        "hierarchy": outcome.hierarchy,
        "values_before": outcome.values_before,
        "values_after": outcome.values_after,
        "suppressed_cells": outcome.suppressed_cells,
    }


def _search(search: SearchFacts) -> Json:
    return {
        "lattice_nodes": search.lattice_nodes,
        "nodes_evaluated": search.nodes_evaluated,
        "optimal": search.is_optimal,
        "gap": search.gap,
        "finer_levels_untried": search.finer_untried,
        "cpu_seconds": search.cpu_seconds,
    }


def _risk(assessment: Assessment) -> Json:
    return {
        "records": assessment.records,
        "classes": assessment.classes,
        "smallest_class": assessment.smallest_class,
        "sample_uniques": assessment.sample_uniques,
        "people_in_several_classes": assessment.unit.people_in_several_classes,
        **risks_json(assessment),
        "wildcard": None if assessment.wildcard is None else wildcard_json(assessment.wildcard),
    }


def near_uniqueness_json(found: NearUniqueness) -> Json:
    """Whom the kept columns single out."""
    return {
        "people": found.people,
        "cell_size": found.cell_size,
        "columns": [{**_lonely(one), "changed": one.is_changed} for one in found.columns],
        "pairs": [_lonely(one) for one in found.pairs],
        "pairs_uncounted": found.pairs_uncounted,
    }


def _lonely(one: ValueUniqueness) -> Json:
    return {"columns": list(one.columns), "alone": one.alone, "few": one.few}


def _subsample(subsample: Subsample) -> Json:
    return {
        "fraction": subsample.fraction,
        "people_before": subsample.people_before,
        "people_drawn": subsample.people_drawn,
        "average_risk": subsample.average_risk,
        "maximum_risk": subsample.maximum_risk,
        "average_risk_if_unknown": subsample.average_risk_if_unknown,
        "maximum_risk_if_unknown": subsample.maximum_risk_if_unknown,
    }
