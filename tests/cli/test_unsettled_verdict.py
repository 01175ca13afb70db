"""LOW is for what was judged: a column that could identify somebody and leaves as it is makes the verdict UNSETTLED."""

import json
from pathlib import Path

import pytest

ROWS = "".join(
    f"M{i:05d},Ann Smith,(617) 555-{1000 + i},19{30 + i % 60}-03-{1 + i % 28:02d},{'FM'[i % 2]},"
    f"2024-01-{1 + i % 28:02d},{i % 7},rs{4680 + i % 9},"
    f"The patient number {i} came in the morning and was seen by the nurse\n"
    for i in range(120)
)
HEADER = "mrn,patient_name,phone,birth_date,sex,visit_date,score,variant,story\n"
STUDY = """
data: {{path: data.csv}}
person_key: mrn
variables:
  mrn: {{role: direct_identifier, mask: pseudonym}}
  sex: {{role: quasi_identifier}}
  {variables}
{rest}
"""


@pytest.fixture
def deidentify(bauta, tmp_path):
    """`bauta deidentify` of a study that declares these variables too; the JSON, or what the command ended with."""

    def run(*variables: str, rest: str = "", options: tuple[str, ...] = (), command: str = "deidentify"):
        (tmp_path / "data.csv").write_text(HEADER + ROWS, encoding="utf-8")
        study = STUDY.format(variables="\n  ".join(variables), rest=rest)
        (tmp_path / "study.yaml").write_text(study, encoding="utf-8")
        place = ("--out", tmp_path / "out", "--force") if command == "deidentify" else ()
        ended = bauta(command, tmp_path / "study.yaml", *place, "--json", *options)
        return json.loads(ended.out) if ended.code == 0 else ended

    return run


def columns_of(result) -> list[str]:
    return [one["column"] for one in result["decision"]["unsettled"]]


def test_a_study_without_anything_doubtful_is_low(deidentify):
    result = deidentify("score: {role: other}")
    assert result["decision"]["verdict"] == "LOW"
    assert result["decision"]["unsettled"] == []
    assert result["decision"]["not_judged"] == [
        "what other tables record of the same people",
        "earlier releases of the same people",
    ]


@pytest.mark.parametrize(
    ("column", "why"),
    [
        ("patient_name", "direct identifier (person name)"),
        ("phone", "direct identifier (telephone number)"),
        ("visit_date", "quasi-identifier (event date)"),
        ("birth_date", "quasi-identifier (birth date)"),
        ("story", "free text"),
        ("variant", "genotypes"),
    ],
)
@pytest.mark.parametrize("role", ["other", "sensitive"])
def test_a_column_declared_harmless_that_looks_identifying_is_unsettled(deidentify, column, why, role):
    result = deidentify(f"{column}: {{role: {role}}}")
    (found,) = result["decision"]["unsettled"]
    assert result["decision"]["verdict"] == "UNSETTLED"
    assert found["column"] == column
    assert why in found["why"]
    assert found["remedy"]


def test_a_reason_why_nobody_could_know_it_settles_a_column_and_is_printed(deidentify):
    reason = "Visits are numbered within the study."
    result = deidentify("visit_date: {role: other}", rest=f"not_known: {{visit_date: {reason!r}}}")
    assert result["decision"]["verdict"] == "LOW"
    assert any(reason in note for note in result["notes"])
    answered = deidentify("visit_date: {role: other, identifier: {knowable: false, note: Nobody was there.}}")
    assert answered["decision"]["verdict"] == "LOW"
    assert any("Nobody was there." in note for note in answered["notes"])


@pytest.mark.parametrize("column", ["story", "variant"])
def test_no_reason_settles_free_text_or_genotypes(deidentify, column):
    result = deidentify(f"{column}: {{role: other}}", rest=f"not_known: {{{column}: Nobody reads it.}}")
    assert (result["decision"]["verdict"], columns_of(result)) == ("UNSETTLED", [column])


def test_a_reason_for_what_the_study_does_not_have_is_a_mistake(deidentify):
    ended = deidentify("score: {role: other}", rest="not_known: {scores: it is drawn by lot}")
    assert ended.code == 2
    assert "not_known names 'scores', which is no variable of the study" in ended.err


def test_what_is_masked_or_shifted_is_not_unsettled(deidentify):
    result = deidentify("phone: {role: other, mask: remove}", "visit_date: {role: other, type: date, shift: true}")
    assert result["decision"]["verdict"] == "LOW"


def test_a_birth_date_kept_beside_shifted_dates_is_warned_of(deidentify):
    result = deidentify("birth_date: {role: other}", "visit_date: {role: other, type: date, shift: true}")
    assert any("Birth dates released as they are beside dates that are shifted" in note for note in result["notes"])


