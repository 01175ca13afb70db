"""Releases by the risk estimated in a population known by its size: one number from search to report."""

import csv
import json
import math

import numpy as np
import pytest

import bauta as package

QI = "age,sex,area"
SIZE = 8000


def write_people(path, n=800, seed=11):
    rng = np.random.default_rng(seed)
    ages = np.clip(rng.normal(48, 17, n), 18, 95).astype(int)
    areas = rng.choice(["north", "south", "east", "west", "centre"], n, p=[0.4, 0.3, 0.2, 0.07, 0.03])
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["age", "sex", "area", "pressure"])
        writer.writerows(
            zip(ages.tolist(), rng.choice(["F", "M"], n), areas, rng.integers(90, 180, n).tolist(), strict=True)
        )
    return path


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return write_people(tmp_path_factory.mktemp("people") / "people.csv")


@pytest.fixture
def told(bauta):
    def call(*arguments):
        ended = bauta(*arguments, "--json")
        assert ended.code == 0, ended.err
        return json.loads(ended.out)

    return call


CRITERIA = (
    ("--k", 5),
    ("--k", 11),
    ("--criterion", "average", "--lambda", 0.05),
    ("--criterion", "strict-average", "--lambda", 0.05),
    ("--criterion", "share", "--alpha", 0.02, "--k", 5),
)


@pytest.mark.parametrize("criterion", CRITERIA, ids=lambda one: " ".join(map(str, one)))
@pytest.mark.parametrize("suppression", ["records", "quasi-identifiers"])
def test_the_search_finds_the_optimum_of_what_the_verdict_measures(told, people, tmp_path, criterion, suppression):
    limits = ("--qi", QI, *criterion, "--suppression-limit", 0.03, "--suppression", suppression)
    found = told("deidentify", people, *limits, "--population-size", SIZE, "--out", tmp_path / "out")
    assert found["goal"]["basis"] == found["search"]["basis"] == "estimate"
    assert found["goal"]["population_size"] == SIZE
    assert (found["search"]["adversary"], found["decision"]["verdict"]) == ("journalist", "LOW")
    assert found["search"]["optimal"]
    every = told("explore", people, *limits, "--population-size", SIZE)
    assert every["best"]["levels"] == found["solution"]["levels"]
    assert every["best"]["suppressed_records"] == found["solution"]["suppressed_records"]
    assert every["best"]["loss"] == pytest.approx(found["solution"]["loss"]["non-uniform-entropy"])
    # What the search took for the risk of a node is what was measured in the written file.
    journalist = found["risk_after"]["journalist"]
    assert every["best"]["average_risk"] == pytest.approx(found["risk_after"]["marketer"]["estimate"], rel=1e-9)
    assert every["best"]["maximum_risk"] == journalist["maximum"] == journalist["upper"]
    by_data = told("deidentify", people, *limits, "--out", tmp_path / "by_data")
    losses = [one["solution"]["loss"]["non-uniform-entropy"] for one in (found, by_data)]
    assert losses[0] <= losses[1]


def test_a_search_that_is_stopped_says_how_far_off_it_can_be(told, people, tmp_path):
    limits = ("--qi", QI, "--k", 5, "--suppression-limit", 0.03, "--population-size", SIZE)
    found = told("deidentify", people, *limits, "--out", tmp_path / "out", "--search-seconds", 0)
    assert found["search"]["optimal"] or 0 < found["search"]["gap"] <= 1
    assert found["decision"]["verdict"] == "LOW"


def test_the_terminal_names_the_adversary_of_the_optimum(bauta, people, tmp_path):
    out = bauta("deidentify", people, "--qi", QI, "--population-size", SIZE, "--out", tmp_path / "out").out
    said = " ".join(out.split())
    assert (
        "no other within the limits loses less against a journalist whose risk is estimated in a population of" in said
    )
    assert "The release was made from 800 people, who are 10.0 % of 8,000 people" in said
    assert "it is estimated that in the population each could be any of at least" in said


def test_whoever_is_left_out_does_not_thin_the_estimate(told, people, tmp_path):
    """By the classes of the data much is suppressed; the people who remain have the risk that they had before."""
    limits = ("--qi", QI, "--k", 5, "--suppression-limit", 0.3, "--levels", "age=1,sex=0,area=0")
    found = told(
        "deidentify", people, *limits, "--population-size", SIZE, "--criterion", "maximum", "--out", tmp_path / "a"
    )
    everybody = ("--qi", QI, "--k", 1, "--suppression-limit", 0, "--levels", "age=1,sex=0,area=0")
    all_of_them = told("deidentify", people, *everybody, "--population-size", SIZE, "--out", tmp_path / "b")
    assert found["solution"]["suppressed_records"] > 0
    kept = found["risk_after"]["marketer"]
    before = all_of_them["risk_after"]["marketer"]
    assert kept["estimate"] < before["estimate"]
    # At least those who are left, with what all together have.
    assert kept["expected_reidentifications"] < before["expected_reidentifications"]
    measured = package.assess(tmp_path / "b" / "release" / "data.csv", QI.split(","))
    assert measured.records == 800


