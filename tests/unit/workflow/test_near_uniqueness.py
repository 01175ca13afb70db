"""Whom kept columns single out, counted person by person from the written file."""

import csv
import itertools
import json
import random
from collections import defaultdict

import pyarrow as pa
import pytest

import bauta
from bauta.workflow import near_uniqueness

K = 3


def people_alone(rows, columns, key, fewer_than):
    """People with a value that nobody else, or fewer people than that, have."""
    who = defaultdict(set)
    for number, row in enumerate(rows):
        who[tuple(row[name] for name in columns)].add(number if key is None else row[key])
    alone = set().union(*(people for people in who.values() if len(people) == 1))
    few = set().union(*(people for people in who.values() if len(people) < fewer_than))
    return len(alone), len(few)


def visits(n, visits_each):
    chance = random.Random(4)
    return [
        {
            "pid": f"P{person}",
            "sex": "FM"[person % 2],
            "lab": chance.choice([None, *(round(chance.gauss(5, 1), 1) for _ in range(9))]),
            "ward": chance.randrange(6),
            "code": chance.choice(["a", "b", "", None]),
            "odd \"name'": chance.randrange(40),
        }
        for person in range(n)
        for _ in range(chance.randint(1, visits_each))
    ]


@pytest.mark.parametrize("visits_each", [1, 3], ids=["a row each", "several rows each"])
def test_people_are_counted_as_by_hand(visits_each, bauta_run, tmp_path):
    told, rows = bauta_run(tmp_path, visits(60, visits_each))
    found = told["near_uniqueness"]
    key = "pid" if visits_each > 1 else None
    assert found["people"] == 60
    assert {one["columns"][0] for one in found["columns"]} == {"lab", "ward", "code", "odd \"name'"}
    assert any("lab" in pair["columns"] for pair in found["pairs"])
    for one in (*found["columns"], *found["pairs"]):
        assert (one["alone"], one["few"]) == people_alone(rows, one["columns"], key, K)
    assert found["columns"] == sorted(found["columns"], key=lambda one: (-one["alone"], -one["few"]))


@pytest.fixture
def bauta_run():
    """A release of visits: what was told of it, and its rows."""

    def run(folder, rows):
        with (folder / "data.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
        (folder / "study.yaml").write_text(
            f"""bauta: 1
data: {{path: data.csv}}
person_key: pid
variables:
  pid: {{role: direct_identifier, mask: pseudonym}}
  sex: {{role: quasi_identifier}}
  lab: {{role: other}}
  ward: {{role: other}}
  code: {{role: other}}
  'odd "name''': {{role: other}}
thresholds: {{tau: {K}}}
"""
        )
        result = bauta.deidentify(str(folder / "study.yaml"), out=folder / "out")
        with (folder / "out" / "release" / "data.csv").open() as file:
            return json.loads(json.dumps(result.to_dict())), list(csv.DictReader(file))

    return run


def test_pairs_that_can_single_out_nobody_to_speak_of_are_not_counted():
    table = pa.table({"sex": ["F", "M"] * 500, "a": [0, 1] * 500, "b": [0, 0, 1, 1] * 250})
    found = bauta.deidentify(table, ["sex"], k=5).to_dict()["near_uniqueness"]
    assert found["pairs"] == []
    assert found["pairs_uncounted"] == 0


def test_so_many_pairs_are_counted_and_the_others_are_said(monkeypatch):
    monkeypatch.setattr(near_uniqueness, "MOST_PAIRS", 2)
    columns = {name: [i // 2 % size for i in range(200)] for name, size in zip("abcd", (20, 30, 40, 5), strict=True)}
    found = bauta.deidentify(pa.table({"sex": ["F"] * 200, **columns}), ["sex"], k=5).to_dict()["near_uniqueness"]
    assert {frozenset(one["columns"]) for one in found["pairs"]} == {frozenset("bc"), frozenset("ac")}
    assert found["pairs_uncounted"] == len(list(itertools.combinations("abcd", 2))) - 2


@pytest.mark.parametrize(
    "content", [pa.nulls(10), pa.array([None] * 9 + [1.5]), pa.array([float("nan")] * 10), pa.array([b"x"] * 10)]
)
def test_columns_without_values_and_of_strange_types_are_counted(content):
    table = pa.table({"sex": ["F"] * 10, "odd": content})
    (one,) = bauta.deidentify(table, ["sex"], k=5).to_dict()["near_uniqueness"]["columns"]
    assert (one["alone"], one["few"]) == ((1, 1) if content.null_count == 9 else (0, 0))


def test_where_nothing_is_kept_there_is_nothing_to_say():
    table = pa.table({"sex": ["F"] * 10})
    assert bauta.deidentify(table, ["sex"], k=5).to_dict()["near_uniqueness"] is None
