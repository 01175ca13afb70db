"""A release whose suppressed cells match anything read LOW while people were alone in it; now nothing is released."""

import csv
import json
import random
import re

import pytest
from releases import released

from bauta.workflow import deidentify as job

K = 5


@pytest.fixture
def study(tmp_path):
    """600 people in some 480 combinations: most are alone, and a few stars would do for all of them. In four more
    places six people are alike and one or two are old.
    """
    chance = random.Random(3)
    rows = [(chance.choice("FM"), chance.randrange(30, 70), chance.randrange(100, 110)) for _ in range(600)]
    rows += [("F", 50, place) for place in range(200, 204) for _ in range(6)]
    rows += [("F", 80, 200), ("F", 81, 201), ("F", 82, 202), ("F", 83, 203), ("F", 84, 203)]
    with (tmp_path / "data.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("sex", "age", "zip"), *rows])
    (tmp_path / "study.yaml").write_text(
        f"""data: {{path: data.csv}}
variables:
  sex: {{role: quasi_identifier, hierarchy: none}}
  age: {{role: quasi_identifier, hierarchy: none, max_level: 0}}
  zip: {{role: quasi_identifier, hierarchy: none, max_level: 0}}
thresholds: {{tau: {K}}}
deidentify: {{suppression: cells, reading: wildcard, suppression_limit: 1}}
"""
    )
    return tmp_path / "study.yaml"


def fits(true, row):
    return all(theirs in (None, "") or own == theirs for own, theirs in zip(true, row, strict=True))


def test_nothing_is_released_and_whom_stars_do_not_hide_is_counted(study, bauta, tmp_path, monkeypatch):
    aside = tmp_path / "aside.csv"
    measured = job.measure_release

    def keep(engine, prepared, written, *more, **options):
        aside.write_bytes(next((tmp_path).glob("**/release/data.csv")).read_bytes())
        return measured(engine, prepared, written, *more, **options)

    monkeypatch.setattr(job, "measure_release", keep)
    ended = bauta("deidentify", study, "--out", tmp_path / "out")
    assert ended.code == 2
    assert not (tmp_path / "out").exists()
    with (tmp_path / "data.csv").open() as file:
        true = [tuple(row) for row in csv.reader(file)][1:]
    with aside.open() as file:
        rows = [tuple(row) for row in csv.reader(file)][1:]
    left = [sum(fits(own, row) for row in rows) for own in true]
    exact = sum("" not in row and rows.count(row) == 1 for row in rows)
    few, one = sum(number < K for number in left), sum(number == 1 for number in left)
    assert exact > 100
    assert few > one > 0
    told = [int(number) for number in re.findall(r"\d+", ended.err.replace(",", "").partition("decides nothing")[2])]
    assert told == [len(rows), exact, few, K, one]


def test_the_strict_reading_releases_the_same_data(study, bauta, tmp_path):
    ended = bauta("deidentify", study, "--reading", "strict", "--out", tmp_path / "out", "--json")
    assert json.loads(ended.out)["decision"]["verdict"] == "LOW"
    rows = [tuple(row.values()) for row in released(tmp_path / "out")]
    assert min(rows.count(row) for row in rows) >= K


def test_missing_values_asked_for_as_wildcards_are_printed_and_decide_nothing(bauta, tmp_path):
    lines = ["sex,age", *["F,30"] * 6, "F,31", *[","] * 4]
    (tmp_path / "data.csv").write_text("\n".join(lines) + "\n")
    asked = ("assess", tmp_path / "data.csv", "--qi", "sex,age", "--json")
    as_category = json.loads(bauta(*asked).out)
    told = json.loads(bauta(*asked, "--missing", "wildcard").out)
    wildcard = told.pop("wildcard")
    assert as_category.pop("wildcard") is None
    assert told == as_category
    assert told["decision"]["verdict"] == "HIGH"
    assert wildcard["smallest_match"] == 5
    assert (wildcard["exact_and_alone"], wildcard["left_with_few"], wildcard["left_with_one"]) == (1, 4, 0)