def test_a_release_alone_is_refused_an_estimate(bauta, told, people, tmp_path):
    told("deidentify", people, "--qi", QI, "--k", 5, "--out", tmp_path / "out")
    ended = bauta("assess", tmp_path / "out" / "release" / "data.csv", "--qi", QI, "--population-size", SIZE)
    assert ended.code == 2
    assert "what is left is no random sample" in ended.err
    assert bauta("assess", tmp_path / "out" / "release" / "data.csv", "--qi", QI).code == 0
    copied = tmp_path / "copied.csv"
    copied.write_bytes((tmp_path / "out" / "release" / "data.csv").read_bytes())
    said = bauta("assess", copied, "--qi", QI, "--population-size", SIZE)
    assert "A file that small classes were taken out of is no such sample" in " ".join(said.out.split())


def test_a_plan_knows_the_population(bauta, told, people, tmp_path):
    first = told("deidentify", people, "--qi", QI, "--k", 5, "--sampling-fraction", 0.1, "--out", tmp_path / "out")
    other = write_people(tmp_path / "other.csv", n=400, seed=5)
    ended = bauta("apply", tmp_path / "out", other, "--out", tmp_path / "again", "--suppression-limit", 0.5, "--json")
    assert ended.code == 0, ended.err
    again = json.loads(ended.out)
    assert again["goal"]["population_size"] == 4000
    assert first["goal"]["population_size"] == SIZE
    assert again["risk_after"]["journalist"]["smallest_class"] >= 5


@pytest.mark.parametrize("suppression", ["cells"])
def test_cells_are_searched_by_the_data_and_the_risk_is_estimated_all_the_same(told, people, tmp_path, suppression):
    found = told(
        "deidentify", people, "--qi", QI, "--k", 5, "--suppression", suppression, "--population-size", SIZE,
        "--out", tmp_path / "out",
    )  # fmt: skip
    assert found["goal"]["basis"] == "data"
    assert any("searched for by the classes of the data" in note for note in found["notes"])
    journalist, prosecutor = found["risk_after"]["journalist"], found["risk_after"]["prosecutor"]
    assert journalist["average"] < prosecutor["average"]
    assert journalist["smallest_class"] >= 5


def test_sizes_that_cannot_be(bauta, people, tmp_path):
    both = bauta(
        "deidentify", people, "--qi", QI, "--population-size", SIZE, "--sampling-fraction", 0.1, "--out", tmp_path / "o"
    )
    assert (both.code, "one of them" in both.err) == (2, True)
    few = bauta("deidentify", people, "--qi", QI, "--population-size", 10, "--out", tmp_path / "o")
    assert few.code == 2
    assert not (tmp_path / "o").exists()


STUDY = """
title: people
data: {{path: people.csv}}
variables:
  age: {{role: quasi_identifier}}
  sex: {{role: quasi_identifier}}
  area: {{role: quasi_identifier}}
  pressure: {{role: other}}
sampling: {{population_size: {size}}}
thresholds: {{tau: {tau}, average: 0.2}}
utility: {{needs: whatever remains}}
"""


def write_study(folder, extra="", size=SIZE, tau=0.2):
    write_people(folder / "people.csv")
    path = folder / "study.yaml"
    path.write_text(STUDY.format(size=size, tau=tau) + extra, encoding="utf-8")
    return path


def test_a_diagnosis_rests_on_the_number_of_the_release(bauta, told, tmp_path):
    study = write_study(tmp_path)
    made = told("deidentify", study, "--out", tmp_path / "out")
    diagnosed = told("diagnose", study, tmp_path / "out")
    assert diagnosed["verdict"] == "LOW"
    assert diagnosed["overall"] == pytest.approx(made["risk_after"]["journalist"]["maximum"])
    assert math.isclose(diagnosed["overall"], 1 / made["risk_after"]["journalist"]["smallest_class"])


CONTEXT = """
context:
  sharing: by-request
  membership: {whole_population: false, findable: false, self_revealed: false}
  attacks:
    deliberate: {probability: 0.05, source: an earlier assessment}
    inadvertent: {prevalence: 0.0002, source: a registry}
    breach: {probability: 0.05, source: an earlier assessment}
deidentify: {suppression_limit: 0.1}
"""


def test_step_9_releases_unchanged_what_step_8_accepted(bauta, tmp_path):
    """Of 80 million people; many are alone in the data, and no attack is likely enough to matter."""
    study = write_study(tmp_path, extra=CONTEXT, size=80_000_000)
    ended = bauta("run", study, "--json")
    assert ended.code == 4, ended.err  # step 10 asks whether the release is accepted
    summaries = {one["number"]: one["summary"] for one in json.loads(ended.out)["steps"]}
    assert "LOW" in summaries[8]
    assert "0 of 800 suppressed" in summaries[9]
    before = summaries[8].split(": ")[1].split(" against")[0]
    assert f"LOW: risk {before};" in summaries[9]
    (released,) = tmp_path.rglob("release/data.csv")
    with released.open(encoding="utf-8", newline="") as file:
        rows = sorted(map(tuple, csv.reader(file)))
    with (tmp_path / "people.csv").open(encoding="utf-8", newline="") as file:
        assert rows == sorted(map(tuple, csv.reader(file)))


def test_what_the_context_does_not_permit_is_searched_for_by_the_estimated_risk(bauta, tmp_path):
    study = write_study(tmp_path, extra=CONTEXT.replace("0.05", "0.9"), tau=0.05)
    ended = bauta("run", study, "--json")
    assert ended.code == 4, ended.err  # step 10 asks whether the release is accepted
    summaries = {one["number"]: one["summary"] for one in json.loads(ended.out)["steps"]}
    assert "HIGH" in summaries[8]
    assert "LOW: risk" in summaries[9]
