"""Who is suppressed in a release, counted in the file: company one by one, shares, cells, and what is advised."""

import csv
import itertools
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from releases import match_sizes, released

STAY = ("--suppression", "quasi-identifiers", "--loss", "lm")


def data(folder: Path, rows: list[tuple], columns: tuple[str, ...], name: str = "data.csv") -> Path:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return folder / name


def told(ended) -> dict:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def test_one_who_is_alone_gets_company_from_those_who_can_spare_it(bauta, tmp_path):
    source = data(tmp_path, [("a",)] * 100 + [("b",)] * 100 + [("c",)], ("x",))
    asked = ("--qi", "x", "--k", "5", "--suppression-limit", "0.05", "--out", tmp_path / "out", "--json")
    result = told(bauta("deidentify", source, *STAY, *asked))
    assert result["solution"]["loss"]["lm"] == pytest.approx(5 / 201)
    assert result["solution"]["suppressed_records"] == result["solution"]["suppressed_cells"] == 5
    assert result["search"]["optimal"]
    assert Counter(row["x"] for row in released(tmp_path / "out")) == {"a": 98, "b": 98, "*": 5}


def test_recruits_are_drawn_by_lot_and_with_all_their_rows(bauta, tmp_path):
    """Two visits each; whoever is recruited is recruited in both, and not always the same people."""
    rows = [(f"p{i}", "a" if i < 30 else "b", i) for i in range(31) for _ in range(2)]
    source = data(tmp_path, rows, ("person", "x", "serial"))
    (tmp_path / "study.yaml").write_text(
        f"""data: {{path: {source.name}}}
person_key: person
variables:
  person: {{role: direct_identifier, mask: {{kind: pseudonym}}}}
  x: {{role: quasi_identifier, hierarchy: none}}
  serial: {{role: other}}
thresholds: {{tau: 5}}
deidentify: {{suppression: quasi-identifiers, suppression_limit: 0.2, loss: lm}}
"""
    )
    drawn = set()
    for seed in range(6):
        out = tmp_path / f"out{seed}"
        told(bauta("deidentify", tmp_path / "study.yaml", "--test-seed", str(seed), "--out", out, "--json"))
        stars = Counter(row["serial"] for row in released(out) if row["x"] == "*")
        assert list(stars.values()) == [2] * 5
        drawn.add(frozenset(stars))
    assert all("30" in people for people in drawn)
    assert len(drawn) > 1


def test_company_in_a_population(bauta, tmp_path):
    """c stands for two people of the population; three who are told a or b keep them company."""
    registry = data(tmp_path, [("a",)] * 40 + [("b",)] * 9 + [("c",)] * 2, ("x",), "registry.csv")
    source = data(tmp_path, [("a",)] * 20 + [("b",)] * 9 + [("c",)], ("x",))
    asked = ("--qi", "x", "--k", "5", "--population", registry, "--suppression-limit", "0.2", "--json")
    result = told(bauta("deidentify", source, *STAY, *asked, "--levels", "x=0", "--out", tmp_path / "out"))
    assert result["solution"]["suppressed_records"] == 4
    assert Counter(row["x"] for row in released(tmp_path / "out")) == {"a": 17, "b": 9, "*": 4}


def test_a_share_that_needs_one_class_takes_that_one(bauta, tmp_path):
    rows = [("a",)] * 20 + [("b",)] * 15 + [("c",)] + [("d",)] * 4
    asked = ("--qi", "x", "--k", "5", "--criterion", "share", "--alpha", "0.03", "--suppression-limit", "0.1")
    source = data(tmp_path, rows, ("x",))
    result = told(bauta("deidentify", source, *asked, "--loss", "lm", "--out", tmp_path / "out", "--json"))
    assert result["solution"]["loss"]["lm"] == pytest.approx(0.1)
    assert Counter(row["x"] for row in released(tmp_path / "out")) == {"a": 20, "b": 15, "c": 1}


def mixed(folder: Path, seed: int) -> Path:
    drawn = random.Random(seed)
    rows = [
        (drawn.randint(20, 60), f"v{min(int(drawn.expovariate(0.8)), 4)}", drawn.choice("FM"))
        for _ in range(drawn.randint(20, 60))
    ]
    data(folder, rows, ("age", "b", "sex"))
    (folder / "study.yaml").write_text(
        """data: {path: data.csv}
variables:
  age: {role: quasi_identifier, type: integer, hierarchy: {kind: numbers, widths: [10, 20]}}
  b: {role: quasi_identifier, hierarchy: none}
  sex: {role: quasi_identifier, hierarchy: none}
thresholds: {tau: 4}
deidentify: {suppression: cells, suppression_limit: 0.5, loss: lm}
"""
    )
    return folder / "study.yaml"


