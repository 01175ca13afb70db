"""The figures that are reported of a release are those of the file: counted again by code that is not bauta's."""

import csv
import json
import random
from collections import Counter, defaultdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from releases import released


def told(ended) -> dict:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def write(folder: Path, columns: tuple[str, ...], rows: list[tuple], name: str = "data.csv") -> Path:
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([columns, *rows])
    return folder / name


# ---- people whose rows differ ----------------------------------------------------------------------------------------

WANDERING = """
data: {{path: data.csv}}
person_key: pid
variables:
  pid: {{role: direct_identifier, mask: pseudonym}}
  x: {{role: quasi_identifier, hierarchy: none, max_level: {highest}}}
  serial: {{role: other}}
thresholds: {{tau: 5}}
deidentify: {{suppression: {kind}, suppression_limit: {limit}, loss: lm}}
"""


def several_rows() -> list[tuple[str, str, int]]:
    """Sixty people, some with a second row; three of those are in classes that nobody else is in."""
    chance = random.Random(5)
    rows: list[tuple[str, str]] = []
    for person in range(60):
        rows.append((f"p{person}", chance.choice("abcde")))
        if person % 3 == 0:
            rows.append((f"p{person}", chance.choice(["a", "b", "c", "r1", "r2", "r3"])))
    return [(*row, serial) for serial, row in enumerate(rows)]


def wandering_study(folder: Path, *, rows: list[tuple] | None = None, **settings: object) -> Path:
    write(folder, ("pid", "x", "serial"), several_rows() if rows is None else rows)
    (folder / "study.yaml").write_text(WANDERING.format(**settings), encoding="utf-8")
    return folder / "study.yaml"


def who_lost(out: Path, rows: list[tuple]) -> tuple[set, set, int, int]:
    """People who lost a row or its quasi-identifier, those who are gone, and rows left out and blanked."""
    left = {int(str(row["serial"])): row for row in released(out)}
    lost = {who for who, x, serial in rows if serial not in left or (left[serial]["x"] == "*" and x != "*")}
    gone = {who for who, *_ in rows} - {rows[serial][0] for serial in left}
    return lost, gone, len(rows) - len(left), sum(row["x"] == "*" for row in left.values())


@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
def test_everybody_who_loses_a_row_is_counted(kind, bauta, tmp_path):
    rows, out = several_rows(), tmp_path / "out"
    result = told(
        bauta("deidentify", wandering_study(tmp_path, kind=kind, limit=0.5, highest=0), "--out", out, "--json")
    )
    lost, _, left_out, blanked = who_lost(out, rows)
    solution = result["solution"]
    assert lost
    assert (solution["suppressed_records"], solution["rows_left_out"], solution["rows_blanked"]) == (
        len(lost), left_out, blanked,
    )  # fmt: skip
    assert solution["loss"]["lm"] == pytest.approx(len(lost) / 60)
    manifest = json.loads((out / "custodian" / "manifest.json").read_text())
    assert (manifest["suppressed_people"], manifest["rows_left_out"]) == (len(lost), left_out)


def test_rows_left_out_are_told_in_words(bauta, tmp_path):
    study = wandering_study(tmp_path, kind="records", limit=0.5, highest=0)
    ended = bauta("deidentify", study, "--out", tmp_path / "out")
    words = " ".join(ended.out.split())
    assert "Released all 60 people, 3 of them without some of their rows;" in words
    assert "3 of 60 people (5.0 %) lost rows in classes that are too small: 3 rows were left out." in words
    assert "nobody remained at risk" not in words
    assert "every row shares x with rows of at least 5 others; rows of one person, linked, can tell more" in words


@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
def test_a_limit_of_nobody_holds_for_rows_too(kind, bauta, tmp_path):
    ended = bauta("deidentify", wandering_study(tmp_path, kind=kind, limit=0, highest=0), "--out", tmp_path / "out")
    assert ended.code == 2
    assert "leaves 3 of 60 people to suppress" in ended.err
    study, out = wandering_study(tmp_path, kind=kind, limit=0, highest=1), tmp_path / "coarser"
    result = told(bauta("deidentify", study, "--out", out, "--json"))
    assert result["rows_after"] == result["rows_before"]
    assert who_lost(out, several_rows())[2] == result["solution"]["suppressed_records"] == 0


