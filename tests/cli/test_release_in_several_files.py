"""`bauta deidentify` with --rows-per-file and --partition-by: a release in a folder of files."""

import csv
import hashlib
import json
import os
from pathlib import Path
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from step10 import write_ward
from studies import accept_and_export, make_study, run_steps, study, write_study

import bauta as api
from bauta.errors import OptionWithoutEffect
from bauta.model.steps import Step

ROWS = 2_500
BOTH = pytest.mark.parametrize("release_format", ["csv", "parquet"])


@pytest.fixture
def people(tmp_path):
    """People of two sexes, three years and ages, some without a year."""
    table = pa.table(
        {
            "name": [f"Person {i}" for i in range(ROWS)],
            "sex": ["FM"[i % 2] for i in range(ROWS)],
            "age": pa.array([20 + i % 50 for i in range(ROWS)]),
            "year": pa.array([None if i % 100 == 0 else 2018 + i % 3 for i in range(ROWS)]),
            "score": pa.array([i / 10 for i in range(ROWS)]),
        }
    )
    path = tmp_path / "people.parquet"
    pq.write_table(table, path)
    return path


def rows_of(folder: Path) -> list[dict[str, str | None]]:
    """The rows of all files below a folder, as text, with what the folders' names say; nothing here is bauta's own."""
    rows = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        said = dict(part.split("=") for part in path.relative_to(folder).parts[:-1])
        told = {unquote(k): None if v == "__HIVE_DEFAULT_PARTITION__" else unquote(v) for k, v in said.items()}
        if path.suffix == ".csv":
            with path.open(encoding="utf-8", newline="") as file:
                own = [{name: value or None for name, value in row.items()} for row in csv.DictReader(file)]
        else:
            own = pq.ParquetFile(path).read().to_pylist()
        rows += [{**{k: None if v is None else str(v) for k, v in row.items()}, **told} for row in own]
    return rows


def counted(rows: list[dict[str, str | None]]) -> list[str]:
    return sorted(str(sorted(row.items(), key=str)) for row in rows)


def check_manifest(release: Path) -> dict:
    """The manifest lists every file and nothing else, each with its hash."""
    manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
    files = {path.relative_to(release).as_posix() for path in release.rglob("*") if path.is_file()}
    assert files == {"manifest.json", *manifest["files"]}
    for name, digest in manifest["files"].items():
        assert hashlib.sha256((release / name).read_bytes()).hexdigest() == digest
    assert {*manifest["rows_of_files"], "dictionary.csv"} == set(manifest["files"])
    assert sum(manifest["rows_of_files"].values()) == manifest["rows"]
    return manifest


@BOTH
@pytest.mark.parametrize(
    "options", [["--rows-per-file", "1000"], ["--partition-by", "sex,year"],
                ["--partition-by", "year", "--rows-per-file", "1000"]],
)  # fmt: skip
def test_the_rows_are_those_of_one_file(bauta, people, tmp_path, release_format, options):
    same = [
        "deidentify",
        people,
        "--qi",
        "sex,age",
        "--keep",
        "year",
        "--k",
        "5",
        "--test-seed",
        "1",
        "--format",
        release_format,
    ]
    one = bauta(*same, "--out", tmp_path / "one", "--json")
    many = bauta(*same, "--out", tmp_path / "many", "--json", *options)
    assert (one.code, many.code) == (0, 0), many.err
    told, expected = json.loads(many.out), json.loads(one.out)
    files = [path for path in (tmp_path / "many" / "release" / "data").rglob("*") if path.is_file()]
    assert told["data_files"] == len(files) > 1
    assert expected["data_files"] == 1
    assert told["risk_after"] == expected["risk_after"]
    assert told["solution"] == expected["solution"]
    (tmp_path / "alone").mkdir()
    (tmp_path / "one" / "release" / f"data.{release_format}").rename(tmp_path / "alone" / f"data.{release_format}")
    assert counted(rows_of(tmp_path / "many" / "release" / "data")) == counted(rows_of(tmp_path / "alone"))
    manifest = check_manifest(tmp_path / "many" / "release")
    assert max(manifest["rows_of_files"].values()) <= (1_000 if "--rows-per-file" in options else ROWS)
    with (tmp_path / "many" / "release" / "dictionary.csv").open(encoding="utf-8", newline="") as file:
        columns = {row["column"]: row for row in csv.DictReader(file)}
    assert list(columns) == ["sex", "age", "year", "score"]
    is_told_by_folders = "names of folders" in columns["year"]["treatment"]
    assert is_told_by_folders == ("--partition-by" in options)
    assert manifest["columns"] == 4


