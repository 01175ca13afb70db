"""A study that declares an identifier harmless is believed, but not in silence."""

import json
from pathlib import Path

ROWS = "".join(
    f"M{i:05d},Ann Smith,(617) 555-{1000 + i},19{30 + i % 60}-03-{1 + i % 28:02d},{'FM'[i % 2]},"
    f"2024-01-{1 + i % 28:02d},{i % 7}\n"
    for i in range(120)
)
STUDY = """
data: {{path: data.csv}}
person_key: mrn
variables:
  mrn: {{role: direct_identifier, mask: pseudonym}}
  sex: {{role: quasi_identifier}}
  {variables}
"""


def deidentify(bauta, folder: Path, *variables: str, **options: str):
    (folder / "data.csv").write_text(
        f"mrn,patient_name,phone,birth_date,sex,visit_date,score\n{ROWS}", encoding="utf-8"
    )
    (folder / "study.yaml").write_text(STUDY.format(variables="\n  ".join(variables)), encoding="utf-8")
    ended = bauta("deidentify", folder / "study.yaml", "--out", folder / "out", *options.values())
    assert ended.code == 0, ended.err
    return " ".join(ended.out.split())


def test_direct_identifiers_declared_harmless_are_named_with_a_sign(bauta, tmp_path):
    page = deidentify(
        bauta, tmp_path, "patient_name: {role: sensitive}", "phone: {role: other}", "score: {role: other}"
    )
    assert (
        "! Declared other or sensitive, but look like direct identifiers; released as they are: patient_name, phone."
        in page
    )


def test_quasi_identifiers_declared_harmless_are_named_with_a_sign(bauta, tmp_path):
    page = deidentify(bauta, tmp_path, "visit_date: {role: other}", "score: {role: other}")
    assert "! Declared other or sensitive, but look like quasi-identifiers, so not in the figures" in page
    assert "released as they are: visit_date." in page
    assert "Birth dates" not in page


def test_a_birth_date_kept_beside_shifted_dates_is_named(bauta, tmp_path):
    page = deidentify(bauta, tmp_path, "birth_date: {role: other}", "visit_date: {role: other, shift: true}")
    assert "! Birth dates released as they are beside dates that are shifted: birth_date." in page


def test_what_is_changed_or_harmless_is_not_named(bauta, tmp_path):
    page = deidentify(
        bauta,
        tmp_path,
        "phone: {role: other, mask: remove}",
        "visit_date: {role: other, shift: true}",
        "score: {role: other}",
    )
    assert "Declared other" not in page


def test_the_warnings_are_in_the_json_and_with_a_plan_too(bauta, tmp_path):
    page = deidentify(bauta, tmp_path, "phone: {role: other}", json="--json")
    assert any("look like direct identifiers" in note for note in json.loads(page)["notes"])
    again = bauta("apply", tmp_path / "out", tmp_path / "data.csv", "--out", tmp_path / "second")
    assert "look like direct identifiers" in " ".join(again.out.split()), again.err
