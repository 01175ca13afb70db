"""Boxes 1 and 4, Table 6, Figure 4 and the figures of breaches: what follows from a way of sharing."""

from pathlib import Path

import pytest

from bauta.model.assessment import Adversary
from bauta.model.context import BreachSection, DataMetric
from bauta.model.threat import AttackKind, ReleaseContext
from bauta.model.threshold import Threshold
from bauta.standards.thresholds import threshold_table
from bauta.workflow.context import settle_context
from contexts import context, study


def settled(**parts: object) -> ReleaseContext:
    return settle_context(study(context(**parts)), Path())


def test_box_1_public_data_face_somebody_who_goes_for_the_weakest() -> None:
    (attack,) = settled(sharing="public", answers=None).attacks
    assert (attack.kind, attack.metric, attack.probability) == (AttackKind.DEMONSTRATION, DataMetric.MAXIMUM, 1)
    assert attack.permitted == Threshold(0.1, 10)


def test_box_1_microdata_by_request_face_three_attacks() -> None:
    kinds = [attack.kind for attack in settled().attacks]
    assert kinds == [AttackKind.DELIBERATE, AttackKind.INADVERTENT, AttackKind.BREACH]


def test_box_1_in_a_portal_inadvertent_re_identification_is_what_remains() -> None:
    found = settled(mechanism="portal", answers=None)
    assert [attack.kind for attack in found.attacks] == [AttackKind.INADVERTENT]
    managed = [one.kind for one in found.not_applicable if "Boxes 1 and 4" in one.why]
    assert managed == [AttackKind.DELIBERATE, AttackKind.BREACH]


def test_table_6_metrics() -> None:
    metrics = {attack.kind: attack.metric for attack in settled().attacks}
    assert set(metrics.values()) == {DataMetric.STRICT_AVERAGE}
    by_maximum = settled(attacks={"inadvertent": {"prevalence": "0.0013"}, "breach": {"metric": "maximum"}}).attacks
    assert {attack.kind: attack.metric for attack in by_maximum}[AttackKind.BREACH] is DataMetric.MAXIMUM


def test_box_4_nobody_in_new_york_knows_somebody_in_japan() -> None:
    found = settled(mechanism="portal", answers=None, attacks={"inadvertent": {"plausible": "false"}})
    (attack,) = found.attacks
    assert attack.probability < 0.001
    assert attack.permitted.cell_size == 3, "the data are still to be de-identified to some extent"
    assert any("Box 4" in note for note in found.notes)


@pytest.mark.parametrize(
    ("line", "threshold"),
    [
        ("3", Threshold(0.33, 3)),
        ("5", Threshold(0.2, 5)),
        ("11", Threshold(0.09, 11)),
        pytest.param("20", Threshold(0.02, 20), marks=pytest.mark.xfail(strict=True, reason="misprint: 1/20 is 0.05")),
        ("20", Threshold(0.05, 20)),
    ],
)
def test_figure_4(line: str, threshold: Threshold) -> None:
    assert threshold_table("precedents").entries[line].threshold == threshold


@pytest.mark.parametrize(("year", "share"), [(2010, 0.19), (2012, 0.27)])
def test_breaches_of_health_care_organisations(year: int, share: float) -> None:
    attacks = {
        "inadvertent": {"prevalence": "0.0013"},
        "breach": {"probability": str(share), "source": f"HIMSS {year}"},
    }
    breach = settled(attacks=attacks).attacks[2]
    assert breach.probability == share
    assert breach.permitted.probability == pytest.approx(0.1 / share)
    assert BreachSection().probability == 0.27


@pytest.mark.parametrize("condition", ["whole_population", "findable", "self_revealed"])
def test_one_condition_makes_a_data_set_closed(condition: str) -> None:
    membership = {"whole_population": "false", "findable": "false", "self_revealed": "false", condition: "true"}
    found = settled(membership=membership)
    assert found.is_closed
    assert {attack.measured_as for attack in found.attacks} == {Adversary.PROSECUTOR}
    assert not settled().is_closed
