"""Columns of notes: the draft leaves every one out, and one that is kept makes a release UNSETTLED."""

import csv
import json

import yaml

NOTES = {
    "laboratory data": lambda i: f"Lot {4700 + i * 7}, {1 + i % 28} Mar 20{10 + i % 13}",
    "history": lambda i: f"stroke {1990 + i % 30}-03-{10 + i % 19}, came home after {i} days",
    "remark": lambda i: f"the patient said that number {i} was not at home when the nurse came by",
    "status": lambda i: f"HR: {60 + i}; BP: {100 + i}/80",
}


def write(folder):
    with (folder / "data.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["sex", "age", *NOTES, "dose"])
        writer.writerows(["FM"[i % 2], 30 + i % 4, *(make(i) for make in NOTES.values()), i % 5] for i in range(80))
    return folder / "data.csv"


def test_the_draft_leaves_every_one_out(bauta, tmp_path):
    data, draft = write(tmp_path), tmp_path / "study.yaml"
    assert bauta("profile", data, "-o", draft).code == 0
    variables = yaml.safe_load(draft.read_text(encoding="utf-8"))["variables"]
    assert {name: variables[name].get("mask") for name in NOTES} == dict.fromkeys(NOTES, "remove")
    assert bauta("deidentify", draft, "--k", "3", "--out", tmp_path / "out").code == 0
    header = (tmp_path / "out" / "release" / "data.csv").read_text(encoding="utf-8").partition("\n")[0]
    assert header == '"sex","age","dose"'


def test_one_that_is_kept_is_unsettled(bauta, tmp_path):
    data, draft = write(tmp_path), tmp_path / "study.yaml"
    bauta("profile", data, "-o", draft)
    study = yaml.safe_load(draft.read_text(encoding="utf-8"))
    study["variables"]["laboratory data"] = {"role": "sensitive"}
    study["not_known"] = {"laboratory data": "nobody reads it"}
    draft.write_text(json.dumps(study), encoding="utf-8")
    told = json.loads(bauta("deidentify", draft, "--k", "3", "--out", tmp_path / "out", "--json").out)
    after = told["decision"]
    assert after["verdict"] == "UNSETTLED"
    assert [one["column"] for one in after["unsettled"]] == ["laboratory data"]
