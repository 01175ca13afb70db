"""`make demo`: the script runs in an empty folder, stops to ask, shows data before and after, ends with a report."""

import shutil
import subprocess
from pathlib import Path

from test_blocks import ENVIRONMENT, ROOT


def test_the_demo_goes_from_extract_to_signed_report(tmp_path):
    script = ROOT / "scripts" / "demo.sh"
    done = subprocess.run(
        ["sh", str(script)], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=True, timeout=240
    )
    said = done.stdout
    assert "questions open" in said
    assert "Is the release accepted?" in said
    assert said.index("Is the release accepted?") < said.index("ACCEPTED: by P. Officer")
    assert "DONE: All eleven steps are done." in said
    assert f"The report is in {tmp_path}/demo/report.pdf" in said
    before, after = said.split("Before:\n")[1].split("After (")
    assert before.startswith('"mrn","name"')
    assert after.splitlines()[1].startswith('"mrn","birth_date"')
    assert (tmp_path / "demo" / "report.pdf").read_bytes().startswith(b"%PDF-")
    assert {path.name for path in (tmp_path / "demo").iterdir()} == {
        "hospital.csv",
        "registry.csv",
        "draft.yaml",
        "study.yaml",
        "study.bauta",
        "answers.yaml",
        "release",
        "report.pdf",
        "study-report-full.html",
        "study-report-recipient.html",
    }


def test_the_makefile_lists_every_command():
    make = shutil.which("make")
    assert make is not None
    listed = subprocess.run([make, "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY"))
    for command in phony.split()[1:]:
        assert command in listed, command
    assert Path(ROOT / ".ci" / "run").stat().st_mode & 0o111