def test_files_and_folders_are_open_to_whom_the_settings_allow(bauta, people, tmp_path):
    before = os.umask(0o027)
    try:
        ended = bauta("deidentify", people, "--qi", "sex", "--out", tmp_path / "out", "--partition-by", "sex")
    finally:
        os.umask(before)
    assert ended.code == 0, ended.err
    folder = tmp_path / "out" / "release" / "data" / "sex=F"
    assert oct(folder.stat().st_mode & 0o777) == "0o750"
    assert oct((folder / "part-00001.parquet").stat().st_mode & 0o777) == "0o640"
    assert "the data in 2 files" in " ".join(ended.out.split())


def test_an_earlier_release_in_folders_is_replaced_but_nothing_of_somebody_else(bauta, people, tmp_path):
    out = tmp_path / "out"
    command = ["deidentify", people, "--qi", "sex", "--keep", "year", "--out", out]
    assert bauta(*command, "--partition-by", "sex").code == 0
    assert bauta(*command).code == 2
    assert bauta(*command, "--force").code == 0
    assert (out / "release" / "data.parquet").is_file()
    assert bauta(*command, "--force", "--partition-by", "year,sex").code == 0
    assert not (out / "release" / "data.parquet").exists()
    (out / "release" / "data" / "year=2019" / "sex=F" / "mine.txt").write_text("mine")
    ended = bauta(*command, "--force")
    assert ended.code == 2
    assert "release/data/year=.../sex=.../mine.txt" in ended.err
    assert "2019" not in ended.err


def test_a_plan_applied_again_divides_alike(bauta, people, tmp_path):
    ended = bauta("deidentify", people, "--qi", "sex,age", "--keep", "year", "--out", tmp_path / "out",
                  "--partition-by", "year")  # fmt: skip
    assert ended.code == 0, ended.err
    ended = bauta("apply", tmp_path / "out", people, "--out", tmp_path / "again")
    assert ended.code == 0, ended.err
    check_manifest(tmp_path / "again" / "release")
    assert sorted(path.name for path in (tmp_path / "again" / "release" / "data").iterdir()) == [
        "year=2018", "year=2019", "year=2020", "year=__HIVE_DEFAULT_PARTITION__",
    ]  # fmt: skip


@pytest.mark.parametrize("options", [[], ["--population-count", "people"]])
@BOTH
def test_a_population_is_matched_with_what_folders_say(bauta, people, tmp_path, release_format, options):
    table = pq.read_table(people).select(["sex", "year"])
    population = pa.concat_tables([table] * 4)
    if options:
        population = population.group_by(["sex", "year"]).aggregate([([], "count_all")])
        population = population.rename_columns(["sex", "year", "people"])
    pq.write_table(population, tmp_path / "population.parquet")
    same = ["deidentify", people, "--qi", "sex,year", "--k", "30", "--test-seed", "1", "--format", release_format,
            "--population", tmp_path / "population.parquet", *options, "--json"]  # fmt: skip
    one = bauta(*same, "--out", tmp_path / "one")
    many = bauta(*same, "--out", tmp_path / "many", "--partition-by", "year")
    assert (one.code, many.code) == (0, 0), one.err + many.err
    assert json.loads(many.out)["risk_after"] == json.loads(one.out)["risk_after"]
    assert sorted(path.name for path in (tmp_path / "many" / "custodian").iterdir()) == [
        "manifest.json", "plan", "results.json", "secret.key",
    ]  # fmt: skip


@BOTH
def test_comparing_and_diagnosing_give_the_figures_of_one_file(bauta, tmp_path, release_format):
    path = write_ward(tmp_path)
    told = {}
    for name, options in (("one", []), ("many", ["--partition-by", "sex"])):
        made = bauta("deidentify", path, "--out", tmp_path / name, "--k", "5", "--test-seed", "3", "--format",
                     release_format, *options)  # fmt: skip
        assert made.code == 0, made.err
        for command in ("compare", "diagnose"):
            ended = bauta(command, path, tmp_path / name, "--json")
            assert ended.code == 0, ended.err
            told[name, command] = json.loads(ended.out)
    for command in ("compare", "diagnose"):
        places = {told[name, command].pop("released") for name in ("one", "many")}
        assert places == {str(tmp_path / f"one/release/data.{release_format}"), str(tmp_path / "many/release/data")}
        assert told["many", command] == told["one", command]


@pytest.mark.parametrize("standard", ["safe-harbor", "limited-data-set"])
@BOTH
def test_a_release_by_a_standard_is_divided_too(bauta, people, tmp_path, release_format, standard):
    ended = bauta("deidentify", people, "--standard", standard, "--out", tmp_path / "out", "--format", release_format,
                  "--partition-by", "sex", "--rows-per-file", "1000", "--json")  # fmt: skip
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["data_files"] == 4
    check_manifest(tmp_path / "out" / "release")
    assert len(rows_of(tmp_path / "out" / "release" / "data")) == ROWS
    assert "sex,text,kept; told by the names of folders" in (tmp_path / "out/release/dictionary.csv").read_text()


