"""Questionnaires scored: weight x points of the answers, in percent of the most that could be reached, and its band."""

from collections.abc import Mapping
from fractions import Fraction

from bauta.model.context import Answer
from bauta.model.framework import QuestionEntry, QuestionnaireEntry, QuestionnaireKind, exact
from bauta.model.threat import QuestionnaireScore, QuestionScore


def points_of(questionnaire: QuestionnaireEntry, question: QuestionEntry) -> dict[str, float]:
    """The answers a question offers, and their points."""
    return question.options or questionnaire.options


def score_questionnaire(
    kind: QuestionnaireKind, questionnaire: QuestionnaireEntry, answers: Mapping[str, Answer]
) -> QuestionnaireScore:
    """The score and the band; every question has been given one of its answers."""
    reached, possible = Fraction(0), Fraction(0)
    questions = []
    for key, question in questionnaire.questions.items():
        points, weight, given = points_of(questionnaire, question), exact(question.weight), answers[key]
        earned, most = weight * exact(points[given.answer]), weight * exact(max(points.values()))
        reached, possible = reached + earned, possible + most
        questions.append(
            QuestionScore(
                question=key,
                text=question.text,
                answer=given.answer,
                points=float(earned),
                most_points=float(most),
                is_trigger=given.answer in question.triggers,
                by=given.by,
                note=given.note,
            )
        )
    percent = 100 * reached / possible
    is_forced = any(question.is_trigger for question in questions)
    return QuestionnaireScore(
        questionnaire=kind.value,
        title=questionnaire.title,
        percent=float(percent),
        band=questionnaire.worst if is_forced else band_of(questionnaire, percent),
        bands=tuple(questionnaire.bands.items()),
        questions=tuple(questions),
    )


def band_of(questionnaire: QuestionnaireEntry, percent: Fraction) -> str:
    """The band a percentage falls into; where two bands meet, the worse of them."""
    found = next(iter(questionnaire.bands))
    for band, begins in questionnaire.bands.items():
        edge = exact(begins)
        if percent > edge or (percent == edge and not questionnaire.is_worst_lowest):
            found = band
    return found


def worse_band(questionnaire: QuestionnaireEntry, one: str, other: str) -> str:
    """Of two bands, the one nearer to the worst."""
    order = list(questionnaire.bands)
    ranked = sorted((one, other), key=order.index)
    return ranked[0] if questionnaire.is_worst_lowest else ranked[1]


def next_worse_band(questionnaire: QuestionnaireEntry, band: str) -> str | None:
    """The band one step nearer to the worst; None for the worst itself."""
    order = list(questionnaire.bands)
    at = order.index(band) + (-1 if questionnaire.is_worst_lowest else 1)
    return order[at] if 0 <= at < len(order) else None
