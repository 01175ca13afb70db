"""What --report writes names columns, row numbers and risks: other users of the machine have no business with it."""

import os
from pathlib import Path

import pytest

from commands import run_command

ROWS = "sex,age\n" + "".join(f"{'FM'[i % 2]},{30 + i % 2}\n" for i in range(60))


@pytest.mark.parametrize(
    "command",
    [
        ("assess", "data.csv", "--qi", "sex"),
        ("check", "data.csv"),
        ("deidentify", "data.csv", "--qi", "sex,age", "--out", "out"),
        ("explore", "data.csv", "--qi", "sex,age"),
        ("verification", "--class-size", "5", "--attempts", "4", "--probability", "0.9"),
    ],
    ids=lambda command: command[0],
)
def test_a_report_is_readable_by_its_owner_alone(command, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("data.csv").write_text(ROWS, encoding="utf-8")
    before = os.umask(0)
    try:
        Path("report.html").write_text("an earlier one, which everybody could read", encoding="utf-8")
        run_command(*command, "--report", "report.html")
    finally:
        os.umask(before)
    assert Path("report.html").stat().st_mode & 0o777 == 0o600
