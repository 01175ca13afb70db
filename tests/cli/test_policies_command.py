"""`bauta policies` end to end; the numbers by hand are in tests/published/malin_2011_policies."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bauta.report.json_keys import POLICIES_JSON_KEYS
from published.malin_2011_policies.cohort import COHORT, write_cohort

COARSE = """age,race,sex,people
60-64,White,F,10
60+,Black,M,10
85+,White,F,60
60-64,Asian,F,50
"""


@pytest.fixture
def study(tmp_path) -> Path:
    return write_cohort(tmp_path)


def told(ended) -> dict:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            known = "VARIABLE" if re.search(r"(^|\.|\])levels$", path) else key
            yield f"{path}.{known}" if path else known
            yield from key_paths(inner, f"{path}.{known}" if path else known)
    elif isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, f"{path}[]")


def test_policies_are_compared_with_safe_harbor(bauta, study):
    result = told(bauta("policies", study, "--threshold", "2", "--json"))
    assert result["safe_harbor"]["risk"]["total"] == pytest.approx(2.25 / 6)
    assert [policy["is_acceptable"] for policy in result["policies"]] == [False, True, True, True, True]
    assert result["policies"][0]["acceptable"] == {"total": False, "graduated": False, "non_graduated": False}
    assert result["population"]["people"] == 32
    assert result["overlay"] is None


def test_every_key_is_explained(bauta, study, tmp_path):
    overlay = ("--overlay", "GenEth", "--overlay", "age=1")
    keys = set(key_paths(told(bauta("policies", study, *overlay, "--json"))))
    (tmp_path / "coarse.csv").write_text(COARSE.replace("60+,Black", "60-64,Black"), encoding="utf-8")
    asked = ("--population", tmp_path / "coarse.csv", "--population-count", "people", "--ethnicity", "sex")
    with (tmp_path / "coarse.csv").open("a", encoding="utf-8") as file:
        file.write("19-0,White,F,3\n")
    keys |= set(key_paths(told(bauta("policies", tmp_path / "cohort.csv", "--qi", "age,sex,race", *asked, "--json"))))
    assert keys == set(POLICIES_JSON_KEYS)
    assert all(meaning.endswith(".") for meaning in POLICIES_JSON_KEYS.values())


def test_a_policy_of_the_frontier_can_be_released(bauta, study, tmp_path):
    finest = told(bauta("policies", study, "--threshold", "2", "--json"))["frontier"][0]
    levels = ",".join(f"{name}={level}" for name, level in finest["levels"].items())
    released = told(bauta("deidentify", study, "--levels", levels, "--k", "1", "--out", tmp_path / "out", "--json"))
    assert released["risk_after"]["journalist"]["average"] == pytest.approx(finest["risk"]["total"])


def test_a_coarser_population_is_spread_and_the_risks_get_intervals(bauta, study, tmp_path):
    (tmp_path / "coarse.csv").write_text(COARSE.replace("60+,Black", "60-64,Black"), encoding="utf-8")
    asked = ("--population", tmp_path / "coarse.csv", "--population-count", "people", "--threshold", "20")
    result = told(bauta("policies", study, *asked, "--json"))
    spread = result["population"]["spread"]
    assert (spread["groups"], spread["coarser"]) == (4, ["age"])
    for policy in (result["safe_harbor"], *result["policies"]):
        for measure, estimate in policy["estimates"].items():
            assert estimate["lower"] <= estimate["estimate"] <= estimate["upper"]
            assert estimate["estimate"] == policy["risk"][measure]
    # 60-64 is known: five-year ranges leave nothing to doubt for these four; 90-94 is a part of 85+
    five = result["policies"][1]["risk"]["total"]
    known = (2 / 10 + 1 / 10 + 1 / 50) / 6
    assert known < five < known + 2 / 6
    out = bauta("policies", study, *asked).out
    assert "tells age in groups" in out
    assert "95 % intervals" in out


def test_births_need_the_year_ages_are_counted_in(bauta, tmp_path):
    years = COHORT.replace("age,", "birth_year,")
    for age in (62, 63, 91, 94):
        years = years.replace(f"\n{age},", f"\n{2010 - age},")
    (tmp_path / "births.csv").write_text(years, encoding="utf-8")
    asked = (
        "policies",
        tmp_path / "births.csv",
        "--qi",
        "birth_year,race,sex",
        "--population",
        tmp_path / "births.csv",
    )
    assert "--year" in bauta(*asked).err
    result = told(bauta(*asked, "--year", "2010", "--threshold", "1", "--json"))
    assert result["safe_harbor"]["told"][0]["as"] == "years from 1921 on, earlier ones alike"
    assert result["safe_harbor"]["risk"]["non_graduated"] == pytest.approx(4 / 6)  # the two over 89 are alike
    assert result["policies"][0]["risk"]["non_graduated"] == 1
    dates = re.sub(r"\n(\d{4}),", r"\n\1-05-17,", years).replace("birth_year", "birth_date")
    (tmp_path / "dates.csv").write_text(dates, encoding="utf-8")
    asked = ("policies", tmp_path / "dates.csv", "--qi", "birth_date,race,sex", "--population", tmp_path / "dates.csv")
    by_date = told(bauta(*asked, "--year", "2010", "--threshold", "1", "--json"))
    assert by_date["safe_harbor"]["risk"] == result["safe_harbor"]["risk"]


def test_policies_that_cannot_be_tried_say_why(bauta, tmp_path):
    (tmp_path / "data.csv").write_text("age,sex\n30,F\n31,M\n", encoding="utf-8")
    data = tmp_path / "data.csv"
    result = told(bauta("policies", data, "--qi", "age,sex", "--population", data, "--json"))
    assert [policy["name"] for policy in result["policies"]] == ["5 Year", "10 Year"]
    assert [entry["name"] for entry in result["not_tried"]] == ["GenEth", "5 Year-GenEth", "10 Year-GenEth"]
    assert "--ethnicity" in bauta("policies", data, "--qi", "age,sex", "--population", data).out


def test_mistakes_are_told_in_one_sentence(bauta, study, tmp_path):
    (tmp_path / "data.csv").write_text("sex,x\nF,a\nM,b\n", encoding="utf-8")
    data = tmp_path / "data.csv"
    assert "--population FILE" in bauta("policies", data, "--qi", "sex").err
    assert "--age COLUMN" in bauta("policies", data, "--qi", "sex", "--population", data).err
    assert "ages, years or dates" in bauta("policies", data, "--qi", "sex", "--age", "sex", "--population", data).err
    assert "it twice" in bauta("policies", study, "--overlay", "GenEth").err
    assert "Safe Harbor, GenEth" in bauta("policies", study, "--overlay", "GenEth", "--overlay", "5Years").err
    assert bauta("policies", study, "--threshold", "0").code == 2
    assert bauta("policies", study, "--scaling=-1").code == 2
    assert bauta("policies", study, "--overlay", "age=9", "--overlay", "sex=0").code == 2
    assert bauta("policies", study, "--age", "nothing").code == 2


def test_it_is_shown_as_a_page_and_as_a_report(bauta, study, tmp_path):
    ended = bauta("policies", study, "--report", tmp_path / "policies.html")
    assert ended.code == 0
    assert "Safe Harbor" in (tmp_path / "policies.html").read_text(encoding="utf-8")
    assert "can lay one over the other" in " ".join(ended.out.split())


def test_without_a_hierarchy_ages_have_the_levels_of_the_published_policies(bauta, study, tmp_path):
    """The node where ages over 89 are alike is Safe Harbor itself, and is on the frontier or below it."""
    asked = ("policies", tmp_path / "cohort.csv", "--qi", "age,sex,race", "--population", tmp_path / "cohort.csv")
    result = told(bauta(*asked, "--threshold", "2", "--json"))
    assert result["frontier"]
    assert result["frontier"][0]["levels"]["age"] == 1
    for measure, risk in result["frontier"][0]["risk"].items():
        assert risk == pytest.approx(result["safe_harbor"]["risk"][measure])
    assert "it has the levels of the published policies" in " ".join(bauta(*asked).out.split())
