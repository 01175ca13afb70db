"""An adversary who verifies, beside the others in `assess` and as the one a release is made against."""

import json
import math
import re
from collections import Counter
from fractions import Fraction

import pytest
from releases import released

SIZES = {"a": 1, "b": 2, "c": 5, "d": 12, "e": 40}
VERIFIER = ("--attempts", "4", "--verification-probability", "0.9")


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("group,born\n" + "".join(f"{name},1970\n" * size for name, size in SIZES.items()))
    return path


def by_hand(size, attempts=4, p=Fraction(9, 10)):
    if size > attempts + 1:
        return attempts * p / size
    if size == attempts + 1:
        return attempts * p / size + p ** (size - 1) / size
    return p + p ** (size - 1) * (1 - p)


def test_the_three_metrics_are_those_of_the_formula_record_by_record(bauta, data):
    document = json.loads(bauta("assess", data, "--qi", "group", *VERIFIER, "--json").out)
    n = sum(SIZES.values())
    found = document["verifier"]
    assert found["average"] == pytest.approx(float(sum(s * by_hand(s) for s in SIZES.values()) / n), rel=1e-14)
    assert found["maximum"] == 1
    assert found["least_class_size"] == 18
    assert found["records_at_risk"] == 1 + 2 + 5 + 12
    assert found["share_at_risk"] == 20 / n
    assert document["decision"]["verifier"]["D_b"]["verdict"] == "HIGH"


def test_with_a_population_the_classes_are_the_populations(bauta, data, tmp_path):
    people = tmp_path / "population.csv"
    people.write_text("group,n\n" + "".join(f"{name},{3 * size}\n" for name, size in SIZES.items()))
    options = ["--qi", "group", "--population", people, "--population-count", "n", *VERIFIER, "--json"]
    found = json.loads(bauta("assess", data, *options).out)["verifier"]
    n = sum(SIZES.values())
    assert found["smallest_class"] == 3
    assert found["average"] == pytest.approx(float(sum(s * by_hand(3 * s) for s in SIZES.values()) / n), rel=1e-14)


def test_the_page_says_who_this_is_and_warns_where_others_would_not_succeed(bauta, data):
    said = " ".join(bauta("assess", data, "--qi", "born", *VERIFIER, "--threshold", "0.05").out.split())
    assert "LOW" in said
    assert "An adversary with 4 attempts who checks matches is above the threshold for 60 people" in said
    assert "classes of 72 would keep them within it" in said
    assert "tries 4 of those in the data who fit, is told of each with probability 0.9" in said


def test_a_study_describes_the_same_adversary(bauta, data, tmp_path):
    study = tmp_path / "study.yaml"
    study.write_text(
        "data: {path: data.csv}\nvariables: {group: {role: quasi_identifier}}\n"
        "adversary: {attempts: 4, verification_probability: 0.9}\n"
    )
    from_study = json.loads(bauta("assess", study, "--json").out)["verifier"]
    from_options = json.loads(bauta("assess", data, "--qi", "group", *VERIFIER, "--json").out)["verifier"]
    assert from_study == from_options
    study.write_text(study.read_text().replace("0.9", "1.9"))
    ended = bauta("assess", study)
    assert ended.code == 2
    assert "verification_probability" in ended.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--attempts", "4"], "--attempts has no effect without --verification-probability"),
        (["--verification-probability", "0.9"], "--verification-probability has no effect without --attempts"),
        (["--attempts", "0", "--verification-probability", "0.9"], "--attempts does not take 0"),
        (["--attempts", "4", "--verification-probability", "2"], "The verification probability does not take 2"),
    ],
)
def test_half_an_adversary_or_an_impossible_one_is_refused(options, said, bauta, data):
    ended = bauta("assess", data, "--qi", "group", *options)
    assert ended.code == 2
    assert said in ended.err


