"""`bauta compare` end to end."""

import csv
import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from step10 import STUDY, rows, write_ward

from bauta.report.json_step10 import COMPARE_JSON_KEYS


def key_paths(value: Any, path: str = "") -> set[str]:
    if isinstance(value, dict):
        own = {f"{path}.{key}" if path else key for key in value}
        return own.union(*(key_paths(inner, f"{path}.{key}" if path else key) for key, inner in value.items()))
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return key_paths(value[0], f"{path}[]")
    return set()


@pytest.fixture
def compared(bauta, tmp_path):
    """Makes a release of the ward and compares it; returns what the JSON says and the folder."""

    def compare(*options: object, k: int = 5, extra: str = "", **ward: Any) -> tuple[dict[str, Any], Any]:
        study = write_ward(tmp_path, extra=extra, **ward)
        made = bauta("deidentify", study, "--out", tmp_path / "out", "--k", k, *options)
        assert made.code == 0, made.err
        ended = bauta("compare", study, tmp_path / "out", "--json")
        assert ended.code == 0, ended.err
        return json.loads(ended.out), tmp_path / "out"

    return compare


def by_name(entries: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
    return {entry[key]: entry for entry in entries}


def test_every_key_is_documented(compared):
    told, _ = compared()
    paths = {path for path in key_paths(told) if not path.startswith("losses.")}
    assert paths == set(COMPARE_JSON_KEYS)


def test_figures_are_those_of_the_two_files(compared):
    told, out = compared()
    with (out / "release" / "data.csv").open(encoding="utf-8", newline="") as file:
        after = list(csv.DictReader(file))
    before = rows()
    age = by_name(told["variables"], "variable")["age"]
    assert age["mean_before"] == pytest.approx(np.mean([int(row[1]) for row in before]))
    middles = [np.mean([int(end) for end in row["age"].split("-")]) for row in after]
    assert age["mean_after"] == pytest.approx(np.mean(middles))
    assert age["sd_after"] == pytest.approx(np.std(middles, ddof=1))
    assert (age["rows_before"], age["rows_after"]) == (400, len(after))
    low = [tuple(map(int, label.split("-"))) for label in sorted({row["age"] for row in after})]
    told_before = Counter(f"{a}-{b}" for row in before for a, b in low if a <= int(row[1]) <= b)
    told_after = Counter(row["age"] for row in after)
    n = sum(told_before.values())
    if n == 400:  # else some interval is in nobody's row any more, and only the program knows how it was told
        distance = sum(abs(told_before[x] / n - told_after[x] / len(after)) for x in told_before | told_after) / 2
        assert age["distance"] == pytest.approx(distance)


def test_a_model_is_that_of_the_libraries_on_either_file(compared):
    told, out = compared()
    with (out / "release" / "data.csv").open(encoding="utf-8", newline="") as file:
        after = list(csv.DictReader(file))
    model = by_name(told["models"], "name")["Pressure"]
    terms = by_name(model["coefficients"], "term")
    reference = Counter(row[2] for row in rows()).most_common(1)[0][0]
    other = "F" if reference == "M" else "M"
    x = sm.add_constant([[float(row[1]), float(row[2] == other)] for row in rows()])
    direct = sm.OLS([float(row[6]) for row in rows()], x).fit()
    assert terms["age"]["before"] == pytest.approx(direct.params[1])
    assert terms[f"sex: {other}, not {reference}"]["before_upper"] == pytest.approx(direct.conf_int()[2][1])
    told_ages = [np.mean([int(end) for end in row["age"].split("-")]) for row in after]
    x = sm.add_constant([[age, float(row["sex"] == other)] for age, row in zip(told_ages, after, strict=True)])
    direct = sm.OLS([float(row["pressure"]) for row in after], x).fit()
    assert terms["age"]["after"] == pytest.approx(direct.params[1])
    assert terms["age"]["after_lower"] == pytest.approx(direct.conf_int()[1][0])


@pytest.mark.parametrize("digits", ["02{:03}", "50{:03}"])
def test_a_postal_code_has_no_mean(bauta, tmp_path, digits):
    lines = ["zip,score", *(f"{digits.format(i % 3)},{i % 7}" for i in range(90))]
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    study = tmp_path / "study.yaml"
    study.write_text(
        "data: {path: data.csv}\n"
        "variables: {zip: {role: quasi_identifier, hierarchy: postal_codes}, score: {role: other}}\n",
        encoding="utf-8",
    )
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    told = by_name(json.loads(bauta("compare", study, tmp_path / "out", "--json").out)["variables"], "variable")
    assert told["zip"]["mean_before"] is None
    assert told["score"]["mean_before"] is not None


def test_a_release_in_which_nothing_changed_loses_nothing(compared):
    told, _ = compared(k=1)
    assert {one["distance"] for one in told["variables"]} == {0}
    for one in told["associations"]:
        assert one["after"] == pytest.approx(one["before"], abs=1e-12)
    assert [model["note"] for model in told["models"]] == [None] * 4
    for model in told["models"]:
        assert model["same_signs"]
        assert all(one["overlap"] == pytest.approx(1) for one in model["coefficients"])


def test_the_curve_marks_the_release_and_the_operating_range(compared):
    told, _ = compared()
    chosen = [point for point in told["curve"] if point["is_chosen"]]
    assert len(chosen) == 1
    assert chosen[0]["is_permitted"]
    assert chosen[0]["risk"] <= told["curve_limit"] == 0.2
    best = [(point["loss"], point["risk"]) for point in told["curve"]]
    assert best == sorted(best, key=lambda point: (point[0], -point[1]))
    risks = [point["risk"] for point in told["curve"] if not point["is_chosen"]]
    assert risks == sorted(risks, reverse=True), "less loss is more risk"
    assert all(0 <= point["loss"] <= 1 for point in told["curve"])
    assert {point["is_useful"] for point in told["curve"] if point["loss"] <= 0.7} == {True}


def test_with_a_population_the_curve_marks_the_release_by_its_risk_there(compared, tmp_path):
    with (tmp_path / "registry.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [["id", "age", "sex", "ward", "days", "died", "pressure"], *rows(), *rows(), *rows()]
        )
    told, out = compared("--criterion", "strict-average", extra="population: {path: registry.csv}\n")
    made = json.loads((out / "custodian" / "results.json").read_text(encoding="utf-8"))
    chosen = [point for point in told["curve"] if point["is_chosen"]]
    assert [point["risk"] for point in chosen] == [pytest.approx(made["risk_after"]["journalist"]["average"])]


@pytest.mark.parametrize(
    ("analysis", "words"),
    [
        ("{name: A, model: linear, outcome: ward, terms: [age]}", "'ward' has values that are not numbers"),
        ("{name: A, model: logistic, outcome: ward, terms: [age]}", "`event_value` says which is the event"),
        ("{name: A, model: logistic, outcome: died, terms: [id]}", "'id' is not in the release"),
        ("{name: A, model: logistic, outcome: died, event_value: '7', terms: [age]}", "the same for everybody"),
        ("{name: A, model: poisson, outcome: pressure, terms: [age]}", "not a count"),
        ("{name: A, model: logistic, outcome: died, terms: [died]}", "tells the outcome for certain"),
        ("{name: A, model: linear, outcome: days, terms: [age, age_again]}", "follows from the others"),
    ],
)
def test_what_cannot_be_fitted_is_one_sentence_and_no_error(bauta, tmp_path, analysis, words):
    head = STUDY[: STUDY.index("utility:")].replace("EXTRA", "  age_again: {role: other, type: integer}")
    study = write_ward(tmp_path, study=f"{head}utility: {{analyses: [{analysis}]}}\n")
    lines = (tmp_path / "ward.csv").read_text(encoding="utf-8").splitlines()
    lines = [f"{lines[0]},age_again", *(f"{line},{line.split(',')[1]}" for line in lines[1:])]
    (tmp_path / "ward.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    made = bauta("deidentify", study, "--out", tmp_path / "out", "--k", 1)
    assert made.code == 0, made.err
    ended = bauta("compare", study, tmp_path / "out", "--json", "--no-curve")
    assert ended.code == 0, ended.err
    (model,) = json.loads(ended.out)["models"]
    assert words in model["note"]
    assert model["coefficients"] == []


def test_a_variable_that_is_not_told_leaves_a_model_unfitted(compared):
    told, _ = compared("--levels", "sex=1,age=1")
    assert by_name(told["variables"], "variable")["sex"]["distance"] is None
    model = by_name(told["models"], "name")["Pressure"]
    assert model["note"] == "It could not be fitted: 'sex' is not told in the release."


def test_suppressed_cells_and_missing_ones_are_left_out_of_both(compared):
    content = rows()
    for i in range(0, 400, 10):
        content[i][1] = ""
    told, _ = compared("--suppression", "quasi-identifiers", content=content)
    age = by_name(told["variables"], "variable")["age"]
    assert age["missing_before"] == 40
    assert age["missing_after"] >= 40
    model = by_name(told["models"], "name")["Pressure"]
    assert model["rows_before"] == 360
    assert model["rows_after"] == age["rows_after"] - age["missing_after"]


def test_people_are_counted_where_they_have_several_rows(bauta, tmp_path):
    """Ten rows of two people are too few for a level to be told, though the cell size is five."""
    content = rows(1000)
    for i, row in enumerate(content):
        row[0] = f"P{i // 5}"
        row[1], row[2] = content[i - i % 5][1], content[i - i % 5][2]
        row[3] = "rare" if i < 10 else row[3]
    study = write_ward(tmp_path, content=content, study="person_key: id\nrows_per: event" + STUDY.replace(
        "mask: {kind: remove}", "mask: {kind: pseudonym}"))  # fmt: skip
    made = bauta("deidentify", study, "--out", tmp_path / "out", "--levels", "sex=0")
    assert made.code == 0, made.err
    ended = bauta("compare", study, tmp_path / "out", "--json", "--no-curve")
    assert ended.code == 0, ended.err
    assert "rare" not in ended.out
    terms = [one["term"] for model in json.loads(ended.out)["models"] for one in model["coefficients"]]
    assert any("east" in term or "north" in term for term in terms)


def test_it_is_told_in_words_and_as_a_page(bauta, tmp_path):
    study = write_ward(tmp_path)
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    ended = bauta("compare", study, tmp_path / "out", "--report", tmp_path / "report.html")
    assert ended.code == 0, ended.err
    for words in ("Signs kept", "Deaths (logistic)", "Variable by variable", "Pair by pair", "Risk against utility"):
        assert words in ended.out
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "operating range" in page


def test_without_the_libraries_one_sentence_says_how_to_get_them(bauta, tmp_path, monkeypatch):
    import importlib.util

    study = write_ward(tmp_path)
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "statsmodels" else found(name))
    ended = bauta("compare", study, tmp_path / "out")
    assert ended.code == 2
    assert "pip install 'bauta[analyses]'" in ended.err


def test_mistakes_are_one_sentence(bauta, tmp_path):
    study = write_ward(tmp_path)
    assert "plan.json" in bauta("compare", study, tmp_path).err
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    unknown = STUDY.replace("EXTRA", "").replace("terms: [age, sex, ward]", "terms: [agee]")
    study.write_text(unknown, encoding="utf-8")
    ended = bauta("compare", study, tmp_path / "out")
    assert ended.code == 2
    assert "'agee', which is not under `variables:`" in ended.err
    study = write_ward(tmp_path)
    (tmp_path / "out" / "custodian" / "results.json").write_text("{", encoding="utf-8")
    assert "results.json is damaged" in bauta("compare", study, tmp_path / "out").err
    (tmp_path / "out" / "release" / "data.csv").unlink()
    assert "there is no release/data" in bauta("compare", study, tmp_path / "out").err