def test_genomic_variables_are_left_out_unless_a_reason_keeps_them(deidentify, tmp_path):
    left_out = deidentify("variant: {role: genomic}")
    assert left_out["decision"]["verdict"] == "LOW"
    assert "variant" not in (tmp_path / "out/release/data.csv").read_text(encoding="utf-8").splitlines()[0]
    kept = deidentify("variant: {role: genomic, keep: The recipient studies this variant.}")
    assert (kept["decision"]["verdict"], columns_of(kept)) == ("UNSETTLED", ["variant"])
    assert "variant" in (tmp_path / "out/release/data.csv").read_text(encoding="utf-8").splitlines()[0]


def test_only_genomic_variables_take_a_reason_to_be_kept(deidentify):
    ended = deidentify("score: {role: other, keep: they want it}")
    assert ended.code == 2
    assert "genomic" in ended.err


def test_a_quasi_identifier_of_the_study_that_is_not_named_stops_the_release(deidentify, tmp_path):
    ended = deidentify("score: {role: quasi_identifier}", options=("--qi", "sex"))
    assert ended.code == 2
    assert "The study calls score a quasi-identifier, but --qi leaves it out" in ended.err
    assert 'not_known: {score: "the reason"}' in ended.err
    assert not (tmp_path / "out").exists()
    excused = deidentify(
        "score: {role: quasi_identifier}", rest="not_known: {score: It is drawn by lot.}", options=("--qi", "sex")
    )
    assert excused["decision"]["verdict"] == "LOW"


def test_a_plan_keeps_what_was_unsettled_and_what_was_excused(deidentify, bauta, tmp_path):
    deidentify(
        "phone: {role: other}", "visit_date: {role: other}", rest="not_known: {visit_date: Visits are drawn by lot.}"
    )
    again = bauta("apply", tmp_path / "out", tmp_path / "data.csv", "--out", tmp_path / "second", "--json")
    assert columns_of(json.loads(again.out)) == ["phone"], again.err


def test_without_a_study_what_looks_identifying_is_left_out_and_named(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text(HEADER + ROWS, encoding="utf-8")
    ended = bauta("deidentify", data, "--qi", "sex", "--out", tmp_path / "out", "--json")
    result = json.loads(ended.out)
    assert result["decision"]["verdict"] == "LOW"
    left_out = {"mrn", "patient_name", "phone", "birth_date", "visit_date", "variant", "story"}
    assert {one["column"] for one in result["columns"] if one["what"] == "removed"} == left_out
    assert any("birth_date, visit_date, variant" in note and "--keep" in note for note in result["notes"])


def test_keep_releases_a_column_and_the_verdict_says_unsettled(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text(HEADER + ROWS, encoding="utf-8")
    ended = bauta("deidentify", data, "--qi", "sex", "--keep", "visit_date,variant", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    page = " ".join(ended.out.split())
    assert "UNSETTLED: Released 120 of 120 people" in page or "UNSETTLED: Released all 120 people" in page
    assert "What is not settled" in page
    header = (tmp_path / "out/release/data.csv").read_text(encoding="utf-8").splitlines()[0]
    assert "visit_date" in header
    assert "variant" in header


def test_keep_beside_a_study_is_refused(deidentify):
    ended = deidentify("score: {role: other}", options=("--keep", "score"))
    assert ended.code == 2
    assert "--keep" in ended.err


def test_assess_says_unsettled_and_fails_a_pipeline_that_asks_for_low(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text(HEADER + ROWS, encoding="utf-8")
    ended = bauta("assess", data, "--qi", "sex", "--json")
    found = json.loads(ended.out)["decision"]
    assert (ended.code, found["verdict"]) == (0, "UNSETTLED")
    assert {"mrn", "visit_date", "story", "variant"} <= {one["column"] for one in found["unsettled"]}
    assert bauta("assess", data, "--qi", "sex", "--fail-if-high").code == 1


def test_assess_of_a_study_goes_by_what_it_would_release(deidentify):
    declared = "score: {role: other}", "visit_date: {role: other, type: date, shift: true}"
    result = deidentify(*declared, command="assess")
    assert "visit_date" not in columns_of(result)
    assert "score" not in columns_of(result)
    assert "birth_date" in columns_of(result), "the data have it, and the study does not say what it is"


def test_check_says_unsettled_where_it_cannot_tell(bauta, tmp_path):
    data = tmp_path / "notes.csv"
    data.write_text("sex,story\n" + "".join(f"F,{line.split(',')[-1]}\n" for line in ROWS.splitlines()), "utf-8")
    ended = bauta("check", data)
    assert ended.code == 0
    assert "UNSETTLED" in ended.out
    assert bauta("check", data, "--fail-if-high").code == 1


def test_no_value_of_a_column_is_in_what_is_said_of_it(bauta, tmp_path):
    data: Path = tmp_path / "data.csv"
    data.write_text(HEADER + ROWS, encoding="utf-8")
    ended = bauta("assess", data, "--qi", "sex")
    assert "Smith" not in ended.out
    assert "rs4680" not in ended.out
    assert "617" not in ended.out
