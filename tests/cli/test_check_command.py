"""`bauta check` and `bauta deidentify --standard`, end to end."""

import csv
import datetime
import json
from collections.abc import Iterator
from typing import Any

import pytest

from bauta.example.visits import make_visits
from bauta.report.json_keys import CHECK_JSON_KEYS, STANDARD_RELEASE_JSON_KEYS

EIGHTEEN = set("ABCDEFGHIJKLMNOPQR")


@pytest.fixture
def visits(bauta, tmp_path):
    assert bauta("example", tmp_path, "--visits").code == 0
    return tmp_path / "visits.csv"


def told(ended) -> dict:
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def found(check: dict) -> set[tuple]:
    return {(one["rule"], one["column"], one["outcome"], one["rows"]) for one in check["findings"]}


def key_paths(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (own := f"{path}.{key}" if path else key)
            yield from key_paths(inner, own)
    elif isinstance(value, list):
        for inner in value:
            yield from key_paths(inner, f"{path}[]")


def test_everything_planted_is_found_and_nothing_else_fails(bauta, visits):
    check = told(bauta("check", visits, "--json"))
    planted = {(one.rule, one.column, one.outcome, one.rows) for one in make_visits().planted}
    with (visits.parent / "planted.csv").open(encoding="utf-8") as file:
        assert {(r["rule"], r["column"], r["outcome"], int(r["rows"])) for r in csv.DictReader(file)} == planted
    assert planted <= found(check)
    assert {one for one in found(check) - planted if one[2] == "fail"} == set()
    assert {rule for rule, _, outcome, _ in planted if outcome == "fail"} == EIGHTEEN
    assert check["as_of"] == "2025-12-31"
    assert set(key_paths(check)) == set(CHECK_JSON_KEYS)


def test_the_leak_of_000_is_flagged(bauta, visits):
    caveats = {one["title"]: one for one in told(bauta("check", visits, "--json"))["caveats"]}
    leak = caveats["000 in a state with one restricted prefix"]
    assert leak["concerns_this_table"]
    assert "which the table says" in leak["text"]


def test_every_released_value_passes_its_own_check(bauta, visits, tmp_path):
    result = told(bauta("deidentify", visits, "--standard", "safe-harbor", "--out", tmp_path / "out", "--json"))
    assert set(key_paths(result)) == set(STANDARD_RELEASE_JSON_KEYS)
    assert not [one for one in result["after"]["findings"] if one["outcome"] == "fail"]
    assert result["risk_after"]["verdict"] == "HIGH"
    again = told(bauta("check", tmp_path / "out/release/data.csv", "--random-codes", "patient_id", "--json"))
    assert {one["rule"] for one in again["findings"] if one["outcome"] == "fail"} == set()
    with (tmp_path / "out/release/data.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 80
    assert {row["zip"] for row in rows} == {"021", "000", "037", "576", "999"}
    assert {row["admission"] for row in rows} == {"2025"}
    old = [row for row in rows if row["age"] == "90+"]
    assert {(row["birth_year"], row["age_months"]) for row in old} == {("before 1936", "over 89 years")}
    codes = {row["patient_id"] for row in rows}
    assert len(codes) == 48
    assert not codes & set(make_visits().table.column("patient_id").to_pylist())


def test_a_limited_data_set_keeps_dates_and_zip_codes(bauta, visits, tmp_path):
    result = told(bauta("deidentify", visits, "--standard", "limited-data-set", "--out", tmp_path / "out", "--json"))
    what = {one["column"]: one["what"] for one in result["columns"]}
    assert (what["admission"], what["zip"], what["street_address"], what["mrn"]) == (
        "kept",
        "kept",
        "removed",
        "removed",
    )


def test_the_hospital_example(bauta, tmp_path):
    assert bauta("example", tmp_path).code == 0
    data = tmp_path / "hospital.csv"
    check = told(bauta("check", data, "--json"))
    failed = {(rule, column) for rule, column, outcome, _ in found(check) if outcome == "fail"}
    assert failed == {
        ("A", "name"), ("B", "zip"), ("C", "birth_date"), ("C", "admission_date"), ("C", "discharge_date"),
        ("D", "phone"), ("F", "email"), ("H", "mrn"),
    }  # fmt: skip
    result = told(bauta("deidentify", data, "--standard", "safe-harbor", "--out", tmp_path / "out", "--json"))
    assert not [one for one in result["after"]["findings"] if one["outcome"] == "fail"]


STUDY = """
data: {path: visits.csv}
person_key: patient_id
variables:
  patient_id: {role: direct_identifier, mask: MASK}
  admission: {role: other, type: date, shift: true}
  notes: {role: other}
  x18: {role: sensitive}
  sex: {role: quasi_identifier}
  mrn: {role: direct_identifier}
"""


def test_a_study_says_what_is_kept_and_that_is_said(bauta, visits, tmp_path):
    study = tmp_path / "study.yaml"
    study.write_text(STUDY.replace("MASK", "pseudonym"), encoding="utf-8")
    result = told(bauta("deidentify", study, "--standard", "safe-harbor", "--out", tmp_path / "out", "--json"))
    what = {one["column"]: one["what"] for one in result["columns"]}
    assert (what["notes"], what["x18"], what["mrn"], what["admission"]) == ("kept", "kept", "removed", "told as years")
    assert any("what is in them: notes" in text for text in result["warnings"])
    assert any("still dates" in text for text in result["warnings"])
    assert any("patient_name" in text for text in result["notes"])
    assert ("(i)", "notes", "cannot tell", 80) in found(result["after"])


@pytest.mark.parametrize("standard", ["safe-harbor", "limited-data-set"])
def test_a_subsample_that_is_not_drawn_is_told(bauta, visits, tmp_path, standard):
    study = tmp_path / "study.yaml"
    for share, is_told in (("0.5", True), ("1", False)):
        text = STUDY.replace("MASK", "pseudonym") + f"deidentify: {{subsample: {share}}}\n"
        study.write_text(text, encoding="utf-8")
        result = told(bauta("deidentify", study, "--standard", standard, "--out", tmp_path / share, "--json"))
        assert any("`subsample: 0.5`" in text for text in result["warnings"]) is is_told
        assert result["rows"] == 80


def test_a_limited_data_set_moves_dates_where_the_study_says_so(bauta, visits, tmp_path):
    study = tmp_path / "study.yaml"
    study.write_text(STUDY.replace("MASK", "pseudonym"), encoding="utf-8")
    result = told(bauta("deidentify", study, "--standard", "limited-data-set", "--out", tmp_path / "out", "--json"))
    what = {one["column"]: one["what"] for one in result["columns"]}
    assert what["admission"].startswith("moved by one offset per person")
    with (tmp_path / "out/release/data.csv").open(encoding="utf-8") as file:
        moved = {row["admission"][:10] for row in csv.DictReader(file)}
    assert len(moved - {day[:10] for day in make_visits().table.column("admission").to_pylist()}) > 10
    with (tmp_path / "out/custodian/offsets.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 48


def test_keyed_pseudonyms_are_not_safe_harbors(bauta, visits, tmp_path):
    (tmp_path / "key").write_bytes(b"0123456789abcdef0123456789abcdef")
    study = tmp_path / "study.yaml"
    mask = "{kind: pseudonym, method: keyed, key: {file: key}}"
    study.write_text(STUDY.replace("MASK", mask), encoding="utf-8")
    result = told(bauta("deidentify", study, "--standard", "safe-harbor", "--out", tmp_path / "out", "--json"))
    assert "patient_id" not in (tmp_path / "out/release/dictionary.csv").read_text(encoding="utf-8")
    assert any("computed from an identifier" in text for text in result["warnings"])


def test_census_and_day_can_be_chosen(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("zip3,birth_year\n" + "830,1930\n" * 3 + "021,1960\n" * 30, encoding="utf-8")
    early = told(bauta("check", data, "--census", "2000", "--as-of", "2000-01-01", "--json"))
    assert {one for one in found(early) if one[2] == "fail"} == {("B", "zip3", "fail", 3)}
    late = told(bauta("check", data, "--census", "2020", "--as-of", "2025", "--json"))
    assert {one for one in found(late) if one[2] == "fail"} == {("C", "birth_year", "fail", 3)}


def test_the_exit_code_is_for_pipelines(bauta, visits, tmp_path):
    for option in ("--fail-if-broken", "--fail-if-high"):
        assert bauta("check", visits, option).code == 1
    (tmp_path / "fine.csv").write_text("sex,diagnosis\nF,I10\nM,I10\n", encoding="utf-8")
    assert bauta("check", tmp_path / "fine.csv", "--fail-if-broken").code == 0
    assert bauta("check", tmp_path / "fine.csv", "--fail-if-high").code == 1, "what people know is not in a file"
    assert bauta("check", tmp_path / "fine.csv").code == 0


def test_the_report_is_one_page(bauta, visits, tmp_path):
    ended = bauta("check", visits, "--report", tmp_path / "report.html")
    assert ended.code == 0
    assert "FAIL" in ended.out
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "HIPAA Safe Harbor" in html
    assert "visitor" not in html


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        ("", ["--standard", "safe-harbor"], "empty"),
        ("a\n1\n", ["--standard", "gdpr"], "safe-harbor, limited-data-set"),
        ("a\n1\n", ["--census", "1990"], "2000, 2010, 2020"),
        ("a\n1\n", ["--as-of", "soon"], "2025-12-31"),
        ("a\n1\n", ["--random-codes", "b"], "'b'"),
    ],
)
def test_bad_input_gets_one_sentence(bauta, tmp_path, text, arguments, sentence):
    data = tmp_path / "data.csv"
    data.write_text(text, encoding="utf-8")
    ended = bauta("check", data, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err
    assert ended.err.count("\n") == 1


def test_dates_that_nobody_can_read_are_left_to_a_person(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("admission_date,sex\n" + "long ago,F\nrecently,M\n" * 20, encoding="utf-8")
    check = told(bauta("check", data, "--json"))
    assert check["as_of"] is None
    assert ("C", "admission_date", "cannot tell", 40) in found(check)


def test_the_day_ages_are_counted_on_is_nobodys(bauta, tmp_path):
    """The last day in the data is somebody's discharge; only its year is needed."""
    data = tmp_path / "data.csv"
    days = [f"{year}-0{month}-17" for year in (1931, 2024) for month in range(1, 9)]
    data.write_text("discharge_date,sex\n" + "".join(f"{day},F\n" for day in days), encoding="utf-8")
    shown = bauta("check", data, "--report", tmp_path / "report.html")
    assert "2024-12-31" in shown.out
    as_json = bauta("check", data, "--json")
    for text in (shown.out, as_json.out, (tmp_path / "report.html").read_text(encoding="utf-8")):
        assert not [day for day in days if day in text]


def test_a_release_by_a_standard_can_be_replaced(bauta, visits, tmp_path):
    asked = ("deidentify", visits, "--standard", "safe-harbor", "--out", tmp_path / "out")
    told(bauta(*asked, "--json"))
    told(bauta(*asked, "--force", "--json"))
    (tmp_path / "out" / "custodian" / "mine.txt").write_text("mine", encoding="utf-8")
    ended = bauta(*asked, "--force")
    assert ended.code == 2
    assert "custodian/mine.txt" in ended.err


def test_a_search_has_no_place_beside_a_standard(bauta, visits, tmp_path):
    ended = bauta("deidentify", visits, "--standard", "safe-harbor", "--k", "5", "--out", tmp_path / "out")
    assert ended.code == 2
    assert "--k" in ended.err
    assert not (tmp_path / "out").exists()


def test_ages_are_read_with_the_unit_beside_them(bauta, tmp_path):
    data = tmp_path / "dm.csv"
    data.write_text("AGE,AGEU,SEX\n" + "95,YEARS,F\n" * 3 + "95,MONTHS,M\n" * 40 + "30,YEARS,F\n" * 9, encoding="utf-8")
    assert ("C", "AGE", "fail", 3) in found(told(bauta("check", data, "--json")))
    result = told(bauta("deidentify", data, "--standard", "safe-harbor", "--out", tmp_path / "out", "--json"))
    assert ("C", "AGE", "pass", None) in found(result["after"])
    with (tmp_path / "out/release/data.csv").open(encoding="utf-8") as file:
        ages = [row["AGE"] for row in csv.DictReader(file)]
    assert (ages.count("30"), ages.count("")) == (9, 43)  # 95 would be true of the months only


def test_one_city_for_everybody_is_a_city_too(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("city,sex\n" + "Ashford,F\nAshford,M\n" * 20, encoding="utf-8")
    assert ("B", "city", "fail", 40) in found(told(bauta("check", data, "--json")))


def test_dates_and_times_that_a_file_stores_as_such(bauta, tmp_path):
    import datetime

    import pyarrow as pa
    import pyarrow.parquet as pq

    times = [datetime.datetime(1930 + i, 5, 6, 7, 8) for i in range(60)]
    table = pa.table({"x1": pa.array(times, pa.timestamp("s")), "x2": pa.array([t.date() for t in times], pa.date32())})
    pq.write_table(table, tmp_path / "data.parquet")
    check = told(bauta("check", tmp_path / "data.parquet", "--as-of", "2020", "--json"))
    for column in ("x1", "x2"):
        assert {("C", column, "fail", 60), ("C", column, "fail", 1)} <= found(check)
    out = tmp_path / "out"
    told(
        bauta(
            "deidentify",
            tmp_path / "data.parquet",
            "--standard",
            "safe-harbor",
            "--as-of",
            "2020",
            "--out",
            out,
            "--json",
        )
    )
    released = pq.read_table(out / "release" / "data.parquet").to_pydict()
    assert set(released["x1"]) == set(released["x2"]) == {"before 1931", *(str(year) for year in range(1931, 1990))}


def test_a_recorded_check_reads_back_as_it_was(bauta, visits):
    """What a study keeps of a check is turned into JSON and back."""
    from pydantic import TypeAdapter

    from bauta.engines.duckdb import DuckDbEngine
    from bauta.model.source import DataSource
    from bauta.model.standards import Standard, StandardCheck
    from bauta.workflow.check import check_standard
    from bauta.workflow.requests import AssessmentRequest

    with DuckDbEngine() as engine:
        check = check_standard(engine, AssessmentRequest(DataSource(str(visits))), Standard.SAFE_HARBOR)
    adapter = TypeAdapter(StandardCheck)
    assert adapter.validate_json(adapter.dump_json(check)) == check


BIRTHS = "birth_date,sex\n" + "".join(f"{1905 + i}-02-{1 + i % 28:02d},{'FM'[i % 2]}\n" for i in range(80))


def test_births_alone_do_not_say_when_ages_are_counted(bauta, tmp_path):
    """The youngest of them was born in 1984, on which day nobody born after 1894 was over 89."""
    data = tmp_path / "data.csv"
    data.write_text(BIRTHS, encoding="utf-8")
    check = told(bauta("check", data, "--json"))
    assert check["as_of"] is None
    assert ("C", "birth_date", "cannot tell", None) in found(check)
    dated = told(bauta("check", data, "--as-of", "2025", "--json"))
    assert ("C", "birth_date", "fail", 31) in found(dated), "born 1905 to 1935"


def test_a_release_by_the_standard_counts_ages_on_its_own_day_where_the_data_tell_births_alone(bauta, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text(BIRTHS, encoding="utf-8")
    assert bauta("deidentify", data, "--standard", "safe-harbor", "--out", tmp_path / "out").code == 0
    with (tmp_path / "out" / "release" / "data.csv").open(encoding="utf-8") as file:
        years = {row["birth_date"] for row in csv.DictReader(file)}
    this_year = datetime.date.today().year
    assert years == {f"before {this_year - 89}", *(str(year) for year in range(this_year - 89, 1985))}
