"""Every attack measured: its own quasi-identifiers, its own metric, and the adversary that applies."""

from pathlib import Path

import pyarrow as pa
import pytest

from bauta.model.assessment import Adversary, Verdict
from bauta.workflow.assess import measure
from bauta.workflow.context import settle_context
from bauta.workflow.context_risk import measure_context_risk
from bauta.workflow.requests import AssessmentRequest, PopulationRequest, SamplingRequest
from contexts import CONTROLS, MOTIVES, OPEN, answers, context, recipient, study

CLOSED = {**OPEN, "self_revealed": "true"}
PREVALENCE = {"inadvertent": {"prevalence": "0.0013"}}


def table(**classes: int) -> pa.Table:
    """`f3=2` is two people with sex f and age 3."""
    people = [(key[0], key[1:]) for key, size in classes.items() for _ in range(size)]
    return pa.table({"sex": [sex for sex, _ in people], "age": [age for _, age in people]})


def measured(engine, data, *, request=None, **parts):
    settled = settle_context(study(context(**parts)), Path())
    asked = AssessmentRequest(data=data, quasi_identifiers=("sex", "age"), **(request or {}))
    return measure_context_risk(engine, asked, settled)


def test_strict_averages_and_products_by_hand(engine):
    """Classes of 3, 3 and 4: an average of 3/10, within 0.1/0.27; the product with 0.27 is 0.081."""
    risk = measured(engine, table(f3=3, f4=3, m3=4))
    assert [one.data_risk for one in risk.risks] == [0.3, 0.3, 0.3]
    assert risk.overall == pytest.approx(0.081)
    assert risk.verdict is Verdict.LOW


def test_a_class_of_two_is_too_small_however_low_the_product(engine):
    risk = measured(engine, table(f3=2, f4=30, m3=40), attacks={"inadvertent": {"plausible": "false"}})
    deliberate, inadvertent, _ = risk.risks
    assert deliberate.overall == pytest.approx(0.025)
    assert deliberate.verdict is inadvertent.verdict is Verdict.HIGH


def test_an_attack_knows_only_what_it_can_know(engine):
    attacks = {**PREVALENCE, "deliberate": {"quasi_identifiers": ["sex"]}}
    risk = measured(engine, table(f3=1, f4=5, m3=4), attacks=attacks)
    assert risk.risks[0].quasi_identifiers == ("sex",)
    assert (risk.risks[0].data_risk, risk.risks[0].smallest_class) == (0.2, 4)
    assert risk.risks[1].smallest_class == 1
    assert risk.risks[0].verdict is Verdict.LOW
    assert risk.verdict is Verdict.HIGH


@pytest.mark.parametrize(("size", "verdict"), [(11, Verdict.LOW), (10, Verdict.HIGH)])
def test_eleven_people_are_within_0_09(engine, size, verdict):
    risk = measured(engine, table(f3=size), sharing="public", answers=None, threshold={"table": "ema-health-canada"})
    assert risk.verdict is verdict


@pytest.mark.parametrize(("size", "verdict"), [(15, Verdict.LOW), (14, Verdict.HIGH)])
def test_fifteen_people_are_within_0_075(engine, size, verdict):
    threshold = {"table": "ipc-2016", "entry": "medium"}
    assert measured(engine, table(f3=size), sharing="public", answers=None, threshold=threshold).verdict is verdict


def test_an_average_exactly_at_the_limit_is_within_it(engine):
    """Controls none, motives max: Pr(attempt) 1. One class of ten has an average of exactly 0.1."""
    worst = recipient(answers(CONTROLS), answers(MOTIVES, "wish_to_harm"))
    assert measured(engine, table(f3=10), answers=worst).verdict is Verdict.LOW
    assert measured(engine, table(f3=9), answers=worst).verdict is Verdict.HIGH


def test_where_people_can_be_known_the_population_does_not_help(engine):
    data, population = table(f3=3, m3=3), table(f3=300, m3=300)
    request = {"population": PopulationRequest(population)}
    prosecuted = measured(engine, data, request=request, membership=CLOSED)
    reported = measured(engine, data, request=request)
    assert {one.measured_as for one in prosecuted.risks} == {Adversary.PROSECUTOR}
    assert {one.measured_as for one in reported.risks} == {Adversary.JOURNALIST}
    assert prosecuted.risks[0].data_risk == pytest.approx(1 / 3)
    assert reported.risks[0].data_risk == pytest.approx(1 / 300)


def test_without_a_population_the_prosecutor_stands_in(engine):
    assert {one.measured_as for one in measured(engine, table(f3=3, m3=3)).risks} == {Adversary.PROSECUTOR}


def test_a_sample_is_estimated(engine):
    ages = {f"{sex}{age}": 3 + (age * 7) % 5 for sex in "fm" for age in range(20)}
    risk = measured(engine, table(**ages), request={"sampling": SamplingRequest(fraction=0.1)})
    assert {one.measured_as for one in risk.risks} == {Adversary.JOURNALIST}
    assert risk.risks[0].data_risk < measured(engine, table(**ages)).risks[0].data_risk


def test_an_interval_that_reaches_beyond_what_is_permitted_is_noted(engine):
    ages = {f"{sex}{age}": 3 + (age * 7) % 5 for sex in "fm" for age in range(20)}
    data, asked = table(**ages), SamplingRequest(fraction=0.1)
    request = AssessmentRequest(data=data, quasi_identifiers=("sex", "age"), sampling=asked)
    estimate = measure(engine, request).assessment.estimates.risk.marketer
    between = (estimate.value + estimate.upper) / 2
    attacks = {**PREVALENCE, "deliberate": {"probability": "1", "source": "say"}}
    own = {"thresholds": {"tau": {"probability": str(between), "cell_size": "1000"}}}
    settled = settle_context(study(context(attacks=attacks, answers=None, threshold=None), **own), Path())
    risk = measure_context_risk(engine, request, settled)
    assert risk.risks[0].verdict is Verdict.LOW
    assert any("upper end of its interval" in note for note in risk.notes)