@pytest.mark.parametrize("seed", [35, 36, 37])
def test_no_other_node_loses_less_with_cells(seed, bauta, tmp_path):
    """Every node tried by hand, one by one; and what is proven of the optimum holds for all of them."""
    study = mixed(tmp_path, seed)
    asked = ("deidentify", study, "--json")
    best = told(bauta(*asked, "--out", tmp_path / "best"))
    loss, search = best["solution"]["loss"]["lm"], best["search"]
    sizes = match_sizes(released(tmp_path / "best"), ["age", "b", "sex"])
    assert min(sizes) >= 4
    for age in range(4):
        for b in range(2):
            for sex in range(2):
                levels = f"age={age},b={b},sex={sex}"
                ended = bauta(*asked, "--levels", levels, "--out", tmp_path / "other", "--force")
                if ended.code == 0:
                    other = json.loads(ended.out)["solution"]["loss"]["lm"]
                    assert other >= loss - 1e-12
                    assert other >= loss * (1 - search["gap"]) - 1e-12
    assert search["optimal"] == (search["gap"] == 0)
    shown = bauta("deidentify", study, "--out", tmp_path / "best", "--force").out
    assert ("This is the optimum" in " ".join(shown.split())) == search["optimal"]


@pytest.mark.parametrize("options", [("--k", "9223372036854775807"), ("--threshold", "1e-30"), ("--k", "41")])
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers", "cells"])
def test_a_cell_size_beyond_everybody_is_refused(kind, options, bauta, tmp_path):
    source = data(tmp_path, [("a",)] * 30 + [("b",)] * 10, ("x",))
    asked = ("--qi", "x", *options, "--suppression", kind, "--suppression-limit", "1", "--out", tmp_path / "out")
    ended = bauta("deidentify", source, *asked)
    assert ended.code == 2
    assert "a cell size of at most 40, which can be met" in ended.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("criterion", "kind"),
    [
        *itertools.product(["maximum", "share", "strict-average"], ["records", "quasi-identifiers"]),
        ("maximum", "cells"),  # they are chosen for no other
    ],
)
def test_what_is_advised_does(criterion, kind, seed, bauta, tmp_path):
    """Whatever cannot be met can be met with the limit, or with the cell size, that the message names."""
    drawn = random.Random(seed)
    rows = [(drawn.choice("abcde"), drawn.choice("FM")) for _ in range(drawn.randint(8, 60))]
    source = data(tmp_path, rows, ("x", "sex"))
    levels = drawn.choice(["x=0,sex=0", "x=0", "x=0,sex=1"])
    threshold = ("--threshold", "0.1") if criterion == "strict-average" else ("--k", str(drawn.choice([6, 9, 15])))
    asked = ("deidentify", source, "--qi", "x,sex", "--levels", levels, "--criterion", criterion, "--suppression", kind)
    asked = (*asked, "--alpha", "0.1") if criterion == "share" else asked
    ended = bauta(*asked, *threshold, "--suppression-limit", "0.01", "--out", tmp_path / "out")
    assert ended.code in (0, 2)
    if ended.code == 0:
        return
    limit = re.search(r"Allow --suppression-limit ([0-9.]+[0-9])", ended.err)
    if limit is not None:
        again = bauta(*asked, *threshold, "--suppression-limit", limit[1], "--out", tmp_path / "out")
        assert again.code == 0, again.err
    size = re.search(r"cell size of at most (\d+)", ended.err)
    if size is not None:
        again = bauta(*asked, "--k", size[1], "--suppression-limit", "0.01", "--out", tmp_path / "out", "--force")
        assert again.code == 0, again.err


VISITS = """data: {{path: data.csv}}
person_key: person
variables:
  person: {{role: direct_identifier, mask: {{kind: pseudonym}}}}
  x: {{role: quasi_identifier, hierarchy: none, max_level: {highest}}}
  sex: {{role: quasi_identifier, hierarchy: none, max_level: 0}}
thresholds: {{tau: {k}, alpha: 0.3}}
deidentify: {{suppression: {kind}, criterion: {criterion}, suppression_limit: {limit}, loss: {loss}}}
"""


def visits_study(folder: Path, seed: int, **settings: object) -> Path:
    """People with one to three rows, some of which differ."""
    drawn = random.Random(seed)
    rows = []
    for person in range(drawn.randint(20, 60)):
        x, sex = drawn.choice("aaabbbcd"), drawn.choice("FM")
        for visit in range(drawn.randint(1, 3)):
            rows.append((f"p{person}", drawn.choice("abcdefg") if visit and drawn.random() < 0.2 else x, sex))
    data(folder, rows, ("person", "x", "sex"))
    chosen = {"k": 5, "kind": "records", "criterion": "maximum", "limit": 0, "loss": "lm", "highest": 0, **settings}
    (folder / "study.yaml").write_text(VISITS.format(**chosen))
    return folder / "study.yaml"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
