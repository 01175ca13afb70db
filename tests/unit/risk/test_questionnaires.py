"""Questionnaires scored by hand."""

import pytest

from bauta.model.context import Answer
from bauta.model.framework import QuestionnaireKind
from bauta.risk.questionnaires import band_of, score_questionnaire, worse_band
from bauta.standards.frameworks import framework_by_name
from contexts import CONTROLS, INVASION, LESSENS, MOTIVES, TRIGGERED_CONTROLS, answers

FRAMEWORK = framework_by_name("el-emam")


def scored(kind, given):
    questionnaire = FRAMEWORK.questionnaires[kind]
    return score_questionnaire(kind, questionnaire, {key: Answer(answer=value) for key, value in given.items()})


def test_the_helper_names_every_question():
    named = {
        QuestionnaireKind.CONTROLS: CONTROLS,
        QuestionnaireKind.INVASION: INVASION,
        QuestionnaireKind.MOTIVES: MOTIVES,
    }
    for kind, questions in named.items():
        assert set(questions) == FRAMEWORK.questionnaires[kind].questions.keys()


def test_controls_by_hand():
    """All weights are 113; the six with weight 10 and a trigger are 60 of them."""
    score = scored(QuestionnaireKind.CONTROLS, answers(CONTROLS, *TRIGGERED_CONTROLS))
    assert score.percent == pytest.approx(100 * 60 / 113)
    assert score.band == "high"
    assert not score.triggers


@pytest.mark.parametrize("missing", TRIGGERED_CONTROLS)
def test_a_missing_control_that_matters_forces_the_worst_band(missing):
    score = scored(QuestionnaireKind.CONTROLS, {**answers(CONTROLS, *CONTROLS), missing: "no"})
    assert score.percent > 90
    assert score.band == "none"
    assert [one.question for one in score.triggers] == [missing]


@pytest.mark.parametrize("question", LESSENS)
def test_what_makes_a_disclosure_less_invasive_lowers_the_score(question):
    without, with_it = (scored(QuestionnaireKind.INVASION, answers(INVASION, *yes)) for yes in ((), (question,)))
    assert with_it.percent < without.percent


def test_invasion_by_hand():
    """All weights are 59. Nothing but the three that lessen it, at 10 points each: 3 of 59."""
    score = scored(QuestionnaireKind.INVASION, answers(INVASION))
    assert score.percent == pytest.approx(100 * 3 / 59)
    assert score.band == "low"
    assert scored(QuestionnaireKind.INVASION, answers(INVASION, *LESSENS)).percent == 0
    detailed = scored(QuestionnaireKind.INVASION, answers(INVASION, "detailed"))
    assert (detailed.band, detailed.percent) == ("medium", pytest.approx(100 * 8 / 59))
    assert scored(QuestionnaireKind.INVASION, answers(INVASION, "sensitive")).band == "max"


def test_motives_by_hand():
    """All weights are 41: expertise and money are 15, and no other means is 1."""
    score = scored(QuestionnaireKind.MOTIVES, answers(MOTIVES, "expertise", "resources"))
    assert (score.percent, score.band) == (pytest.approx(100 * 16 / 41), "high")
    not_applicable = scored(QuestionnaireKind.MOTIVES, dict.fromkeys(MOTIVES, "n/a"))
    assert not_applicable.percent == pytest.approx(60)


@pytest.mark.parametrize(
    ("kind", "percent", "band"),
    [
        (QuestionnaireKind.CONTROLS, 0, "none"),
        (QuestionnaireKind.CONTROLS, 5, "none"),
        (QuestionnaireKind.CONTROLS, 6, "low"),
        (QuestionnaireKind.CONTROLS, 15, "low"),
        (QuestionnaireKind.CONTROLS, 30, "medium"),
        (QuestionnaireKind.CONTROLS, 31, "high"),
        (QuestionnaireKind.INVASION, 0, "low"),
        (QuestionnaireKind.INVASION, 10, "medium"),
        (QuestionnaireKind.INVASION, 25, "high"),
        (QuestionnaireKind.INVASION, 50, "max"),
        (QuestionnaireKind.MOTIVES, 30, "high"),
    ],
)
def test_where_two_bands_meet_the_worse_holds(kind, percent, band):
    assert band_of(FRAMEWORK.questionnaires[kind], percent) == band


def test_the_worse_of_two_bands():
    controls, motives = (FRAMEWORK.questionnaires[k] for k in (QuestionnaireKind.CONTROLS, QuestionnaireKind.MOTIVES))
    assert worse_band(controls, "high", "low") == "low"
    assert worse_band(controls, "none", "low") == "none"
    assert worse_band(motives, "low", "high") == "high"
