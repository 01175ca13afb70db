"""`bauta assess` end to end, as a person or a pipeline uses it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bauta.workflow.example import write_example

VISITS = "patient_id,name,sex,zip\n" + "".join(
    f"P{i % 40:03d},Ann {i % 40},{'FM'[i % 2]},0213{i % 4}\n" for i in range(240)
)


@pytest.fixture(scope="session")
def hospital(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("hospital")
    write_example(folder, overwrite=False)
    return folder / "hospital.csv"


def write(folder: Path, text: str, name: str = "data.csv") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_json_has_the_promised_keys(bauta, hospital):
    found = json.loads(bauta("assess", hospital, "--qi", "zip,sex", "--json").out)
    assert {
        "records",
        "classes",
        "smallest_class",
        "sample_uniques",
        "prosecutor",
        "marketer",
        "decision",
    } <= found.keys()
    assert {"maximum", "average", "strict_average", "records_at_risk"} <= found["prosecutor"].keys()
    assert found["journalist"] is None
    assert found["records"] == 5000
    registry = hospital.with_name("registry.csv")
    found = json.loads(bauta("assess", hospital, "--qi", "zip,sex", "--population", registry, "--json").out)
    assert found["journalist"]["average"] < found["prosecutor"]["average"]
    assert found["population"] == {
        "source": str(registry), "people": 60000, "unit": "rows", "sampling_fraction": pytest.approx(5000 / 60000),
        "absent_classes": 0, "absent_records": 0, "unreadable": [], "notes": [], "spread": None,
    }  # fmt: skip


def test_identifiers_are_told_by_name_even_if_only_quasi_identifiers_were_asked_about(bauta, hospital):
    ended = bauta("assess", hospital, "--qi", "sex", "--threshold", "3", "--fail-if-high")
    assert "UNSETTLED" in ended.out
    for name in ("mrn", "name", "phone", "email"):
        assert re.search(rf"{name} +It points at one person by itself\.", ended.out)
    assert ended.code == 1


def test_rows_are_never_silently_counted_as_people(bauta, tmp_path):
    path = write(tmp_path, VISITS)
    assert "Each of the 240 rows was taken for one person" in bauta("assess", path, "--qi", "sex,zip").out
    assert "patient_id seems to say whose row it is" in bauta("assess", path, "--qi", "sex,zip").out
    found = json.loads(bauta("assess", path, "--qi", "sex,zip", "--person-key", "patient_id", "--json").out)
    assert (found["rows"], found["records"]) == (240, 40)
    assert found["possible_person_key"] is None


def test_a_registry_with_the_person_key_counts_people(bauta, tmp_path):
    data = write(tmp_path, "id,sex\n1,F\n2,M\n")
    registry = write(tmp_path, "id,sex\n" + "1,F\n" * 6 + "2,M\n" * 6, "registry.csv")
    arguments = ("assess", data, "--qi", "sex", "--population", registry, "--json")
    assert json.loads(bauta(*arguments).out)["journalist"]["maximum"] == pytest.approx(1 / 6)
    found = json.loads(bauta(*arguments, "--person-key", "id").out)
    assert found["journalist"]["maximum"] == 1
    assert found["population"]["unit"] == "person_key"


def test_rows_a_spreadsheet_left_empty_are_mentioned(bauta, tmp_path):
    path = write(tmp_path, "id,sex\n1,F\n2,M\n" + ",\n" * 5)
    assert (
        "Rows without a value in any column: 5. They were taken for people too"
        in bauta("assess", path, "--qi", "sex").out
    )
    ended = bauta("assess", path, "--qi", "sex", "--person-key", "id")
    assert "Rows without a value in any column were left out: 5" in ended.out
    assert "2 people, one row each" in ended.out


def test_lines_above_the_header_are_skipped_when_told(bauta, tmp_path):
    path = write(tmp_path, "Ward 7: all patients\nexported today\n\nsex;age\nF;30\nM;40\n")
    assert bauta("assess", path, "--qi", "sex").code == 2
    found = json.loads(bauta("assess", path, "--skip-lines", "2", "--qi", "sex,age", "--json").out)
    assert (found["records"], found["classes"]) == (2, 2)


@pytest.mark.parametrize(
    "text",
    [
        "Ann,F,Boston\nBob,M,Boston\nCy,F,Boston\nDi,M,Bath\n",
        "a,1950/01/02\nb,1960/01/02\n",
        "a,19500102\nb,19600102\n",
        "5551234567,x\n5551234568,y\n",
    ],
)
def test_a_file_without_a_header_is_refused_before_its_values_are_shown(text, bauta, tmp_path):
    ended = bauta("profile", write(tmp_path, text))
    assert ended.code == 2
    assert "looks like data" in ended.err


@pytest.mark.parametrize(
    "header",
    ["sex,age", "2019,2020,region", "Yes,No,age", ",x", "sex", "ID,I10,E11.9", "visit_2020-01,sex", "A,B,C"],
)
def test_ordinary_headers_are_taken(header, bauta, tmp_path):
    width = header.count(",") + 1
    rows = "".join(",".join(f"{column}{i}" for column in "uvw"[:width]) + "\n" for i in range(5))
    assert bauta("profile", write(tmp_path, f"{header}\n{rows}")).code == 0


def test_options_beside_a_study_replace_what_it_says(bauta, tmp_path):
    write(tmp_path, "sex,age,ill\nF,30,a\nF,30,b\nM,40,a\n")
    study = write(tmp_path, "data: {path: data.csv}\nvariables: {sex: {role: quasi_identifier}}\n", "study.yaml")
    assert json.loads(bauta("assess", study, "--json").out)["quasi_identifiers"] == ["sex"]
    found = json.loads(bauta("assess", study, "--qi", "sex,age", "--threshold", "2", "--alpha", "0.4", "--json").out)
    assert found["quasi_identifiers"] == ["sex", "age"]
    assert found["decision"]["thresholds"]["tau"] == {"probability": 0.5, "cell_size": 2}
    assert found["decision"]["prosecutor"]["D_a"]["verdict"] == "LOW"
    assert bauta("assess", study, "--delimiter", ";").code == 2


def test_a_column_is_not_two_things_at_once(bauta, tmp_path):
    path = write(tmp_path, "sex,age\nF,30\nM,40\n")
    assert bauta("assess", path, "--qi", "sex,age", "--person-key", "sex").code == 2
    found = json.loads(bauta("assess", path, "--sensitive", "sex", "--json").out)
    assert found["quasi_identifiers"] == ["age"]


def test_a_report_goes_only_where_a_report_may_go(bauta, tmp_path):
    path = write(tmp_path, "sex,age\nF,30\nM,40\n")
    assert bauta("assess", path, "--qi", "sex", "--report", path).code == 2
    assert bauta("assess", path, "--qi", "sex", "--report", tmp_path / "out.pdf").code == 2
    assert path.read_text().startswith("sex,age")
    assert bauta("assess", path, "--qi", "sex", "--report", tmp_path / "out.html").code == 0
    assert "<svg" in (tmp_path / "out.html").read_text(encoding="utf-8")


def test_a_reader_that_has_seen_enough_is_not_a_high_verdict(hospital):
    command = f"{sys.executable} -m bauta assess {hospital} --qi zip | head -c 5"
    done = subprocess.run(
        ["bash", "-c", f'{command}; exit "${{PIPESTATUS[0]}}"'], capture_output=True, check=False, timeout=60
    )
    assert done.returncode in (0, 141)
    assert done.stderr == b""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_being_told_to_stop_leaves_no_copy_of_the_data(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("a,b\n" + "".join(f"{i % 97},{i}\n" for i in range(1_500_000)), encoding="utf-16")
    private = tmp_path / "tmp"
    private.mkdir()
    program = [sys.executable, "-m", "bauta", "assess", str(path), "--qi", "a"]
    process = subprocess.Popen(
        program, env={**os.environ, "TMPDIR": str(private)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 20
    while not list(private.rglob("*.csv")) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Stopped" in said
    assert list(private.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("250.00,401.9,428.0\n1,0,1\n0,1,0\n", ["--header"]),
        ("weight\n70,5\n80,1\n", []),
        ("codes\nE11;I10\nI10;I25\n", []),
        ("sep=;\nsex;age\nF;30\nM;40\n", []),
        ("Yes,No\nYes,\n,No\nYes,No\n", ["--header"]),
    ],
)
def test_a_header_that_seems_none_is_taken_when_told_or_plain(text, options, bauta, tmp_path):
    found = json.loads(bauta("profile", write(tmp_path, text), *options, "--json").out)
    assert found["rows"] == text.count("\n") - 1 - text.startswith("sep=")
