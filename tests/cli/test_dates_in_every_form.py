"""Dates in every form, end to end: profile, hierarchy, deidentify, apply and check read the same days."""

import csv
import datetime as dt
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

FIRST = dt.date(2020, 1, 1)
FORMS = {
    "iso": lambda d: d.isoformat(),
    "compact": lambda d: d.strftime("%Y%m%d"),
    "slashes": lambda d: d.strftime("%Y/%m/%d"),
    "clinical": lambda d: d.strftime("%d-%b-%Y").upper(),
    "date9": lambda d: d.strftime("%d%b%Y").upper(),
    "european": lambda d: d.strftime("%d.%m.%Y"),
    "american": lambda d: d.strftime("%m/%d/%Y"),
    "words": lambda d: f"{d:%B} {d.day}, {d.year}",
    "excel": lambda d: str((d - dt.date(1899, 12, 30)).days),
    "sas": lambda d: str((d - dt.date(1960, 1, 1)).days),
    "sas-datetime": lambda d: str((d - dt.date(1960, 1, 1)).days * 86_400),
    "unix": lambda d: str((d - dt.date(1970, 1, 1)).days * 86_400),
    "unix-ms": lambda d: str((d - dt.date(1970, 1, 1)).days * 86_400_000),
}
SERIALS = ("excel", "sas", "sas-datetime", "unix", "unix-ms")


def days(n: int = 120) -> list[dt.date]:
    return [FIRST + dt.timedelta(days=(37 * i) % 1000) for i in range(n)]


def write(folder: Path, form: str, variable: str, table: list[dt.date] | None = None) -> Path:
    lines = [f'P{i:03d},{"FM"[i % 2]},"{FORMS[form](day)}"\n' for i, day in enumerate(table or days())]
    (folder / "data.csv").write_text("pid,sex,seen\n" + "".join(lines), encoding="utf-8")
    return study(folder, form, variable)


def study(folder: Path, form: str, variable: str) -> Path:
    serial = f", serial: {form}" if form in SERIALS else ""
    (folder / "study.yaml").write_text(
        "data: {path: data.csv}\nperson_key: pid\nvariables:\n"
        "  pid: {role: direct_identifier, mask: pseudonym}\n  sex: {role: quasi_identifier}\n"
        f"  seen: {{type: date{serial}, {variable}}}\n"
        "deidentify: {date_shift_days: 100, suppression_limit: 0.5}\n",
        encoding="utf-8",
    )
    return folder / "study.yaml"


def released(out: Path) -> dict[str, str]:
    """Person to date, as the custodian can put them together."""
    with (out / "custodian" / "plan" / "crosswalk_0.csv").open(encoding="utf-8") as file:
        who = {code: person for person, code in list(csv.reader(file))[1:]}
    with next((out / "release").glob("data.*")).open(encoding="utf-8") as file:
        return {who[row["pid"]]: row["seen"] for row in csv.DictReader(file)}


def offsets(out: Path) -> dict[str, int]:
    with (out / "custodian" / "plan" / "offsets.csv").open(encoding="utf-8") as file:
        return {person: int(shift) for person, shift in list(csv.reader(file))[1:]}