@pytest.mark.parametrize("criterion", ["maximum", "share"])
def test_what_is_advised_does_where_rows_of_a_person_differ(criterion, kind, seed, bauta, tmp_path):
    """Whoever loses a row counts in the advice too."""
    asked = {"criterion": criterion, "kind": kind, "k": 7}
    ended = bauta("deidentify", visits_study(tmp_path, seed, **asked), "--out", tmp_path / "none")
    assert ended.code == 2
    limit = re.search(r"Allow --suppression-limit ([0-9.]+[0-9])", ended.err)
    if limit is not None:
        more = ("--suppression-limit", limit[1], "--out", tmp_path / "limit", "--json")
        again = bauta("deidentify", tmp_path / "study.yaml", *more)
        assert again.code == 0, again.err
        assert told(again)["solution"]["suppressed_records"] > 0
    size = re.search(r"cell size of at most (\d+)", ended.err)
    if size is not None:
        again = bauta("deidentify", tmp_path / "study.yaml", "--k", size[1], "--out", tmp_path / "size", "--json")
        assert again.code == 0, again.err
        assert told(again)["solution"]["suppressed_records"] == 0
    assert limit is not None or size is not None or "too few people" in ended.err or "higher levels" in ended.err


@pytest.mark.parametrize("loss", ["lm", "discernibility", "average-class-size"])
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
@pytest.mark.parametrize("seed", range(3))
def test_the_optimum_is_that_of_all_nodes_where_rows_of_a_person_differ(seed, kind, loss, bauta, tmp_path):
    study = visits_study(tmp_path, seed, kind=kind, limit=0.4, loss=loss, highest=1, k=3)
    found = told(bauta("deidentify", study, "--out", tmp_path / "best", "--json"))
    explored = told(bauta("explore", study, "--json"))
    assert found["search"]["optimal"]
    assert found["solution"]["levels"] == explored["best"]["levels"]
    assert found["solution"]["suppressed_records"] == explored["best"]["suppressed_records"]
    within = [node["loss"] for node in explored["nodes"] if node["is_within_limit"]]
    assert explored["best"]["loss"] == pytest.approx(min(within))


def test_nobody_is_recruited_where_rows_of_a_person_differ(bauta, tmp_path):
    """One is alone in c. Had all one row, four recruits would do; but somebody has rows in two classes."""
    rows = [(f"p{i}", "a" if i < 30 else "b", "F") for i in range(50)] + [("p50", "c", "F"), ("p0", "b", "F")]
    visits_study(tmp_path, 0, kind="quasi-identifiers", limit=0.5)
    data(tmp_path, rows, ("person", "x", "sex"))
    result = told(bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--json"))
    blank = Counter(row["x"] for row in released(tmp_path / "out"))["*"]
    assert blank == result["solution"]["rows_blanked"] >= 20
    assert result["solution"]["suppressed_records"] >= 20


@pytest.mark.parametrize("visits", [1, 3])
def test_rows_of_recruits_are_counted_as_blanked(visits, bauta, tmp_path):
    rows = [(f"p{i}", "a" if i < 30 else "b", "F") for i in range(60) for _ in range(visits)]
    rows += [("alone", "c", "M")] * 2
    visits_study(tmp_path, 0, kind="quasi-identifiers", limit=0.5)
    data(tmp_path, rows, ("person", "x", "sex"))
    solution = told(bauta("deidentify", tmp_path / "study.yaml", "--out", tmp_path / "out", "--json"))["solution"]
    blank = Counter(row["x"] for row in released(tmp_path / "out"))["*"]
    assert blank == solution["rows_blanked"] == 2 + 4 * visits
    assert (solution["suppressed_records"], solution["rows_left_out"]) == (5, 0)
    assert solution["suppressed_cells"] == 2 * blank


@pytest.mark.parametrize("with_population", [False, True])
@pytest.mark.parametrize("criterion", ["maximum", "share", "average", "strict-average"])
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
def test_the_risks_that_are_explored_are_those_of_the_release(kind, criterion, with_population, bauta, tmp_path):
    """Recruits and all: the risk of every node is what a release at that node is measured to have."""
    drawn = random.Random(4)
    rows = [(drawn.choice("aaaaaabbbbbbccd"), drawn.choice("FFFFM")) for _ in range(70)] + [("e", "M")]
    source = data(tmp_path, rows, ("x", "sex"))
    others = [(drawn.choice("aaabbbcde"), drawn.choice("FM")) for _ in range(60)]
    registry = data(tmp_path, rows + others, ("x", "sex"), "registry.csv")
    threshold = "0.15" if "average" in criterion else "5"
    asked = (source, "--qi", "x,sex", "--criterion", criterion, "--threshold", threshold, "--suppression", kind)
    asked = (*asked, "--loss", "lm", "--suppression-limit", "0.9", "--json")
    asked = (*asked, "--alpha", "0.05") if criterion == "share" else asked
    asked = (*asked, "--population", registry) if with_population else asked
    explored = told(bauta("explore", *asked))
    for node in explored["nodes"]:
        levels = ",".join(f"{name}={level}" for name, level in node["levels"].items())
        if not node["is_within_limit"]:
            continue
        result = told(bauta("deidentify", *asked, "--levels", levels, "--out", tmp_path / levels))
        risk = result["risk_after"]["journalist" if with_population else "prosecutor"]
        assert node["suppressed_records"] == result["solution"]["suppressed_records"]
        assert node["loss"] == pytest.approx(result["solution"]["loss"]["lm"])
        assert node["maximum_risk"] == pytest.approx(risk["maximum"])
        assert node["average_risk"] == pytest.approx(risk["average"])
