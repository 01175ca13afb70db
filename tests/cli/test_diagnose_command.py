"""`bauta diagnose` end to end, and its scenarios against what `bauta assess` measures."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from step10 import CONTEXT, rows, write_ward
from test_compare_command import key_paths

from bauta.engines.duckdb import DuckDbEngine
from bauta.model.estimates import Estimator
from bauta.model.source import DataSource
from bauta.report.json_step10 import DIAGNOSE_JSON_KEYS
from bauta.workflow.assess import measure
from bauta.workflow.read_release import read_release
from bauta.workflow.requests import AssessmentRequest, SamplingRequest
from bauta.workflow.whole_sample import whole_sample
from contexts import recipient


@pytest.fixture
def diagnosed(bauta, tmp_path):
    """Makes a release of the ward and diagnoses it; returns what the JSON says, and the release's file."""

    def diagnose(*options: object, extra: str = "", **ward: Any) -> tuple[dict[str, Any], Any]:
        study = write_ward(tmp_path, extra=extra, **ward)
        made = bauta("deidentify", study, "--out", tmp_path / "out", *options)
        assert made.code == 0, made.err
        ended = bauta("diagnose", study, tmp_path / "out", "--json")
        assert ended.code == 0, ended.err
        return json.loads(ended.out), tmp_path / "out" / "release" / "data.csv"

    return diagnose


def strict_average(folder: Path, sampling: SamplingRequest) -> float:
    """The journalist's, of a release of the ward beside it, estimated from the whole ward."""
    release = read_release(folder)
    with DuckDbEngine() as engine:
        source = engine.open(DataSource(str(folder.parent / "ward.csv")))
        whole = whole_sample(engine, source, None, release.lookups, release.data, None)
        asked = AssessmentRequest(
            release.data, ("age", "sex"), declared=("age",), sampling=replace(sampling, whole=whole)
        )
        return measure(engine, asked).assessment.journalist.strict_average


def scenario(told: dict[str, Any], assumption: str, instead: str = "") -> dict[str, Any]:
    (one,) = (s for s in told["scenarios"] if s["assumption"] == assumption and instead in s["instead"])
    return one


def test_every_key_is_documented(diagnosed):
    told, _ = diagnosed(extra=CONTEXT)
    assert key_paths(told) == set(DIAGNOSE_JSON_KEYS)


def test_without_a_context_the_thresholds_of_the_study_decide(diagnosed, bauta):
    told, file = diagnosed()
    assert (told["verdict"], told["limit"]) == ("LOW", 0.2)
    assert told["overall"] <= 0.2
    assert "no `context:`" in told["notes"][0]
    for name in ("ward", "days", "died", "pressure"):
        measured = json.loads(bauta("assess", file, "--qi", f"age,sex,{name}", "--json").out)
        one = scenario(told, "what an adversary knows", f"'{name}'")
        assert one["overall"] == pytest.approx(measured["prosecutor"]["maximum"])
        assert one["verdict"] == measured["decision"]["verdict"]
        assert one["flips"] == (one["verdict"] == "HIGH")


def test_scenarios_of_a_context_are_data_risk_times_probability(diagnosed, bauta):
    told, file = diagnosed(extra=CONTEXT)
    qi = ("--qi", "age,sex", "--json")

    def strict(size: int, estimator: Estimator | None = None) -> float:
        return strict_average(file.parents[1], SamplingRequest(population_size=size, estimator=estimator))

    at_tenth = strict(4000)  # of which the source holds 400, whatever was suppressed
    assert told["overall"] == pytest.approx(0.27 * at_tenth), "the breach is the likeliest attack"
    half = scenario(told, "sampling fraction", "5 %")
    assert half["overall"] == pytest.approx(0.27 * strict(8000))
    assert scenario(told, "sampling fraction", "20 %")["overall"] > told["overall"] > half["overall"]
    assert scenario(told, "Pr(attempt)")["overall"] == pytest.approx(0.3 * at_tenth)
    assert scenario(told, "prevalence", "everybody")["overall"] == pytest.approx(at_tenth)
    prosecutor = json.loads(bauta("assess", file, *qi).out)["prosecutor"]
    assert scenario(told, "who is in the data")["overall"] == pytest.approx(0.27 * prosecutor["strict_average"])
    other = strict(4000, Estimator.MU_ARGUS)
    assert scenario(told, "estimator", "mu-argus")["overall"] == pytest.approx(0.27 * other)
    more = 1 - (1 - 0.001) ** 190
    assert scenario(told, "acquaintances")["overall"] == pytest.approx(max(0.27, more) * at_tenth)


