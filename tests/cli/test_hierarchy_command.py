"""`bauta hierarchy` end to end."""

import json

import pytest

MARK = "QXZ7"


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("who,age,zip\n" + "".join(f"p{i},{20 + i % 30},{MARK}{i % 30:02d}\n" for i in range(90)))
    return path


def test_levels_are_shown_as_a_table(bauta, data):
    ended = bauta("hierarchy", data, "age")
    assert ended.code == 0
    assert "90 records; 30 different values. Hierarchy: suggested: numbers in widths 5, 10, 20" in ended.out
    assert "1 width 5" in ended.out
    assert "20-24" in ended.out


def test_the_same_comes_as_json(bauta, data):
    document = json.loads(bauta("hierarchy", data, "age", "--json", "--threshold", "20").out)
    assert document["cell_size"] == 20
    assert [level["groups"] for level in document["levels"]] == [30, 6, 3, 2, 1]
    assert [level["records_in_small_groups"] for level in document["levels"]] == [90, 90, 0, 0, 0]
    assert [level["examples"] for level in document["levels"]] == [
        [], [], ["20-29", "30-39", "40-49"], ["20-39", "40-59"], [],
    ]  # fmt: skip


@pytest.mark.parametrize("kind", [None, "none", "postal_codes", "characters", "dates", "zip", "icd10cm"])
def test_no_value_nor_a_piece_of_one_is_shown(kind, bauta, data):
    options = [] if kind is None else ["--kind", kind]
    for form in ([], ["--json"]):
        ended = bauta("hierarchy", data, "zip", *options, *form, "--threshold", "2")
        assert MARK not in ended.out + ended.err


def test_a_hierarchy_of_the_study_counts_people(bauta, data, tmp_path):
    (tmp_path / "age.csv").write_text(
        "age;young or not\n" + "".join(f"{n};{'<40' if n < 40 else '40+'}\n" for n in range(99))
    )
    study = tmp_path / "study.yaml"
    study.write_text(
        "data: {path: data.csv}\nperson_key: who\nvariables:\n  age: {role: quasi_identifier, hierarchy: age.csv}\n"
    )
    ended = bauta("hierarchy", study, "age", "--json")
    assert ended.code == 0
    document = json.loads(ended.out)
    assert (document["values"], document["leaves"]) == (30, 99)
    assert document["levels"][1]["name"] == "young or not"
    assert document["levels"][1]["smallest_group"] == 30


def test_a_folder_of_hierarchies_is_searched_by_the_columns_name(bauta, shared_data):
    ended = bauta(
        "hierarchy", shared_data("adult/adult.csv"), "education", "--hierarchies", shared_data("adult/hierarchies")
    )
    assert ended.code == 0
    assert "Higher education" in ended.out


@pytest.mark.parametrize(
    "options", [["--kind", "tree"], ["--kind", "none", "--hierarchy", "x.csv"], ["--hierarchies", "data.csv"]]
)
def test_options_that_contradict_each_other_are_refused(options, bauta, data, monkeypatch):
    monkeypatch.chdir(data.parent)
    ended = bauta("hierarchy", "data.csv", "age", *options)
    assert ended.code == 2
    assert "does not take" in ended.err
