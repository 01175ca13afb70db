"""`bauta link` with the folder of a release: the other list is put in its words, or nothing is said in figures."""

import csv
import json
import shutil
from collections import Counter

import pytest

import bauta as package

STUDY = """\
data: {path: hospital.csv}
person_key: mrn
variables:
  mrn: {role: direct_identifier, mask: pseudonym}
  name: {role: direct_identifier, mask: remove}
  birth_date: {role: quasi_identifier, type: date, hierarchy: {kind: dates, levels: [year, decade]}, max_level: 2}
  zip: {role: quasi_identifier, hierarchy: zip, max_level: 1}
  sex: {role: quasi_identifier}
  diagnosis: {role: sensitive, ignore: {birth_date: A newborn was born in the year of the data.}}
deidentify: {suppression_limit: 0.5}
"""
LEVELS = "birth_date=2,zip=1,sex=0"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release at decades and ZIP3, and the registry of the region it serves."""
    folder = tmp_path_factory.mktemp("link")
    from bauta.workflow.example import write_example

    write_example(folder, overwrite=True)
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    levels = {"birth_date": 2, "zip": 1, "sex": 0}
    package.deidentify(folder / "study.yaml", k=3, levels=levels, out=folder / "out", secret=None)
    return folder


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def by_hand(folder):
    """The sum of min(a, b)/max(a, b) over classes, with the registry generalised by nothing of bauta's."""
    ours = Counter((r["birth_date"], r["zip"], r["sex"]) for r in rows_of(folder / "out" / "release" / "data.csv"))
    zips = {r["zip"] for r in rows_of(folder / "out" / "release" / "data.csv")}
    theirs = Counter(
        (f"{r['birth_date'][:3]}0s", r["zip"][:3] if r["zip"][:3] in zips else "000", r["sex"])
        for r in rows_of(folder / "registry.csv")
    )
    return sum(min(n, theirs[one]) / max(n, theirs[one]) for one, n in ours.items() if theirs[one])


@pytest.mark.parametrize("place", ["out", "out/release", "out/release/data.csv", "sent"])
def test_the_list_is_recoded_by_the_published_rules(place, made, bauta):
    """The recipient's part alone is enough, wherever it lies."""
    if place == "sent" and not (made / "sent").exists():
        shutil.copytree(made / "out" / "release", made / "sent")
    found = json.loads(bauta("link", made / place, made / "registry.csv", "--json").out)
    assert found["on"] == ["birth_date", "zip", "sex"]
    assert found["expected_matches"] == pytest.approx(by_hand(made))
    assert [(one["variable"], one["level"]) for one in found["told_alike"]] == [
        ("birth_date", "decade"),
        ("zip", "ZIP3"),
    ]
    back = json.loads(bauta("link", made / "registry.csv", made / place, "--json").out)
    assert back["expected_matches"] == pytest.approx(found["expected_matches"])
    assert back["records_a"] == found["records_b"]


def test_where_no_value_is_in_both_no_number_is_given(made, bauta, tmp_path):
    """Without its folder a release is a file like any other."""
    shutil.copy(made / "out" / "release" / "data.csv", tmp_path / "alone.csv")
    ended = bauta("link", tmp_path / "alone.csv", made / "registry.csv", "--on", "birth_date,zip,sex")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("bauta: No value of birth_date, zip is in both tables, so their values cannot be")


def test_shared_pseudonyms_are_said_before_any_figure(made, bauta, tmp_path):
    rows = rows_of(made / "out" / "release" / "data.csv")
    text = "code,sex\n" + "".join(f"{r['mrn']},{r['sex']}\n" for r in rows[:100])
    (tmp_path / "two.csv").write_text(text, encoding="utf-8")
    ended = bauta("link", made / "out", tmp_path / "two.csv")
    flat = " ".join(ended.out.split())
    assert f"Both have the same pseudonyms: 100 codes of {len(rows):,} in mrn of the first are in code" in flat
    assert flat.index("same pseudonyms") < flat.index("If two recipients")
    for row in rows[:100]:
        assert row["mrn"] not in ended.out


def test_two_recipients_share_none(made, bauta):
    package.deidentify(made / "study.yaml", k=3, out=made / "other")
    found = json.loads(bauta("link", made / "out", made / "other", "--json").out)
    assert found["shared_codes"] == []
    assert found["told_alike"]  # years and decades


def table(path, header, rows):
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return path


