"""`make demo`: the script runs in an empty folder, shows data before and after, and says where the reports are."""

import shutil
import subprocess
from pathlib import Path

from test_blocks import ENVIRONMENT, ROOT


def test_the_demo_profiles_assesses_reports_and_releases(tmp_path):
    script = ROOT / "scripts" / "demo.sh"
    done = subprocess.run(
        ["sh", str(script)], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=True, timeout=240
    )
    assert f"The reports are in {tmp_path}/demo/report.html and release.html" in done.stdout
    assert "HIGH: 4,968 of 5,000 people" in done.stdout
    assert "LOW: Released 4,830 of 5,000 people" in done.stdout
    before, after = done.stdout.split("Before:\n")[1].split("After (")
    assert before.startswith('"mrn","name"')
    assert after.splitlines()[1].startswith('"mrn","birth_date"')
    assert {path.name for path in (tmp_path / "demo").iterdir()} == {
        "hospital.csv",
        "registry.csv",
        "study.yaml",
        "report.html",
        "release.yaml",
        "release",
        "release.html",
    }


def test_the_makefile_lists_every_command():
    make = shutil.which("make")
    assert make is not None
    listed = subprocess.run([make, "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY"))
    for command in phony.split()[1:]:
        assert command in listed, command
    assert Path(ROOT / ".ci" / "run").stat().st_mode & 0o111
