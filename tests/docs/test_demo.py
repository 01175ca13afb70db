"""`make demo`: the script runs in an empty folder and says where the report is."""

import shutil
import subprocess
from pathlib import Path

from test_blocks import ENVIRONMENT, ROOT


def test_the_demo_profiles_assesses_and_reports(tmp_path):
    script = ROOT / "scripts" / "demo.sh"
    done = subprocess.run(
        ["sh", str(script)], cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, check=True, timeout=120
    )
    assert f"The report is in {tmp_path}/demo/report.html" in done.stdout
    assert "HIGH: 4,968 of 5,000 people" in done.stdout
    assert {path.name for path in (tmp_path / "demo").iterdir()} == {
        "hospital.csv",
        "registry.csv",
        "study.yaml",
        "report.html",
    }


def test_the_makefile_lists_every_command():
    make = shutil.which("make")
    assert make is not None
    listed = subprocess.run([make, "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    phony = next(line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY"))
    for command in phony.split()[1:]:
        assert command in listed, command
    assert Path(ROOT / ".ci" / "run").stat().st_mode & 0o111
