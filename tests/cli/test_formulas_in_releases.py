"""Cells that a spreadsheet would run: reported by column, escaped on demand, and the same people in every class."""

import csv
import json
from pathlib import Path

import pytest

import bauta as package

CODES = ["=1+1", "'=1+1", "-3.5", "++", "@x"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with (tmp_path / "data.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["sex", "code", "=n", "level"])
        writer.writerows(["FM"[i % 2], CODES[i % 5], "-20--11" if i % 3 else "-10--1", i % 4] for i in range(120))
    return tmp_path / "data.csv"


QI = ("--qi", "sex,code,=n", "--k", "2")


def notes(told) -> str:
    return " ".join(told["notes"])


def test_they_are_counted_by_column_and_no_value_is_shown(bauta, data, tmp_path):
    ended = bauta("deidentify", data, *QI, "--out", tmp_path / "out")
    flat = " ".join(ended.out.split())
    assert "runs cells of it as formulas: code (48), =n (120), the names of columns =n. --escape-formulas" in flat
    assert "1+1" not in ended.out + ended.err


def test_escaped_they_are_text_and_the_classes_are_the_same(bauta, data, tmp_path):
    plain = json.loads(bauta("deidentify", data, *QI, "--out", tmp_path / "plain", "--json").out)
    told = json.loads(bauta("deidentify", data, *QI, "--out", tmp_path / "out", "--escape-formulas", "--json").out)
    assert told["risk_after"] == plain["risk_after"]
    with (tmp_path / "out" / "release" / "data.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    assert header == ["sex", "code", "'=n", "level"]
    assert {row[1] for row in rows} == {"'=1+1", "''=1+1", "-3.5", "++", "'@x"}
    # Whoever measures the file as it stands, apostrophes and all, finds the same classes.
    stranger = package.assess(tmp_path / "out" / "release" / "data.csv", ["sex", "code", "'=n"])
    assert stranger.classes == told["risk_after"]["classes"]
    assert stranger.smallest_class == told["risk_after"]["smallest_class"]


def test_the_dictionary_and_the_manifest_say_it(bauta, data, tmp_path):
    bauta("deidentify", data, *QI, "--out", tmp_path / "out", "--escape-formulas")
    release = tmp_path / "out" / "release"
    assert json.loads((release / "manifest.json").read_text(encoding="utf-8"))["escaped_formulas"] is True
    with (release / "dictionary.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["column"] for row in rows] == ["sex", "code", "'=n", "level"]
    # Every column of text, whatever is in it: the dictionary says nothing of values.
    assert all(row["treatment"].endswith("an apostrophe before what a spreadsheet would run") for row in rows)


def test_a_plan_and_a_comparison_read_through_the_apostrophes(bauta, data, tmp_path):
    study = tmp_path / "study.yaml"
    study.write_text(
        "data: {path: data.csv}\nvariables:\n  sex: {role: quasi_identifier}\n  code: {role: quasi_identifier}\n"
        '  "=n": {role: quasi_identifier, type: category}\n  level: {role: other}\n'
        "thresholds: {tau: 2}\ndeidentify: {escape_formulas: true}\n",
        encoding="utf-8",
    )
    assert bauta("deidentify", study, "--out", tmp_path / "out").code == 0
    found = json.loads(bauta("compare", study, tmp_path / "out", "--no-curve", "--json").out)
    assert all(one["distance"] == 0 for one in found["variables"] if "distance" in one)
    assert bauta("apply", tmp_path / "out", data, "--out", tmp_path / "next").code == 0
    assert "'=n" in (tmp_path / "next" / "release" / "data.csv").read_text(encoding="utf-8")
    linked = json.loads(bauta("link", tmp_path / "out", data, "--json").out)
    assert linked["in_both"] == linked["records_a"] == 120


def test_in_several_files_too(bauta, data, tmp_path):
    options = ("--partition-by", "sex", "--escape-formulas", "--json")
    told = json.loads(bauta("deidentify", data, *QI, "--out", tmp_path / "out", *options).out)
    assert "An apostrophe stands before cells" in notes(told)
    for path in (tmp_path / "out" / "release" / "data").rglob("*.csv"):
        assert path.read_text(encoding="utf-8").startswith('"code","\'=n","level"\n')


def test_by_a_standard_too(bauta, data, tmp_path):
    study = tmp_path / "study.yaml"
    study.write_text(
        'data: {path: data.csv}\nvariables: {sex: {role: other}, code: {role: other}, "=n": {role: other}}\n',
        encoding="utf-8",
    )
    bauta("deidentify", study, "--standard", "limited-data-set", "--out", tmp_path / "out", "--escape-formulas")
    assert "'=n" in (tmp_path / "out" / "release" / "data.csv").read_text(encoding="utf-8")


def test_other_formats_run_nothing(bauta, data, tmp_path):
    ended = bauta("deidentify", data, *QI, "--out", tmp_path / "out", "--format", "parquet", "--escape-formulas")
    assert ended.err.startswith("bauta: --escape-formulas has no effect on a .parquet file")
    told = json.loads(bauta("deidentify", data, *QI, "--out", tmp_path / "out", "--format", "parquet", "--json").out)
    assert "spreadsheet" not in notes(told)


def test_what_is_turned_back_is_opened_by_a_person(bauta, tmp_path):
    rows = "".join(f"={4000 + i}+1,{'FM'[i % 2]}\n" for i in range(20))
    (tmp_path / "data.csv").write_text(f"who,sex\n{rows}", encoding="utf-8")
    package.deidentify(tmp_path / "data.csv", ["sex"], person_key="who", k=2, out=tmp_path / "out")
    codes, back = tmp_path / "out" / "release" / "data.csv", tmp_path / "back.csv"
    ended = bauta("reverse", tmp_path / "out", codes, "--out", back)
    assert "A spreadsheet would run cells of 20 rows as formulas; --escape-formulas prevents it." in ended.err
    ended = bauta("reverse", tmp_path / "out", codes, "--out", back, "--force", "--escape-formulas")
    assert ended.err == ""
    assert ",'=4000+1\n" in back.read_text(encoding="utf-8")