@pytest.mark.parametrize(("attempts", "p", "k"), [(4, "0.9", 18), (1, "0.5", 3), (10, "0.9", 45)])
def test_a_release_against_the_verifier_has_classes_of_the_exact_least_size(attempts, p, k, bauta, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("age\n" + "".join(f"{20 + i * i % 61}\n" for i in range(600)))
    out = tmp_path / "out"
    ended = bauta(
        "deidentify", path, "--qi", "age", "--attempts", attempts, "--verification-probability", p, "--out", out,
        "--suppression-limit", "0.05", "--json",
    )  # fmt: skip
    assert ended.code == 0, ended.err
    document = json.loads(ended.out)
    assert document["goal"]["adversary"] == "verifier"
    assert document["goal"]["thresholds"]["tau"] == {"probability": 0.2, "cell_size": k}
    assert document["decision"]["decided_by"] == "verifier D_b"
    assert document["decision"]["verdict"] == "LOW"
    sizes = Counter(row["age"] for row in released(out)).values()
    assert min(sizes) >= k
    assert all(by_hand(size, attempts, Fraction(p)) <= Fraction(1, 5) for size in sizes)
    manifest = json.loads((out / "custodian" / "manifest.json").read_text())
    assert manifest["criterion"]["adversary"] == "verifier"
    assert manifest["criterion"]["attempts"] == attempts
    as_by_k = bauta("deidentify", path, "--qi", "age", "--k", k, "--out", tmp_path / "by_k", "--json")
    assert json.loads(as_by_k.out)["solution"]["levels"] == document["solution"]["levels"]


def test_the_goal_tells_why_the_cell_size_is_another(bauta, data):
    said = " ".join(bauta("explore", data, "--qi", "group", *VERIFIER).out.split())
    assert "nobody in a class smaller than 18, so that 4 attempts to verify, each telling with probability 0.9" in said


def test_a_plan_keeps_the_adversary(bauta, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("age\n" + "".join(f"{20 + i % 61}\n" for i in range(600)))
    out = tmp_path / "out"
    assert bauta("deidentify", path, "--qi", "age", *VERIFIER, "--out", out).code == 0
    ended = bauta("apply", out, path, "--out", tmp_path / "again", "--json")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["goal"]["verifier"] == {"attempts": 4, "probability": 0.9}


def test_averages_are_not_sought_against_a_verifier(bauta, data, tmp_path):
    ended = bauta("deidentify", data, "--qi", "group", *VERIFIER, "--criterion", "average", "--out", tmp_path / "out")
    assert ended.code == 2
    assert "Use maximum against an adversary who verifies" in ended.err


def test_a_guess_that_nobody_confirms_is_warned_about(bauta, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("group\n" + "".join(f"{i % 100}\n" for i in range(300)))
    ended = bauta(
        "deidentify", path, "--qi", "group", "--attempts", "1", "--verification-probability", "0.5",
        "--out", tmp_path / "out",
    )  # fmt: skip
    assert "content with a guess that nobody confirms the maximum risk is HIGH: 0.333" in " ".join(ended.out.split())
    assert math.isclose(by_hand(3, 1, Fraction(1, 2)), 1 / 6)


def test_a_cell_size_that_is_advised_does_against_the_same_verifier(bauta, tmp_path):
    """Against who verifies a cell size asks for larger classes; what is advised is a cell size, not a class size."""
    rows = ["x"] + ["a"] * 40 + ["b"] * 12
    (tmp_path / "data.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    verifier = ("--attempts", "3", "--verification-probability", "0.5")
    asked = ("deidentify", tmp_path / "data.csv", "--qi", "x", "--levels", "x=0", "--suppression-limit", "0", *verifier)
    ended = bauta(*asked, "--k", "20", "--out", tmp_path / "out")
    assert ended.code == 2
    advised = re.search(r"a cell size of at most (\d+), which can be met", ended.err)
    assert advised is not None
    assert bauta(*asked, "--k", advised[1], "--out", tmp_path / "out").code == 0
    more = bauta(*asked, "--k", str(int(advised[1]) + 1), "--out", tmp_path / "more")
    assert more.code == 2