@pytest.mark.parametrize("criterion", ["maximum", "average", "share"])
def test_rows_are_blanked_where_enough_people_are(criterion, bauta, tmp_path):
    """Six people alone in a class each: together they are a class of blank rows."""
    rows = [(f"p{i}", "a" if i % 2 else "b") for i in range(40)] + [(f"p{i}", f"rare{i}") for i in range(6)]
    rows = [(*row, serial) for serial, row in enumerate(rows)]
    study = wandering_study(tmp_path, rows=rows, kind="quasi-identifiers", limit=0.3, highest=0)
    out = tmp_path / "out"
    asked = ("--criterion", criterion, "--alpha", "0.5", "--threshold", "0.0999" if criterion == "average" else "5")
    result = told(bauta("deidentify", study, *asked, "--out", out, "--json"))
    lost, gone, left_out, blanked = who_lost(out, rows)
    assert left_out == 0 == len(gone)
    assert len(lost) == blanked == result["solution"]["rows_blanked"] == result["solution"]["suppressed_records"]
    assert blanked == result["solution"]["suppressed_cells"]
    if criterion != "average":
        assert blanked == 6


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers"])
def test_the_limit_and_the_counts_hold_for_any_such_data(kind, seed, bauta, tmp_path):
    chance = random.Random(seed)
    rows = [(f"p{chance.randint(0, 30)}", chance.choice("abcdefgh"), i) for i in range(60)]
    everyone = {who for who, *_ in rows}
    limit = chance.choice([0, 0.1, 0.3])
    out = tmp_path / "out"
    study = wandering_study(tmp_path, rows=rows, kind=kind, limit=limit, highest=1)
    result = told(bauta("deidentify", study, "--out", out, "--json"))
    if result["solution"]["levels"]["x"] == 0:
        lost, gone, left_out, blanked = who_lost(out, rows)
        solution = result["solution"]
        assert (solution["suppressed_records"], solution["rows_left_out"], solution["rows_blanked"]) == (
            len(lost), left_out, blanked,
        )  # fmt: skip
        assert len(lost) <= limit * len(everyone)
        assert result["risk_after"]["records"] == len(everyone) - len(gone)
    classes = defaultdict(set)
    for row in released(out):
        classes[row["x"]].add(row["pid"])
    assert min(map(len, classes.values())) >= 5


def test_what_explore_says_of_such_data_is_what_a_release_then_does(bauta, tmp_path):
    study = wandering_study(tmp_path, kind="records", limit=0.5, highest=1)
    explored = told(bauta("explore", study, "--json"))
    assert any("Whoever loses a row is suppressed" in note for note in explored["notes"])
    for node in explored["nodes"]:
        levels = f"x={node['levels']['x']}"
        result = told(bauta("deidentify", study, "--levels", levels, "--out", tmp_path / levels, "--json"))
        assert node["suppressed_records"] == result["solution"]["suppressed_records"]
        assert node["loss"] == pytest.approx(result["solution"]["loss"]["lm"])


# ---- cells and values ------------------------------------------------------------------------------------------------

TYPED = """
data: {{path: data.parquet}}
{person_key}
variables:
  id: {{role: direct_identifier, mask: pseudonym}}
  sex: {{role: quasi_identifier, hierarchy: none, max_level: 0}}
  always: {{role: quasi_identifier, hierarchy: none, max_level: 0}}
  kids: {{role: quasi_identifier, hierarchy: none, max_level: 0}}
  nowhere: {{role: quasi_identifier, hierarchy: none, min_level: 1}}
  serial: {{role: other}}
thresholds: {{tau: 3}}
deidentify: {{suppression: {kind}, suppression_limit: 0.6, loss: lm}}
"""
NAMES = ("sex", "always", "kids", "nowhere")


def typed_study(folder: Path, kind: str, *, visits: int, seed: int = 3) -> pa.Table:
    """People of a constant variable, of numbers some of which are missing, and of a variable that is not told."""
    chance = random.Random(seed)
    people = [
        (
            i,
            chance.choice(["F", "M", None]) if i else "X",
            "yes",
            chance.choice([0, 1, 2, 3, None]),
            chance.choice("pq"),
        )
        for i in range(40)
    ]
    rows = [person for person in people for _ in range(visits)]
    content = pa.table(
        {
            "id": [f"i{row[0]}" for row in rows],
            **{name: [row[1 + v] for row in rows] for v, name in enumerate(NAMES)},
            "serial": list(range(len(rows))),
        }
    )
    pq.write_table(content, folder / "data.parquet")
    text = TYPED.format(kind=kind, person_key="person_key: id" if visits > 1 else "")
    (folder / "study.yaml").write_text(text, encoding="utf-8")
    return content


@pytest.mark.parametrize("release_format", ["csv", "parquet", "dta"])
@pytest.mark.parametrize("visits", [1, 2])
@pytest.mark.parametrize("kind", ["records", "quasi-identifiers", "cells"])
def test_suppressed_cells_and_values_are_those_of_the_file(kind, visits, release_format, bauta, tmp_path):
    content, out = typed_study(tmp_path, kind, visits=visits).to_pylist(), tmp_path / "out"
    asked = ("--format", release_format, "--out", out, "--json")
    solution = told(bauta("deidentify", tmp_path / "study.yaml", *asked))["solution"]
    rows = released(out)
    assert solution["suppressed_records"]
    for variable in solution["variables"]:
        name = variable["variable"]
        before = {int(str(row["serial"])): content[int(str(row["serial"]))][name] for row in rows}
        if name == "nowhere":
            assert (variable["suppressed_cells"], variable["values_after"]) == (0, 1)
            continue
        pairs = [(before[int(str(row["serial"]))], row[name]) for row in rows]
        changed = [None if own is None else str(own) for own, _ in pairs]
        assert variable["suppressed_cells"] == sum(a != b for a, (_, b) in zip(changed, pairs, strict=True))
        kept = {a for a, (_, b) in zip(changed, pairs, strict=True) if a == b}
        assert variable["values_after"] == len(kept)
    assert solution["suppressed_cells"] == sum(one["suppressed_cells"] for one in solution["variables"])
    if kind == "quasi-identifiers":
        always = next(one for one in solution["variables"] if one["variable"] == "always")
        assert always["suppressed_cells"] == solution["rows_blanked"] == visits * solution["suppressed_records"]


