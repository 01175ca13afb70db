"""`bauta report`, from what the steps of a study recorded."""

import copy
import stat
from pathlib import Path

import pytest
from studies import make_study, write_study
from studies import study as study_of_one_table

from bauta.model.edition import Edition
from bauta.workflow.study_report import default_path

READY = ["--until", "risk"]
EDITIONS = ["full", "recipient"]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return make_study(tmp_path / "study")


@pytest.fixture
def finished(study: Path, bauta) -> Path:
    """A study that went through all steps."""
    assert bauta("run", study).code == 4
    assert bauta("decide", study, "--accept", "--by", "C. Officer").code == 0
    assert bauta("run", study, "--out", study.parent / "released").code == 0
    return study


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_it_writes_both_editions_in_both_formats(finished: Path, bauta, edition: str, ending: str) -> None:
    file = finished.parent / f"mine.{ending}"
    done = bauta("report", finished, "--edition", edition, "--out", file)
    assert done.code == 0, done.err
    assert done.out == f"Report: {file}\n"
    content = file.read_bytes()
    assert content.startswith(b"%PDF" if ending == "pdf" else b"<!DOCTYPE html>")


def test_the_full_edition_is_as_closed_as_the_records_it_tells(finished: Path, bauta) -> None:
    assert bauta("report", finished, "--out", finished.parent / "mine.pdf").code == 0
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in finished.parent.glob("*.*")}
    assert modes["study-report-full.html"] == modes["mine.pdf"] == 0o600
    assert modes["study-report-recipient.html"] == modes["study.yaml"]


def test_before_the_risk_is_measured_it_says_which_step_is_missing(study: Path, bauta) -> None:
    done = bauta("report", study)
    assert done.code == 2
    assert f"step 7 (evaluate the risk) is missing or no longer holds. Run: bauta run {study}" in done.err
    assert not list(study.parent.glob("*.html"))


def test_after_the_risk_is_measured_it_is_a_draft(study: Path, bauta) -> None:
    bauta("run", study, *READY)
    file = study.parent / "draft.html"
    done = bauta("report", study, "--out", file)
    assert done.code == 0, done.err
    assert done.out == f"Draft of the report: {file}\n"
    assert "This is a draft, not to be signed or sent." in file.read_text(encoding="utf-8")


def test_the_recipients_edition_waits_for_the_export(study: Path, bauta) -> None:
    bauta("run", study)
    done = bauta("report", study, "--edition", "recipient")
    assert done.code == 2
    assert "step 11 (export the data) is missing or no longer holds" in done.err


def test_a_study_that_changed_since_has_no_edition_for_the_recipient(finished: Path, bauta) -> None:
    text = finished.read_text(encoding="utf-8").replace("suppression_limit: 0.1", "suppression_limit: 0.2")
    finished.write_text(text, encoding="utf-8")
    done = bauta("report", finished, "--edition", "recipient", "--out", finished.parent / "again.html")
    assert done.code == 2
    draft = bauta("report", finished, "--out", finished.parent / "again.html")
    assert draft.out.startswith("Draft of the report: ")


def test_it_does_not_overwrite_unless_told(finished: Path, bauta) -> None:
    file = finished.parent / "mine.html"
    file.write_text("mine")
    assert bauta("report", finished, "--out", file).code == 2
    assert file.read_text() == "mine"
    assert bauta("report", finished, "--out", file, "--force").code == 0
    assert file.read_text(encoding="utf-8") != "mine"


def test_a_table_of_several_has_its_name_in_that_of_its_report(tmp_path: Path, bauta) -> None:
    make_study(tmp_path)
    said = study_of_one_table()
    table = {key: said.pop(key) for key in ("data", "person_key", "variables")}
    path = write_study(tmp_path, said | {"tables": {"people": table, "more": copy.deepcopy(table)}})
    assert bauta("run", path, "--study-table", "people", *READY).code == 0
    written = bauta("report", path, "--study-table", "people")
    assert written.out == f"Draft of the report: {tmp_path / 'study-people-report-full.html'}\n"
    assert default_path(path, Edition.FULL, "people").exists()


def test_the_one_table_of_a_study_adds_nothing_to_the_name(tmp_path: Path, bauta) -> None:
    make_study(tmp_path)
    said = study_of_one_table()
    table = {key: said.pop(key) for key in ("data", "person_key", "variables")}
    path = write_study(tmp_path, said | {"tables": {"people": table}})
    assert bauta("run", path, *READY).code == 0
    for options in ([], ["--study-table", "people", "--force"]):
        assert bauta("report", path, *options).out == f"Draft of the report: {tmp_path / 'study-report-full.html'}\n"


def test_the_full_edition_is_not_put_among_the_files_of_the_recipient(finished: Path, bauta) -> None:
    place = finished.parent / "released" / "release" / "report.html"
    done = bauta("report", finished, "--out", place)
    assert done.code == 2
    assert not place.exists()
    assert bauta("report", finished, "--edition", "recipient", "--out", place).code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--edition", "short"], "'short'"),
        (["--out", "report.docx"], "'report.docx'"),
    ],
)
def test_mistakes_are_told_in_a_sentence(study: Path, bauta, options: list[str], said: str) -> None:
    done = bauta("report", study, *options)
    assert done.code == 2
    assert said in done.err
