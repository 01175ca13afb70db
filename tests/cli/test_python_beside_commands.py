"""What Python gives back is what the command prints with --json."""

import json
import shutil
from pathlib import Path

import pytest
from step10 import CONTEXT, write_ward

import bauta as package
from bauta.model.edition import Edition
from bauta.model.steps import StepState


@pytest.fixture
def printed(bauta):
    """Call `printed(*arguments)`: what the command prints as JSON."""

    def call(*arguments):
        ended = bauta(*arguments, "--json")
        assert not ended.err
        return json.loads(ended.out)

    return call


def test_declarations_and_checks(printed, waiting):
    data = waiting.parent / "data.csv"
    assert package.context(waiting).to_dict() == printed("context", waiting)
    assert package.context(waiting, measure=True).to_dict() == printed("context", waiting, "--measure")
    assert package.agree(waiting, waiting).to_dict() == printed("agree", waiting, waiting)
    assert package.check(data, census=2010, as_of="2020").to_dict() == printed(
        "check", data, "--census", 2010, "--as-of", 2020
    )
    assert package.check(waiting, "limited-data-set").to_dict() == printed(
        "check", waiting, "--standard", "limited-data-set"
    )


def test_a_release_beside_its_source_and_its_assumptions(printed, tmp_path):
    study = write_ward(tmp_path, extra=CONTEXT)
    study.write_text(study.read_text().partition("utility:")[0], encoding="utf-8")
    release = package.deidentify(study, out=tmp_path / "out")
    compared = package.compare(study, release)
    assert compared.to_dict() == printed("compare", study, tmp_path / "out")
    assert repr(compared).endswith("associations, 0 models compared>")
    assert package.compare(study, tmp_path / "out", curve=False).curve == ()
    diagnosed = package.diagnose(study, str(tmp_path / "out"))
    assert diagnosed.to_dict() == printed("diagnose", study, tmp_path / "out")
    assert repr(diagnosed).startswith(f"<{diagnosed.verdict} risk; another verdict in {len(diagnosed.flipping)} of ")
    for one in (compared, diagnosed):
        one.save_report(tmp_path / "page.html")
        assert "<table" in one._repr_html_()


def test_a_study_is_decided_and_exported(printed, waiting, tmp_path):
    twin = tmp_path / "twin" / waiting.name
    shutil.copytree(waiting.parent, twin.parent)
    assert package.status(waiting).to_dict() == printed("status", waiting)
    rejected = package.decide(waiting, accept=False, by="C. Officer", note="too coarse")
    assert "REJECTED" in str(rejected)
    assert "too coarse" not in repr(rejected)
    decided = package.decide(waiting, accept=True, by="C. Officer")
    told = printed("decide", twin, "--accept", "--by", "C. Officer")
    assert told["steps"][9]["decision"]["decision"] == "accepted"
    assert [one["state"] for one in decided.to_dict()["steps"]] == [one["state"] for one in told["steps"]]
    ran = package.run(waiting, tmp_path / "out")
    assert ran.is_done
    assert repr(ran) == "<all eleven steps are done>"
    assert (tmp_path / "out" / "release" / "manifest.json").is_file()
    assert [path.name for path in ran.reports] == ["study-report-full.html", "study-report-recipient.html"]
    assert all(path.is_file() for path in ran.reports)
    assert package.run(waiting).to_dict() == printed("run", waiting)


def test_a_report_is_written_where_the_command_writes_it(bauta, waiting, tmp_path):
    written = package.write_report(waiting)
    assert (written.path.name, written.edition, written.is_draft) == ("study-report-full.html", Edition.FULL, True)
    assert repr(written).startswith("<draft of the report, full edition: ")
    assert Path(written).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert bauta("report", waiting).code == 2
    with pytest.raises(package.BautaError):
        package.write_report(waiting)
    assert package.write_report(waiting, force=True).path == written.path
    assert package.write_report(waiting, out=tmp_path / "mine.pdf").path.read_bytes().startswith(b"%PDF")
    assert package.status(waiting).steps[-1].state is StepState.OPEN