@pytest.mark.parametrize("form", FORMS)
def test_dates_are_shifted_and_written_in_their_form_and_again_by_the_plan(form, bauta, tmp_path):
    path = write(tmp_path, form, "role: other, shift: true")
    ended = bauta("deidentify", path, "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    moved = offsets(tmp_path / "out")
    expected = {f"P{i:03d}": FORMS[form](day + dt.timedelta(moved[f"P{i:03d}"])) for i, day in enumerate(days())}
    assert released(tmp_path / "out") == expected
    ended = bauta("apply", tmp_path / "out", tmp_path / "data.csv", "--out", tmp_path / "again")
    assert ended.code == 0, ended.err
    assert released(tmp_path / "again") == expected


@pytest.mark.parametrize("form", FORMS)
def test_dates_are_generalized_as_dates_and_applied_to_new_ones(form, bauta, tmp_path):
    path = write(tmp_path, form, "role: quasi_identifier")
    ended = bauta("deidentify", path, "--levels", "seen=3", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    assert set(released(tmp_path / "out").values()) == {"2020", "2021", "2022"}
    write(tmp_path, form, "role: quasi_identifier", [day + dt.timedelta(days=1) for day in days()])
    ended = bauta("apply", tmp_path / "out", tmp_path / "data.csv", "--out", tmp_path / "again")
    assert ended.code == 0, ended.err
    assert set(released(tmp_path / "again").values()) == {"2020", "2021", "2022"}


@pytest.mark.parametrize("form", [form for form in FORMS if form not in SERIALS])
def test_dates_are_known_without_a_study(form, bauta, tmp_path):
    write(tmp_path, form, "role: other")
    profile = json.loads(bauta("profile", tmp_path / "data.csv", "--json").out)
    assert [column["type"] for column in profile["columns"] if column["name"] == "seen"] == ["date"]
    ended = bauta("hierarchy", tmp_path / "data.csv", "seen")
    assert "suggested: dates by month" in ended.out
    ended = bauta("deidentify", tmp_path / "data.csv", "--qi", "seen", "--levels", "seen=3", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err


@pytest.mark.parametrize("form", FORMS)
def test_safe_harbor_finds_days_and_leaves_years(form, bauta, tmp_path):
    path = write(tmp_path, form, "role: other")
    ended = bauta("check", path, "--standard", "safe-harbor", "--json")
    outcomes = {one["column"]: one["outcome"] for one in json.loads(ended.out)["findings"] if one["rule"] == "C"}
    assert outcomes["seen"] == "fail"
    ended = bauta("deidentify", path, "--standard", "safe-harbor", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    with (tmp_path / "out" / "release" / "data.csv").open(encoding="utf-8") as file:
        assert {row["seen"] for row in csv.DictReader(file)} == {"2020", "2021", "2022"}


@pytest.mark.parametrize("form", SERIALS)
@pytest.mark.parametrize("name", ["seen", "lab_result", "x"])
def test_numbers_that_could_be_dates_are_asked_about_and_not_kept(form, name, bauta, tmp_path):
    write(tmp_path, form, "role: other")
    data = tmp_path / "data.csv"
    data.write_text(data.read_text(encoding="utf-8").replace("pid,sex,seen", f"pid,sex,{name}"), encoding="utf-8")
    ended = bauta("profile", data, "-o", tmp_path / "draft.yaml")
    assert "These numbers could be dates, counted in" in " ".join(ended.out.split())
    draft = (tmp_path / "draft.yaml").read_text(encoding="utf-8")
    assert f"serial: {form}" in draft
    ended = bauta("check", data, "--standard", "safe-harbor", "--json")
    found = [one["outcome"] for one in json.loads(ended.out)["findings"] if one["column"] == name]
    assert found
    assert "pass" not in found
    ended = bauta("deidentify", data, "--standard", "safe-harbor", "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    with (tmp_path / "out" / "release" / "data.csv").open(encoding="utf-8") as file:
        assert all(not row.get(name) for row in csv.DictReader(file))


def test_a_study_that_says_they_are_numbers_is_believed(bauta, tmp_path):
    path = write(tmp_path, "excel", "role: other")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("type: date, serial: excel", "type: integer"), encoding="utf-8")
    assert "could be dates" not in bauta("deidentify", path, "--out", tmp_path / "out").out
    path.write_text(text.replace("type: date, serial: excel, ", ""), encoding="utf-8")
    ended = bauta("deidentify", path, "--out", tmp_path / "asked")
    assert "UNSETTLED" in ended.out
    result = json.loads(bauta("deidentify", path, "--out", tmp_path / "asked", "--force", "--json").out)
    (found,) = result["decision"]["unsettled"]
    assert found["column"] == "seen"
    assert found["why"].endswith("Its numbers could be dates.")


@pytest.mark.parametrize("role", ["role: quasi_identifier", "role: other, shift: true"])
@pytest.mark.parametrize("command", ["hierarchy", "deidentify", "apply", "check"])
def test_what_is_declared_a_date_and_is_none_is_refused_by_every_command(role, command, bauta, tmp_path):
    path = write(tmp_path, "iso", role)
    assert bauta("deidentify", path, "--out", tmp_path / "plan").code == 0
    data = tmp_path / "data.csv"
    lines = data.read_text(encoding="utf-8").splitlines()
    newcomers = [f"P99{i},F,2020-05-0{i + 1}" for i in range(4)]  # with the two below enough to be released by a plan
    data.write_text("\n".join([*lines, *newcomers, "P998,F,unknown", "P999,F,Zebedee"]) + "\n", encoding="utf-8")
    asked = {
        "hierarchy": (path, "seen"),
        "deidentify": (path, "--out", tmp_path / "out"),
        "apply": (tmp_path / "plan", data, "--out", tmp_path / "out"),
        "check": (path, "--standard", "safe-harbor"),
    }
    if (command, role) == ("hierarchy", "role: other, shift: true"):
        pytest.skip("a column that is shifted has no hierarchy")
    ended = bauta(command, *asked[command])
    assert ended.code == 2
    assert "'seen'" in ended.err
    assert "2 " in ended.err
    assert "Zebedee" not in ended.err + ended.out
    assert not (tmp_path / "out").exists()
    text = path.read_text(encoding="utf-8")
    if command != "apply":
        path.write_text(text.replace("{type: date", "{missing: [unknown, Zebedee], type: date"), encoding="utf-8")
        assert bauta(command, *asked[command]).code in (0, 1)


KINDS = {
    "date": pa.date32(),
    "timestamp": pa.timestamp("us"),
    "timestamp in UTC": pa.timestamp("us", "UTC"),  # which the engine reads as text
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_for_no_date_is_refused_until_it_is_declared_missing(kind, bauta, tmp_path):
    moments = [dt.datetime.combine(day, dt.time()) for day in [*days(50), dt.date(1900, 1, 1)]]
    seen = pa.array(moments, pa.timestamp("us")).cast(KINDS[kind])
    pq.write_table(pa.table({"pid": [f"P{i}" for i in range(51)], "sex": ["F"] * 51, "seen": seen}),
                   tmp_path / "data.parquet")  # fmt: skip
    path = study(tmp_path, "iso", "role: other, shift: true")
    path.write_text(path.read_text(encoding="utf-8").replace("data.csv", "data.parquet"), encoding="utf-8")
    ended = bauta("deidentify", path, "--out", tmp_path / "out")
    assert ended.code == 2
    assert "1900-01-01 in 'seen', which 1 person had, stands for no date" in ended.err
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{type: date", "{missing: [1900-01-01], type: date"), encoding="utf-8")
    ended = bauta("deidentify", path, "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    seen = pq.read_table(next((tmp_path / "out" / "release").glob("*.parquet"))).column("seen")
    assert (seen.null_count, seen.type) == (1, pa.string() if kind == "timestamp in UTC" else pa.date32())


def test_typed_timestamps_keep_their_clock_times_only_where_they_are_asked_for(bauta, tmp_path):
    moments = [dt.datetime.combine(day, dt.time(10, i % 60)) for i, day in enumerate(days(50))]
    table = {"pid": [f"P{i}" for i in range(50)], "sex": ["F"] * 50, "seen": pa.array(moments, pa.timestamp("us"))}
    pq.write_table(pa.table(table), tmp_path / "data.parquet")
    for shift, kind, words in (
        ("true", pa.date32(), "clock times cut off"),
        ("{keep_time: true}", pa.timestamp("us"), "clock times kept"),
    ):
        path = study(tmp_path, "iso", f"role: other, shift: {shift}")
        path.write_text(path.read_text(encoding="utf-8").replace("data.csv", "data.parquet"), encoding="utf-8")
        out = tmp_path / words.replace(" ", "-")
        result = json.loads(bauta("deidentify", path, "--out", out, "--json").out)
        assert words in next(one["what"] for one in result["columns"] if one["column"] == "seen")
        assert any("Clock times are kept" in warning for warning in result["notes"]) is (kind != pa.date32())
        seen = pq.read_table(next((out / "release").glob("*.parquet"))).column("seen")
        assert seen.type == kind
        if kind != pa.date32():
            assert sorted(moment.time() for moment in seen.to_pylist()) == sorted(one.time() for one in moments)
