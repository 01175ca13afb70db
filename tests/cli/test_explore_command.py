"""`bauta explore` end to end: what it shows of a node is what `bauta deidentify` then does."""

import csv
import itertools
import json
import random
from collections import Counter
from pathlib import Path

import pytest

STUDY = """
data: {path: data.csv}
variables:
  sex: {role: quasi_identifier}
  age: {role: quasi_identifier, hierarchy: {kind: numbers, widths: [5, 10]}}
  ward: {role: quasi_identifier, hierarchy: {kind: tree, tree: {inside: [a, b], outside: [c]}}}
thresholds: {tau: 3}
deidentify: {suppression_limit: 0.2, loss: lm}
"""
NAMES = ("sex", "age", "ward")


def rows() -> list[tuple[str, int, str]]:
    chance = random.Random(2)
    return [(chance.choice("FM"), chance.randint(20, 39), chance.choice("abc")) for _ in range(80)]


@pytest.fixture
def study(tmp_path) -> Path:
    with (tmp_path / "data.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([NAMES, *rows()])
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    return tmp_path / "study.yaml"


def told(ended) -> dict:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def told_at(row: tuple[str, int, str], levels: dict[str, int]) -> tuple[str, ...]:
    """The row at a node, by hand."""
    sex, age, ward = row
    return (
        (sex, "*")[levels["sex"]],
        (str(age), f"{age // 5}x5", f"{age // 10}x10", "*")[levels["age"]],
        (ward, {"a": "inside", "b": "inside", "c": "outside"}[ward], "*")[levels["ward"]],
    )


def test_every_node_is_shown_with_what_counting_by_hand_gives(bauta, study):
    result = told(bauta("explore", study, "--json"))
    assert result["lattice_nodes"] == len(result["nodes"]) == 2 * 4 * 3
    assert result["is_whole"]
    nodes = {tuple(node["levels"].values()): node for node in result["nodes"]}
    assert set(nodes) == set(itertools.product(range(2), range(4), range(3)))
    for node in nodes.values():
        classes = Counter(told_at(row, node["levels"]) for row in rows())
        kept = [size for size in classes.values() if size >= 3]
        assert node["suppressed_records"] == 80 - sum(kept)
        assert node["classes"] == len(kept)
        assert node["average_risk"] == pytest.approx(len(kept) / sum(kept)) if kept else node["average_risk"] is None
        assert node["is_within_limit"] == (80 - sum(kept) <= 16)
        beaten = any(
            other["loss"] < node["loss"] and other["suppressed_records"] <= node["suppressed_records"]
            for other in nodes.values()
        )
        assert not (beaten and node["is_on_frontier"])
    assert [node["loss"] for node in result["nodes"]] == sorted(node["loss"] for node in result["nodes"])


def test_the_best_node_is_what_deidentify_finds_and_any_node_can_be_chosen(bauta, study, tmp_path):
    result = told(bauta("explore", study, "--json"))
    found = told(bauta("deidentify", study, "--out", tmp_path / "out", "--json"))
    assert result["best"]["levels"] == found["solution"]["levels"]
    assert result["best"]["loss"] == pytest.approx(found["solution"]["loss"]["lm"])
    others = [node for node in result["nodes"] if node["is_within_limit"]][1:4]
    for i, node in enumerate(others):
        levels = ",".join(f"{name}={level}" for name, level in node["levels"].items())
        chosen = told(bauta("deidentify", study, "--levels", levels, "--out", tmp_path / f"out{i}", "--json"))
        assert chosen["solution"]["was_chosen"]
        assert chosen["solution"]["suppressed_records"] == node["suppressed_records"]
        assert chosen["solution"]["loss"]["lm"] == pytest.approx(node["loss"])


def test_the_frontier_is_a_part_of_the_whole(bauta, study):
    whole = told(bauta("explore", study, "--json"))
    frontier = told(bauta("explore", study, "--frontier", "--json"))
    assert frontier["nodes"] == [node for node in whole["nodes"] if node["is_on_frontier"]]
    assert not frontier["is_whole"]
    suppressed = [node["suppressed_records"] for node in frontier["nodes"]]
    assert suppressed == sorted(suppressed, reverse=True)


@pytest.mark.parametrize("criterion", ["maximum", "average", "strict-average", "share"])
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
def test_every_criterion_agrees_with_deidentify(criterion, kind, bauta, study, tmp_path):
    asked = ("--criterion", criterion, "--alpha", "0.1", "--suppression", kind, "--json")
    best = told(bauta("explore", study, *asked))["best"]
    found = told(bauta("deidentify", study, *asked, "--out", tmp_path / "out"))["solution"]
    assert best["levels"] == found["levels"]
    assert best["suppressed_records"] == found["suppressed_records"]


def test_a_population_is_explored_too(bauta, study, tmp_path):
    registry = tmp_path / "registry.csv"
    with registry.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([NAMES, *(rows() * 2), ("X", 99, "unknown")])
    asked = ("--population", registry, "--json")
    best = told(bauta("explore", study, *asked))["best"]
    found = told(bauta("deidentify", study, *asked, "--out", tmp_path / "out"))
    assert best["levels"] == found["solution"]["levels"]
    assert best["average_risk"] == pytest.approx(found["risk_after"]["journalist"]["average"])


def test_it_is_shown_as_a_page_and_as_a_report(bauta, study, tmp_path):
    ended = bauta("explore", study, "--report", tmp_path / "space.html")
    assert ended.code == 0
    assert "24" in ended.out
    assert "<svg" in (tmp_path / "space.html").read_text(encoding="utf-8")
    assert bauta("explore", study, "--report", tmp_path / "data.csv").code == 2
    assert bauta("explore", study, "--suppression-limit", "1.5").code == 2


def test_a_limit_no_node_is_within_still_shows_the_space(bauta, study):
    result = told(bauta("explore", study, "--k", "81", "--suppression-limit", "0", "--json"))
    assert result["best"] is None
    assert len(result["nodes"]) == 24
    assert bauta("explore", study, "--k", "81", "--suppression-limit", "0").code == 0


@pytest.mark.parametrize("criterion", ["maximum", "average", "strict-average", "share"])
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
@pytest.mark.parametrize("with_population", [False, True])
def test_the_risks_of_every_node_are_those_of_its_release(with_population, kind, criterion, bauta, study, tmp_path):
    asked = ["--criterion", criterion, "--suppression", kind, "--suppression-limit", "1", "--alpha", "0.05"]
    if with_population:
        with (tmp_path / "registry.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([NAMES, *(row for i, row in enumerate(rows()) for _ in range(1 + i % 3))])
        asked += ["--population", str(tmp_path / "registry.csv")]
    nodes = told(bauta("explore", study, *asked, "--json"))["nodes"]
    assert all(node["maximum_risk"] is not None for node in nodes if node["suppressed_records"] < 80)
    for node in nodes[::5]:
        if node["suppressed_records"] == 80:
            continue
        levels = ",".join(f"{name}={level}" for name, level in node["levels"].items())
        out = tmp_path / "out"
        result = told(bauta("deidentify", study, *asked, "--levels", levels, "--out", out, "--force", "--json"))
        risk = result["risk_after"]["journalist" if with_population else "prosecutor"]
        assert node["suppressed_records"] == result["solution"]["suppressed_records"]
        assert node["average_risk"] == pytest.approx(risk["average"])
        assert node["maximum_risk"] == pytest.approx(risk["maximum"])


def test_what_the_figures_leave_out_is_said(bauta, study):
    text = study.read_text(encoding="utf-8").replace("loss: lm", "loss: lm, subsample: 0.4, suppression: cells")
    study.write_text(text, encoding="utf-8")
    notes = told(bauta("explore", study, "--json"))["notes"]
    assert any("random 40 % of them" in note for note in notes)
    assert any("as if everybody at risk lost all quasi-identifiers" in note for note in notes)


def test_a_report_never_takes_the_place_of_the_data(bauta, tmp_path):
    source, report = tmp_path / "data.csv", tmp_path / "report.html"
    source.write_text("sex,age\nF,1\nM,2\n", encoding="utf-8")
    report.hardlink_to(source)
    ended = bauta("explore", source, "--qi", "sex,age", "--report", report)
    assert ended.code == 2
    assert "is the file being measured" in ended.err
    assert report.samefile(source)
