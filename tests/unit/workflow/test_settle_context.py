"""What follows from a study's context, what it leaves open, and what cannot be."""

from pathlib import Path

import pytest
import yaml

from bauta.errors import BautaError, ContextContradictory, ContextMissing, ContextUnanswered, StudyInvalid
from bauta.model.study import Study
from bauta.model.threat import AttackKind
from bauta.model.threshold import Threshold, Thresholds
from bauta.model.transformations import CriterionKind
from bauta.workflow.context import settle_context
from bauta.workflow.context_risk import context_goal
from contexts import CONTROLS, INVASION, LESSENS, MOTIVES, OPEN, answers, context, recipient, study

PREVALENCE = {"inadvertent": {"prevalence": "0.0013"}}


def settled(folder=Path(), *, beside=None, **parts):
    return settle_context(study(context(**parts), **(beside or {})), folder)


def test_everything_that_is_open_is_listed_together():
    with pytest.raises(ContextUnanswered) as raised:
        settled(membership=None, attacks=None, answers=None, threshold={"table": "ipc-2016"})
    told = str(raised.value)
    assert "40 questions" in told
    assert told.count("\n") == 40 == 3 + 1 + len(CONTROLS) + len(MOTIVES) + len(INVASION)
    for question in ("membership.findable", "inadvertent.prevalence", "answers.invasion_of_privacy.caveat"):
        assert question in told


def test_only_what_matters_is_asked():
    """Nobody asks a public release about a recipient, or a portal about breaches."""
    settled(sharing="public", answers=None, attacks=None)
    settled(mechanism="portal", answers=None)
    settled(answers=None, attacks={**PREVALENCE, "deliberate": {"probability": "0.3", "source": "our own figures"}})


def test_a_line_of_the_precedents_must_be_chosen():
    with pytest.raises(ContextUnanswered, match=r"context\.threshold\.entry"):
        settled(threshold={"table": "precedents"})
    chosen = settled(threshold={"table": "precedents"}, answers={**recipient(), "threshold": {"entry": "11"}})
    assert chosen.threshold.threshold == Threshold(0.09, 11)