def test_losses_of_classes_are_of_the_classes_in_the_file(bauta, tmp_path):
    """In a column of numbers a suppressed cell and a missing one are both empty."""
    typed_study(tmp_path, "cells", visits=1)
    out = tmp_path / "out"
    asked = ("--format", "parquet", "--out", out, "--json")
    loss = told(bauta("deidentify", tmp_path / "study.yaml", *asked))["solution"]["loss"]
    sizes = Counter(tuple(row[name] for name in NAMES) for row in released(out))
    assert loss["average-class-size"] == pytest.approx(40 / len(sizes))
    assert loss["dm-star"] == loss["discernibility"] == sum(size**2 for size in sizes.values())


# ---- drawing, thresholds of 1, manifests -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["records", "quasi-identifiers", "cells"])
def test_the_effect_of_drawing_is_that_on_the_release(kind, bauta, tmp_path):
    chance = random.Random(1)
    rows = [(f"v{min(int(chance.expovariate(0.25)), 30)}", i) for i in range(300)]
    write(tmp_path, ("x", "serial"), rows)
    (tmp_path / "study.yaml").write_text(
        "data: {path: data.csv}\nvariables:\n  x: {role: quasi_identifier, hierarchy: none, max_level: 0}\n"
        "  serial: {role: other}\nthresholds: {tau: 5}\n"
        f"deidentify: {{suppression: {kind}, suppression_limit: 0.5, loss: lm, subsample: 0.4}}\n",
        encoding="utf-8",
    )
    out = tmp_path / "out"
    sample = told(bauta("deidentify", tmp_path / "study.yaml", "--out", out, "--json"))["subsample"]
    people, in_source = released(out), Counter(x for x, _ in rows)
    sizes = Counter(row["x"] for row in people)
    of_class = Counter((rows[int(str(row["serial"]))][0], row["x"]) for row in people)
    risk: dict[str, float] = defaultdict(float)
    for (x, shown), n in of_class.items():  # in the source as x, in the release as shown
        risk[x] = max(risk[x], n / in_source[x] / sizes[shown])
    risks = [risk[rows[int(str(row["serial"]))][0]] for row in people]
    assert sample["average_risk_if_unknown"] == pytest.approx(sum(risks) / len(risks))
    assert sample["maximum_risk_if_unknown"] == pytest.approx(max(risks))
    assert sample["average_risk"] == pytest.approx(len(sizes) / len(people))
    assert sample["maximum_risk"] == pytest.approx(1 / min(sizes.values()))


def test_a_cell_size_of_one_is_not_praised(bauta, tmp_path):
    rows = [("F", 30), ("M", 31), ("M", 31)]
    source = write(tmp_path, ("sex", "age"), rows)
    ended = bauta(
        "deidentify", source, "--qi", "sex,age", "--k", "1", "--levels", "sex=0,age=0", "--out", tmp_path / "o"
    )
    words = " ".join(ended.out.split())
    assert "at least 0 others" not in words
    assert "1 of them is alone with their values of sex, age, which a cell size of 1 allows." in words


def test_the_recipient_is_not_told_how_many_were_suppressed(bauta, tmp_path):
    """Whoever was left out, the public manifest is the same: it tells nothing from which they could be counted."""
    manifests = []
    for left_out in ([], ["X"], ["X", "Y", "Y"]):
        out = tmp_path / f"out{len(left_out)}"
        rows = [("F",)] * 30 + [("M",)] * 20 + [(value,) for value in left_out]
        asked = ("--qi", "sex", "--levels", "sex=0", "--k", "5", "--suppression-limit", "0.1", "--out", out, "--json")
        told(bauta("deidentify", write(tmp_path, ("sex",), rows), *asked))
        public = json.loads((out / "release" / "manifest.json").read_text())
        private = json.loads((out / "custodian" / "manifest.json").read_text())
        assert private["suppressed_people"] == private["rows_left_out"] == len(left_out)
        assert private["risk_before"]["prosecutor"]["share_at_risk"] == len(left_out) / len(rows)
        manifests.append({**public, "files": sorted(public["files"])})
    assert manifests[0] == manifests[1] == manifests[2]
