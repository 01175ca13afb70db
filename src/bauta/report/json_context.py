"""The context of a release for programs."""

from typing import TYPE_CHECKING, Any

from bauta.model.threat import ContextRisk, InContext, ReleaseContext
from bauta.model.threshold import Threshold, Thresholds
from bauta.report.json_keys import UNSETTLED
from bauta.report.render_json import unsettled_json
from bauta.report.version import bauta_version

if TYPE_CHECKING:
    from bauta.model.transformations import CriterionKind

_RISK = {
    "overall": "The largest data_risk x probability over the attacks.",
    "verdict": "HIGH if any attack is over what it permits; else UNSETTLED if unsettled is not empty, or LOW.",
    **UNSETTLED,
    "attacks": "Every attack as it was measured.",
    "attacks[].kind": "Which attack.",
    "attacks[].quasi_identifiers": "What was matched on.",
    "attacks[].measured_as": "prosecutor or journalist.",
    "attacks[].data_risk": "Pr(re-identification | attack), by the attack's metric.",
    "attacks[].smallest_class": "The fewest people a record could be taken for.",
    "attacks[].overall": "data_risk x probability.",
    "attacks[].verdict": "HIGH or LOW.",
    "notes": "What there is to mind.",
}
CONTEXT_RISK_JSON_KEYS = {
    "context": "Every attack measured; null without a `context:` in the study.",
    **{f"context.{key}": meaning for key, meaning in _RISK.items()},
}
CONTEXT_JSON_KEYS = {
    "bauta": "The version of bauta that made this.",
    "sharing": "public, quasi-public or by-request.",
    "mechanism": "microdata or portal.",
    "recipient": "Who gets the data.",
    "purpose": "What for.",
    "is_closed": "Whether an adversary can know who is in the data.",
    "membership": "Why, in a sentence.",
    "threshold": "The largest acceptable risk of the release.",
    "threshold.probability": "As printed.",
    "threshold.cell_size": "As printed; the class size the probability stands for.",
    "threshold.source": "The document.",
    "threshold.why": "Why this line of it.",
    "attacks": "The attacks that apply.",
    "attacks[].kind": "demonstration, deliberate, inadvertent or breach.",
    "attacks[].adversary": "Who.",
    "attacks[].knows": "Quasi-identifiers the adversary can know; null for all.",
    "attacks[].probability": "Pr(attack).",
    "attacks[].source": "Where that comes from.",
    "attacks[].metric": "maximum or strict-average.",
    "attacks[].measured_as": "prosecutor or journalist.",
    "attacks[].permitted": "The largest risk of the data.",
    "attacks[].permitted.probability": "min(1, threshold / Pr(attack)).",
    "attacks[].permitted.cell_size": "Its class size, never below 3 for a strict average.",
    "attacks[].note": "Why, as the study says.",
    "not_applicable": "Attacks that need not be feared.",
    "not_applicable[].kind": "Which.",
    "not_applicable[].why": "Why not.",
    "permitted_data_risk": "The least of what the attacks permit.",
    "binding": "The attack that permits it.",
    "goal": "The criterion by which a release is searched that meets all attacks.",
    "goal.criterion": "maximum or strict-average.",
    "goal.tau": "tau.",
    "goal.tau.probability": "As a probability.",
    "goal.tau.cell_size": "As a class size.",
    "goal.lambda": "The largest average; null for maximum.",
    "goal.lambda.probability": "As a probability.",
    "goal.lambda.cell_size": "As a class size.",
    "framework": "Name and source of the questionnaires; null where none was answered.",
    "scores": "Questionnaires that were answered in full.",
    "scores[].questionnaire": "mitigating_controls, invasion_of_privacy or motives_and_capacity.",
    "scores[].percent": "Points in percent of the possible.",
    "scores[].band": "The band.",
    "scores[].triggers": "Questions whose answer forces the worst band.",
    "scores[].questions": "Every question.",
    "scores[].questions[].question": "Its key.",
    "scores[].questions[].answer": "The answer.",
    "scores[].questions[].points": "weight x points.",
    "scores[].questions[].most_points": "The most it could have.",
    "scores[].questions[].by": "Who decided.",
    "scores[].questions[].note": "On what grounds.",
    "conditions": "What the recipient must keep to.",
    "notes": "What there is to mind.",
    "risk": "The data measured against it; null without --measure.",
    **{f"risk.{key}": meaning for key, meaning in _RISK.items()},
}


def context_json(
    context: ReleaseContext, goal: "tuple[CriterionKind, Thresholds]", risk: ContextRisk | None = None
) -> dict[str, Any]:
    """Everything that follows from the context."""
    criterion, thresholds = goal
    return {
        "bauta": bauta_version(),
        "sharing": str(context.sharing),
        "mechanism": str(context.mechanism),
        "recipient": context.recipient,
        "purpose": context.purpose,
        "is_closed": context.is_closed,
        "membership": context.membership,
        "threshold": {
            **_pair(context.threshold.threshold),
            "source": context.threshold.source,
            "why": context.threshold.why,
        },
        "attacks": [
            {
                "kind": str(attack.kind),
                "adversary": attack.adversary,
                "knows": None if attack.knows is None else list(attack.knows),
                "probability": attack.probability,
                "source": attack.source,
                "metric": str(attack.metric),
                "measured_as": str(attack.measured_as),
                "permitted": _pair(attack.permitted),
                "note": attack.note,
            }
            for attack in context.attacks
        ],
        "not_applicable": [{"kind": str(one.kind), "why": one.why} for one in context.not_applicable],
        "permitted_data_risk": context.binding.permitted.probability,
        "binding": str(context.binding.kind),
        "goal": {
            "criterion": str(criterion),
            "tau": _pair(thresholds.tau),
            "lambda": None if thresholds.average is None else _pair(thresholds.average),
        },
        "framework": context.framework,
        "scores": [
            {
                "questionnaire": score.questionnaire,
                "percent": score.percent,
                "band": score.band,
                "triggers": [one.question for one in score.triggers],
                "questions": [
                    {
                        "question": one.question,
                        "answer": one.answer,
                        "points": one.points,
                        "most_points": one.most_points,
                        "by": one.by,
                        "note": one.note,
                    }
                    for one in score.questions
                ],
            }
            for score in context.scores
        ],
        "conditions": list(context.conditions),
        "notes": list(context.notes),
        "risk": None if risk is None else context_risk_json(risk),
    }


def context_risk_json(risk: ContextRisk) -> dict[str, Any]:
    """Every attack as it was measured."""
    return {
        "overall": risk.overall,
        "verdict": str(risk.verdict),
        "unsettled": unsettled_json(risk.unsettled),
        "attacks": [
            {
                "kind": str(one.attack.kind),
                "quasi_identifiers": list(one.quasi_identifiers),
                "measured_as": str(one.measured_as),
                "data_risk": one.data_risk,
                "smallest_class": one.smallest_class,
                "overall": one.overall,
                "verdict": str(one.verdict),
            }
            for one in risk.risks
        ],
        "notes": list(risk.notes),
    }


def beside_json(beside: InContext | None) -> dict[str, Any] | None:
    """The attacks beside an assessment; None where the study has no context, or one that is not settled."""
    return None if beside is None or beside.risk is None else context_risk_json(beside.risk)


def _pair(threshold: Threshold) -> dict[str, float | int]:
    return {"probability": threshold.probability, "cell_size": threshold.cell_size}