def test_a_column_that_a_standard_removes_cannot_divide(bauta, people, tmp_path):
    ended = bauta(
        "deidentify", people, "--standard", "safe-harbor", "--out", tmp_path / "out", "--partition-by", "name"
    )
    assert ended.code == 2
    assert "cannot be divided by 'name': it is not in the release" in ended.err
    assert not (tmp_path / "out").exists()


def test_the_eleven_steps_accept_and_export_a_release_in_folders(bauta, tmp_path):
    folder = tmp_path / "study"
    make_study(folder)
    said = study()
    said["deidentify"] |= {"partition_by": ["score"], "rows_per_file": 1_000, "format": "parquet"}
    path = write_study(folder, said)
    assert run_steps(path).question.step is Step.DIAGNOSE
    accept_and_export(path)
    release = folder / "out" / "release"
    check_manifest(release)
    assert len(list((release / "data").iterdir())) > 1
    ended = bauta("report", path, "--edition", "recipient", "-o", tmp_path / "report.html")
    assert ended.code == 0, ended.err
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "manifest.json, lists the SHA-256 of each of them" in report
    assert "part-00001" not in report
    assert run_steps(path, out=folder / "out").is_done  # the same again, into the same place
    next((release / "data").rglob("*.parquet")).write_bytes(b"other")
    assert bauta("run", path, "--out", folder / "out", "--json").code == 0  # nothing is exported anew


# ---- what is refused -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rows-per-file", "999"], "--rows-per-file does not take 999. Use 1,000 or more."),
        (["--rows-per-file", "1000", "--format", "xpt"], "A release as xpt is one file, so --rows-per-file"),
        (["--partition-by", "sex", "--format", "sav"], "A release as sav is one file, so --partition-by"),
        (["--partition-by", "nothing"], "'nothing'"),
        (["--partition-by", "name"], "'name': it is not in the release"),
        (["--partition-by", "year"], "'year': it is not in the release"),
        (["--partition-by", "sex,sex"], "'sex': it is named twice"),
        (["--partition-by", "sex,age,year,score", "--keep", "year"], "no column would be left in the files"),
        (["--partition-by", ""], "an empty name"),
    ],
)
def test_what_cannot_be_divided_is_one_sentence_and_no_release(bauta, people, tmp_path, options, said):
    ended = bauta("deidentify", people, "--qi", "sex,age", "--out", tmp_path / "out", *options)
    assert ended.code == 2
    assert said in ended.err
    assert len(ended.err.strip().splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["people.parquet"]


def test_a_study_says_it_too(bauta, people, tmp_path):
    said = {
        "data": {"path": people.name},
        "variables": {"sex": {"role": "quasi_identifier"}, "score": {"role": "other"}},
        "deidentify": {"rows_per_file": 1_000, "partition_by": ["sex"]},
    }
    path = tmp_path / "study.yaml"
    path.write_text(yaml.safe_dump(said), encoding="utf-8")
    ended = bauta("deidentify", path, "--out", tmp_path / "out")
    assert ended.code == 0, ended.err
    assert len(check_manifest(tmp_path / "out" / "release")["rows_of_files"]) == 4
    said["deidentify"]["rows_per_file"] = 10
    path.write_text(yaml.safe_dump(said), encoding="utf-8")
    ended = bauta("deidentify", path, "--out", tmp_path / "other")
    assert ended.code == 2
    assert "rows_per_file" in ended.err


def test_a_long_value_is_refused_without_being_told(bauta, tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("sex,note\n" + "F,short\nM,short\n" * 20 + f"F,{'secret ' * 60}\n", encoding="utf-8")
    ended = bauta("deidentify", path, "--qi", "sex", "--k", "2", "--out", tmp_path / "out", "--partition-by", "note")
    assert ended.code == 2
    assert "A value of column 'note' is too long for the name of a folder." in ended.err
    assert "secret" not in ended.err
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


@BOTH
def test_python_writes_the_same_files(people, tmp_path, release_format):
    options = {"out": tmp_path / "out", "test_seed": 1, "format": release_format}
    api.deidentify(str(people), ["sex", "age"], rows_per_file=1_000, partition_by="sex", **options)
    check_manifest(tmp_path / "out" / "release")
    assert len(rows_of(tmp_path / "out" / "release" / "data")) == ROWS
    assert api.assess(str(tmp_path / "out" / "release" / "data"), ["sex", "age"]).records == ROWS


def test_python_refuses_files_without_a_folder_to_put_them_in(people):
    with pytest.raises(OptionWithoutEffect, match="partition_by has no effect on a release that is not written"):
        api.deidentify(str(people), ["sex"], partition_by=["sex"])