def test_a_tipping_point_is_where_the_verdict_changes(bauta, tmp_path):
    """A threshold just above the release's own risk: a slightly likelier attack is too much, and just that one."""
    strict = """
thresholds: {tau: 0.03}
context:
  sharing: by-request
  membership: {whole_population: false, findable: true, self_revealed: false}
  attacks:
    deliberate: {probability: 0.2, source: an earlier assessment}
    inadvertent: {prevalence: 0.0001, source: a registry}
    breach: {probability: 0.1, source: a guess}
"""
    study = write_ward(tmp_path, extra=strict)
    assert bauta("deidentify", study, "--out", tmp_path / "out", "--k", 5).code == 0
    told = json.loads(bauta("diagnose", study, tmp_path / "out", "--json").out)
    assert told["verdict"] == "LOW"
    data_risk = told["overall"] / 0.2
    points = {point["assumption"]: point for point in told["tipping_points"]}
    assert points["Pr(attempt)"]["flips_at"] == pytest.approx(0.03 / data_risk, rel=0.02)
    flips_at = points["Pr(acquaintance)"]["flips_at"]
    assert points["prevalence"]["flips_at"] == pytest.approx(1 - (1 - flips_at) ** (1 / 150), rel=1e-6)
    for probability, verdict in ((0.98, "LOW"), (1.03, "HIGH")):
        at = probability * points["Pr(attempt)"]["flips_at"]
        write_ward(tmp_path, extra=strict.replace("probability: 0.2", f"probability: {at:.6f}"))
        assert json.loads(bauta("diagnose", study, tmp_path / "out", "--json").out)["verdict"] == verdict


def test_a_known_population_is_told_in_the_words_of_the_release(bauta, tmp_path):
    """Everybody three times over: a class of the release has three times as many people in the population."""
    people = [row for row in rows() for _ in range(3)]
    lines = ["age,sex", *(f"{row[1]},{row[2]}" for row in people)]
    (tmp_path / "registry.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    study = write_ward(tmp_path, extra="population: {path: registry.csv}\n")
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    told = json.loads(bauta("diagnose", study, tmp_path / "out", "--json").out)
    results = json.loads((tmp_path / "out" / "custodian" / "results.json").read_text(encoding="utf-8"))
    assert told["overall"] == pytest.approx(results["risk_after"]["journalist"]["maximum"])
    known = scenario(told, "who is in the data")
    assert known["overall"] == pytest.approx(results["risk_after"]["prosecutor"]["maximum"])


def test_a_release_for_a_share_of_people_is_said_to_be_judged_by_the_maximum(diagnosed):
    told, _ = diagnosed("--criterion", "share", "--alpha", 0.3, "--k", 20)
    assert "made for a share" in told["notes"][1]


def test_it_is_told_in_words_and_as_a_page(bauta, tmp_path):
    study = write_ward(tmp_path, extra=CONTEXT)
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    ended = bauta("diagnose", study, tmp_path / "out", "--report", tmp_path / "report.html")
    assert ended.code == 0, ended.err
    for words in ("One assumption changed at a time", "If more is known", "How far an assumption may be off"):
        assert words in ended.out
    assert "Pr(attempt)" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_mistakes_are_one_sentence(bauta, tmp_path):
    study = write_ward(tmp_path)
    ended = bauta("diagnose", study, tmp_path)
    assert ended.code == 2
    assert "there is no plan.json in it" in ended.err


NOBODY_KNOWN = """
thresholds: {tau: 0.09}
context:
  sharing: by-request
  mechanism: portal
  membership: {whole_population: false, findable: true, self_revealed: false}
  attacks:
    inadvertent: {plausible: false}
"""


def test_that_nobody_knows_anybody_is_an_assumption_too(diagnosed):
    told, _ = diagnosed(extra=NOBODY_KNOWN)
    assert told["verdict"] == "LOW"
    known = scenario(told, "acquaintances")
    assert known["overall"] == pytest.approx(told["overall"] / 0.0001)
    assert [point["assumption"] for point in told["tipping_points"]] == ["Pr(acquaintance)"]


CLICK_THROUGH = """
thresholds: {tau: 0.2}
context:
  sharing: quasi-public
  membership: {whole_population: false, findable: true, self_revealed: false}
  attacks:
    inadvertent: {prevalence: 0.001, source: a registry}
  answers:
"""


@pytest.mark.parametrize("answered", [False, True])
def test_one_band_worse_starts_from_what_a_click_is_worth(diagnosed, answered):
    """Good answers count as low controls and high motives there, 0.6; worse are none (0.9) and max (0.8)."""
    given = CLICK_THROUGH.replace("  answers:\n", "")
    if answered:
        lines = [
            f"    {section}: {{{', '.join(f'{k}: {v}' for k, v in part.items())}}}"
            for section, part in recipient().items()
        ]
        given = CLICK_THROUGH + "\n".join(lines) + "\n"
    told, _ = diagnosed(extra=given)
    assert scenario(told, "Pr(attempt)", "controls")["instead"].startswith("0.9:")
    assert scenario(told, "Pr(attempt)", "motives")["instead"].startswith("0.8:")


def test_a_subsample_is_of_the_same_population(diagnosed, bauta):
    told, file = diagnosed("--subsample", "0.5", "--test-seed", 1, extra=CONTEXT)
    assert scenario(told, "sampling fraction", "5 %")["assumed"].startswith("10 %")
    measured = strict_average(file.parents[1], SamplingRequest(population_size=4000))
    assert told["overall"] == pytest.approx(0.27 * measured)
    results = json.loads((file.parents[1] / "custodian" / "results.json").read_text(encoding="utf-8"))
    drawn = results["risk_after"]["journalist"]["strict_average"]  # by those who were drawn, whom nobody knows later
    assert 0.5 < told["overall"] / (0.27 * drawn) < 2