def test_numbers_are_found_in_the_intervals_of_a_release(bauta, tmp_path):
    data = table(tmp_path / "d.csv", "age,sex", [f"{20 + i % 40},{'FM'[i % 2]}" for i in range(400)])
    study = tmp_path / "s.yaml"
    study.write_text(
        "data: {path: d.csv}\nvariables:\n  sex: {role: quasi_identifier}\n"
        "  age: {role: quasi_identifier, hierarchy: {kind: numbers, widths: [5, 10], top: 50}, min_level: 1}\n",
        encoding="utf-8",
    )
    package.deidentify(study, k=5, out=tmp_path / "out")
    shutil.rmtree(tmp_path / "out" / "custodian")
    listed = table(tmp_path / "list.csv", "age,sex", ["22,F", "57,M", "57,M", "99,M", "130,F", "3,F"])
    found = json.loads(bauta("link", tmp_path / "out", listed, "--json").out)
    # 99 and 130 are in 50+; nobody of the release is as young as 3.
    assert found["told_alike"] == [{"variable": "age", "level": "width 5", "rows_without_word": 1}]
    assert found["in_both"] == 5
    assert data.exists()


def test_a_column_that_is_not_told_takes_everybody(bauta, tmp_path):
    table(tmp_path / "d.csv", "town,sex", [f"t{i},{'FM'[i % 2]}" for i in range(100)])
    package.deidentify(tmp_path / "d.csv", ["town", "sex"], k=5, levels={"sex": 0}, out=tmp_path / "out")
    listed = table(tmp_path / "list.csv", "town,sex", ["t1,F", "elsewhere,F"])
    found = json.loads(bauta("link", tmp_path / "out", listed, "--on", "town,sex", "--json").out)
    assert found["in_both"] == 2
    assert found["told_alike"][0]["level"] == "not told"


def test_suppressed_rows_are_named(bauta, tmp_path):
    rows = [*(f"{20 + i % 2},{'FM'[i % 2]}" for i in range(100)), "77,F"]
    table(tmp_path / "d.csv", "age,sex", rows)
    options = {"suppression": "quasi-identifiers", "levels": {"age": 0, "sex": 0}}
    package.deidentify(tmp_path / "d.csv", ["age", "sex"], k=5, out=tmp_path / "out", **options)
    listed = table(tmp_path / "list.csv", "age,sex", ["77,F", "20,F"])
    ended = bauta("link", tmp_path / "out", listed)
    assert "rows with suppressed cells not counted" in " ".join(ended.out.split())
    assert (
        json.loads(bauta("link", tmp_path / "out", listed, "--json").out)["rows_suppressed"] == 5
    )  # and four who keep them company


def test_two_tables_that_are_no_releases_need_variables(bauta, tmp_path):
    one = table(tmp_path / "a.csv", "sex", ["F", "M"])
    assert "--on and the columns both have" in bauta("link", one, one).err


def test_python_takes_a_folder_too(made):
    found = package.link(made / "out", made / "registry.csv")
    assert found.correct_matches == pytest.approx(by_hand(made))


# ---- pseudonyms in a table that is assessed


def assessed(bauta, path):
    return json.loads(bauta("assess", path, "--qi", "birth_date,zip,sex", "--threshold", "3", "--json").out)


def test_assess_knows_pseudonyms_where_the_dictionary_lies_beside(made, bauta):
    found = assessed(bauta, made / "out" / "release" / "data.csv")
    assert found["decision"]["verdict"] == "LOW"
    assert any("Pseudonyms that bauta made" in note and "mrn" in note for note in found["notes"])
    assert found["direct_identifiers"] == []


def test_the_form_alone_proves_nothing(made, bauta, tmp_path):
    """Anybody can write 26 letters of base 32, such as the record number itself."""
    shutil.copy(made / "out" / "release" / "data.csv", tmp_path / "alone.csv")
    found = assessed(bauta, tmp_path / "alone.csv")
    assert found["decision"]["verdict"] == "UNSETTLED"
    (why,) = found["decision"]["unsettled"]
    assert (why["column"], "nothing beside the table" in why["why"]) == ("mrn", True)
    quasi = ", ".join(f"{name}: {{role: quasi_identifier}}" for name in ("birth_date", "zip", "sex"))
    (tmp_path / "study.yaml").write_text(
        f"data: {{path: alone.csv}}\nvariables: {{{quasi}, mrn: {{role: other}}}}\nthresholds: {{tau: 3}}\n"
        "not_known: {mrn: drawn by us}\n",
        encoding="utf-8",
    )
    told = json.loads(bauta("assess", tmp_path / "study.yaml", "--json").out)["decision"]
    assert "mrn" not in [one["column"] for one in told["unsettled"]]


def test_a_dictionary_does_not_excuse_what_has_another_form(made, bauta, tmp_path):
    """The column of pseudonyms was replaced by record numbers after the release was made."""
    shutil.copytree(made / "out" / "release", tmp_path / "r")
    rows = rows_of(tmp_path / "r" / "data.csv")
    with (tmp_path / "r" / "data.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows({**row, "mrn": f"{i:08d}"} for i, row in enumerate(rows))
    found = assessed(bauta, tmp_path / "r" / "data.csv")
    assert found["decision"]["verdict"] == "UNSETTLED"