@pytest.mark.parametrize(
    ("parts", "beside", "told"),
    [
        ({"sharing": "public"}, {}, "nobody is bound by a contract"),
        (
            {"attacks": {**PREVALENCE, "deliberate": {"probability": "0.3", "source": "x"}}},
            {},
            "attacks.deliberate has a probability, and mitigating_controls is answered too",
        ),
        (
            {"membership": {**OPEN, "whole_population": "true"}},
            {"sampling": {"fraction": "0.1"}},
            "sampling says that they are 0.1 of it",
        ),
        ({"answers": {**recipient(), "membership": {"findable": "no"}}}, {}, "membership is in the study and"),
        ({"answers": {**recipient(), "inadvertent": {"prevalence": "0.1"}}}, {}, "the prevalence is in the study and"),
        ({"attacks": {**PREVALENCE, "breach": {"quasi_identifiers": ["zip"]}}}, {}, "attacks.breach knows 'zip'"),
        ({"attacks": {**PREVALENCE, "breach": {"quasi_identifiers": []}}}, {}, "knows no quasi-identifier at all"),
        ({"threshold": {"table": "ipc-2016", "entry": "extreme"}}, {}, "has no line 'extreme'"),
        (
            {"answers": {**recipient(), "invasion_of_privacy": answers(INVASION)}},
            {},
            "threshold.entry is given, and invasion_of_privacy",
        ),
        ({"answers": {**recipient(), "horoscope": {"sign": "yes"}}}, {}, "no questionnaire 'horoscope'"),
        ({"answers": recipient({**answers(CONTROLS), "guards": "yes"})}, {}, "no question 'guards'"),
        ({"answers": recipient({**answers(CONTROLS), "accounts": "maybe"})}, {}, "answered with yes, no or n/a"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(parts, beside, told):
    with pytest.raises(ContextContradictory) as raised:
        settled(beside=beside, **parts)
    assert told in str(raised.value)


def test_all_contradictions_are_told_at_once():
    with pytest.raises(ContextContradictory) as raised:
        settled(sharing="public", attacks={"demonstration": {"quasi_identifiers": ["zip", "race"]}})
    assert str(raised.value).count("\n") == 3


def test_a_study_without_context():
    plain = study(context()).model_copy(update={"context": None})
    assert isinstance(plain, Study)
    with pytest.raises(ContextMissing):
        settle_context(plain, Path())


@pytest.mark.parametrize(
    ("yes", "band", "threshold"),
    [
        ((), "low", Threshold(0.1, 10)),
        (("detailed",), "medium", Threshold(0.075, 15)),
        (("detailed", "many_people", "sensitive_context"), "high", Threshold(0.05, 20)),
        (("grave_injury", *LESSENS), "max", Threshold(0.05, 20)),
    ],
)
def test_invasion_of_privacy_chooses_the_threshold(yes, band, threshold):
    given = {**recipient(), "invasion_of_privacy": answers(INVASION, *yes)}
    found = settled(threshold={"table": "ipc-2016"}, answers=given)
    assert found.threshold.threshold == threshold
    assert f"Invasion of privacy is {band}" in found.threshold.why


def test_quasi_public_data_are_worth_low_controls_at_best():
    """IPC 2016: low controls and high motives are 0.6, however well anybody behaves; judged by the maximum."""
    for given in (None, recipient()):
        found = settled(sharing="quasi-public", answers=given)
        deliberate = found.attacks[0]
        assert (deliberate.kind, deliberate.probability) == (AttackKind.DELIBERATE, 0.6)
        assert deliberate.permitted == Threshold(0.16666666666666666, 6)
        assert {attack.metric for attack in found.attacks} == {"maximum"}
    worse = recipient(answers(CONTROLS), answers(MOTIVES, "wish_to_harm"))
    assert settled(sharing="quasi-public", answers=worse).attacks[0].probability == 1.0


def test_the_controls_that_were_promised_become_conditions():
    found = settled()
    assert len(found.conditions) == 6
    assert "The data may not be passed on to anybody else." in found.conditions


@pytest.mark.parametrize(
    ("beside", "note"),
    [
        ({}, "stands in for the journalist's"),
        ({"thresholds": {"tau": "5"}, "sampling": {"fraction": "0.1"}}, "own tau is for the figures"),
    ],
)
def test_what_should_be_known_is_noted(beside, note):
    assert any(note in text for text in settled(beside=beside).notes)


def test_a_threshold_for_public_data_is_noted_elsewhere():
    found = settled(threshold={"table": "ema-health-canada"})
    assert any("meant for public data" in note for note in found.notes)


def test_without_a_choice_the_study_s_own_threshold_holds():
    own = settled(threshold=None, beside={"thresholds": {"tau": "11"}})
    assert own.threshold.threshold.cell_size == 11
    assert settled(threshold=None).threshold.threshold == Threshold(0.2, 5)


def test_answers_in_a_file_beside_the_study(tmp_path):
    (tmp_path / "answers.yaml").write_text(yaml.safe_dump(recipient()))
    assert settled(tmp_path, answers="answers.yaml").attacks[0].probability == 0.05
    (tmp_path / "answers.yaml").write_text("mitigating_controls:\n  accounts: {answer: 'yes', who: me}\n")
    with pytest.raises(StudyInvalid, match="line 2"):
        settled(tmp_path, answers="answers.yaml")


def other_framework() -> dict:
    def questionnaire(key: str, worst: str) -> dict:
        return {
            "title": key, "asks": "Something.", "options": {"good": 1, "bad": 0}, "worst": worst,
            "bands": {"weak": 0, "strong": 50}, "questions": {key: {"text": "Is it so?", "weight": 1}},
        }  # fmt: skip

    return {
        "name": "other", "title": "Another", "source": "our own",
        "questionnaires": {
            "mitigating_controls": questionnaire("locks", "weak"),
            "invasion_of_privacy": questionnaire("harm", "strong"),
            "motives_and_capacity": questionnaire("greed", "strong"),
        },
        "attempt": {
            "source": "our own",
            "probabilities": {"weak": {"weak": 0.5, "strong": 1}, "strong": {"weak": 0.1, "strong": 0.25}},
        },
        "quasi_public_controls": "weak", "quasi_public_motives": "strong",
    }  # fmt: skip


def test_another_framework_is_a_file_beside_the_study(tmp_path):
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(other_framework(), sort_keys=False))
    given = {"mitigating_controls": {"locks": "good"}, "motives_and_capacity": {"greed": "good"}}
    found = settled(tmp_path, framework="other.yaml", answers=given)
    assert found.attacks[0].probability == 0.25


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda whole: whole["attempt"]["probabilities"].pop("weak"), "every band of controls"),
        (lambda whole: whole["questionnaires"].pop("invasion_of_privacy"), "lacks invasion_of_privacy"),
        (
            lambda whole: whole["questionnaires"]["mitigating_controls"].update(worst="middling"),
            "lowest or the highest",
        ),
        (lambda whole: whole["questionnaires"]["mitigating_controls"].update(bands={"a": 3, "b": 5}), "begin at 0"),
        (lambda whole: whole.update(weights=1), "is not part of a framework"),
    ],
)
def test_a_faulty_framework_is_refused_by_its_line(spoil, told, tmp_path):
    whole = other_framework()
    spoil(whole)
    (tmp_path / "other.yaml").write_text(yaml.safe_dump(whole, sort_keys=False))
    with pytest.raises(BautaError, match=r"line \d+") as raised:
        settled(tmp_path, framework="other.yaml")
    assert told in str(raised.value)


def test_the_goal_meets_every_attack():
    kind, thresholds = context_goal(settled())
    assert kind is CriterionKind.STRICT_AVERAGE
    assert thresholds.average == Threshold(0.37037037037037035, 3)
    kind, thresholds = context_goal(settled(sharing="public", answers=None))
    assert (kind, thresholds) == (CriterionKind.MAXIMUM, Thresholds(tau=Threshold(0.1, 10)))


def test_a_maximum_beside_averages_asks_for_classes_large_enough_for_both():
    """Controls none and motives max: an attempt is certain, so the average may be 0.1; classes of ten see to that."""
    worst = recipient(answers(CONTROLS), answers(MOTIVES, "wish_to_harm"))
    kind, thresholds = context_goal(settled(answers=worst, attacks={**PREVALENCE, "breach": {"metric": "maximum"}}))
    assert (kind, thresholds.tau) == (CriterionKind.MAXIMUM, Threshold(0.1, 10))
